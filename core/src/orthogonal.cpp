#include "orthogonal.hpp"

#include <algorithm>

#include "householder.hpp"

namespace signalscope {
namespace {

/// Columns are taken this many at a time: a strip stays in the cache while all reflections pass over it, and the sums
/// of one pass stay in registers.
constexpr std::size_t strip_width = 16;

/// GCC leaves the sums in memory unless it is told that they are vectors.
using Vector [[gnu::vector_size(16)]] = double;
constexpr std::size_t lanes = sizeof(Vector) / sizeof(double);
constexpr std::size_t vectors = strip_width / lanes;

Vector load_vector(const double* from) {
  Vector vector;
  __builtin_memcpy(&vector, from, sizeof vector);
  return vector;
}

class Decomposition {
 public:
  Decomposition(std::vector<double>& matrix, std::size_t rows, std::size_t columns)
      : matrix_(matrix), rows_(rows), columns_(columns), strip_(rows * strip_width) {
    kept_.reserve(columns);
  }

  /// The reflections that turn the matrix into R, one for each column.
  void decompose() {
    for (std::size_t first = 0; first < columns_; first += strip_width) {
      load(first);
      for (std::size_t k = 0; k < first; ++k) apply(k);
      for (std::size_t k = first; k < end_of(first); ++k) {
        reduce(k, k - first);
        apply(k);
      }
    }
  }

  /// Q, the product of the reflections, in place of the matrix; each column times the sign of its entry of R's
  /// diagonal.
  void multiply_out() {
    for (std::size_t first = 0; first < columns_; first += strip_width) {
      std::fill(strip_.begin(), strip_.end(), 0.0);
      for (std::size_t k = first; k < end_of(first); ++k) {
        strip_[k * strip_width + (k - first)] = kept_[k].reflection.image < 0.0 ? -1.0 : 1.0;
      }
      for (std::size_t k = end_of(first); k-- > 0;) apply(k);
      store(first);
    }
  }

 private:
  struct Kept {
    std::vector<double> v;  ///< of the rows from its column on
    Reflection reflection;
  };

  std::size_t end_of(std::size_t first) const { return std::min(first + strip_width, columns_); }

  void load(std::size_t first) {
    for (std::size_t i = 0; i < rows_; ++i) {
      const double* const row = &matrix_[i * columns_];
      std::copy(row + first, row + end_of(first), &strip_[i * strip_width]);
    }
  }

  void store(std::size_t first) {
    for (std::size_t i = 0; i < rows_; ++i) {
      std::copy_n(&strip_[i * strip_width], end_of(first) - first, &matrix_[i * columns_ + first]);
    }
  }

  /// Column k, which is `column` of the strip, gives reflection k.
  void reduce(std::size_t k, std::size_t column) {
    std::vector<double> v(rows_ - k);
    for (std::size_t i = 0; i < v.size(); ++i) v[i] = strip_[(k + i) * strip_width + column];
    const Reflection reflection = reflect(v.data(), v.size());
    kept_.push_back({std::move(v), reflection});
  }

  /// strip = H strip with reflection k.
  void apply(std::size_t k) {
    const Kept& kept = kept_[k];
    Vector sums[vectors] = {};
    double* row = &strip_[k * strip_width];
    for (const double factor : kept.v) {
      for (std::size_t j = 0; j < vectors; ++j) sums[j] += factor * load_vector(row + j * lanes);
      row += strip_width;
    }
    for (Vector& sum : sums) sum *= kept.reflection.scale;
    row = &strip_[k * strip_width];
    for (const double factor : kept.v) {
      for (std::size_t j = 0; j < vectors; ++j) {
        const Vector rest = load_vector(row + j * lanes) - factor * sums[j];
        __builtin_memcpy(row + j * lanes, &rest, sizeof rest);
      }
      row += strip_width;
    }
  }

  std::vector<double>& matrix_;
  std::size_t rows_;
  std::size_t columns_;
  std::vector<double> strip_;  ///< rows x strip_width
  std::vector<Kept> kept_;
};

}  // namespace

void make_columns_orthonormal(std::vector<double>& matrix, std::size_t rows, std::size_t columns) {
  Decomposition decomposition(matrix, rows, columns);
  decomposition.decompose();
  decomposition.multiply_out();
}

}  // namespace signalscope
