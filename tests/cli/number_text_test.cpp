#include "number_text.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace signalscope::cli {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// The right-hand sides were printed by Python 3.11.

TEST(NumberText, ExponentAsPythonPrintsIt) {
  const std::vector<std::pair<double, const char*>> cases = {
      {0.0, "0.000e+00"},
      {-0.0, "-0.000e+00"},
      {1.0, "1.000e+00"},
      {9.9996e-5, "1.000e-04"},
      {9.9995e-5, "9.999e-05"},
      {9.9994e-5, "9.999e-05"},
      {1e-320, "1.000e-320"},
      {5e-324, "4.941e-324"},
      {1e308, "1.000e+308"},
      {1.7976931348623157e308, "1.798e+308"},
      {1e-100, "1.000e-100"},
      {1e100, "1.000e+100"},
      {9.9996e99, "1.000e+100"},
      {-2.5, "-2.500e+00"},
      {0.1125, "1.125e-01"},
      {2.388e-48, "2.388e-48"},
      {1.0005, "1.000e+00"},
      {1.0015, "1.002e+00"},
      {2.0005, "2.001e+00"},
      {123456789.0, "1.235e+08"},
      {2.2250738585072014e-308, "2.225e-308"},
      {9999.5, "1.000e+04"},
      {9999.4999, "9.999e+03"},
      {-1e-9, "-1.000e-09"},
      {std::nan(""), "nan"},
      {-std::nan(""), "nan"},
      {infinity, "inf"},
      {-infinity, "-inf"},
  };
  for (const auto& [value, text] : cases) EXPECT_EQ(exponent_text(value), text);
}

TEST(NumberText, FixedAsPythonPrintsItButThatAZeroHasNoSign) {
  const std::vector<std::pair<double, const char*>> cases = {
      {0.0, "0.0000"},
      {-0.0, "0.0000"},
      {-0.00004, "0.0000"},
      {-0.00005, "-0.0001"},
      {0.08194194926712631, "0.0819"},
      {-0.02839, "-0.0284"},
      {0.99995, "1.0000"},
      {123456789.12345, "123456789.1234"},
      {1e300, "1.000e+300"},
      {std::nan(""), "nan"},
      {-infinity, "-inf"},
  };
  for (const auto& [value, text] : cases) EXPECT_EQ(fixed_text(value, 4), text);
  EXPECT_EQ(fixed_text(-2.5e-17, 6), "0.000000");
}

TEST(NumberText, GeneralAsPythonPrintsIt) {
  const std::vector<std::pair<double, const char*>> cases = {
      {-1.5, "-1.5"}, {0.1004281, "0.100428"}, {1e-8, "1e-08"}, {1234567.0, "1.23457e+06"}, {infinity, "inf"}};
  for (const auto& [value, text] : cases) EXPECT_EQ(general_text(value), text);
}

TEST(NumberText, CountsHaveNoPoint) {
  EXPECT_EQ(whole_text(6.0), "6");
  EXPECT_EQ(whole_text(-1.0), "-1");
  EXPECT_EQ(whole_text(1e15), "1000000000000000");
}

TEST(NumberText, FullDigitsReadBackAsTheSameNumber) {
  EXPECT_EQ(full_digits(0.1), "0.10000000000000001");
  EXPECT_EQ(full_digits(1.0 / 3.0), "0.33333333333333331");
  EXPECT_EQ(full_digits(std::nan("")), "NaN");
  EXPECT_EQ(full_digits(infinity), "Infinity");
  EXPECT_EQ(full_digits(-infinity), "-Infinity");
}

}  // namespace
}  // namespace signalscope::cli
