#include <algorithm>
#include <limits>

#include "choices.hpp"
#include "fields_table.hpp"
#include "products.hpp"
#include "run.hpp"
#include "signalscope/verbs.hpp"
#include "singular_values.hpp"

namespace signalscope {
namespace {

using Tangents = Signal<double>;

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

/// Carries tangents through a finished run. Either every row is a tangent of one example, one for each input feature;
/// or, where BatchNorm in training ties the examples together, the rows are the tangents of all examples for one input
/// feature.
class Walk {
 public:
  Walk(const TypedRun<double>& run, std::optional<Eigen::Index> example) : run_(run), example_(example) {}

  void through_block(std::size_t layer, Tangents& tangents) {
    const Block<double>& block = run_.blocks()[layer];
    const Scenario& s = run_.scenario();
    const auto placed = [&](std::string_view where) { return block.norm && s.norm_placement == where; };
    Tangents branch = tangents;
    if (placed("pre")) through_norm(*block.norm, block.normed, branch);
    through_map(block.maps[0], branch);
    if (placed("inside")) through_norm(*block.norm, block.normed, branch);
    branch.array() *= rows_of(run_.derivative_of(layer, derivative_), branch.rows()).array();
    if (block.maps.size() == 2) through_map(block.maps[1], branch);
    const double skip = run_.residual().skip(s), weight = run_.residual().branch(s);
    if (skip != 0.0) {
      tangents = skip * tangents + weight * branch;
    } else {
      tangents = weight * branch;
    }
    if (placed("post")) through_norm(*block.norm, block.out, tangents);
  }

 private:
  void through_map(const LinearMap<double>& map, Tangents& tangents) {
    map.apply(products_, tangents, Transposed::neither, moved_);
    tangents.swap(moved_);
  }

  /// What the run kept, row by row beside the tangents.
  Signal<double> rows_of(const Signal<double>& signal, Eigen::Index rows) const {
    return example_ ? Signal<double>(signal.row(*example_).replicate(rows, 1)) : signal;
  }

  /// A norm's derivative (I - 1 1' / n - y y' / n) / divisor is symmetric, so tangents pass as gradients do.
  void through_norm(const NormPlace<double>& place, const Signal<double>& y, Tangents& tangents) const {
    NormShape shape = place.shape;
    shape.rows = static_cast<std::size_t>(tangents.rows());
    NormStatistics statistics = place.statistics;
    if (example_ && !shape.by_column()) {
      statistics.divisor.clear();
      const std::size_t groups = shape.segments_per_row(), first = static_cast<std::size_t>(*example_) * groups;
      for (std::size_t s = 0; s < shape.statistics(); ++s) {
        statistics.divisor.push_back(place.statistics.divisor[first + s % groups]);
      }
    }
    const Signal<double> beside = rows_of(y, tangents.rows());
    norm_backward(shape, statistics, beside.data(), tangents.data(), tangents.data(), run_.norm_statistics_are_fixed());
  }

  const TypedRun<double>& run_;
  std::optional<Eigen::Index> example_;
  Products<double> products_;
  Tangents moved_, derivative_;
};

/// d(layer)/d(input) of the example after each of `layers`, one row for each input feature.
std::vector<Tangents> tangents_after(const TypedRun<double>& run, const JacobianScenario& s,
                                     const std::vector<double>& layers) {
  std::vector<Tangents> kept(layers.size(), Tangents(s.width, s.width));
  const auto walk = [&](Walk along, Tangents tangents, auto&& keep) {
    std::size_t next = 0;
    for (std::size_t layer = 0; next < layers.size(); ++layer) {
      along.through_block(layer, tangents);
      if (static_cast<double>(layer + 1) == layers[next]) keep(kept[next++], tangents);
    }
  };
  if (s.norm != "batch" || run.norm_statistics_are_fixed()) {
    walk({run, s.example}, Tangents::Identity(s.width, s.width),
         [](Tangents& into, const Tangents& all) { into = all; });
    return kept;
  }
  for (Eigen::Index feature = 0; feature < s.width; ++feature) {
    Tangents moved = Tangents::Zero(s.batch, s.width);
    moved(s.example, feature) = 1.0;
    walk({run, std::nullopt}, std::move(moved),
         [&](Tangents& into, const Tangents& all) { into.row(feature) = all.row(s.example); });
  }
  return kept;
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
  std::vector<double> scaled(tangents.data(), tangents.data() + tangents.size());
  for (double& entry : scaled) entry *= scale;
  out.singular_values = singular_values(std::move(scaled), static_cast<std::size_t>(tangents.cols()));
  for (double& value : out.singular_values) value /= scale;
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
  const std::vector<Tangents> tangents = tangents_after(run, s, layers);
  for (std::size_t i = 0; i < layers.size(); ++i)
    out.layers.push_back(spectrum(static_cast<int>(layers[i]), tangents[i]));
  if (s.precision != "float64") {
    out.notices.push_back(
        {"float64", "Jacobians are taken in float64, whatever the precision: their smallest values need it."});
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
