// How long whole runs take, by what they are made of. `items_per_second` counts layers, drawn and passed both ways.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "signalscope/propagate.hpp"
#include "texts.hpp"

namespace signalscope {
namespace {

void run(benchmark::State& state, Scenario scenario) {
  for (auto _ : state) {
    ++scenario.seed;
    auto trace = propagate(scenario);
    if (!trace) {
      state.SkipWithError(trace.problem().message.c_str());
      return;
    }
    benchmark::DoNotOptimize(trace->rms.data());
  }
  state.SetItemsProcessed(state.iterations() * scenario.depth);
}

/// The series of a preset one after the other on one thread, as far as `steps` a series; 0 goes to the end. Every round
/// has a seed of its own, so that it draws anew what its series share.
void run_series(benchmark::State& state, std::vector<Scenario> series, int steps) {
  double layers = 0.0;
  std::uint64_t seed = 0;
  for (auto _ : state) {
    ++seed;
    for (Scenario& scenario : series) {
      scenario.seed = seed;
      const Result<int> token = begin(scenario);
      if (!token) {
        state.SkipWithError(token.problem().message.c_str());
        return;
      }
      const int all = steps == 0 ? std::numeric_limits<int>::max() : steps;
      benchmark::DoNotOptimize(advance(token.value(), all)->trace.rms.data());
      end(token.value());
      layers += scenario.depth;
    }
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(layers));
}

/// A signal that sinks into float32's subnormal numbers; with a larger std it is the same work on numbers of ordinary
/// size.
Scenario sinking(double weight_std) {
  Scenario scenario;
  scenario.initialiser = "normal";
  scenario.weight_std = weight_std;
  scenario.precision = "float32";
  return scenario;
}

Scenario defaults() { return {}; }

Scenario pytorch_float32() {
  Scenario scenario;
  scenario.stream = "pytorch";
  scenario.precision = "float32";
  return scenario;
}

Scenario transformer_block() {
  Scenario scenario;
  scenario.depth = 24;
  scenario.block = "feedforward";
  scenario.activation = "gelu";
  scenario.norm = "layer";
  scenario.residual = "add";
  scenario.loss = "random";
  return scenario;
}

Scenario deep_and_narrow() {
  Scenario scenario;
  scenario.depth = 1000;
  scenario.width = 64;
  scenario.batch = 64;
  return scenario;
}

// Forward alone is what the text's NumPy program does: 50 steps of one layer each.
BENCHMARK_CAPTURE(run_series, initialisation_forward, bench::initialisation(), 50)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_series, initialisation, bench::initialisation(), 0)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_series, residual, bench::residual(), 0)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, float32_subnormal, sinking(0.01))->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, float32_ordinary, sinking(0.09))->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, defaults, defaults())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, pytorch_float32, pytorch_float32())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, transformer_block, transformer_block())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, deep_and_narrow, deep_and_narrow())->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace signalscope
