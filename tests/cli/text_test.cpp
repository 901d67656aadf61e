#include "text.hpp"

#include <gtest/gtest.h>

#include <string>

namespace signalscope::cli {
namespace {

TEST(Text, CountsCodePoints) {
  EXPECT_EQ(code_points("Xavier √(1/n)"), 13U);
  EXPECT_EQ(code_points("😀"), 1U);
  EXPECT_EQ(code_points("\xFF\xFE"), 2U);
  EXPECT_EQ(code_points(""), 0U);
}

TEST(Text, KnowsWellFormedUtf8) {
  EXPECT_EQ(utf8_length("a"), 1U);
  EXPECT_EQ(utf8_length("é"), 2U);
  EXPECT_EQ(utf8_length("√"), 3U);
  EXPECT_EQ(utf8_length("😀"), 4U);
  EXPECT_EQ(utf8_length(""), 0U);
  EXPECT_EQ(utf8_length("\x80"), 0U) << "a byte that continues, without one that opens";
  EXPECT_EQ(utf8_length("\xC1\xBF"), 0U) << "overlong";
  EXPECT_EQ(utf8_length("\xE0\x9F\xBF"), 0U) << "overlong";
  EXPECT_EQ(utf8_length("\xF0\x8F\xBF\xBF"), 0U) << "overlong";
  EXPECT_EQ(utf8_length("\xED\xBF\xBF"), 0U) << "a surrogate";
  EXPECT_EQ(utf8_length("\xF5\x80\x80\x80"), 0U) << "beyond 0x10FFFF";
  EXPECT_EQ(utf8_length("\xE2\x88"), 0U) << "cut short";
}

TEST(Text, ForeignTextStaysOnOneLine) {
  EXPECT_EQ(one_line("a\nb\tc\r"), "a\\nb\\tc\\x0d");
  EXPECT_EQ(one_line("\x1B[31mred"), "\\x1b[31mred");
  EXPECT_EQ(one_line("a\xE2\x80\xA8z"), "a\\xe2\\x80\\xa8z") << "the line separator U+2028";
  EXPECT_EQ(one_line("\xFF√"), "\\xff√");
  EXPECT_EQ(quoted("√ and é"), "\"√ and é\"");
}

TEST(Text, ForeignTextIsCutBetweenCodePoints) {
  std::string roots;
  for (int i = 0; i < 41; ++i) roots += "√";
  EXPECT_EQ(shortened(roots), roots.substr(0, 40 * 3) + "...");
  EXPECT_EQ(shortened(roots.substr(3)), roots.substr(3));
}

}  // namespace
}  // namespace signalscope::cli
