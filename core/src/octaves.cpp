// Magnitudes by octave.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "random/bits.hpp"
#include "statistics.hpp"

namespace signalscope {
namespace {

constexpr int smallest_exponent = -1074;  ///< of the subnormals
constexpr int normal_exponent = -1022;
constexpr int largest_exponent = 1023;
constexpr std::size_t bits_of_nonfinite = 2047;

/// Counts by octave without gaps; they come in ascending order.
class OctaveList {
 public:
  void add(int exponent, std::size_t count) {
    if (count == 0) return;
    if (counts.empty()) first = exponent;
    counts.resize(static_cast<std::size_t>(exponent - first), 0.0);
    counts.push_back(static_cast<double>(count));
  }

  int first = largest_exponent;
  std::vector<double> counts;
};

template <class S>
void add_subnormal(const S* x, std::size_t n, OctaveList& list) {
  std::array<std::size_t, normal_exponent - smallest_exponent> counts{};
  for (std::size_t i = 0; i < n; ++i) {
    const double value = static_cast<double>(x[i]);
    if (value == 0.0 || !(std::abs(value) < std::numeric_limits<double>::min())) continue;
    ++counts[static_cast<std::size_t>(std::ilogb(value) - smallest_exponent)];
  }
  for (std::size_t i = 0; i < counts.size(); ++i) list.add(smallest_exponent + static_cast<int>(i), counts[i]);
}

struct Span {
  int first = std::numeric_limits<int>::max();
  int last = std::numeric_limits<int>::min();
};

Span exponents_seen(const std::vector<Octaves>& layers) {
  Span span;
  for (const Octaves& layer : layers) {
    if (layer.counts.empty()) continue;
    span.first = std::min(span.first, layer.first);
    span.last = std::max(span.last, layer.first + static_cast<int>(layer.counts.size()) - 1);
  }
  return span;
}

}  // namespace

template <class S>
void OctaveCounts<S>::add(const S* x, std::size_t n) {
  const auto bits = [x](std::size_t i) {
    return random::bits_as<std::uint64_t>(static_cast<double>(x[i])) >> 52 & bits_of_nonfinite;
  };
  std::size_t i = 0;
  for (; i + neighbours <= n; i += neighbours) {
    for (std::size_t neighbour = 0; neighbour < neighbours; ++neighbour) ++by_exponent_[bits(i + neighbour)][neighbour];
  }
  for (; i < n; ++i) ++by_exponent_[bits(i)][0];
  LaneCount<S> negative = 0, positive = 0;
  for (i = 0; i < n; ++i) {
    negative += x[i] < S(0);
    positive += x[i] > S(0);
  }
  negative_ += static_cast<std::size_t>(negative);
  positive_ += static_cast<std::size_t>(positive);
  n_ += n;
}

template <class S>
Octaves OctaveCounts<S>::octaves(const S* x) const {
  std::size_t negative = negative_, positive = positive_;
  const std::size_t nonfinite = count(bits_of_nonfinite);
  for (std::size_t i = 0; nonfinite > 0 && i < n_; ++i) {
    negative -= std::isinf(x[i]) && x[i] < S(0);
    positive -= std::isinf(x[i]) && x[i] > S(0);
  }
  const std::size_t zeros = n_ - nonfinite - negative - positive;
  OctaveList list;
  if (count(0) > zeros) add_subnormal(x, n_, list);
  for (std::size_t bits = 1; bits < bits_of_nonfinite; ++bits) {
    list.add(normal_exponent - 1 + static_cast<int>(bits), count(bits));
  }
  Octaves out;
  out.first = list.first;
  out.counts = std::move(list.counts);
  out.zeros = static_cast<double>(zeros);
  out.negative = static_cast<double>(negative);
  out.positive = static_cast<double>(positive);
  return out;
}

template <class S>
std::size_t OctaveCounts<S>::count(std::size_t bits) const {
  const auto& apart = by_exponent_[bits];
  return (std::size_t{apart[0]} + apart[1]) + (std::size_t{apart[2]} + apart[3]);
}

template <class S>
Octaves octaves(const S* x, std::size_t n) {
  OctaveCounts<S> counts;
  counts.add(x, n);
  return counts.octaves(x);
}

Histogram assemble_histogram(const std::vector<Octaves>& layers) {
  constexpr int most_bins = 64;
  Histogram histogram;
  const Span span = exponents_seen(layers);
  int width = 1;
  std::size_t bins = 0;
  if (span.first <= span.last) {
    while (span.last - span.first + 1 > most_bins * width) width *= 2;
    bins = static_cast<std::size_t>((span.last - span.first) / width) + 1;
    for (std::size_t bin = 0; bin <= bins; ++bin) {
      histogram.edges.push_back(std::ldexp(1.0, span.first + static_cast<int>(bin) * width));
    }
  }
  for (const Octaves& layer : layers) {
    std::vector<double> counts(bins, 0.0);
    for (std::size_t i = 0; i < layer.counts.size(); ++i) {
      counts[static_cast<std::size_t>((layer.first + static_cast<int>(i) - span.first) / width)] += layer.counts[i];
    }
    histogram.counts.push_back(std::move(counts));
    histogram.zeros.push_back(layer.zeros);
    histogram.negative.push_back(layer.negative);
    histogram.positive.push_back(layer.positive);
  }
  return histogram;
}

template class OctaveCounts<float>;
template class OctaveCounts<double>;
template Octaves octaves<float>(const float*, std::size_t);
template Octaves octaves<double>(const double*, std::size_t);

}  // namespace signalscope
