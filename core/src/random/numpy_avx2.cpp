// NumPy's stream on x86-64 with AVX2. The functions here are compiled for it whatever the rest is compiled for.
#include "random/numpy_paths.hpp"

#if defined(__x86_64__)

#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

#include "random/numpy_draw.hpp"

namespace signalscope::random {
namespace {

constexpr std::size_t kLanes = 4;
/// Vectors at a time: a single one would wait for its own products.
constexpr std::size_t kVectors = 2;
constexpr Pcg64Jump kJump(kLanes* kVectors);
static_assert(kNumpyBlock % (kLanes * kVectors) == 0);

using Words [[gnu::vector_size(8 * kLanes)]] = std::uint64_t;
using Doubles [[gnu::vector_size(8 * kLanes)]] = double;

inline __m256i bits(Words a) { return reinterpret_cast<__m256i>(a); }
inline Words words_of(__m256i a) { return reinterpret_cast<Words>(a); }
inline Words all(std::uint64_t value) { return Words{} + value; }

/// The product of the lower halves of each word.
inline Words product32(Words a, Words b) { return words_of(_mm256_mul_epu32(bits(a), bits(b))); }

/// The lower half of each word below the upper half of the other's.
inline Words halves(Words lower, Words upper) { return words_of(_mm256_blend_epi32(bits(lower), bits(upper), 0xaa)); }

inline Words rotate(Words a, Words turn) {
  // As instructions, since these, unlike the language, shift by 64.
  return words_of(_mm256_srlv_epi64(bits(a), bits(turn))) | words_of(_mm256_sllv_epi64(bits(a), bits(64 - turn)));
}

/// Writes the values of four words; a bit for each that is not inside.
inline unsigned draw_four(const Ziggurat& ziggurat, const std::uint64_t* words, Doubles mean, Doubles std,
                          double* out) {
  const __m128d step0 = _mm_load_pd(&ziggurat.steps[words[0] & kStepMask].width);
  const __m128d step1 = _mm_load_pd(&ziggurat.steps[words[1] & kStepMask].width);
  const __m128d step2 = _mm_load_pd(&ziggurat.steps[words[2] & kStepMask].width);
  const __m128d step3 = _mm_load_pd(&ziggurat.steps[words[3] & kStepMask].width);
  const __m256d even = _mm256_insertf128_pd(_mm256_castpd128_pd256(step0), step2, 1);
  const __m256d odd = _mm256_insertf128_pd(_mm256_castpd128_pd256(step1), step3, 1);
  const auto width = reinterpret_cast<Doubles>(_mm256_unpacklo_pd(even, odd));
  const auto bound = reinterpret_cast<Doubles>(_mm256_unpackhi_pd(even, odd));
  Words word;
  __builtin_memcpy(&word, words, sizeof word);
  const Words magnitude = ((word >> 9) & kMagnitudeMask) | kMagnitudeExponent;
  const Doubles distance = reinterpret_cast<Doubles>(magnitude) - kMagnitudeOffset;
  const Doubles value = mean + std * (distance * width);
  __builtin_memcpy(out, &value, sizeof value);
  return static_cast<unsigned>(_mm256_movemask_pd(reinterpret_cast<__m256d>(distance >= bound)));
}

}  // namespace

void numpy_fill_avx2(Pcg64& generator, std::uint64_t* words) {
  const Wide multiplier = kJump.multiplier;
  const Wide increment = generator.increment * kJump.sum;
  const Words m0 = all(multiplier.low), m1 = all(multiplier.low >> 32);
  const Words m2 = all(multiplier.high), m3 = all(multiplier.high >> 32);
  const Words c0 = all(increment.low & 0xffffffffu), c1 = all(increment.low >> 32), c23 = all(increment.high);
  // The state in digits of 32 bits, s0 + s1 2^32 + s23 2^64: only the lower halves of s0 and s1 count.
  Words s0[kVectors], s1[kVectors], s23[kVectors];
  for (std::size_t v = 0; v < kVectors; ++v) {
    for (std::size_t lane = 0; lane < kLanes; ++lane, generator.step()) {
      s0[v][lane] = generator.state.low;
      s1[v][lane] = generator.state.low >> 32;
      s23[v][lane] = generator.state.high;
    }
  }
  for (const std::uint64_t* const end = words + kNumpyBlock; words != end;) {
    for (std::size_t v = 0; v < kVectors; ++v, words += kLanes) {
      const Words word = rotate(halves(s0[v], s1[v] << 32) ^ s23[v], s23[v] >> 58);
      __builtin_memcpy(words, &word, sizeof word);
      const Words first = product32(s0[v], m0) + c0;
      const Words second = (product32(s0[v], m1) + c1) + (first >> 32);
      const Words third = product32(s1[v], m0) + halves(second, Words{});
      const Words top = (product32(s0[v], m3) + product32(s1[v], m2)) +  //
                        (product32(s23[v], m1) + product32(s23[v] >> 32, m0));
      s23[v] = ((product32(s0[v], m2) + c23) + (product32(s1[v], m1) + product32(s23[v], m0))) + (top << 32) +
               ((second >> 32) + (third >> 32));
      s0[v] = first;
      s1[v] = third;
    }
  }
  generator.state = {s23[0][0], (s0[0][0] & 0xffffffffu) | (s1[0][0] << 32)};
}

NumpyDrawn numpy_draw_avx2(const Ziggurat& ziggurat, const std::uint64_t* words, std::size_t count, double mean,
                           double std, double* out) {
  static_assert(kNumpyGroup == 8);
  const Doubles means = Doubles{} + mean, stds = Doubles{} + std;
  return draw_groups(ziggurat, words, count, out, [&](const std::uint64_t* from, double* to) {
    const unsigned first = draw_four(ziggurat, from, means, stds, to);
    return first | draw_four(ziggurat, from + 4, means, stds, to + 4) << 4;
  });
}

}  // namespace signalscope::random

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif  // __x86_64__
