// The stream of PyTorch: every reference value bit for bit.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "core/golden.hpp"
#include "core/random_checks.hpp"
#include "random/pytorch.hpp"

namespace signalscope::random {
namespace {

TEST(PytorchStream, ReferenceValues) {
  const json::Node& seeds = golden("torch_streams");
  ASSERT_GT(seeds.size(), 0u);
  for (const json::Node& entry : seeds.elements()) {
    const std::uint64_t seed = seed_of(entry["seed"]);
    const std::string what = seed_text(seed);
    const auto normals = [](PytorchStream& stream, std::size_t count) {
      return drawn(count, [&](auto out) { stream.standard_normal(out); });
    };
    const auto fresh_normals = [&](std::size_t count) {
      PytorchStream stream(seed);
      return normals(stream, count);
    };
    expect_same(drawn(16, [&](auto out) { PytorchStream(seed).uniform(0.0, 1.0, out); }), entry["rand_f32"].numbers(),
                what);
    expect_same(fresh_normals(64), entry["randn_f32_64"].numbers(), what);
    expect_same_by_library(fresh_normals(7), entry["randn_f32_7"].numbers(), kFloatTolerance, what);
    double sum = 0.0, squares = 0.0;
    for (double z : fresh_normals(4096)) sum += z, squares += z * z;
    EXPECT_NEAR(sum, entry["randn_f32_4096_sum_and_sum_sq"][0].number(), 1e-10) << what;
    EXPECT_NEAR(squares, entry["randn_f32_4096_sum_and_sum_sq"][1].number(), 1e-10) << what;

    PytorchStream uneven(seed);
    expect_same(normals(uneven, 17), entry["randn_f32_17_then_21"][0].numbers(), what);
    expect_same(normals(uneven, 21), entry["randn_f32_17_then_21"][1].numbers(), what);
    PytorchStream keeping(seed);
    for (std::size_t call : {0u, 1u}) {
      expect_same_by_library(normals(keeping, 7), entry["randn_f32_7_then_7"][call].numbers(), kFloatTolerance, what);
    }
    expect_same_by_library(drawn(64, [&](auto out) { PytorchStream(seed).normal64(0.0, 1.0, out); }),
                           entry["randn_f64_64"].numbers(), kDoubleTolerance, what);
    expect_same(drawn(16, [&](auto out) { PytorchStream(seed).uniform64(0.0, 1.0, out); }), entry["rand_f64"].numbers(),
                what);

    PytorchStream linear(seed);
    const double bound = 1.0 / std::sqrt(5.0);
    expect_same(drawn(15, [&](auto out) { linear.uniform(-bound, bound, out); }), entry["linear_5_3_weight"].numbers(),
                what);
    expect_same(drawn(3, [&](auto out) { linear.uniform(-bound, bound, out); }), entry["linear_5_3_bias"].numbers(),
                what);
  }
}

TEST(PytorchStream, ScaledReferenceValues) {
  const json::Node& seeds = golden("random_extra")["pytorch"];
  ASSERT_GT(seeds.size(), 0u);
  for (const json::Node& entry : seeds.elements()) {
    const std::uint64_t seed = seed_of(entry["seed"]);
    const std::string what = seed_text(seed);
    const auto normal = [&](double mean, double std, std::size_t count) {
      return drawn(count, [&](auto out) { PytorchStream(seed).normal(mean, std, out); });
    };
    const auto uniform = [&](std::size_t count) {
      return drawn(count, [&](auto out) { PytorchStream(seed).uniform(-0.3, 0.7, out); });
    };
    for (const json::Node& list : entry["normal_3_0.7"].elements()) {
      const auto values = normal(3.0, 0.7, list.size());
      if (list.size() >= 16) expect_same(values, list.numbers(), what);
      expect_same_by_library(values, list.numbers(), kFloatTolerance, what);
    }
    EXPECT_EQ(checksum(normal(3.0, 0.7, kLong)), entry["normal_3_0.7_checksum"].text()) << what;
    EXPECT_EQ(checksum(normal(0.0, 1.0, kLong)), entry["normal_checksum"].text()) << what;
    expect_same(uniform(20), entry["uniform_-0.3_0.7"].numbers(), what);
    EXPECT_EQ(checksum(uniform(kLong)), entry["uniform_-0.3_0.7_checksum"].text()) << what;
    for (const json::Node& list : entry["normal64_3_0.7"].elements()) {
      expect_same_by_library(drawn(list.size(), [&](auto out) { PytorchStream(seed).normal64(3.0, 0.7, out); }),
                             list.numbers(), kDoubleTolerance, what);
    }
    expect_same(drawn(20, [&](auto out) { PytorchStream(seed).uniform64(-0.3, 0.7, out); }),
                entry["uniform64_-0.3_0.7"].numbers(), what);
  }
}

TEST(PytorchStream, TheKeptValueOutlivesOtherDraws) {
  for (const json::Node& entry : golden("random_extra")["pytorch"].elements()) {
    const json::Node& mixed = entry["mixed_7_64_uniform3_double5_7"];
    const std::string what = seed_text(seed_of(entry["seed"]));
    PytorchStream stream(seed_of(entry["seed"]));
    const auto check = [&](std::size_t index, double tolerance, auto&& draw) {
      expect_same_by_library(drawn(mixed[index].size(), draw), mixed[index].numbers(), tolerance, what);
    };
    check(0, kFloatTolerance, [&](auto out) { stream.standard_normal(out); });
    check(1, kFloatTolerance, [&](auto out) { stream.standard_normal(out); });
    check(2, kFloatTolerance, [&](auto out) { stream.uniform(0.0, 1.0, out); });
    check(3, kDoubleTolerance, [&](auto out) { stream.normal64(0.0, 1.0, out); });
    check(4, kFloatTolerance, [&](auto out) { stream.standard_normal(out); });
  }
}

TEST(PytorchStream, TruncatedReferenceValues) {
  for (const json::Node& entry : golden("random_extra")["pytorch"].elements()) {
    ASSERT_GT(entry["truncated"].size(), 0u);
    for (const json::Node& cut : entry["truncated"].elements()) {
      PytorchStream stream(seed_of(entry["seed"]));
      const auto values = drawn(cut["values"].size(), [&](auto out) {
        stream.truncated_normal(cut["std"].number(), cut["cut"].number(), out);
      });
      expect_same_by_library(values, cut["values"].numbers(), kFloatTolerance, seed_text(seed_of(entry["seed"])));
    }
    PytorchStream stream(seed_of(entry["seed"]));
    const auto values = drawn(kLong, [&](auto out) { stream.truncated_normal(0.5, 1.0, out); });
    if (kSameLibrary) {
      EXPECT_EQ(checksum(values), entry["truncated_0.5_1_checksum"].text());
    }
  }
}

TEST(PytorchStream, TheSeedCountsModulo2To32) {
  constexpr std::uint64_t kWrap = std::uint64_t{1} << 32;
  const auto draw = [](std::uint64_t seed) {
    return drawn(32, [&](auto out) { PytorchStream(seed).standard_normal(out); });
  };
  EXPECT_EQ(draw(5), draw(kWrap + 5));
  EXPECT_NE(draw(5), draw(6));
}

TEST(PytorchStream, EveryValueIsAFloat) {
  PytorchStream stream(3);
  for (std::size_t size : {1u, 7u, 15u, 16u, 17u, 511u, 512u, 513u, 530u}) {
    for (double value : drawn(size, [&](auto out) { stream.normal(0.1, 0.3, out); })) {
      ASSERT_EQ(value, static_cast<double>(static_cast<float>(value)));
    }
  }
}

}  // namespace
}  // namespace signalscope::random
