#include "input.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace signalscope::cli {
namespace {

Result<Input> read(std::string_view text) {
  const Result<json::Node> root = json::parse(text);
  return root ? input_from(root.value()) : Result<Input>(root.problem());
}

TEST(Input, OneRecordIsOneSeries) {
  const Result<Input> input = read(R"({"label": "mine", "title": "a run", "depth": 3, "final_norm": true,
                                       "gain": "auto", "layers": [1, 2], "x": [[1, 2], [3, 4]]})");
  ASSERT_TRUE(input) << input.problem().message;
  EXPECT_FALSE(input->several);
  EXPECT_EQ(input->title, "a run");
  ASSERT_EQ(input->series.size(), 1U);
  EXPECT_EQ(input->series[0].label, "mine");
  const Record expected = {{"depth", 3.0},
                           {"final_norm", true},
                           {"gain", std::string("auto")},
                           {"layers", std::vector<double>{1, 2}},
                           {"x", Matrix{2, 2, {1, 2, 3, 4}}}};
  EXPECT_EQ(input->series[0].fields, expected);
}

TEST(Input, SeriesStandOverTheirBase) {
  const Result<Input> input = read(R"({"title": "t", "verb": "propagate", "lab": "signal", "base": {"depth": 3},
               "series": [{"label": "a"}, {"depth": 4}], "columns": ["rms@1"]})");
  ASSERT_TRUE(input) << input.problem().message;
  EXPECT_TRUE(input->several);
  EXPECT_EQ(input->verb, "propagate");
  EXPECT_EQ(input->columns, std::vector<std::string>{"rms@1"});
  ASSERT_EQ(input->series.size(), 2U);
  EXPECT_EQ(input->series[0].fields, (Record{{"depth", 3.0}}));
  EXPECT_EQ(input->series[1].label, "series 2");
  EXPECT_EQ(input->series[1].fields, (Record{{"depth", 3.0}, {"depth", 4.0}})) << "the later one wins";
}

TEST(Input, EveryPresetIsReadAsItStands) {
  const Result<json::Node> all = presets();
  ASSERT_TRUE(all) << all.problem().message;
  EXPECT_GE(all->size(), 9U);
  for (const json::Member& preset : all->members()) {
    const Result<Input> input = input_from(preset.value);
    ASSERT_TRUE(input) << preset.key << ": " << input.problem().message;
    EXPECT_FALSE(input->title.empty()) << preset.key;
    EXPECT_FALSE(input->columns.empty()) << preset.key;
  }
}

TEST(Input, NamesTheFieldThatHasNoUse) {
  struct Case {
    const char* text;
    const char* code;
    const char* field;
    const char* message;
  };
  const std::vector<Case> cases = {
      {R"([1])", "wrong_kind", "", "the file: was a list; may be an object of fields, or one like a preset."},
      {R"("depth")", "wrong_kind", "", "the file: was \"depth\"; may be an object of fields, or one like a preset."},
      {R"({"depth": null})", "wrong_kind", "depth",
       "depth: was null; may be a number, a text, a flag, a list, or left out for its default."},
      {R"({"depth": {"a": 1}})", "wrong_kind", "depth",
       "depth: was an object; may be a number, a text, a flag, a list, or left out for its default."},
      {R"({"x": [[1, 2], [3]]})", "wrong_shape", "x",
       "x: was rows of which row 2 has 1 numbers and row 1 has 2; may be rows of one length."},
      {R"({"x": [[1, 2], 3]})", "wrong_shape", "x",
       "x: was a list with a list at place 1; may be a list of numbers, or a list of rows of numbers, all rows of one "
       "length."},
      {R"({"mask": [1, "NaN"]})", "wrong_shape", "mask",
       "mask: was a list with \"NaN\" at place 2; may be a list of numbers, or a list of rows of numbers, all rows of "
       "one length."},
      {R"({"x": [[1, null]]})", "wrong_shape", "x",
       "x: was a list with null at place 2 of row 1; may be a list of numbers, or a list of rows of numbers, all rows "
       "of one length."},
      {R"({"x": [[[1]]]})", "wrong_shape", "x",
       "x: was a list with a list at place 1 of row 1; may be a list of numbers, or a list of rows of numbers, all "
       "rows of one length."},
      {R"({"label": 3})", "wrong_kind", "label", "label: was a number; may be a text in double quotes."},
      {R"({"series": []})", "wrong_shape", "series",
       "series: was an empty list; may be a list of at least one object of fields."},
      {R"({"series": {"a": 1}})", "wrong_shape", "series",
       "series: was an object; may be a list of at least one object of fields."},
      {R"({"series": [3]})", "wrong_shape", "series",
       "series: was a list with something else than objects; may be a list of at least one object of fields."},
      {R"({"base": {}})", "wrong_shape", "series",
       "series: was missing; may be a list of at least one object of fields."},
      {R"({"base": 3, "series": [{}]})", "wrong_kind", "base", "base: was a number; may be an object of fields."},
      {R"({"columns": "rms", "series": [{}]})", "wrong_kind", "columns",
       "columns: was \"rms\"; may be a list of texts, such as [\"rms@1\"]."},
      {R"({"depth": 3, "series": [{}]})", "unknown_field", "depth",
       "\"depth\": is no field beside series and base; may be one of title, verb, lab, base, series, columns."},
  };
  for (const Case& one : cases) {
    const Result<Input> input = read(one.text);
    ASSERT_FALSE(input) << one.text;
    EXPECT_EQ(input.problem().code, one.code) << one.text;
    EXPECT_EQ(input.problem().field, one.field) << one.text;
    EXPECT_EQ(input.problem().message, one.message) << one.text;
  }
}

}  // namespace
}  // namespace signalscope::cli
