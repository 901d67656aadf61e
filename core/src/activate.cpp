#include "activations.hpp"
#include "choices.hpp"
#include "fields_table.hpp"
#include "signalscope/verbs.hpp"

namespace signalscope {
namespace {

const Field<ActivateScenario> table[] = {
    {"activation", "Activation", "The function.", &ActivateScenario::activation, std::nullopt, activation_choices},
    {"slope", "Slope", "Negative slope of leaky_relu.", &ActivateScenario::slope},
    {"values", "Values", "Where to evaluate it.", &ActivateScenario::values},
};

}  // namespace

template <>
std::span<const Field<ActivateScenario>> fields<ActivateScenario>() {
  return table;
}

INSTANTIATE_FIELDS(ActivateScenario);

Result<Activated> activate(const ActivateScenario& s) {
  const Activation& row = *find_activation(s.activation);
  Activated out{std::vector<double>(s.values.size()), std::vector<double>(s.values.size())};
  row.value(s.values.data(), out.values.data(), s.values.size(), s.slope);
  row.derivative(s.values.data(), out.derivatives.data(), s.values.size(), s.slope);
  return out;
}

}  // namespace signalscope
