#include "json.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "signalscope/catalog.hpp"

namespace signalscope::json {
namespace {

Node read(std::string_view text) {
  const Result<Node> node = parse(text);
  if (node) return node.value();
  ADD_FAILURE() << text << "\n" << node.problem().message;
  return {};
}

std::string refusal(std::string_view text) {
  const Result<Node> node = parse(text);
  if (node) return "";
  EXPECT_EQ(node.problem().code, "bad_json");
  EXPECT_EQ(node.problem().message.find('\n'), std::string::npos) << "more than one line";
  return node.problem().message;
}

std::string nested(int depth) {
  return std::string(static_cast<std::size_t>(depth), '[') + std::string(static_cast<std::size_t>(depth), ']');
}

TEST(Json, ReadsEveryKindOfValue) {
  const Node root = read(R"( {"flag": true, "off": false, "none": null, "list": [1, -2.5e-3, 0], "text": "a\tb"} )");
  EXPECT_EQ(root.kind(), Kind::object);
  EXPECT_TRUE(root["flag"].flag());
  EXPECT_FALSE(root["off"].flag());
  EXPECT_TRUE(root["off"].is(Kind::flag));
  EXPECT_TRUE(root["none"].is(Kind::null));
  EXPECT_EQ(root["list"].numbers(), (std::vector<double>{1.0, -2.5e-3, 0.0}));
  EXPECT_EQ(root["text"].text(), "a\tb");
  EXPECT_EQ(root.keys(), (std::vector<std::string>{"flag", "off", "none", "list", "text"}));
}

TEST(Json, AMissingThingIsANullNode) {
  const Node root = read(R"({"a": [1]})");
  const Node& missing = root["b"]["c"][7]["d"];
  EXPECT_TRUE(missing.is(Kind::null));
  EXPECT_EQ(missing.size(), 0U);
  EXPECT_EQ(missing.text(), "");
  EXPECT_TRUE(std::isnan(missing.number()));
  EXPECT_TRUE(missing.numbers().empty());
  EXPECT_TRUE(missing.keys().empty());
  EXPECT_EQ(missing.matrix().rows, 0U);
  EXPECT_TRUE(root["a"][1].is(Kind::null));
  EXPECT_TRUE(root.has("a"));
  EXPECT_FALSE(root.has("b"));
}

TEST(Json, AnObjectWithoutMembersIsAnObject) {
  EXPECT_TRUE(read("{}").is(Kind::object));
  EXPECT_TRUE(read("[]").is(Kind::array));
}

TEST(Json, WordsOfResultsAreNumbersToTheReaderOfResults) {
  const Node root = read(R"(["NaN", "Infinity", "-Infinity", "nan"])");
  EXPECT_TRUE(std::isnan(root[0].number()));
  EXPECT_EQ(root[1].number(), std::numeric_limits<double>::infinity());
  EXPECT_EQ(root[2].number(), -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(root[0].is(Kind::text)) << "so that no field of a scenario takes it for a number";
}

TEST(Json, ReadsNumbersToTheLastBit) {
  const std::vector<std::pair<const char*, double>> cases = {
      {"0", 0.0},
      {"-0", -0.0},
      {"0.1", 0.1},
      {"1e-320", 1e-320},
      {"4.9406564584124654e-324", 5e-324},
      {"1.7976931348623157e308", std::numeric_limits<double>::max()},
      {"1E+2", 100.0},
      {"9007199254740991", 9007199254740991.0},
      {"1e-400", 0.0},
      {"0.000000000000000000000000000000000000000000000000000001", 1e-54},
  };
  for (const auto& [text, value] : cases) {
    const double number = read(text).number();
    EXPECT_EQ(number, value) << text;
    EXPECT_EQ(std::signbit(number), std::signbit(value)) << text;
  }
}

TEST(Json, ReadsEscapesAndSurrogatePairs) {
  EXPECT_EQ(read(R"("\"\\\/\b\f\n\r\t")").text(), "\"\\/\b\f\n\r\t");
  EXPECT_EQ(read(R"("\u0041\u00e9\u221A\uD83D\uDE00")").text(), "Aé√😀");
  EXPECT_EQ(read(R"("\u0000")").text(), std::string(1, '\0'));
  EXPECT_EQ(read("\"√ 😀 \xC3\xA9\"").text(), "√ 😀 é");
}

TEST(Json, ReadsRowsAsAMatrix) {
  const Matrix matrix = read("[[1, 2, 3], [4, 5, 6]]").matrix();
  EXPECT_EQ(matrix, (Matrix{2, 3, {1, 2, 3, 4, 5, 6}}));
  EXPECT_EQ(read("[[1, 2], [3]]").matrix().values.size(), 0U);
  EXPECT_EQ(read("[1, 2]").matrix().values.size(), 0U);
}

TEST(Json, NamesTheSourceLineColumnAndWhatWasExpected) {
  const Result<Node> node = parse("{\n  \"√é\": ?}", "run.json");
  ASSERT_FALSE(node);
  EXPECT_EQ(node.problem().message,
            "run.json, line 2, column 9: expected a value (text stands in double quotes), found `?`");
}

TEST(Json, RefusesWhatIsNotJson) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "expected a value (text stands in double quotes), found the end of the text"},
      {" \n ", "found the end of the text"},
      {"[1,]", "expected a value (text stands in double quotes), found `]`"},
      {"[1 2]", "expected `,` or `]`, found `2`"},
      {"[,1]", "found `,`"},
      {"{\"a\" 1}", "expected `:`, found `1`"},
      {"{\"a\":1,}", "expected a key in double quotes, found `}`"},
      {"{a:1}", "expected a key in double quotes, found `a`"},
      {"{'a':1}", "expected a key in double quotes, found `'`"},
      {"{\"a\":1 \"b\":2}", "expected `,` or `}`, found `\"`"},
      {"{\"a\":1,\"b\":2,\"a\":3}", "line 1, column 14: the key \"a\" stands twice in one object"},
      {"{} {}", "expected the end of the text, found `{`"},
      {"true false", "expected the end of the text, found `false`"},
      {"tru", "found `tru`"},
      {"True", "found `True`"},
      {"undefined", "found `undefined`"},
      {"01", "a number with a leading zero"},
      {"-01", "a number with a leading zero"},
      {"+1", "found `+`"},
      {".5", "found `.`"},
      {"1.", "expected a digit after the point, found the end of the text"},
      {"1.e3", "expected a digit after the point, found `e3`"},
      {"1e", "expected a digit in the exponent, found the end of the text"},
      {"1e+", "expected a digit in the exponent"},
      {"-", "expected a digit, found the end of the text"},
      {"0x10", "expected the end of the text, found `x10`"},
      {"1_000", "expected the end of the text, found `_000`"},
      {"1e309", "the number 1e309 is beyond the largest float64"},
      {"-1e999999999999", "is beyond the largest float64"},
      {"NaN", "JSON has no number NaN: where it is allowed, as in results, it is the string \"NaN\""},
      {"[Infinity]", "it is the string \"Infinity\""},
      {"-Infinity", "JSON has no number -Infinity: where it is allowed, as in results, it is the string \"-Infinity\""},
      {"-x", "expected a digit, found `x`"},
      {"\"abc", "expected `\"` at the end of a string"},
      {"\"a\nb\"", "a control character inside a string"},
      {"\"\\x41\"", "expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u"},
      {"\"\\", "expected one of"},
      {"\"\\u12\"", "expected four hexadecimal digits after \\u"},
      {"\"\\u12g4\"", "expected four hexadecimal digits after \\u"},
      {"\"\\ud83d\"", "half of a surrogate pair"},
      {"\"\\ude00\"", "half of a surrogate pair"},
      {"\"\\ud83d\\u0041\"", "half of a surrogate pair"},
      {"\"\\ud83d\\ude\"", "expected four hexadecimal digits after \\u"},
      {"\"\xFF\"", "bytes that are not UTF-8"},
      {"\"\xC0\xAF\"", "bytes that are not UTF-8"},
      {"\"\xED\xA0\x80\"", "bytes that are not UTF-8"},
      {"\"\xF4\x90\x80\x80\"", "bytes that are not UTF-8"},
      {"\"\xE2\x88\"", "bytes that are not UTF-8"},
      {"\xEF\xBB\xBF{}", "a byte order mark: JSON is UTF-8 without one"},
      {"// no comments\n1", "found `/`"},
      {std::string("[1]\0", 4), "expected the end of the text, found `\\x00`"},
  };
  for (const auto& [text, message] : cases) {
    EXPECT_NE(refusal(text).find(message), std::string::npos) << text << "\n" << refusal(text);
  }
}

