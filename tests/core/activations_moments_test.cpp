// Second moments and gains of activations: against closed forms, a plain sum and published digits.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "activations.hpp"

namespace signalscope {
namespace {

constexpr double kSlope = 0.01;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

double value(const Activation& row, double z) {
  row.value(&z, &z, 1, kSlope);
  return z;
}

// A sum over equal steps on the whole line is, for smooth integrands that die out, as exact as the arithmetic; at a
// kink it is not, so kinks are put on a step and the step is fine enough for their h^2 (or h^3) error.
TEST(ActivationMoments, EveryRowAgreesWithAPlainSum) {
  for (const Activation& row : activations()) {
    SCOPED_TRACE(row.name);
    constexpr double kStep = 1.0 / 4096.0;
    double sum = 0.0;
    for (int i = -12 * 4096; i <= 12 * 4096; ++i) {
      const double z = i * kStep, phi = value(row, z);
      sum += phi * phi * std::exp(-0.5 * z * z);
    }
    sum *= kStep * std::numbers::inv_sqrtpi / std::numbers::sqrt2;
    const double moment = activation_second_moment(row, kSlope, 1.0);
    EXPECT_NEAR(moment, sum, (row.kinks.empty() ? 1e-13 : 1e-7) * sum);
    EXPECT_NEAR(second_moment_gain(row, kSlope), 1.0 / std::sqrt(moment), 1e-15);
    EXPECT_EQ(calculate_auto_gain(row, kSlope), row.pytorch_gain(kSlope).value_or(1.0 / std::sqrt(moment)));
  }
}

double normal_cdf(double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); }

struct ClosedForm {
  const char* name;
  double (*moment)(double q);
};

// E[phi(sqrt(q) z)^2] where it is known, over all sizes of q. The quadrature promises 1e-10.
TEST(ActivationMoments, SecondMomentsInClosedForm) {
  const ClosedForm forms[] = {
      {"identity", [](double q) { return q; }},
      {"relu", [](double q) { return q / 2.0; }},
      {"leaky_relu", [](double q) { return q * (1.0 + kSlope * kSlope) / 2.0; }},
      {"erf", [](double q) { return 2.0 / std::numbers::pi * std::asin(2.0 * q / (1.0 + 2.0 * q)); }},
      {"relu6",
       [](double q) {
         const double end = 6.0 / std::sqrt(q);
         // q E[z^2; 0 < z < end] + 36 P(z > end); its series where the difference would cancel
         const double inside = end < 0.01 ? std::pow(end, 3) / 3.0 - std::pow(end, 5) / 10.0 : 0.0;
         const double density = std::exp(-0.5 * end * end) * std::numbers::inv_sqrtpi / std::numbers::sqrt2;
         const double moment = end < 0.01 ? inside * std::numbers::inv_sqrtpi / std::numbers::sqrt2
                                          : normal_cdf(end) - 0.5 - end * density;
         return q * moment + 36.0 * normal_cdf(-end);
       }},
  };
  for (const ClosedForm& form : forms) {
    const Activation& row = *find_activation(form.name);
    for (double q : {1e-300, 1e-20, 1e-8, 0.01, 0.3, 1.0, 2.0, 7.5, 100.0, 1e4, 1e8, 1e20, 1e300}) {
      const double expected = form.moment(q);
      EXPECT_NEAR(activation_second_moment(row, kSlope, q), expected, 1e-10 * expected) << form.name << " at " << q;
    }
  }
  const Activation& elu = *find_activation("elu");
  for (double q : {0.3, 1.0, 2.0, 7.5}) {
    const double s = std::sqrt(q);
    const double expected =
        q / 2.0 + std::exp(2.0 * q) * normal_cdf(-2.0 * s) - 2.0 * std::exp(q / 2.0) * normal_cdf(-s) + 0.5;
    EXPECT_NEAR(activation_second_moment(elu, kSlope, q), expected, 1e-10 * expected) << "elu at " << q;
  }
  // SELU's two constants are the solution of mean 0 and variance 1.
  EXPECT_NEAR(activation_second_moment(*find_activation("selu"), kSlope, 1.0), 1.0, 1e-14);
  // Far out a sigmoid is 0 or 1, with a transition of width 1 / sqrt(q).
  EXPECT_NEAR(activation_second_moment(*find_activation("sigmoid"), kSlope, 1e30), 0.5, 1e-10);
  EXPECT_NEAR(activation_second_moment(*find_activation("tanh"), kSlope, 1e30), 1.0, 1e-10);
  EXPECT_NEAR(activation_second_moment(*find_activation("softplus"), kSlope, 1e30), 0.5e30, 1e20);
}

TEST(ActivationMoments, SecondMomentAtTheEdges) {
  const Activation& sigmoid = *find_activation("sigmoid");
  EXPECT_EQ(activation_second_moment(sigmoid, kSlope, 0.0), 0.25);
  EXPECT_EQ(activation_second_moment(*find_activation("tanh"), kSlope, 0.0), 0.0);
  for (double q : {-1.0, kNaN, std::numeric_limits<double>::infinity()}) {
    EXPECT_TRUE(std::isnan(activation_second_moment(sigmoid, kSlope, q))) << q;
  }
  // The largest finite q: phi^2 overflows where the density is small, the moment does not.
  EXPECT_NEAR(activation_second_moment(*find_activation("identity"), kSlope, 1.7e308) / 1.7e308, 1.0, 1e-10);
}

// Published to these digits.
TEST(ActivationMoments, KnownGains) {
  const auto gain = [](const char* name) { return second_moment_gain(*find_activation(name), kSlope); };
  EXPECT_NEAR(gain("gelu"), 1.53353, 5e-6);
  EXPECT_NEAR(gain("silu"), 1.67653, 5e-6);
  EXPECT_NEAR(gain("tanh"), 1.59254, 5e-6);
  EXPECT_NEAR(gain("erf"), 1.46717, 5e-6);
  EXPECT_NEAR(gain("elu"), 1.24520, 5e-6);
  EXPECT_NEAR(gain("relu"), std::sqrt(2.0), 1e-14);
}

}  // namespace
}  // namespace signalscope
