// What is measured of a matrix, against the plain definition, at sizes and magnitudes where shortcuts break.
#include "statistics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "near.hpp"
#include "random/stream.hpp"
#include "sums.hpp"

namespace signalscope {
namespace {

std::vector<double> normals(std::size_t n, double mean = 0.0, double std = 1.0) {
  std::vector<double> x(n);
  random::open("numpy", 17)->normal(mean, std, x);
  return x;
}

TEST(Statistics, MomentsAtOddSizes) {
  for (std::size_t n : {1u, 2u, 3u, 5u, 7u, 17u, 63u, 65u, 129u}) {
    const std::vector<double> x = normals(n, 0.3, 2.0);
    double sum = 0.0, squares = 0.0, away = 0.0;
    for (double v : x) sum += v, squares += v * v;
    const double mean = sum / static_cast<double>(n);
    for (double v : x) away += (v - mean) * (v - mean);
    const SignalMoments m = signal_moments(x.data(), n);
    EXPECT_TRUE(near(m.rms, std::sqrt(squares / static_cast<double>(n)), 1e-14)) << n;
    EXPECT_TRUE(near(m.mean, mean, 1e-14, 1e-15)) << n;
    EXPECT_TRUE(near(m.std, std::sqrt(away / static_cast<double>(n)), 1e-13, 1e-15)) << n;
    EXPECT_TRUE(near(frobenius_norm(x.data(), n), std::sqrt(squares), 1e-14)) << n;
  }
}

TEST(Statistics, HugeAndTinyNumbers) {
  for (double size : {1e-320, 1e-308, 1e-200, 1e-162, 1e-100, 1e100, 1e155, 1e200, 1e300, 1.7e308}) {
    const std::vector<double> x = {size, -size, size, size};
    const SignalMoments m = signal_moments(x.data(), x.size());
    EXPECT_TRUE(near(m.rms, size, 1e-14)) << size;
    // Below the normal range a number has fewer digits than a mean of a half needs.
    EXPECT_TRUE(near(m.mean, size / 2.0, 1e-14, 1e-323)) << size;
    EXPECT_TRUE(near(m.std, std::sqrt(0.75) * size, 1e-14, 1e-323)) << size;
  }
  const std::vector<double> mixed = {1e200, 1e-200, 0.0};
  EXPECT_TRUE(near(root_mean_square(mixed.data(), 3), 1e200 / std::sqrt(3.0), 1e-14));
}

TEST(Statistics, SmallSpreadOnALargeMean) {
  const std::vector<double> x = {40000.0, 40001.0, 40002.0, 40003.0};
  EXPECT_TRUE(near(signal_moments(x.data(), 4).std, std::sqrt(1.25), 1e-14));
}

TEST(Statistics, NonFiniteNumbersShow) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> with_nan = {1.0, nan, infinity, 2.0}, with_infinity = {1.0, -infinity, 2.0};
  EXPECT_EQ(signal_moments(with_nan.data(), 4).nonfinite_count, 2.0);
  EXPECT_TRUE(std::isnan(signal_moments(with_nan.data(), 4).rms));
  EXPECT_EQ(signal_moments(with_infinity.data(), 3).rms, infinity);
  const std::vector<float> overflowed = {3e38f, 3e38f};
  EXPECT_TRUE(near(signal_moments(overflowed.data(), 2).rms, 3e38f, 1e-14)) << "float32 is squared in float64";
}

TEST(Statistics, CosineIsTheMeanOverPairs) {
  const std::size_t rows = 7, columns = 5;
  const std::vector<double> x = normals(rows * columns, 0.4);
  double sum = 0.0;
  for (std::size_t a = 0; a < rows; ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      double dot = 0.0, aa = 0.0, bb = 0.0;
      for (std::size_t c = 0; c < columns; ++c) {
        dot += x[a * columns + c] * x[b * columns + c];
        aa += x[a * columns + c] * x[a * columns + c];
        bb += x[b * columns + c] * x[b * columns + c];
      }
      sum += dot / std::sqrt(aa * bb);
    }
  }
  EXPECT_TRUE(near(mean_cosine(x.data(), rows, columns), sum / 21.0, 1e-13, 1e-15));
  const std::vector<double> with_zero_row = {1e-250, 0, 0, 0, 1e250, 0};
  EXPECT_TRUE(near(mean_cosine(with_zero_row.data(), 3, 2), 1.0, 1e-14)) << "the zero row is left out";
  EXPECT_TRUE(std::isnan(mean_cosine(with_zero_row.data(), 2, 2)));
}

TEST(Statistics, HistogramBinsHoldTheirNumbers) {
  const std::vector<double> layer1 = {1.0, 1.5, 2.0, -4.0, 0.0, std::nan("")}, layer2 = {0.25, 5e-324};
  const Histogram h = assemble_histogram({octaves(layer1.data(), 6), octaves(layer2.data(), 2)});
  ASSERT_LE(h.edges.size(), 65u);
  for (const auto& [layer, values] : {std::pair{0u, layer1}, std::pair{1u, layer2}}) {
    for (std::size_t bin = 0; bin + 1 < h.edges.size(); ++bin) {
      double inside = 0.0;
      for (double v : values) inside += v != 0.0 && std::fabs(v) >= h.edges[bin] && std::fabs(v) < h.edges[bin + 1];
      EXPECT_EQ(h.counts[layer][bin], inside) << layer << " " << bin;
    }
  }
  EXPECT_EQ(h.zeros[0], 1.0);
  EXPECT_EQ(h.negative[0], 1.0);
  EXPECT_EQ(h.positive[0], 3.0);
}

