#include "random/numpy_paths.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace signalscope::random {
namespace {

constexpr NumpyPath kPaths[] = {
#if defined(__x86_64__)
    {"avx2", &numpy_fill_avx2, &numpy_draw_avx2},
#elif defined(__wasm_simd128__)
    {"wasm", &numpy_fill_wasm, &numpy_draw_portable},
#endif
    {"portable", &numpy_fill_portable, &numpy_draw_portable},
};

using Words [[gnu::vector_size(16)]] = std::uint64_t;
using Doubles [[gnu::vector_size(16)]] = double;
using Truths [[gnu::vector_size(16)]] = std::int64_t;

/// The values of two words; which of them are not inside.
inline Truths draw_two(const Ziggurat& ziggurat, const std::uint64_t* words, double* values) {
  Words word;
  Doubles first, second;
  __builtin_memcpy(&word, words, sizeof word);
  __builtin_memcpy(&first, &ziggurat.steps[words[0] & 0xff], sizeof first);
  __builtin_memcpy(&second, &ziggurat.steps[words[1] & 0xff], sizeof second);
  const Doubles width = {first[0], second[0]}, bound = {first[1], second[1]};
  const Words magnitude = ((word >> 9) & kMagnitudeMask) | kMagnitudeExponent;
  const Doubles distance = reinterpret_cast<Doubles>(magnitude) - kMagnitudeOffset;
  const Words value = reinterpret_cast<Words>(distance * width) ^ ((word & 0x100) << 55);
  __builtin_memcpy(values, &value, sizeof value);
  return distance >= bound;
}

/// One bit for each.
inline unsigned bits_of(Truths truths) {
#if defined(__SSE2__)
  return static_cast<unsigned>(_mm_movemask_pd(reinterpret_cast<__m128d>(truths)));
#elif defined(__wasm_simd128__)
  return wasm_i64x2_bitmask(reinterpret_cast<v128_t>(truths));
#else
  return static_cast<unsigned>((truths[0] & 1) | (truths[1] & 2));
#endif
}

}  // namespace

std::span<const NumpyPath> numpy_paths() {
#if defined(__x86_64__)
  static const bool has_avx2 = __builtin_cpu_supports("avx2");
  if (!has_avx2) return std::span(kPaths).last(1);
#endif
  return kPaths;
}

void numpy_fill_portable(Pcg64& generator, std::uint64_t* words) {
  constexpr int kLanes = 2;
  constexpr Pcg64Jump kJump(kLanes);
  const Wide increment = generator.increment * kJump.sum;
  Pcg64 lanes[kLanes];
  for (Pcg64& lane : lanes) {
    lane = generator;
    generator.step();
  }
  for (std::size_t i = 0; i < kNumpyBlock; i += kLanes) {
    for (std::size_t j = 0; j < kLanes; ++j) {
      words[i + j] = lanes[j].word();
      lanes[j].state = lanes[j].state * kJump.multiplier + increment;
    }
  }
  generator = lanes[0];
}

void numpy_draw_portable(const Ziggurat& ziggurat, const std::uint64_t* words, double* values, std::uint8_t* outside) {
  for (std::size_t i = 0; i < kNumpyBlock; i += 8) {
    unsigned bits = 0;
    for (std::size_t j = 0; j < 8; j += 2) bits |= bits_of(draw_two(ziggurat, words + i + j, values + i + j)) << j;
    outside[i / 8] = static_cast<std::uint8_t>(bits);
  }
}

}  // namespace signalscope::random
