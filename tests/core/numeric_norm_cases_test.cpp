// The numeric cases of the norms; the others stand in numeric_cases_test.cpp.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "numeric_cases.hpp"
#include "signalscope/propagate.hpp"

namespace signalscope {
namespace {

TEST(NumericCases, BN_01) {
  const Normalised out = result(on("batch", input("BN-01")["x"].matrix()));
  const json::Node& e = expected("BN-01");
  same(out.mean[0], e["batch_mean"]);
  same(out.variance[0], e["biased_var"]);
  same(out.unbiased_variance[0], e["unbiased_var"]);
  same(out.y.values, e["y"]);
  same(out.running_mean[0], e["running_mean"]);
  same(out.running_var[0], e["running_var"]);
}

TEST(NumericCases, BN_03) {
  struct Convention {
    const char* name;
    double momentum;
    const char* key;
    const char* formula;
  };
  for (const Convention& c : {Convention{"pytorch", 0.1, "pytorch_m_0_1", "new = 0.9 · old + 0.1 · batch"},
                              Convention{"keras", 0.9, "keras_m_0_9", "new = 0.9 · old + 0.1 · batch"},
                              Convention{"keras", 0.1, "keras_m_0_1", "new = 0.1 · old + 0.9 · batch"},
                              Convention{"keras", 0.99, "keras_m_0_99", "new = 0.99 · old + 0.01 · batch"}}) {
    NormaliseScenario s = on("batch", {});
    s.momentum = c.momentum;
    s.momentum_convention = c.name;
    for (std::size_t batch = 0; batch < 2; ++batch) {
      const double mean = input("BN-03")["batch_means"][batch].number();
      s.x = column_of({mean - 1.0, mean + 1.0});
      const Normalised out = result(s);
      same(out.running_mean[0], expected("BN-03")[c.key][batch], c.key);
      s.running_mean = out.running_mean;
      s.running_var = out.running_var;
      EXPECT_EQ(out.momentum_formula, c.formula);
    }
  }
}

/// PyTorch 0.1 and Keras 0.9 are the same number in every digit.
TEST(NumericCases, BN_03_to_the_last_digit) {
  NormaliseScenario s = on("batch", column_of({1.3, 2.7, 4.1}));
  const Normalised pytorch = result(s);
  s.momentum = 0.9;
  s.momentum_convention = "keras";
  const Normalised keras = result(s);
  EXPECT_EQ(keras.running_mean, pytorch.running_mean);
  EXPECT_EQ(keras.running_var, pytorch.running_var);
}

TEST(NumericCases, BN_04) {
  NormaliseScenario s = on("batch", input("BN-04")["x"].matrix());
  const Result<Normalised> refused = normalise(s);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.problem().code, "one_value_per_channel");
  EXPECT_NE(refused.problem().message.find("2 channels"), std::string::npos) << refused.problem().message;
  EXPECT_NE(refused.problem().message.find("eval"), std::string::npos);
  s.norm_mode = "eval";
  same(result(s).y.values, expected("BN-04")["eval_y"]);
  // Finite numbers whose variance is not: the running statistics stay as they were.
  s = on("batch", matrix_of(2, 1, {1e200, -1e200}));
  const Normalised out = result(s);
  EXPECT_EQ(out.running_mean, std::vector<double>{0.0});
  EXPECT_EQ(out.running_var, std::vector<double>{1.0});
  EXPECT_EQ(out.batches_seen, 0);
  EXPECT_TRUE(noticed(out.notices, "batch_left_out"));
}

TEST(NumericCases, BN_06) {
  NormaliseScenario s = on("batch", column_of(input("BN-06")["x"].numbers()));
  same(result(s).y.values, expected("BN-06")["train_y"]);
  s.norm_mode = "eval";
  const Normalised out = result(s);
  same(out.y.values, expected("BN-06")["eval_y"]);
  EXPECT_EQ(out.batches_seen, 0);
  EXPECT_TRUE(noticed(out.notices, "no_batches_seen"));
  EXPECT_EQ(out.running_mean, std::vector<double>{0.0}) << "eval does not update";
}

TEST(NumericCases, BN_09) {
  NormaliseScenario s = on("batch", column_of(input("BN-09")["padded"].numbers()));
  const json::Node& wrong = expected("BN-09")["unmasked_wrong"];
  const Normalised counted = result(s);
  same(counted.mean[0], wrong["mean"]);
  same(counted.variance[0], wrong["biased_var"]);
  same(counted.y.values, wrong["y"]);
  EXPECT_EQ(counted.count[0], 6.0);
  s.mask = input("BN-09")["mask"].numbers();
  const json::Node& right = expected("BN-09")["masked"];
  const Normalised masked = result(s);
  same(masked.mean[0], right["mean"]);
  same(masked.variance[0], right["biased_var"]);
  same(masked.unbiased_variance[0], right["unbiased_var"]);
  EXPECT_EQ(masked.count[0], 3.0);
  same(std::vector<double>(masked.y.values.begin(), masked.y.values.begin() + 3), right["y"]);
}

TEST(NumericCases, BN_10) {
  const std::vector<double> x = input("BN-10")["x"].numbers();
  const double w = input("BN-10")["w"].number();
  for (const double b : {input("BN-10")["b"].number(), 0.0}) {
    std::vector<double> z;
    for (double value : x) z.push_back(w * value + b);
    NormaliseScenario s = on("batch", column_of(z));
    s.dy = column_of(input("BN-10")["c"].numbers());
    const Normalised out = result(s);
    same(out.y.values, expected("BN-10")["y"]);
    double db = 0.0, dw = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) db += out.dx.values[i], dw += out.dx.values[i] * x[i];
    EXPECT_NEAR(db, 0.0, expected("BN-10")["tolerance_db"].number());
    // What is left of dw is a difference of numbers near 1 that cancel to 3e-6: ten of its digits are gone.
    EXPECT_NEAR(dw, expected("BN-10")["dL_dw"].number(), 1e-14);
    same(out.dbeta[0], expected("BN-10")["dL_dbeta"]);
  }
}

