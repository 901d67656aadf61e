// Every way to make PyTorch's stream in blocks, against a loop that makes one value after the other.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/random_checks.hpp"
#include "random/log1p.hpp"
#include "random/pytorch.hpp"

namespace signalscope::random {
namespace {

constexpr std::size_t kOddCounts[] = {1, 2, 3, 5, 7, 15, 16, 17, 63, 65, 129, 623, 625, 2495, 2497, 1'000'003};

template <class Check>
void with_every_path(Check&& check) {
  for (const PytorchPath& path : pytorch_paths()) {
    SCOPED_TRACE(std::string(path.name.begin(), path.name.end()));
    check(path);
  }
}

// ---- the plain loop ----------------------------------------------------------------------------------------------

float plain_log(float x) {
  int exponent = 0;
  float r = std::frexp(x, &exponent);
  if (r < 0.707106781186547524f) {
    exponent -= 1;
    r = 2.0f * r - 1.0f;
  } else {
    r = r - 1.0f;
  }
  const float square = r * r, e = static_cast<float>(exponent);
  float y = 7.0376836292e-2f;
  for (float c : {-1.1514610310e-1f, 1.1676998740e-1f, -1.2420140846e-1f, 1.4249322787e-1f, -1.6668057665e-1f,
                  2.0000714765e-1f, -2.4999993993e-1f, 3.3333331174e-1f}) {
    y = std::fma(y, r, c);
  }
  y = std::fma(y * r, square, e * -2.12194440e-4f);
  y = std::fma(square, -0.5f, y);
  return std::fma(e, 0.693359375f, r + y);
}

/// Cosine and sine.
std::pair<float, float> plain_turn(float x) {
  const int octant = (static_cast<int>(x * 1.27323954473516f) + 1) / 2 * 2;
  const float turns = static_cast<float>(octant);
  float r = x;
  for (float c : {-0.78515625f, -2.4187564849853515625e-4f, -3.77489497744594108e-8f}) r = std::fma(turns, c, r);
  const float z = r * r;
  float even = std::fma(2.443315711809948e-5f, z, -1.388731625493765e-3f);
  even = std::fma(even, z, 4.166664568298827e-2f) * z;
  even = std::fma(even, z, -(z * 0.5f)) + 1.0f;
  float odd = std::fma(-1.9515295891e-4f, z, 8.3321608736e-3f);
  odd = std::fma(odd, z, -1.6666654611e-1f) * z;
  odd = std::fma(odd, r, r);
  const auto [cosine, sine] = (octant & 2) == 0 ? std::pair(even, odd) : std::pair(odd, even);
  return {(~(octant - 2) & 4) != 0 ? -cosine : cosine, (octant & 4) != 0 ? -sine : sine};
}

float plain_uniform(std::uint32_t word) { return static_cast<float>(word % (1u << 24)) / static_cast<float>(1u << 24); }

float plain_radius(std::uint32_t word) { return std::sqrt(-2.0f * plain_log(1.0f - plain_uniform(word))); }

float plain_angle(std::uint32_t word) { return 2.0f * std::numbers::pi_v<float> * plain_uniform(word); }

class PlainStream {
 public:
  explicit PlainStream(std::uint32_t seed) {
    state_[0] = seed;
    for (std::uint32_t i = 1; i < 624; ++i) state_[i] = 1812433253u * (state_[i - 1] ^ (state_[i - 1] >> 30)) + i;
  }

  std::uint32_t next() {
    const std::size_t i = at_;
    at_ = (at_ + 1) % 624;
    const std::uint32_t mixed = (state_[i] & 0x80000000u) | (state_[at_] & 0x7fffffffu);
    state_[i] = state_[(i + 397) % 624] ^ (mixed >> 1) ^ ((mixed & 1) != 0 ? 0x9908b0dfu : 0u);
    std::uint32_t word = state_[i];
    word ^= word >> 11;
    word ^= (word << 7) & 0x9d2c5680u;
    word ^= (word << 15) & 0xefc60000u;
    return word ^ (word >> 18);
  }

