// The uniform numbers of a 64-bit generator.
#pragma once

#include <cstdint>

#include "random/bits.hpp"

namespace signalscope::random {

/// The top 53 bits of a word, times 2^-53: in [0, 1). 21 and 32 of them become fractions of numbers whose last place
/// counts what they count, so that the sum is exact; unlike a conversion of 64 bits, that is done for whole vectors.
inline double unit_uniform(std::uint64_t word) {
  const double upper = bits_as<double>(0x41e0000000000000u | (word >> 43));                  // from 2^31 on
  const double lower = bits_as<double>(0x3fe0000000000000u | ((word >> 11) & 0xffffffffu));  // from 1/2 on
  return (upper - (0x1p31 + 0.5)) + lower;
}

}  // namespace signalscope::random
