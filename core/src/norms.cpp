#include "norms.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "field_text.hpp"
#include "statistics.hpp"

namespace signalscope {
namespace {

const Norm table[] = {
    {"batch", "BatchNorm", "(x - mean) / √(variance + eps), over the batch for each feature",
     "Ioffe and Szegedy 2015, algorithm 1", 1e-5, NormAxis::batch, true, true},
    {"layer", "LayerNorm", "(x - mean) / √(variance + eps), over the features of each example",
     "Ba, Kiros and Hinton 2016, eq. 3", 1e-5, NormAxis::features, true, true},
    {"rms", "RMSNorm", "x / √(mean square + eps), over the features of each example", "Zhang and Sennrich 2019, eq. 4",
     1e-6, NormAxis::features, false, false},
    {"group", "GroupNorm", "(x - mean) / √(variance + eps), over each group of features of each example",
     "Wu and He 2018, eq. 7", 1e-5, NormAxis::feature_groups, true, true},
};

/// Calls `body(statistic, first cell, step, cells)` for the cells of each statistic.
template <class Body>
void each_statistic(const NormShape& shape, Body&& body) {
  if (shape.by_column()) {
    for (std::size_t column = 0; column < shape.columns; ++column) body(column, column, shape.columns, shape.rows);
    return;
  }
  for (std::size_t s = 0; s < shape.statistics(); ++s) body(s, s * shape.segment, std::size_t{1}, shape.segment);
}

/// Whether cell `i` of a statistic counts. Only BatchNorm crosses examples, so only there does a mask take cells out of
/// a statistic.
struct Counted {
  const NormShape& shape;
  std::span<const double> mask;
  bool operator()(std::size_t i) const { return mask.empty() || !shape.by_column() || mask[i] != 0.0; }
};

struct Moments {
  double mean = 0.0, variance = 0.0, deviation = 0.0, count = 0.0;
};

/// Two passes over cells scaled by a power of two, so that 1e200 neither overflows nor 1e-200 vanishes in a square.
template <class S>
Moments cell_moments(const S* cells, std::size_t step, std::size_t n, bool centred, const Counted& counted) {
  Moments m;
  double largest = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    if (!counted(i)) continue;
    m.count += 1.0;
    const double size = std::fabs(static_cast<double>(cells[i * step]));
    // The comparison is written so that a NaN is kept.
    if (!(size <= largest)) largest = size;
  }
  const double scale = square_safe_scale(largest);
  double sum = 0.0;
  for (std::size_t i = 0; centred && i < n; ++i) {
    if (counted(i)) sum += static_cast<double>(cells[i * step]) * scale;
  }
  const double mean = m.count > 0 ? sum / m.count : 0.0;
  double squares = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    if (!counted(i)) continue;
    const double away = static_cast<double>(cells[i * step]) * scale - mean;
    squares += away * away;
  }
  const double scaled_variance = m.count > 0 ? squares / m.count : 0.0;
  m.mean = mean / scale;
  m.deviation = std::sqrt(scaled_variance) / scale;
  m.variance = scaled_variance / scale / scale;
  return m;
}

/// Cells of a statistic that lie in rows which the mask keeps; for a row-wise norm the whole row counts or none of it.
bool row_kept(const NormShape& shape, std::span<const double> mask, std::size_t statistic) {
  return mask.empty() || shape.by_column() || mask[statistic / shape.segments_per_row()] != 0.0;
}

}  // namespace

std::span<const Norm> norms() { return table; }

