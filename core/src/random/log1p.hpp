// log(1 + x), with the same digits on every platform.
//
// Random streams take a logarithm in their tails, and C libraries differ in its last place. This is the algorithm of
// Sun's fdlibm (s_log1p.c, 1993: 1 + x = 2^k (1 + f), log(1 + f) = f - f²/2 + s (f²/2 + R(s²)), s = f / (2 + f)) with
// its products fused where the GNU C library has them fused on processors that can: that is what NumPy and PyTorch
// call.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "random/bits.hpp"

namespace signalscope::random {

/// Precondition: -1 <= x <= 0, all that the streams ask for. log1p(-1) is -infinity.
inline double log1p_of_negative(double x) {
  constexpr double ln2_high = 6.93147180369123816490e-01, ln2_low = 1.90821492927058770002e-10;
  constexpr double p[] = {0.0,
                          6.666666666666735130e-01,
                          3.999999999940941908e-01,
                          2.857142874366239149e-01,
                          2.222219843214978396e-01,
                          1.818357216161805012e-01,
                          1.531383769920937332e-01,
                          1.479819860511658591e-01};
  const auto high_word = [](double value) { return static_cast<std::uint32_t>(bits_as<std::uint64_t>(value) >> 32); };
  const auto with_high_word = [](double value, std::uint32_t high) {
    return bits_as<double>((static_cast<std::uint64_t>(high) << 32) | (bits_as<std::uint64_t>(value) & 0xffffffffu));
  };

  if (x <= -1.0) return -std::numeric_limits<double>::infinity();
  if (x > -0x1p-54) return x;
  if (x > -0x1p-29) return x - x * x * 0.5;

  int k = 0;
  double f = x, correction = 0.0;
  std::uint32_t fraction = 1;
  if ((high_word(x) & 0x7fffffffu) > 0x3fd2bec3u) {  // beyond -0.2929: 1 + x is scaled to [sqrt(1/2), sqrt(2))
    double u = 1.0 + x;
    k = static_cast<int>(high_word(u) >> 20) - 1023;
    // What the sum rounded away.
    correction = (k > 0 ? 1.0 - (u - x) : x - (u - 1.0)) / u;
    fraction = high_word(u) & 0x000fffffu;
    if (fraction < 0x6a09eu) {
      u = with_high_word(u, fraction | 0x3ff00000u);
    } else {
      k += 1;
      u = with_high_word(u, fraction | 0x3fe00000u);
      fraction = (0x00100000u - fraction) >> 2;
    }
    f = u - 1.0;
  }
  const double half_square = 0.5 * f * f;
  const double low = std::fma(k, ln2_low, correction);
  if (fraction == 0) {  // |f| < 2^-20
    if (f == 0.0) return k == 0 ? 0.0 : std::fma(k, ln2_high, low);
    const double r = half_square * std::fma(-0.66666666666666666, f, 1.0);
    return k == 0 ? f - r : std::fma(k, ln2_high, -((r - low) - f));
  }
  const double s = f / (2.0 + f), z = s * s, z2 = z * z, z4 = z2 * z2, z6 = z4 * z2;
  double r = std::fma(p[1], z, z2 * std::fma(z, p[3], p[2]));
  r = std::fma(z4, std::fma(z, p[5], p[4]), r);
  r = std::fma(z6, std::fma(z, p[7], p[6]), r);
  const double tail = s * (half_square + r);
  return k == 0 ? f - (half_square - tail) : std::fma(k, ln2_high, -((half_square - (tail + low)) - f));
}

}  // namespace signalscope::random
