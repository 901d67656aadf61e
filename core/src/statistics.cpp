#include "statistics.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "random/bits.hpp"
#include "sums.hpp"

namespace signalscope {
namespace {

template <class S>
using Numbers = Eigen::Map<const Eigen::Array<S, Eigen::Dynamic, 1>>;

template <class S>
auto numbers(const S* x, std::size_t n) {
  return Numbers<S>(x, static_cast<Eigen::Index>(n)).template cast<double>();
}

/// The largest magnitude; NaN if any number is NaN.
template <class S>
double largest_magnitude(const S* x, std::size_t n) {
  return n == 0 ? 0.0 : numbers(x, n).abs().template maxCoeff<Eigen::PropagateNaN>();
}

/// sum = Σ (scale x)², with the scale of `square_safe_scale`.
struct SquareSum {
  double scale;
  double sum;
};

template <class S>
SquareSum square_sum(const S* x, std::size_t n) {
  const double sum = lane_sum(n, [x](std::size_t i) { return static_cast<double>(x[i]) * static_cast<double>(x[i]); });
  // Then the largest magnitude, from sqrt(sum / n) to sqrt(sum), needs no scale, and need not be looked for.
  if (sum > 0x1p-700 && sum < 0x1p700) return {1.0, sum};
  const double scale = square_safe_scale(largest_magnitude(x, n));
  if (scale == 1.0) return {scale, sum};
  return {scale, lane_sum(n, [x, scale](std::size_t i) {
            const double scaled = static_cast<double>(x[i]) * scale;
            return scaled * scaled;
          })};
}

constexpr int smallest_exponent = -1074;  ///< of the subnormals
constexpr int normal_exponent = -1022;
constexpr int largest_exponent = 1023;

/// How many numbers have which sign and floor(log2 |x|).
struct BinaryCounts {
  static constexpr std::size_t sign_bit = 0x800;

  std::array<std::uint32_t, 4096> by_upper_bits{};  ///< of a float64: the sign and the eleven bits of its exponent
  /// Of the subnormal numbers, by exponent; positive, then negative.
  std::array<std::array<std::uint32_t, normal_exponent - smallest_exponent>, 2> subnormal{};
  std::size_t zeros = 0;

