// Shared draws are the stream's own, bit for bit, whoever asks first and in whatever order.
#include "shared_draws.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <vector>

namespace signalscope {
namespace {

using Numbers64 = std::vector<double>;

struct Step {
  char kind;  ///< n(ormal), u(niform), t(runcated)
  double first, second;
  std::size_t count;
};
using Steps = std::vector<Step>;

Numbers64 draw(random::Stream& stream, const Step& step) {
  Numbers64 out(step.count);
  if (step.kind == 'n') stream.normal(step.first, step.second, out);
  if (step.kind == 'u') stream.uniform(step.first, step.second, out);
  if (step.kind == 't') stream.truncated_normal(step.first, step.second, out);
  return out;
}

std::vector<Numbers64> draw_all(random::Stream& stream, const Steps& steps) {
  std::vector<Numbers64> out;
  for (const Step& step : steps) out.push_back(draw(stream, step));
  return out;
}

const std::vector<Steps> sequences = {
    {{'n', 0.0, 1.0, 40}, {'n', 0.0, 0.01, 1000}, {'n', 0.0, 0.01, 1000}},
    {{'n', 0.0, 1.0, 40}, {'n', 0.0, 0.1, 1000}, {'n', 0.0, 0.1, 1000}, {'n', 3.0, -2.0, 7}},
    {{'n', 2.0, 3.0, 40}, {'n', 0.0, 0.5, 1000}, {'u', -1.0, 1.0, 30}, {'n', 0.0, 1.0, 50}},
    {{'n', 0.0, 1.0, 40}, {'n', 0.0, 0.5, 999}, {'n', 0.0, 0.5, 999}},
    {{'n', 0.0, 1.0, 40}, {'t', 0.5, 1.0, 100}, {'n', 0.0, 1.0, 3}},
    {{'u', -0.1, 0.1, 333}, {'u', -0.1, 0.1, 20}, {'n', 0.0, 1.0, 333}},
    {{'u', -0.1, 0.1, 333}, {'u', -0.2, 0.1, 20}, {'n', 0.0, 1.0, 333}},
};

void expect_own_draws(const char* name, std::uint64_t seed, const Steps& steps, std::size_t expected = 4000) {
  SharedStream shared(name, seed, expected);
  EXPECT_EQ(draw_all(shared, steps), draw_all(*random::open(name, seed), steps)) << name << " " << seed;
}

TEST(SharedDraws, AreTheStreamsOwnInWhateverOrderTheRunsCome) {
  for (const char* name : {"numpy", "pytorch"}) {
    for (std::uint64_t seed : {0u, 1u, 0u}) {
      for (const Steps& steps : sequences) expect_own_draws(name, seed, steps);
    }
    for (auto steps = sequences.rbegin(); steps != sequences.rend(); ++steps) expect_own_draws(name, 7, *steps);
  }
}

TEST(SharedDraws, OfRunsThatTakeTurns) {
  for (const char* name : {"numpy", "pytorch"}) {
    std::vector<std::unique_ptr<SharedStream>> streams;
    std::vector<std::vector<Numbers64>> drawn(sequences.size());
    for (std::size_t i = 0; i < sequences.size(); ++i) {
      streams.push_back(std::make_unique<SharedStream>(name, 11, 4000));
    }
    for (std::size_t step = 0; step < 4; ++step) {
      for (std::size_t i = sequences.size(); i-- > 0;) {
        if (step < sequences[i].size()) drawn[i].push_back(draw(*streams[i], sequences[i][step]));
      }
    }
    for (std::size_t i = 0; i < sequences.size(); ++i) {
      EXPECT_EQ(drawn[i], draw_all(*random::open(name, 11), sequences[i])) << name << " " << i;
    }
  }
}

TEST(SharedDraws, BeyondWhatWasExpectedOrMayBeKept) {
  expect_own_draws("numpy", 21, sequences[0], 1040);
  expect_own_draws("numpy", 21, sequences[1], 1040);
  expect_own_draws("numpy", 22, sequences[0], 0);
  expect_own_draws("numpy", 23, sequences[0], shared_draws_cap + 1);
}

// Kept numbers outlive the stream and the tape's place as the latest, and the draws after them go on as ever.
TEST(SharedDraws, MayBeKept) {
  const auto own = random::open("numpy", 31);
  Numbers64 first(100), second(50), third(20);
  own->standard_normal(first);
  own->standard_normal(second);
  own->uniform(0.0, 1.0, third);
  std::optional<KeptNormals> kept;
  Numbers64 drawn(50), after(20);
  {
    SharedStream shared("numpy", 31, 4000);
    kept = shared.keep_normals(100);
    shared.standard_normal(drawn);
    shared.uniform(0.0, 1.0, after);
  }
  for (std::uint64_t seed : {32u, 33u, 34u}) expect_own_draws("numpy", seed, sequences[0]);
  ASSERT_TRUE(kept);
  EXPECT_EQ(Numbers64(kept->numbers, kept->numbers + 100), first);
  EXPECT_EQ(drawn, second);
  EXPECT_EQ(after, third);
}

TEST(SharedDraws, AreNotKeptWhereTheTapeHasOthers) {
  SharedStream uniforms("numpy", 35, 4000);
  Numbers64 drawn(10);
  uniforms.uniform(0.0, 1.0, drawn);
  SharedStream parted("numpy", 35, 4000);
  EXPECT_FALSE(parted.keep_normals(10)) << "others drew something else there";
  Numbers64 normals(10);
  random::open("numpy", 35)->standard_normal(normals);
  parted.standard_normal(drawn);
  EXPECT_EQ(drawn, normals) << "nothing was drawn by asking";

  EXPECT_FALSE(SharedStream("numpy", 36, 5).keep_normals(10)) << "the tape is too short";
  EXPECT_FALSE(SharedStream("numpy", 36, shared_draws_cap + 1).keep_normals(10)) << "there is no tape";
  EXPECT_FALSE(SharedStream("pytorch", 36, 4000).keep_normals(16)) << "PyTorch rounds after scaling";
}

}  // namespace
}  // namespace signalscope
