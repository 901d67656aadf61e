#include "random/numpy.hpp"

#include <array>
#include <bit>
#include <cmath>

#include "random/bits.hpp"
#include "random/log1p.hpp"
#include "random/ziggurat_table.hpp"

namespace signalscope::random {

/// `bound[i]`: a magnitude below it lies under the curve for certain. `density[i]`: exp(-x²/2) at the right end of step
/// i.
struct ZigguratTables {
  std::array<std::uint64_t, 256> bound{};
  std::array<double, 256> density{};
};

namespace {

struct Wide {
  std::uint64_t high;
  std::uint64_t low;
};

/// a · b in full.
inline Wide multiply(std::uint64_t a, std::uint64_t b) {
#if defined(__SIZEOF_INT128__) && !defined(__wasm__)
  __extension__ using Native = unsigned __int128;
  const Native product = static_cast<Native>(a) * b;
  return {static_cast<std::uint64_t>(product >> 64), static_cast<std::uint64_t>(product)};
#else
  // WebAssembly has no wide product and would call a library function for one.
  const std::uint64_t a_low = a & 0xffffffffu, a_high = a >> 32;
  const std::uint64_t b_low = b & 0xffffffffu, b_high = b >> 32;
  const std::uint64_t low = a_low * b_low;
  const std::uint64_t middle = a_high * b_low + (low >> 32);
  const std::uint64_t other = a_low * b_high + (middle & 0xffffffffu);
  return {a_high * b_high + (middle >> 32) + (other >> 32), a * b};
#endif
}

/// NumPy's SeedSequence with one integer as entropy: a pool of four 32-bit words.
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

ZigguratTables derive_tables() {
  constexpr double kScale = 0x1p52;
  const auto& width = kZigguratWidths;
  ZigguratTables tables;
  tables.bound[0] = static_cast<std::uint64_t>(width[255] / width[0] * kScale);
  tables.bound[1] = 0;
  tables.density[0] = 1.0;
  for (std::size_t i = 1; i < 256; ++i) {
    const double right = width[i] * kScale;
    tables.density[i] = std::exp(-0.5 * right * right);
    if (i > 1) tables.bound[i] = static_cast<std::uint64_t>(width[i - 1] / width[i] * kScale);
  }
  return tables;
}

// Made at the first use, so that no order among static objects matters; a stream keeps the address.
const ZigguratTables& shared_tables() {
  static const ZigguratTables tables = derive_tables();
  return tables;
}

}  // namespace

NumpyStream::NumpyStream(std::uint64_t seed) : tables_(&shared_tables()) {
  const std::array<std::uint64_t, 4> words = SeedSequence(seed).state();
  increment_high_ = (words[2] << 1) | (words[3] >> 63);
  increment_low_ = (words[3] << 1) | 1;
  next64();  // from a state of zero
  state_low_ += words[1];
  state_high_ += words[0] + (state_low_ < words[1] ? 1 : 0);
  next64();
}

// PCG XSL-RR 128/64 (O'Neill 2014): a linear congruential step, then the xor of the halves, rotated by the top six
// bits.
std::uint64_t NumpyStream::next64() {
  constexpr std::uint64_t kHigh = 0x2360ed051fc65da4u;
  constexpr std::uint64_t kLow = 0x4385df649fccf645u;
  const Wide product = multiply(state_low_, kLow);
  const std::uint64_t high = product.high + state_high_ * kLow + state_low_ * kHigh;
  state_low_ = product.low + increment_low_;
  state_high_ = high + increment_high_ + (state_low_ < increment_low_ ? 1 : 0);
  return std::rotr(state_high_ ^ state_low_, static_cast<int>(state_high_ >> 58));
}

// Marsaglia and Tsang 2000, with 256 steps and magnitudes of 52 bits.
double NumpyStream::standard_normal() {
  for (;;) {
    const std::uint64_t bits = next64();
    const std::size_t step = bits & 0xff;
    const std::uint64_t magnitude = (bits >> 9) & 0x000fffffffffffffu;
    const double distance = static_cast<double>(static_cast<std::int64_t>(magnitude)) * kZigguratWidths[step];
    // The sign is random, so that a branch on it would be guessed wrong every second time.
    const double x = bits_as<double>(bits_as<std::uint64_t>(distance) ^ ((bits & 0x100) << 55));
    if (magnitude < tables_->bound[step]) [[likely]]
      return x;
    if (step == 0) return from_tail(magnitude);
    const double top = tables_->density[step - 1];
    const double bottom = tables_->density[step];
    if ((top - bottom) * uniform01() + bottom < std::exp(-0.5 * x * x)) return x;
  }
}

double NumpyStream::from_tail(std::uint64_t magnitude) {
  constexpr double kInverse = 1.0 / kZigguratTail;
  for (;;) {
    const double beyond = -kInverse * log1p_of_negative(-uniform01());
    const double height = -log1p_of_negative(-uniform01());
    if (height + height > beyond * beyond) {
      // The sign is a bit of the magnitude here, not the one that the full steps use.
      return (magnitude & 0x100) != 0 ? -(kZigguratTail + beyond) : kZigguratTail + beyond;
    }
  }
}

void NumpyStream::normal(double mean, double std, std::span<double> out) {
  for (double& value : out) value = mean + std * standard_normal();
}

void NumpyStream::uniform(double low, double high, std::span<double> out) {
  const double range = high - low;
  for (double& value : out) value = low + range * uniform01();
}

void NumpyStream::truncated_normal(double std, double cut, std::span<double> out) {
  for (double& value : out) {
    do {
      value = std * standard_normal();
    } while (std::abs(value) > cut);
  }
}

}  // namespace signalscope::random
