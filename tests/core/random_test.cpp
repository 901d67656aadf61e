// Random streams by name, and that of NumPy: every reference value bit for bit.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "core/golden.hpp"
#include "core/random_checks.hpp"
#include "random/numpy.hpp"
#include "random/stream.hpp"

namespace signalscope::random {
namespace {

TEST(Streams, OpenByName) {
  EXPECT_EQ(names().size(), 2u);
  for (std::string_view name : names()) EXPECT_NE(open(name, 0), nullptr) << name;
  EXPECT_EQ(open("", 0), nullptr);
  EXPECT_EQ(open("NumPy", 0), nullptr);
  EXPECT_EQ(open("jax", 0), nullptr);
}

TEST(Streams, AnEmptySpanDrawsNothing) {
  for (std::string_view name : names()) {
    const auto stream = open(name, 5);
    const auto fresh = open(name, 5);
    stream->standard_normal({});
    stream->uniform(0.0, 1.0, {});
    stream->truncated_normal(1.0, 2.0, {});
    const auto all = [](Stream& s) { return drawn(40, [&](auto out) { s.standard_normal(out); }); };
    expect_same(all(*stream), all(*fresh), std::string(name));
  }
}

TEST(Streams, MomentsAreThoseAskedFor) {
  for (std::string_view name : names()) {
    const auto stream = open(name, 11);
    const auto moments = [](const std::vector<double>& values) {
      double sum = 0.0, squares = 0.0;
      for (double v : values) sum += v, squares += v * v;
      const double mean = sum / static_cast<double>(values.size());
      return std::pair(mean, std::sqrt(squares / static_cast<double>(values.size()) - mean * mean));
    };
    // Bounds of five standard errors for a million values.
    const auto [normal_mean, normal_std] = moments(drawn(kLong, [&](auto out) { stream->normal(3.0, 7.0, out); }));
    EXPECT_NEAR(normal_mean, 3.0, 5.0 * 7.0 / 1e3) << name;
    EXPECT_NEAR(normal_std, 7.0, 5.0 * 7.0 / 1.4e3) << name;
    const auto [uniform_mean, uniform_std] = moments(drawn(kLong, [&](auto out) { stream->uniform(-2.0, 4.0, out); }));
    EXPECT_NEAR(uniform_mean, 1.0, 5.0 * 1.7321 / 1e3) << name;
    EXPECT_NEAR(uniform_std, std::sqrt(3.0), 5.0 * 1.7321 / 1.4e3) << name;
    // The standard deviation of a normal that is cut at two of its own: 0.87962566103423978.
    const auto [cut_mean, cut_std] = moments(drawn(kLong, [&](auto out) { stream->truncated_normal(0.5, 1.0, out); }));
    EXPECT_NEAR(cut_mean, 0.0, 5.0 * 0.5 / 1e3) << name;
    EXPECT_NEAR(cut_std, 0.5 * 0.87962566103423978, 5.0 * 0.5 / 1.4e3) << name;
  }
}

TEST(Streams, TruncatedValuesNeverPassTheCut) {
  for (std::string_view name : names()) {
    for (const auto& [std, cut] :
         {std::pair(0.02, 0.04), {1.0, 2.0}, {0.02, 2.0}, {5.0, 2.0}, {1.0, 0.1}, {0.0, 2.0}}) {
      const auto stream = open(name, 1);
      const auto values = drawn(100'001, [&, s = std, c = cut](auto out) { stream->truncated_normal(s, c, out); });
      // PyTorch's cut is rounded to float32 with everything else.
      const double limit = name == "pytorch" ? static_cast<double>(static_cast<float>(cut)) : cut;
      for (double value : values) ASSERT_LE(std::abs(value), limit) << name << " " << std << " " << cut;
    }
  }
}

TEST(NumpyStream, ReferenceValues) {
  const json::Node& seeds = golden("numpy_streams");
  ASSERT_GT(seeds.size(), 0u);
  for (const json::Node& entry : seeds.elements()) {
    const std::uint64_t seed = seed_of(entry["seed"]);
    const std::string what = seed_text(seed);
    NumpyStream raw(seed);
    ASSERT_GT(entry["raw64"].size(), 0u);
    for (const json::Node& word : entry["raw64"].elements())
      EXPECT_EQ(std::to_string(raw.next64()), word.text()) << what;

    NumpyStream stream(seed);
    const auto normals = drawn(kLong, [&](auto out) { stream.standard_normal(out); });
    expect_same({normals.begin(), normals.begin() + 16}, entry["first_normals"].numbers(), what);
    for (const json::Member& member : entry["normal_at"].members()) {
      EXPECT_EQ(normals[std::stoul(member.key)], member.value.number()) << what << " at " << member.key;
    }
    // The references sum exactly; a plain sum of a million terms of size 1 is right to about 1e-9.
    double sum = 0.0, squares = 0.0;
    for (double z : normals) sum += z, squares += z * z;
    EXPECT_NEAR(sum, entry["sum"].number(), 1e-8) << what;
    EXPECT_NEAR(squares, entry["sum_sq"].number(), 1e-6) << what;
    // Right only if all the normals before took the right number of words.
    expect_same(drawn(8, [&](auto out) { stream.uniform(0.0, 1.0, out); }),
                entry["uniform_after_1e6_normals"].numbers(), what);
  }
}

TEST(NumpyStream, ScaledAndTruncatedReferenceValues) {
  const json::Node& seeds = golden("random_extra")["numpy"];
  ASSERT_GT(seeds.size(), 0u);
  for (const json::Node& entry : seeds.elements()) {
    const std::uint64_t seed = seed_of(entry["seed"]);
    const std::string what = seed_text(seed);
    const auto normal = [&](double mean, double std, std::size_t count) {
      return drawn(count, [&](auto out) { NumpyStream(seed).normal(mean, std, out); });
    };
    const auto uniform = [&](std::size_t count) {
      return drawn(count, [&](auto out) { NumpyStream(seed).uniform(-2.0, 5.0, out); });
    };
    expect_same(normal(3.0, 7.0, 20), entry["normal_3_7"].numbers(), what);
    expect_same(uniform(20), entry["uniform_-2_5"].numbers(), what);
    EXPECT_EQ(checksum(uniform(kLong)), entry["uniform_-2_5_checksum"].text()) << what;
    // A few hundred of a million come from the tail, through a logarithm.
    EXPECT_EQ(checksum(normal(0.0, 1.0, kLong)), entry["normal_checksum"].text()) << what;
    EXPECT_EQ(checksum(normal(3.0, 7.0, kLong)), entry["normal_3_7_checksum"].text()) << what;
    for (const json::Node& cut : entry["truncated"].elements()) {
      NumpyStream stream(seed);
      const auto values = drawn(cut["values"].size(), [&](auto out) {
        stream.truncated_normal(cut["std"].number(), cut["cut"].number(), out);
      });
      expect_same(values, cut["values"].numbers(), what);
    }
  }
}

TEST(NumpyStream, OneStreamForArraysAndSingleValues) {
  NumpyStream one(9), other(9);
  const auto array = drawn(1000, [&](auto out) { one.normal(0.0, 1.0, out); });
  for (double value : array) ASSERT_EQ(value, other.standard_normal());
  EXPECT_EQ(one.next64(), other.next64());
}

}  // namespace
}  // namespace signalscope::random
