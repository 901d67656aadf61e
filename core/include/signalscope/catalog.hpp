// The verb `catalog`: every choice with its label, formula and source, and every field with its range and default.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "signalscope/value.hpp"

namespace signalscope {

/// One row of a table of choices: an activation, an initialiser, a norm, a residual scheme.
struct Choice {
  std::string name;
  std::string label;
  std::string formula;  ///< plain text
  std::string source;   ///< paper or library
};

struct FieldEntry {
  std::string name;
  std::string label;
  std::string help;
  std::string kind;  ///< whole, number, number_or_auto, flag, choice, list, matrix
  std::optional<double> minimum;
  std::optional<double> maximum;
  std::vector<std::string> choices;
  std::string default_text;  ///< as `--set` takes it
};

/// One record type and its fields; `verb` is the verb that takes it.
struct RecordEntry {
  std::string verb;
  std::vector<FieldEntry> fields;
};

struct Catalog {
  std::string version;
  std::vector<RecordEntry> records;
  std::vector<Choice> activation;
  std::vector<Choice> initialiser;
  std::vector<Choice> norm;
  std::vector<Choice> residual;
  double memory_cap = 0.0;  ///< bytes
};

Catalog catalog();

/// The text of `core/presets.json`, the one file of presets.
std::string_view presets_json();

template <class Visitor>
void describe(const Choice& c, Visitor&& visit) {
  visit("name", c.name);
  visit("label", c.label);
  visit("formula", c.formula);
  visit("source", c.source);
}

template <class Visitor>
void describe(const FieldEntry& f, Visitor&& visit) {
  visit("name", f.name);
  visit("label", f.label);
  visit("help", f.help);
  visit("kind", f.kind);
  visit("minimum", f.minimum);
  visit("maximum", f.maximum);
  visit("choices", f.choices);
  visit("default", f.default_text);
}

template <class Visitor>
void describe(const RecordEntry& r, Visitor&& visit) {
  visit("verb", r.verb);
  visit("fields", r.fields);
}

template <class Visitor>
void describe(const Catalog& c, Visitor&& visit) {
  visit("version", c.version);
  visit("records", c.records);
  visit("activation", c.activation);
  visit("initialiser", c.initialiser);
  visit("norm", c.norm);
  visit("residual", c.residual);
  visit("memory_cap", c.memory_cap);
}

}  // namespace signalscope
