// NumPy's words in WebAssembly, which has neither a product of 128 bits nor a shift by different counts.
#include "random/numpy_paths.hpp"

#if defined(__wasm_simd128__)

#include <wasm_simd128.h>

namespace signalscope::random {
namespace {

constexpr std::size_t kLanes = 2;
/// Vectors at a time: a single one would wait for its own products.
constexpr std::size_t kVectors = 2;
constexpr Pcg64Jump kJump(kLanes* kVectors);
static_assert(kNumpyBlock % (kLanes * kVectors) == 0);

using Words [[gnu::vector_size(8 * kLanes)]] = std::uint64_t;

inline Words all(std::uint64_t value) { return Words{value, value}; }

/// A value whose origin the compiler does not see, at no cost: what it does not see through it neither moves nor joins.
template <class Value>
inline Value opaque(Value value) {
  __asm__ volatile("" : "+r"(value));
  return value;
}

/// The lower halves of both words, one after the other.
inline v128_t lower_halves(Words a) {
  const auto v = reinterpret_cast<v128_t>(a);
  return wasm_i32x4_shuffle(v, v, 0, 2, 1, 3);
}

inline v128_t upper_halves(Words a) {
  const auto v = reinterpret_cast<v128_t>(a);
  return wasm_i32x4_shuffle(v, v, 1, 3, 0, 2);
}

/// The products of the first two numbers of 32 bits. Widened ahead of the loop, as the compiler would have it, the
/// second operand would make a product of 64 bits out of one of 32.
inline Words product32(v128_t a, v128_t b) {
  return reinterpret_cast<Words>(wasm_u64x2_extmul_low_u32x4(a, opaque(b)));
}

inline std::uint64_t rotate(std::uint64_t a, std::uint64_t turn) { return (a >> turn) | (a << (-turn & 63)); }

}  // namespace

// The lower halves of the states, with what they carry into the upper ones, go through vectors; the upper ones take
// products of 64 bits, which only scalars have. Each alone takes half as long again.
void numpy_fill_wasm(Pcg64& generator, std::uint64_t* words) {
  const Wide multiplier = kJump.multiplier;
  const Wide increment = generator.increment * kJump.sum;
  const v128_t m0 = wasm_i32x4_splat(static_cast<std::int32_t>(multiplier.low));
  const v128_t m1 = wasm_i32x4_splat(static_cast<std::int32_t>(multiplier.low >> 32));
  const Words c0 = all(increment.low & 0xffffffffu), c1 = all(increment.low >> 32), c23 = all(increment.high);
  const Words lower_mask = all(0xffffffffu);
  Words lower[kVectors];
  std::uint64_t upper[kVectors][kLanes];
  // A copy: LLVM 14 reads into a vector what a pointer leads to only after a later step has changed it.
  Pcg64 next = generator;
  for (std::size_t v = 0; v < kVectors; ++v) {
    for (std::size_t lane = 0; lane < kLanes; ++lane, next.step()) {
      lower[v][lane] = next.state.low;
      upper[v][lane] = next.state.high;
    }
  }
  for (const std::uint64_t* const end = words + kNumpyBlock; words != end; words += kLanes * kVectors) {
#pragma clang loop unroll(full)
    for (std::size_t v = 0; v < kVectors; ++v) {
      const Words low = lower[v];
      const v128_t s0 = lower_halves(low), s1 = upper_halves(low);
      const Words first = product32(s0, m0) + c0;
      const Words second = (product32(s0, m1) + c1) + (first >> 32);
      const Words third = product32(s1, m0) + (second & lower_mask);
      const Words carried = opaque((product32(s1, m1) + c23) + ((second >> 32) + (third >> 32)));
      lower[v] = (first & lower_mask) | (third << 32);
#pragma clang loop unroll(full)
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        const std::uint64_t high = upper[v][lane];
        words[v * kLanes + lane] = rotate(high ^ low[lane], high >> 58);
        // Joined into a vector, the products would take eight instructions instead of one each.
        upper[v][lane] = opaque(high * multiplier.low + (carried[lane] + low[lane] * multiplier.high));
      }
    }
  }
  generator.state = {upper[0][0], lower[0][0]};
}

}  // namespace signalscope::random

#endif  // __wasm_simd128__
