// The verb `propagate`: how a signal travels through depth, forward and backward.
#pragma once

#include <optional>

#include "signalscope/problem.hpp"
#include "signalscope/scenario.hpp"
#include "signalscope/trace.hpp"

namespace signalscope {

/// A run under way: its trace so far and how far it is.
struct Advance {
  Trace trace;
  Progress progress;
};

template <class Visitor>
void describe(const Advance& a, Visitor&& visit) {
  visit("trace", a.trace);
  visit("progress", a.progress);
}

/// Checks the scenario and opens a run. The token is a positive integer, never used twice.
Result<int> begin(const Scenario& scenario);

/// Takes `layers` further steps (a step is one layer drawn, passed forward or passed backward) and gives the trace so
/// far. A step after the run is done changes nothing. Problem: `bad_token`.
Result<Advance> advance(int token, int layers);

/// Closes a run and frees its memory. A token that is not open is left alone.
void end(int token);

/// `begin`, `advance` to the end, `end`.
Result<Trace> propagate(const Scenario& scenario);

}  // namespace signalscope
