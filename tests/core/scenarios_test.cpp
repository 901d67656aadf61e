// Whole runs against NumPy and PyTorch: golden/scenarios.json holds every activation, initialiser, norm and placement,
// on both streams, at odd sizes. A row added to a table shows up here as soon as the generator knows it.
#include <gtest/gtest.h>

#include <set>

#include "activations.hpp"
#include "golden.hpp"
#include "initialisers.hpp"
#include "near.hpp"
#include "norms.hpp"
#include "signalscope/propagate.hpp"

namespace signalscope {
namespace {

/// float64 runs of a few layers agree to rounding: 1e-9 leaves room for sums in another order. Where PyTorch itself
/// computes a float32 matrix (QR, the inverse error function), its own rounding of 6e-8 is amplified by the layers.
double tolerance(const json::Node& scenario) {
  const std::string& initialiser = scenario["initialiser"].text();
  const bool float32_algebra = initialiser == "orthogonal" || initialiser.starts_with("truncated");
  return scenario["stream"].text() == "pytorch" && float32_algebra ? 2e-5 : 1e-9;
}

void expect_run(const json::Node& entry) {
  const json::Node& scenario = entry["scenario"];
  const Result<Trace> trace = propagate(record_from<Scenario>(scenario));
  ASSERT_TRUE(trace) << trace.problem().message;
  const json::Node& expected = entry["trace"];
  const double relative = tolerance(scenario);
  const auto compare = [&](const char* name, const std::vector<double>& actual, double floor) {
    expect_near(actual, expected[name].numbers(), relative, floor, name);
  };
  compare("rms", trace->rms, 0.0);
  // A mean is a difference of numbers the size of the rms, and a cosine one of numbers the size of 1.
  compare("mean", trace->mean, relative * trace->rms.back());
  compare("std", trace->std, 0.0);
  compare("cosine", trace->cosine, relative);
  compare("zero_fraction", trace->zero_fraction, 0.0);
  compare("dead_units", trace->dead_units, 0.0);
  compare("skip_path", trace->skip_path, 0.0);
  compare("grad_rms", trace->grad_rms, 0.0);
  ASSERT_EQ(trace->weight_grad_norm.size(), expected["weight_grad_norm"].size());
  for (std::size_t map = 0; map < trace->weight_grad_norm.size(); ++map) {
    expect_near(trace->weight_grad_norm[map], expected["weight_grad_norm"][map].numbers(), relative, 0.0,
                "weight_grad_norm");
  }
  EXPECT_TRUE(near(trace->output_rms, expected["output_rms"].number(), relative));
  EXPECT_TRUE(near(trace->gradient_ratio, expected["gradient_ratio"].number(), relative));
}

TEST(Scenarios, AgreeWithNumPyAndPyTorch) {
  const json::Node& entries = golden("scenarios");
  ASSERT_GT(entries.size(), 80u);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    std::string fields;
    for (const json::Member& member : entries[i]["scenario"].members()) {
      fields += member.key + "=" +
                (member.value.is(json::Kind::text) ? member.value.text() : std::to_string(member.value.number())) + " ";
    }
    SCOPED_TRACE("run " + std::to_string(i) + ": " + fields);
    expect_run(entries[i]);
  }
}

/// Every row of every table has a run; `zeros` has none, since all that it does is 0.
TEST(Scenarios, CoverEveryRow) {
  std::set<std::string> seen;
  for (const json::Node& entry : golden("scenarios").elements()) {
    for (const char* field : {"activation", "initialiser", "norm"}) seen.insert(entry["scenario"][field].text());
  }
  for (const Activation& row : activations()) EXPECT_TRUE(seen.contains(std::string(row.name))) << row.name;
  for (const Norm& row : norms()) EXPECT_TRUE(seen.contains(std::string(row.name))) << row.name;
  for (const Initialiser& row : initialisers()) {
    if (row.name != "zeros") {
      EXPECT_TRUE(seen.contains(std::string(row.name))) << row.name;
    }
  }
}

}  // namespace
}  // namespace signalscope
