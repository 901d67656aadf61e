// The norms' arithmetic. Shapes and formulas stand in norms.hpp.
//
// Two layouts: the cells of a statistic are neighbours in a row (LayerNorm, RMSNorm, GroupNorm), or a column
// (BatchNorm), which is walked row by row so that memory is read in order. Statistics are float64 whatever the signal's
// precision.
#include <Eigen/Core>
#include <cmath>

#include "norms.hpp"
#include "statistics.hpp"
#include "sums.hpp"

namespace signalscope {
namespace {

using Eigen::Index;
using Row = Eigen::ArrayXd;

template <class S>
auto cells(const S* first, std::size_t n) {
  return Eigen::Map<const Eigen::Array<S, Eigen::Dynamic, 1>>(first, static_cast<Index>(n)).template cast<double>();
}

template <class S>
auto cells_to_write(S* first, std::size_t n) {
  return Eigen::Map<Eigen::Array<S, Eigen::Dynamic, 1>>(first, static_cast<Index>(n));
}

bool kept(std::span<const double> mask, std::size_t row) { return mask.empty() || mask[row] != 0.0; }

struct Moments {
  double mean = 0.0, variance = 0.0, deviation = 0.0;
};

/// Two passes over cells scaled by a power of two, so that neither 1e200 overflows nor 1e-200 vanishes in a square.
/// Slow; for the rare statistic whose plain variance is out of the safe range.
template <class S>
Moments scaled_moments(const S* first, std::size_t step, std::size_t n, bool centred, std::span<const double> mask) {
  double largest = 0.0, count = 0.0, sum = 0.0, squares = 0.0;
  const auto each = [&](auto&& body) {
    for (std::size_t i = 0; i < n; ++i) {
      if (kept(mask, i)) body(static_cast<double>(first[i * step]));
    }
  };
  // The comparison is written so that a NaN is kept.
  each([&](double x) { largest = std::fabs(x) <= largest ? largest : std::fabs(x), count += 1.0; });
  const double scale = square_safe_scale(largest);
  if (centred) each([&](double x) { sum += x * scale; });
  const double mean = sum / count;
  each([&](double x) { squares += (x * scale - mean) * (x * scale - mean); });
  return {mean / scale, squares / count / scale / scale, std::sqrt(squares / count) / scale};
}

/// Whether a variance was computed without overflow or loss in its squares.
bool is_safe(double variance) { return variance > 1e-280 && variance < 1e280; }

void append(NormStatistics& out, const Moments& m, double eps, double count) {
  out.mean.push_back(m.mean);
  out.variance.push_back(m.variance);
  // Beyond 1e140 eps is far below the last digit, and the variance itself may overflow.
  out.divisor.push_back(m.deviation > 1e140 ? m.deviation : std::sqrt(m.variance + eps));
  out.count.push_back(count);
}

template <class S>
void measure_segments(const NormShape& shape, const S* x, double eps, NormStatistics& out) {
  const auto n = static_cast<double>(shape.segment);
  for (std::size_t s = 0; s < shape.statistics(); ++s) {
    const S* first = x + s * shape.segment;
    const auto value = [first](std::size_t i) { return static_cast<double>(first[i]); };
    Moments m;
    if (shape.norm->centred) {
      m.mean = lane_sum(shape.segment, value) / n;
      m.variance =
          lane_sum(shape.segment, [&](std::size_t i) { return (value(i) - m.mean) * (value(i) - m.mean); }) / n;
    } else {
      m.variance = lane_sum(shape.segment, [&](std::size_t i) { return value(i) * value(i); }) / n;
    }
    if (!is_safe(m.variance)) m = scaled_moments(first, 1, shape.segment, shape.norm->centred, {});
    append(out, m, eps, n);
  }
}

template <class S>
void measure_columns(const NormShape& shape, const S* x, double eps, std::span<const double> mask,
                     NormStatistics& out) {
  Row sum = Row::Zero(static_cast<Index>(shape.columns)), squares = sum;
  double n = 0.0;
  const auto each_row = [&](auto&& body) {
    for (std::size_t row = 0; row < shape.rows; ++row) {
      if (kept(mask, row)) body(cells(x + row * shape.columns, shape.columns));
    }
  };
  each_row([&](const auto& row) { sum += row, n += 1.0; });
  const Row mean = shape.norm->centred ? Row(sum / n) : Row(sum * 0.0);
  each_row([&](const auto& row) { squares += (row - mean).square(); });
  for (std::size_t column = 0; column < shape.columns; ++column) {
    const auto c = static_cast<Index>(column);
    Moments m{mean[c], squares[c] / n, 0.0};
    if (!is_safe(m.variance)) m = scaled_moments(x + column, shape.columns, shape.rows, shape.norm->centred, mask);
    append(out, m, eps, n);
  }
}

/// The divisors' inverses, and the means, as rows that Eigen can broadcast over a matrix.
struct ByColumn {
  Eigen::Map<const Row> mean;
  Row inverse;
  explicit ByColumn(const NormStatistics& s)
      : mean(s.mean.data(), static_cast<Index>(s.mean.size())),
        inverse(Eigen::Map<const Row>(s.divisor.data(), static_cast<Index>(s.divisor.size())).inverse()) {}
};

template <class S>
void apply_to_columns(const NormShape& shape, const NormStatistics& statistics, const S* x, S* y) {
  const ByColumn by_column(statistics);
  for (std::size_t row = 0; row < shape.rows; ++row) {
    const std::size_t first = row * shape.columns;
    cells_to_write(y + first, shape.columns) =
        ((cells(x + first, shape.columns) - by_column.mean) * by_column.inverse).template cast<S>();
  }
}

template <class S>
void apply_to_segments(const NormShape& shape, const NormStatistics& statistics, const S* x, S* y) {
  for (std::size_t s = 0; s < shape.statistics(); ++s) {
    const std::size_t first = s * shape.segment;
    const auto values = cells(x + first, shape.segment);
    const double inverse = 1.0 / statistics.divisor[s];
    // The mean is taken off before the division: x / divisor - mean / divisor leaves a residue where x is constant.
    if (shape.norm->centred) {
      cells_to_write(y + first, shape.segment) = ((values - statistics.mean[s]) * inverse).template cast<S>();
    } else {
      cells_to_write(y + first, shape.segment) = (values * inverse).template cast<S>();
    }
  }
}

template <class S>
void back_through_columns(const NormShape& shape, const NormStatistics& statistics, const S* y, const S* dy, S* dx,
                          bool fixed, std::span<const double> mask) {
  const auto columns = static_cast<Index>(shape.columns);
  const ByColumn by_column(statistics);
  Row mean = Row::Zero(columns), mean_with_y = mean;
  double n = 0.0;
  for (std::size_t row = 0; !fixed && row < shape.rows; ++row) {
    if (!kept(mask, row)) continue;
    const auto gradient = cells(dy + row * shape.columns, shape.columns);
    if (shape.norm->centred) mean += gradient;
    mean_with_y += gradient * cells(y + row * shape.columns, shape.columns);
    n += 1.0;
  }
  if (n > 0.0) mean /= n, mean_with_y /= n;
  for (std::size_t row = 0; row < shape.rows; ++row) {
    const std::size_t first = row * shape.columns;
    const auto gradient = cells(dy + first, shape.columns);
    cells_to_write(dx + first, shape.columns) =
        ((gradient - mean - cells(y + first, shape.columns) * mean_with_y) * by_column.inverse).template cast<S>();
  }
}

template <class S>
void back_through_segments(const NormShape& shape, const NormStatistics& statistics, const S* y, const S* dy, S* dx) {
  const auto n = static_cast<double>(shape.segment);
  for (std::size_t s = 0; s < shape.statistics(); ++s) {
    const std::size_t first = s * shape.segment;
    const auto gradient = cells(dy + first, shape.segment), out = cells(y + first, shape.segment);
    const auto at = [&](const S* matrix) {
      return [start = matrix + first](std::size_t i) { return static_cast<double>(start[i]); };
    };
    const auto along = [g = at(dy), o = at(y)](std::size_t i) { return g(i) * o(i); };
    const double mean_with_y = lane_sum(shape.segment, along) / n, inverse = 1.0 / statistics.divisor[s];
    if (shape.norm->centred) {
      const double mean = lane_sum(shape.segment, at(dy)) / n;
      cells_to_write(dx + first, shape.segment) = ((gradient - mean - out * mean_with_y) * inverse).template cast<S>();
    } else {
      cells_to_write(dx + first, shape.segment) = ((gradient - out * mean_with_y) * inverse).template cast<S>();
    }
  }
}

/// Padding comes out as 0, forward and backward, whatever the norm.
template <class S>
void clear_padding(const NormShape& shape, std::span<const double> mask, S* matrix) {
  for (std::size_t row = 0; row < shape.rows; ++row) {
    if (!kept(mask, row)) cells_to_write(matrix + row * shape.columns, shape.columns).setZero();
  }
}

}  // namespace

template <class S>
NormStatistics measure_norm(const NormShape& shape, const S* x, double eps, std::span<const double> mask) {
  NormStatistics out;
  if (shape.by_column()) {
    measure_columns(shape, x, eps, mask, out);
  } else {
    measure_segments(shape, x, eps, out);
  }
  return out;
}

NormStatistics running_norm(const NormShape& shape, std::span<const double> mean, std::span<const double> variance,
                            double eps) {
  NormStatistics out;
  out.mean.assign(mean.begin(), mean.end());
  out.variance.assign(variance.begin(), variance.end());
  out.count.assign(shape.columns, 0.0);
  for (double v : variance) out.divisor.push_back(std::sqrt(v + eps));
  return out;
}

template <class S>
void apply_norm(const NormShape& shape, const NormStatistics& statistics, const S* x, S* y,
                std::span<const double> mask) {
  if (shape.by_column()) {
    apply_to_columns(shape, statistics, x, y);
  } else {
    apply_to_segments(shape, statistics, x, y);
  }
  clear_padding(shape, mask, y);
}

template <class S>
void norm_backward(const NormShape& shape, const NormStatistics& statistics, const S* y, const S* dy, S* dx, bool fixed,
                   std::span<const double> mask) {
  if (shape.by_column()) {
    back_through_columns(shape, statistics, y, dy, dx, fixed, mask);
  } else {
    back_through_segments(shape, statistics, y, dy, dx);
  }
  clear_padding(shape, mask, dx);
}

#define INSTANTIATE_NORMS(S)                                                                                   \
  template NormStatistics measure_norm<S>(const NormShape&, const S*, double, std::span<const double>);        \
  template void apply_norm<S>(const NormShape&, const NormStatistics&, const S*, S*, std::span<const double>); \
  template void norm_backward<S>(const NormShape&, const NormStatistics&, const S*, const S*, S*, bool,        \
                                 std::span<const double>)

INSTANTIATE_NORMS(float);
INSTANTIATE_NORMS(double);

}  // namespace signalscope
