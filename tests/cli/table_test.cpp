#include "table.hpp"

#include <gtest/gtest.h>

#include <string>

namespace signalscope::cli {
namespace {

TEST(Table, AlignsByCodePoints) {
  EXPECT_EQ(aligned({{"series", "rms@1"}, {"He √(2/n)", "9.947e-01"}, {"ab", "nan"}}, Alignment::first_left),
            "series         rms@1\n"
            "He √(2/n)  9.947e-01\n"
            "ab               nan\n");
}

TEST(Table, AlignsWordsToTheLeftWithoutBlanksAtTheEnd) {
  EXPECT_EQ(aligned({{"a", "bb", "c"}, {"aaa", "b", ""}}, Alignment::left), "a    bb  c\naaa  b\n");
}

TEST(Table, AlignsNumbersToTheRight) {
  EXPECT_EQ(aligned({{"x", "value"}, {"-1.5", "0"}}, Alignment::right), "   x  value\n-1.5      0\n");
}

TEST(Table, QuotesCellsOfCsvThatNeedIt) {
  std::string text;
  append_csv(text, {"plain", "a,b", "say \"so\"", "two\nlines", ""});
  EXPECT_EQ(text, "plain,\"a,b\",\"say \"\"so\"\"\",\"two\nlines\",\n");
}

}  // namespace
}  // namespace signalscope::cli
