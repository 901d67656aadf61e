// What is measured of a matrix: moments, cosines, magnitudes. All in float64, whatever the precision of the signal.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "signalscope/trace.hpp"
#include "sums.hpp"

namespace signalscope {

/// A power of two by which numbers of this size can be multiplied so that their squares, and sums of 2^40 of them, stay
/// within the normal range. 1 for sizes that are safe as they are, and for 0, infinity and NaN.
double square_safe_scale(double largest);

struct SignalMoments {
  double rms = 0.0;
  double mean = 0.0;
  double std = 0.0;  ///< population
  double nonfinite_count = 0.0;
};

/// Two passes over `n` numbers; 1e-200 does not vanish and 1e200 does not overflow. With a NaN among them all three
/// moments are NaN; with an infinity the rms is infinite.
template <class S>
SignalMoments signal_moments(const S* x, std::size_t n);

/// sqrt of the mean square, as in `signal_moments`.
template <class S>
double root_mean_square(const S* x, std::size_t n);

/// Frobenius norm: sqrt of the sum of squares, as safe as the rms.
template <class S>
double frobenius_norm(const S* x, std::size_t n);

/// Mean cosine over all pairs of rows. Rows that are zero or not finite are left out; NaN with fewer than two rows
/// left.
template <class S>
double mean_cosine(const S* x, std::size_t rows, std::size_t columns);

/// The magnitudes of one layer, by octave: counts[i] values have 2^(first + i) <= |x| < 2^(first + i + 1).
struct Octaves {
  int first = 0;
  std::vector<double> counts;
  double zeros = 0.0, negative = 0.0, positive = 0.0;
};

template <class S>
Octaves octaves(const S* x, std::size_t n);

// The same some numbers at a time, to the digit.

class MomentSums {
 public:
  /// Precondition: each n but the last is a multiple of 8.
  template <class S>
  void add(const S* x, std::size_t n);
  /// Of all numbers that were added, which `x` holds in one piece.
  template <class S>
  SignalMoments moments(const S* x) const;

 private:
  LaneSum values_, squares_;
  std::size_t n_ = 0;
};

class CosineSums {
 public:
  explicit CosineSums(std::size_t columns) : direction_(columns, 0.0) {}
  template <class S>
  void add(const S* x, std::size_t rows);
  double mean() const;

 private:
  /// With unit rows u: the sum of all pairwise cosines is |sum u|^2 less the rows' own.
  std::vector<double> direction_;
  double kept_ = 0.0;
};

/// As wide as S, so that vectors of both have as many lanes.
template <class S>
using LaneCount = std::conditional_t<sizeof(S) == sizeof(std::int32_t), std::int32_t, std::int64_t>;

template <class S>
class OctaveCounts {
 public:
  void add(const S* x, std::size_t n);
  /// Of all numbers that were added, which `x` holds in one piece.
  Octaves octaves(const S* x) const;

 private:
  std::size_t count(std::size_t bits) const;

  /// By the eleven bits of a float64's exponent, without the sign. Neighbours are counted apart: many numbers in a row
  /// are alike, and each would wait for the count before it.
  static constexpr std::size_t neighbours = 4;
  std::array<std::array<std::uint32_t, neighbours>, 2048> by_exponent_{};
  std::size_t negative_ = 0, positive_ = 0, n_ = 0;
};

/// All that is measured of a signal, some rows at a time while the cache has them.
template <class S>
class SignalMeter {
 public:
  explicit SignalMeter(std::size_t columns) : columns_(columns), cosines_(columns) {}

  /// Precondition: each number of rows but the last is a multiple of 8.
  void add(const S* x, std::size_t rows) {
    sums_.add(x, rows * columns_);
    cosines_.add(x, rows);
    counts_.add(x, rows * columns_);
  }

  /// Of all rows that were added, which `x` holds in one piece.
  SignalMoments moments(const S* x) const { return sums_.moments(x); }
  double mean_cosine() const { return cosines_.mean(); }
  Octaves octaves(const S* x) const { return counts_.octaves(x); }

 private:
  std::size_t columns_;
  MomentSums sums_;
  CosineSums cosines_;
  OctaveCounts<S> counts_;
};

/// One grid for all layers, at most 64 bins, each a whole number of octaves.
Histogram assemble_histogram(const std::vector<Octaves>& layers);

struct ActivationStatistics {
  double zero_fraction = 0.0;
  double dead_units = 0.0;
  double saturated_fraction = 0.0;
};

/// Of the activation inside a block, some rows at a time.
template <class S>
class ActivationCounts {
 public:
  ActivationCounts(std::size_t columns, double largest_derivative);
  /// a is the activation's value, d its derivative, rows x columns.
  void add(const S* a, const S* d, std::size_t rows);
  /// Of all rows that were added. Precondition: there were some.
  ActivationStatistics statistics() const;

 private:
  S threshold_;
  std::vector<LaneCount<S>> nonzero_;  ///< by column
  std::size_t rows_ = 0, saturated_ = 0;
};

}  // namespace signalscope
