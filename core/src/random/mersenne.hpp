// MT19937 (Matsumoto and Nishimura 1998), a state at a time. A source file that includes this compiles it for its own
// instructions: everything that moves words is a template of that file's own `Machine`.
#pragma once

#include <cstddef>
#include <cstdint>

namespace signalscope::random {

inline constexpr std::size_t kMersenneSize = 624;

template <class Machine>
struct Mersenne {
  using Words [[gnu::vector_size(4 * Machine::kLanes)]] = std::uint32_t;

  /// Turns the state into the next one and writes the words that it gives.
  static void advance(std::uint32_t* state, std::uint32_t* words) {
    constexpr std::size_t kShift = 397;
    constexpr std::size_t kSplit = kMersenneSize - kShift;
    twist(state, state + kShift, kSplit);
    twist(state + kSplit, state, kShift - 1);
    state[kMersenneSize - 1] = twisted(state[kMersenneSize - 1], state[0], state[kShift - 1]);
    static_assert(kMersenneSize % Machine::kLanes == 0);
    for (std::size_t i = 0; i < kMersenneSize; i += Machine::kLanes) store(words + i, tempered(load(state + i)));
  }

 private:
  template <class Word>
  static Word twisted(Word current, Word next, Word far) {
    const Word mixed = (current & 0x80000000u) | (next & 0x7fffffffu);
    return far ^ (mixed >> 1) ^ (-(next & 1u) & 0x9908b0dfu);
  }

  /// Each word takes the old one after it, and one from so far off that it may be old or new for a whole vector.
  static void twist(std::uint32_t* state, const std::uint32_t* far, std::size_t count) {
    const std::size_t whole = count / Machine::kLanes * Machine::kLanes;
    for (std::size_t i = 0; i < whole; i += Machine::kLanes) {
      store(state + i, twisted(load(state + i), load(state + i + 1), load(far + i)));
    }
    for (std::size_t i = whole; i < count; ++i) state[i] = twisted(state[i], state[i + 1], far[i]);
  }

  static Words tempered(Words word) {
    word ^= word >> 11;
    word ^= (word << 7) & 0x9d2c5680u;
    word ^= (word << 15) & 0xefc60000u;
    return word ^ (word >> 18);
  }

  static Words load(const std::uint32_t* from) {
    Words words;
    __builtin_memcpy(&words, from, sizeof words);
    return words;
  }
  static void store(std::uint32_t* to, Words words) { __builtin_memcpy(to, &words, sizeof words); }
};

}  // namespace signalscope::random
