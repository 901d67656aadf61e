// The elementary functions of PyTorch's vectorised float32 normals, operation by operation. Their coefficients are
// those of the public Cephes library in single precision. Written without branches, so that a compiler vectorises a
// loop over them.
#pragma once

#include <cmath>
#include <cstdint>

#include "random/bits.hpp"

namespace signalscope::random {

/// a · b + c, rounded once.
/// Without the instruction: the product is exact in double, the sum is rounded there and again to float. Two roundings
/// could differ from one; for every value that the functions below can meet they do not (a test goes through all 2^24).
inline float fused(float a, float b, float c) {
#if defined(__FMA__)
  return std::fma(a, b, c);
#else
  return static_cast<float>(static_cast<double>(a) * static_cast<double>(b) + static_cast<double>(c));
#endif
}

/// log(x) for a normal x > 0.
template <auto Fused = fused>
inline float vector_log(float x) {
  const std::int32_t bits = bits_as<std::int32_t>(x);
  const float mantissa = bits_as<float>((bits & 0x007fffff) | 0x3f000000);  // in [1/2, 1)
  const std::int32_t low = mantissa < 0.707106781186547524f ? -1 : 0;
  const float exponent = static_cast<float>((bits >> 23) - 126 + low);
  const float r = (mantissa - 1.0f) + bits_as<float>(bits_as<std::int32_t>(mantissa) & low);
  const float square = r * r;
  float y = Fused(7.0376836292e-2f, r, -1.1514610310e-1f);
  y = Fused(y, r, 1.1676998740e-1f);
  y = Fused(y, r, -1.2420140846e-1f);
  y = Fused(y, r, 1.4249322787e-1f);
  y = Fused(y, r, -1.6668057665e-1f);
  y = Fused(y, r, 2.0000714765e-1f);
  y = Fused(y, r, -2.4999993993e-1f);
  y = Fused(y, r, 3.3333331174e-1f);
  y = Fused(y * r, square, exponent * -2.12194440e-4f);
  y = Fused(square, -0.5f, y);
  return Fused(exponent, 0.693359375f, r + y);
}

struct SineCosine {
  float sine;
  float cosine;
};

inline std::int32_t sign_from_bit_2(std::int32_t x) {
  return static_cast<std::int32_t>((static_cast<std::uint32_t>(x) & 4u) << 29);
}

/// Sine and cosine of a moderate x >= 0.
template <auto Fused = fused>
inline SineCosine vector_sine_cosine(float x) {
  const std::int32_t octant = (static_cast<std::int32_t>(x * 1.27323954473516f) + 1) & ~1;
  const float turns = static_cast<float>(octant);
  float r = Fused(turns, -0.78515625f, x);
  r = Fused(turns, -2.4187564849853515625e-4f, r);
  r = Fused(turns, -3.77489497744594108e-8f, r);
  const float square = r * r;

  float even = 2.443315711809948e-5f;
  even = Fused(even, square, -1.388731625493765e-3f);
  even = Fused(even, square, 4.166664568298827e-2f);
  even = even * square;
  even = Fused(even, square, -(square * 0.5f)) + 1.0f;

  float odd = -1.9515295891e-4f;
  odd = Fused(odd, square, 8.3321608736e-3f);
  odd = Fused(odd, square, -1.6666654611e-1f);
  odd = odd * square;
  odd = Fused(odd, r, r);

  const std::int32_t even_bits = bits_as<std::int32_t>(even);
  const std::int32_t odd_bits = bits_as<std::int32_t>(odd);
  const std::int32_t exchange = (even_bits ^ odd_bits) & (0 - ((octant >> 1) & 1));
  const std::int32_t sine_sign = sign_from_bit_2(octant);
  const std::int32_t cosine_sign = sign_from_bit_2(~(octant - 2));
  return {bits_as<float>(odd_bits ^ exchange ^ sine_sign), bits_as<float>(even_bits ^ exchange ^ cosine_sign)};
}

}  // namespace signalscope::random
