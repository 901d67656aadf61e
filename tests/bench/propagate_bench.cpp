// How long whole runs take, by what they are made of. `items_per_second` counts layers, drawn and passed both ways.
#include <benchmark/benchmark.h>

#include "signalscope/propagate.hpp"

namespace signalscope {
namespace {

void run(benchmark::State& state, const Scenario& scenario) {
  for (auto _ : state) {
    auto trace = propagate(scenario);
    if (!trace) {
      state.SkipWithError(trace.problem().message.c_str());
      return;
    }
    benchmark::DoNotOptimize(trace->rms.data());
  }
  state.SetItemsProcessed(state.iterations() * scenario.depth);
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

BENCHMARK_CAPTURE(run, defaults, defaults())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, pytorch_float32, pytorch_float32())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, transformer_block, transformer_block())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, deep_and_narrow, deep_and_narrow())->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace signalscope
