#include "column.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "view.hpp"

namespace signalscope::cli {
namespace {

Trace trace_of_depth(int depth) {
  Trace trace;
  trace.weight_grad_norm.resize(1);
  for (int layer = 1; layer <= depth; ++layer) {
    trace.rms.push_back(layer);
    trace.dead_units.push_back(10.0 * layer);
    trace.weight_grad_norm[0].push_back(0.5 * layer);
  }
  trace.gradient_ratio = 4.25;
  trace.verdict = {"stable", std::nullopt, 1.0, ""};
  return trace;
}

std::string text_of(const std::string& column, const Trace& trace) {
  const Result<Column> parsed = parse_column(column, quantities(Trace()));
  return parsed ? cell_text(parsed.value(), quantities(trace), NumberStyle::exponent) : parsed.problem().message;
}

std::vector<std::string> headings(const std::vector<std::string>& texts, const std::vector<Trace>& traces) {
  std::vector<Column> columns;
  std::vector<Quantities> rows;
  for (const std::string& text : texts) columns.push_back(parse_column(text, quantities(Trace())).value());
  for (const Trace& trace : traces) rows.push_back(quantities(trace));
  std::vector<std::string> found;
  for (const Column& column : fit_to_depth(columns, rows)) found.push_back(column.heading);
  return found;
}

TEST(Column, FindsNumbersByLayerAndByIndex) {
  const Trace trace = trace_of_depth(3);
  EXPECT_EQ(text_of("rms@1", trace), "1.000e+00");
  EXPECT_EQ(text_of("rms[2]", trace), "3.000e+00");
  EXPECT_EQ(text_of("weight_grad_norm[0]@3", trace), "1.500e+00");
  EXPECT_EQ(text_of("gradient_ratio", trace), "4.250e+00");
  EXPECT_EQ(text_of("dead_units@2", trace), "20") << "a count";
  EXPECT_EQ(text_of("verdict.code", trace), "stable");
  EXPECT_EQ(text_of("rms", trace), "[1.000e+00 2.000e+00 3.000e+00]");
  EXPECT_EQ(text_of("weight_grad_norm", trace), "[[5.000e-01 1.000e+00 1.500e+00]]");
}

TEST(Column, WhatIsNotThereIsADash) {
  const Trace trace = trace_of_depth(3);
  EXPECT_EQ(text_of("rms@4", trace), "-");
  EXPECT_EQ(text_of("weight_grad_norm[1]@1", trace), "-");
  EXPECT_EQ(text_of("gradient_ratio@1", trace), "-");
  EXPECT_EQ(text_of("first_nonfinite_layer", trace), "-");
}

TEST(Column, FindsRowsOfAMatrix) {
  Symmetry symmetry;
  symmetry.gradient = {2, 3, {0.1, 0.2, -0.00001, 1, 2, 3}};
  symmetry.distinct_columns = 6;
  const Quantities row = quantities(symmetry);
  EXPECT_EQ(cell_text(parse_column("gradient[0]", row).value(), row, NumberStyle::fixed), "[0.1000 0.2000 0.0000]");
  EXPECT_EQ(cell_text(parse_column("gradient[1][2]", row).value(), row, NumberStyle::fixed), "3.0000");
  EXPECT_EQ(cell_text(parse_column("distinct_columns", row).value(), row, NumberStyle::fixed), "6");
}

TEST(Column, TheLargestMeanHasSixDecimals) {
  Normalised normalised;
  normalised.output_mean_max = -1e-16;
  normalised.output_std_min = 0.99999;
  normalised.count = {6.0, 3.0};
  const Quantities row = quantities(normalised);
  EXPECT_EQ(cell_text(parse_column("output_mean_max", row).value(), row, NumberStyle::fixed), "0.000000");
  EXPECT_EQ(cell_text(parse_column("output_std_min", row).value(), row, NumberStyle::fixed), "1.0000");
  EXPECT_EQ(cell_text(parse_column("count", row).value(), row, NumberStyle::fixed), "[6 3]");
}

TEST(Column, LayersBeyondTheDepthMoveToTheDeepestOnce) {
  const std::vector<std::string> texts = {"rms@1", "rms@10", "rms@50", "gradient_ratio"};
  EXPECT_EQ(headings(texts, {trace_of_depth(50)}), texts);
  EXPECT_EQ(headings(texts, {trace_of_depth(20)}),
            (std::vector<std::string>{"rms@1", "rms@10", "rms@20 (deepest)", "gradient_ratio"}));
  EXPECT_EQ(headings(texts, {trace_of_depth(1)}), (std::vector<std::string>{"rms@1", "gradient_ratio"}));
  EXPECT_EQ(headings({"rms@40", "rms@50"}, {trace_of_depth(20)}), (std::vector<std::string>{"rms@20 (deepest)"}));
  EXPECT_EQ(headings({"rms@50"}, {trace_of_depth(20), trace_of_depth(30)}),
            (std::vector<std::string>{"rms@30 (deepest)"}))
      << "the deepest of all series";
}

TEST(Column, RefusesWhatNamesNoQuantity) {
  for (const char* text : {"", "rmss", "rms@", "rms@0", "rms@x", "rms@1x", "rms[", "rms[0", "rms[-1]", "rms[]", "@1",
                           "rms@1@2", "rms@1[0]", "rms@9999999999999999999999", " rms"}) {
    const Result<Column> column = parse_column(text, quantities(Trace()));
    ASSERT_FALSE(column) << text;
    EXPECT_EQ(column.problem().code, "unknown_choice");
    EXPECT_EQ(column.problem().field, "columns");
    EXPECT_EQ(column.problem().message.find("columns: was \"" + std::string(text) + "\"; may be NAME, "), 0U);
  }
}

}  // namespace
}  // namespace signalscope::cli
