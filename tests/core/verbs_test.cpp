// symmetry, jacobian, draw: the runs of the texts, and what holds at any size.
#include "signalscope/verbs.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "golden.hpp"
#include "initialisers.hpp"
#include "near.hpp"
#include "norms.hpp"
#include "run.hpp"
#include "text_runs.hpp"

namespace signalscope {
namespace {

TEST(Symmetry, RunsOfTheText) {
  const json::Node& expected = golden("seed_symmetry");
  SymmetryScenario s;
  const Symmetry same = symmetry(s).value();
  expect_near(same.gradient.values, expected["same"].matrix().values, 1e-12, 0.0, "same");
  EXPECT_EQ(same.distinct_columns, 1);
  ASSERT_FALSE(same.notices.empty());
  EXPECT_EQ(same.notices[0].code, "identical_units");
  s.weights = "normal";
  const Symmetry random = symmetry(s).value();
  expect_near(random.gradient.values, expected["rand"].matrix().values, 1e-12, 0.0, "rand");
  EXPECT_EQ(random.distinct_columns, 6);
  EXPECT_TRUE(random.notices.empty());
}

TEST(Symmetry, ZeroWeightsHaveZeroGradient) {
  SymmetryScenario s;
  s.weight_value = 0.0;
  s.hidden = 5;
  s.inputs = 3;
  const Symmetry zero = symmetry(s).value();
  for (double g : zero.gradient.values) EXPECT_EQ(g, 0.0);
  EXPECT_EQ(zero.gradient.rows, 3u);
  EXPECT_EQ(zero.gradient.columns, 5u);
}

JacobianScenario jacobian_of_the_text(const char* residual) {
  JacobianScenario s;
  static_cast<Scenario&>(s) = net_of_the_text(residual);
  s.layers = {1, 5, 10, 20, 40};
  return s;
}

// Singular values below 1e-13 of the largest are rounding noise: only those above are compared, and the rank.
TEST(Jacobian, RunsOfTheText) {
  for (const auto& [residual, name] : {std::pair{"none", "plain"}, std::pair{"add", "residual"}}) {
    const Result<Jacobian> out = jacobian(jacobian_of_the_text(residual));
    ASSERT_TRUE(out);
    ASSERT_EQ(out->layers.size(), 5u);
    for (const JacobianLayer& layer : out->layers) {
      const json::Node& expected = golden("jacobian")[name][std::to_string(layer.layer)];
      SCOPED_TRACE(std::string(name) + " layer " + std::to_string(layer.layer));
      EXPECT_EQ(layer.rank, static_cast<int>(expected["rank"].number()));
      const std::vector<double> first(layer.singular_values.begin(), layer.singular_values.begin() + 8);
      expect_near(first, expected["first_eight"].numbers(), 1e-8, 0.0, "first eight");
      const double median = (layer.singular_values[63] + layer.singular_values[64]) / 2.0;
      EXPECT_TRUE(near(median, expected["median"].number(), 1e-8, 1e-13 * layer.singular_values[0]));
      double squares = 0.0;
      for (double value : layer.singular_values) squares += value * value;
      EXPECT_TRUE(near(std::sqrt(squares), expected["frobenius"].number(), 1e-8));
    }
  }
}

/// Row k: central differences of the last layer's output for `example` as its input feature k moves, the others held
/// fixed.
Signal<double> moved_outputs(const JacobianScenario& s, Eigen::Index example) {
  Scenario scenario = s;
  TypedRun<double> drawn(scenario);
  drawn.forward_only();
  const auto output = [&](Eigen::Index feature, double step) {
    Given<double> given{drawn.input(), {}, {}};
    for (const Block<double>& block : drawn.blocks()) given.maps.push_back(block.maps);
    given.input(example, feature) += step;
    TypedRun<double> run(scenario, std::move(given));
    run.forward_only();
    return Signal<double>(run.blocks().back().out.row(example));
  };
  Signal<double> rows(s.width, s.width);
  const double h = 1e-5;
  for (Eigen::Index k = 0; k < s.width; ++k) rows.row(k) = (output(k, h) - output(k, -h)) / (2.0 * h);
  return rows;
}

// Every norm in every placement, against differences of whole runs; a smooth activation, so that 1e-7 is what
// differences leave.
TEST(Jacobian, AgreesWithCentralDifferences) {
  for (std::string_view norm : norm_choices_or_none()) {
    for (const char* placement : {"pre", "post", "inside"}) {
      for (const char* mode : {"train", "eval"}) {
        JacobianScenario s;
        s.depth = 3;
        s.width = 9;
        s.batch = 4;
        s.groups = 3;
        s.norm = norm;
        s.norm_placement = placement;
        s.norm_mode = mode;
        s.residual = "add";
        s.block = "feedforward";
        s.expansion = 2;
        s.activation = "tanh";
        s.example = 2;
        s.layers = {3};
        const Jacobian j = jacobian(s).value();
        const Eigen::MatrixXd moved = moved_outputs(s, 2);
        const Eigen::VectorXd expected = Eigen::JacobiSVD<Eigen::MatrixXd>(moved).singularValues();
        expect_near(j.layers[0].singular_values, {expected.data(), expected.data() + expected.size()}, 1e-7,
                    1e-8 * expected[0], std::string(norm) + " " + placement + " " + mode);
      }
    }
  }
}

TEST(Jacobian, RefusesWhatItCannotDo) {
  JacobianScenario s = jacobian_of_the_text("add");
  s.width = 513;
  EXPECT_EQ(jacobian(s).problem().field, "width");
  s = jacobian_of_the_text("add");
  s.example = 64;
  EXPECT_EQ(jacobian(s).problem().field, "example");
  s = jacobian_of_the_text("add");
  s.layers = {41};
  EXPECT_EQ(jacobian(s).problem().field, "layers");
  s.layers = {1.5};
  EXPECT_EQ(jacobian(s).problem().code, "not_whole");
}

TEST(Draw, StdAndBoundOfEveryScheme) {
  for (const json::Node& row : golden("initialisers")["rows"].elements()) {
    DrawScenario s;
    s.fan_in = static_cast<int>(row["fan_in"].number());
    s.fan_out = static_cast<int>(row["fan_out"].number());
    const std::string& nonlinearity = row["nonlinearity"].text();
    s.activation = nonlinearity == "linear" ? "identity" : nonlinearity;
    s.slope = row["a"].number();
    const auto drawn = [&](const char* initialiser, bool with_gain) {
      s.initialiser = initialiser;
      s.gain = with_gain ? std::optional<double>(row["gain"].number()) : std::nullopt;
      return draw(s).value();
    };
    const auto expect = [&](double actual, const char* name) {
      EXPECT_TRUE(near(actual, row[name].number(), 1e-15)) << name;
    };
    expect(*drawn("he_normal", false).gain, "gain");
    expect(*drawn("he_normal", false).requested_std, "kaiming_normal_fan_in_std");
    expect(*drawn("he_normal_fan_out", false).requested_std, "kaiming_normal_fan_out_std");
    expect(*drawn("he_uniform", false).requested_bound, "kaiming_uniform_fan_in_bound");
    expect(*drawn("xavier_normal", true).requested_std, "xavier_normal_std");
    expect(*drawn("xavier_uniform", true).requested_bound, "xavier_uniform_bound");
    EXPECT_TRUE(near(*drawn("lecun_normal", false).requested_std, 1.0 / std::sqrt(s.fan_in), 1e-15));
  }
}

// Row-driven, at a size that is not square. The obtained std of n draws scatters by about std / sqrt(2 n); five of
// those, and 4 / sqrt(n) for the mean.
TEST(Draw, ObtainedMomentsAreTheRequestedOnes) {
  for (const Initialiser& row : initialisers()) {
    for (const char* stream : {"numpy", "pytorch"}) {
      DrawScenario s;
      s.initialiser = row.name;
      s.fan_in = 301;
      s.fan_out = 97;
      s.weight_std = 0.3;
      s.stream = stream;
      s.seed = 5;
      const Drawn out = draw(s).value();
      const bool fan_out_first = std::string(stream) == "pytorch";
      EXPECT_EQ(out.weights.rows, fan_out_first ? 97u : 301u) << row.name;
      EXPECT_EQ(out.weights.columns, fan_out_first ? 301u : 97u) << row.name;
      if (!out.requested_std) continue;
      const double n = 301.0 * 97.0;
      double expected = *out.drawn_std;
      if (row.cut == Cut::two_sigma) expected *= 0.87962566103423978;
      EXPECT_NEAR(out.obtained_std, expected, expected * 5.0 / std::sqrt(2.0 * n)) << row.name << " " << stream;
      EXPECT_NEAR(out.obtained_mean, 0.0, expected * 4.0 / std::sqrt(n)) << row.name << " " << stream;
      // float32 may round a draw up to the bound itself.
      if (out.requested_bound) {
        EXPECT_LE(out.obtained_largest, *out.requested_bound * (1.0 + 1e-7)) << row.name;
      }
      if (out.cut_at) {
        EXPECT_LE(out.obtained_largest, *out.cut_at * (1.0 + 1e-7)) << row.name;
      }
    }
  }
}

TEST(Draw, OrthogonalIsOrthogonal) {
  for (const auto& [fan_in, fan_out] : {std::pair{7, 7}, std::pair{17, 5}, std::pair{5, 17}, std::pair{1, 3}}) {
    DrawScenario s;
    s.initialiser = "orthogonal";
    s.fan_in = fan_in;
    s.fan_out = fan_out;
    s.gain = 2.0;
    const Drawn out = draw(s).value();
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const Eigen::Map<const RowMajor> w(out.weights.values.data(), fan_in, fan_out);
    const Eigen::MatrixXd gram =
        fan_in >= fan_out ? Eigen::MatrixXd(w.transpose() * w) : Eigen::MatrixXd(w * w.transpose());
    EXPECT_TRUE(gram.isApprox(4.0 * Eigen::MatrixXd::Identity(gram.rows(), gram.cols()), 1e-13))
        << fan_in << " " << fan_out;
  }
}

TEST(Draw, RejectionThatWouldNeverEndIsRefused) {
  DrawScenario s;
  s.initialiser = "truncated_normal";
  s.weight_std = 1e5;
  EXPECT_EQ(draw(s).problem().field, "weight_std");
  s.stream = "pytorch";
  s.fan_in = s.fan_out = 4;
  EXPECT_TRUE(draw(s));
}

// What is measured depends on the machine; that the pieces are ordered does not: a block holds a norm and two products
// more.
TEST(Cost, ABlockTakesLongerThanItsNorm) {
  for (const char* precision : {"float32", "float64"}) {
    CostScenario s;
    s.width = 65;
    s.batch = 17;
    s.rounds = 5;
    s.sample_milliseconds = 0.2;
    s.precision = precision;
    const Cost out = cost(s).value();
    EXPECT_EQ(out.rounds, 5);
    for (const Spread& spread : {out.layer_norm, out.rms_norm, out.block}) {
      EXPECT_GT(spread.lower, 0.0);
      EXPECT_LE(spread.lower, spread.median);
      EXPECT_LE(spread.median, spread.upper);
    }
    EXPECT_GT(out.block.median, out.layer_norm.median);
    EXPECT_LT(out.share_of_block.median, 1.0);
  }
}

}  // namespace
}  // namespace signalscope
