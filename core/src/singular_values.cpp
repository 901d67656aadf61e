#include "singular_values.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "householder.hpp"
#include "sums.hpp"

namespace signalscope {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
/// Relative size below which an entry beside the diagonal changes no singular value that could be seen.
constexpr double negligible = 8.0 * epsilon;

/// Upper bidiagonal: `diagonal[i]` at (i, i), `beside[i]` at (i, i + 1).
struct Bidiagonal {
  std::vector<double> diagonal;
  std::vector<double> beside;
};

/// y[0 .. n) -= factor * x.
void subtract(double factor, const double* __restrict x, std::size_t n, double* __restrict y) {
  for (std::size_t j = 0; j < n; ++j) y[j] -= factor * x[j];
}

/// Reflections from both sides in turn. The two of a step pass over the rest of the matrix together, row by row.
Bidiagonal to_bidiagonal(std::vector<double>& matrix, std::size_t n) {
  Bidiagonal out;
  std::vector<double> down, across, sums;
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t height = n - k, width = height - 1;
    const auto row_right_of = [&](std::size_t i) { return &matrix[(k + i) * n + k] + 1; };
    down.resize(height);
    for (std::size_t i = 0; i < height; ++i) down[i] = matrix[(k + i) * n + k];
    const Reflection left = reflect(down.data(), height);
    out.diagonal.push_back(left.image);
    if (width == 0) break;
    sums.assign(width, 0.0);
    for (std::size_t i = 0; i < height; ++i) subtract(-left.scale * down[i], row_right_of(i), width, sums.data());
    subtract(1.0, sums.data(), width, row_right_of(0));
    across.assign(row_right_of(0), row_right_of(0) + width);
    const Reflection right = reflect(across.data(), width);
    out.beside.push_back(right.image);
    for (std::size_t i = 1; i < height; ++i) {
      double* const row = row_right_of(i);
      subtract(down[i], sums.data(), width, row);
      const double along = lane_sum(width, [&](std::size_t j) { return row[j] * across[j]; });
      subtract(right.scale * along, across.data(), width, row);
    }
  }
  return out;
}

/// The rotation (cosine, sine) that maps (x, y) to (length, 0).
struct Rotation {
  double cosine = 1.0;
  double sine = 0.0;
  double length = 0.0;
};

Rotation rotation(double x, double y) {
  const double larger = std::max(std::abs(x), std::abs(y));
  if (larger == 0.0) return {};
  const double a = x / larger, b = y / larger;
  const double root = std::sqrt(a * a + b * b);
  return {a / root, b / root, larger * root};
}

/// The smaller singular value of [[a, b], [0, c]].
double smaller_singular_value(double a, double b, double c) {
  const double low = std::min(std::abs(a), std::abs(c)), high = std::max(std::abs(a), std::abs(c));
  if (low == 0.0) return 0.0;
  const double sum = 1.0 + low / high, difference = 1.0 - low / high, aside = b / high;
  return low * 2.0 / (std::sqrt(sum * sum + aside * aside) + std::sqrt(difference * difference + aside * aside));
}

/// Makes a bidiagonal matrix diagonal, one block without a zero beside the diagonal at a time, from the end.
class Iteration {
 public:
  explicit Iteration(Bidiagonal& matrix) : d_(matrix.diagonal), e_(matrix.beside) {}

  /// False where it does not end.
  bool run() {
    std::size_t sweeps_left = 60 * d_.size();
    while (find_block()) {
      if (sweeps_left-- == 0) return false;
      const double subtracted = shift();
      if (subtracted == 0.0) {
        sweep_unshifted();
      } else {
        sweep_shifted(subtracted);
      }
    }
    return true;
  }

 private:
  /// The last block that is not yet diagonal becomes [first_, last_]; false where there is none.
  bool find_block() {
    while (true) {
      while (last_ > 0 && e_[last_ - 1] == 0.0) --last_;
      if (last_ == 0) return false;
      std::size_t first = last_ - 1;
      while (first > 0 && e_[first - 1] != 0.0) --first;
      // What is left of a block that was swept keeps its direction, in which it has begun to converge.
      if (last_ < oriented_from_) orient(first);
      first_ = first;
      if (!drop_negligible()) return true;
    }
  }

