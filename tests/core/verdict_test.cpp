// Verdicts against the table of thresholds, on random scenarios and on the runs that they are for.
#include "verdict.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "activations.hpp"
#include "choices.hpp"
#include "initialisers.hpp"
#include "norms.hpp"
#include "random/numpy.hpp"
#include "residuals.hpp"
#include "signalscope/propagate.hpp"
#include "text_runs.hpp"

namespace signalscope {
namespace {

const Threshold& row(std::string_view code) {
  for (const Threshold& threshold : verdict_thresholds()) {
    if (threshold.code == code) return threshold;
  }
  ADD_FAILURE() << "no threshold row for " << code;
  return verdict_thresholds()[0];
}

/// Whether the condition of a row holds on a trace, said once more and apart from the code under test.
bool holds(std::string_view code, const Scenario& s, const Trace& t) {
  const double growth = t.rms.back() / (t.input_rms > 0.0 ? t.input_rms : t.rms.front()), ratio = t.gradient_ratio;
  const std::vector<double>& gradients = t.weight_grad_norm[0];
  const auto any = [](const std::vector<double>& values, auto&& condition) {
    return std::any_of(values.begin(), values.end(), condition);
  };
  if (code == "not_finite") return any(t.nonfinite_count, [](double n) { return n > 0.0; });
  if (code == "signal_zero") return any(t.rms, [](double r) { return r == 0.0; });
  if (code == "signal_vanishes") return growth < row(code).bound;
  if (code == "signal_explodes") return growth > row(code).bound;
  if (code == "loss_constant") return loss_is_constant(s, t);
  if (code == "gradient_not_finite") return any(gradients, [](double g) { return !std::isfinite(g); });
  if (code == "gradient_zero") return gradients.front() == 0.0;
  if (code == "gradient_vanishes") return ratio > row(code).bound;
  if (code == "gradient_explodes") return ratio < row(code).bound;
  return true;
}

class Dice {
 public:
  int whole(int low, int high) {
    return low + static_cast<int>(stream_.next64() % static_cast<std::uint64_t>(high - low + 1));
  }
  template <class Words>
  std::string one_of(const Words& words) {
    return std::string(words[static_cast<std::size_t>(whole(0, static_cast<int>(words.size()) - 1))]);
  }
  double power(double low, double high) { return std::pow(10.0, low + (high - low) * stream_.uniform01()); }

