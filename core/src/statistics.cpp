#include "statistics.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

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
  MomentSums sums;
  sums.add(x, n);
  return sums.moments(x);
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
  CosineSums sums(columns);
  sums.add(x, rows);
  return sums.mean();
}

template <class S>
void MomentSums::add(const S* x, std::size_t n) {
  values_.add(n, [x](std::size_t i) { return static_cast<double>(x[i]); });
  squares_.add(n, [x](std::size_t i) { return static_cast<double>(x[i]) * static_cast<double>(x[i]); });
  n_ += n;
}

template <class S>
SignalMoments MomentSums::moments(const S* x) const {
  double scale = 1.0, squares = squares_.value(), sum = values_.value();
  const auto scaled = [x, &scale](std::size_t i) { return static_cast<double>(x[i]) * scale; };
  if (!needs_no_scale(squares)) {
    const SquareSum safe = square_sum(x, n_);
    scale = safe.scale;
    squares = safe.sum;
    sum = lane_sum(n_, scaled);
  }
  SignalMoments m;
  const auto size = static_cast<double>(n_);
  // A finite sum has finite terms only.
  if (!std::isfinite(squares)) m.nonfinite_count = static_cast<double>((!numbers(x, n_).isFinite()).count());
  const double mean = sum / size;
  const double squares_away = lane_sum(n_, [=](std::size_t i) {
    const double away = static_cast<double>(x[i]) * scale - mean;
    return away * away;
  });
  m.rms = std::sqrt(squares / size) / scale;
  m.mean = mean / scale;
  m.std = std::sqrt(squares_away / size) / scale;
  return m;
}

template <class S>
void CosineSums::add(const S* x, std::size_t rows) {
  const std::size_t columns = direction_.size();
  for (std::size_t row = 0; row < rows; ++row, x += columns) {
    const auto [scale, squares] = square_sum(x, columns);
    const double length = std::sqrt(squares);
    if (!(length > 0.0) || !std::isfinite(length)) continue;
    const double factor = scale / length;
    for (std::size_t column = 0; column < columns; ++column) {
      direction_[column] += static_cast<double>(x[column]) * factor;
    }
    kept_ += 1.0;
  }
}

double CosineSums::mean() const {
  if (kept_ < 2.0) return std::numeric_limits<double>::quiet_NaN();
  const double together = lane_sum(direction_.size(), [&](std::size_t i) { return direction_[i] * direction_[i]; });
  return (together - kept_) / (kept_ * (kept_ - 1.0));
}

template <class S>
ActivationCounts<S>::ActivationCounts(std::size_t columns, double largest_derivative)
    : threshold_(static_cast<S>(0.05 * largest_derivative)), nonzero_(columns, 0) {}

template <class S>
void ActivationCounts<S>::add(const S* a, const S* d, std::size_t rows) {
  LaneCount<S> saturated = 0;
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
  for (LaneCount<S> count : nonzero_) {
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
  template void MomentSums::add<S>(const S*, std::size_t);            \
  template SignalMoments MomentSums::moments<S>(const S*) const;      \
  template void CosineSums::add<S>(const S*, std::size_t);            \
  template class ActivationCounts<S>

INSTANTIATE_STATISTICS(float);
INSTANTIATE_STATISTICS(double);

}  // namespace signalscope
