// Analytic gradients against central differences, with unequal cotangents.
//
// L(x) = sum c * F(x) with a random c; a check with the sum would pass with a wrong norm backward, since the gradient
// of a normalised sum is zero anyway. Differences of L with step h have an error of about h^2 |L'''| + 1e-16 |L| / h;
// with h = 1e-5 and values near 1 that is 1e-10, and 2e-6 leaves room for kinks of relu-like functions, which the
// smooth draws rarely hit.
#include <gtest/gtest.h>

#include "activations.hpp"
#include "near.hpp"
#include "norms.hpp"
#include "run.hpp"
#include "signalscope/propagate.hpp"
#include "signalscope/verbs.hpp"

namespace signalscope {
namespace {

std::vector<double> unequal(std::size_t n) {
  std::vector<double> c(n);
  random::open("numpy", 4242)->standard_normal(c);
  return c;
}

Scenario small(const std::string& activation, const std::string& residual) {
  Scenario s;
  s.depth = 3;
  s.width = 7;
  s.batch = 5;
  s.seed = 11;
  s.activation = activation;
  s.slope = 0.3;
  s.residual = residual;
  s.bias = "normal";
  s.bias_std = 0.5;
  s.loss = "random";
  return s;
}

/// The maths of a stack of linear blocks, written out once more, so that each weight can be moved.
struct Stack {
  Scenario scenario;
  std::vector<Signal<double>> weights;
  std::vector<Bias<double>> biases;
  Signal<double> input, cotangent;

  explicit Stack(const Scenario& s) : scenario(s) {
    TypedRun<double> run(s);
    run.forward_only();
    for (const Block<double>& block : run.blocks()) {
      weights.push_back(block.maps[0].written_out());
      biases.push_back(block.maps[0].bias);
    }
    input = run.input();
    cotangent = run.cotangent();
  }

  double loss() const {
    const Activation& phi = *find_activation(scenario.activation);
    Signal<double> h = input;
    for (std::size_t layer = 0; layer < weights.size(); ++layer) {
      Signal<double> z = h * weights[layer];
      z.rowwise() += biases[layer];
      Signal<double> a(z.rows(), z.cols());
      phi.value(z.data(), a.data(), static_cast<std::size_t>(z.size()), scenario.slope);
      h = scenario.residual == "add" ? Signal<double>(h + a) : a;
    }
    return (h.array() * cotangent.array()).sum();
  }

  double weight_gradient_norm(std::size_t layer) {
    const double h = 1e-5;
    double squares = 0.0;
    for (Eigen::Index i = 0; i < weights[layer].size(); ++i) {
      double& w = weights[layer].data()[i];
      const double before = w;
      w = before + h;
      const double above = loss();
      w = before - h;
      const double below = loss();
      w = before;
      squares += (above - below) * (above - below) / (4.0 * h * h);
    }
    return std::sqrt(squares);
  }
};

TEST(Gradients, EveryActivationWithAndWithoutResidual) {
  double worst = 0.0;
  for (const Activation& row : activations()) {
    for (const char* residual : {"none", "add"}) {
      const Scenario s = small(std::string(row.name), residual);
      const Result<Trace> trace = propagate(s);
      ASSERT_TRUE(trace);
      Stack stack(s);
      for (std::size_t layer = 0; layer < 3; ++layer) {
        const double difference = stack.weight_gradient_norm(layer);
        EXPECT_TRUE(near(trace->weight_grad_norm[0][layer], difference, 2e-6))
            << row.name << " " << residual << " " << layer;
        worst = std::max(worst, std::fabs(trace->weight_grad_norm[0][layer] / difference - 1.0));
      }
    }
  }
  RecordProperty("worst_relative_difference", std::to_string(worst));
}

/// dx, dgamma, dbeta of every norm, by moving every entry.
TEST(Gradients, EveryNorm) {
  for (const Norm& row : norms()) {
    for (const char* mode : {"train", "eval"}) {
      NormaliseScenario s;
      s.norm = row.name;
      s.norm_mode = mode;
      s.groups = 3;
      s.x = matrix_of(5, 9, unequal(45));
      s.dy = matrix_of(5, 9, std::vector<double>(45));
      random::open("numpy", 99)->standard_normal(s.dy.values);
      s.gamma = {1.0, 0.5, -2.0, 1.5, 0.1, 3.0, -1.0, 0.7, 1.1};
      s.beta = {0.0, 1.0, 2.0, -1.0, 0.3, 0.2, 0.1, -0.4, 0.9};
      s.running_mean.assign(9, 0.2);
      s.running_var.assign(9, 1.7);
      const Result<Normalised> result = normalise(s);
      ASSERT_TRUE(result) << result.problem().message;
      const auto loss = [&] {
        const Result<Normalised> moved = normalise(s);
        double sum = 0.0;
        for (std::size_t i = 0; i < 45; ++i) sum += s.dy.values[i] * moved->y.values[i];
        return sum;
      };
      const auto difference = [&](double& entry) {
        const double h = 1e-5, before = entry;
        entry = before + h;
        const double above = loss();
        entry = before - h;
        const double below = loss();
        entry = before;
        return (above - below) / (2.0 * h);
      };
      const std::string name = std::string(row.name) + " " + mode;
      for (std::size_t i = 0; i < 45; ++i)
        EXPECT_TRUE(near(result->dx.values[i], difference(s.x.values[i]), 1e-6, 1e-8)) << name;
      for (std::size_t i = 0; i < 9; ++i)
        EXPECT_TRUE(near(result->dgamma[i], difference(s.gamma[i]), 1e-6, 1e-8)) << name;
      for (std::size_t i = 0; row.has_beta && i < 9; ++i)
        EXPECT_TRUE(near(result->dbeta[i], difference(s.beta[i]), 1e-6, 1e-8)) << name;
    }
  }
}

}  // namespace
}  // namespace signalscope
