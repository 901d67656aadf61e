// PyTorch's stream on any machine: fused products by way of double, where the product is exact. The sum is rounded
// there and again to float; two roundings could differ from one, but for the values that occur they do not (a test goes
// through all 2^24 of them).
#include <cmath>
#include <cstdint>

#include "random/box_muller.hpp"
#include "random/mersenne.hpp"
#include "random/pytorch_paths.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace signalscope::random {
namespace {

constexpr PytorchPath kPaths[] = {
#if defined(__x86_64__)
    {"avx2", &mersenne_avx2, &box_muller_avx2},
#endif
    {"portable", &mersenne_portable, &box_muller_portable},
};

using FloatVector [[gnu::vector_size(16)]] = float;
using IntVector [[gnu::vector_size(16)]] = std::int32_t;
using Doubles [[gnu::vector_size(16)]] = double;

// What the compilers' vector extension lacks: the first two floats as doubles; doubles as the first two floats, the
// others zero; roots; ints.
#if defined(__SSE2__)
Doubles widened(FloatVector floats) {
  return reinterpret_cast<Doubles>(_mm_cvtps_pd(reinterpret_cast<__m128>(floats)));
}
FloatVector narrowed(Doubles doubles) {
  return reinterpret_cast<FloatVector>(_mm_cvtpd_ps(reinterpret_cast<__m128d>(doubles)));
}
FloatVector root_of(FloatVector floats) {
  return reinterpret_cast<FloatVector>(_mm_sqrt_ps(reinterpret_cast<__m128>(floats)));
}
IntVector ints_of(FloatVector floats) {
  return reinterpret_cast<IntVector>(_mm_cvttps_epi32(reinterpret_cast<__m128>(floats)));
}
#elif defined(__wasm_simd128__)
Doubles widened(FloatVector floats) {
  return reinterpret_cast<Doubles>(wasm_f64x2_promote_low_f32x4(reinterpret_cast<v128_t>(floats)));
}
FloatVector narrowed(Doubles doubles) {
  v128_t floats = wasm_f32x4_demote_f64x2_zero(reinterpret_cast<v128_t>(doubles));
  // Seen together with what widens them again, they would be converted one by one.
  __asm__ volatile("" : "+r"(floats));
  return reinterpret_cast<FloatVector>(floats);
}
FloatVector root_of(FloatVector floats) {
  return reinterpret_cast<FloatVector>(wasm_f32x4_sqrt(reinterpret_cast<v128_t>(floats)));
}
IntVector ints_of(FloatVector floats) {
  return reinterpret_cast<IntVector>(wasm_i32x4_trunc_sat_f32x4(reinterpret_cast<v128_t>(floats)));
}
#else
Doubles widened(FloatVector floats) { return Doubles{floats[0], floats[1]}; }
FloatVector narrowed(Doubles doubles) {
  return FloatVector{static_cast<float>(doubles[0]), static_cast<float>(doubles[1]), 0.0f, 0.0f};
}
FloatVector root_of(FloatVector floats) {
  return FloatVector{std::sqrt(floats[0]), std::sqrt(floats[1]), std::sqrt(floats[2]), std::sqrt(floats[3])};
}
IntVector ints_of(FloatVector floats) {
  return IntVector{static_cast<std::int32_t>(floats[0]), static_cast<std::int32_t>(floats[1]),
                   static_cast<std::int32_t>(floats[2]), static_cast<std::int32_t>(floats[3])};
}
#endif

struct Machine {
  static constexpr int kLanes = 4;
  static constexpr int kVectors = 4;
  static constexpr int kChunk = 128;
  using FloatVector = random::FloatVector;
  using IntVector = random::IntVector;
  /// Doubles whose values are floats.
  struct Number {
    Doubles lower;
    Doubles upper;
  };

  static IntVector load(const std::uint32_t* from) { return loaded<IntVector>(from); }
  static FloatVector load(const float* from) { return loaded<FloatVector>(from); }
  static void store(FloatVector floats, float* to) { __builtin_memcpy(to, &floats, sizeof floats); }

  static Number all(float x) { return {x - Doubles{}, x - Doubles{}}; }
  static Number number(FloatVector floats) {
    return {widened(floats), widened(FloatVector{floats[2], floats[3], floats[2], floats[3]})};
  }
  static FloatVector floats(Number number) {
    const FloatVector lower = narrowed(number.lower), upper = narrowed(number.upper);
    return FloatVector{lower[0], lower[1], upper[0], upper[1]};
  }
  static Number fused(Number a, Number b, Number c) { return rounded(product_and_sum(a, b, c)); }
  static FloatVector fused_floats(Number a, Number b, Number c) { return floats(product_and_sum(a, b, c)); }
  static Number product(Number a, Number b) { return rounded({a.lower * b.lower, a.upper * b.upper}); }
  static Number sum(Number a, Number b) { return rounded({a.lower + b.lower, a.upper + b.upper}); }

  static FloatVector root(FloatVector floats) { return root_of(floats); }
  static FloatVector to_floats(IntVector ints) { return __builtin_convertvector(ints, FloatVector); }
  static IntVector truncated(FloatVector floats) { return ints_of(floats); }
  /// Without the sign of a zero: PyTorch multiplies by 1 and adds 0.
  static void widen(FloatVector floats, double* to) {
    const Number wide = number(floats);
    const Doubles lower = wide.lower + 0.0, upper = wide.upper + 0.0;
    __builtin_memcpy(to, &lower, sizeof lower);
    __builtin_memcpy(to + 2, &upper, sizeof upper);
  }

 private:
  static Number product_and_sum(Number a, Number b, Number c) {
    return {a.lower * b.lower + c.lower, a.upper * b.upper + c.upper};
  }
  static Number rounded(Number number) { return {widened(narrowed(number.lower)), widened(narrowed(number.upper))}; }

  template <class Vector, class From>
  static Vector loaded(const From* from) {
    Vector vector;
    __builtin_memcpy(&vector, from, sizeof vector);
    return vector;
  }
};

}  // namespace

std::span<const PytorchPath> pytorch_paths() {
#if defined(__x86_64__)
  static const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (!has_avx2) return std::span(kPaths).last(1);
#endif
  return kPaths;
}

void mersenne_portable(std::uint32_t* state, std::uint32_t* words) { Mersenne<Machine>::advance(state, words); }

void box_muller_portable(const std::uint32_t* words, std::size_t count, double* out) {
  box_muller<Machine>(words, count, out);
}

}  // namespace signalscope::random
