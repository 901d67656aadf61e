// Sums in a fixed order: eight lanes, each adding every eighth term, joined in pairs.
//
// The order depends on nothing but the number of terms, so a result is the same digits wherever its numbers lie in
// memory and however wide the machine's vectors are. Compilers turn the lanes into vectors.
#pragma once

#include <cstddef>

namespace signalscope {

/// term(0) + ... + term(n - 1) in float64.
template <class Term>
double lane_sum(std::size_t n, Term&& term) {
  constexpr std::size_t lanes = 8;
  double sums[lanes] = {};
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] += term(i + lane);
  }
  for (std::size_t lane = 0; i < n; ++i, ++lane) sums[lane] += term(i);
  return ((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7]));
}

}  // namespace signalscope