// Subnormal numbers of both signs, both zeros, both infinities, a NaN, and the ends of the normal range.
TEST(Statistics, OctavesCountAsThePlainLoop) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<double> x = normals(1001, 3.0);
  for (double v :
       {0.0, -0.0, 5e-324, -5e-324, -1e-310, 2.2e-308, 2.3e-308, -1.7e308, infinity, -infinity, std::nan("")})
    x.push_back(v);
  const Octaves o = octaves(x.data(), x.size());
  double zeros = 0.0, negative = 0.0, positive = 0.0;
  std::map<int, double> counts;
  for (double v : x) {
    zeros += v == 0.0;
    if (v == 0.0 || !std::isfinite(v)) continue;
    ++(v < 0.0 ? negative : positive);
    ++counts[std::ilogb(v)];
  }
  EXPECT_EQ(o.zeros, zeros);
  EXPECT_EQ(o.negative, negative);
  EXPECT_EQ(o.positive, positive);
  ASSERT_EQ(o.first, -1074);
  ASSERT_EQ(o.counts.size(), 1074u + 1024u);
  for (std::size_t i = 0; i < o.counts.size(); ++i) {
    const auto seen = counts.find(o.first + static_cast<int>(i));
    EXPECT_EQ(o.counts[i], seen == counts.end() ? 0.0 : seen->second) << i;
  }
}

TEST(Sums, SomeTermsAtATimeAreThoseOfAllAtOnce) {
  const std::vector<double> x = normals(129, 1.0);
  for (std::size_t n : {0u, 1u, 2u, 3u, 5u, 7u, 8u, 17u, 63u, 65u, 129u}) {
    for (std::size_t piece : {8u, 16u, 64u}) {
      LaneSum sum;
      for (std::size_t first = 0; first < n; first += piece) {
        sum.add(std::min(piece, n - first), [&](std::size_t i) { return x[first + i]; });
      }
      EXPECT_EQ(sum.value(), lane_sum(n, [&](std::size_t i) { return x[i]; })) << n << " by " << piece;
    }
  }
}

// Eight rows at a time and the rest: the digits of one pass for each quantity, which the tests above hold to their
// definitions. Numbers of every kind, so that no shortcut is left out.
template <class S>
void expect_meter_agrees(std::size_t rows, std::size_t columns, double std, double extra) {
  std::vector<S> x(rows * columns);
  const std::vector<double> drawn = normals(x.size(), 0.1 * std, std);
  std::transform(drawn.begin(), drawn.end(), x.begin(), [](double v) { return static_cast<S>(v); });
  for (std::size_t i = 0; i < x.size(); i += 3) x[i] = S(0);
  if (!x.empty()) x[x.size() / 2] = static_cast<S>(extra);
  SignalMeter<S> meter(columns);
  for (std::size_t row = 0; row < rows; row += 8) meter.add(&x[row * columns], std::min<std::size_t>(8, rows - row));
  const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
  const SignalMoments moments = signal_moments(x.data(), x.size()), metered = meter.moments(x.data());
  const Octaves octaves = signalscope::octaves(x.data(), x.size()), counted = meter.octaves(x.data());
  SCOPED_TRACE(testing::Message() << rows << "x" << columns << " of " << std << " and " << extra);
  EXPECT_TRUE(same(metered.rms, moments.rms)) << metered.rms << " " << moments.rms;
  EXPECT_TRUE(same(metered.mean, moments.mean)) << metered.mean << " " << moments.mean;
  EXPECT_TRUE(same(metered.std, moments.std)) << metered.std << " " << moments.std;
  EXPECT_EQ(metered.nonfinite_count, moments.nonfinite_count);
  EXPECT_TRUE(same(meter.mean_cosine(), mean_cosine(x.data(), rows, columns)));
  EXPECT_EQ(counted.first, octaves.first);
  EXPECT_EQ(counted.counts, octaves.counts);
  EXPECT_EQ(std::tuple(counted.zeros, counted.negative, counted.positive),
            std::tuple(octaves.zeros, octaves.negative, octaves.positive));
}

TEST(SignalMeter, MeasuresAsTheFunctionsOfAWholeSignal) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (std::size_t rows : {1u, 2u, 3u, 5u, 7u, 17u, 63u, 65u, 129u}) {
    for (std::size_t columns : {1u, 2u, 3u, 5u, 7u, 17u, 63u, 65u, 129u}) {
      expect_meter_agrees<double>(rows, columns, 1.0, 2.0);
      expect_meter_agrees<float>(rows, columns, 1.0, 2.0);
    }
  }
  for (double extra : {0.0, 5e-324, -1e-310, 1e200, infinity, -infinity, std::nan("")}) {
    for (double std : {1e-300, 1e-40, 1.0, 1e200}) {
      expect_meter_agrees<double>(17, 13, std, extra);
      expect_meter_agrees<float>(17, 13, std, extra);
    }
  }
}

TEST(Statistics, DeadUnitsAreNotZeroFractions) {
  const std::vector<double> a = {0, 1, 0, 0, 0, 2}, d = {0, 1, 0.04, 0, 0, 1};  // 2 examples x 3 units
  ActivationCounts<double> counts(3, 1.0);
  counts.add(a.data(), d.data(), 1);
  counts.add(a.data() + 3, d.data() + 3, 1);
  const ActivationStatistics s = counts.statistics();
  EXPECT_EQ(s.dead_units, 1.0);
  EXPECT_DOUBLE_EQ(s.zero_fraction, 4.0 / 6.0);
  EXPECT_DOUBLE_EQ(s.saturated_fraction, 4.0 / 6.0);
}

}  // namespace
}  // namespace signalscope
