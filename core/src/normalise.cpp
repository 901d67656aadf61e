#include <algorithm>
#include <cmath>
#include <limits>

#include "choices.hpp"
#include "fields_table.hpp"
#include "norms.hpp"
#include "notices.hpp"
#include "signalscope/verbs.hpp"

namespace signalscope {
namespace {

constexpr double largest = std::numeric_limits<double>::max();
using N = NormaliseScenario;

const Field<N> table[] = {
    {"norm", "Norm", "What is averaged over.", &N::norm, std::nullopt, norm_choices},
    {"norm_eps", "Eps", "Added to the variance under the root; auto takes the norm's own default.", &N::norm_eps,
     Range{0, 1e6, true}},
    {"groups", "Groups", "Groups of GroupNorm; must divide the features.", &N::groups, groups_range},
    {"norm_mode", "Mode", "BatchNorm with the batch's own statistics (train) or the running ones (eval).",
     &N::norm_mode, std::nullopt, norm_mode_choices},
    {"momentum", "Momentum", "Of the running statistics, in the convention below.", &N::momentum, Range{0, 1}},
    {"momentum_convention", "Momentum convention",
     "pytorch: momentum weighs the new batch; keras: momentum weighs the old statistics.", &N::momentum_convention,
     std::nullopt, momentum_choices},
    {"x", "x", "The matrix, a row for each example; left out, it is drawn.", &N::x},
    {"gamma", "gamma", "Scale of each feature, or one number for all.", &N::gamma},
    {"beta", "beta", "Shift of each feature, or one number for all.", &N::beta},
    {"dy", "dy", "Cotangent, the shape of x; left out, there is no backward pass.", &N::dy},
    {"mask", "Mask", "For each example 1, or 0 where it is padding.", &N::mask, Range{0, 1}},
    {"running_mean", "Running mean", "Of each feature, from the batches before.", &N::running_mean},
    {"running_var", "Running variance", "Of each feature, from the batches before.", &N::running_var,
     Range{0, largest}},
    {"batches_seen", "Batches seen", "How many batches the running statistics have seen.", &N::batches_seen,
     Range{0, 1e9}},
    {"batch", "Batch", "Examples of a drawn matrix.", &N::batch, Range{1, 4096}},
    {"width", "Width", "Features of a drawn matrix.", &N::width, Range{1, 4096}},
    {"seed", "Seed", "Seed of a drawn matrix.", &N::seed, Range{0, 9007199254740991.0}},
    {"stream", "Stream", "Whose random numbers.", &N::stream, std::nullopt, stream_choices},
    {"input_mean", "Input mean", "Mean of a drawn matrix.", &N::input_mean},
    {"input_std", "Input std", "Standard deviation of a drawn matrix.", &N::input_std, Range{0, largest}},
};

Matrix drawn(const N& s) {
  Matrix m{static_cast<std::size_t>(s.batch), static_cast<std::size_t>(s.width), {}};
  m.values.resize(m.rows * m.columns);
  random::open(s.stream, s.seed)->normal(s.input_mean, s.input_std, m.values);
  return m;
}

Matrix like(const Matrix& m) { return {m.rows, m.columns, std::vector<double>(m.values.size())}; }

std::string times(std::size_t rows, std::size_t columns) {
  return std::to_string(rows) + " x " + std::to_string(columns);
}

/// A list that must have one entry a feature, or (`one_for_all`) a single one.
std::optional<Problem> check_length(std::string name, const std::vector<double>& list, std::size_t columns,
                                    bool one_for_all) {
  if (list.empty() || list.size() == columns || (one_for_all && list.size() == 1)) return std::nullopt;
  return refused(
      "wrong_shape", std::move(name), "a list of " + std::to_string(list.size()),
      std::string(one_for_all ? "one number, or " : "") + std::to_string(columns) + ", one for each feature");
}

std::optional<Problem> check_mask(const std::vector<double>& mask, std::size_t rows) {
  if (!mask.empty() && mask.size() != rows) {
    return refused("wrong_shape", "mask", "a list of " + std::to_string(mask.size()),
                   std::to_string(rows) + " entries, one for each example");
  }
  for (double entry : mask) {
    if (entry != 0.0 && entry != 1.0) return refused("out_of_range", "mask", shown_number(entry), "0 or 1");
  }
  return std::nullopt;
}

std::optional<Problem> check_shapes(const N& s, const Norm& norm, const Matrix& x) {
  if (x.columns == 0)
    return refused("wrong_shape", "x", times(x.rows, x.columns), "a matrix with at least one feature");
  if (!s.dy.values.empty() && (s.dy.rows != x.rows || s.dy.columns != x.columns)) {
    return refused("wrong_shape", "dy", times(s.dy.rows, s.dy.columns), times(x.rows, x.columns) + ", the shape of x");
  }
  if (auto problem = check_length("gamma", s.gamma, x.columns, true)) return problem;
  if (auto problem = check_length("beta", s.beta, x.columns, true)) return problem;
  if (auto problem = check_length("running_mean", s.running_mean, x.columns, false)) return problem;
  if (auto problem = check_length("running_var", s.running_var, x.columns, false)) return problem;
  if (auto problem = check_mask(s.mask, x.rows)) return problem;
  if (norm.axis == NormAxis::feature_groups) {
    if (auto problem = check_groups(s.groups, x.columns)) return problem;
  }
  const auto counted =
      s.mask.empty() ? x.rows : static_cast<std::size_t>(std::count(s.mask.begin(), s.mask.end(), 1.0));
  if (norm.axis == NormAxis::batch && s.norm_mode == "train" && counted < 2) {
    const char* field = !s.mask.empty() ? "mask" : s.x.values.empty() ? "batch" : "x";
    const std::string was = !s.mask.empty()      ? "a list that keeps " + std::to_string(counted)
                            : s.x.values.empty() ? std::to_string(s.batch)
                                                 : std::to_string(x.rows) + " example";
    const char* least = s.mask.empty() ? "at least 2" : "one that keeps at least 2";
    return one_value_per_channel(field, was, counted, x.columns, std::string(least) + ", or set norm_mode to eval");
  }
  return std::nullopt;
}

double entry(const std::vector<double>& list, std::size_t column, double otherwise) {
  if (list.empty()) return otherwise;
  return list.size() == 1 ? list[0] : list[column];
}

/// y = gamma * xhat + beta, padding left at 0.
Matrix scaled_and_shifted(const N& s, const Norm& norm, const Matrix& normed) {
  Matrix y = like(normed);
  for (std::size_t row = 0; row < y.rows; ++row) {
    if (!s.mask.empty() && s.mask[row] == 0.0) continue;
    for (std::size_t column = 0; column < y.columns; ++column) {
      const double shift = norm.has_beta ? entry(s.beta, column, 0.0) : 0.0;
      y.at(row, column) = entry(s.gamma, column, 1.0) * normed.at(row, column) + shift;
    }
  }
  return y;
}

/// dgamma = sum dy * xhat, dbeta = sum dy over the examples that count; dx through the norm of dy * gamma.
void backward(const N& s, const NormShape& shape, const NormStatistics& statistics, const Matrix& normed, bool fixed,
              Normalised& out) {
  const std::size_t columns = normed.columns;
  Matrix at_normed = like(normed);
  out.dgamma.assign(columns, 0.0);
  if (shape.norm->has_beta) out.dbeta.assign(columns, 0.0);
  for (std::size_t row = 0; row < normed.rows; ++row) {
    if (!s.mask.empty() && s.mask[row] == 0.0) continue;
    for (std::size_t column = 0; column < columns; ++column) {
      const double dy = s.dy.at(row, column);
      at_normed.at(row, column) = dy * entry(s.gamma, column, 1.0);
      out.dgamma[column] += dy * normed.at(row, column);
      if (shape.norm->has_beta) out.dbeta[column] += dy;
    }
  }
  out.dx = like(normed);
  norm_backward(shape, statistics, normed.values.data(), at_normed.values.data(), out.dx.values.data(), fixed, s.mask);
}

/// For each cell the statistic that it shares.
Matrix sharing(const N& s, const NormShape& shape) {
  Matrix index{shape.rows, shape.columns, std::vector<double>(shape.rows * shape.columns)};
  for (std::size_t row = 0; row < shape.rows; ++row) {
    const bool padding = !s.mask.empty() && s.mask[row] == 0.0;
    for (std::size_t column = 0; column < shape.columns; ++column) {
      index.at(row, column) = padding ? -1.0 : static_cast<double>(shape.statistic_of(row, column));
    }
  }
  return index;
}

/// Moments of y over the cells of each statistic: the largest mean and the smallest standard deviation.
void describe_output(const NormShape& shape, Normalised& out) {
  const std::size_t n = shape.statistics();
  std::vector<double> count(n, 0.0), mean(n, 0.0), squares(n, 0.0);
  const auto each_cell = [&](auto&& body) {
    for (std::size_t cell = 0; cell < out.y.values.size(); ++cell) {
      const double index = out.statistic.values[cell];
      if (index >= 0.0) body(static_cast<std::size_t>(index), out.y.values[cell]);
    }
  };
  each_cell([&](std::size_t s, double y) { count[s] += 1.0, mean[s] += y; });
  for (std::size_t s = 0; s < n; ++s) mean[s] /= count[s];
  each_cell([&](std::size_t s, double y) { squares[s] += (y - mean[s]) * (y - mean[s]); });
  // A NaN stays one: it says that some output is not finite, or that nothing counted.
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  out.output_mean_max = out.output_std_min = nan;
  for (std::size_t s = 0, counted = 0; s < n; ++s) {
    if (count[s] == 0.0) continue;
    const double std = std::sqrt(squares[s] / count[s]);
    if (std::isnan(mean[s]) || std::isnan(std)) {
      out.output_mean_max = out.output_std_min = nan;
      break;
    }
    out.output_mean_max = counted == 0 ? mean[s] : std::max(out.output_mean_max, mean[s]);
    out.output_std_min = counted == 0 ? std : std::min(out.output_std_min, std);
    ++counted;
  }
  double centre = 0.0, away = 0.0;
  for (double m : out.mean) centre += m / static_cast<double>(n);
  for (double m : out.mean) away += (m - centre) * (m - centre);
  out.mean_scatter = std::sqrt(away / static_cast<double>(n));
}

void update_running(const N& s, const NormStatistics& batch, RunningStatistics& running, Normalised& out) {
  out.momentum_formula = momentum_formula(s.momentum, s.momentum_convention);
  if (s.norm_mode == "eval") {
    if (running.batches_seen == 0) out.notices.push_back(no_batches_notice());
  } else if (!running.update(batch, weight_of_new_batch(s.momentum, s.momentum_convention))) {
    out.notices.push_back(
        {"batch_left_out", "A statistic of this batch is not finite; the running statistics stay as they were."});
  }
  out.running_mean = running.mean;
  out.running_var = running.variance;
  out.batches_seen = running.batches_seen;
}

/// Whether all outputs of a statistic are exactly zero, before gamma and beta.
bool is_flat(const NormShape& shape, const Matrix& normed, std::size_t statistic) {
  for (std::size_t cell = 0; cell < normed.values.size(); ++cell) {
    const bool shares = shape.statistic_of(cell / normed.columns, cell % normed.columns) == statistic;
    if (shares && normed.values[cell] != 0.0) return false;
  }
  return true;
}

void notice_eps(const NormShape& shape, const Matrix& normed, Normalised& out) {
  const auto smallest = std::min_element(out.variance.begin(), out.variance.end());
  const char* name = shape.norm->centred ? "variance" : "mean square";
  if (*smallest == 0.0 && is_flat(shape, normed, static_cast<std::size_t>(smallest - out.variance.begin()))) {
    out.notices.push_back({"zero_variance", std::string("A statistic has ") + name + " 0: its outputs are " +
                                                (shape.norm->has_beta ? "beta" : "0") +
                                                ", and its gradient is amplified by 1 / √eps = " +
                                                shown_number(std::round(1e4 / std::sqrt(out.eps)) / 1e4) + "."});
  } else if (*smallest < 100.0 * out.eps) {
    out.notices.push_back({"eps_counts", std::string("The smallest ") + name + ", " + shown_number(*smallest) +
                                             ", is not much larger than eps, " + shown_number(out.eps) +
                                             ": the output stays visibly smaller than 1."});
  }
}

}  // namespace

template <>
std::span<const Field<N>> fields<N>() {
  return table;
}

INSTANTIATE_FIELDS(N);

Result<Normalised> normalise(const N& s) {
  const Norm& norm = *find_norm(s.norm);
  Normalised out;
  out.x = s.x.rows == 0 ? drawn(s) : s.x;
  if (auto problem = check_shapes(s, norm, out.x)) return *problem;

  const NormShape shape = norm_shape(norm, out.x.rows, out.x.columns, s.groups);
  const bool fixed = norm.axis == NormAxis::batch && s.norm_mode == "eval";
  RunningStatistics running(out.x.columns);
  if (!s.running_mean.empty()) running.mean = s.running_mean;
  if (!s.running_var.empty()) running.variance = s.running_var;
  running.batches_seen = s.batches_seen;
  out.eps = s.norm_eps.value_or(norm.default_eps);

  const NormStatistics statistics = fixed ? running_norm(shape, running.mean, running.variance, out.eps)
                                          : measure_norm(shape, out.x.values.data(), out.eps, s.mask);
  Matrix normed = like(out.x);
  apply_norm(shape, statistics, out.x.values.data(), normed.values.data(), s.mask);
  out.y = scaled_and_shifted(s, norm, normed);
  out.mean = statistics.mean;
  out.variance = statistics.variance;
  out.count = statistics.count;
  for (std::size_t i = 0; i < out.variance.size(); ++i) {
    out.unbiased_variance.push_back(fixed ? out.variance[i] : unbiased(out.variance[i], out.count[i]));
  }
  out.statistic = sharing(s, shape);
  describe_output(shape, out);
  if (!s.dy.values.empty()) backward(s, shape, statistics, normed, fixed, out);
  if (norm.axis == NormAxis::batch) update_running(s, statistics, running, out);
  if (!fixed) notice_eps(shape, normed, out);
  const std::size_t cells = shape.by_column() ? static_cast<std::size_t>(out.count.front()) : shape.segment;
  if (auto notice = fixed ? std::nullopt : width_notice(norm, cells)) out.notices.push_back(*notice);
  if (!norm.has_beta && !s.beta.empty()) {
    out.notices.push_back({"no_beta", std::string(norm.label) + " has no beta: the one given was left out."});
  }
  return out;
}

}  // namespace signalscope
