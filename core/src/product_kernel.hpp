// A matrix product on packed panels: C (m x n) = A (m x k) B (k x n), with A and B read through any steps.
//
// A is packed into panels of `rows` rows and B into panels of `columns` columns, both along k, so that the innermost
// loop reads two streams in order and keeps its tile of C in registers. Source: Goto and van de Geijn 2008, "Anatomy of
// High-Performance Matrix Multiplication"; vectors are the compilers' extension (`vector_size`), so one text serves
// every width.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace signalscope::product {

/// Entry (row, column) is data[row * row_step + column * column_step].
template <class S>
struct View {
  const S* data;
  std::size_t row_step;
  std::size_t column_step;
};

/// How much of k is packed at a time: a panel of B stays in the first-level cache, one of A in the second.
inline constexpr std::size_t depth_block = 256;

/// The register tile: Rows rows of Vectors vectors of Bytes bytes.
template <class S, int Bytes, int Rows, int Vectors>
struct Tile {
  using Vector [[gnu::vector_size(Bytes)]] = S;
  static constexpr std::size_t lanes = Bytes / sizeof(S);
  static constexpr std::size_t rows = Rows;
  static constexpr std::size_t columns = Vectors * lanes;

  /// c[rows x columns] += a (depth x rows) · b (depth x columns), c with `c_step` between its rows.
  static void add(std::size_t depth, const S* a, const S* b, S* c, std::size_t c_step) {
    Vector sums[Rows][Vectors] = {};
    for (std::size_t k = 0; k < depth; ++k, a += rows, b += columns) {
      Vector across[Vectors];
      for (int v = 0; v < Vectors; ++v) across[v] = load(b + static_cast<std::size_t>(v) * lanes);
      for (int r = 0; r < Rows; ++r) {
        for (int v = 0; v < Vectors; ++v) sums[r][v] += a[r] * across[v];
      }
    }
    for (std::size_t r = 0; r < rows; ++r) {
      for (std::size_t column = 0; column < columns; ++column) {
        c[r * c_step + column] += sums[r][column / lanes][column % lanes];
      }
    }
  }

 private:
  static Vector load(const S* from) {
    Vector vector;
    __builtin_memcpy(&vector, from, sizeof vector);
    return vector;
  }
};

/// out[k][lane] = entry (first + lane, k) along `lane_step`; lanes beyond the matrix are 0.
template <class S>
void pack(const S* first, std::size_t lane_step, std::size_t depth_step, std::size_t lanes, std::size_t width,
          std::size_t depth, S* out) {
  for (std::size_t k = 0; k < depth; ++k, out += width) {
    const S* from = first + k * depth_step;
    for (std::size_t lane = 0; lane < lanes; ++lane) out[lane] = from[lane * lane_step];
    for (std::size_t lane = lanes; lane < width; ++lane) out[lane] = S(0);
  }
}

/// One tile of C, through a copy where it hangs over the edge.
template <class T, class S>
void add_tile(std::size_t depth, const S* a, const S* b, std::size_t height, std::size_t width, S* c,
              std::size_t c_step) {
  if (height == T::rows && width == T::columns) return T::add(depth, a, b, c, c_step);
  S whole[T::rows * T::columns] = {};
  T::add(depth, a, b, whole, T::columns);
  for (std::size_t r = 0; r < height; ++r) {
    for (std::size_t column = 0; column < width; ++column) c[r * c_step + column] += whole[r * T::columns + column];
  }
}

/// C = A B, C dense and row-major. `packed` is working memory, grown as needed and worth keeping between calls.
template <class T, class S>
void multiply(std::size_t m, std::size_t n, std::size_t k, View<S> a, View<S> b, S* c, std::vector<S>& packed) {
  const std::size_t a_panels = (m + T::rows - 1) / T::rows;
  const std::size_t a_size = a_panels * T::rows * depth_block, b_size = T::columns * depth_block;
  if (packed.size() < a_size + b_size) packed.resize(a_size + b_size);
  S* const a_packed = packed.data();
  S* const b_packed = a_packed + a_size;
  std::fill(c, c + m * n, S(0));
  for (std::size_t k0 = 0; k0 < k; k0 += depth_block) {
    const std::size_t depth = std::min(depth_block, k - k0);
    for (std::size_t i = 0; i < m; i += T::rows) {
      pack(a.data + i * a.row_step + k0 * a.column_step, a.row_step, a.column_step, std::min(T::rows, m - i), T::rows,
           depth, a_packed + i * depth);
    }
    for (std::size_t j = 0; j < n; j += T::columns) {
      const std::size_t width = std::min(T::columns, n - j);
      pack(b.data + k0 * b.row_step + j * b.column_step, b.column_step, b.row_step, width, T::columns, depth, b_packed);
      for (std::size_t i = 0; i < m; i += T::rows) {
        add_tile<T>(depth, a_packed + i * depth, b_packed, std::min(T::rows, m - i), width, c + i * n + j, n);
      }
    }
  }
}

}  // namespace signalscope::product
