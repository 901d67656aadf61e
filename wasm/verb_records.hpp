// The record that each verb takes, and filling one from what JavaScript gave.
#pragma once

#include <emscripten/val.h>

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "from_js.hpp"
#include "signalscope/fields.hpp"
#include "signalscope/scenario.hpp"
#include "signalscope/verbs.hpp"

namespace signalscope::wasm {

template <class R>
bool has_field(std::string_view name) {
  for (const auto& field : fields<R>()) {
    if (field.name == name) return true;
  }
  return false;
}

/// Sets a field, whichever part of a record holds it. A Jacobian's record holds a whole scenario beside its own fields.
template <class R>
std::optional<Problem> set(R& record, std::string_view name, const Value& value) {
  return assign(record, name, value);
}
inline std::optional<Problem> set(JacobianScenario& record, std::string_view name, const Value& value) {
  return has_field<JacobianScenario>(name) ? assign(record, name, value) : assign(record.scenario, name, value);
}

template <class R>
std::optional<Problem> set_text(R& record, std::string_view name, std::string_view text) {
  return assign_text(record, name, text);
}
inline std::optional<Problem> set_text(JacobianScenario& record, std::string_view name, std::string_view text) {
  return has_field<JacobianScenario>(name) ? assign_text(record, name, text) : assign_text(record.scenario, name, text);
}

template <class R>
Record all_fields(const R& record) {
  return read_all(record);
}
inline Record all_fields(const JacobianScenario& record) {
  Record all = read_all(record.scenario);
  const Record own = read_all(record);
  all.insert(all.end(), own.begin(), own.end());
  return all;
}

/// Why a field could not take what was given. An unknown field is called that even where its value, too, could not
/// be used; what a known one may be is said in the core's own words.
template <class R>
Problem refusal(const Entry& entry) {
  Problem problem = std::get<Problem>(entry.content);
  R scratch;
  const auto of_core = set(scratch, entry.name, Value{std::numeric_limits<double>::quiet_NaN()});
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
  return value ? set(record, entry.name, *value) : refusal<R>(entry);
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
  return refuse({"unknown_choice", "verb",
                 "verb: `" + verb.substr(0, 40) +
                     "` takes no record; it may be propagate, symmetry, normalise, jacobian, draw or activate"});
}

}  // namespace signalscope::wasm
