// NumPy's SeedSequence with one integer as entropy: a pool of four 32-bit words.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace signalscope::random {

class SeedSequence {
 public:
  explicit SeedSequence(std::uint64_t seed) {
    const std::uint32_t entropy[4] = {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32), 0, 0};
    for (int i = 0; i < 4; ++i) pool_[i] = hash(entropy[i]);
    for (int from = 0; from < 4; ++from) {
      for (int to = 0; to < 4; ++to) {
        if (from != to) pool_[to] = mix(pool_[to], hash(pool_[from]));
      }
    }
  }

  std::array<std::uint64_t, 4> state() const {
    std::array<std::uint64_t, 4> words{};
    std::uint32_t factor = 0x8b51f9ddu;
    for (int i = 0; i < 8; ++i) {
      std::uint32_t value = pool_[i % 4] ^ factor;
      factor *= 0x58f38dedu;
      value *= factor;
      value ^= value >> 16;
      words[i / 2] |= static_cast<std::uint64_t>(value) << (32 * (i % 2));
    }
    return words;
  }

 private:
  std::uint32_t hash(std::uint32_t value) {
    value ^= hash_factor_;
    hash_factor_ *= 0x931e8875u;
    value *= hash_factor_;
    return value ^ (value >> 16);
  }

  static std::uint32_t mix(std::uint32_t x, std::uint32_t y) {
    const std::uint32_t value = 0xca01f9ddu * x - 0x4973f715u * y;
    return value ^ (value >> 16);
  }

  std::uint32_t hash_factor_ = 0x43b0d7e5u;
  std::array<std::uint32_t, 4> pool_{};
};

}  // namespace signalscope::random
