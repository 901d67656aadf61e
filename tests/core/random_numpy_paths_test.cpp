// Every way to make NumPy's stream in blocks, against a loop that makes one value after the other.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/plain_numpy.hpp"
#include "core/random_checks.hpp"
#include "random/numpy.hpp"
#include "random/unit_uniform.hpp"

namespace signalscope::random {
namespace {

constexpr std::size_t kOddCounts[] = {1, 2, 3, 5, 7, 17, 63, 65, 129, 1'000'003};

TEST(NumpyPaths, EndWithTheOneForAnyMachine) {
  ASSERT_FALSE(numpy_paths().empty());
  EXPECT_EQ(numpy_paths().back().name, "portable");
}

TEST(NumpyPaths, FillsWithTheWordsOfSingleSteps) {
  with_every_path([](const NumpyPath& path) {
    // Halves of all ones and all zeros carry as far as can be.
    constexpr std::uint64_t kOnes = ~std::uint64_t{0};
    const Wide corners[] = {{0, 0}, {0, 1}, {0, kOnes}, {kOnes, 0}, {kOnes, kOnes}, {0xffffffff, 0xffffffff00000000}};
    std::vector<Pcg64> starts = {pcg64(0), pcg64(1), pcg64(kOnes)};
    for (const Wide& state : corners) {
      for (const Wide& increment : corners) starts.push_back({state, {increment.high, increment.low | 1}});
    }
    for (const Pcg64& start : starts) {
      Pcg64 blocks = start, steps = start;
      for (int block = 0; block < 3; ++block) {
        std::array<std::uint64_t, kNumpyBlock + kNumpyGroup> words{};
        path.fill(blocks, words.data());
        for (std::size_t i = 0; i < kNumpyBlock; ++i, steps.step())
          ASSERT_EQ(words[i], steps.word()) << block << " " << i;
      }
      EXPECT_EQ(blocks.state.high, steps.state.high);
      EXPECT_EQ(blocks.state.low, steps.state.low);
    }
  });
}

TEST(NumpyPaths, OddCountsAreThoseOfThePlainLoop) {
  with_every_path([](const NumpyPath& path) {
    for (std::uint64_t seed : {0, 1, 2024}) {
      NumpyStream stream(seed, path);
      PlainStream plain(seed);
      for (std::size_t count : kOddCounts) {
        const auto normals = drawn(count, [&](auto out) { stream.normal(-1.5, 0.3, out); });
        for (double value : normals) ASSERT_EQ(value, -1.5 + 0.3 * plain.standard_normal()) << seed << " " << count;
        const auto uniforms = drawn(count, [&](auto out) { stream.uniform(-2.0, 5.0, out); });
        for (double value : uniforms) ASSERT_EQ(value, -2.0 + 7.0 * plain.uniform01()) << seed << " " << count;
        ASSERT_EQ(stream.next64(), plain.next64()) << seed << " " << count;
      }
      EXPECT_GT(plain.wedges, 10'000);
      EXPECT_GT(plain.tails, 100);
    }
  });
}

TEST(NumpyPaths, CallsOfAllKindsMayFollowEachOther) {
  with_every_path([](const NumpyPath& path) {
    NumpyStream stream(77, path);
    PlainStream plain(77), lengths(78);
    for (int call = 0; call < 20'000; ++call) {
      const std::uint64_t word = lengths.next64();
      const std::size_t count = (word >> 8) % (call % 50 == 0 ? 1500 : 40);
      std::vector<double> got(count), expected(count);
      switch (word % 5) {
        case 0:
          stream.normal(0.0, 1.0, got);
          for (double& value : expected) value = 0.0 + 1.0 * plain.standard_normal();
          break;
        case 1:
          stream.uniform(0.0, 1.0, got);
          for (double& value : expected) value = plain.uniform01();
          break;
        case 2:
          for (double& value : got) value = static_cast<double>(stream.next64());
          for (double& value : expected) value = static_cast<double>(plain.next64());
          break;
        case 3:
          for (double& value : got) value = stream.standard_normal();
          for (double& value : expected) value = plain.standard_normal();
          break;
        default:
          stream.truncated_normal(2.0, 1.7, got);
          for (double& value : expected) {
            do value = 2.0 * plain.standard_normal();
            while (std::abs(value) > 1.7);
          }
      }
      ASSERT_EQ(got, expected) << "call " << call << " of kind " << word % 5;
    }
  });
}

// Words of the next block are needed here, by a value that began in this one.
TEST(NumpyPaths, AValueMayTakeWordsOfTwoBlocks) {
  with_every_path([](const NumpyPath& path) {
    int wedges = 0, tails = 0;
    for (std::uint64_t seed = 0; wedges < 20 || tails < 3; ++seed) {
      ASSERT_LT(seed, 100'000u);
      PlainStream plain(seed);
      for (std::size_t i = 0; i < kNumpyBlock - 2; ++i) plain.next64();
      // The last two words are looked at ahead: from either one a tail reaches into the next block.
      PlainStream ahead = plain;
      const ZigguratDraw before_last(Ziggurat::shared(), ahead.next64()), last(Ziggurat::shared(), ahead.next64());
      const bool wedge = before_last.inside && !last.inside && last.step > 0;
      const bool tail = !before_last.inside && before_last.step == 0;
      if (!(wedge && wedges < 20) && !tail) continue;
      wedges += wedge ? 1 : 0;
      tails += tail ? 1 : 0;
      for (std::size_t count : {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{100}}) {
        NumpyStream stream(seed, path);
        drawn(kNumpyBlock - 2, [&](auto out) { stream.uniform(0.0, 1.0, out); });
        PlainStream from = plain;
        const auto values = drawn(count, [&](auto out) { stream.normal(0.0, 1.0, out); });
        for (double value : values) ASSERT_EQ(value, 0.0 + 1.0 * from.standard_normal()) << seed;
        ASSERT_EQ(stream.next64(), from.next64()) << seed;
      }
    }
  });
}

TEST(NumpyPaths, NothingIsWrittenBehindTheValues) {
  with_every_path([](const NumpyPath& path) {
    for (std::size_t count = 0; count < 200; ++count) {
      std::vector<double> room(count + 64, 4.0);
      NumpyStream(count, path).normal(0.0, 1.0, std::span(room).first(count));
      ASSERT_EQ(std::count(room.begin() + static_cast<std::ptrdiff_t>(count), room.end(), 4.0), 64) << count;
    }
  });
}

TEST(UnitUniform, IsTheTop53BitsExactly) {
  constexpr std::uint64_t kOnes = ~std::uint64_t{0};
  std::vector<std::uint64_t> words = {0, 1, 0x7ff, 0x800, kOnes, kOnes << 43, kOnes >> 21, kOnes << 11};
  PlainStream random(5);
  for (int i = 0; i < 1000; ++i) words.push_back(random.next64() >> (i % 64));
  for (std::uint64_t word : words) ASSERT_EQ(unit_uniform(word), plain_uniform(word)) << word;
  EXPECT_EQ(unit_uniform(kOnes), 1.0 - std::numeric_limits<double>::epsilon() / 2.0);
}

}  // namespace
}  // namespace signalscope::random
