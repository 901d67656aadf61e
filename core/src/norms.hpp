// The four norms, as one kernel over cells that share a statistic.
//
// Shapes: x, y, dx, dy are rows x columns (examples x features), row-major. A statistic is one mean and one variance;
// its cells are either a column (BatchNorm) or `segment` neighbours in a row (LayerNorm and RMSNorm: the whole row,
// GroupNorm: a group). Statistics are ordered by column, or by row and then group. Here y = (x - mean) / divisor,
// before gamma and beta.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "signalscope/problem.hpp"

namespace signalscope {

enum class NormAxis { batch, features, feature_groups };

/// One row a norm.
struct Norm {
  std::string_view name;
  std::string_view label;
  std::string_view formula;
  std::string_view source;
  double default_eps;
  NormAxis axis;
  bool centred;   ///< subtracts the mean
  bool has_beta;  ///< RMSNorm has none
};

std::span<const Norm> norms();
const Norm* find_norm(std::string_view name);
std::vector<std::string_view> norm_choices();
std::vector<std::string_view> norm_choices_or_none();

/// GroupNorm's rule: at least one group, and they divide the columns. The problem lists the counts that do.
std::optional<Problem> check_groups(int groups, std::size_t columns);
/// BatchNorm in training on one example: the variance would be 0 and the unbiased one 0/0.
Problem one_value_per_channel(std::string field, const std::string& was, std::size_t values, std::size_t channels,
                              const std::string& way_out);

/// Where the cells of each statistic are.
struct NormShape {
  const Norm* norm = nullptr;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t segment = 0;  ///< neighbours in a row that share a statistic; 0 for BatchNorm

  bool by_column() const { return norm->axis == NormAxis::batch; }
  std::size_t segments_per_row() const { return columns / segment; }
  std::size_t statistics() const { return by_column() ? columns : rows * segments_per_row(); }
  std::size_t statistic_of(std::size_t row, std::size_t column) const {
    return by_column() ? column : row * segments_per_row() + column / segment;
  }
};

NormShape norm_shape(const Norm& norm, std::size_t rows, std::size_t columns, int groups);

/// One entry a statistic, in float64 whatever the precision of the signal.
struct NormStatistics {
  std::vector<double> mean;      ///< 0 for a norm that is not centred
  std::vector<double> variance;  ///< biased; the mean square for a norm that is not centred
  std::vector<double> divisor;   ///< sqrt(variance + eps), finite even where the variance overflows
  std::vector<double> count;     ///< values that entered
};

/// Two passes, in float64. `mask` is empty or one entry a row; rows with 0 enter no statistic.
template <class S>
NormStatistics measure_norm(const NormShape& shape, const S* x, double eps, std::span<const double> mask = {});

/// Statistics with the running mean and variance of each column in place of the batch's.
NormStatistics running_norm(const NormShape& shape, std::span<const double> mean, std::span<const double> variance,
                            double eps);

/// y = (x - mean) / divisor; masked rows come out as 0.
template <class S>
void apply_norm(const NormShape& shape, const NormStatistics& statistics, const S* x, S* y,
                std::span<const double> mask = {});

/// dx of y = (x - mean) / divisor. With `fixed` statistics (BatchNorm in eval) dx = dy / divisor, else, with the means
/// over the cells of the statistic, dx = (dy - mean(dy) - y mean(dy y)) / divisor; without mean(dy) for a norm that is
/// not centred. Source: Ioffe and Szegedy 2015, section 3, with y put in place of x.
template <class S>
void norm_backward(const NormShape& shape, const NormStatistics& statistics, const S* y, const S* dy, S* dx, bool fixed,
                   std::span<const double> mask = {});

/// BatchNorm's running statistics. Conventions: pytorch new = (1 - m) old + m batch; keras new = m old + (1 - m) batch.
struct RunningStatistics {
  std::vector<double> mean;
  std::vector<double> variance;  ///< of unbiased batch variances
  int batches_seen = 0;

  explicit RunningStatistics(std::size_t columns = 0) : mean(columns, 0.0), variance(columns, 1.0) {}
  /// Takes a batch in. A batch whose statistics are not all finite is left out, since a NaN would never leave again.
  /// Returns whether it was taken.
  bool update(const NormStatistics& batch, double weight_of_new);
};

/// 1 - x as a reader means it: 0.1 for 0.9, where binary has 0.09999999999999998. PyTorch's 0.1 and Keras's 0.9 are so
/// the same number.
double complement(double x);
double weight_of_new_batch(double momentum, std::string_view convention);
/// n / (n - 1) times the biased variance; NaN for fewer than two values.
double unbiased(double variance, double count);

}  // namespace signalscope
