#include "random/numpy_draw.hpp"
#include "random/numpy_paths.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace signalscope::random {
namespace {

constexpr NumpyPath kPaths[] = {
#if defined(__x86_64__)
    {"avx2", &numpy_fill_avx2, &numpy_draw_avx2},
#elif defined(__wasm_simd128__)
    {"wasm", &numpy_fill_wasm, &numpy_draw_wasm},
#endif
    {"portable", &numpy_fill_portable, &numpy_draw_portable},
};

using Words [[gnu::vector_size(16)]] = std::uint64_t;
using Doubles [[gnu::vector_size(16)]] = double;
using Truths [[gnu::vector_size(16)]] = std::int64_t;

/// Writes the values of two words; bits 0 and 1 tell which are not inside.
inline unsigned draw_two(const Ziggurat& ziggurat, const std::uint64_t* words, Doubles mean, Doubles std, double* out) {
  Words word;
  Doubles first, second;
  __builtin_memcpy(&word, words, sizeof word);
  __builtin_memcpy(&first, &ziggurat.steps[words[0] & kStepMask], sizeof first);
  __builtin_memcpy(&second, &ziggurat.steps[words[1] & kStepMask], sizeof second);
  const Doubles width = {first[0], second[0]}, bound = {first[1], second[1]};
  const Words magnitude = ((word >> 9) & kMagnitudeMask) | kMagnitudeExponent;
  const Doubles distance = reinterpret_cast<Doubles>(magnitude) - kMagnitudeOffset;
  const Doubles value = mean + std * (distance * width);
  __builtin_memcpy(out, &value, sizeof value);
  const Truths outside = distance >= bound;
#if defined(__SSE2__)
  return static_cast<unsigned>(_mm_movemask_pd(reinterpret_cast<__m128d>(outside)));
#else
  return static_cast<unsigned>((outside[0] & 1) | (outside[1] & 2));
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

NumpyDrawn numpy_draw_portable(const Ziggurat& ziggurat, const std::uint64_t* words, std::size_t count, double mean,
                               double std, double* out) {
  const Doubles means = {mean, mean}, stds = {std, std};
  return draw_groups(ziggurat, words, count, out, [&](const std::uint64_t* from, double* to) {
    unsigned outside = 0;
    for (std::size_t i = 0; i < kNumpyGroup; i += 2) {
      outside |= draw_two(ziggurat, from + i, means, stds, to + i) << i;
    }
    return outside;
  });
}

}  // namespace signalscope::random
