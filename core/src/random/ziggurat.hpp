// The 256-step ziggurat of standard normals (Marsaglia and Tsang 2000) as numpy.random.Generator has it. A word of 64
// random bits gives the step (8 bits), the sign (1 bit) and a magnitude (52 bits). 985 words of 1000 are inside of
// their step, under the curve for certain; the others take more words.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "random/bits.hpp"
#include "random/unit_uniform.hpp"
#include "random/ziggurat_table.hpp"

namespace signalscope::random {

/// The bits of step and sign.
inline constexpr std::uint64_t kStepMask = 0x1ff;
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
  /// By the lowest nine bits of a word, which are step and sign: every step is here twice, the second time with its
  /// width negated, so that no operation goes into the sign.
  std::array<Step, 512> steps;
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

  ZigguratDraw(const Ziggurat& ziggurat, std::uint64_t word)
      : step(word & 0xff), magnitude((word >> 9) & kMagnitudeMask) {
    const Ziggurat::Step& signed_step = ziggurat.steps[word & kStepMask];
    const double distance = bits_as<double>(magnitude | kMagnitudeExponent) - kMagnitudeOffset;
    inside = distance < signed_step.bound;
    value = distance * signed_step.width;
  }

  /// For a word outside of a step other than the lowest: whether its value stays, with the next word as a height below
  /// the density exp(-x²/2).
  bool is_kept(const Ziggurat& ziggurat, std::uint64_t next) const {
    const double top = ziggurat.density[step - 1];
    const double bottom = ziggurat.density[step];
    const double height = (top - bottom) * unit_uniform(next) + bottom;
    // The density is `bottom` times the exponential of this, which is below 3/4. Of its series four terms fall short by
    // less than a tenth of the fourth power; only heights so near take the exponential itself.
    const double right = ziggurat.steps[step].width * kMagnitudeOffset, x = std::abs(value);
    const double rise = 0.5 * ((right - x) * (right + x)), square = rise * rise;
    const double estimate = bottom * ((1.0 + rise) + square * (0.5 + rise * (1.0 / 6.0)));
    const double doubt = bottom * (0.1 * (square * square) + 1e-12);
    if (std::abs(height - estimate) > doubt) return height < estimate;
    return height < std::exp(-0.5 * value * value);
  }
};

}  // namespace signalscope::random
