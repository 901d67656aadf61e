// What a norm takes, forward and backward, by its row of the table: LayerNorm beside RMSNorm is the cost of the mean.
// Both go through the same kernels. The page and the verb `cost` measure the same beside a whole feed-forward block.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "norms.hpp"
#include "random/stream.hpp"

namespace signalscope {
namespace {

constexpr std::size_t rows = 64;

template <class S>
void norm_forward_and_backward(benchmark::State& state, const Norm& norm) {
  const auto columns = static_cast<std::size_t>(state.range(0));
  std::vector<double> drawn(rows * columns);
  random::open("numpy", 0)->standard_normal(drawn);
  const std::vector<S> x(drawn.begin(), drawn.end());
  std::vector<S> y(x.size()), dx(x.size());
  const NormShape shape = norm_shape(norm, rows, columns, 8);
  for (auto _ : state) {
    const NormStatistics statistics = measure_norm(shape, x.data(), norm.default_eps);
    apply_norm(shape, statistics, x.data(), y.data());
    norm_backward(shape, statistics, y.data(), x.data(), dx.data(), false);
    benchmark::DoNotOptimize(dx.data());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(x.size()));
}

/// One benchmark a norm and precision, so that a new norm is timed as soon as it has a row.
const bool registered = [] {
  for (const Norm& norm : norms()) {
    const std::string name(norm.label);
    benchmark::RegisterBenchmark((name + "/float32").c_str(), norm_forward_and_backward<float>, norm)->Arg(512);
    benchmark::RegisterBenchmark((name + "/float64").c_str(), norm_forward_and_backward<double>, norm)->Arg(512);
  }
  return true;
}();

}  // namespace
}  // namespace signalscope