TEST(NumericCases, BN_12) {
  NormaliseScenario s = on("batch", column_of(input("BN-12")["x"].numbers()));
  for (const json::Node& eps : input("BN-12")["eps"].elements()) {
    s.norm_eps = eps.number();
    const Normalised out = result(s);
    const char* key = eps.number() == 1e-3 ? "0.001" : eps.number() == 1e-5 ? "1e-05" : "1e-12";
    same(out.variance[0], expected("BN-12")["biased_var"]);
    same(out.y.values, expected("BN-12")["y"][key], key);
    same(out.output_std_min, expected("BN-12")["output_std"][key], key);
    EXPECT_EQ(noticed(out.notices, "eps_counts"), eps.number() > 1e-6) << key;
  }
}

TEST(NumericCases, LN_01) {
  const json::Node& e = expected("LN-01");
  const Normalised a = result(on("layer", row_of(input("LN-01")["row_a"].numbers())));
  same(a.mean[0], e["row_a"]["mean"]);
  same(a.variance[0], e["row_a"]["biased_var"]);
  same(a.y.values, e["row_a"]["y"]);
  const Normalised b = result(on("layer", row_of(std::vector<double>(256, 1234.0))));
  EXPECT_EQ(b.variance[0], 0.0);
  for (double y : b.y.values) EXPECT_EQ(y, 0.0);
  std::vector<double> row_c;
  for (int i = 0; i < 16; ++i) row_c.push_back(100.0 + i * 0.001);
  NormaliseScenario s = on("layer", row_of(row_c));
  s.norm_eps = 1e-5;
  const Normalised c = result(s);
  // 100 + i * 0.001 is itself rounded at 1e-14, of a spread of 1e-3.
  EXPECT_TRUE(near(c.variance[0], e["row_c"]["biased_var"].number(), 1e-9));
  EXPECT_TRUE(near(c.y.values.front(), e["row_c"]["y_first"].number(), 1e-9));
  EXPECT_TRUE(near(c.y.values.back(), e["row_c"]["y_last"].number(), 1e-9));
}

TEST(NumericCases, LN_03) {
  NormaliseScenario s = on("layer", row_of(input("LN-03")["x"].numbers()));
  s.dy = row_of(input("LN-03")["g"].numbers());
  for (const auto& [eps, key] : {std::pair{1e-5, "1e-05"}, std::pair{1e-12, "1e-12"}}) {
    s.norm_eps = eps;
    const Normalised out = result(s);
    same(out.y.values, expected("LN-03")["y"]);
    same(out.dx.values, expected("LN-03")["dx"][key], key);
    EXPECT_TRUE(noticed(out.notices, "zero_variance"));
  }
  NormaliseScenario zero;
  EXPECT_EQ(assign(zero, "norm_eps", 0.0)->code, "out_of_range");
}

TEST(NumericCases, LN_04) {
  const json::Node& e = expected("LN-04");
  NormaliseScenario s = on("layer", row_of(input("LN-04")["x_width1"].numbers()));
  s.gamma = {2.0};
  s.beta = {3.0};
  s.dy = row_of({1.0});
  const Normalised one = result(s);
  EXPECT_EQ(one.y.values[0], e["y_width1"].number());
  EXPECT_EQ(one.dx.values[0], 0.0);
  EXPECT_EQ(one.dgamma[0], 0.0);
  EXPECT_EQ(one.dbeta[0], 1.0);
  EXPECT_TRUE(noticed(one.notices, "signal_lost"));
  const Normalised two = result(on("layer", input("LN-04")["x_width2"].matrix()));
  same(two.y.values, e["y_width2"]);
  EXPECT_TRUE(noticed(two.notices, "sign_only"));
  const Normalised rms = result(on("rms", matrix_of(2, 1, {5.0, -5.0})));
  EXPECT_GT(rms.y.values[0], 0.99);
  EXPECT_LT(rms.y.values[1], -0.99);
}

