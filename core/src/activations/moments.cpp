// Expectations of an activation under a normal input, by quadrature.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "activations.hpp"

namespace signalscope {
namespace {

constexpr int kPoints = 20;
constexpr double kEnd = 12.0;  // the density beyond it is 1e-32 of its height

struct Rule {
  std::array<double, kPoints> node;
  std::array<double, kPoints> weight;
};

/// Gauss-Legendre on [-1, 1]: the zeros of the Legendre polynomial by Newton's method.
Rule gauss_legendre() {
  Rule rule{};
  for (int i = 0; i < kPoints; ++i) {
    double x = std::cos(std::numbers::pi * (i + 0.75) / (kPoints + 0.5));
    double slope = 1.0;
    for (int step = 0; step < 8; ++step) {
      double before = 1.0, now = x;
      for (int degree = 2; degree <= kPoints; ++degree) {
        const double next = ((2 * degree - 1) * x * now - (degree - 1) * before) / degree;
        before = now;
        now = next;
      }
      slope = kPoints * (x * now - before) / (x * x - 1.0);
      x -= now / slope;
    }
    rule.node[i] = x;
    rule.weight[i] = 2.0 / ((1.0 - x * x) * slope * slope);
  }
  return rule;
}

/// Panels for z: half units for the density; halving towards 0 where phi(scale z) bends at the scale of 1 / scale; and
/// every kink on a boundary.
std::vector<double> boundaries(const Activation& row, double scale) {
  std::vector<double> cuts;
  const auto add = [&cuts](double z) {
    if (std::abs(z) <= kEnd) cuts.push_back(z);
  };
  for (int i = -24; i <= 24; ++i) add(0.5 * i);
  for (int power = -4; power <= 10; ++power) {
    add(std::ldexp(1.0, power) / scale);
    add(-std::ldexp(1.0, power) / scale);
  }
  for (double kink : row.kinks) add(kink / scale);
  std::sort(cuts.begin(), cuts.end());
  return cuts;
}

/// The integral of phi(scale z)^2 density(z) over one panel.
double panel(const Activation& row, double slope, double scale, double from, double to) {
  static const Rule rule = gauss_legendre();
  const double half = 0.5 * (to - from);
  const double middle = from + half;
  std::array<double, kPoints> z, phi;
  for (int i = 0; i < kPoints; ++i) z[i] = middle + half * rule.node[i];
  for (int i = 0; i < kPoints; ++i) phi[i] = scale * z[i];
  row.value(phi.data(), phi.data(), kPoints, slope);
  // The roots of density and length go inside the square: the square alone may overflow where the moment does not.
  const double root = std::sqrt(half * std::numbers::inv_sqrtpi / std::numbers::sqrt2);
  double sum = 0.0;
  for (int i = 0; i < kPoints; ++i) {
    const double weighted = phi[i] * (root * std::exp(-0.25 * z[i] * z[i]));
    sum += rule.weight[i] * weighted * weighted;
  }
  return sum;
}

}  // namespace

double activation_second_moment(const Activation& row, double slope, double q) {
  if (!(q >= 0.0) || std::isinf(q)) return std::numeric_limits<double>::quiet_NaN();
  const double scale = std::sqrt(q);
  if (scale == 0.0) {
    double at_zero = 0.0;
    row.value(&at_zero, &at_zero, 1, slope);
    return at_zero * at_zero;
  }
  const std::vector<double> cuts = boundaries(row, scale);
  double sum = 0.0;
  for (std::size_t i = 1; i < cuts.size(); ++i) {
    if (cuts[i] > cuts[i - 1]) sum += panel(row, slope, scale, cuts[i - 1], cuts[i]);
  }
  return sum;
}

double second_moment_gain(const Activation& row, double slope) {
  return 1.0 / std::sqrt(activation_second_moment(row, slope, 1.0));
}

double calculate_auto_gain(const Activation& row, double slope) {
  const std::optional<double> known = row.pytorch_gain(slope);
  return known ? *known : second_moment_gain(row, slope);
}

}  // namespace signalscope