 private:
  random::NumpyStream stream_{2024};
};

Scenario random_scenario(Dice& dice) {
  using Words = std::vector<std::string_view>;
  Scenario s;
  s.depth = dice.whole(1, 9);
  s.width = dice.whole(1, 7);
  s.batch = dice.whole(2, 6);
  s.seed = static_cast<std::uint64_t>(dice.whole(0, 1 << 30));
  s.stream = dice.one_of(stream_choices());
  s.input_std = dice.whole(0, 9) == 0 ? 0.0 : dice.power(-3, 3);
  s.block = dice.one_of(Words{"linear", "feedforward"});
  s.expansion = dice.whole(1, 3);
  s.activation = dice.one_of(activation_choices());
  s.initialiser = dice.one_of(initialiser_choices());
  s.weight_std = dice.power(-3, 1.5);
  s.weight_value = dice.power(-3, 3);
  s.bias = dice.one_of(Words{"none", "zero", "pytorch", "normal"});
  s.norm = dice.one_of(norm_choices_or_none());
  s.norm_placement = dice.one_of(Words{"pre", "post", "inside"});
  s.groups = 1;
  // A column of dead units has variance 0, and a tiny eps lets its gradient overflow.
  if (dice.whole(0, 5) == 0) s.norm_eps = 1e-300;
  s.norm_mode = dice.one_of(norm_mode_choices());
  s.training_batches = dice.whole(0, 2);
  s.residual = dice.one_of(residual_choices());
  s.final_norm = dice.whole(0, 1) == 1;
  s.loss = dice.one_of(Words{"sum", "mean_square", "random"});
  s.precision = dice.one_of(Words{"float64", "float32"});
  if (check_rejection(initialiser_named(s.initialiser), s.stream, s.weight_std)) s.weight_std = 1.0;
  return s;
}

TEST(Verdict, IsTheFirstRowThatHoldsOnTenThousandScenarios) {
  Dice dice;
  std::map<std::string, int> seen;
  for (int i = 0; i < 10000; ++i) {
    const Scenario s = random_scenario(dice);
    const Result<Trace> trace = propagate(s);
    ASSERT_TRUE(trace) << trace.problem().message;
    std::string_view expected;
    for (const Threshold& threshold : verdict_thresholds()) {
      if (holds(threshold.code, s, trace.value())) {
        expected = threshold.code;
        break;
      }
    }
    ASSERT_EQ(trace->verdict.code, expected) << "scenario " << i;
    ++seen[trace->verdict.code];
  }
  for (const Threshold& threshold : verdict_thresholds()) {
    EXPECT_GT(seen[std::string(threshold.code)], 0) << threshold.code << " was never reached";
  }
}

/// The gradient of a loss that is constant by construction is rounding noise beside that of the random cotangent,
/// wherever the normalised values are ordinary; a verdict that called it "vanished" would be false.
TEST(Verdict, ConstantLossesHaveNoGradient) {
  for (const Norm& norm : norms()) {
    for (const char* loss : {"sum", "mean_square"}) {
      for (const bool post : {false, true}) {
        Scenario s;
        s.depth = 6;
        s.width = 33;
        s.batch = 21;
        s.groups = 3;
        s.norm = norm.name;
        s.norm_placement = post ? "post" : "pre";
        s.final_norm = !post;
        s.residual = "add";
        s.loss = loss;
        const Trace t = propagate(s).value();
        const bool constant = loss_is_constant(s, t);
        s.loss = "random";
        const double ordinary = propagate(s)->grad_rms[0];
        const double unit = std::string(loss) == "sum" ? 1.0 : 1.0 / (33.0 * 21.0);
        // mean_square is constant but for eps: its gradient is of the order eps / variance, 1e-5.
        EXPECT_EQ(t.grad_rms[0] < 1e-4 * unit * ordinary, constant) << norm.name << " " << loss << " " << post;
        EXPECT_EQ(t.verdict.code == "loss_constant", constant) << norm.name << " " << loss << " " << post;
      }
    }
  }
}

TEST(Verdict, NamesItsNumberAndClaimsNoMore) {
  Scenario s;
  s.depth = 10;
  s.width = 32;
  s.batch = 16;
  s.norm = "layer";
  s.norm_placement = "inside";
  s.activation = "identity";
  EXPECT_EQ(propagate(s)->verdict.code, "loss_constant") << "the norm is the last operation";
  s.norm_placement = "post";
  const Verdict constant = propagate(s)->verdict;
  EXPECT_EQ(constant.quantity, "gradient rms at the first layer, zero by construction");
  EXPECT_LT(constant.value, 1e-12);
  s.loss = "mean_square";
  s.norm_eps = 1000.0;
  EXPECT_FALSE(loss_is_constant(s, propagate(s).value())) << "eps outweighs the variance: the norm is nearly linear";
  Scenario silent;
  silent.depth = 3;
  silent.width = 16;
  silent.input_std = 0.0;
  silent.bias = "normal";
  EXPECT_TRUE(std::isfinite(propagate(silent)->verdict.value)) << "growth from an input of zero is no infinity";
}

TEST(Verdict, DeadUnitsNeedAFlatZero) {
  Scenario s;
  s.depth = 1;
  s.width = 4;
  s.batch = 2;
  s.initialiser = "zeros";
  const auto says_dead = [](const Scenario& scenario) {
    const Trace t = propagate(scenario).value();
    return std::any_of(t.notices.begin(), t.notices.end(), [](const Notice& n) { return n.code == "dead_units"; });
  };
  EXPECT_TRUE(says_dead(s));
  s.activation = "tanh";
  EXPECT_FALSE(says_dead(s)) << "tanh is steepest at zero";
}

TEST(Verdict, OfTheTextsRuns) {
  Scenario s;
  EXPECT_EQ(propagate(s)->verdict.code, "stable");
  s.initialiser = "xavier_normal";
  EXPECT_EQ(propagate(s)->verdict.code, "signal_vanishes");
  s.initialiser = "normal";
  s.weight_std = 0.1;
  EXPECT_EQ(propagate(s)->verdict.code, "signal_explodes");
  const Verdict plain = propagate(net_of_the_text("none"))->verdict;
  EXPECT_EQ(plain.code, "gradient_vanishes");
  EXPECT_GT(plain.value, 5e14);
}

}  // namespace
}  // namespace signalscope
