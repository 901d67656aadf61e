// The runs of the texts, and what a run promises whatever its numbers.
#include "signalscope/propagate.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "golden.hpp"
#include "near.hpp"
#include "text_runs.hpp"

namespace signalscope {
namespace {

Trace run(const Scenario& scenario) {
  const Result<Trace> trace = propagate(scenario);
  EXPECT_TRUE(trace) << (trace ? "" : trace.problem().message);
  return trace ? trace.value() : Trace{};
}

Scenario initialised(const char* initialiser, double std = 0.01) {
  Scenario s;
  s.initialiser = initialiser;
  s.weight_std = std;
  return s;
}

// Fifty layers of sums in another order than NumPy's: a relative 1e-9, the project's bound for float64 runs.
TEST(Propagate, InitialisationRunsOfTheText) {
  const json::Node& expected = golden("seed_propagate")["rms"];
  expect_near(run(initialised("normal", 0.01)).rms, expected["too small (0.01)"].numbers(), 1e-9, 0.0, "too small");
  expect_near(run(initialised("normal", 0.1)).rms, expected["too large (0.1)"].numbers(), 1e-9, 0.0, "too large");
  expect_near(run(initialised("xavier_normal")).rms, expected["Xavier sqrt(1/n)"].numbers(), 1e-9, 0.0, "Xavier");
  expect_near(run(initialised("he_normal")).rms, expected["He sqrt(2/n)"].numbers(), 1e-9, 0.0, "He");
  Scenario tanh = initialised("xavier_normal");
  tanh.activation = "tanh";
  expect_near(run(tanh).rms, golden("seed_propagate")["tanh_xavier_rms"].numbers(), 1e-9, 0.0, "tanh");
}

// Deep runs without norm or residual amplify the order of sums: 1e-8.
TEST(Propagate, ResidualRunsOfTheText) {
  for (const auto& [residual, name] : {std::pair{"none", "plain"}, std::pair{"add", "residual"}}) {
    const json::Node& expected = golden("seed_residual")[name];
    const Trace trace = run(net_of_the_text(residual));
    expect_near(trace.weight_grad_norm[0], expected["weight_grad_norm_f64"].numbers(), 1e-8, 0.0, name);
    expect_near(trace.rms, expected["forward_rms_f64"].numbers(), 1e-8, 0.0, name);
    expect_near(trace.grad_rms, expected["activation_grad_rms_f64"].numbers(), 1e-8, 0.0, name);
    Scenario single = net_of_the_text(residual);
    single.precision = "float32";
    // float32 rounds at 6e-8 a product; the text prints four digits, of which 40 layers leave all.
    expect_near(run(single).weight_grad_norm[0], expected["weight_grad_norm_f32"].numbers(), 5e-5, 0.0, "float32");
  }
}

// Every case of the reference stacks; those without a norm are deep products and get 1e-8.
TEST(Propagate, StacksOfFeedforwardBlocks) {
  const json::Node& cases = golden("stacks")["cases"];
  ASSERT_EQ(cases.size(), 24u);
  for (const json::Node& expected : cases.elements()) {
    Scenario s;
    s.depth = 24;
    s.width = 64;
    s.batch = 32;
    s.stream = "pytorch";
    s.block = "feedforward";
    s.activation = "gelu";
    const bool kaiming = expected["init"].text() == "kaiming_normal";
    s.initialiser = kaiming ? "he_normal" : "pytorch_default";
    s.gain = std::sqrt(2.0);
    s.bias = kaiming ? "zero" : "pytorch";
    const std::string& placement = expected["placement"].text();
    s.norm = placement == "none" ? "none" : expected["norm"].text() == "layernorm" ? "layer" : "rms";
    if (placement != "none") s.norm_placement = placement;
    s.residual = expected["residual"].flag() ? "add" : "none";
    s.final_norm = expected["final_norm"].flag();
    s.loss = "random";
    const std::string name =
        expected["init"].text() + " " + s.norm + " " + placement + " " + s.residual + (s.final_norm ? " final" : "");
    const Trace trace = run(s);
    const double relative = placement == "none" ? 1e-8 : 1e-9;
    expect_near(trace.rms, expected["forward_rms"].numbers(), relative, 0.0, name + " forward");
    expect_near(trace.grad_rms, expected["grad_rms"].numbers(), relative, 0.0, name + " gradient");
    expect_near(trace.skip_path, expected["skip_path"].numbers(), relative, 0.0, name + " skip path");
    expect_near(trace.weight_grad_norm[0], expected["first_linear_weight_grad_norm"].numbers(), relative, 0.0, name);
    expect_near(trace.weight_grad_norm[1], expected["second_linear_weight_grad_norm"].numbers(), relative, 0.0, name);
    EXPECT_TRUE(near(trace.output_rms, expected["output_rms"].number(), relative)) << name;
  }
}

TEST(Propagate, ArraysHaveOneEntryALayer) {
  Scenario s;
  s.depth = 3;
  s.width = 5;
  s.batch = 7;
  s.block = "feedforward";
  const Trace t = run(s);
  for (const auto* quantity : {&t.rms, &t.mean, &t.std, &t.cosine, &t.nonfinite_count, &t.zero_fraction, &t.dead_units,
                               &t.saturated_fraction, &t.grad_rms, &t.skip_path, &t.histogram.zeros}) {
    EXPECT_EQ(quantity->size(), 3u);
  }
  ASSERT_EQ(t.weight_grad_norm.size(), 2u);
  EXPECT_EQ(t.weight_grad_norm[1].size(), 3u);
  EXPECT_EQ(t.histogram.counts.size(), 3u);
  EXPECT_EQ(t.histogram.edges.size(), t.histogram.counts[0].size() + 1);
}

TEST(Propagate, HistogramCountsEveryValue) {
  const Trace t = run(initialised("normal", 0.01));
  EXPECT_LE(t.histogram.edges.size(), 65u);
  for (std::size_t layer = 0; layer < t.rms.size(); ++layer) {
    double counted = t.histogram.zeros[layer];
    for (double bin : t.histogram.counts[layer]) counted += bin;
    EXPECT_EQ(counted, 128.0 * 256.0);
    EXPECT_EQ(t.histogram.negative[layer], 0.0) << "ReLU";
  }
}

TEST(Propagate, SteppedEqualsWhole) {
  Scenario s = net_of_the_text("add");
  s.depth = 9;
  const Trace whole = run(s);
  for (int layers : {1, 2, 5, 1000}) {
    const Result<int> token = begin(s);
    ASSERT_TRUE(token);
    Result<Advance> state = advance(token.value(), 0);
    EXPECT_TRUE(std::isnan(state->trace.rms[0])) << "nothing measured yet";
    while (!state->progress.done) state = advance(token.value(), layers);
    end(token.value());
    EXPECT_EQ(state->trace.rms, whole.rms);
    EXPECT_EQ(state->trace.weight_grad_norm, whole.weight_grad_norm);
    EXPECT_EQ(state->trace.verdict.code, whole.verdict.code);
    EXPECT_EQ(state->progress.forward, 9);
    EXPECT_EQ(state->progress.backward, 9);
    EXPECT_EQ(advance(token.value(), 1).problem().code, "bad_token") << "the token is closed";
  }
}

TEST(Propagate, ProgressSaysWhatIsMeasured) {
  Scenario s;
  s.depth = 4;
  s.width = s.batch = 8;
  const Result<int> token = begin(s);
  double before = -1.0;
  for (Result<Advance> state = advance(token.value(), 1);; state = advance(token.value(), 1)) {
    for (int layer = 0; layer < s.depth; ++layer) {
      const auto i = static_cast<std::size_t>(layer);
      EXPECT_EQ(!std::isnan(state->trace.rms[i]), layer < state->progress.forward);
      EXPECT_EQ(!std::isnan(state->trace.grad_rms[i]), layer >= s.depth - state->progress.backward);
    }
    EXPECT_GT(state->progress.fraction, before);
    before = state->progress.fraction;
    if (state->progress.done) break;
  }
  EXPECT_EQ(before, 1.0);
  end(token.value());
}

TEST(Propagate, TwoRunsAtOnceDoNotMix) {
  Scenario a = initialised("he_normal"), b = initialised("xavier_normal");
  a.depth = b.depth = 6;
  a.width = b.width = 33;
  const int first = begin(a).value(), second = begin(b).value();
  for (int i = 0; i < 12; ++i) {
    ASSERT_TRUE(advance(first, 1));
    ASSERT_TRUE(advance(second, 1));
  }
  EXPECT_EQ(advance(first, 0)->trace.grad_rms, run(a).grad_rms);
  EXPECT_EQ(advance(second, 0)->trace.grad_rms, run(b).grad_rms);
  end(first);
  end(second);
}

/// Runs whose draws and shapes agree in part: the same seed with other distributions, blocks, streams and precisions.
std::vector<Scenario> neighbours() {
  Scenario s;
  s.depth = 5;
  s.width = 24;
  s.batch = 10;
  s.loss = "random";
  std::vector<Scenario> all;
  const auto with = [&](auto&& change) { change(all.emplace_back(s)); };
  with([](Scenario&) {});
  with([](Scenario& r) { r.initialiser = "normal", r.weight_std = 0.1; });
  with([](Scenario& r) { r.initialiser = "orthogonal"; });
  with([](Scenario& r) { r.initialiser = "he_uniform", r.bias = "pytorch"; });
  with([](Scenario& r) { r.initialiser = "truncated_normal", r.bias = "normal"; });
  with([](Scenario& r) { r.initialiser = "identity", r.precision = "float32"; });
  with([](Scenario& r) { r.block = "feedforward", r.norm = "layer", r.residual = "add"; });
  with([](Scenario& r) { r.block = "feedforward", r.norm = "batch", r.norm_placement = "inside"; });
  with([](Scenario& r) { r.norm = "rms", r.norm_placement = "post", r.residual = "add", r.bias = "zero"; });
  with([](Scenario& r) { r.stream = "pytorch", r.bias = "pytorch"; });
  with([](Scenario& r) { r.stream = "pytorch", r.precision = "float32", r.initialiser = "xavier_normal"; });
  return all;
}

// Runs share draws and hand on their memory; neither may show.
TEST(Propagate, WhatRanBeforeChangesNothing) {
  std::vector<Scenario> all = neighbours();
  std::vector<Trace> forwards;
  for (const Scenario& s : all) forwards.push_back(run(s));
  for (std::size_t i = all.size(); i-- > 0;) {
    Scenario other = all[i];
    other.seed = 99;
    EXPECT_NE(run(other).rms, forwards[i].rms) << i << ": another seed, and what it leaves behind";
    const Trace again = run(all[i]);
    EXPECT_EQ(again.rms, forwards[i].rms) << i;
    EXPECT_EQ(again.grad_rms, forwards[i].grad_rms) << i;
    EXPECT_EQ(again.weight_grad_norm, forwards[i].weight_grad_norm) << i;
  }
}

TEST(Propagate, OverflowIsAResult) {
  Scenario s = initialised("normal", 100.0);
  s.depth = 200;
  s.width = s.batch = 16;
  const Trace t = run(s);
  ASSERT_TRUE(t.first_nonfinite_layer);
  EXPECT_EQ(t.verdict.code, "not_finite");
  EXPECT_EQ(t.verdict.layer, t.first_nonfinite_layer);
  const auto layer = static_cast<std::size_t>(*t.first_nonfinite_layer - 1);
  EXPECT_FALSE(std::isfinite(t.rms[layer]));
  EXPECT_TRUE(std::isfinite(t.rms[layer - 1]));
  EXPECT_GT(t.rms[layer - 1], 1e300) << "the rms of values whose squares overflow";
}

TEST(Propagate, TinySignalsAreNotZeroInFloat64AndAreInFloat32) {
  Scenario s = initialised("normal", 0.01);
  EXPECT_GT(run(s).rms.back(), 0.0);
  s.precision = "float32";
  const Trace t = run(s);
  EXPECT_EQ(t.rms.back(), 0.0);
  EXPECT_EQ(t.verdict.code, "signal_zero");
  EXPECT_GT(t.rms[static_cast<std::size_t>(*t.verdict.layer) - 2], 0.0) << "the layer before";
}

TEST(Propagate, DeepSmallSignalsReachTheSubnormals) {
  Scenario s = initialised("normal", 0.001);
  s.depth = 200;
  s.width = 64;
  s.batch = 8;
  const Trace t = run(s);
  double smallest = 1.0;
  for (double rms : t.rms) {
    if (rms > 0.0) smallest = std::min(smallest, rms);
  }
  EXPECT_LT(smallest, 1e-308);
  EXPECT_EQ(t.rms.back(), 0.0);
}

// What is loss-scale free: doubling the input doubles a bias-free ReLU net at every layer, exactly, since 2 is a power
// of two.
TEST(Propagate, ReluNetIsHomogeneous) {
  Scenario s = initialised("he_normal");
  s.depth = 10;
  s.width = 31;
  const Trace one = run(s);
  s.input_std = 2.0;
  const Trace two = run(s);
  for (std::size_t i = 0; i < one.rms.size(); ++i) EXPECT_EQ(two.rms[i], 2.0 * one.rms[i]);
}

TEST(Propagate, BatchOfOneAndWidthOne) {
  for (const char* norm : {"none", "layer", "rms"}) {
    Scenario s;
    s.depth = 5;
    s.width = 1;
    s.batch = 1;
    s.norm = norm;
    s.residual = "add";
    const Trace t = run(s);
    EXPECT_TRUE(std::isnan(t.cosine[0])) << "one example has no other to compare with";
    EXPECT_TRUE(std::isfinite(t.rms.back())) << norm;
  }
}

}  // namespace
}  // namespace signalscope
