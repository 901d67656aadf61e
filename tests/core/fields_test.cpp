// Bad input: each kind of mistake is one problem that names the field, what it was and what it may be.
#include "signalscope/fields.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "signalscope/catalog.hpp"
#include "signalscope/propagate.hpp"
#include "signalscope/scenario.hpp"
#include "signalscope/verbs.hpp"

namespace signalscope {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

struct Refusal {
  const char* field;
  Value value;
  const char* code;
  const char* was;
};

TEST(Fields, RefuseBadValues) {
  const Refusal refusals[] = {
      {"depth", 0.0, "out_of_range", "0"},
      {"depth", 10001.0, "out_of_range", "10001"},
      {"depth", 1e99, "out_of_range", "1e+99"},
      {"depth", 2.5, "not_whole", "2.5"},
      {"depth", nan, "not_a_number", "NaN"},
      {"depth", infinity, "out_of_range", "Infinity"},
      {"depth", std::string("fifty"), "not_a_number", "\"fifty\""},
      {"depth", true, "not_a_number", "true"},
      {"seed", 9007199254740992.0, "out_of_range", "9007199254740992"},
      {"seed", -1.0, "out_of_range", "-1"},
      {"input_std", -1.0, "out_of_range", "-1"},
      {"input_mean", infinity, "out_of_range", "Infinity"},
      {"norm_eps", 0.0, "out_of_range", "0"},
      {"norm_eps", -1e-5, "out_of_range", "-1e-05"},
      {"momentum", 1.1, "out_of_range", "1.1"},
      {"activation", std::string("reluu"), "unknown_choice", "\"reluu\""},
      {"activation", 3.0, "wrong_kind", "3"},
      {"gain", std::string("automatic"), "not_a_number", "\"automatic\""},
      {"final_norm", std::string("yes"), "wrong_kind", "\"yes\""},
      {"final_norm", 1.0, "wrong_kind", "1"},
      {"width", std::vector<double>{1, 2}, "not_a_number", "a list of 2"},
  };
  for (const Refusal& refusal : refusals) {
    Scenario s;
    const auto problem = assign(s, refusal.field, refusal.value);
    ASSERT_TRUE(problem) << refusal.field << " " << refusal.was;
    EXPECT_EQ(problem->code, refusal.code) << problem->message;
    EXPECT_EQ(problem->field, refusal.field);
    const std::string start = std::string(refusal.field) + ": was " + refusal.was + "; may be ";
    EXPECT_EQ(problem->message.substr(0, start.size()), start);
    EXPECT_EQ(problem->message.find('\n'), std::string::npos);
    EXPECT_EQ(s, Scenario{}) << "a refused value changes nothing";
  }
}

TEST(Fields, UnknownFieldsAreNamed) {
  Scenario s;
  const auto problem = assign(s, "dept", 3.0);
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->code, "unknown_field");
  EXPECT_NE(problem->message.find("\"dept\""), std::string::npos);
  EXPECT_NE(problem->message.find("depth, width, batch"), std::string::npos);
  EXPECT_TRUE(assign(s, std::string(100000, 'x'), 1.0)->message.size() < 1000) << "a long name is cut";
  EXPECT_EQ(assign(s, "a\nb", 1.0)->message.find('\n'), std::string::npos);
}

TEST(Fields, TextIsReadByKind) {
  Scenario s;
  EXPECT_FALSE(assign_text(s, "depth", " 12 "));
  EXPECT_EQ(s.depth, 12);
  EXPECT_FALSE(assign_text(s, "weight_std", "1e-3"));
  EXPECT_EQ(s.weight_std, 1e-3);
  EXPECT_FALSE(assign_text(s, "final_norm", "true"));
  EXPECT_TRUE(s.final_norm);
  EXPECT_FALSE(assign_text(s, "gain", "2"));
  EXPECT_FALSE(assign_text(s, "gain", "auto"));
  EXPECT_FALSE(s.gain);
  for (const char* text : {"", "0x10", "inf", "nan", "1,5", "12 13", "1e", "--1"}) {
    const auto problem = assign_text(s, "depth", text);
    ASSERT_TRUE(problem) << text;
    EXPECT_EQ(problem->code, "not_a_number") << text;
  }
  NormaliseScenario n;
  EXPECT_FALSE(assign_text(n, "x", "[[1, 2], [3, 4]]"));
  EXPECT_EQ(n.x, (Matrix{2, 2, {1, 2, 3, 4}}));
  EXPECT_FALSE(assign_text(n, "x", "1,2;3,4"));
  EXPECT_EQ(n.x, (Matrix{2, 2, {1, 2, 3, 4}}));
  EXPECT_EQ(assign_text(n, "x", "1,2;3")->code, "wrong_shape");
  EXPECT_FALSE(assign_text(n, "mask", "1,0"));
  EXPECT_FALSE(assign(n, "gamma", 2.0)) << "one number stands for a list of one";
}

