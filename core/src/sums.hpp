// Sums in a fixed order: eight lanes, each adding every eighth term, joined in pairs.
//
// The order depends on nothing but the number of terms, so a result is the same digits wherever its numbers lie in
// memory and however wide the machine's vectors are. Compilers turn the lanes into vectors.
#pragma once

#include <cstddef>
#include <utility>

namespace signalscope {

inline constexpr std::size_t sum_lanes = 8;

inline double joined(const double (&sums)[sum_lanes]) {
  return ((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7]));
}

/// term(0) + ... + term(n - 1) in float64.
template <class Term>
double lane_sum(std::size_t n, Term&& term) {
  double sums[sum_lanes] = {};
  std::size_t i = 0;
  for (; i + sum_lanes <= n; i += sum_lanes) {
    for (std::size_t lane = 0; lane < sum_lanes; ++lane) sums[lane] += term(i + lane);
  }
  for (std::size_t lane = 0; i < n; ++i, ++lane) sums[lane] += term(i);
  return joined(sums);
}

/// The two sums of `lane_sum`, to the digit, in one pass.
template <class First, class Second>
std::pair<double, double> lane_sums(std::size_t n, First&& first, Second&& second) {
  double firsts[sum_lanes] = {}, seconds[sum_lanes] = {};
  std::size_t i = 0;
  for (; i + sum_lanes <= n; i += sum_lanes) {
    for (std::size_t lane = 0; lane < sum_lanes; ++lane) firsts[lane] += first(i + lane);
    for (std::size_t lane = 0; lane < sum_lanes; ++lane) seconds[lane] += second(i + lane);
  }
  for (std::size_t lane = 0; i < n; ++i, ++lane) {
    firsts[lane] += first(i);
    seconds[lane] += second(i);
  }
  return {joined(firsts), joined(seconds)};
}

}  // namespace signalscope
