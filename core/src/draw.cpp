#include <cmath>

#include "choices.hpp"
#include "fields_table.hpp"
#include "initialisers.hpp"
#include "signalscope/verbs.hpp"
#include "statistics.hpp"

namespace signalscope {
namespace {

const Field<DrawScenario> table[] = {
    {"initialiser", "Initialiser", "How the weights are drawn.", &DrawScenario::initialiser, std::nullopt,
     initialiser_choices},
    {"fan_in", "fan_in", "Inputs of the linear map.", &DrawScenario::fan_in, Range{1, 4096}},
    {"fan_out", "fan_out", "Outputs of the linear map.", &DrawScenario::fan_out, Range{1, 4096}},
    {"gain", "Gain", "Factor of the He, Xavier, LeCun and orthogonal schemes; auto fits He's to the activation.",
     &DrawScenario::gain, Range{0, 1e6}},
    {"activation", "Activation", "What the auto gain is for.", &DrawScenario::activation, std::nullopt,
     activation_choices},
    {"slope", "Slope", "Negative slope of leaky_relu.", &DrawScenario::slope},
    {"weight_std", "Weight std", "Standard deviation of normal, uniform and the truncated normals.",
     &DrawScenario::weight_std, Range{0, 1e6}},
    {"weight_value", "Weight value", "Value of constant weights.", &DrawScenario::weight_value},
    {"stream", "Stream", "Whose random numbers.", &DrawScenario::stream, std::nullopt, stream_choices},
    {"seed", "Seed", "Seed of the random stream.", &DrawScenario::seed, Range{0, 9007199254740991.0}},
};

}  // namespace

template <>
std::span<const Field<DrawScenario>> fields<DrawScenario>() {
  return table;
}

INSTANTIATE_FIELDS(DrawScenario);

Result<Drawn> draw(const DrawScenario& s) {
  const Initialiser& row = initialiser_named(s.initialiser);
  if (auto problem = check_rejection(row, s.stream, s.weight_std)) return *problem;
  const double gain = resolve_gain(row, s.gain, s.activation, s.slope);
  const WeightShape shape{static_cast<std::size_t>(s.fan_in), static_cast<std::size_t>(s.fan_out), gain, s.weight_std,
                          s.weight_value};
  const bool fan_out_first = s.stream == "pytorch";
  Drawn out;
  out.weights = draw_weights(row, shape, *random::open(s.stream, s.seed), fan_out_first);
  out.layout = fan_out_first ? "fan_out x fan_in" : "fan_in x fan_out";
  if (row.gain_rule != GainRule::none) out.gain = gain;
  out.cut_at = cut_at(row, shape);
  if (row.distribution == Distribution::uniform) out.requested_bound = uniform_bound(row, shape);
  if (row.distribution == Distribution::normal || row.distribution == Distribution::uniform ||
      row.distribution == Distribution::truncated) {
    out.drawn_std = row.std(shape);
    // Only the truncated schemes draw another std than they are asked for: the corrected one a wider one.
    out.requested_std = row.distribution == Distribution::truncated ? s.weight_std : row.std(shape);
  }
  const SignalMoments moments = signal_moments(out.weights.values.data(), out.weights.values.size());
  out.obtained_mean = moments.mean;
  out.obtained_std = moments.std;
  for (double w : out.weights.values) out.obtained_largest = std::max(out.obtained_largest, std::fabs(w));
  return out;
}

}  // namespace signalscope
