// What the tests of the random streams share: comparison bit for bit.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/golden.hpp"
#include "random/bits.hpp"

namespace signalscope::random {

inline constexpr std::size_t kLong = 1'000'000;

// Where one of erff, logf, expf, log, sin, cos enters, WebAssembly has another C library than the references;
// its results are within a few units in the last place.
#if defined(__EMSCRIPTEN__)
inline constexpr bool kSameLibrary = false;
#else
inline constexpr bool kSameLibrary = true;
#endif

template <class Draw>
std::vector<double> drawn(std::size_t count, Draw&& draw) {
  std::vector<double> out(count);
  draw(std::span<double>(out));
  return out;
}

inline std::uint64_t seed_of(const json::Node& node) {
  return node.is(json::Kind::text) ? std::stoull(node.text()) : static_cast<std::uint64_t>(node.number());
}

inline std::string seed_text(std::uint64_t seed) { return std::string("seed ").append(std::to_string(seed)); }

/// As `checksum` in tests/golden/generate_random.py.
inline std::string checksum(const std::vector<double>& values) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) sum += bits_as<std::uint64_t>(values[i]) * (2 * i + 1);
  return std::to_string(sum);
}

inline void expect_same(const std::vector<double>& got, const std::vector<double>& expected, const std::string& what) {
  ASSERT_FALSE(expected.empty()) << what;
  ASSERT_EQ(got.size(), expected.size()) << what;
  for (std::size_t i = 0; i < got.size(); ++i) {
    ASSERT_EQ(bits_as<std::uint64_t>(got[i]), bits_as<std::uint64_t>(expected[i]))
        << what << ", value " << i << ": " << got[i] << " instead of " << expected[i];
  }
}

/// As `expect_same` where the C library is that of the references, and within `tolerance` where it is another.
inline void expect_same_by_library(const std::vector<double>& got, const std::vector<double>& expected,
                                   double tolerance, const std::string& what) {
  if (kSameLibrary) return expect_same(got, expected, what);
  ASSERT_FALSE(expected.empty()) << what;
  ASSERT_EQ(got.size(), expected.size()) << what;
  for (std::size_t i = 0; i < got.size(); ++i) {
    ASSERT_NEAR(got[i], expected[i], tolerance * std::max(1.0, std::abs(expected[i]))) << what << ", value " << i;
  }
}

// Numbers of 24 and of 53 significant bits, with room for what a logarithm near 0 makes of an error in the last place.
inline constexpr double kFloatTolerance = 1e-6;
inline constexpr double kDoubleTolerance = 1e-14;

}  // namespace signalscope::random
