// What a trace says in one word, and the number that the word rests on.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "signalscope/scenario.hpp"
#include "signalscope/trace.hpp"

namespace signalscope {

/// One threshold. A verdict is the first row, in table order, whose condition holds; `stable` is what is left.
struct Threshold {
  std::string_view code;
  std::string_view quantity;  ///< what the verdict's value is
  std::string_view relation;  ///< how it compares with `bound`
  double bound;               ///< 0 where the row asks for exactly zero or for a fact
};

std::span<const Threshold> verdict_thresholds();

/// Precondition: the run is complete.
Verdict verdict_of(const Scenario& scenario, const Trace& trace);

/// Whether the loss is constant under the last operation, so that its gradient is zero by construction: the sum of a
/// centred and normalised output is 0, and its mean square 1 as long as eps is negligible, whatever the input.
bool loss_is_constant(const Scenario& scenario, const Trace& trace);

}  // namespace signalscope
