// Normals out of lists of words, by every way to draw them, against the plain loop: words in all places of a group that
// are outside of their steps, one after the other, and at the end.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "core/plain_numpy.hpp"
#include "random/bits.hpp"

namespace signalscope::random {
namespace {

using WordList = std::vector<std::uint64_t>;

constexpr std::uint64_t kLargest = (std::uint64_t{1} << 52) - 1;
constexpr double kUntouched = 99.0;

constexpr std::uint64_t word_of(std::uint64_t step, std::uint64_t magnitude, std::uint64_t sign) {
  return magnitude << 9 | sign << 8 | step;
}

/// The normals of the first words, as `NumpyPath::draw` gives them, and how many words they took.
std::size_t plain_draw(const WordList& words, std::size_t count, double mean, double std, std::vector<double>& out) {
  std::size_t spent = 0;
  while (spent < count) {
    const PlainDraw draw(words[spent]);
    if (draw.is_inside()) {
      out.push_back(mean + std * draw.x);
      ++spent;
      continue;
    }
    if (draw.step == 0 || spent + 1 == count) break;
    if (draw.is_kept(words[spent + 1])) out.push_back(mean + std * draw.x);
    spent += 2;
  }
  return spent;
}

/// `words` has a group more than `count`.
void expect_drawn(const NumpyPath& path, const WordList& words, std::size_t count, double mean, double std) {
  std::vector<double> expected, got(count + kNumpyGroup + 1, kUntouched);
  const std::size_t spent = plain_draw(words, count, mean, std, expected);
  const NumpyDrawn drawn = path.draw(Ziggurat::shared(), words.data(), count, mean, std, got.data());
  ASSERT_EQ(drawn.words, spent) << "of " << count;
  ASSERT_EQ(drawn.values, expected.size()) << "of " << count;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_EQ(bits_as<std::uint64_t>(got[i]), bits_as<std::uint64_t>(expected[i])) << i << " of " << count;
  }
  ASSERT_EQ(got.back(), kUntouched) << count;
}

TEST(NumpyDraws, AtTheBoundsOfEveryStepInEveryPlace) {
  with_every_path([](const NumpyPath& path) {
    PlainStream random(3);
    for (std::uint64_t step = 0; step < 256; ++step) {
      const std::uint64_t bound = PlainDraw::bound(step);
      for (std::uint64_t magnitude : {std::uint64_t{0}, std::uint64_t{1}, bound - 1, bound, bound + 1, kLargest}) {
        for (std::size_t place = 0; place < 2 * kNumpyGroup; ++place) {
          // All others are of magnitude 0 and inside of the lowest step.
          WordList words(4 * kNumpyGroup, 0);
          words[place] = word_of(step, magnitude & kLargest, place % 2);
          words[place + 1] = random.next64() & ~std::uint64_t{0xff};
          ASSERT_NO_FATAL_FAILURE(expect_drawn(path, words, 3 * kNumpyGroup, 0.0, 1.0)) << step << " " << magnitude;
        }
      }
    }
  });
}

TEST(NumpyDraws, ManyWordsOutsideInListsOfAnyLength) {
  with_every_path([](const NumpyPath& path) {
    PlainStream random(4);
    std::size_t values = 0, words_to_the_end = 0;
    for (int round = 0; round < 20'000; ++round) {
      const std::size_t count = 1 + random.next64() % 70;
      WordList words(count + kNumpyGroup);
      // From one in two to one in thirty-two is near the end of its step, and some of those are outside.
      const std::uint64_t rarity = (std::uint64_t{2} << random.next64() % 5) - 1;
      for (std::uint64_t& word : words) {
        word = random.next64();
        if ((random.next64() & rarity) == 0) word |= std::uint64_t{0x7ff} << 50;
        if ((word & 0xff) == 0 && random.next64() % 8 != 0) word |= 0x40;
      }
      ASSERT_NO_FATAL_FAILURE(expect_drawn(path, words, count, -1.5, 0.3)) << round;
      std::vector<double> drawn;
      words_to_the_end += plain_draw(words, count, 0.0, 1.0, drawn) == count ? 1 : 0;
      values += drawn.size();
    }
    EXPECT_GT(words_to_the_end, 5'000u);
    EXPECT_GT(values, 200'000u);
  });
}

// What is decided without the exponential is decided as with it, for the heights next to the density above all.
TEST(NumpyDraws, AValueIsKeptBelowTheDensity) {
  const Ziggurat& ziggurat = Ziggurat::shared();
  constexpr std::int64_t kHeights = std::int64_t{1} << 53;
  PlainStream random(5);
  for (std::size_t step = 1; step < 256; ++step) {
    const double top = PlainDraw::density(step - 1), bottom = PlainDraw::density(step);
    const std::uint64_t bound = PlainDraw::bound(step);
    for (std::uint64_t part = 0; part <= 16; ++part) {
      const std::uint64_t magnitude = bound + (kLargest - bound) / 16 * part;
      const ZigguratDraw draw(ziggurat, word_of(step, magnitude, part % 2));
      const double density = std::exp(-0.5 * draw.value * draw.value);
      const auto at_density = static_cast<std::int64_t>((density - bottom) / (top - bottom) * 0x1p53);
      std::vector<std::int64_t> heights = {0, kHeights - 1};
      for (std::int64_t i = -20; i <= 20; ++i) heights.push_back(at_density + i);
      // And at distances that double, until beyond the doubt.
      for (std::int64_t i = 32; i < kHeights; i *= 2) heights.insert(heights.end(), {at_density - i, at_density + i});
      for (std::int64_t height : heights) {
        if (height < 0 || height >= kHeights) continue;
        const std::uint64_t next = static_cast<std::uint64_t>(height) << 11 | random.next64() % 2048;
        const bool below = (top - bottom) * plain_uniform(next) + bottom < density;
        ASSERT_EQ(draw.is_kept(ziggurat, next), below) << step << " " << magnitude << " " << height;
      }
    }
  }
}

}  // namespace
}  // namespace signalscope::random
