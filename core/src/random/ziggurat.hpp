// The 256-step ziggurat of standard normals (Marsaglia and Tsang 2000) as numpy.random.Generator has it. A word of 64
// random bits gives the step (8 bits), the sign (1 bit) and a magnitude (52 bits). 985 words of 1000 are inside of
// their step, under the curve for certain; the others take more words.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "random/bits.hpp"
#include "random/ziggurat_table.hpp"

namespace signalscope::random {

inline constexpr std::uint64_t kMagnitudeMask = 0x000fffffffffffffu;
/// With the bits of 2^52, whose last place counts ones, a magnitude is the number 2^52 + magnitude.
inline constexpr std::uint64_t kMagnitudeExponent = 0x4330000000000000u;
inline constexpr double kMagnitudeOffset = 0x1p52;

struct Ziggurat {
  /// The magnitudes below `bound` are inside; a magnitude times `width` is a value. Side by side, one load takes both.
  struct alignas(16) Step {
    double width;
    double bound;
  };
  std::array<Step, 256> steps;
  /// exp(-x²/2) at the right end of each step.
  std::array<double, 256> density;

  /// Made at the first use, so that no order among static objects matters.
  static const Ziggurat& shared();
};

/// What one word says.
struct ZigguratDraw {
  std::size_t step;
  std::uint64_t magnitude;
  bool inside;
  double value;

  ZigguratDraw(const Ziggurat& ziggurat, std::uint64_t word);

  /// For a word outside of a step other than the lowest: whether its value stays, with the next word as a height.
  bool is_kept(const Ziggurat& ziggurat, std::uint64_t next) const;
};

}  // namespace signalscope::random