  /// Sweeps find the smallest value fastest where it stands at the end. Reversed, the block has the same values.
  void orient(std::size_t first) {
    oriented_from_ = first;
    if (std::abs(d_[first]) >= std::abs(d_[last_])) return;
    std::reverse(at(d_, first), at(d_, last_ + 1));
    std::reverse(at(e_, first), at(e_, last_));
  }

  /// Sets entries beside the diagonal to 0 that are small against a lower bound of the values before or after them.
  bool drop_negligible() {
    bool dropped = false;
    double bound = std::abs(d_[last_]);
    // The bound once (i, i + 1) is passed and `next` is the diagonal entry beyond it.
    const auto pass = [&](std::size_t i, double next) {
      const double entry = std::abs(e_[i]);
      const bool drop = entry <= std::max(negligible * bound, std::numeric_limits<double>::min());
      if (drop) e_[i] = 0.0;
      dropped = dropped || drop;
      bound = drop ? std::abs(next) : std::abs(next) * (bound / (bound + entry));
    };
    for (std::size_t i = last_; i-- > first_;) pass(i, d_[i]);
    bound = smallest_ = largest_ = std::abs(d_[first_]);
    for (std::size_t i = first_; i < last_; ++i) {
      largest_ = std::max({largest_, std::abs(d_[i + 1]), std::abs(e_[i])});
      pass(i, d_[i + 1]);
      smallest_ = std::min(smallest_, bound);
    }
    return dropped;
  }

  /// What to subtract for speed; 0 where that would cost the small values digits.
  double shift() const {
    const auto length = static_cast<double>(last_ - first_ + 1);
    if (length * negligible * smallest_ <= epsilon * largest_) return 0.0;
    const double value = smaller_singular_value(d_[last_ - 1], e_[last_ - 1], d_[last_]);
    const double ratio = value / d_[first_];
    return ratio * ratio < epsilon ? 0.0 : value;
  }

  /// One step of QR with shift 0, in a form without subtractions.
  void sweep_unshifted() {
    Rotation right, left;
    for (std::size_t i = first_; i < last_; ++i) {
      right = rotation(d_[i] * right.cosine, e_[i]);
      if (i > first_) e_[i - 1] = left.sine * right.length;
      left = rotation(left.cosine * right.length, d_[i + 1] * right.sine);
      d_[i] = left.length;
    }
    const double end = d_[last_] * right.cosine;
    d_[last_] = end * left.cosine;
    e_[last_ - 1] = end * left.sine;
  }

  /// One step of QR: the entry that the shift puts below the diagonal is chased along and out.
  void sweep_shifted(double shift) {
    const double start = d_[first_];
    double x = (std::abs(start) - shift) * (std::copysign(1.0, start) + shift / start), y = e_[first_];
    for (std::size_t i = first_; i < last_; ++i) {
      const Rotation right = rotation(x, y);
      if (i > first_) e_[i - 1] = right.length;
      x = right.cosine * d_[i] + right.sine * e_[i];
      e_[i] = right.cosine * e_[i] - right.sine * d_[i];
      const Rotation left = rotation(x, right.sine * d_[i + 1]);
      d_[i + 1] *= right.cosine;
      d_[i] = left.length;
      x = left.cosine * e_[i] + left.sine * d_[i + 1];
      d_[i + 1] = left.cosine * d_[i + 1] - left.sine * e_[i];
      if (i + 1 == last_) break;
      y = left.sine * e_[i + 1];
      e_[i + 1] *= left.cosine;
    }
    e_[last_ - 1] = x;
  }

  static std::vector<double>::iterator at(std::vector<double>& list, std::size_t index) {
    return list.begin() + static_cast<std::ptrdiff_t>(index);
  }

  std::vector<double>& d_;
  std::vector<double>& e_;
  std::size_t first_ = 0;
  std::size_t last_ = d_.size() - 1;
  std::size_t oriented_from_ = d_.size();
  double smallest_ = 0.0;
  double largest_ = 0.0;
};

}  // namespace

std::vector<double> singular_values(std::vector<double> matrix, std::size_t n) {
  Bidiagonal form = to_bidiagonal(matrix, n);
  const bool ended = Iteration(form).run();
  std::vector<double>& values = form.diagonal;
  for (double& value : values) value = ended ? std::abs(value) : std::numeric_limits<double>::quiet_NaN();
  std::sort(values.begin(), values.end(), std::greater<>());
  return std::move(values);
}

}  // namespace signalscope