  std::array<std::uint32_t, 2> at(int exponent) const {
    if (exponent < normal_exponent) {
      const auto place = static_cast<std::size_t>(exponent - smallest_exponent);
      return {subnormal[0][place], subnormal[1][place]};
    }
    const std::size_t biased = static_cast<std::size_t>(exponent - normal_exponent) + 1;
    return {by_upper_bits[biased], by_upper_bits[biased | sign_bit]};
  }
};

/// Neighbours are counted apart: many numbers in a row are alike, and each would wait for the count before it.
template <class S>
std::array<std::uint32_t, 4096> count_upper_bits(const S* x, std::size_t n) {
  std::array<std::array<std::uint32_t, 4096>, 4> apart{};
  for (std::size_t i = 0; i < n; ++i) {
    ++apart[i % 4][random::bits_as<std::uint64_t>(static_cast<double>(x[i])) >> 52];
  }
  for (std::size_t bits = 0; bits < 4096; ++bits) {
    apart[0][bits] += apart[1][bits] + apart[2][bits] + apart[3][bits];
  }
  return apart[0];
}

template <class S>
BinaryCounts count_by_sign_and_exponent(const S* x, std::size_t n) {
  BinaryCounts counts;
  counts.by_upper_bits = count_upper_bits(x, n);
  for (std::size_t i = 0; i < n; ++i) counts.zeros += x[i] == S(0);
  const std::size_t small = std::size_t{counts.by_upper_bits[0]} + counts.by_upper_bits[BinaryCounts::sign_bit];
  if (small == counts.zeros) return counts;
  for (std::size_t i = 0; i < n; ++i) {
    const double value = static_cast<double>(x[i]);
    if (value == 0.0 || !(std::abs(value) < std::numeric_limits<double>::min())) continue;
    ++counts.subnormal[value < 0.0][static_cast<std::size_t>(std::ilogb(value) - smallest_exponent)];
  }
  return counts;
}

struct Span {
  int first = std::numeric_limits<int>::max();
  int last = std::numeric_limits<int>::min();
};

Span exponents_seen(const std::vector<Octaves>& layers) {
  Span span;
  for (const Octaves& layer : layers) {
    if (layer.counts.empty()) continue;
    span.first = std::min(span.first, layer.first);
    span.last = std::max(span.last, layer.first + static_cast<int>(layer.counts.size()) - 1);
  }
  return span;
}

}  // namespace

double square_safe_scale(double largest) {
  if (!(largest > 0.0) || !std::isfinite(largest)) return 1.0;
  const int exponent = std::ilogb(largest);
  if (exponent > -400 && exponent < 400) return 1.0;
  // 2^1000 at most: the scale itself must be finite, and so must its inverse.
  return std::ldexp(1.0, std::clamp(-exponent, -1000, 1000));
}

template <class S>
SignalMoments signal_moments(const S* x, std::size_t n) {
  SignalMoments m;
  const double size = static_cast<double>(n);
  const auto [scale, squares] = square_sum(x, n);
  // A finite sum has finite terms only.
  if (!std::isfinite(squares)) m.nonfinite_count = static_cast<double>((!numbers(x, n).isFinite()).count());
  const auto scaled = [x, scale = scale](std::size_t i) { return static_cast<double>(x[i]) * scale; };
  const double mean = lane_sum(n, scaled) / size;
  const double squares_away = lane_sum(n, [&](std::size_t i) {
    const double away = scaled(i) - mean;
    return away * away;
  });
  m.rms = std::sqrt(squares / size) / scale;
  m.mean = mean / scale;
  m.std = std::sqrt(squares_away / size) / scale;
  return m;
}

template <class S>
double root_mean_square(const S* x, std::size_t n) {
  const auto [scale, squares] = square_sum(x, n);
  return std::sqrt(squares / static_cast<double>(n)) / scale;
}

template <class S>
double frobenius_norm(const S* x, std::size_t n) {
  const auto [scale, squares] = square_sum(x, n);
  return std::sqrt(squares) / scale;
}

template <class S>
double mean_cosine(const S* x, std::size_t rows, std::size_t columns) {
  // With unit rows u: the sum of all pairwise cosines is |sum u|^2 less the rows' own.
  Eigen::ArrayXd direction = Eigen::ArrayXd::Zero(static_cast<Eigen::Index>(columns));
  double kept = 0.0;
  for (std::size_t row = 0; row < rows; ++row) {
    const S* first = x + row * columns;
    const auto [scale, squares] = square_sum(first, columns);
    const double length = std::sqrt(squares);
    if (!(length > 0.0) || !std::isfinite(length)) continue;
    direction += numbers(first, columns) * (scale / length);
    kept += 1.0;
  }
  if (kept < 2.0) return std::numeric_limits<double>::quiet_NaN();
  const double together = lane_sum(columns, [&](std::size_t i) { return direction.data()[i] * direction.data()[i]; });
  return (together - kept) / (kept * (kept - 1.0));
}

template <class S>
Octaves octaves(const S* x, std::size_t n) {
  const BinaryCounts counts = count_by_sign_and_exponent(x, n);
  Octaves out;
  out.zeros = static_cast<double>(counts.zeros);
  out.first = largest_exponent;
  int last = smallest_exponent;
  for (int exponent = smallest_exponent; exponent <= largest_exponent; ++exponent) {
    const auto [positive, negative] = counts.at(exponent);
    if (positive + negative == 0) continue;
    out.positive += positive;
    out.negative += negative;
    out.first = std::min(out.first, exponent);
    last = exponent;
  }
  for (int exponent = out.first; exponent <= last; ++exponent) {
    const auto [positive, negative] = counts.at(exponent);
    out.counts.push_back(static_cast<double>(positive) + static_cast<double>(negative));
  }
  return out;
}

Histogram assemble_histogram(const std::vector<Octaves>& layers) {
  constexpr int most_bins = 64;
  Histogram histogram;
  const Span span = exponents_seen(layers);
  int width = 1;
  std::size_t bins = 0;
  if (span.first <= span.last) {
    while (span.last - span.first + 1 > most_bins * width) width *= 2;
    bins = static_cast<std::size_t>((span.last - span.first) / width) + 1;
    for (std::size_t bin = 0; bin <= bins; ++bin) {
      histogram.edges.push_back(std::ldexp(1.0, span.first + static_cast<int>(bin) * width));
    }
  }
  for (const Octaves& layer : layers) {
    std::vector<double> counts(bins, 0.0);
    for (std::size_t i = 0; i < layer.counts.size(); ++i) {
      counts[static_cast<std::size_t>((layer.first + static_cast<int>(i) - span.first) / width)] += layer.counts[i];
    }
    histogram.counts.push_back(std::move(counts));
    histogram.zeros.push_back(layer.zeros);
    histogram.negative.push_back(layer.negative);
    histogram.positive.push_back(layer.positive);
  }
  return histogram;
}

template <class S>
ActivationStatistics activation_statistics(const S* a, const S* d, std::size_t rows, std::size_t columns,
                                           double largest_derivative) {
  ActivationStatistics out;
  std::vector<unsigned char> alive(columns, 0);
  const S threshold = static_cast<S>(0.05 * largest_derivative);
  std::size_t zeros = 0, saturated = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      const std::size_t cell = row * columns + column;
      zeros += a[cell] == S(0);
      // A NaN is not saturated, but it is not zero either: the unit is alive, if unwell.
      alive[column] |= a[cell] != S(0);
      saturated += std::abs(d[cell]) < threshold;
    }
  }
  const double size = static_cast<double>(rows * columns);
  out.zero_fraction = static_cast<double>(zeros) / size;
  out.saturated_fraction = static_cast<double>(saturated) / size;
  for (unsigned char unit : alive) out.dead_units += unit == 0;
  return out;
}

#define INSTANTIATE_STATISTICS(S)                                     \
  template SignalMoments signal_moments<S>(const S*, std::size_t);    \
  template double root_mean_square<S>(const S*, std::size_t);         \
  template double frobenius_norm<S>(const S*, std::size_t);           \
  template double mean_cosine<S>(const S*, std::size_t, std::size_t); \
  template Octaves octaves<S>(const S*, std::size_t);                 \
  template ActivationStatistics activation_statistics<S>(const S*, const S*, std::size_t, std::size_t, double)

INSTANTIATE_STATISTICS(float);
INSTANTIATE_STATISTICS(double);

}  // namespace signalscope
