// NumPy's stream as a loop that makes one value after the other, and every way to make it in blocks.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>

#include "random/log1p.hpp"
#include "random/numpy.hpp"

namespace signalscope::random {

inline double plain_uniform(std::uint64_t word) {
  return static_cast<double>(static_cast<std::int64_t>(word >> 11)) * (1.0 / 9007199254740992.0);
}

/// What one word says, as NumPy's source reads it.
struct PlainDraw {
  std::size_t step;
  std::uint64_t magnitude;
  double x;

  explicit PlainDraw(std::uint64_t word) : step(word & 0xff), magnitude((word >> 9) & 0x000fffffffffffff) {
    x = static_cast<double>(static_cast<std::int64_t>(magnitude)) * kZigguratWidths[step];
    if ((word & 0x100) != 0) x = -x;
  }

  bool is_inside() const { return magnitude < bound(step); }

  bool is_kept(std::uint64_t next) const {
    const double top = density(step - 1), bottom = density(step);
    return (top - bottom) * plain_uniform(next) + bottom < std::exp(-0.5 * x * x);
  }

  static std::uint64_t bound(std::size_t step) {
    const double inner = step == 0 ? kZigguratWidths[255] : step == 1 ? 0.0 : kZigguratWidths[step - 1];
    return static_cast<std::uint64_t>(inner / kZigguratWidths[step] * 0x1p52);
  }

  static double density(std::size_t step) {
    if (step == 0) return 1.0;
    const double right = kZigguratWidths[step] * 0x1p52;
    return std::exp(-0.5 * right * right);
  }
};

/// The stream as NumPy's source has it: word by word, with branches.
class PlainStream {
 public:
  explicit PlainStream(std::uint64_t seed) : generator_(pcg64(seed)) {}

  std::uint64_t next64() {
    const std::uint64_t word = generator_.word();
    generator_.step();
    return word;
  }

  double uniform01() { return plain_uniform(next64()); }

  double standard_normal() {
    for (;;) {
      const PlainDraw draw(next64());
      if (draw.is_inside()) return draw.x;
      if (draw.step == 0) return tail(draw.magnitude);
      ++wedges;
      if (draw.is_kept(next64())) return draw.x;
    }
  }

  int wedges = 0;
  int tails = 0;

 private:
  double tail(std::uint64_t magnitude) {
    ++tails;
    for (;;) {
      const double beyond = -(1.0 / kZigguratTail) * log1p_of_negative(-uniform01());
      const double height = -log1p_of_negative(-uniform01());
      if (height + height > beyond * beyond) {
        return (magnitude >> 8 & 1) != 0 ? -(kZigguratTail + beyond) : kZigguratTail + beyond;
      }
    }
  }

  Pcg64 generator_;
};

template <class Check>
void with_every_path(Check&& check) {
  for (const NumpyPath& path : numpy_paths()) {
    SCOPED_TRACE(std::string(path.name.begin(), path.name.end()));
    check(path);
  }
}

}  // namespace signalscope::random
