// PyTorch's stream on x86-64 with AVX2 and FMA. The functions here are compiled for them whatever the rest is compiled
// for.
#include "random/pytorch_paths.hpp"

#if defined(__x86_64__)

#include <immintrin.h>

#include <algorithm>
#include <limits>
#include <numbers>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#endif

#include "random/box_muller.hpp"
#include "random/mersenne.hpp"

namespace signalscope::random {
namespace {

struct Machine {
  static constexpr int kLanes = 8;
  static constexpr int kVectors = 4;
  static constexpr int kChunk = kLanes * kVectors;
  using FloatVector [[gnu::vector_size(4 * kLanes)]] = float;
  using IntVector [[gnu::vector_size(4 * kLanes)]] = std::int32_t;
  using Number = FloatVector;

  static IntVector load(const std::uint32_t* from) {
    return reinterpret_cast<IntVector>(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)));
  }
  static FloatVector load(const float* from) { return reinterpret_cast<FloatVector>(_mm256_loadu_ps(from)); }
  static void store(FloatVector floats, float* to) { _mm256_storeu_ps(to, reinterpret_cast<__m256>(floats)); }

  static Number all(float x) { return x - Number{}; }
  static Number number(FloatVector floats) { return floats; }
  static FloatVector floats(Number number) { return number; }
  static Number fused(Number a, Number b, Number c) {
    return reinterpret_cast<Number>(
        _mm256_fmadd_ps(reinterpret_cast<__m256>(a), reinterpret_cast<__m256>(b), reinterpret_cast<__m256>(c)));
  }
  static FloatVector fused_floats(Number a, Number b, Number c) { return fused(a, b, c); }
  static Number product(Number a, Number b) { return a * b; }
  static Number sum(Number a, Number b) { return a + b; }

  static FloatVector root(FloatVector floats) {
    return reinterpret_cast<FloatVector>(_mm256_sqrt_ps(reinterpret_cast<__m256>(floats)));
  }
  static FloatVector to_floats(IntVector ints) {
    return reinterpret_cast<FloatVector>(_mm256_cvtepi32_ps(reinterpret_cast<__m256i>(ints)));
  }
  static IntVector truncated(FloatVector floats) {
    return reinterpret_cast<IntVector>(_mm256_cvttps_epi32(reinterpret_cast<__m256>(floats)));
  }
  /// Without the sign of a zero: PyTorch multiplies by 1 and adds 0.
  static void widen(FloatVector floats, double* to) {
    const auto all_eight = reinterpret_cast<__m256>(floats);
    const __m256d zero = _mm256_setzero_pd();
    _mm256_storeu_pd(to, _mm256_add_pd(_mm256_cvtps_pd(_mm256_castps256_ps128(all_eight)), zero));
    _mm256_storeu_pd(to + 4, _mm256_add_pd(_mm256_cvtps_pd(_mm256_extractf128_ps(all_eight, 1)), zero));
  }
};

}  // namespace

void mersenne_avx2(std::uint32_t* state, std::uint32_t* words) { Mersenne<Machine>::advance(state, words); }

void box_muller_avx2(const std::uint32_t* words, std::size_t count, double* out) {
  box_muller<Machine>(words, count, out);
}

}  // namespace signalscope::random

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif  // __x86_64__
