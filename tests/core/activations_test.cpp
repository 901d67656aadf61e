// Every row of the table of activations: against PyTorch, against exact values, against its own derivative and bounds.
#include "activations.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "activations/functors.hpp"
#include "core/golden.hpp"

namespace signalscope {
namespace {

constexpr double kSlope = 0.01;
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::vector<double> values(const Activation& row, std::vector<double> z, double slope = kSlope) {
  row.value(z.data(), z.data(), z.size(), slope);
  return z;
}

std::vector<double> derivatives(const Activation& row, std::vector<double> z, double slope = kSlope) {
  row.derivative(z.data(), z.data(), z.size(), slope);
  return z;
}

double value(const Activation& row, double z, double slope = kSlope) { return values(row, {z}, slope)[0]; }
double derivative(const Activation& row, double z, double slope = kSlope) { return derivatives(row, {z}, slope)[0]; }

class EveryActivation : public testing::TestWithParam<const Activation*> {
 protected:
  const Activation& row_ = *GetParam();
};

std::vector<const Activation*> all_rows() {
  std::vector<const Activation*> rows;
  for (const Activation& row : activations()) rows.push_back(&row);
  return rows;
}

INSTANTIATE_TEST_SUITE_P(Rows, EveryActivation, testing::ValuesIn(all_rows()),
                         [](const auto& info) { return std::string(info.param->name); });

TEST_P(EveryActivation, IsDescribedAndFound) {
  EXPECT_EQ(find_activation(row_.name), &row_);
  for (std::string_view text : {row_.name, row_.label, row_.formula, row_.source}) EXPECT_FALSE(text.empty());
}

// What a row says of itself; a row that says nothing is asked all the same, as the run would be slower than it may be.
TEST_P(EveryActivation, SaysWhetherItsValueTellsItsDerivative) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<double> z = {0.0, -0.0, 5e-324, -5e-324, 6.0, 1e300, -1e300, infinity, -infinity, kNaN};
  for (int i = -400; i <= 400; ++i) z.push_back(i / 40.0);
  bool tells = true;
  for (double slope : {-1.0, 0.0, kSlope, 2.0}) {
    const std::vector<double> expected = derivatives(row_, z, slope);
    const std::vector<double> told = derivatives(row_, values(row_, z, slope), slope);
    for (std::size_t i = 0; i < z.size(); ++i) {
      tells = tells && (told[i] == expected[i] || (std::isnan(told[i]) && std::isnan(expected[i])));
    }
  }
  EXPECT_EQ(row_.value_tells_derivative, tells);
}

// PyTorch's own results carry rounding of the size of epsilon times the largest intermediate, which is about |z| or 1:
// its gelu and tanh forms cancel in the tail. Its softplus is the straight line from 20 on, which leaves out exp(-z).
// Beyond that the two agree to a relative 1e-14.
TEST_P(EveryActivation, AgreesWithPyTorch) {
  const json::Node& reference = golden("activations");
  std::string key(row_.name);
  if (!reference.has(key)) key += row_.name == "elu" ? "_1" : "_0.01";
  ASSERT_TRUE(reference.has(key)) << "a new row needs a reference";
  const std::vector<double> z = reference["x"].numbers();
  const std::vector<double> y = values(row_, z), dy = derivatives(row_, z);
  for (std::size_t i = 0; i < z.size(); ++i) {
    const double line = row_.name == "softplus" && z[i] > 20.0 ? std::exp(-z[i]) : 0.0;
    const double floor = 2.0 * kEpsilon * std::fmax(1.0, std::abs(z[i])) + line;
    const double expected = reference[key]["y"][i].number(), expected_slope = reference[key]["dy"][i].number();
    EXPECT_NEAR(y[i], expected, 1e-14 * std::abs(expected) + floor) << "value at " << z[i];
    EXPECT_NEAR(dy[i], expected_slope, 1e-14 * std::abs(expected_slope) + floor) << "derivative at " << z[i];
  }
}

// The exact values reach into the tails. A result of size exp(-t) comes from an exponential whose argument, of size t,
// was rounded: so it carries t epsilon. Where a derivative is a sum of two terms, near 0, epsilon of those counts too.
TEST_P(EveryActivation, AgreesWithExactValuesInTheTails) {
  const json::Node& reference = golden("activations_exact");
  const json::Node& exact = reference[row_.name];
  if (!reference.has(row_.name)) {
    // Only rows made of pieces of straight lines have no tail, and SELU is a scaled ELU.
    EXPECT_TRUE(!row_.kinks.empty() || row_.name == "identity");
    return;
  }
  const std::vector<double> z = reference["x"].numbers();
  ASSERT_GT(z.size(), 40u);
  const std::vector<double> y = values(row_, z), dy = derivatives(row_, z);
  const auto tolerance = [](double expected, double at) {
    if (expected == 0.0) return std::numeric_limits<double>::denorm_min();
    const double steps = 8.0 + 4.0 * std::abs(std::log(std::abs(expected)));
    return kEpsilon * (steps * std::abs(expected) + (std::abs(at) < 3.0 ? 2.0 * std::abs(at) : 0.0)) +
           std::numeric_limits<double>::min() * kEpsilon * 4.0;
  };
  for (std::size_t i = 0; i < z.size(); ++i) {
    const double expected = exact["y"][i].number(), expected_slope = exact["dy"][i].number();
    EXPECT_NEAR(y[i], expected, tolerance(expected, z[i])) << "value at " << z[i];
    EXPECT_NEAR(dy[i], expected_slope, tolerance(expected_slope, z[i])) << "derivative at " << z[i];
  }
}

// A central difference of step h is off by about h^2 of the third derivative and by epsilon / h of the value; with
// h = 1e-5 both stay under 1e-9. Sizes are odd, so that a vector loop has a rest.
TEST_P(EveryActivation, DerivativeIsTheSlopeOfTheValue) {
  constexpr double kStep = 1e-5;
  double z = -8.1234;
  for (int round = 0; round < 40; ++round) {
    for (std::size_t size : {1u, 2u, 3u, 5u, 7u, 17u}) {
      std::vector<double> at(size), above(size), below(size);
      for (std::size_t i = 0; i < size; ++i, z += 0.0117) {
        at[i] = z;
        for (double kink : row_.kinks) {
          if (std::abs(at[i] - kink) < 2.0 * kStep) at[i] += 4.0 * kStep;
        }
        above[i] = at[i] + kStep;
        below[i] = at[i] - kStep;
      }
      const auto high = values(row_, above, 0.3), low = values(row_, below, 0.3), slope = derivatives(row_, at, 0.3);
      for (std::size_t i = 0; i < size; ++i) {
        ASSERT_NEAR(slope[i], (high[i] - low[i]) / (above[i] - below[i]), 1e-9) << "at " << at[i];
      }
    }
  }
  EXPECT_GT(z, 8.0);
}

TEST_P(EveryActivation, KernelsWriteWhatIsAskedForAndNoMore) {
  for (std::size_t size : {0u, 1u, 2u, 3u, 5u, 7u, 17u}) {
    std::vector<double> z(size + 1, 0.7), y(size + 1, 99.0), dy(size + 1, 99.0);
    row_.value(z.data(), y.data(), size, kSlope);
    row_.derivative(z.data(), dy.data(), size, kSlope);
    EXPECT_EQ(y[size], 99.0);
    EXPECT_EQ(dy[size], 99.0);
    for (std::size_t i = 0; i < size; ++i) {
      EXPECT_EQ(y[i], value(row_, 0.7));
      EXPECT_EQ(dy[i], derivative(row_, 0.7));
    }
  }
}

// On the grid the bound holds, and some point comes near it: within 1e-6, as a smooth maximum is flat and the others
// are attained on the grid or beside a kink, or approached exponentially.
TEST_P(EveryActivation, LargestDerivativeIsTheSupremum) {
  for (double slope : {0.01, 0.3, -1.5, 2.0}) {
    const double bound = row_.largest_derivative(slope);
    double largest = 0.0;
    for (int i = -40'000; i <= 40'000; ++i) {
      largest = std::fmax(largest, std::abs(derivative(row_, i / 1000.0, slope)));
    }
    for (double kink : row_.kinks) {
      largest = std::fmax(largest, std::abs(derivative(row_, std::nextafter(kink, -9.0), slope)));
      largest = std::fmax(largest, std::abs(derivative(row_, std::nextafter(kink, 9.0), slope)));
    }
    EXPECT_LE(largest, bound * (1.0 + 4.0 * kEpsilon)) << "slope " << slope;
    EXPECT_GE(largest, bound * (1.0 - 1e-6)) << "slope " << slope;
  }
}

TEST_P(EveryActivation, FiniteInputsGiveFiniteResults) {
  for (double magnitude :
       {5e-324, 1e-310, 1e-200, 1e-30, 1.0, 20.0, 88.0, 710.0, 746.0, 1e5, 1e103, 1e155, 1e300, 1.7e308}) {
    for (double z : {magnitude, -magnitude}) {
      EXPECT_TRUE(std::isfinite(value(row_, z))) << "value at " << z;
      EXPECT_LE(std::abs(derivative(row_, z)), row_.largest_derivative(kSlope) * (1.0 + 4.0 * kEpsilon)) << "at " << z;
      if (magnitude > 1e6 && z > 0.0) {
        // Far out every row is either linear or constant.
        const double slope = derivative(row_, z);
        EXPECT_NEAR(slope, value(row_, 1e6) / 1e6, 1e-5) << "at " << z;
      }
    }
  }
  for (float magnitude : {1e-45f, 1e-40f, 1e-20f, 1.0f, 20.0f, 45.0f, 88.0f, 104.0f, 1e5f, 1e13f, 1e20f, 3.2e38f}) {
    for (float z : {magnitude, -magnitude}) {
      float y = 0.0f, dy = 0.0f;
      row_.value(&z, &y, 1, 0.01f);
      row_.derivative(&z, &dy, 1, 0.01f);
      EXPECT_TRUE(std::isfinite(y)) << "float value at " << z;
      EXPECT_LE(std::abs(dy), static_cast<float>(row_.largest_derivative(kSlope)) * 1.000001f) << "at " << z;
    }
  }
}

TEST_P(EveryActivation, NotANumberStaysOne) {
  EXPECT_TRUE(std::isnan(value(row_, kNaN)));
  EXPECT_TRUE(std::isnan(derivative(row_, kNaN)));
  float z = std::numeric_limits<float>::quiet_NaN(), y = 0.0f, dy = 0.0f;
  row_.value(&z, &y, 1, 0.01f);
  row_.derivative(&z, &dy, 1, 0.01f);
  EXPECT_TRUE(std::isnan(y));
  EXPECT_TRUE(std::isnan(dy));
}

// Some operations of float epsilon each; in a tail of size exp(-t), t of them; the floor is for subnormals.
TEST_P(EveryActivation, FloatFollowsDouble) {
  constexpr double kFloatEpsilon = std::numeric_limits<float>::epsilon();
  for (int i = -4000; i <= 4000; ++i) {
    const float z = static_cast<float>(i) * 0.0101f;
    float y = 0.0f, dy = 0.0f;
    row_.value(&z, &y, 1, 0.25f);
    row_.derivative(&z, &dy, 1, 0.25f);
    const auto tolerance = [&](double expected) {
      const double steps = 8.0 + 4.0 * std::abs(std::log(std::abs(expected) + 1e-300));
      const double sum = std::abs(z) < 6.0f ? std::abs(z) : 0.0f;
      return kFloatEpsilon * (steps * std::abs(expected) + 4.0 * sum) + 1e-42;
    };
    const double expected = value(row_, z, 0.25), expected_slope = derivative(row_, z, 0.25);
    ASSERT_NEAR(y, expected, tolerance(expected)) << "value at " << z;
    ASSERT_NEAR(dy, expected_slope, tolerance(expected_slope)) << "derivative at " << z;
  }
}

TEST_P(EveryActivation, TheFunctorIsTheKernel) {
  int visits = 0;
  EXPECT_TRUE(functors::visit_activation(row_.name, [&](auto functor) {
    ++visits;
    for (double z : {-4.0, -0.3, 0.0, 0.9, 7.0}) {
      EXPECT_EQ(functor.value(z, kSlope), value(row_, z));
      EXPECT_EQ(functor.derivative(z, kSlope), derivative(row_, z));
    }
  }));
  EXPECT_EQ(visits, 1);
}

TEST(Activations, OrderAndNames) {
  const std::vector<std::string_view> names = {"identity", "relu",      "leaky_relu", "elu",       "selu",
                                               "gelu",     "gelu_tanh", "silu",       "tanh",      "sigmoid",
                                               "softplus", "mish",      "erf",        "hardswish", "relu6"};
  ASSERT_EQ(activations().size(), names.size());
  for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(activations()[i].name, names[i]);
  EXPECT_EQ(find_activation("RELU"), nullptr);
  EXPECT_EQ(find_activation(""), nullptr);
  EXPECT_FALSE(functors::visit_activation("none", [](auto) { FAIL(); }));
}

TEST(Activations, KinksAsPyTorchHasThem) {
  const auto at = [](const char* name, double z, double slope = kSlope) {
    return derivative(*find_activation(name), z, slope);
  };
  EXPECT_EQ(at("relu", 0.0), 0.0);
  EXPECT_EQ(at("relu", -0.0), 0.0);
  EXPECT_EQ(at("leaky_relu", 0.0, 0.3), 0.3);
  EXPECT_EQ(at("elu", 0.0), 1.0);
  EXPECT_EQ(at("selu", 0.0), 1.0507009873554805 * 1.6732632423543772);
  EXPECT_EQ(at("relu6", 0.0), 0.0);
  EXPECT_EQ(at("relu6", 6.0), 0.0);
  EXPECT_EQ(at("relu6", std::nextafter(6.0, 0.0)), 1.0);
  EXPECT_EQ(at("hardswish", -3.0), -0.5);
  EXPECT_EQ(at("hardswish", 3.0), 1.0);
  EXPECT_EQ(at("hardswish", std::nextafter(-3.0, -4.0)), 0.0);
  EXPECT_NEAR(at("hardswish", std::nextafter(3.0, 0.0)), 1.5, 1e-15);
}

TEST(Activations, GainsOfPyTorch) {
  const auto gain = [](const char* name, double slope = kSlope) { return find_activation(name)->pytorch_gain(slope); };
  EXPECT_EQ(gain("identity"), 1.0);
  EXPECT_EQ(gain("sigmoid"), 1.0);
  EXPECT_EQ(gain("tanh"), 5.0 / 3.0);
  EXPECT_EQ(gain("relu"), std::sqrt(2.0));
  EXPECT_EQ(gain("leaky_relu"), std::sqrt(2.0 / (1.0 + 0.01 * 0.01)));
  EXPECT_EQ(gain("leaky_relu", 1.0), 1.0);
  EXPECT_EQ(gain("selu"), 0.75);
  for (const char* name : {"elu", "gelu", "gelu_tanh", "silu", "softplus", "mish", "erf", "hardswish", "relu6"}) {
    EXPECT_EQ(gain(name), std::nullopt) << name;
  }
}

}  // namespace
}  // namespace signalscope
