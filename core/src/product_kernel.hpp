// A matrix product on packed panels: C (m x n) = A (m x k) B (k x n), with A and B read through any steps.
//
// A is packed into panels of `rows` rows and B into panels of `columns` columns, both along k, so that the innermost
// loop reads two streams in order and keeps its tile of C in registers. Source: Goto and van de Geijn 2008, "Anatomy of
// High-Performance Matrix Multiplication"; vectors are the compilers' extension (`vector_size`), so one text serves
// every width.
//
// A source file that includes this compiles it for its own instructions. Everything here is a template of that file's
// own tile, so that no other file can be linked to code for instructions that a machine lacks.
#pragma once

#include <cstddef>
#include <utility>

#include "product_paths.hpp"

namespace signalscope::product {

/// The register tile: Rows rows of Vectors vectors of Bytes bytes. `Depth` is how much of k is packed at a time: so
/// much of a panel of B stays in the first-level cache. `Owner` is a type of the including file's own.
template <class Owner, class S, int Bytes, int Rows, int Vectors, std::size_t Depth>
struct Tile {
  using Scalar = S;
  using Vector [[gnu::vector_size(Bytes)]] = S;
  static constexpr std::size_t lanes = Bytes / sizeof(S);
  static constexpr std::size_t rows = Rows;
  static constexpr std::size_t columns = Vectors * lanes;
  static constexpr std::size_t depth_block = Depth;
  /// Rows of A packed at a time, a whole number of tiles: they stay in the second-level cache.
  static constexpr std::size_t row_block = (256 + rows - 1) / rows * rows;
  static constexpr std::size_t a_size = row_block * depth_block;
  static constexpr std::size_t b_size = columns * depth_block;

  /// c[rows x columns] = or += a (depth x rows) · b (depth x columns), c with `c_step` between its rows.
  static void multiply(std::size_t depth, const S* a, const S* b, S* c, std::size_t c_step, bool add) {
    Vector sums[Rows][Vectors] = {};
    if (add) {
      for (int r = 0; r < Rows; ++r) {
        for (int v = 0; v < Vectors; ++v) sums[r][v] = load(entry(c, c_step, r, v));
      }
    }
#if defined(__wasm__)
    add_products(depth, a, b, sums);
#else
#pragma GCC unroll 4
    for (std::size_t k = 0; k < depth; ++k, a += rows, b += columns) {
      add_outer_product(a, b, sums);
    }
#endif
    for (int r = 0; r < Rows; ++r) {
      for (int v = 0; v < Vectors; ++v) store(entry(c, c_step, r, v), sums[r][v]);
    }
  }

 private:
#if defined(__wasm__)
  using Turn = std::make_index_sequence<8>;

  /// Eight steps a turn: what a turn spends on its loop is then spent once for all eight.
  [[gnu::always_inline]] static void add_products(std::size_t depth, const S* a, const S* b,
                                                  Vector (&sums)[Rows][Vectors]) {
    const S* const end = a + depth * rows;
    for (bool more = depth > 0; more; b += Turn::size() * columns) more = add_turn(a, b, end, sums, Turn{});
  }

  template <std::size_t... Steps>
  [[gnu::always_inline]] static bool add_turn(const S*& a, const S* b, const S* end, Vector (&sums)[Rows][Vectors],
                                              std::index_sequence<Steps...>) {
    return (add_step(a, b + Steps * columns, end, sums) && ...);
  }

  /// Whether there is a further step. That way out between two steps is also for engines that would otherwise load
  /// what a whole turn reads before they multiply, and run out of registers. As the compiler must take `a` for new, it
  /// moves no work from a step into another.
  [[gnu::always_inline]] static bool add_step(const S*& a, const S* b, const S* end, Vector (&sums)[Rows][Vectors]) {
    add_outer_product(a, b, sums);
    a += rows;
    __asm__ volatile("" : "+r"(a));
    return a != end;
  }
#endif

  /// One row of the tile. In WebAssembly both products come before their sums: in the order of that text a core's
  /// multipliers and adders are busy at the same time, and a product with its sum, one after the other, was measured to
  /// take a tenth longer. That the compiler must take both for new keeps the order.
  [[gnu::always_inline]] static void add_row(S down, const Vector (&across)[Vectors], Vector (&sums)[Vectors]) {
#if defined(__wasm__)
    if constexpr (Vectors == 2) {
      Vector first = down * across[0], second = down * across[1];
      __asm__ volatile("" : "+r"(first), "+r"(second));
      sums[0] += first;
      sums[1] += second;
      return;
    }
#endif
    for (int v = 0; v < Vectors; ++v) sums[v] += down * across[v];
  }

