// Cases from public bug reports (golden/numeric_cases.json), shared by the files that test them.
// The reference values are given to 12 digits; 1e-10 with a floor of 1e-12 is what that leaves.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

#include "golden.hpp"
#include "near.hpp"
#include "signalscope/verbs.hpp"

namespace signalscope {

inline const json::Node& case_named(std::string_view id) {
  for (const json::Node& entry : golden("numeric_cases").elements()) {
    if (entry["id"].text() == id) return entry;
  }
  ADD_FAILURE() << "no case " << id;
  static const json::Node none;
  return none;
}

inline const json::Node& expected(std::string_view id) { return case_named(id)["expected"]; }
inline const json::Node& input(std::string_view id) { return case_named(id)["input"]; }

inline void same(double actual, const json::Node& wanted, const char* what = "") {
  EXPECT_TRUE(near(actual, wanted.number(), 1e-10, 1e-12)) << what;
}
inline void same(const std::vector<double>& actual, const json::Node& wanted, const char* what = "") {
  const Matrix rows = wanted.matrix();
  expect_near(actual, rows.values.empty() ? wanted.numbers() : rows.values, 1e-10, 1e-12, what);
}

inline Matrix row_of(std::vector<double> values) { return {1, values.size(), std::move(values)}; }
inline Matrix column_of(std::vector<double> values) { return {values.size(), 1, std::move(values)}; }

inline NormaliseScenario on(const char* norm, Matrix x) {
  NormaliseScenario s;
  s.norm = norm;
  s.x = std::move(x);
  return s;
}

inline Normalised result(const NormaliseScenario& s) {
  const Result<Normalised> out = normalise(s);
  EXPECT_TRUE(out) << (out ? "" : out.problem().message);
  return out ? out.value() : Normalised{};
}

inline bool noticed(const std::vector<Notice>& notices, std::string_view code) {
  return std::any_of(notices.begin(), notices.end(), [&](const Notice& n) { return n.code == code; });
}

}  // namespace signalscope
