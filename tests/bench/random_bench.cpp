// What a random number takes, by stream, kind and way to make it: the inverse of items_per_second is the time of one.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "random/numpy.hpp"
#include "random/pytorch.hpp"

namespace signalscope::random {
namespace {

// The weights of a layer of the initialisation preset.
constexpr std::int64_t layer = 256 * 256;

template <class Kind, class Path>
void normals(benchmark::State& state, const Path* path) {
  Kind stream(0, *path);
  std::vector<double> values(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    stream.standard_normal(values);
    benchmark::DoNotOptimize(values.data());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

template <class Kind, class Path>
void uniforms(benchmark::State& state, const Path* path) {
  Kind stream(0, *path);
  std::vector<double> values(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    stream.uniform(-1.0, 1.0, values);
    benchmark::DoNotOptimize(values.data());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

template <class Kind, class Path>
void register_all(const std::string& stream, std::span<const Path> paths) {
  for (const Path& path : paths) {
    const std::string way(path.name);
    benchmark::RegisterBenchmark((stream + "/normal/" + way).c_str(), normals<Kind, Path>, &path)->Arg(layer);
    benchmark::RegisterBenchmark((stream + "/uniform/" + way).c_str(), uniforms<Kind, Path>, &path)->Arg(layer);
  }
}

const bool registered = [] {
  register_all<NumpyStream>("numpy", numpy_paths());
  register_all<PytorchStream>("pytorch", pytorch_paths());
  return true;
}();

}  // namespace
}  // namespace signalscope::random