  /// Of a column of A and a row of B the shorter is held in registers, the other read entry by entry.
  static void add_outer_product(const S* a, const S* b, Vector (&sums)[Rows][Vectors]) {
    if constexpr (Rows < Vectors) {
      Vector down[Rows];
      for (int r = 0; r < Rows; ++r) down[r] = a[r] - Vector{};
      for (int v = 0; v < Vectors; ++v) {
        const Vector across = load(b + static_cast<std::size_t>(v) * lanes);
        for (int r = 0; r < Rows; ++r) sums[r][v] += down[r] * across;
      }
    } else {
      Vector across[Vectors];
      for (int v = 0; v < Vectors; ++v) across[v] = load(b + static_cast<std::size_t>(v) * lanes);
      for (int r = 0; r < Rows; ++r) add_row(a[r], across, sums[r]);
    }
  }

  static S* entry(S* c, std::size_t c_step, int row, int vector) {
    return c + static_cast<std::size_t>(row) * c_step + static_cast<std::size_t>(vector) * lanes;
  }
  static Vector load(const S* from) {
    Vector vector;
    __builtin_memcpy(&vector, from, sizeof vector);
    return vector;
  }
  static void store(S* to, Vector vector) { __builtin_memcpy(to, &vector, sizeof vector); }
};

/// With 32 registers, of which 24 hold the tile. Here, so that it is tested where the instructions for it lack as well.
template <class Owner, class S>
using TileOf64Bytes = Tile<Owner, S, 64, 6, 4, 128>;

/// Turns squares that fill 16-byte vectors: out[i][j] = from[j][i].
template <class T, class S>
struct Square;

template <class T>
struct Square<T, double> {
  static constexpr std::size_t side = 2;
  using Vector [[gnu::vector_size(16)]] = double;
  static void turn(const double* from, std::size_t from_step, double* out, std::size_t out_step) {
    Vector in[2];
    for (std::size_t i = 0; i < 2; ++i) __builtin_memcpy(&in[i], from + i * from_step, sizeof(Vector));
    const Vector turned[2] = {__builtin_shufflevector(in[0], in[1], 0, 2), __builtin_shufflevector(in[0], in[1], 1, 3)};
    for (std::size_t i = 0; i < 2; ++i) __builtin_memcpy(out + i * out_step, &turned[i], sizeof(Vector));
  }
};

template <class T>
struct Square<T, float> {
  static constexpr std::size_t side = 4;
  using Vector [[gnu::vector_size(16)]] = float;
  static void turn(const float* from, std::size_t from_step, float* out, std::size_t out_step) {
    Vector in[4];
    for (std::size_t i = 0; i < 4; ++i) __builtin_memcpy(&in[i], from + i * from_step, sizeof(Vector));
    const Vector low01 = __builtin_shufflevector(in[0], in[1], 0, 4, 1, 5);
    const Vector high01 = __builtin_shufflevector(in[0], in[1], 2, 6, 3, 7);
    const Vector low23 = __builtin_shufflevector(in[2], in[3], 0, 4, 1, 5);
    const Vector high23 = __builtin_shufflevector(in[2], in[3], 2, 6, 3, 7);
    const Vector turned[4] = {
        __builtin_shufflevector(low01, low23, 0, 1, 4, 5), __builtin_shufflevector(low01, low23, 2, 3, 6, 7),
        __builtin_shufflevector(high01, high23, 0, 1, 4, 5), __builtin_shufflevector(high01, high23, 2, 3, 6, 7)};
    for (std::size_t i = 0; i < 4; ++i) __builtin_memcpy(out + i * out_step, &turned[i], sizeof(Vector));
  }
};

template <class T>
struct Panels {
  using S = typename T::Scalar;

  /// Panels of B packed at a time: as many as two cache lines are wide, which processors fetch together.
  static constexpr std::size_t abreast = T::columns * sizeof(S) < 128 ? 128 / (T::columns * sizeof(S)) : 1;
  static constexpr std::size_t packed_size = T::a_size + (abreast + 1) * T::b_size;

  static std::size_t smaller(std::size_t a, std::size_t b) { return a < b ? a : b; }

  /// out[k][lane] = entry (lane, k) of what starts at `first`; lanes beyond the matrix are 0.
  template <std::size_t width>
  static void pack(const S* first, std::size_t lane_step, std::size_t depth_step, std::size_t lanes, std::size_t depth,
                   S* out) {
    if (lanes == width && depth_step == 1) return pack_across<width>(first, lane_step, depth, out);
    if (lanes == width && lane_step == 1) return pack_along<width>(first, depth_step, depth, out);
    for (std::size_t k = 0; k < depth; ++k, out += width) {
      const S* from = first + k * depth_step;
      for (std::size_t lane = 0; lane < lanes; ++lane) out[lane] = from[lane * lane_step];
      for (std::size_t lane = lanes; lane < width; ++lane) out[lane] = S(0);
    }
  }

