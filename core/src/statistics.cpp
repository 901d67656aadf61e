#include "statistics.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tuple>
#include <utility>

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

/// Of sums of squares between these, the largest magnitude, from sqrt(sum / n) to sqrt(sum), needs no scale, and need
/// not be looked for.
bool needs_no_scale(double sum) { return sum > 0x1p-700 && sum < 0x1p700; }

template <class S>
SquareSum square_sum(const S* x, std::size_t n) {
  const double sum = lane_sum(n, [x](std::size_t i) { return static_cast<double>(x[i]) * static_cast<double>(x[i]); });
  if (needs_no_scale(sum)) return {1.0, sum};
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

/// How many numbers have which upper bits: the eleven of a float64's exponent, without the sign.
using ExponentCounts = std::array<std::uint32_t, 2048>;
constexpr std::size_t exponent_of_nonfinite = 2047;

/// Neighbours are counted apart: many numbers in a row are alike, and each would wait for the count before it.
template <class S>
ExponentCounts count_exponents(const S* x, std::size_t n) {
  constexpr std::size_t neighbours = 4;
  std::array<std::array<std::uint32_t, neighbours>, std::tuple_size_v<ExponentCounts>> apart{};
  const auto bits = [x](std::size_t i) {
    return random::bits_as<std::uint64_t>(static_cast<double>(x[i])) >> 52 & (std::tuple_size_v<ExponentCounts> - 1);
  };
  std::size_t i = 0;
  for (; i + neighbours <= n; i += neighbours) {
    for (std::size_t neighbour = 0; neighbour < neighbours; ++neighbour) ++apart[bits(i + neighbour)][neighbour];
  }
  for (; i < n; ++i) ++apart[bits(i)][0];
  ExponentCounts counts;
  for (std::size_t at = 0; at < counts.size(); ++at) {
    counts[at] = (apart[at][0] + apart[at][1]) + (apart[at][2] + apart[at][3]);
  }
  return counts;
}

/// Of the numbers that are finite.
struct SignCounts {
  std::size_t negative = 0;
  std::size_t positive = 0;
};

template <class S>
SignCounts count_signs(const S* x, std::size_t n, bool all_finite) {
  SignCounts counts;
  for (std::size_t i = 0; i < n; ++i) {
    counts.negative += x[i] < S(0);
    counts.positive += x[i] > S(0);
  }
  for (std::size_t i = 0; !all_finite && i < n; ++i) {
    counts.negative -= std::isinf(x[i]) && x[i] < S(0);
    counts.positive -= std::isinf(x[i]) && x[i] > S(0);
  }
  return counts;
}

/// Counts by octave from 2^-1074 to 2^1023 into ascending, without gaps.
class OctaveList {
 public:
  void add(int exponent, std::size_t count) {
    if (count == 0) return;
    if (counts.empty()) first = exponent;
    counts.resize(static_cast<std::size_t>(exponent - first), 0.0);
    counts.push_back(static_cast<double>(count));
  }

  int first = largest_exponent;
  std::vector<double> counts;
};

template <class S>
void add_subnormal(const S* x, std::size_t n, OctaveList& list) {
  std::array<std::size_t, normal_exponent - smallest_exponent> counts{};
  for (std::size_t i = 0; i < n; ++i) {
    const double value = static_cast<double>(x[i]);
    if (value == 0.0 || !(std::abs(value) < std::numeric_limits<double>::min())) continue;
    ++counts[static_cast<std::size_t>(std::ilogb(value) - smallest_exponent)];
  }
  for (std::size_t i = 0; i < counts.size(); ++i) list.add(smallest_exponent + static_cast<int>(i), counts[i]);
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
  const auto value = [x](std::size_t i) { return static_cast<double>(x[i]); };
  auto [sum, squares] = lane_sums(n, value, [&](std::size_t i) { return value(i) * value(i); });
  double scale = 1.0;
  const auto scaled = [&](std::size_t i) { return value(i) * scale; };
  if (!needs_no_scale(squares)) {
    const SquareSum safe = square_sum(x, n);
    scale = safe.scale;
    squares = safe.sum;
    sum = lane_sum(n, scaled);
  }
  // A finite sum has finite terms only.
  if (!std::isfinite(squares)) m.nonfinite_count = static_cast<double>((!numbers(x, n).isFinite()).count());
  const double mean = sum / size;
  const double squares_away = lane_sum(n, [=](std::size_t i) {
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
  const ExponentCounts counts = count_exponents(x, n);
  const std::size_t nonfinite = counts[exponent_of_nonfinite];
  const auto [negative, positive] = count_signs(x, n, nonfinite == 0);
  const std::size_t zeros = n - nonfinite - negative - positive;
  OctaveList list;
  if (counts[0] > zeros) add_subnormal(x, n, list);
  for (std::size_t bits = 1; bits < exponent_of_nonfinite; ++bits) {
    list.add(normal_exponent - 1 + static_cast<int>(bits), counts[bits]);
  }
  Octaves out;
  out.first = list.first;
  out.counts = std::move(list.counts);
  out.zeros = static_cast<double>(zeros);
  out.negative = static_cast<double>(negative);
  out.positive = static_cast<double>(positive);
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
ActivationCounts<S>::ActivationCounts(std::size_t columns, double largest_derivative)
    : threshold_(static_cast<S>(0.05 * largest_derivative)), nonzero_(columns, 0) {}

template <class S>
void ActivationCounts<S>::add(const S* a, const S* d, std::size_t rows) {
  Count saturated = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < nonzero_.size(); ++column) {
      // A NaN is not saturated, but it is not zero either: the unit is alive, if unwell.
      nonzero_[column] += a[column] != S(0);
      saturated += std::abs(d[column]) < threshold_;
    }
    a += nonzero_.size();
    d += nonzero_.size();
  }
  saturated_ += static_cast<std::size_t>(saturated);
  rows_ += rows;
}

template <class S>
ActivationStatistics ActivationCounts<S>::statistics() const {
  ActivationStatistics out;
  const std::size_t size = rows_ * nonzero_.size();
  std::size_t zeros = size;
  for (Count count : nonzero_) {
    zeros -= static_cast<std::size_t>(count);
    out.dead_units += count == 0;
  }
  out.zero_fraction = static_cast<double>(zeros) / static_cast<double>(size);
  out.saturated_fraction = static_cast<double>(saturated_) / static_cast<double>(size);
  return out;
}

#define INSTANTIATE_STATISTICS(S)                                     \
  template SignalMoments signal_moments<S>(const S*, std::size_t);    \
  template double root_mean_square<S>(const S*, std::size_t);         \
  template double frobenius_norm<S>(const S*, std::size_t);           \
  template double mean_cosine<S>(const S*, std::size_t, std::size_t); \
  template Octaves octaves<S>(const S*, std::size_t);                 \
  template class ActivationCounts<S>

INSTANTIATE_STATISTICS(float);
INSTANTIATE_STATISTICS(double);

}  // namespace signalscope
