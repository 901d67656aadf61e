#include "json_writer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "json.hpp"
#include "signalscope/catalog.hpp"
#include "signalscope/trace.hpp"
#include "signalscope/verbs.hpp"

namespace signalscope::json {
namespace {

template <class T>
std::string written(const T& value) {
  Writer writer;
  writer.value(value);
  return writer.take();
}

TEST(JsonWriter, WritesNumbersWithSeventeenDigits) {
  EXPECT_EQ(written(0.1), "0.10000000000000001\n");
  EXPECT_EQ(written(1e-320), "9.9998886718268301e-321\n");
  EXPECT_EQ(written(256.0), "256\n");
  EXPECT_EQ(written(-0.0), "-0\n");
  EXPECT_EQ(written(std::nan("")), "\"NaN\"\n");
  EXPECT_EQ(written(-std::nan("")), "\"NaN\"\n");
  EXPECT_EQ(written(std::numeric_limits<double>::infinity()), "\"Infinity\"\n");
  EXPECT_EQ(written(-std::numeric_limits<double>::infinity()), "\"-Infinity\"\n");
  EXPECT_EQ(written(9007199254740991.0), "9007199254740991\n");
  EXPECT_EQ(written(std::uint64_t{9007199254740991}), "9007199254740991\n");
  EXPECT_EQ(written(-3), "-3\n");
  EXPECT_EQ(written(true), "true\n");
}

TEST(JsonWriter, WhatItWritesIsReadBackToTheLastBit) {
  const std::vector<double> numbers = {1.0 / 3.0, 2.388e-48, 5e-324, 1.7976931348623157e308, -1e22, 0.1 + 0.2};
  const Result<Node> node = parse(written(numbers));
  ASSERT_TRUE(node);
  EXPECT_EQ(node->numbers(), numbers);
}

TEST(JsonWriter, EscapesWhatJsonDemandsAndLeavesTheRest) {
  EXPECT_EQ(written("a\"\\\n\x01 √ 😀"), "\"a\\\"\\\\\\u000a\\u0001 √ 😀\"\n");
  EXPECT_EQ(written("\xFF"), "\"\xEF\xBF\xBD\"\n") << "bytes that are not UTF-8 become the replacement character";
}

TEST(JsonWriter, WritesListsOnOneLineAndMatricesRowByRow) {
  EXPECT_EQ(written(std::vector<double>{1, 2.5}), "[1, 2.5]\n");
  EXPECT_EQ(written(std::vector<double>{}), "[]\n");
  EXPECT_EQ(written(std::vector<std::string>{"a", "b"}), "[\"a\", \"b\"]\n");
  EXPECT_EQ(written(Matrix{2, 2, {1, 2, 3, 4}}), "[\n  [1, 2],\n  [3, 4]\n]\n");
  EXPECT_EQ(written(Matrix{}), "[]\n");
  EXPECT_EQ(written(std::optional<int>()), "null\n");
  EXPECT_EQ(written(std::optional<double>(2.0)), "2\n");
}

TEST(JsonWriter, WritesARecordMemberByMember) {
  Verdict verdict{"signal_zero", 7, 0.0, "rms"};
  EXPECT_EQ(written(verdict),
            "{\n  \"code\": \"signal_zero\",\n  \"layer\": 7,\n  \"value\": 0,\n  \"quantity\": \"rms\"\n}\n");
}

TEST(JsonWriter, EveryMemberOfATraceIsThere) {
  Trace trace;
  trace.rms = {1.0, std::nan("")};
  trace.weight_grad_norm = {{1.0, 2.0}, {3.0, 4.0}};
  trace.histogram.counts = {{1.0, 0.0}, {0.0, 2.0}};
  trace.notices = {{"dead_units", "3 of 8 units"}};
  const Result<Node> node = parse(written(trace));
  ASSERT_TRUE(node) << node.problem().message;
  std::vector<std::string> names;
  describe(trace, [&](std::string_view name, const auto&) { names.emplace_back(name); });
  EXPECT_EQ(node->keys(), names);
  EXPECT_EQ(node.value()["rms"][0].number(), 1.0);
  EXPECT_EQ(node.value()["rms"][1].text(), "NaN");
  EXPECT_EQ(node.value()["weight_grad_norm"][1].numbers(), (std::vector<double>{3.0, 4.0}));
  EXPECT_EQ(node.value()["histogram"]["counts"][1][1].number(), 2.0);
  EXPECT_EQ(node.value()["notices"][0]["message"].text(), "3 of 8 units");
  EXPECT_TRUE(node.value()["first_nonfinite_layer"].is(Kind::null));
}

TEST(JsonWriter, ValuesOfARecordAreWrittenByTheirKind) {
  EXPECT_EQ(written(Value(std::string("auto"))), "\"auto\"\n");
  EXPECT_EQ(written(Value(false)), "false\n");
  EXPECT_EQ(written(Value(50.0)), "50\n");
  EXPECT_EQ(written(Value(std::vector<double>{1, 2})), "[1, 2]\n");
  EXPECT_EQ(written(Value(Matrix{1, 2, {1, 2}})), "[\n  [1, 2]\n]\n");
}

}  // namespace
}  // namespace signalscope::json