  /// A whole panel whose lanes stand side by side in memory.
  template <std::size_t width>
  static void pack_along(const S* first, std::size_t depth_step, std::size_t depth, S* out) {
    for (std::size_t k = 0; k < depth; ++k, out += width) {
      __builtin_memcpy(out, first + k * depth_step, width * sizeof(S));
    }
  }

  /// A whole panel whose depth runs along memory: turned in small squares, then what is left.
  template <std::size_t width>
  static void pack_across(const S* first, std::size_t lane_step, std::size_t depth, S* out) {
    constexpr std::size_t side = Square<T, S>::side, turned = width / side * side;
    std::size_t k = 0;
    for (; k + side <= depth; k += side) {
      const S* from = first + k;
      for (std::size_t lane = 0; lane < turned; lane += side) {
        Square<T, S>::turn(from + lane * lane_step, lane_step, out + k * width + lane, width);
      }
      for (std::size_t lane = turned; lane < width; ++lane) {
        for (std::size_t i = 0; i < side; ++i) out[(k + i) * width + lane] = from[lane * lane_step + i];
      }
    }
    for (; k < depth; ++k) {
      for (std::size_t lane = 0; lane < width; ++lane) out[k * width + lane] = first[lane * lane_step + k];
    }
  }

  /// As `pack`, of `factor` times the numbers. Where their depth runs along memory they are scaled to `spare` first.
  template <std::size_t width>
  static void pack_scaled(const double* first, std::size_t lane_step, std::size_t depth_step, double factor,
                          std::size_t lanes, std::size_t depth, S* out, S* spare) {
    if (depth_step == 1) {
      for (std::size_t lane = 0; lane < lanes; ++lane)
        scale(first + lane * lane_step, factor, depth, spare + lane * depth);
      return pack<width>(spare, depth, 1, lanes, depth, out);
    }
    for (std::size_t k = 0; k < depth; ++k, out += width) {
      const double* from = first + k * depth_step;
      if (lanes == width) {
        scale(from, factor, width, out);
        continue;
      }
      scale(from, factor, lanes, out);
      for (std::size_t lane = lanes; lane < width; ++lane) out[lane] = S(0);
    }
  }

  /// Inlined, so that a count that is known makes no loop.
  [[gnu::always_inline]] static void scale(const double* __restrict from, double factor, std::size_t count,
                                           S* __restrict to) {
    for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<S>(from[i] * factor);
  }

  /// Column `j` of B and those beside it, from row `at` on, as one panel. Not inlined, for the sake of the loop over
  /// tiles.
  [[gnu::noinline]] static void pack_panel(const Scalable<S>& b, std::size_t at, std::size_t j, std::size_t lanes,
                                           std::size_t depth, S* packed, S* spare) {
    if (b.plain.data != nullptr) {
      return pack<T::columns>(b.plain.at(at, j), b.plain.column_step, b.plain.row_step, lanes, depth, packed);
    }
    pack_scaled<T::columns>(b.numbers.at(at, j), b.numbers.column_step, b.numbers.row_step, b.factor, lanes, depth,
                            packed, spare);
  }

  /// Whole panels side by side, `move` taking a row of one at a time from matrix to panel.
  template <class From, class Move>
  static void pack_abreast(View<From> from, std::size_t at, std::size_t j, std::size_t depth, S* out, Move&& move) {
    for (std::size_t k = 0; k < depth; ++k, out += T::columns) {
      const From* const row = from.at(at + k, j);
#pragma GCC unroll 8
      for (std::size_t panel = 0; panel < abreast; ++panel) {
        move(row + panel * T::columns, out + panel * T::columns * depth);
      }
    }
  }

  /// Column `j` of B and those beside it, panel after panel, at most so many as stand abreast.
  static void pack_b(const Scalable<S>& b, std::size_t at, std::size_t j, std::size_t lanes, std::size_t depth,
                     S* packed) {
    S* const spare = packed + abreast * T::b_size;
    if constexpr (abreast > 1) {
      const bool is_plain = b.plain.data != nullptr, is_whole = lanes == abreast * T::columns;
      if (is_whole && is_plain && b.plain.column_step == 1) {
        return pack_abreast(b.plain, at, j, depth, packed,
                            [](const S* from, S* to) { __builtin_memcpy(to, from, T::columns * sizeof(S)); });
      }
      if (is_whole && !is_plain && b.numbers.column_step == 1) {
        return pack_abreast(b.numbers, at, j, depth, packed,
                            [&b](const double* from, S* to) { scale(from, b.factor, T::columns, to); });
      }
      for (std::size_t lane = 0; lane < lanes; lane += T::columns) {
        pack_panel(b, at, j + lane, smaller(T::columns, lanes - lane), depth, packed + lane * depth, spare);
      }
    } else {
      pack_panel(b, at, j, lanes, depth, packed, spare);
    }
  }