TEST(Json, RefusesEveryTruncationOfAValidText) {
  const std::string text(presets_json());
  const std::string whole = text.substr(0, text.find_last_of('}') + 1);
  ASSERT_TRUE(parse(whole));
  for (std::size_t length = 0; length < whole.size(); ++length) {
    ASSERT_NE(refusal(std::string_view(whole).substr(0, length)), "") << "cut after byte " << length;
  }
}

TEST(Json, SurvivesEveryByteInEveryPlaceOfASmallText) {
  const std::string text = R"({"a":[1e5,"\u00e9"],"b":null})";
  int accepted = 0;
  for (std::size_t place = 0; place < text.size(); ++place) {
    for (int byte = 0; byte < 256; ++byte) {
      std::string changed = text;
      changed[place] = static_cast<char>(byte);
      if (parse(changed)) {
        ++accepted;
      } else {
        ASSERT_NE(refusal(changed), "");
      }
    }
  }
  EXPECT_GT(accepted, static_cast<int>(text.size())) << "each place accepts at least its own byte";
}

TEST(Json, LimitsTheDepth) {
  EXPECT_TRUE(parse(nested(depth_limit)));
  EXPECT_NE(refusal(nested(depth_limit + 1)).find("nested more than 64 deep"), std::string::npos);
  EXPECT_NE(refusal(std::string(1000000, '[')).find("line 1, column 65: arrays and objects nested more than 64 deep"),
            std::string::npos);
}

TEST(Json, LimitsTheSizeTheValuesAndTheLengthOfANumber) {
  EXPECT_NE(refusal(std::string(size_limit + 1, ' ')), "");
  std::string many = "[0";
  for (std::size_t i = 0; i < value_limit; ++i) many += ",0";
  EXPECT_NE(refusal(many + "]").find("more than 4194304 values"), std::string::npos);
  EXPECT_TRUE(parse("0." + std::string(number_length_limit - 2, '1')));
  EXPECT_NE(refusal("0." + std::string(number_length_limit - 1, '1')).find("more than 2000 characters"),
            std::string::npos);
}

TEST(Json, KeepsForeignTextInMessagesShortAndOnOneLine) {
  EXPECT_LT(refusal(std::string(100000, 'x')).size(), 200U);
  EXPECT_LT(refusal("{\"" + std::string(100000, 'x') + "\":1,\"" + std::string(100000, 'x') + "\":1}").size(), 200U);
  EXPECT_EQ(parse("?", "a\nb").problem().message.substr(0, 5), "a\\nb,");
}

}  // namespace
}  // namespace signalscope::json
