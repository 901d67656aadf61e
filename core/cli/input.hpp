// What a verb is to run: the series of a preset, of a file, or the defaults.
#pragma once

#include <string>
#include <vector>

#include "arguments.hpp"
#include "json.hpp"
#include "signalscope/problem.hpp"
#include "signalscope/value.hpp"

namespace signalscope::cli {

/// A label and the fields that are not left at their defaults; a later one of the same name wins.
struct Series {
  std::string label;
  Record fields;
};

struct Input {
  std::string title;
  std::string verb;                  ///< that a preset was made for; empty: any
  std::vector<std::string> columns;  ///< of the table; empty: the verb's own choice
  std::vector<Series> series;        ///< at least one
  bool several = false;              ///< a preset or a file like one, so that results stand under their labels
};

/// Reads the preset or the file that the arguments name. Problems: `unknown_preset`, `unreadable_file`, `bad_json`,
/// `wrong_kind`, `wrong_shape`, `unknown_field`.
Result<Input> read_input(const Arguments& arguments);

/// From one JSON text: a record of fields, or an object like a preset, with `series` or `base`.
Result<Input> input_from(const json::Node& root);

/// A flag, number, text, list of numbers, or list of rows of one length. Problems: `wrong_kind`, `wrong_shape`.
Result<Value> value_from(const std::string& field, const json::Node& node);

/// The presets of the project: name by name.
Result<json::Node> presets();

}  // namespace signalscope::cli
