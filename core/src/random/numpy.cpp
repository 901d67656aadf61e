#include "random/numpy.hpp"

#include <algorithm>
#include <cmath>

#include "random/log1p.hpp"
#include "random/unit_uniform.hpp"

namespace signalscope::random {

void NumpyStream::refill() {
  path_.fill(generator_, words_.data());
  used_ = 0;
}

double NumpyStream::uniform01() { return unit_uniform(next64()); }

double NumpyStream::standard_normal() {
  for (;;) {
    const ZigguratDraw draw(ziggurat_, next64());
    if (draw.inside) return draw.value;
    if (draw.step == 0) return from_tail(draw.magnitude);
    if (draw.is_kept(ziggurat_, next64())) return draw.value;
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
  while (out.size() >= kNumpyGroup) {
    if (used_ == kNumpyBlock) refill();
    const std::size_t count = std::min(kNumpyBlock - used_, out.size() - (kNumpyGroup - 1));
    const NumpyDrawn drawn = path_.draw(ziggurat_, words_.data() + used_, count, mean, std, out.data());
    used_ += drawn.words;
    out = out.subspan(drawn.values);
    if (drawn.words < count) {
      out.front() = mean + std * standard_normal();
      out = out.subspan(1);
    }
  }
  for (double& value : out) value = mean + std * standard_normal();
}

void NumpyStream::uniform(double low, double high, std::span<double> out) {
  const double range = high - low;
  while (!out.empty()) {
    if (used_ == kNumpyBlock) refill();
    const std::size_t count = std::min(out.size(), kNumpyBlock - used_);
    for (std::size_t i = 0; i < count; ++i) out[i] = low + range * unit_uniform(words_[used_ + i]);
    used_ += count;
    out = out.subspan(count);
  }
}

void NumpyStream::truncated_normal(double std, double cut, std::span<double> out) {
  while (!out.empty()) {
    // Each value takes one draw or more, so that none is made too many. A mean of -0 changes no value.
    normal(-0.0, std, out);
    const auto end = std::remove_if(out.begin(), out.end(), [cut](double value) { return std::abs(value) > cut; });
    out = out.subspan(static_cast<std::size_t>(end - out.begin()));
  }
}

}  // namespace signalscope::random
