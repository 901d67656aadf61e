// Sums in a fixed order: eight lanes, each adding every eighth term, joined in pairs.
//
// The order depends on nothing but the number of terms, so a result is the same digits wherever its numbers lie in
// memory and however wide the machine's vectors are. Compilers turn the lanes into vectors.
#pragma once

#include <cstddef>

namespace signalscope {

/// A sum that is made some terms at a time.
class LaneSum {
 public:
  static constexpr std::size_t lanes = 8;

  /// Adds term(0) ... term(n - 1), in float64. Precondition: each n but the last is a multiple of `lanes`.
  template <class Term>
  void add(std::size_t n, Term&& term) {
    double sums[lanes];
    for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] = sums_[lane];
    std::size_t i = 0;
    for (; i + lanes <= n; i += lanes) {
      for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] += term(i + lane);
    }
    for (std::size_t lane = 0; i < n; ++i, ++lane) sums[lane] += term(i);
    for (std::size_t lane = 0; lane < lanes; ++lane) sums_[lane] = sums[lane];
  }

  double value() const {
    return ((sums_[0] + sums_[4]) + (sums_[2] + sums_[6])) + ((sums_[1] + sums_[5]) + (sums_[3] + sums_[7]));
  }

 private:
  double sums_[lanes] = {};
};

/// term(0) + ... + term(n - 1) in float64.
template <class Term>
double lane_sum(std::size_t n, Term&& term) {
  LaneSum sum;
  sum.add(n, term);
  return sum.value();
}

}  // namespace signalscope
