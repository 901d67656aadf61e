#include "random/numpy.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "random/log1p.hpp"
#include "random/unit_uniform.hpp"

namespace signalscope::random {

void NumpyStream::refill() {
  path_.fill(generator_, words_.data());
  used_ = 0;
  drawn_ = false;
}

void NumpyStream::draw_block() {
  path_.draw(ziggurat_, words_.data(), values_.data(), outside_.data());
  drawn_ = true;
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

/// Bit i tells that word `first` + i of the block is outside of its step, for at least a stride.
std::uint64_t NumpyStream::outside_from(std::size_t first) const {
  static_assert(kStride <= 64 - 7 && std::endian::native == std::endian::little);
  std::uint64_t bits;
  std::memcpy(&bits, &outside_[first / 8], sizeof bits);
  return bits >> (first % 8);
}

/// Spends the next word, which is outside of its step, and those that it takes. Returns how many values came of it, 0
/// or 1.
std::size_t NumpyStream::resolve(double mean, double std, double& out) {
  const ZigguratDraw draw(ziggurat_, words_[used_]);
  if (draw.step == 0 || used_ + 1 == kNumpyBlock) {
    out = mean + std * standard_normal();
    return 1;
  }
  // Whether it is kept is anyone's guess, so that there is no branch on it.
  out = mean + std * draw.value;
  used_ += 2;
  return draw.is_kept(ziggurat_, words_[used_ - 1]) ? 1 : 0;
}

void NumpyStream::normal(double mean, double std, std::span<double> out) {
  while (!out.empty()) {
    if (used_ == kNumpyBlock) refill();
    if (!drawn_) draw_block();
    const std::size_t count = std::min({kStride, kNumpyBlock - used_, out.size()});
    const double* const values = values_.data() + used_;
    if (out.size() >= kStride) {
      for (std::size_t i = 0; i < kStride; ++i) out[i] = mean + std * values[i];
    } else {
      for (std::size_t i = 0; i < count; ++i) out[i] = mean + std * values[i];
    }
    const std::uint64_t outside = outside_from(used_) & ((std::uint64_t{1} << count) - 1);
    if (outside == 0) {
      used_ += count;
      out = out.subspan(count);
    } else {
      const auto inside = static_cast<std::size_t>(std::countr_zero(outside));
      used_ += inside;
      out = out.subspan(inside);
      out = out.subspan(resolve(mean, std, out.front()));
    }
  }
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
