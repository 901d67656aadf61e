// The outcomes of a verb in each of the three formats.
#pragma once

#include <string>
#include <vector>

#include "column.hpp"
#include "input.hpp"
#include "verb.hpp"

namespace signalscope::cli {

struct Report {
  const Verb& verb;
  const Input& input;
  const std::vector<Column>& columns;  ///< that the input names; empty: the verb's own
  const std::vector<Outcome>& outcomes;
};

std::string report_table(const Report& report);
std::string report_json(const Report& report);
std::string report_csv(const Report& report);

}  // namespace signalscope::cli
