// Products at the sizes of the texts, on every path that this machine has, beside the most that its multiply-adds can
// do: `GFLOP/s` on average and `best` of single products, and of the latter `of_peak`, the share of the peak that was
// measured just before in the same way. A product of m x k by k x n is 2 m k n operations.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <string>
#include <utility>

#include "products.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace signalscope {
namespace {

constexpr int chains = 12;  ///< of dependent multiply-adds, enough to fill two units of four cycles each
constexpr int links = 2000;

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

/// Seconds that one call takes.
template <class Call>
double seconds_of(Call&& call) {
  const auto start = std::chrono::steady_clock::now();
  call();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Operations a second of one core in float64, the best of many short runs; 0 where the path has no probe.
double peak_of(ProductPath path) {
  double (*chain)() = nullptr;
  double lanes = 0.0;
#if defined(__x86_64__)
  if (path == ProductPath::avx2) chain = chain_of_256_bits, lanes = 4.0;
  if (path == ProductPath::avx512) chain = chain_of_512_bits, lanes = 8.0;
#endif
  if (chain == nullptr) return 0.0;
  double least = std::numeric_limits<double>::infinity();
  for (int run = 0; run < 200; ++run) least = std::min(least, seconds_of([&] { benchmark::DoNotOptimize(chain()); }));
  return 2.0 * lanes * chains * links / least;
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
  const double operations = 2.0 * static_cast<double>(m * k * n);
  double least = std::numeric_limits<double>::infinity();
  for (auto _ : state) {
    least = std::min(least, seconds_of([&] {
                       products.multiply(a, b, transposed, out);
                       benchmark::DoNotOptimize(out.data());
                       benchmark::ClobberMemory();
                     }));
  }
  using benchmark::Counter;
  state.counters["GFLOP/s"] = Counter(operations * static_cast<double>(state.iterations()) * 1e-9, Counter::kIsRate);
  state.counters["best"] = operations * 1e-9 / least;
  if (peak > 0.0) state.counters["of_peak"] = operations / least / peak;
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
