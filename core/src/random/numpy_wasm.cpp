// NumPy's words and normals in WebAssembly, which has neither a product of 128 bits nor a shift by different counts.
// What counts here is the number of instructions that engines make of it, for x86-64 above all.
#include "random/numpy_draw.hpp"
#include "random/numpy_paths.hpp"

#if defined(__wasm_simd128__)

#include <wasm_simd128.h>

namespace signalscope::random {
namespace {

using Words [[gnu::vector_size(16)]] = std::uint64_t;
using Digits [[gnu::vector_size(16)]] = std::uint32_t;
using Doubles [[gnu::vector_size(16)]] = double;

inline v128_t bits(Words a) { return reinterpret_cast<v128_t>(a); }
inline v128_t bits(Digits a) { return reinterpret_cast<v128_t>(a); }

/// A value whose origin the compiler does not see, at no cost: what it does not see through it neither moves nor joins.
template <class Value>
inline Value opaque(Value value) {
  __asm__ volatile("" : "+r"(value));
  return value;
}

/// A constant, by way of memory: it stays in a register so, where engines would make a constant that they know anew at
/// each use.
template <class Value>
inline Value held(const Value& value) {
  const Value* place = &value;
  __asm__ volatile("" : "+r"(place) : : "memory");
  return *place;
}

inline Words all(std::uint64_t value) { return Words{value, value}; }
inline Digits all(std::uint32_t value) { return Digits{value, value, value, value}; }

// ---- words -----------------------------------------------------------------------------------------------------

constexpr std::size_t kLanes = 4;
constexpr Pcg64Jump kJump(kLanes);
static_assert(kNumpyBlock % kLanes == 0 && kNumpyGroup >= kLanes);

// The jump's multiplier is kFirst - kSecond 2^32 + kUpper 2^64. With its second digit below zero, and small as both
// are, two products and what is carried into them make a number of 64 bits, once kBias keeps it above zero.
constexpr std::uint32_t kFirst = kJump.multiplier.low & 0xffffffffu;
constexpr std::uint32_t kSecond = -static_cast<std::uint32_t>(kJump.multiplier.low >> 32);
constexpr std::uint64_t kUpper = kJump.multiplier.high + 1;
constexpr std::uint64_t kBias = std::uint64_t{1} << 62;
static_assert(kFirst < (1u << 31) && kSecond < (1u << 30));

/// The products of the first two digits, and of the last two. Widened ahead of the loop, as the compiler would have it,
/// the second operand would make a product of 64 bits out of one of 32.
struct FirstProducts {
  Words operator()(Digits a, Digits b) const {
    return reinterpret_cast<Words>(wasm_u64x2_extmul_low_u32x4(bits(a), bits(opaque(b))));
  }
};
struct LastProducts {
  Words operator()(Digits a, Digits b) const {
    return reinterpret_cast<Words>(wasm_u64x2_extmul_high_u32x4(bits(a), bits(opaque(b))));
  }
};

/// The lower halves of all.
inline Digits lower_halves(Words a, Words b) {
  return reinterpret_cast<Digits>(wasm_i32x4_shuffle(bits(a), bits(b), 0, 2, 4, 6));
}

struct Jump {
  Digits first = held(all(kFirst));
  Digits second = held(all(kSecond));
  Words increment[3];

  explicit Jump(Wide sum)
      : increment{all(sum.low & 0xffffffffu), all((sum.low >> 32) + kBias), all(sum.high - (kBias >> 32))} {}
};

/// Of two states: the new lower digits, in the lower halves of the first two, and what goes into the upper words.
struct Jumped {
  Words digit0, digit1, carried;

  template <class Products>
  Jumped(Products products, const Jump& jump, Digits digits0, Digits digits1) {
    digit0 = products(digits0, jump.first) + jump.increment[0];
    digit1 = products(digits1, jump.first) + ((digit0 >> 32) + jump.increment[1]) - products(digits0, jump.second);
    carried = ((digit1 >> 32) + jump.increment[2]) - products(digits1, jump.second);
  }
};

inline std::uint64_t rotate(std::uint64_t a, std::uint64_t turn) { return (a >> turn) | (a << (-turn & 63)); }

// ---- normals ---------------------------------------------------------------------------------------------------

struct Normals {
  Doubles mean, std;
  /// The place of the steps in memory, and the bits of a word, shifted, that tell a step's place among them.
  Words steps, place_mask = held(all(kStepMask * sizeof(Ziggurat::Step)));
  Words magnitude_mask = held(all(kMagnitudeMask));
  Words exponent = held(all(kMagnitudeExponent));

