#include "norms.hpp"

#include <cmath>
#include <limits>
#include <string>

#include "field_text.hpp"

namespace signalscope {
namespace {

constexpr Norm table[] = {
    {"batch", "BatchNorm", "(x - mean) / √(variance + eps), over the batch for each feature",
     "Ioffe and Szegedy 2015, algorithm 1", 1e-5, NormAxis::batch, true, true},
    {"layer", "LayerNorm", "(x - mean) / √(variance + eps), over the features of each example",
     "Ba, Kiros and Hinton 2016, eq. 3", 1e-5, NormAxis::features, true, true},
    {"rms", "RMSNorm", "x / √(mean square + eps), over the features of each example", "Zhang and Sennrich 2019, eq. 4",
     1e-6, NormAxis::features, false, false},
    {"group", "GroupNorm", "(x - mean) / √(variance + eps), over each group of features of each example",
     "Wu and He 2018, eq. 7", 1e-5, NormAxis::feature_groups, true, true},
};

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

Problem one_value_per_channel(std::string field, const std::string& was, std::size_t values, std::size_t channels,
                              const std::string& way_out) {
  return refused("one_value_per_channel", std::move(field),
                 was + ", which leaves BatchNorm in training " + (values == 0 ? "no value" : "one value") +
                     " for each of its " + std::to_string(channels) + " channels",
                 way_out);
}

NormShape norm_shape(const Norm& norm, std::size_t rows, std::size_t columns, int groups) {
  NormShape shape{&norm, rows, columns, 0};
  if (norm.axis == NormAxis::features) shape.segment = columns;
  if (norm.axis == NormAxis::feature_groups) shape.segment = columns / static_cast<std::size_t>(groups);
  return shape;
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

double complement(double x) { return std::round((1.0 - x) * 1e15) / 1e15; }

double weight_of_new_batch(double momentum, std::string_view convention) {
  return convention == "keras" ? complement(momentum) : momentum;
}

double unbiased(double variance, double count) {
  return count > 1.0 ? variance * (count / (count - 1.0)) : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace signalscope
