#include "signalscope/catalog.hpp"

#include "activations.hpp"
#include "fields_table.hpp"
#include "initialisers.hpp"
#include "norms.hpp"
#include "residuals.hpp"
#include "signalscope/scenario.hpp"
#include "signalscope/verbs.hpp"

#ifndef SIGNALSCOPE_VERSION
#define SIGNALSCOPE_VERSION "development"
#endif

namespace signalscope {
namespace {

/// The catalog's view of a table of choices.
template <class Rows>
std::vector<Choice> choices_of(const Rows& rows) {
  std::vector<Choice> choices;
  for (const auto& row : rows) {
    choices.push_back(
        {std::string(row.name), std::string(row.label), std::string(row.formula), std::string(row.source)});
  }
  return choices;
}

}  // namespace

Catalog catalog() {
  Catalog out;
  out.version = SIGNALSCOPE_VERSION;
  out.records.push_back(record_entry<Scenario>("propagate"));
  out.records.push_back(record_entry<SymmetryScenario>("symmetry"));
  out.records.push_back(record_entry<NormaliseScenario>("normalise"));
  out.records.push_back(record_entry<JacobianScenario>("jacobian"));
  out.records.push_back(record_entry<DrawScenario>("draw"));
  out.records.push_back(record_entry<ActivateScenario>("activate"));
  out.records.push_back(record_entry<CostScenario>("cost"));
  out.activation = choices_of(activations());
  out.initialiser = choices_of(initialisers());
  out.norm = choices_of(norms());
  out.residual = choices_of(residuals());
  out.memory_cap = static_cast<double>(memory_cap);
  return out;
}

}  // namespace signalscope