  void normal(float mean, float std, std::vector<double>& out) {
    if (out.size() < 16) {
      for (double& value : out) value = static_cast<float>(std::fma(scalar(), std, mean));
      return;
    }
    std::vector<std::uint32_t> words(out.size());
    for (std::uint32_t& word : words) word = next();
    for (std::size_t i = 0; i + 16 <= out.size(); i += 16) block(mean, std, &words[i], &out[i]);
    if (out.size() % 16 == 0) return;
    for (std::size_t i = 0; i < 16; ++i) words[i] = next();
    block(mean, std, words.data(), &out[out.size() - 16]);
  }

 private:
  static void block(float mean, float std, const std::uint32_t* words, double* out) {
    for (std::size_t i = 0; i < 8; ++i) {
      const float radius = plain_radius(words[i]);
      const auto [cosine, sine] = plain_turn(plain_angle(words[i + 8]));
      out[i] = std::fma(radius * cosine, std, mean);
      out[i + 8] = std::fma(radius * sine, std, mean);
    }
  }

  double uniform53() {
    const std::uint64_t high = next();
    return static_cast<double>((high << 32 | next()) % (std::uint64_t{1} << 53)) * 0x1p-53;
  }

  double scalar() {
    if (kept_) return *std::exchange(kept_, std::nullopt);
    const double a = uniform53(), b = uniform53();
    const double radius = std::sqrt(-2.0 * log1p_of_negative(-b)), angle = 2.0 * std::numbers::pi * a;
    kept_ = radius * std::sin(angle);
    return radius * std::cos(angle);
  }

