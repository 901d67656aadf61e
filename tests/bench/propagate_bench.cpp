// How long whole runs take, by what they are made of. `items_per_second` counts layers, drawn and passed both ways.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "signalscope/propagate.hpp"

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

/// What the text draws four lines of: forward alone is what its NumPy program does, 50 steps of one layer each.
std::vector<Scenario> initialisation() {
  std::vector<Scenario> series(4);
  series[0].initialiser = series[1].initialiser = "normal";
  series[0].weight_std = 0.01;
  series[1].weight_std = 0.1;
  series[2].initialiser = "xavier_normal";
  return series;
}

/// Forty layers of PyTorch's own, with and without the skip, forward and backward.
std::vector<Scenario> residual() {
  Scenario plain;
  plain.depth = 40;
  plain.width = 128;
  plain.batch = 64;
  plain.stream = "pytorch";
  plain.initialiser = "pytorch_default";
  plain.bias = "pytorch";
  plain.precision = "float32";
  Scenario added = plain;
  added.residual = "add";
  return {plain, added};
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

BENCHMARK_CAPTURE(run_series, initialisation_forward, initialisation(), 50)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_series, initialisation, initialisation(), 0)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_series, residual, residual(), 0)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, float32_subnormal, sinking(0.01))->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, float32_ordinary, sinking(0.09))->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, defaults, defaults())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, pytorch_float32, pytorch_float32())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, transformer_block, transformer_block())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, deep_and_narrow, deep_and_narrow())->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace signalscope
