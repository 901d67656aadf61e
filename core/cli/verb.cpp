#include "verb.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "number_text.hpp"
#include "parallel.hpp"
#include "signalscope/fields.hpp"
#include "signalscope/propagate.hpp"
#include "signalscope/verbs.hpp"

namespace signalscope::cli {
namespace {

/// The fields of the series, and over them what `--set` says.
template <class Scenario>
Result<Scenario> scenario_of(const Series& series, const std::vector<Setting>& settings) {
  Scenario scenario;
  if (auto problem = assign_all(scenario, series.fields)) return *problem;
  for (const Setting& setting : settings) {
    if (auto problem = assign_text(scenario, setting.name, setting.text)) return *problem;
  }
  return scenario;
}

template <class Scenario>
Result<std::vector<Scenario>> scenarios_of(const std::vector<Series>& series, const std::vector<Setting>& settings) {
  std::vector<Scenario> scenarios;
  for (const Series& one : series) {
    Result<Scenario> scenario = scenario_of<Scenario>(one, settings);
    if (!scenario) return scenario.problem();
    scenarios.push_back(std::move(scenario.value()));
  }
  return scenarios;
}

std::string verdict_line(const Verdict& verdict) {
  const std::string layer = verdict.layer ? " at layer " + std::to_string(*verdict.layer) : "";
  return verdict.code + layer + " (" + verdict.quantity + ": " + exponent_text(verdict.value) + ")";
}

template <class Scenario, class Output>
Outcome outcome_of(const std::string& label, Scenario given, Output got) {
  const auto scenario = std::make_shared<const Scenario>(std::move(given));
  const auto output = std::make_shared<const Output>(std::move(got));
  Outcome outcome;
  outcome.label = label;
  outcome.scenario = read_all(*scenario);
  outcome.rows = table_rows(*scenario, *output);
  if constexpr (requires { output->verdict; }) outcome.verdict = verdict_line(output->verdict);
  if constexpr (requires { output->notices; }) outcome.notices = output->notices;
  outcome.write_members = [output](json::Writer& writer) { writer.members(*output); };
  outcome.make_sheet = [scenario, output] { return sheet(*scenario, *output); };
  return outcome;
}

/// Runs go side by side as far as together they keep to the memory of one; the other verbs are short, or measure time.
template <class R>
std::size_t threads_for(const std::vector<R>& records) {
  if constexpr (std::is_same_v<R, Scenario>) {
    double largest = 1.0;
    for (const Scenario& scenario : records) largest = std::max(largest, memory_needed(scenario));
    const auto together = static_cast<std::size_t>(static_cast<double>(memory_cap) / largest);
    return std::clamp<std::size_t>(together, 1, threads_allowed());
  }
  return 1;
}

template <class Scenario, class Output, Result<Output> (*function)(const Scenario&)>
Result<std::vector<Outcome>> run(const std::vector<Series>& series, const std::vector<Setting>& settings) {
  Result<std::vector<Scenario>> scenarios = scenarios_of<Scenario>(series, settings);
  if (!scenarios) return scenarios.problem();
  std::vector<std::optional<Result<Output>>> outputs(series.size());
  in_parallel(series.size(), threads_for(scenarios.value()),
              [&](std::size_t i) { outputs[i] = function(scenarios.value()[i]); });
  std::vector<Outcome> outcomes;
  for (std::size_t i = 0; i < series.size(); ++i) {
    Result<Output>& output = *outputs[i];
    if (!output) return output.problem();
    outcomes.push_back(outcome_of(series[i].label, std::move(scenarios.value()[i]), std::move(output.value())));
  }
  return outcomes;
}

template <class Output>
Quantities row() {
  return quantities(typename RowOf<Output>::Type());
}

/// All columns of a table with many rows a series.
template <class Output>
std::vector<std::string> all_columns(const std::vector<Outcome>&) {
  std::vector<std::string> names;
  for (const Quantity& quantity : row<Output>()) names.push_back(quantity.name);
  return names;
}

/// First, middle and last layer of the deepest run.
std::vector<std::string> layer_columns(const std::vector<Outcome>& outcomes) {
  std::size_t depth = 1;
  for (const Outcome& outcome : outcomes) {
    for (const Quantity& quantity : outcome.rows.front()) {
      const List* list = quantity.name == "rms" ? std::get_if<List>(&quantity.content) : nullptr;
      if (list != nullptr) depth = std::max(depth, list->size());
    }
  }
  return {"rms@1", "rms@" + std::to_string((depth + 1) / 2), "rms@" + std::to_string(depth), "grad_rms@1",
          "gradient_ratio"};
}

using Names = std::vector<std::string>;
using Outcomes = std::vector<Outcome>;

const Verb table[] = {
    {"propagate", "how a signal travels through depth, forward and backward", "trace", NumberStyle::exponent, false,
     row<Trace>, layer_columns, run<Scenario, Trace, propagate>},
    {"symmetry", "the first layer's gradient, with equal and with random weights", "", NumberStyle::fixed, false,
     row<Symmetry>,
     [](const Outcomes&) {
       return Names{"gradient[0]", "distinct_columns"};
     },
     run<SymmetryScenario, Symmetry, symmetry>},
    {"normalise", "one norm on one matrix, forward and backward", "", NumberStyle::fixed, false, row<Normalised>,
     [](const Outcomes&) {
       return Names{"output_mean_max", "output_std_min"};
     },
     run<NormaliseScenario, Normalised, normalise>},
    {"jacobian", "singular values of the derivative of a layer by the input", "", NumberStyle::exponent, true,
     row<Jacobian>, all_columns<Jacobian>, run<JacobianScenario, Jacobian, jacobian>},
    {"draw", "the weights of an initialiser, as a fresh stream draws them", "", NumberStyle::exponent, false,
     row<Drawn>,
     [](const Outcomes&) {
       return Names{"gain",          "requested_std", "requested_bound", "cut_at",
                    "obtained_mean", "obtained_std",  "obtained_largest"};
     },
     run<DrawScenario, Drawn, draw>},
    {"activate", "an activation and its derivative at given values", "", NumberStyle::general, true, row<Activated>,
     all_columns<Activated>, run<ActivateScenario, Activated, activate>},
    {"cost", "what the mean of LayerNorm costs, in microseconds measured here and now", "", NumberStyle::fixed, false,
     row<Cost>,
     [](const Outcomes&) {
       return Names{"layer_norm.median", "rms_norm.median", "block.median", "share_of_norm.median",
                    "share_of_block.median"};
     },
     run<CostScenario, Cost, cost>},
};

}  // namespace

std::span<const Verb> verbs() { return table; }

const Verb* find_verb(std::string_view name) {
  const auto found =
      std::find_if(std::begin(table), std::end(table), [&](const Verb& verb) { return verb.name == name; });
  return found == std::end(table) ? nullptr : found;
}

}  // namespace signalscope::cli
