// Comparing numbers with reference values, and records with JSON.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "json.hpp"
#include "signalscope/fields.hpp"

namespace signalscope {

/// |actual - expected| <= relative * |expected| + floor; NaN only against NaN, infinities only against their like.
inline ::testing::AssertionResult near(double actual, double expected, double relative, double floor = 0.0) {
  if (std::isnan(expected) ? std::isnan(actual) : actual == expected) return ::testing::AssertionSuccess();
  if (std::fabs(actual - expected) <= relative * std::fabs(expected) + floor) return ::testing::AssertionSuccess();
  char text[160];
  std::snprintf(text, sizeof text, "%.17g, expected %.17g, off by a relative %.3g (allowed %.3g)", actual, expected,
                std::fabs(actual - expected) / std::fabs(expected), relative);
  return ::testing::AssertionFailure() << text;
}

/// Entry by entry; a difference in length is a failure.
inline void expect_near(const std::vector<double>& actual, const std::vector<double>& expected, double relative,
                        double floor, const std::string& what) {
  ASSERT_EQ(actual.size(), expected.size()) << what;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_TRUE(near(actual[i], expected[i], relative, floor)) << what << "[" << i << "]";
  }
}

/// A JSON value as a field takes it.
inline Value as_value(const json::Node& node) {
  switch (node.kind()) {
    case json::Kind::flag:
      return node.flag();
    case json::Kind::number:
      return node.number();
    case json::Kind::text:
      return node.text();
    default:
      if (node.size() > 0 && node[std::size_t{0}].is(json::Kind::array)) return node.matrix();
      return node.numbers();
  }
}

/// Sets every member of a JSON object as a field, and fails where one is refused.
template <class R>
R record_from(const json::Node& node, R record = {}) {
  for (const json::Member& member : node.members()) {
    const auto problem = assign(record, member.key, as_value(member.value));
    EXPECT_FALSE(problem) << (problem ? problem->message : "");
  }
  return record;
}

inline Matrix matrix_of(std::size_t rows, std::size_t columns, std::vector<double> values) {
  return {rows, columns, std::move(values)};
}

}  // namespace signalscope
