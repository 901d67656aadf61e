// The four norms against PyTorch: golden/norms.json, to 1e-10 with a floor of 1e-12 where the exact value is 0.
#include "norms.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "golden.hpp"
#include "near.hpp"
#include "random/numpy.hpp"
#include "signalscope/verbs.hpp"

namespace signalscope {
namespace {

constexpr double relative = 1e-10;
constexpr double floor_at_zero = 1e-12;

NormaliseScenario golden_input() {
  const json::Node& g = golden("norms");
  NormaliseScenario s;
  s.x = g["x"].matrix();
  s.dy = g["dy"].matrix();
  s.gamma = g["gamma"].numbers();
  s.beta = g["beta"].numbers();
  return s;
}

void expect_golden(const NormaliseScenario& s, const std::string& name) {
  SCOPED_TRACE(name);
  const json::Node& expected = golden("norms")[name];
  const Result<Normalised> out = normalise(s);
  ASSERT_TRUE(out) << out.problem().message;
  expect_near(out->y.values, expected["y"].matrix().values, relative, floor_at_zero, "y");
  expect_near(out->dx.values, expected["dx"].matrix().values, relative, floor_at_zero, "dx");
  expect_near(out->dgamma, expected["dgamma"].numbers(), relative, floor_at_zero, "dgamma");
  if (expected.has("dbeta")) expect_near(out->dbeta, expected["dbeta"].numbers(), relative, floor_at_zero, "dbeta");
}

TEST(Norms, AgreeWithPyTorch) {
  NormaliseScenario s = golden_input();
  s.norm = "layer";
  expect_golden(s, "layernorm_eps1e-5");
  s.norm = "rms";
  expect_golden(s, "rmsnorm_eps1e-6");
  s.norm = "batch";
  expect_golden(s, "batchnorm_train_eps1e-5");
  s.norm = "group";
  for (int groups : {1, 3, 4, 12}) {
    s.groups = groups;
    expect_golden(s, "groupnorm_" + std::to_string(groups) + "_eps1e-5");
  }
}

/// Five training batches, then the running statistics are used: they survive from call to call.
TEST(Norms, RunningStatisticsSurviveAcrossBatches) {
  const json::Node& running = golden("norms")["batchnorm_running"];
  const json::Node& steps = running["steps"];
  random::NumpyStream stream(8);
  NormaliseScenario s;
  s.norm = "batch";
  for (int k = 0; k < 5; ++k) {
    s.x = matrix_of(8, 12, std::vector<double>(96));
    stream.normal(0.5 * k, 1.0 + k, s.x.values);
    const Result<Normalised> out = normalise(s);
    ASSERT_TRUE(out);
    const auto step = static_cast<std::size_t>(k);
    expect_near(out->running_mean, steps[step]["running_mean"].numbers(), relative, floor_at_zero, "running_mean");
    expect_near(out->running_var, steps[step]["running_var"].numbers(), relative, floor_at_zero, "running_var");
    s.running_mean = out->running_mean;
    s.running_var = out->running_var;
    s.batches_seen = out->batches_seen;
  }
  EXPECT_EQ(s.batches_seen, 5);
  s.x = golden("norms")["x"].matrix();
  s.norm_mode = "eval";
  const Result<Normalised> out = normalise(s);
  expect_near(out->y.values, running["eval_y"].matrix().values, relative, floor_at_zero, "eval_y");
  EXPECT_EQ(out->batches_seen, 5) << "eval does not update";
  EXPECT_EQ(out->running_mean, s.running_mean);
}

TEST(Norms, TextRun) {
  const json::Node& expected = golden("seed_normalise");
  for (const auto& [norm, row, mean, std] :
       {std::tuple{"batch", "batch_first_row", "batch_col_mean_max", "batch_col_std_min"},
        std::tuple{"layer", "layer_first_row", "layer_row_mean_max", "layer_row_std_min"}}) {
    NormaliseScenario s;
    s.norm = norm;
    s.input_mean = 3.0;
    s.input_std = 7.0;
    const Result<Normalised> out = normalise(s);
    ASSERT_TRUE(out);
    const std::vector<double> first(out->y.values.begin(), out->y.values.begin() + 128);
    expect_near(first, expected[row].numbers(), relative, floor_at_zero, row);
    EXPECT_NEAR(out->output_mean_max, expected[mean].number(), 1e-14) << "rounding noise around an exact 0";
    EXPECT_TRUE(near(out->output_std_min, expected[std].number(), relative));
  }
}

// Which cells share a statistic, by the definition of each norm, at a size where groups are not the whole row.
TEST(Norms, SharedCells) {
  NormaliseScenario s;
  s.x = matrix_of(2, 6, {1, 2, 3, 4, 5, 6, 7, 9, 8, 1, 0, 2});
  s.groups = 3;
  const auto statistic = [&](const char* norm) {
    s.norm = norm;
    return normalise(s)->statistic.values;
  };
  EXPECT_EQ(statistic("batch"), (std::vector<double>{0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(statistic("layer"), (std::vector<double>{0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(statistic("rms"), (std::vector<double>{0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(statistic("group"), (std::vector<double>{0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5}));
}

// Moving one cell moves exactly the outputs whose statistic it shares. Row-driven: a new norm is checked as it is
// added.
TEST(Norms, OneCellMovesOnlyItsOwnStatistic) {
  for (const Norm& row : norms()) {
    NormaliseScenario s;
    s.norm = row.name;
    s.groups = 3;
    s.x = matrix_of(4, 6, std::vector<double>(24));
    random::open("numpy", 3)->standard_normal(s.x.values);
    const Normalised before = normalise(s).value();
    for (std::size_t moved = 0; moved < 24; ++moved) {
      NormaliseScenario other = s;
      other.x.values[moved] += 0.75;
      const Normalised after = normalise(other).value();
      for (std::size_t cell = 0; cell < 24; ++cell) {
        const bool shares = before.statistic.values[cell] == before.statistic.values[moved];
        EXPECT_EQ(before.y.values[cell] != after.y.values[cell], shares) << row.name << " " << moved << " -> " << cell;
      }
    }
  }
}

// Sizes at which sums of squares would overflow or vanish: the output is that of the same row at an ordinary size.
TEST(Norms, HugeRows) {
  for (const Norm& row : norms()) {
    NormaliseScenario s;
    s.norm = row.name;
    s.groups = 1;
    s.norm_eps = 1e-30;
    s.x = matrix_of(3, 3, {1, 2, 4, -3, 1, 0.5, 2, -1, -2});
    const Normalised ordinary = normalise(s).value();
    for (double& x : s.x.values) x *= 0x1p700;
    const Normalised huge = normalise(s).value();
    expect_near(huge.y.values, ordinary.y.values, 1e-14, 1e-16, std::string(row.name));
  }
}

TEST(Norms, MaskedRowsEnterNoStatistic) {
  for (const Norm& row : norms()) {
    NormaliseScenario s;
    s.norm = row.name;
    s.groups = 3;
    s.x = matrix_of(3, 3, {2, 1, 5, 4, 3, 1, 6, 8, 3});
    s.dy = matrix_of(3, 3, {1, -1, 2, 0.5, 3, 1, -2, 1, 1});
    const Normalised alone = normalise(s).value();
    s.x = matrix_of(5, 3, {2, 1, 5, 0, 0, 0, 4, 3, 1, 6, 8, 3, 9, 9, 9});
    s.dy = matrix_of(5, 3, {1, -1, 2, 7, 7, 7, 0.5, 3, 1, -2, 1, 1, 5, 5, 5});
    s.mask = {1, 0, 1, 1, 0};
    const Normalised padded = normalise(s).value();
    std::size_t kept = 0;
    for (std::size_t r = 0; r < 5; ++r) {
      for (std::size_t c = 0; c < 3; ++c) {
        EXPECT_EQ(padded.y.at(r, c), s.mask[r] == 1.0 ? alone.y.at(kept, c) : 0.0) << row.name;
        EXPECT_EQ(padded.dx.at(r, c), s.mask[r] == 1.0 ? alone.dx.at(kept, c) : 0.0) << row.name;
      }
      kept += s.mask[r] == 1.0;
    }
    EXPECT_EQ(padded.dgamma, alone.dgamma) << row.name;
    EXPECT_EQ(padded.running_var, alone.running_var) << row.name;
  }
}

TEST(Norms, ShapesThatDoNotFitAreProblems) {
  NormaliseScenario s;
  s.x = matrix_of(2, 3, {1, 2, 3, 4, 5, 6});
  const auto code_and_field = [](const NormaliseScenario& scenario) {
    const Result<Normalised> out = normalise(scenario);
    return out ? std::string("none") : out.problem().code + " " + out.problem().field;
  };
  EXPECT_EQ(code_and_field(s), "none");
  NormaliseScenario bad = s;
  bad.gamma = {1, 2};
  EXPECT_EQ(code_and_field(bad), "wrong_shape gamma");
  bad = s;
  bad.dy = matrix_of(3, 2, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(code_and_field(bad), "wrong_shape dy");
  bad = s;
  bad.mask = {1};
  EXPECT_EQ(code_and_field(bad), "wrong_shape mask");
  bad.mask = {1, 0.5};
  EXPECT_EQ(code_and_field(bad), "out_of_range mask");
  bad.mask = {1, 0};
  bad.norm = "batch";
  EXPECT_EQ(code_and_field(bad), "one_value_per_channel mask");
  bad = s;
  bad.running_mean = {1};
  EXPECT_EQ(code_and_field(bad), "wrong_shape running_mean");
}

// Nothing that was not measured is printed: with no example that counts, or with outputs that overflowed, there is no
// mean to report.
TEST(Norms, WithoutNumbersThereIsNoMean) {
  NormaliseScenario s;
  s.x = matrix_of(1, 2, {1, 2});
  s.mask = {0};
  EXPECT_TRUE(std::isnan(normalise(s)->output_mean_max));
  EXPECT_TRUE(std::isnan(normalise(s)->output_std_min));
}

TEST(Norms, NoticesClaimNoMoreThanIsTrue) {
  const auto codes = [](const NormaliseScenario& s) {
    std::string all;
    const Normalised out = normalise(s).value();
    for (const Notice& notice : out.notices) all += notice.code + " ";
    return all;
  };
  NormaliseScenario s;
  s.norm = "rms";
  s.norm_eps = 1e-320;
  s.x = matrix_of(1, 2, {1e-200, 1e-200});
  EXPECT_EQ(codes(s), "eps_counts ") << "the square is lost, the output is not 0";
  s.norm_eps = 1e-6;
  s.x = matrix_of(1, 2, {3, 4});
  s.beta = {1.0};
  EXPECT_EQ(codes(s), "no_beta ");
  s = {};
  s.norm = "batch";
  s.x = matrix_of(2, 1, {1, 9});
  EXPECT_EQ(codes(s), "sign_only ");
}

}  // namespace
}  // namespace signalscope
