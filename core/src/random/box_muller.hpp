// PyTorch's vectorised float32 normals, operation by operation (Box and Muller 1958): the elementary functions are
// those of the public Cephes library in single precision. A source file that includes this compiles it for its own
// instructions: everything here is a template of that file's own `Machine` (lanes.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>

#include "random/lanes.hpp"

namespace signalscope::random {

/// log(x) for a normal x > 0.
template <class Machine>
Floats<Machine> vector_log(const Floats<Machine>& x) {
  const Ints<Machine> bits = bits_of<Machine>(x);
  const Floats<Machine> mantissa = floats_of<Machine>((bits & 0x007fffff) | 0x3f000000);  // in [1/2, 1)
  const Ints<Machine> low = is_less<Machine>(mantissa, 0.707106781186547524f);
  const Floats<Machine> exponent = to_floats<Machine>((bits >> 23) - 126 + low);
  const Numbers<Machine> r((mantissa - 1.0f) + floats_of<Machine>(bits_of<Machine>(mantissa) & low));
  const Numbers<Machine> square = r * r;
  auto y = Numbers<Machine>(7.0376836292e-2f).fused(r, -1.1514610310e-1f);
  y = y.fused(r, 1.1676998740e-1f);
  y = y.fused(r, -1.2420140846e-1f);
  y = y.fused(r, 1.4249322787e-1f);
  y = y.fused(r, -1.6668057665e-1f);
  y = y.fused(r, 2.0000714765e-1f);
  y = y.fused(r, -2.4999993993e-1f);
  y = y.fused(r, 3.3333331174e-1f);
  y = (y * r).fused(square, Numbers<Machine>(exponent * -2.12194440e-4f));
  y = square.fused(-0.5f, y);
  return Numbers<Machine>(exponent).fused_floats(0.693359375f, r + y);
}

template <class Machine>
struct SineCosine {
  Floats<Machine> sine;
  Floats<Machine> cosine;
};

/// Sine and cosine of a moderate x >= 0.
template <class Machine>
SineCosine<Machine> vector_sine_cosine(const Floats<Machine>& x) {
  const Ints<Machine> octant = (truncated<Machine>(x * 1.27323954473516f) + 1) & ~1;
  const Numbers<Machine> turns(to_floats<Machine>(octant));
  auto r = turns.fused(-0.78515625f, Numbers<Machine>(x));
  r = turns.fused(-2.4187564849853515625e-4f, r);
  r = turns.fused(-3.77489497744594108e-8f, r);
  const Numbers<Machine> square = r * r;

  // The two polynomials take turns, so that neither waits for itself.
  auto even = Numbers<Machine>(2.443315711809948e-5f).fused(square, -1.388731625493765e-3f);
  auto odd = Numbers<Machine>(-1.9515295891e-4f).fused(square, 8.3321608736e-3f);
  even = even.fused(square, 4.166664568298827e-2f);
  odd = odd.fused(square, -1.6666654611e-1f);
  even = even * square;
  odd = odd * square;
  const Ints<Machine> even_bits = bits_of<Machine>(even.fused_floats(square, square * -0.5f) + 1.0f);
  const Ints<Machine> odd_bits = bits_of<Machine>(odd.fused_floats(r, r));

  const Ints<Machine> exchange = (even_bits ^ odd_bits) & ((octant << 30) >> 31);  // where octant & 2
  constexpr std::int32_t kSign = std::numeric_limits<std::int32_t>::min();
  const Ints<Machine> sine_sign = (octant << 29) & kSign;          // where octant & 4
  const Ints<Machine> cosine_sign = ((octant + 2) << 29) & kSign;  // where ~(octant - 2) & 4
  return {floats_of<Machine>(odd_bits ^ exchange ^ sine_sign), floats_of<Machine>(even_bits ^ exchange ^ cosine_sign)};
}

/// A uniform number: the low 24 bits of a word, times 2^-24.
template <class Machine>
Floats<Machine> uniforms(const Ints<Machine>& words) {
  return to_floats<Machine>(words & 0x00ffffff) * 0x1p-24f;
}

/// A block of 16 takes its radii from the first eight words and its angles from the last eight, and so it places them:
/// the index of the first word or value that radius and angle `i` concern.
template <class Machine>
std::size_t place_in_blocks(std::size_t i) {
  return i / 8 * 16 + i % 8;
}

template <class Machine>
Ints<Machine> words_at(const std::uint32_t* words, std::size_t i, std::size_t half) {
  return Ints<Machine>::each([&](int v) {
    return Machine::load(words + place_in_blocks<Machine>(i + static_cast<std::size_t>(v * Machine::kLanes)) + half);
  });
}

/// Standard normals from as many words, each of them a float32 number. Precondition: the count is a multiple of
/// 2 · kLanes · kVectors and of 16.
template <class Machine>
void box_muller(const std::uint32_t* words, std::size_t count, double* out) {
  constexpr std::size_t kStep = Machine::kLanes * Machine::kVectors;
  static_assert(Machine::kChunk % kStep == 0);
  alignas(64) float radius[Machine::kChunk];
  for (std::size_t left = count / 2; left > 0;) {
    const std::size_t chunk = std::min<std::size_t>(left, Machine::kChunk);
    for (std::size_t i = 0; i < chunk; i += kStep) {
      const Floats<Machine> u = Floats<Machine>(1.0f) - uniforms<Machine>(words_at<Machine>(words, i, 0));
      const Floats<Machine> squares = vector_log<Machine>(u) * -2.0f;
      for (int v = 0; v < Machine::kVectors; ++v) Machine::store(squares.at[v], radius + i + v * Machine::kLanes);
    }
    for (std::size_t i = 0; i < chunk; i += kStep) {
      constexpr float kCircle = 2.0f * std::numbers::pi_v<float>;
      const auto both = vector_sine_cosine<Machine>(uniforms<Machine>(words_at<Machine>(words, i, 8)) * kCircle);
      const auto radii =
          root<Machine>(Floats<Machine>::each([&](int v) { return Machine::load(radius + i + v * Machine::kLanes); }));
      const Floats<Machine> first = radii * both.cosine, second = radii * both.sine;
      for (int v = 0; v < Machine::kVectors; ++v) {
        double* const to = out + place_in_blocks<Machine>(i + static_cast<std::size_t>(v * Machine::kLanes));
        Machine::widen(first.at[v], to);
        Machine::widen(second.at[v], to + 8);
      }
    }
    left -= chunk;
    words += 2 * chunk;
    out += 2 * chunk;
  }
}

}  // namespace signalscope::random
