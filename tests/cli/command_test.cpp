#include "command.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/golden.hpp"
#include "core/near.hpp"
#include "json.hpp"
#include "signalscope/catalog.hpp"

namespace signalscope::cli {
namespace {

using Words = std::vector<std::string>;

std::string output(const Words& words) {
  const Answer got = answer(words);
  EXPECT_EQ(got.status, 0) << got.error;
  EXPECT_EQ(got.error, "");
  return got.output;
}

/// The table without the remarks below it.
std::string table(const Words& words) {
  const std::string text = output(words);
  const std::size_t end = text.find("\n\n");
  return end == std::string::npos ? text : text.substr(0, end + 1);
}

json::Node read(Words words) {
  words.insert(words.end(), {"--format", "json"});
  Result<json::Node> root = json::parse(output(words));
  EXPECT_TRUE(root) << root.problem().message;
  return root ? std::move(root.value()) : json::Node();
}

TEST(Command, InitialisationPrintsTheDigitsOfTheText) {
  EXPECT_EQ(table({"propagate", "--preset", "initialisation"}),
            "series                rms@1     rms@10     rms@50\n"
            "too small (0.01)  1.125e-01  3.555e-10  2.388e-48\n"
            "too large (0.1)   1.125e+00  3.555e+00  2.388e+02\n"
            "Xavier √(1/n)     7.033e-01  3.233e-02  1.486e-08\n"
            "He √(2/n)         9.947e-01  1.035e+00  4.985e-01\n");
}

TEST(Command, EveryLayerOfInitialisationAgreesWithNumpy) {
  const json::Node root = read({"propagate", "--preset", "initialisation"});
  const json::Node& expected = golden("seed_propagate")["rms"];
  ASSERT_EQ(root["series"].size(), 4U);
  ASSERT_EQ(expected.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) {  // the golden labels are ASCII, the order is the same
    expect_near(root["series"][i]["trace"]["rms"].numbers(), expected[i].numbers(), 1e-9, 0.0, expected.keys()[i]);
  }
}

TEST(Command, XavierIsRightForTanhAndLosesRootTwoALayerWithRelu) {
  EXPECT_EQ(table({"propagate", "--preset", "xavier-and-tanh"}),
            "series                rms@1     rms@10     rms@50\n"
            "Xavier with tanh  6.248e-01  2.271e-01  1.083e-01\n"
            "Xavier with ReLU  7.033e-01  3.233e-02  1.486e-08\n"
            "He with ReLU      9.947e-01  1.035e+00  4.985e-01\n");
  const json::Node root = read({"propagate", "--preset", "xavier-and-tanh"});
  const json::Node& series = root["series"];
  expect_near(series[0]["trace"]["rms"].numbers(), golden("seed_propagate")["tanh_xavier_rms"].numbers(), 1e-9, 0.0,
              "Xavier with tanh");
  const std::vector<double> relu = series[1]["trace"]["rms"].numbers();
  const std::vector<double> he = series[2]["trace"]["rms"].numbers();
  ASSERT_EQ(relu.size(), 50U);
  for (std::size_t layer = 0; layer < relu.size(); ++layer) {
    // The same draws, scaled: He's standard deviation is √2 times Xavier's.
    EXPECT_TRUE(near(he[layer] / relu[layer], std::pow(std::sqrt(2.0), static_cast<double>(layer) + 1.0), 1e-9));
  }
}

TEST(Command, SymmetryPrintsTheFirstRowsOfTheText) {
  EXPECT_EQ(table({"symmetry", "--preset", "symmetry"}),
            "series                                              gradient[0]  distinct_columns\n"
            "all weights 0.5     [0.0819 0.0819 0.0819 0.0819 0.0819 0.0819]                 1\n"
            "random weights   [-0.0284 0.0124 0.0156 -0.0488 0.0163 -0.0234]                 6\n");
}

TEST(Command, NormaliseShowsMeansOfZeroAndDeviationsOfOne) {
  EXPECT_EQ(table({"normalise", "--preset", "normalise"}),
            "series                      output_mean_max  output_std_min\n"
            "BatchNorm, down the batch          0.000000          1.0000\n"
            "LayerNorm, across features         0.000000          1.0000\n");
}

TEST(Command, ResidualPrintsTheDigitsOfPyTorch) {
  EXPECT_EQ(table({"propagate", "--preset", "residual"}),
            "series            weight_grad_norm[0]@1  weight_grad_norm[0]@40  gradient_ratio\n"
            "without residual              3.891e-13               2.072e+02       5.324e+14\n"
            "with residual                 6.565e+06               2.796e+07       4.259e+00\n");
}

TEST(Command, ResidualInDoublePrecisionAgreesWithPyTorch) {
  const json::Node root = read({"propagate", "--preset", "residual", "--set", "precision=float64"});
  const std::pair<const char*, const char*> quantities[] = {{"weight_grad_norm", "weight_grad_norm_f64"},
                                                            {"rms", "forward_rms_f64"},
                                                            {"grad_rms", "activation_grad_rms_f64"}};
  for (std::size_t i = 0; i < 2; ++i) {
    const json::Node& trace = root["series"][i]["trace"];
    const json::Node& expected = golden("seed_residual")[i == 0 ? "plain" : "residual"];
    for (const auto& [name, golden_name] : quantities) {
      const json::Node& list = trace[name][std::size_t{0}].is(json::Kind::array) ? trace[name][0] : trace[name];
      expect_near(list.numbers(), expected[golden_name].numbers(), 1e-8, 0.0, golden_name);
    }
  }
}

TEST(Command, PaddingShowsWhatEntersTheStatistics) {
  EXPECT_EQ(table({"normalise", "--preset", "padding"}),
            "series                      mean[0]  variance[0]  count[0]                      y[0]\n"
            "BatchNorm, padding counted   2.0000       5.3333         6   [0.0000 -0.3464 1.8489]\n"
            "BatchNorm, padding masked    4.0000       2.6667         3  [-1.2247 -1.0190 1.2247]\n"
            "LayerNorm                    2.6667       2.8889         3  [-0.3922 -0.9806 1.3728]\n");
}

TEST(Command, EveryPresetRunsInEveryFormat) {
  const Result<json::Node> all = json::parse(presets_json());
  ASSERT_TRUE(all);
  for (const json::Member& preset : all->members()) {
    const std::string verb = preset.value["verb"].text();
    for (const char* format : {"table", "csv"}) {
      EXPECT_NE(output({verb, "--preset", preset.key, "--format", format}), "") << preset.key << " " << format;
    }
    const json::Node root = read({verb, "--preset", preset.key});
    EXPECT_EQ(root["title"].text(), preset.value["title"].text());
    EXPECT_EQ(root["series"].size(), preset.value["series"].size());
  }
}

TEST(Command, AColumnBeyondTheDepthMovesToTheDeepestLayer) {
  EXPECT_EQ(table({"propagate", "--preset", "initialisation", "--set", "depth=5"}),
            "series                rms@1  rms@5 (deepest)\n"
            "too small (0.01)  1.125e-01        2.026e-05\n"
            "too large (0.1)   1.125e+00        2.026e+00\n"
            "Xavier √(1/n)     7.033e-01        1.932e-01\n"
            "He √(2/n)         9.947e-01        1.093e+00\n");
}

TEST(Command, SettingsWinOverThePresetInEverySeries) {
  const json::Node root = read({"propagate", "--preset", "initialisation", "--set", "weight_std=0.03", "--set",
                                "initialiser=normal", "--set", "depth=3", "--set", "width=8"});
  for (const json::Node& series : root["series"].elements()) {
    EXPECT_EQ(series["scenario"]["weight_std"].number(), 0.03);
    EXPECT_EQ(series["scenario"]["initialiser"].text(), "normal");
    EXPECT_EQ(series["trace"]["rms"].size(), 3U);
    EXPECT_EQ(series["trace"]["rms"].numbers(), root["series"][0]["trace"]["rms"].numbers());
  }
}

TEST(Command, ASingleScenarioIsAPresetOfOneSeries) {
  const json::Node root = read({"propagate", "--set", "depth=2", "--set", "width=4", "--set", "batch=3"});
  EXPECT_EQ(root.keys(), (std::vector<std::string>{"title", "series"}));
  ASSERT_EQ(root["series"].size(), 1U);
  const json::Node& series = root["series"][0];
  EXPECT_EQ(series.keys(), (std::vector<std::string>{"label", "scenario", "trace"}));
  EXPECT_EQ(series["label"].text(), "scenario");
  EXPECT_EQ(series["scenario"]["depth"].number(), 2.0);
  EXPECT_EQ(series["scenario"]["gain"].text(), "auto");
  EXPECT_EQ(series["trace"]["weight_grad_norm"].size(), 1U);
}

TEST(Command, OfOtherVerbsASingleResultStandsAtTheTop) {
  const json::Node one = read({"symmetry"});
  EXPECT_TRUE(one.has("gradient"));
  EXPECT_EQ(one["gradient"].matrix().columns, 6U);
  EXPECT_FALSE(one.has("series"));
  const json::Node several = read({"symmetry", "--preset", "symmetry"});
  EXPECT_EQ(several["series"][1]["label"].text(), "random weights");
  EXPECT_EQ(several["series"][1]["scenario"]["weights"].text(), "normal");
  EXPECT_EQ(several["series"][1]["distinct_columns"].number(), 6.0);
}

TEST(Command, WithoutColumnsTheVerdictFollowsTheTable) {
  const std::string text = output({"propagate", "--set", "depth=9", "--set", "width=32", "--set", "batch=8"});
  EXPECT_EQ(text.find("series        rms@1      rms@5      rms@9  grad_rms@1  gradient_ratio\nscenario  "), 0U) << text;
  EXPECT_NE(text.find("\n\nstable ("), std::string::npos) << text;
}

TEST(Command, OverflowIsDataInEveryFormat) {
  const Words words = {"propagate", "--set", "depth=60",           "--set", "width=16",      "--set",
                       "batch=4",   "--set", "initialiser=normal", "--set", "weight_std=1e6"};
  const std::string text = output(words);
  EXPECT_NE(text.find("not_finite at layer "), std::string::npos) << text;
  const json::Node root = read(words);
  const json::Node& trace = root["series"][0]["trace"];
  const int first = static_cast<int>(trace["first_nonfinite_layer"].number());
  ASSERT_GT(first, 1);
  EXPECT_TRUE(trace["rms"][static_cast<std::size_t>(first - 1)].is(json::Kind::text));
  EXPECT_TRUE(std::isfinite(trace["rms"][static_cast<std::size_t>(first - 2)].number()));
  Words csv = words;
  csv.insert(csv.end(), {"--format", "csv"});
  EXPECT_NE(output(csv).find("NaN"), std::string::npos);
}

TEST(Command, CsvHasARowALayerASeries) {
  const std::string text = output({"propagate", "--preset", "initialisation", "--set", "depth=3", "--set", "width=8",
                                   "--set", "batch=2", "--format", "csv"});
  EXPECT_EQ(text.find("series,layer,rms,mean,std,cosine,nonfinite_count,"), 0U);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1 + 4 * 3);
  EXPECT_NE(text.find("\nXavier √(1/n),3,"), std::string::npos);
}

TEST(Command, ActivateListsValuesAndDerivatives) {
  EXPECT_EQ(output({"activate", "--set", "activation=leaky_relu", "--set", "values=-2,0,3"}),
            " x  value  derivative\n"
            "-2  -0.02        0.01\n"
            " 0      0        0.01\n"
            " 3      3           1\n");
  EXPECT_EQ(output({"activate", "--set", "values=-2,3", "--format", "csv"}),
            "series,x,value,derivative\nscenario,-2,0,0\nscenario,3,3,1\n");
}

TEST(Command, JacobianOfThePresetOfAnotherVerb) {
  const std::string text =
      output({"jacobian", "--preset", "residual", "--set", "layers=1,40", "--set", "precision=float64"});
  EXPECT_EQ(text.substr(0, text.find('\n')), "series            layer    largest     median   smallest  rank");
  EXPECT_NE(text.find("\nwithout residual     40  "), std::string::npos) << text;
  const json::Node root = read({"jacobian", "--preset", "residual", "--set", "layers=1,40"});
  EXPECT_EQ(root["series"][1]["layers"][1]["layer"].number(), 40.0);
  EXPECT_EQ(root["series"][1]["layers"][1]["singular_values"].size(), 128U);
}

TEST(Command, DrawTellsWhatWasAskedAndWhatCame) {
  const std::string text =
      output({"draw", "--set", "initialiser=xavier_uniform", "--set", "fan_in=64", "--set", "fan_out=32"});
  EXPECT_EQ(text.substr(0, text.find('\n')),
            "series         gain  requested_std  requested_bound  cut_at  obtained_mean  obtained_std  "
            "obtained_largest");
  EXPECT_NE(text.find("2.500e-01"), std::string::npos) << "the bound √(6 / 96): " << text;
}

TEST(Command, CostIsMeasuredAndGivenWithItsSpread) {
  const Words words = {
      "cost", "--set", "width=16", "--set", "batch=4", "--set", "rounds=5", "--set", "sample_milliseconds=0.1"};
  const std::string text = output(words);
  EXPECT_EQ(text.find("series    layer_norm.median  rms_norm.median  block.median  share_of_norm.median  "), 0U)
      << text;
  const json::Node root = read(words);
  for (const char* name : {"layer_norm", "rms_norm", "block"}) {
    EXPECT_GT(root[name]["median"].number(), 0.0) << name;
    EXPECT_LE(root[name]["lower"].number(), root[name]["upper"].number()) << name;
  }
  Words csv = words;
  csv.insert(csv.end(), {"--format", "csv"});
  EXPECT_EQ(output(csv).find("series,layer_norm.lower,layer_norm.median,layer_norm.upper,rms_norm.lower,"), 0U);
}

TEST(Command, CatalogAndPresetsAreLists) {
  const std::string text = output({"catalog"});
  const Catalog all = catalog();
  for (const Choice& choice : all.activation) EXPECT_NE(text.find("\n  " + choice.name + " "), std::string::npos);
  for (const FieldEntry& field : all.records.front().fields) {
    EXPECT_NE(text.find("\n  " + field.name + " "), std::string::npos) << field.name;
  }
  EXPECT_EQ(read({"catalog"})["activation"].size(), all.activation.size());
  EXPECT_EQ(output({"catalog", "--format", "csv"}).find("field,name,label,formula,source\nactivation,"), 0U);
  EXPECT_EQ(output({"presets", "--format", "json"}), presets_json());
  EXPECT_EQ(output({"presets"}).find("preset           verb       title\ninitialisation   propagate  Four"), 0U);
}

TEST(Command, HelpNamesVerbsOptionsAndFields) {
  const std::string text = output({"--help"});
  EXPECT_EQ(text.find("usage: signalscope VERB [--preset NAME | FILE | -] [--set field=value]... "
                      "[--format table|json|csv]\n"),
            0U);
  for (const char* verb :
       {"propagate", "symmetry", "normalise", "jacobian", "draw", "activate", "cost", "catalog", "presets"}) {
    EXPECT_NE(text.find("\n  " + std::string(verb) + " "), std::string::npos) << verb;
  }
  EXPECT_NE(output({"draw", "--help"}).find("\n  fan_in "), std::string::npos);
  EXPECT_EQ(output({"--version"}), "signalscope " + catalog().version + "\n");
}

TEST(Command, AVerbThatIsNoneIsAProblem) {
  const char* known =
      "may be one of propagate, symmetry, normalise, jacobian, draw, activate, cost, catalog, presets.\n";
  EXPECT_EQ(answer(Words{"propagat"}).error, "verb: was \"propagat\"; " + std::string(known));
  EXPECT_EQ(answer(Words{}).error, "verb: was missing; " + std::string(known));
  EXPECT_EQ(answer(Words{"propagat", "--help"}).status, status_of_a_problem);
}

TEST(Command, APresetThatDoesNotFitTheVerbIsAProblem) {
  const Answer got = answer(Words{"normalise", "--preset", "residual"});
  EXPECT_EQ(got.status, status_of_a_problem);
  EXPECT_EQ(got.error.find("verb: was normalise, which lacks fields of this preset; may be propagate. \"depth\": "), 0U)
      << got.error;
}

}  // namespace
}  // namespace signalscope::cli
