// Products at the sizes of the texts, on every path that this machine has, beside the most that its multiply-adds can
// do: `GFLOP/s`, and `of_peak` with the peak measured just before. A product of m x k by k x n is 2 m k n operations.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "products.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace signalscope {
namespace {

constexpr int chains = 12;  ///< of dependent multiply-adds, enough to fill two units of four cycles each
constexpr int links = 20000;

#if defined(__x86_64__)
[[gnu::target("avx2,fma")]] double chain_of_256_bits() {
  __m256d sums[chains];
  for (auto& sum : sums) sum = _mm256_setzero_pd();
  __m256d factor = _mm256_set1_pd(1e-9);
  for (int link = 0; link < links; ++link) {
    asm volatile("" : "+x"(factor));  // new to the compiler each time, yet in its register
#pragma GCC unroll 12
    for (int i = 0; i < chains; ++i) sums[i] = _mm256_fmadd_pd(factor, factor, sums[i]);
  }
  double total = 0.0;
  for (const auto& sum : sums) total += sum[0];
  return total;
}

[[gnu::target("avx512f")]] double chain_of_512_bits() {
  __m512d sums[chains];
  for (auto& sum : sums) sum = _mm512_setzero_pd();
  __m512d factor = _mm512_set1_pd(1e-9);
  for (int link = 0; link < links; ++link) {
    asm volatile("" : "+v"(factor));
#pragma GCC unroll 12
    for (int i = 0; i < chains; ++i) sums[i] = _mm512_fmadd_pd(factor, factor, sums[i]);
  }
  double total = 0.0;
  for (const auto& sum : sums) total += sum[0];
  return total;
}
#endif

/// Operations a second of one core in float64, the best of many short runs; 0 where the path has no probe.
double peak_of(ProductPath path) {
  double (*chain)() = nullptr;
  double lanes = 0.0;
#if defined(__x86_64__)
  if (path == ProductPath::avx2) chain = chain_of_256_bits, lanes = 4.0;
  if (path == ProductPath::avx512) chain = chain_of_512_bits, lanes = 8.0;
#endif
  if (chain == nullptr) return 0.0;
  double best = 0.0;
  for (int run = 0; run < 50; ++run) {
    const auto start = std::chrono::steady_clock::now();
    benchmark::DoNotOptimize(chain());
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    best = std::max(best, 2.0 * lanes * chains * links / seconds.count());
  }
  return best;
}

template <class S>
void product(benchmark::State& state, ProductPath path, Transposed transposed) {
  const Eigen::Index m = state.range(0), k = state.range(1), n = state.range(2);
  const bool first = transposed == Transposed::first, second = transposed == Transposed::second;
  const Signal<S> a = first ? Signal<S>::Random(k, m) : Signal<S>::Random(m, k);
  const Signal<S> b = second ? Signal<S>::Random(n, k) : Signal<S>::Random(k, n);
  Products<S> products(path);
  Signal<S> out;
  const double peak = peak_of(path) * static_cast<double>(sizeof(double) / sizeof(S));
  for (auto _ : state) {
    products.multiply(a, b, transposed, out);
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  }
  using benchmark::Counter;
  const double operations = 2.0 * static_cast<double>(m * k * n) * static_cast<double>(state.iterations());
  state.counters["GFLOP/s"] = Counter(operations * 1e-9, Counter::kIsRate);
  if (peak > 0.0) state.counters["of_peak"] = Counter(operations / peak, Counter::kIsRate);
}

template <class S>
void register_products(const std::string& path_name, ProductPath path, const std::string& type) {
  const std::pair<const char*, Transposed> forms[] = {
      {"AB", Transposed::neither}, {"AtB", Transposed::first}, {"ABt", Transposed::second}};
  for (const auto& [form, transposed] : forms) {
    const std::string name = "product/" + path_name + "/" + type + "/" + form;
    benchmark::RegisterBenchmark(name.c_str(), product<S>, path, transposed)
        ->Args({128, 256, 256})
        ->Args({64, 128, 128})
        ->Args({32, 64, 256});
  }
}

const bool registered = [] {
  const std::pair<const char*, ProductPath> paths[] = {
      {"eigen", ProductPath::eigen}, {"avx2", ProductPath::avx2}, {"avx512", ProductPath::avx512}};
  for (const auto& [name, path] : paths) {
    if (!is_available(path)) continue;
    register_products<float>(name, path, "float32");
    register_products<double>(name, path, "float64");
  }
  return true;
}();

}  // namespace
}  // namespace signalscope
