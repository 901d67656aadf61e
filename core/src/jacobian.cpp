#include <Eigen/SVD>
#include <algorithm>
#include <limits>

#include "choices.hpp"
#include "fields_table.hpp"
#include "run.hpp"
#include "signalscope/verbs.hpp"

namespace signalscope {
namespace {

using Tangents = Signal<double>;  // one row for each input feature k: d(signal of the example) / d(input k)

constexpr int widest = 512;
constexpr double rank_threshold = 1e-13;

/// The scenario's own rows, for the record that adds `example` and `layers` to it.
std::vector<Field<JacobianScenario>> make_table() {
  std::vector<Field<JacobianScenario>> rows = {
      {"example", "Example", "Which example of the batch, 0 is the first.", &JacobianScenario::example, Range{0, 4095}},
      {"layers", "Layers", "After which layers to look, 1 is the first.", &JacobianScenario::layers, Range{1, 10000}},
  };
  for (const Field<Scenario>& field : fields<Scenario>()) {
    const auto member = std::visit([](auto m) { return Member<JacobianScenario>(m); }, field.member);
    rows.push_back({field.name, field.label, field.help, member, field.range, field.choices});
  }
  return rows;
}

/// d(norm) applied to each row of tangents, at the example's output y with the divisor of its statistics. Row-wise
/// norms: (t - mean(t) - y mean(t y)) / divisor over the cells of a statistic. BatchNorm in training moves its
/// statistics by 1 / batch of the example's own change, the other examples held fixed; in eval they do not move.
void through_norm(const NormPlace<double>& place, Eigen::Index example, const Signal<double>& y, bool fixed,
                  Tangents& tangents) {
  const NormShape& shape = place.shape;
  const auto row = static_cast<std::size_t>(example);
  if (shape.by_column()) {
    for (Eigen::Index column = 0; column < tangents.cols(); ++column) {
      const auto s = static_cast<std::size_t>(column);
      const double n = place.statistics.count[s], at = y(example, column);
      const double kept = fixed ? 1.0 : 1.0 - (1.0 + at * at) / n;
      tangents.col(column) *= kept / place.statistics.divisor[s];
    }
    return;
  }
  const auto length = static_cast<Eigen::Index>(shape.segment);
  for (Eigen::Index first = 0; first < tangents.cols(); first += length) {
    const double divisor = place.statistics.divisor[shape.statistic_of(row, static_cast<std::size_t>(first))];
    auto cells = tangents.middleCols(first, length);
    const Eigen::RowVectorXd at = y.row(example).segment(first, length);
    const Eigen::VectorXd along = cells * at.transpose() / static_cast<double>(length);
    if (shape.norm->centred) {
      const Eigen::VectorXd mean = cells.rowwise().mean();
      cells.colwise() -= mean;
    }
    cells -= along * at;
    cells /= divisor;
  }
}

void through_block(const TypedRun<double>& run, std::size_t layer, Eigen::Index example, Tangents& tangents) {
  const Block<double>& block = run.blocks()[layer];
  const Scenario& s = run.scenario();
  const bool fixed = run.norm_statistics_are_fixed();
  const auto placed = [&](std::string_view where) { return block.norm && s.norm_placement == where; };
  Tangents branch = tangents;
  if (placed("pre")) through_norm(*block.norm, example, block.normed, fixed, branch);
  branch = (branch * block.maps[0].weight).eval();
  if (placed("inside")) through_norm(*block.norm, example, block.normed, fixed, branch);
  branch.array().rowwise() *= block.derivative.row(example).array();
  if (block.maps.size() == 2) branch = (branch * block.maps[1].weight).eval();
  const double skip = run.residual().skip(s), weight = run.residual().branch(s);
  if (skip != 0.0) {
    tangents = skip * tangents + weight * branch;
  } else {
    tangents = weight * branch;
  }
  if (placed("post")) through_norm(*block.norm, example, block.out, fixed, tangents);
}

JacobianLayer spectrum(int layer, const Tangents& tangents) {
  JacobianLayer out;
  out.layer = layer;
  if (!tangents.allFinite()) {
    out.singular_values.assign(static_cast<std::size_t>(tangents.cols()), std::numeric_limits<double>::quiet_NaN());
    return out;
  }
  // The singular values of c T are c times those of T: with entries near 1 nothing is lost to underflow.
  const double largest = tangents.cwiseAbs().maxCoeff();
  const double scale = square_safe_scale(largest);
  const Eigen::MatrixXd scaled = tangents * scale;
  const Eigen::VectorXd values = Eigen::BDCSVD<Eigen::MatrixXd>(scaled).singularValues() / scale;
  out.singular_values.assign(values.data(), values.data() + values.size());
  for (double value : out.singular_values) out.rank += value > rank_threshold * out.singular_values.front();
  return out;
}

std::optional<Problem> check_request(const JacobianScenario& s) {
  if (s.width > widest) {
    return refused("out_of_range", "width", std::to_string(s.width),
                   "at most " + std::to_string(widest) + " for a Jacobian");
  }
  if (s.example >= s.batch) {
    return refused("out_of_range", "example", std::to_string(s.example),
                   "from 0 to batch - 1 = " + std::to_string(s.batch - 1));
  }
  for (double layer : s.layers) {
    if (layer != std::floor(layer)) return refused("not_whole", "layers", shown_number(layer), "whole numbers");
    if (layer > s.depth)
      return refused("out_of_range", "layers", shown_number(layer), "from 1 to depth = " + std::to_string(s.depth));
  }
  return std::nullopt;
}

}  // namespace

template <>
std::span<const Field<JacobianScenario>> fields<JacobianScenario>() {
  static const std::vector<Field<JacobianScenario>> table = make_table();
  return table;
}

INSTANTIATE_FIELDS(JacobianScenario);

Result<Jacobian> jacobian(const JacobianScenario& s) {
  if (auto problem = check_request(s)) return *problem;
  if (auto problem = validate(s)) return *problem;
  std::vector<double> layers = s.layers;
  if (layers.empty()) layers = {1.0, std::ceil(s.depth / 2.0), static_cast<double>(s.depth)};
  std::sort(layers.begin(), layers.end());
  layers.erase(std::unique(layers.begin(), layers.end()), layers.end());

  // The product is taken in float64 whatever the precision asked for: its small singular values are the point.
  Scenario scenario = s;
  scenario.precision = "float64";
  TypedRun<double> run(scenario);
  run.forward_only();

  Jacobian out;
  Tangents tangents = Tangents::Identity(s.width, s.width);
  std::size_t next = 0;
  for (std::size_t layer = 0; next < layers.size(); ++layer) {
    through_block(run, layer, s.example, tangents);
    if (static_cast<double>(layer + 1) != layers[next]) continue;
    out.layers.push_back(spectrum(static_cast<int>(layer) + 1, tangents));
    ++next;
  }
  if (s.norm == "batch" && s.norm_mode == "train") {
    out.notices.push_back(
        {"others_fixed",
         "BatchNorm in training ties the examples together; this is the Jacobian of one example with the "
         "others held fixed."});
  }
  return out;
}

}  // namespace signalscope