const Norm* find_norm(std::string_view name) {
  for (const Norm& row : table) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

std::vector<std::string_view> norm_choices() {
  std::vector<std::string_view> names;
  for (const Norm& row : table) names.push_back(row.name);
  return names;
}

std::vector<std::string_view> norm_choices_or_none() {
  std::vector<std::string_view> names = norm_choices();
  names.insert(names.begin(), "none");
  return names;
}

std::optional<Problem> check_groups(int groups, std::size_t columns) {
  if (groups >= 1 && columns % static_cast<std::size_t>(groups) == 0) return std::nullopt;
  std::string counts;
  for (std::size_t count = 1; count <= columns; ++count) {
    if (columns % count != 0) continue;
    if (!counts.empty()) counts += ", ";
    counts += std::to_string(count);
  }
  return refused("groups", "groups",
                 std::to_string(groups) + ", which does not divide the " + std::to_string(columns) + " features",
                 "one of " + counts);
}

Problem one_value_per_channel(std::string field, std::size_t channels, int batch) {
  return refused("one_value_per_channel", std::move(field),
                 std::to_string(batch) + ", which leaves BatchNorm in training one value for each of its " +
                     std::to_string(channels) + " channels",
                 "at least 2, or set norm_mode to eval");
}

NormShape norm_shape(const Norm& norm, std::size_t rows, std::size_t columns, int groups) {
  NormShape shape{&norm, rows, columns, 0};
  if (norm.axis == NormAxis::features) shape.segment = columns;
  if (norm.axis == NormAxis::feature_groups) shape.segment = columns / static_cast<std::size_t>(groups);
  return shape;
}

template <class S>
NormStatistics measure_norm(const NormShape& shape, const S* x, double eps, std::span<const double> mask) {
  NormStatistics out;
  const Counted counted{shape, mask};
  each_statistic(shape, [&](std::size_t, std::size_t first, std::size_t step, std::size_t n) {
    const Moments m = cell_moments(x + first, step, n, shape.norm->centred, counted);
    out.mean.push_back(m.mean);
    out.variance.push_back(m.variance);
    // Beyond 1e140 eps is far below the last digit, and the variance itself may overflow.
    out.divisor.push_back(m.deviation > 1e140 ? m.deviation : std::sqrt(m.variance + eps));
    out.count.push_back(m.count);
  });
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
  for (std::size_t row = 0; row < shape.rows; ++row) {
    const bool padding = !mask.empty() && mask[row] == 0.0;
    for (std::size_t column = 0; column < shape.columns; ++column) {
      const std::size_t cell = row * shape.columns + column;
      const std::size_t s = shape.statistic_of(row, column);
      // The mean is taken off before the division: x / divisor - mean / divisor leaves a residue where x is constant.
      y[cell] =
          padding ? S(0) : static_cast<S>((static_cast<double>(x[cell]) - statistics.mean[s]) / statistics.divisor[s]);
    }
  }
}

template <class S>
void norm_backward(const NormShape& shape, const NormStatistics& statistics, const S* y, const S* dy, S* dx, bool fixed,
                   std::span<const double> mask) {
  const Counted counted{shape, mask};
  each_statistic(shape, [&](std::size_t s, std::size_t first, std::size_t step, std::size_t n) {
    double sum = 0.0, sum_with_y = 0.0;
    for (std::size_t i = 0; !fixed && i < n; ++i) {
      if (!counted(i)) continue;
      const std::size_t cell = first + i * step;
      sum += static_cast<double>(dy[cell]);
      sum_with_y += static_cast<double>(dy[cell]) * static_cast<double>(y[cell]);
    }
    const double count = statistics.count[s];
    const double mean = shape.norm->centred && count > 0 ? sum / count : 0.0;
    const double mean_with_y = count > 0 ? sum_with_y / count : 0.0;
    const bool kept = row_kept(shape, mask, s);
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t cell = first + i * step;
      const bool counts = kept && (mask.empty() || !shape.by_column() || mask[i] != 0.0);
      const double through = static_cast<double>(dy[cell]) - mean - static_cast<double>(y[cell]) * mean_with_y;
      dx[cell] = counts ? static_cast<S>(through / statistics.divisor[s]) : S(0);
    }
  });
}

bool RunningStatistics::update(const NormStatistics& batch, double weight_of_new) {
  std::vector<double> variances(mean.size());
  for (std::size_t i = 0; i < mean.size(); ++i) {
    variances[i] = unbiased(batch.variance[i], batch.count[i]);
    if (!std::isfinite(batch.mean[i]) || !std::isfinite(variances[i])) return false;
  }
  for (std::size_t i = 0; i < mean.size(); ++i) {
    mean[i] = (1.0 - weight_of_new) * mean[i] + weight_of_new * batch.mean[i];
    variance[i] = (1.0 - weight_of_new) * variance[i] + weight_of_new * variances[i];
  }
  batches_seen += 1;
  return true;
}

double weight_of_new_batch(double momentum, std::string_view convention) {
  return convention == "keras" ? 1.0 - momentum : momentum;
}

double unbiased(double variance, double count) {
  return count > 1.0 ? variance * (count / (count - 1.0)) : std::numeric_limits<double>::quiet_NaN();
}

#define INSTANTIATE_NORMS(S)                                                                                   \
  template NormStatistics measure_norm<S>(const NormShape&, const S*, double, std::span<const double>);        \
  template void apply_norm<S>(const NormShape&, const NormStatistics&, const S*, S*, std::span<const double>); \
  template void norm_backward<S>(const NormShape&, const NormStatistics&, const S*, const S*, S*, bool,        \
                                 std::span<const double>)

INSTANTIATE_NORMS(float);
INSTANTIATE_NORMS(double);

}  // namespace signalscope