  /// Asks memory for rows `first` to `last` of the columns from `j` on, which will be packed after this panel: pieces
  /// so far apart are not foreseen.
  /// Inlined, as GCC takes a function that only fetches for one that does nothing.
  template <class From>
  [[gnu::always_inline]] static void fetch(View<From> from, std::size_t j, std::size_t first, std::size_t last) {
    constexpr std::size_t line = 64 / sizeof(From);
    for (std::size_t k = first; k < last; ++k) {
      for (std::size_t lane = 0; lane < T::columns; lane += line) __builtin_prefetch(from.at(k, j) + lane, 0, 2);
    }
  }

  [[gnu::always_inline]] static void fetch_b(const Scalable<S>& b, std::size_t j, std::size_t first, std::size_t last) {
#if !defined(__wasm__)  // it has no instruction for that
    if (b.plain.data != nullptr) {
      if (b.plain.column_step == 1) fetch(b.plain, j, first, last);
    } else if (b.numbers.column_step == 1) {
      fetch(b.numbers, j, first, last);
    }
#else
    (void)b, (void)j, (void)first, (void)last;
#endif
  }

  /// One tile of C, through a copy where it hangs over the edge. Not inlined: in WebAssembly the innermost loop was
  /// measured to run up to a tenth slower amid the loops around it.
  [[gnu::noinline]] static void tile(std::size_t depth, const S* a, const S* b, std::size_t height, std::size_t width,
                                     S* c, std::size_t c_step, bool add) {
    if (height == T::rows && width == T::columns) return T::multiply(depth, a, b, c, c_step, add);
    S whole[T::rows * T::columns] = {};
    for (std::size_t r = 0; add && r < height; ++r) {
      for (std::size_t column = 0; column < width; ++column) whole[r * T::columns + column] = c[r * c_step + column];
    }
    T::multiply(depth, a, b, whole, T::columns, true);
    for (std::size_t r = 0; r < height; ++r) {
      for (std::size_t column = 0; column < width; ++column) c[r * c_step + column] = whole[r * T::columns + column];
    }
  }

  /// The tiles of C for one panel of A and those of B that stand abreast.
  static void tiles(std::size_t depth, const S* a, const S* b, std::size_t height, std::size_t width, S* c,
                    std::size_t c_step, bool add) {
    if constexpr (abreast > 1) {
      for (std::size_t lane = 0; lane < width; lane += T::columns) {
        tile(depth, a, b + lane * depth, height, smaller(T::columns, width - lane), c + lane, c_step, add);
      }
    } else {
      tile(depth, a, b, height, width, c, c_step, add);
    }
  }

  /// One block of rows of C, and one block of k, from `at` on: A is packed as a whole, B a few panels at a time.
  static void block(std::size_t m, std::size_t n, std::size_t at, std::size_t depth, View<S> a, const Scalable<S>& b,
                    S* c, S* packed) {
    S* const a_packed = packed;
    S* const b_packed = packed + T::a_size;
    for (std::size_t i = 0; i < m; i += T::rows) {
      pack<T::rows>(a.at(i, at), a.row_step, a.column_step, smaller(T::rows, m - i), depth, a_packed + i * depth);
    }
    constexpr std::size_t columns = abreast * T::columns;
    for (std::size_t j = 0; j < n; j += columns) {
      const std::size_t width = smaller(columns, n - j);
      pack_b(b, at, j, width, depth, b_packed);
      const bool is_last = j + columns >= n;
      for (std::size_t i = 0; i < m; i += T::rows) {
        if (!is_last) fetch_b(b, j + columns, at + smaller(i, depth), at + smaller(i + T::rows, depth));
        tiles(depth, a_packed + i * depth, b_packed, smaller(T::rows, m - i), width, c + i * n + j, n, at > 0);
      }
    }
  }

  static void multiply(const Factors<S>& factors, S* c, S* packed) {
    const auto& [m, n, k, a, b] = factors;
    for (std::size_t i = 0; i < m; i += T::row_block) {
      const std::size_t height = smaller(T::row_block, m - i);
      for (std::size_t at = 0; at < k; at += T::depth_block) {
        const std::size_t depth = smaller(T::depth_block, k - at);
        block(height, n, at, depth, {a.at(i, 0), a.row_step, a.column_step}, b, c + i * n, packed);
      }
    }
  }
};

/// The kernel that the including file offers.
template <class T>
constexpr Kernel<typename T::Scalar> kernel_of() {
  return {&Panels<T>::multiply, Panels<T>::packed_size};
}

}  // namespace signalscope::product
