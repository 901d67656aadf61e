// PCG XSL-RR 128/64 (O'Neill 2014), the bit generator of numpy.random.default_rng: a linear congruential step modulo
// 2^128, and the xor of the halves, rotated by the top six bits.
#pragma once

#include <array>
#include <cstdint>

#include "random/seed_sequence.hpp"
#include "random/wide.hpp"

namespace signalscope::random {

inline constexpr Wide kPcg64Multiplier{0x2360ed051fc65da4u, 0x4385df649fccf645u};

struct Pcg64 {
  /// What the next word is made of.
  Wide state;
  Wide increment;

  constexpr void step() { state = state * kPcg64Multiplier + increment; }
  constexpr std::uint64_t word() const {
    const std::uint64_t folded = state.high ^ state.low;
    const std::uint64_t turn = state.high >> 58;
    return (folded >> turn) | (folded << (-turn & 63));
  }
};

/// As `numpy.random.PCG64(seed)`.
inline Pcg64 pcg64(std::uint64_t seed) {
  const std::array<std::uint64_t, 4> words = SeedSequence(seed).state();
  Pcg64 generator{{0, 0}, {(words[2] << 1) | (words[3] >> 63), (words[3] << 1) | 1}};
  generator.step();
  generator.state = generator.state + Wide{words[0], words[1]};
  generator.step();
  generator.step();  // NumPy steps before it makes a word, this after.
  return generator;
}

/// A number of steps in one: state · multiplier + increment · sum.
struct Pcg64Jump {
  Wide multiplier{0, 1};
  Wide sum{0, 0};

  constexpr explicit Pcg64Jump(int steps) {
    for (int i = 0; i < steps; ++i) {
      sum = sum * kPcg64Multiplier + Wide{0, 1};
      multiplier = multiplier * kPcg64Multiplier;
    }
  }
};

}  // namespace signalscope::random
