#include "random/ziggurat.hpp"

#include <cmath>

namespace signalscope::random {
namespace {

Ziggurat derive() {
  constexpr double kScale = 0x1p52;
  const auto& width = kZigguratWidths;
  Ziggurat ziggurat{};
  for (std::size_t i = 0; i < 256; ++i) {
    const double inner = i == 0 ? width[255] : i == 1 ? 0.0 : width[i - 1];
    const double bound = std::floor(inner / width[i] * kScale);
    ziggurat.steps[i] = {width[i], bound};
    ziggurat.steps[i + 256] = {-width[i], bound};
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

}  // namespace signalscope::random
