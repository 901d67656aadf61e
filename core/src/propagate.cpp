#include "signalscope/propagate.hpp"

#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>

#include "run.hpp"

namespace signalscope {
namespace {

/// Open runs by token. Tokens instead of handles: a token can cross any boundary, and a stale one is only a problem.
struct OpenRuns {
  std::mutex mutex;
  std::map<int, std::shared_ptr<Run>> runs;
  int last_token = 0;
};

OpenRuns& open_runs() {
  static OpenRuns instance;
  return instance;
}

std::shared_ptr<Run> find_run(int token) {
  OpenRuns& open = open_runs();
  const std::lock_guard lock(open.mutex);
  const auto found = open.runs.find(token);
  return found == open.runs.end() ? nullptr : found->second;
}

/// Asks for the run's memory once and gives it back, so that a machine that has too little says so here and not in the
/// middle.
bool memory_is_there(const Scenario& scenario) {
  void* block = std::malloc(static_cast<std::size_t>(memory_needed(scenario)));
  std::free(block);
  return block != nullptr;
}

}  // namespace

Result<int> begin(const Scenario& scenario) {
  if (auto problem = validate(scenario)) return *problem;
  if (!memory_is_there(scenario)) {
    return Problem{"too_large", "depth",
                   "depth: was " + std::to_string(scenario.depth) + ", for which this machine does not give the " +
                       std::to_string(static_cast<long long>(memory_needed(scenario) / 1048576.0)) +
                       " MiB of memory that the run needs; may be smaller."};
  }
  OpenRuns& open = open_runs();
  const std::lock_guard lock(open.mutex);
  const int token = ++open.last_token;
  open.runs.emplace(token, open_run(scenario));
  return token;
}

Result<Advance> advance(int token, int layers) {
  const std::shared_ptr<Run> run = find_run(token);
  if (!run) {
    return Problem{"bad_token", "token",
                   "token: was " + std::to_string(token) + "; may be one that begin gave and end has not taken."};
  }
  for (int i = 0; i < layers && !run->done(); ++i) run->step();
  return Advance{run->trace(), run->progress()};
}

void end(int token) {
  OpenRuns& open = open_runs();
  const std::lock_guard lock(open.mutex);
  open.runs.erase(token);
}

Result<Trace> propagate(const Scenario& scenario) {
  const Result<int> token = begin(scenario);
  if (!token) return token.problem();
  const std::shared_ptr<Run> run = find_run(token.value());
  while (!run->done()) run->step();
  Trace trace = run->trace();
  end(token.value());
  return trace;
}

}  // namespace signalscope
