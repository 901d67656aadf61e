// The core's verbs as free functions of plain values: each takes a JavaScript object or primitive and gives
// `{ value, problem }`. Conversion only; loader.js gives them their public face and signalscope.d.ts their types.

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <string>

#include "from_js.hpp"
#include "signalscope/catalog.hpp"
#include "signalscope/propagate.hpp"
#include "signalscope/verbs.hpp"
#include "to_js.hpp"
#include "verb_records.hpp"

namespace signalscope::wasm {
namespace {

using emscripten::val;

/// Reads the record of a verb and calls it.
template <class R, auto verb>
val call(const val& object) {
  const auto record = read_record<R>(object);
  return record ? outcome(verb(record.value())) : outcome(record.problem());
}

val advance_run(const val& token, const val& layers) {
  const auto open = read_whole(token, "token");
  if (!open) return outcome(open.problem());
  const auto steps = read_whole(layers, "layers");
  if (!steps) return outcome(steps.problem());
  return outcome(advance(open.value(), steps.value()));
}

val end_run(const val& token) {
  const auto open = read_whole(token, "token");
  if (!open) return outcome(open.problem());
  end(open.value());
  return success(true);
}

/// `{ memory_needed }` in bytes, or why the core would not run it.
val validate_scenario(const val& object) {
  const auto scenario = read_record<Scenario>(object);
  if (!scenario) return outcome(scenario.problem());
  if (const auto problem = validate(scenario.value())) return outcome(*problem);
  return success(Record{{"memory_needed", memory_needed(scenario.value())}});
}

/// Every field of the verb's record, the object's over the defaults.
val complete(const val& verb, const val& object) {
  const auto name = read_text(verb, "verb");
  if (!name) return outcome(name.problem());
  const auto act = [&]<class R>(const R&) {
    const auto record = read_record<R>(object);
    return record ? success(read_all(record.value())) : outcome(record.problem());
  };
  return with_record_of(name.value(), act, outcome);
}

/// One field from text, as the core reads it: its value, or the core's own problem.
val assign_field_text(const val& verb, const val& field, const val& text) {
  const auto verb_name = read_text(verb, "verb");
  if (!verb_name) return outcome(verb_name.problem());
  const auto field_name = read_text(field, "field");
  if (!field_name) return outcome(field_name.problem());
  const auto content = read_text(text, field_name.value());
  if (!content) return outcome(content.problem());
  const auto act = [&](auto record) {
    if (const auto problem = assign_text(record, field_name.value(), content.value())) return outcome(*problem);
    for (const auto& [name, value] : read_all(record)) {
      if (name == field_name.value()) return success(value);
    }
    return outcome(Problem{"unknown_field", field_name.value(), field_name.value() + ": has no value to read back"});
  };
  return with_record_of(verb_name.value(), act, outcome);
}

val all_choices() { return success(catalog()); }
val all_presets() { return success(presets_json()); }

}  // namespace

EMSCRIPTEN_BINDINGS(signalscope) {
  emscripten::function("propagate", &call<Scenario, propagate>);
  emscripten::function("begin", &call<Scenario, begin>);
  emscripten::function("advance", &advance_run);
  emscripten::function("end", &end_run);
  emscripten::function("symmetry", &call<SymmetryScenario, symmetry>);
  emscripten::function("normalise", &call<NormaliseScenario, normalise>);
  emscripten::function("jacobian", &call<JacobianScenario, jacobian>);
  emscripten::function("draw", &call<DrawScenario, draw>);
  emscripten::function("activate", &call<ActivateScenario, activate>);
  emscripten::function("cost", &call<CostScenario, cost>);
  emscripten::function("catalog", &all_choices);
  emscripten::function("presets", &all_presets);
  emscripten::function("validate", &validate_scenario);
  emscripten::function("complete", &complete);
  emscripten::function("assign_text", &assign_field_text);
}

}  // namespace signalscope::wasm