  std::array<std::uint32_t, 624> state_{};
  std::size_t at_ = 0;
  std::optional<double> kept_;
};

// ---- the tests ---------------------------------------------------------------------------------------------------

TEST(PytorchPaths, EndWithTheOneForAnyMachine) {
  ASSERT_FALSE(pytorch_paths().empty());
  EXPECT_EQ(pytorch_paths().back().name, "portable");
}

TEST(PytorchPaths, AdvanceTheStateWordByWord) {
  with_every_path([](const PytorchPath& path) {
    for (std::uint32_t seed : {0u, 1u, 0xffffffffu}) {
      MersenneTwister blocks(seed, path);
      PlainStream plain(seed);
      for (std::size_t count : {1u, 5u, 623u, 624u, 625u, 1u, 4000u}) {
        std::vector<std::uint32_t> words(count);
        blocks.fill(words);
        for (std::uint32_t word : words) ASSERT_EQ(word, plain.next()) << seed << " " << count;
        ASSERT_EQ(blocks.next(), plain.next()) << seed << " " << count;
      }
    }
  });
}

/// The outputs of a path where radii come from `radius(i)` and angles from `angle(i)`, for all i below 2^24.
template <class Radius, class Angle, class Check>
void for_all_words(const PytorchPath& path, Radius&& radius, Angle&& angle, Check&& check) {
  constexpr std::uint32_t kPairs = kPytorchUnit / 2;
  std::array<std::uint32_t, kPytorchUnit> words{};
  std::array<double, kPytorchUnit> out{};
  for (std::uint32_t first = 0; first < (1u << 24); first += kPairs) {
    for (std::uint32_t i = 0; i < kPairs; ++i) {
      words[i / 8 * 16 + i % 8] = radius(first + i);
      words[i / 8 * 16 + i % 8 + 8] = angle(first + i);
    }
    path.normals(words.data(), words.size(), out.data());
    for (std::uint32_t i = 0; i < kPairs; ++i) {
      check(first + i, out[i / 8 * 16 + i % 8], out[i / 8 * 16 + i % 8 + 8]);
    }
  }
}

// A uniform has 24 bits, so that these are all the radii and angles that there are: why two roundings may stand in for
// the one of a fused product. The upper eight bits of a word do not count.
TEST(PytorchPaths, EveryRadiusAndEveryAngle) {
  std::uint32_t unit = 0;
  while (plain_radius(unit) != 1.0f && unit < (1u << 24)) ++unit;
  ASSERT_LT(unit, 1u << 24) << "no radius is 1";
  std::vector<float> radii(1u << 24), cosines(1u << 24), sines(1u << 24);
  for (std::uint32_t i = 0; i < (1u << 24); ++i) {
    radii[i] = plain_radius(i);
    std::tie(cosines[i], sines[i]) = plain_turn(plain_angle(i));
  }
  with_every_path([&](const PytorchPath& path) {
    std::uint32_t different = 0;
    for_all_words(
        path, [](std::uint32_t i) { return i | 0x5a000000u; }, [](std::uint32_t) { return 0x77000000u; },
        [&](std::uint32_t i, double first, double second) { different += first != radii[i] || second != 0.0; });
    EXPECT_EQ(different, 0u) << "radii";
    different = 0;
    for_all_words(
        path, [&](std::uint32_t) { return unit; }, [](std::uint32_t i) { return i | 0xff000000u; },
        [&](std::uint32_t i, double first, double second) { different += first != cosines[i] || second != sines[i]; });
    EXPECT_EQ(different, 0u) << "angles";
  });
}

TEST(PytorchPaths, OddCountsAreThoseOfThePlainLoop) {
  with_every_path([](const PytorchPath& path) {
    for (const auto& [mean, std] : {std::pair(0.0f, 1.0f), {0.0f, 0.02f}, {-1.5f, 0.3f}}) {
      PytorchStream stream(7, path);
      PlainStream plain(7);
      for (std::size_t count : kOddCounts) {
        const auto got = drawn(count, [&, m = mean, s = std](auto out) { stream.normal(m, s, out); });
        std::vector<double> expected(count);
        plain.normal(mean, std, expected);
        expect_same(got, expected, std::to_string(count) + " values");
      }
    }
  });
}

TEST(PytorchPaths, CallsOfAllKindsMayFollowEachOther) {
  with_every_path([](const PytorchPath& path) {
    PytorchStream stream(8, path);
    PlainStream plain(8), lengths(9);
    for (int call = 0; call < 5'000; ++call) {
      const std::size_t count = (lengths.next() >> 8) % (call % 100 == 0 ? 6000 : 60);
      std::vector<double> got(count), expected(count);
      if (lengths.next() % 3 == 0) {
        stream.uniform(0.0, 1.0, got);
        for (double& value : expected) value = plain_uniform(plain.next());
      } else {
        stream.normal(0.0, 1.0, got);
        plain.normal(0.0f, 1.0f, expected);
      }
      ASSERT_EQ(got, expected) << "call " << call << " of " << count;
    }
  });
}

// For 1 + std · z just beside a tie between two floats, by less than double can tell.
TEST(PytorchStream, TheLastStepRoundsOnce) {
  int close = 0, wrong_in_double = 0;
  const auto values = drawn(4096, [](auto out) { PytorchStream(3).standard_normal(out); });
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double z = values[i];
    const float std = static_cast<float>(0x1p-24 / z);
    const double beside = z * std * 0x1p24 - 1.0;
    if (z <= 0.0 || beside == 0.0 || std::abs(beside) > 0x1p-29) continue;
    ++close;
    const double rounded_once = beside > 0.0 ? 1.0 + 0x1p-23 : 1.0;
    const auto scaled = drawn(i / 16 * 16 + 16, [&](auto out) { PytorchStream(3).normal(1.0, std, out); });
    ASSERT_EQ(scaled[i], rounded_once) << z << " " << std;
    wrong_in_double += static_cast<float>(z * std + 1.0) != rounded_once ? 1 : 0;
  }
  EXPECT_GT(close, 25);
  EXPECT_GT(wrong_in_double, 5);
}

}  // namespace
}  // namespace signalscope::random
