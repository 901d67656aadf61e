#include "view.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace signalscope::cli {
namespace {

std::vector<std::string> names(const Sheet& sheet) {
  std::vector<std::string> names;
  for (const Sheet::Column& column : sheet.columns) names.push_back(column.name);
  return names;
}

TEST(Sheet, HasARowALayerAndAColumnALinearMap) {
  Trace trace;
  trace.rms = {1.0, 2.0};
  trace.weight_grad_norm = {{3.0, 4.0}, {5.0, 6.0}};
  trace.histogram.edges = {1.0, 2.0};
  trace.histogram.counts = {{7.0, 8.0}, {9.0, 10.0}};
  trace.histogram.zeros = {11.0, 12.0};
  const Sheet got = sheet(Scenario(), trace);
  EXPECT_EQ(names(got), (std::vector<std::string>{"layer", "rms", "histogram.zeros", "weight_grad_norm[0]",
                                                  "weight_grad_norm[1]"}));
  EXPECT_EQ(got.columns[0].values, (std::vector<double>{1.0, 2.0}));
  EXPECT_EQ(got.columns[4].values, (std::vector<double>{5.0, 6.0}));
}

TEST(Sheet, HasARowACellOfTheMatrices) {
  Normalised normalised;
  normalised.x = {1, 2, {1.0, 2.0}};
  normalised.y = {1, 2, {3.0, 4.0}};
  normalised.statistic = {1, 2, {0.0, 1.0}};
  const Sheet got = sheet(NormaliseScenario(), normalised);
  EXPECT_EQ(names(got), (std::vector<std::string>{"row", "column", "x", "y", "statistic"})) << "no dx without one";
  EXPECT_EQ(got.columns[1].values, (std::vector<double>{0.0, 1.0}));
  EXPECT_EQ(got.columns[3].values, (std::vector<double>{3.0, 4.0}));
}

TEST(Sheet, LeavesOutMatricesThatMeanSomethingElse) {
  Symmetry symmetry;
  symmetry.gradient = {1, 2, {1.0, 2.0}};
  symmetry.hidden = {1, 2, {3.0, 4.0}};
  EXPECT_EQ(names(sheet(SymmetryScenario(), symmetry)), (std::vector<std::string>{"row", "column", "gradient"}));
}

TEST(Sheet, WithoutMatricesHasOneRowOfNumbers) {
  const Sheet got = sheet_of_numbers(quantities(Verdict{"stable", 3, 0.5, ""}));
  EXPECT_EQ(names(got), (std::vector<std::string>{"layer", "value"}));
  EXPECT_EQ(got.columns[0].values, std::vector<double>{3.0});
}

TEST(Sheet, HasARowASingularValue) {
  Jacobian jacobian;
  jacobian.layers = {{1, {3.0, 2.0}, 2}, {5, {1.0, 0.0}, 1}};
  const Sheet got = sheet(JacobianScenario(), jacobian);
  EXPECT_EQ(names(got), (std::vector<std::string>{"layer", "rank", "index", "singular_value"}));
  EXPECT_EQ(got.columns[0].values, (std::vector<double>{1, 1, 5, 5}));
  EXPECT_EQ(got.columns[1].values, (std::vector<double>{2, 2, 1, 1}));
  EXPECT_EQ(got.columns[2].values, (std::vector<double>{1, 2, 1, 2}));
  EXPECT_EQ(got.columns[3].values, (std::vector<double>{3, 2, 1, 0}));
}

TEST(TableRows, OfAJacobianShowLargestMedianAndSmallest) {
  Jacobian jacobian;
  jacobian.layers = {{1, {8.0, 4.0, 2.0}, 3}, {2, {8.0, 4.0, 2.0, 1.0}, 4}};
  const std::vector<Quantities> rows = table_rows(JacobianScenario(), jacobian);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(std::get<double>(rows[0][2].content), 4.0);
  EXPECT_EQ(std::get<double>(rows[1][1].content), 8.0);
  EXPECT_EQ(std::get<double>(rows[1][2].content), 3.0) << "between the two in the middle";
  EXPECT_EQ(std::get<double>(rows[1][3].content), 1.0);
  EXPECT_TRUE(rows[1][4].whole);
}

TEST(TableRows, OfAnActivationStandBesideTheirValues) {
  ActivateScenario scenario;
  scenario.values = {-1.0, 2.0};
  const std::vector<Quantities> rows = table_rows(scenario, Activated{{0.0, 2.0}, {0.0, 1.0}});
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(std::get<double>(rows[0][0].content), -1.0);
  EXPECT_EQ(std::get<double>(rows[1][1].content), 2.0);
  EXPECT_EQ(std::get<double>(rows[1][2].content), 1.0);
}

}  // namespace
}  // namespace signalscope::cli