TEST(NumericCases, LN_05) {
  const json::Node& e = expected("LN-05");
  const Matrix x = input("LN-05")["x"].matrix();
  const Normalised rows = result(on("layer", x));
  same(rows.y.values, e["layernorm_rows"]);
  same(rows.mean, e["row_means"]);
  const Normalised columns = result(on("batch", x));
  same(columns.y.values, e["wrong_axis_is_batchnorm_columns"]);
  same(columns.mean, e["column_means"]);
  NormaliseScenario other = on("layer", x);
  other.x.at(1, 0) = -1000.0;
  for (std::size_t c = 0; c < 3; ++c) EXPECT_EQ(result(other).y.at(0, c), rows.y.at(0, c));
}

TEST(NumericCases, LN_07) {
  const json::Node& e = expected("LN-07");
  NormaliseScenario s = on("layer", row_of(input("LN-07")["x"].numbers()));
  s.dy = row_of({1, 1, 1, 1});
  for (double dx : result(s).dx.values) EXPECT_NEAR(dx, 0.0, e["dx_sum_tolerance"].number());
  s.dy = row_of(result(s).y.values);
  double squares = 0.0;
  for (double& y : s.dy.values) squares += y * y, y *= 2.0;
  same(squares, e["sum_of_squares_value"]);
  // Numbers near 1 cancel to 1e-6 here.
  expect_near(result(s).dx.values, e["dx_sum_of_squares"].numbers(), 1e-10, 1e-14, "sum of squares");
  s.dy = row_of(input("LN-07")["c"].numbers());
  same(result(s).dx.values, e["dx_sum_c_y"]);
  s.dy = row_of({1, 1, 1, 1});
  s.gamma = input("LN-07")["gamma"].numbers();
  same(result(s).dx.values, e["dx_sum_with_gamma_1_2_3_4"]);
}

TEST(NumericCases, LN_08) {
  for (const auto& [in, key] : {std::pair{"x_ordinary", "ordinary"}, std::pair{"x_small", "small"}}) {
    const json::Node& e = expected("LN-08")[key];
    const Normalised once = result(on("layer", row_of(input("LN-08")[in].numbers())));
    const Normalised twice = result(on("layer", once.y));
    same(once.y.values, e["y1"]);
    same(twice.y.values, e["y2"]);
    double apart = 0.0;
    for (std::size_t i = 0; i < 4; ++i) apart = std::max(apart, std::fabs(once.y.values[i] - twice.y.values[i]));
    EXPECT_NEAR(apart, e["max_abs_difference"].number(), 1e-10);
  }
  Scenario both;
  both.norm = "layer";
  both.norm_placement = "post";
  both.final_norm = true;
  EXPECT_FALSE(validate(both)) << "both together are allowed";
}

TEST(NumericCases, RMS_01) {
  const Normalised out = result(on("rms", row_of(input("RMS-01")["x"].numbers())));
  same(out.variance[0], expected("RMS-01")["mean_square"]);
  same(out.y.values, expected("RMS-01")["inside_sqrt"]);
  EXPECT_EQ(out.eps, 1e-6);
}

TEST(NumericCases, RMS_03) {
  NormaliseScenario s = on("rms", row_of(input("RMS-03")["x"].numbers()));
  s.dy = row_of(input("RMS-03")["g"].numbers());
  const Normalised out = result(s);
  same(out.y.values, expected("RMS-03")["y"]);
  same(out.dx.values, expected("RMS-03")["dx"]);
  EXPECT_TRUE(noticed(out.notices, "zero_variance"));
}

TEST(NumericCases, RMS_05) {
  NormaliseScenario s = on("rms", row_of(input("RMS-05")["x"].numbers()));
  s.gamma = {input("RMS-05")["gain_stored"].number()};
  same(result(s).y.values, expected("RMS-05")["float64_reference"]);
}

TEST(NumericCases, GN_01) {
  const auto columns = static_cast<std::size_t>(input("GN-01")["C"].number());
  std::set<double> valid, tried;
  for (double groups : input("GN-01")["G_tried"].numbers()) {
    NormaliseScenario s = on("group", {2, columns, std::vector<double>(2 * columns, 1.0)});
    EXPECT_FALSE(assign(s, "groups", groups)) << "what divides is said where the features are known";
    const Result<Normalised> out = normalise(s);
    if (out) {
      valid.insert(groups);
    } else {
      EXPECT_NE(out.problem().message.find("6 features; may be one of 1, 2, 3, 6"), std::string::npos) << groups;
    }
  }
  const std::vector<double> right = expected("GN-01")["valid"].numbers();
  EXPECT_EQ(valid, std::set<double>(right.begin(), right.end()));
  NormaliseScenario s = on("group", {2, 6, std::vector<double>(12, 1.0)});
  s.groups = 4;
  const Problem problem = normalise(s).problem();
  EXPECT_NE(problem.message.find("6 features; may be one of 1, 2, 3, 6"), std::string::npos) << problem.message;
}

}  // namespace
}  // namespace signalscope