/// Writing every field out and reading it back changes nothing, for each record.
template <class R>
void expect_round_trip() {
  const R defaults;
  R copy;
  EXPECT_FALSE(assign_all(copy, read_all(defaults)));
  EXPECT_EQ(read_all(copy), read_all(defaults));
}

TEST(Fields, RoundTrip) {
  expect_round_trip<Scenario>();
  expect_round_trip<SymmetryScenario>();
  expect_round_trip<NormaliseScenario>();
  expect_round_trip<JacobianScenario>();
  expect_round_trip<DrawScenario>();
  expect_round_trip<ActivateScenario>();
  expect_round_trip<CostScenario>();
}

TEST(Catalog, ListsEveryFieldWithItsDefault) {
  const Catalog c = catalog();
  ASSERT_EQ(c.records.size(), 7u);
  for (const RecordEntry& record : c.records) {
    for (const FieldEntry& field : record.fields) {
      EXPECT_FALSE(field.label.empty()) << field.name;
      EXPECT_FALSE(field.help.empty()) << field.name;
      if (field.kind == "choice") {
        EXPECT_NE(std::find(field.choices.begin(), field.choices.end(), field.default_text), field.choices.end())
            << field.name;
      }
    }
  }
  for (const auto* table : {&c.activation, &c.initialiser, &c.norm, &c.residual}) {
    ASSERT_FALSE(table->empty());
    for (const Choice& choice : *table) {
      EXPECT_FALSE(choice.name.empty());
      EXPECT_FALSE(choice.label.empty());
      EXPECT_FALSE(choice.formula.empty()) << choice.name;
    }
  }
}

TEST(Validate, MemoryCapSaysHowMuchIsNeeded) {
  Scenario s;
  s.depth = 10000;
  s.width = 4096;
  const auto problem = validate(s);
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->code, "too_large");
  EXPECT_NE(problem->message.find("MiB of memory; may be what fits in 2048 MiB"), std::string::npos)
      << problem->message;
  EXPECT_EQ(begin(s).problem(), *problem);
}

TEST(Validate, TheLargestRunsThatMustFitDo) {
  Scenario deep;
  deep.depth = 10000;
  deep.width = 64;
  EXPECT_FALSE(validate(deep));
  Scenario wide;
  wide.depth = 10;
  wide.width = 4096;
  EXPECT_FALSE(validate(wide));
}

TEST(Validate, GroupsMustDivideWhatIsNormalised) {
  Scenario s;
  s.norm = "group";
  s.width = 6;
  for (int groups : {1, 2, 3, 6}) {
    s.groups = groups;
    EXPECT_FALSE(validate(s)) << groups;
  }
  for (int groups : {4, 5, 8}) {
    s.groups = groups;
    const auto problem = validate(s);
    ASSERT_TRUE(problem) << groups;
    EXPECT_EQ(problem->code, "groups");
    EXPECT_NE(problem->message.find("the 6 features"), std::string::npos) << problem->message;
    EXPECT_NE(problem->message.find("1, 2, 3, 6"), std::string::npos) << problem->message;
  }
  s.block = "feedforward";
  s.norm_placement = "inside";
  s.groups = 8;  // the hidden layer has 24 features
  EXPECT_FALSE(validate(s));
  s.final_norm = true;  // but the final norm sees 6
  EXPECT_TRUE(validate(s));
}

TEST(Validate, BatchNormNeedsTwoExamplesInTraining) {
  Scenario s;
  s.norm = "batch";
  s.batch = 1;
  s.width = 12;
  const auto problem = validate(s);
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->code, "one_value_per_channel");
  EXPECT_NE(problem->message.find("12 channels"), std::string::npos) << problem->message;
  EXPECT_NE(problem->message.find("norm_mode to eval"), std::string::npos) << problem->message;
  s.norm_mode = "eval";
  EXPECT_FALSE(validate(s));
}

}  // namespace
}  // namespace signalscope
