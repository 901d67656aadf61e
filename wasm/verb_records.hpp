// The record that each verb takes, and filling one from what JavaScript gave.
#pragma once

#include <emscripten/val.h>

#include <limits>
#include <optional>
#include <string>
#include <variant>

#include "from_js.hpp"
#include "signalscope/fields.hpp"
#include "signalscope/scenario.hpp"
#include "signalscope/verbs.hpp"

namespace signalscope::wasm {

/// Why a field could not take what was given. An unknown field is called that even where its value, too, could not
/// be used; what a known one may be is said in the core's own words.
template <class R>
Problem refusal(const Entry& entry) {
  Problem problem = std::get<Problem>(entry.content);
  R scratch;
  const auto of_core = assign(scratch, entry.name, Value{std::numeric_limits<double>::quiet_NaN()});
  if (!of_core) return problem;
  if (of_core->code == "unknown_field") return *of_core;
  const auto allowed = of_core->message.find("; may be ");
  if (problem.code == "wrong_kind" && allowed != std::string::npos) {
    problem.message.replace(problem.message.find("; may be "), std::string::npos, of_core->message.substr(allowed));
  }
  return problem;
}

template <class R>
std::optional<Problem> set_entry(R& record, const Entry& entry) {
  const auto* value = std::get_if<Value>(&entry.content);
  return value ? assign(record, entry.name, *value) : refusal<R>(entry);
}

/// The defaults with the fields of a JavaScript object set; the first problem where one does not fit.
template <class R>
Result<R> read_record(const emscripten::val& object) {
  const auto entries = read_entries(object);
  if (!entries) return entries.problem();
  R record;
  for (const Entry& entry : entries.value()) {
    if (auto problem = set_entry(record, entry)) return *problem;
  }
  return record;
}

/// Calls `act` with the defaults of the verb's record. Problem: `unknown_choice`, about the field `verb`.
template <class Act>
emscripten::val with_record_of(const std::string& verb, Act act, emscripten::val (*refuse)(const Problem&)) {
  if (verb == "propagate") return act(Scenario{});
  if (verb == "symmetry") return act(SymmetryScenario{});
  if (verb == "normalise") return act(NormaliseScenario{});
  if (verb == "jacobian") return act(JacobianScenario{});
  if (verb == "draw") return act(DrawScenario{});
  if (verb == "activate") return act(ActivateScenario{});
  if (verb == "cost") return act(CostScenario{});
  return refuse({"unknown_choice", "verb",
                 "verb: `" + verb.substr(0, 40) +
                     "` takes no record; it may be propagate, symmetry, normalise, jacobian, draw, activate or cost"});
}

}  // namespace signalscope::wasm
