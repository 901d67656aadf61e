// The most that one core does of multiply-adds in WebAssembly's vectors: chains of them that do not wait for each
// other, twelve as they fit into sixteen registers beside their factor and summand.
#pragma once

#include <cstddef>

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace signalscope::bench {

#if defined(__wasm_simd128__)
/// A value that the compiler cannot know, so that no chain is worked out beforehand.
inline volatile double unknown = 0.5;
inline volatile double sink = 0.0;

template <class S>
v128_t all_lanes(double value) {
  if constexpr (sizeof(S) == sizeof(float)) return wasm_f32x4_splat(static_cast<float>(value));
  return wasm_f64x2_splat(value);
}

template <class S>
v128_t multiply_add(v128_t x, v128_t factor, v128_t summand) {
  if constexpr (sizeof(S) == sizeof(float)) return wasm_f32x4_add(wasm_f32x4_mul(x, factor), summand);
  return wasm_f64x2_add(wasm_f64x2_mul(x, factor), summand);
}

/// Runs the chains and gives the number of operations.
template <class S>
double chain() {
  constexpr int chains = 12, links = 200000;
  v128_t sums[chains];
  for (v128_t& sum : sums) sum = all_lanes<S>(0.0);
  const v128_t factor = all_lanes<S>(unknown), summand = all_lanes<S>(unknown);
  for (int link = 0; link < links; ++link) {
#pragma clang loop unroll(full)
    for (int i = 0; i < chains; ++i) sums[i] = multiply_add<S>(sums[i], factor, summand);
  }
  double total = 0.0;
  for (const v128_t& sum : sums) total += wasm_f64x2_extract_lane(sum, 0);
  sink = total;
  return 2.0 * (16.0 / sizeof(S)) * chains * links;
}
#else
/// Native the products' benchmark measures the peak of each path.
template <class S>
double chain() {
  return 0.0;
}
#endif

}  // namespace signalscope::bench
