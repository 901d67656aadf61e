#include "householder.hpp"

#include <algorithm>
#include <cmath>

#include "statistics.hpp"
#include "sums.hpp"

namespace signalscope {

Reflection reflect(double* x, std::size_t n) {
  double largest = 0.0;
  for (std::size_t i = 0; i < n; ++i) largest = std::max(largest, std::abs(x[i]));
  // A square that underflowed would leave H orthogonal in a few digits only.
  const double safe = square_safe_scale(largest);
  for (std::size_t i = 0; i < n; ++i) x[i] *= safe;
  const double first = x[0];
  const double rest = lane_sum(n - 1, [x](std::size_t i) { return x[i + 1] * x[i + 1]; });
  x[0] = 1.0;
  if (rest == 0.0) return {0.0, first / safe};
  // The sign that adds two magnitudes, so that nothing cancels.
  const double image = -std::copysign(std::sqrt(first * first + rest), first);
  for (std::size_t i = 1; i < n; ++i) x[i] /= first - image;
  return {(image - first) / image, image / safe};
}

}  // namespace signalscope
