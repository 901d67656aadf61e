// The verbs that run scenarios, one row each: how a record is read, run, and shown.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arguments.hpp"
#include "column.hpp"
#include "input.hpp"
#include "json_writer.hpp"
#include "signalscope/problem.hpp"
#include "view.hpp"

namespace signalscope::cli {

/// What a verb gave for one series. The functions hold the result that `rows` looks into.
struct Outcome {
  std::string label;
  Record scenario;               ///< every field
  std::vector<Quantities> rows;  ///< of the table
  std::string verdict;           ///< one line, or empty where the verb gives none
  std::vector<Notice> notices;
  std::function<void(json::Writer&)> write_members;
  std::function<Sheet()> make_sheet;
};

struct Verb {
  std::string_view name;
  std::string_view summary;
  /// The key of the result in JSON; empty: its members stand beside label and scenario.
  std::string_view result_key;
  NumberStyle style;
  /// A table has many rows a series, each with the columns of `row`.
  bool many_rows;
  /// A row without content, for the names in it.
  Quantities (*row)();
  /// The columns where the input names none.
  std::vector<std::string> (*columns)(const std::vector<Outcome>& outcomes);
  /// Reads every record before it runs the first one.
  Result<std::vector<Outcome>> (*run)(const std::vector<Series>& series, const std::vector<Setting>& settings);
};

std::span<const Verb> verbs();

/// Nothing where no verb has that name.
const Verb* find_verb(std::string_view name);

}  // namespace signalscope::cli
