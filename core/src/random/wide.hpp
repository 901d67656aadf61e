// Whole numbers of 128 bits, for the state of PCG64.
#pragma once

#include <cstdint>

namespace signalscope::random {

struct Wide {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
};

/// a · b in full.
constexpr Wide product(std::uint64_t a, std::uint64_t b) {
#if defined(__SIZEOF_INT128__) && !defined(__wasm__)
  __extension__ using Native = unsigned __int128;
  const Native native = static_cast<Native>(a) * b;
  return {static_cast<std::uint64_t>(native >> 64), static_cast<std::uint64_t>(native)};
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

/// Modulo 2^128, as all of these.
constexpr Wide operator*(Wide a, Wide b) {
  const Wide low = product(a.low, b.low);
  return {low.high + a.high * b.low + a.low * b.high, low.low};
}

constexpr Wide operator+(Wide a, Wide b) {
  const std::uint64_t low = a.low + b.low;
  return {a.high + b.high + (low < b.low ? 1 : 0), low};
}

}  // namespace signalscope::random
