// The numeric cases of initialisers, activations, residuals, number formats and streams; those of the norms stand in
// numeric_norm_cases_test.cpp.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "activations.hpp"
#include "numeric_cases.hpp"
#include "random/numpy.hpp"
#include "random/pytorch.hpp"
#include "run.hpp"
#include "signalscope/propagate.hpp"

namespace signalscope {
namespace {

TEST(NumericCases, INIT_01) {
  const json::Node& e = expected("INIT-01");
  DrawScenario s;
  s.initialiser = "pytorch_default";
  s.fan_in = static_cast<int>(input("INIT-01")["fan_in"].number());
  const Drawn out = draw(s).value();
  same(*out.requested_std, e["std"]);
  same(*out.requested_bound, e["bound"]);
  same(*out.requested_std * *out.requested_std, e["variance"]);
  s.initialiser = "he_normal";
  same(*draw(s)->requested_std, e["he_std_relu"]);
  // Second moment after one layer: fan_in * variance, times 1/2 behind a ReLU.
  const double variance = *out.requested_std * *out.requested_std * s.fan_in;
  same(variance, e["output_variance_for_unit_input"]);
  same(std::pow(variance, 10), e["second_moment_after_10_linear_layers"]);
  const Activation& relu = *find_activation("relu");
  same(std::pow(activation_second_moment(relu, 0.0, variance), 10), e["second_moment_after_10_relu_layers"]);
}

TEST(NumericCases, INIT_03) {
  const json::Node& e = expected("INIT-03");
  DrawScenario s;
  s.fan_in = static_cast<int>(input("INIT-03")["inputs"].number());
  s.fan_out = static_cast<int>(input("INIT-03")["outputs"].number());
  same(*draw(s)->requested_std, e["he_fan_in_std"]);
  EXPECT_EQ(draw(s)->layout, "fan_in x fan_out");
  s.initialiser = "he_normal_fan_out";
  same(*draw(s)->requested_std, e["he_fan_out_std"]);
  s.initialiser = "xavier_normal";
  same(*draw(s)->requested_std, e["xavier_normal_std"]);
  s.initialiser = "xavier_uniform";
  same(*draw(s)->requested_bound, e["xavier_uniform_bound"]);
  s.stream = "pytorch";
  EXPECT_EQ(draw(s)->layout, "fan_out x fan_in");
}

// A tensor of one dimension has no second fan: both fans have to be named, each at least 1, and the bias has a field of
// its own.
TEST(NumericCases, INIT_04) {
  DrawScenario s;
  EXPECT_EQ(assign(s, "fan_out", 0.0)->code, "out_of_range");
  EXPECT_EQ(assign(s, "fan_in", std::vector<double>{5})->field, "fan_in");
  Scenario run;
  EXPECT_EQ(run.bias, "none");
  EXPECT_FALSE(assign(run, "bias", std::string("zero")));
}

TEST(NumericCases, INIT_05) {
  const json::Node& e = expected("INIT-05");
  DrawScenario s;
  s.initialiser = "truncated_normal";
  s.weight_std = input("INIT-05")["std"].number();
  const Drawn absolute = draw(s).value();
  same(*absolute.cut_at / s.weight_std, e["cut_in_sigma_absolute"]);
  EXPECT_NEAR(absolute.obtained_std, e["std_with_absolute_bounds"].number(), 0.02 * 5.0 / std::sqrt(2.0 * 65536.0));
  double beyond = 0.0;
  for (double w : absolute.weights.values) beyond += std::fabs(w) > 0.04;
  const double share = e["expected_fraction_beyond_0_04_if_not_truncated"].number();
  EXPECT_NEAR(beyond / 65536.0, share, 5.0 * std::sqrt(share / 65536.0));
  s.initialiser = "truncated_normal_two_sigma";
  const Drawn cut = draw(s).value();
  EXPECT_LE(cut.obtained_largest, e["max_abs_with_2_sigma_cut"].number());
  EXPECT_NEAR(cut.obtained_std, e["std_after_2_sigma_cut"].number(), 0.0176 * 5.0 / std::sqrt(2.0 * 65536.0));
}

TEST(NumericCases, INIT_06) {
  const json::Node& e = expected("INIT-06");
  DrawScenario s;
  s.initialiser = "truncated_normal_corrected";
  s.weight_std = 1.0;
  const Drawn corrected = draw(s).value();
  EXPECT_EQ(*corrected.requested_std, 1.0);
  same(*corrected.drawn_std, e["correction_to_keep_the_variance"]);
  same(1.0 / *corrected.drawn_std, e["std_factor"]);
  EXPECT_NEAR(corrected.obtained_std * corrected.obtained_std, e["corrected_variance"].number(), 0.03);
  s.initialiser = "truncated_normal_two_sigma";
  const Drawn plain = draw(s).value();
  EXPECT_NEAR(plain.obtained_std * plain.obtained_std, e["uncorrected_variance_for_lecun_fan_in_1"].number(), 0.02);
}

// The wide-layer expectation, and around it a run: ln(mean square) of a ReLU net scatters by sqrt(5 L / n) at width n.
TEST(NumericCases, INIT_08) {
  const json::Node& e = expected("INIT-08");
  const Activation& relu = *find_activation("relu");
  Scenario s;
  s.initialiser = "xavier_normal";
  s.width = 512;
  const Trace run = propagate(s).value();
  double q = 1.0;
  std::size_t at = 0;
  const std::vector<double> layers = input("INIT-08")["layers"].numbers();
  for (int layer = 1; layer <= 50; ++layer) {
    q = activation_second_moment(relu, 0.0, q);
    if (layer != layers[at]) continue;
    same(q, e["xavier_mean_square"][at]);
    same(std::sqrt(q), e["xavier_rms"][at]);
    const double measured = run.rms[static_cast<std::size_t>(layer - 1)];
    EXPECT_NEAR(2.0 * std::log(measured / std::sqrt(q)), 0.0, 4.0 * std::sqrt(5.0 * layer / 512.0)) << layer;
    ++at;
  }
  EXPECT_EQ(at, layers.size());
  same(calculate_auto_gain(relu, 0.0), e["gain_needed"]);
}

TEST(NumericCases, INIT_10) {
  const json::Node& e = expected("INIT-10");
  const double tolerance = e["tolerance"].number();
  struct Pair {
    const char* activation;
    double gain;
    const char* key;
  };
  for (const Pair& p : {Pair{"tanh", 5.0 / 3.0, "tanh_5_3_rms"}, Pair{"tanh", 1.0, "tanh_1_rms"},
                        Pair{"selu", 1.0, "selu_1_rms"}, Pair{"selu", 0.75, "selu_3_4_rms"}}) {
    const Activation& row = *find_activation(p.activation);
    double q = 1.0;
    for (int layer = 1; layer <= 100; ++layer) {
      q = activation_second_moment(row, 0.0, p.gain * p.gain * q);
      const std::size_t at = layer == 1 ? 0 : layer == 10 ? 1 : 2;
      if (layer == 1 || layer == 10 || layer == 100) {
        EXPECT_NEAR(std::sqrt(q), e[p.key][at].number(), tolerance) << p.key;
      }
    }
  }
  EXPECT_NEAR(second_moment_gain(*find_activation("tanh"), 0.0), e["single_layer_std_ratio_tanh"].number(), tolerance);
  // The He family with auto takes PyTorch's gains; LeCun takes 1, which is what SELU is made for.
  DrawScenario s;
  s.activation = "selu";
  EXPECT_EQ(*draw(s)->gain, 0.75);
  s.initialiser = "lecun_normal";
  EXPECT_EQ(*draw(s)->gain, 1.0);
}

TEST(NumericCases, INIT_12) {
  for (const auto& [c, key] : {std::pair{0.5, "constant_0_5"}, std::pair{0.0, "constant_0"}}) {
    const json::Node& e = expected("INIT-12")[key];
    SymmetryScenario s;
    s.hidden = 2;
    s.weight_value = c;
    s.x = row_of(input("INIT-12")["x"].numbers());
    s.y = {input("INIT-12")["t"].number()};
    const Symmetry out = symmetry(s).value();
    same(out.hidden.values, e["hidden"]);
    same(out.loss, e["loss"]);
    same(out.bias_gradient, e["db2"][0]);
    same(out.second_gradient.values, e["dW2"][0]);
    // The case lists dW1 by unit, ours is inputs x hidden.
    for (std::size_t in = 0; in < 2; ++in) {
      for (std::size_t unit = 0; unit < 2; ++unit) same(out.gradient.at(in, unit), e["dW1"][unit][in]);
    }
    EXPECT_TRUE(noticed(out.notices, "identical_units"));
  }
}

/// y = x + B (A x) in scalars: a feedforward block of width 1 with the identity in between.
TEST(NumericCases, INIT_13) {
  const char* keys[] = {"both_zero", "only_last_zero", "only_first_zero"};
  Scenario s;
  s.depth = s.width = s.batch = 1;
  s.block = "feedforward";
  s.expansion = 1;
  s.activation = "identity";
  s.residual = "add";
  s.loss = "random";
  const double x = input("INIT-13")["x"].number();
  for (std::size_t i = 0; i < 3; ++i) {
    const json::Node& factors = input("INIT-13")["A_B"][i];
    const auto scalar = [](double value) { return Signal<double>::Constant(1, 1, value); };
    const LinearMap<double> a{scalar(factors[0].number()), {}}, b{scalar(factors[1].number()), {}};
    TypedRun<double> run(s, {scalar(x), {{a, b}}, scalar(0.0)});
    run.forward_only();
    const double y = run.blocks()[0].out(0, 0);
    const json::Node& e = expected("INIT-13")[keys[i]];
    same(y, e["y"]);
    run.set_cotangent(scalar(y - 3.0));
    while (!run.done()) run.step();
    // A trace holds norms, which have no sign.
    EXPECT_NEAR(run.trace().weight_grad_norm[0][0], std::fabs(e["dA"].number()), 1e-12) << keys[i];
    EXPECT_NEAR(run.trace().weight_grad_norm[1][0], std::fabs(e["dB"].number()), 1e-12) << keys[i];
  }
  s.initialiser = "zeros";
  EXPECT_TRUE(noticed(propagate(s)->notices, "two_zero_factors"));
}

TEST(NumericCases, ACT_01) {
  ActivateScenario s;
  s.values = input("ACT-01")["x"].numbers();
  s.activation = "gelu";
  const std::vector<double> exact = activate(s)->values;
  expect_near(exact, expected("ACT-01")["exact"].numbers(), 1e-10, 0.0, "exact");
  s.activation = "gelu_tanh";
  // The reference cancels 1 + tanh in float64: what is left of 1e-16 after a factor of 5.
  expect_near(activate(s)->values, expected("ACT-01")["tanh_approx"].numbers(), 1e-10, 1e-15, "tanh");
  double apart = 0.0;
  s.values.clear();
  for (int i = -600000; i <= 600000; ++i) s.values.push_back(i * 1e-5);
  const std::vector<double> approximate = activate(s)->values;
  s.activation = "gelu";
  const std::vector<double> right = activate(s)->values;
  for (std::size_t i = 0; i < right.size(); ++i) apart = std::max(apart, std::fabs(right[i] - approximate[i]));
  EXPECT_NEAR(apart, expected("ACT-01")["max_abs_difference"].number(), 1e-12);
}

TEST(NumericCases, ACT_02) {
  const json::Node& e = expected("ACT-02");
  const Matrix x = input("ACT-02")["X"].matrix(), w = input("ACT-02")["W"].matrix();
  const std::vector<double> b = input("ACT-02")["b"].numbers();
  Scenario s;
  s.depth = 1;
  s.width = 2;
  s.batch = 3;
  using View = Eigen::Map<const Signal<double>>;
  LinearMap<double> map{View(w.values.data(), 2, 2).transpose(), Eigen::Map<const Bias<double>>(b.data(), 2)};
  TypedRun<double> run(s, {View(x.values.data(), 3, 2), {{map}}, {}});
  while (!run.done()) run.step();
  const Signal<double>& h = run.blocks()[0].out;
  same(std::vector<double>(h.data(), h.data() + 6), e["H"]);
  EXPECT_EQ(run.trace().dead_units[0], 1.0);
  same(run.trace().dead_units[0] / 2.0, e["dead_fraction"]);
  same(run.trace().zero_fraction[0], e["zero_activation_fraction"]);
  const Matrix dw = e["dW"].matrix();
  double squares = 0.0;
  for (double g : dw.values) squares += g * g;
  same(run.trace().weight_grad_norm[0][0], json::Node(std::sqrt(squares)));
  EXPECT_TRUE(noticed(run.trace().notices, "dead_units"));
  ActivateScenario kink;
  kink.values = {0.0};
  EXPECT_EQ(activate(kink)->derivatives[0], 0.0) << "relu'(0) = 0";
}

// One random draw each: the mean square of the stream scatters by a few per cent around 1 + L and 2^L.
TEST(NumericCases, RES_01) {
  Scenario s;
  s.width = 512;
  s.residual = "add";
  s.activation = "identity";
  s.initialiser = "lecun_normal";
  s.depth = 32;
  s.norm = "rms";
  const Trace pre = propagate(s).value();
  const std::vector<double> layers = input("RES-01")["L"].numbers();
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const double rms = pre.rms[static_cast<std::size_t>(layers[i]) - 1];
    const double wanted = expected("RES-01")["prenorm_mean_square"][i].number();
    EXPECT_NEAR(rms * rms, wanted, 0.05 * wanted) << layers[i];
  }
  s.norm = "none";
  const Trace none = propagate(s).value();
  for (std::size_t i = 0; i < 3; ++i) {
    const double rms = none.rms[static_cast<std::size_t>(layers[i]) - 1];
    const double wanted = expected("RES-01")["no_norm_mean_square"][i].number();
    EXPECT_NEAR(rms * rms, wanted, 0.05 * wanted) << layers[i];
  }
  s.norm = "rms";
  s.norm_placement = "post";
  const Trace post = propagate(s).value();
  for (double rms : post.rms) EXPECT_NEAR(rms, 1.0, 1e-5);
}

TEST(NumericCases, RES_04) {
  const json::Node& e = expected("RES-04");
  const std::vector<double> x = input("RES-04")["x"].numbers(), f = input("RES-04")["f"].numbers();
  std::vector<double> sum;
  for (std::size_t i = 0; i < 4; ++i) sum.push_back(x[i] + f[i]);
  same(sum, e["sum_vector"]);
  NormaliseScenario s = on("layer", row_of(sum));
  for (const auto& [g, key] :
       {std::pair{"g_orthogonal", "dx_post_norm_orthogonal"}, std::pair{"g_parallel", "dx_post_norm_parallel"}}) {
    s.dy = row_of(input("RES-04")[g].numbers());
    const Normalised out = result(s);
    same(out.y.values, e["y"]);
    expect_near(out.dx.values, e[key].numbers(), 1e-10, 1e-14, key);
    same(1.0 / std::sqrt(out.variance[0] + out.eps), e["factor"]);
  }
}

// Widths and batches of the report's own simulation; a few per cent a layer of scatter are to be allowed.
TEST(NumericCases, GRAD_02) {
  Scenario s;
  s.depth = 50;
  s.width = s.batch = 256;
  s.norm = "batch";
  s.norm_placement = "inside";
  s.loss = "random";
  const Trace t = propagate(s).value();
  const double factor = std::pow(t.grad_rms[4] / t.grad_rms[29], 1.0 / 25.0);
  EXPECT_NEAR(factor, expected("GRAD-02")["factor_per_layer"].number(), 0.03);
  EXPECT_NEAR(t.rms[49] / t.rms[0], 1.0, 0.05) << "flat forward";
}

TEST(NumericCases, FP_02) {
  const json::Node& e = expected("FP-02");
  const double signal = input("FP-02")["signal"].number();
  EXPECT_EQ(static_cast<double>(static_cast<float>(signal)), e["float32_of_1e_48"].number());
  const std::vector<double> row = input("FP-02")["row"].numbers();
  same(root_mean_square(row.data(), 2) * 1e24, json::Node(e["rms_float64_of_row"].number() * 1e24));
  const std::vector<float> single = {1e-24f, -1e-24f};
  EXPECT_TRUE(near(root_mean_square(single.data(), 2), 1e-24, 1e-6)) << "float32 rows are measured in float64 too";
  const Normalised out = result(on("layer", row_of(row)));
  expect_near(out.y.values, e["layernorm_of_row_eps_1e_5"].numbers(), 1e-10, 0.0, "eps dominates");
  const double factor = input("FP-02")["factor_per_layer"].number();
  EXPECT_LT(std::pow(factor, e["first_layer_below_1e_48"].number()), 1e-48);
  EXPECT_GE(std::pow(factor, e["first_layer_below_1e_48"].number() - 1), 1e-48);
}

TEST(NumericCases, RNG_01) {
  const json::Node& e = expected("RNG-01");
  random::NumpyStream numpy(0);
  for (std::size_t i = 0; i < 3; ++i) same(numpy.standard_normal(), e["numpy_default_rng"][i]);
  random::NumpyStream uniform(0);
  for (std::size_t i = 0; i < 2; ++i) same(uniform.uniform01(), e["numpy_default_rng_uniform"][i]);
  for (const auto& [n, key] : {std::pair{15u, "torch_randn_15_first3"}, std::pair{16u, "torch_randn_16_first3"}}) {
    std::vector<double> z(n);
    random::PytorchStream(0).standard_normal(z);
    for (std::size_t i = 0; i < 3; ++i) same(z[i], e[key][i], key);
  }
}

/// All cases but those of systems that are not here: losses with classes, and DeepNorm.
TEST(NumericCases, EveryCaseIsATest) {
  std::set<std::string> tested;
  const ::testing::UnitTest& all = *::testing::UnitTest::GetInstance();
  for (int i = 0; i < all.total_test_suite_count(); ++i) {
    const ::testing::TestSuite& suite = *all.GetTestSuite(i);
    if (std::string(suite.name()) != "NumericCases") continue;
    for (int j = 0; j < suite.total_test_count(); ++j) {
      std::string id = suite.GetTestInfo(j)->name();
      std::replace(id.begin(), id.end(), '_', '-');
      tested.insert(id);
    }
  }
  for (const json::Node& entry : golden("numeric_cases").elements()) {
    const std::string& id = entry["id"].text();
    if (id.starts_with("LOSS-") || id == "RES-06") continue;
    EXPECT_TRUE(tested.contains(id)) << id << ": " << entry["title"].text();
  }
}

}  // namespace
}  // namespace signalscope