  Normals(const Ziggurat& ziggurat, double mean_of_all, double std_of_all)
      : mean{mean_of_all, mean_of_all},
        std{std_of_all, std_of_all},
        steps(held(all(std::uint64_t{reinterpret_cast<std::uintptr_t>(ziggurat.steps.data())}))) {}

  /// Writes the values of two words; all bits are set for each that is not inside.
  v128_t draw_two(const std::uint64_t* words, double* out) const {
    const auto word = reinterpret_cast<Words>(wasm_v128_load(words));
    const Words places = ((word << 4) & place_mask) + steps;
    const v128_t first = step_at(wasm_i32x4_extract_lane(bits(places), 0));
    const v128_t second = step_at(wasm_i32x4_extract_lane(bits(places), 2));
    const auto width = reinterpret_cast<Doubles>(wasm_i64x2_shuffle(first, second, 0, 2));
    const auto bound = reinterpret_cast<Doubles>(wasm_i64x2_shuffle(first, second, 1, 3));
    const Words magnitude = ((word >> 9) & magnitude_mask) | exponent;
    const Doubles distance = reinterpret_cast<Doubles>(magnitude) - reinterpret_cast<Doubles>(exponent);
    wasm_v128_store(out, reinterpret_cast<v128_t>(mean + std * (distance * width)));
    return reinterpret_cast<v128_t>(distance >= bound);
  }

  unsigned operator()(const std::uint64_t* words, double* out) const {
    const v128_t a = draw_two(words, out), b = draw_two(words + 2, out + 2);
    const v128_t c = draw_two(words + 4, out + 4), d = draw_two(words + 6, out + 6);
    const v128_t lower = wasm_i32x4_shuffle(a, b, 0, 2, 4, 6), upper = wasm_i32x4_shuffle(c, d, 0, 2, 4, 6);
    return wasm_i16x8_bitmask(wasm_i16x8_narrow_i32x4(lower, upper));
  }

 private:
  static v128_t step_at(std::int32_t place) {
    return wasm_v128_load(reinterpret_cast<const void*>(static_cast<std::uintptr_t>(place)));
  }
};
static_assert(kNumpyGroup == 8 && sizeof(Ziggurat::Step) == 1 << 4 && kMagnitudeOffset == 0x1p52);

}  // namespace

// The lower halves of the states, with what they carry into the upper ones, go through vectors; the upper ones take
// products of 64 bits and turns, which only scalars have. They meet in the words' own memory.
void numpy_fill_wasm(Pcg64& generator, std::uint64_t* words) {
  const Jump jump(generator.increment * kJump.sum);
  const std::uint64_t by_upper = held(kUpper), by_lower = held(kJump.multiplier.low);
  Digits digits0, digits1;
  std::uint64_t upper[kLanes];
  // A copy: LLVM 14 reads into a vector what a pointer leads to only after a later step has changed it.
  Pcg64 next = generator;
  for (std::size_t lane = 0; lane < kLanes; ++lane, next.step()) {
    digits0[lane] = static_cast<std::uint32_t>(next.state.low);
    digits1[lane] = static_cast<std::uint32_t>(next.state.low >> 32);
    upper[lane] = next.state.high;
  }
  for (const std::uint64_t* const end = words + kNumpyBlock; words != end; words = opaque(words + kLanes)) {
    wasm_v128_store(words, wasm_i32x4_shuffle(bits(digits0), bits(digits1), 0, 4, 1, 5));
    wasm_v128_store(words + 2, wasm_i32x4_shuffle(bits(digits0), bits(digits1), 2, 6, 3, 7));
    const Jumped first(FirstProducts(), jump, digits0, digits1), last(LastProducts(), jump, digits0, digits1);
    wasm_v128_store(words + kLanes, bits(first.carried));
    wasm_v128_store(words + kLanes + 2, bits(last.carried));
    digits0 = lower_halves(first.digit0, last.digit0);
    digits1 = lower_halves(first.digit1, last.digit1);
    // From here on out of memory: taken out of the vectors, the numbers would cost two instructions instead of one.
    __asm__ volatile("" : : : "memory");
#pragma clang loop unroll(full)
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const std::uint64_t high = upper[lane], low = words[lane];
      words[lane] = rotate(high ^ low, high >> 58);
      // Joined into a vector, the products would take eight instructions instead of one each.
      upper[lane] = opaque(high * by_lower + (low * by_upper + words[kLanes + lane]));
    }
  }
  generator.state = {upper[0], digits0[0] | std::uint64_t{digits1[0]} << 32};
}

NumpyDrawn numpy_draw_wasm(const Ziggurat& ziggurat, const std::uint64_t* words, std::size_t count, double mean,
                           double std, double* out) {
  return draw_groups(ziggurat, words, count, out, Normals(ziggurat, mean, std));
}

}  // namespace signalscope::random

#endif  // __wasm_simd128__
