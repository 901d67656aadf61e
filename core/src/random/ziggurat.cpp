#include "random/ziggurat.hpp"

#include <cmath>

#include "random/unit_uniform.hpp"

namespace signalscope::random {
namespace {

Ziggurat derive() {
  constexpr double kScale = 0x1p52;
  const auto& width = kZigguratWidths;
  Ziggurat ziggurat{};
  for (std::size_t i = 0; i < 256; ++i) {
    const double inner = i == 0 ? width[255] : i == 1 ? 0.0 : width[i - 1];
    ziggurat.steps[i] = {width[i], std::floor(inner / width[i] * kScale)};
    const double right = i == 0 ? 0.0 : width[i] * kScale;
    ziggurat.density[i] = std::exp(-0.5 * right * right);
  }
  return ziggurat;
}

}  // namespace

const Ziggurat& Ziggurat::shared() {
  static const Ziggurat ziggurat = derive();
  return ziggurat;
}

ZigguratDraw::ZigguratDraw(const Ziggurat& ziggurat, std::uint64_t word)
    : step(word & 0xff), magnitude((word >> 9) & kMagnitudeMask) {
  const double distance = bits_as<double>(magnitude | kMagnitudeExponent) - kMagnitudeOffset;
  inside = distance < ziggurat.steps[step].bound;
  // The sign is random, so that a branch on it would be guessed wrong every second time.
  value = bits_as<double>(bits_as<std::uint64_t>(distance * ziggurat.steps[step].width) ^ ((word & 0x100) << 55));
}

bool ZigguratDraw::is_kept(const Ziggurat& ziggurat, std::uint64_t next) const {
  const double top = ziggurat.density[step - 1];
  const double bottom = ziggurat.density[step];
  return (top - bottom) * unit_uniform(next) + bottom < std::exp(-0.5 * value * value);
}

}  // namespace signalscope::random
