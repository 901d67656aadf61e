#include "arguments.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace signalscope::cli {
namespace {

using Words = std::vector<std::string>;

TEST(Arguments, OptionsStandAnywhere) {
  const Words words = {"--set", "depth=20", "propagate", "--format=json", "--preset", "residual", "--set=gain=auto"};
  const Result<Arguments> arguments = parse_arguments(words);
  ASSERT_TRUE(arguments) << arguments.problem().message;
  EXPECT_EQ(arguments->verb, "propagate");
  EXPECT_EQ(arguments->preset, "residual");
  EXPECT_EQ(arguments->format, Format::json);
  ASSERT_EQ(arguments->settings.size(), 2U);
  EXPECT_EQ(arguments->settings[0].name, "depth");
  EXPECT_EQ(arguments->settings[0].text, "20");
  EXPECT_EQ(arguments->settings[1].name, "gain");
  EXPECT_EQ(arguments->settings[1].text, "auto");
}

TEST(Arguments, AValueMayHoldAnEqualsSignAndStartWithAMinus) {
  const Words words = {"propagate", "--set", "input_mean=-3", "--set", "label=a=b"};
  const Result<Arguments> arguments = parse_arguments(words);
  ASSERT_TRUE(arguments);
  EXPECT_EQ(arguments->settings[0].text, "-3");
  EXPECT_EQ(arguments->settings[1].text, "a=b");
}

TEST(Arguments, AMinusIsStandardInputAndNothingIsAnOptionAfterTwo) {
  EXPECT_EQ(parse_arguments(Words{"propagate", "-"})->file, "-");
  EXPECT_EQ(parse_arguments(Words{"propagate", "--", "--odd-name"})->file, "--odd-name");
}

TEST(Arguments, HelpAndVersionNeedNoVerb) {
  EXPECT_TRUE(parse_arguments(Words{"--help"})->help);
  EXPECT_TRUE(parse_arguments(Words{"--version"})->version);
  EXPECT_EQ(parse_arguments(Words{"--help"})->verb, "");
}

TEST(Arguments, RefusesWhatIsNoUse) {
  const std::vector<std::pair<Words, std::string>> cases = {
      {{"propagate", "--preset"}, "--preset: was given without a value; may be the name of a preset."},
      {{"propagate", "--preset", "--format"}, "--preset: was given without a value; may be the name of a preset."},
      {{"propagate", "--set"}, "--set: was given without a value; may be field=value."},
      {{"propagate", "--set", "depth"}, "--set: was \"depth\"; may be field=value."},
      {{"propagate", "--set", "depth=1", "--set", "depth=2"},
       "--set depth: was given twice; may be given once for a field."},
      {{"propagate", "--preset", "a", "--preset", "a"}, "--preset: was given twice; may be given once."},
      {{"propagate", "--format", "table", "--format", "table"}, "--format: was given twice; may be given once."},
      {{"propagate", "--format", "xml"}, "--format: was \"xml\"; may be one of table, json, csv."},
      {{"propagate", "--format="}, "--format: was \"\"; may be one of table, json, csv."},
      {{"propagate", "--help=yes"}, "--help: was given a value; may be given without one."},
      {{"propagate", "--depth", "20"},
       "\"--depth\": is no option here; may be one of --preset, --set, --format, --help, --version."},
      {{"propagate", "-h"}, "\"-h\": is no option here; may be one of --preset, --set, --format, --help, --version."},
      {{"propagate", "a.json", "b.json"}, "FILE: was \"a.json\" and \"b.json\"; may be one file."},
      {{"propagate", "a.json", "--preset", "residual"},
       "FILE: was \"a.json\" beside a preset; may be one of --preset NAME, FILE and -."},
  };
  for (const auto& [words, message] : cases) {
    const Result<Arguments> arguments = parse_arguments(words);
    ASSERT_FALSE(arguments) << message;
    EXPECT_EQ(arguments.problem().code, "usage");
    EXPECT_EQ(arguments.problem().message, message);
  }
}

}  // namespace
}  // namespace signalscope::cli
