// The ways in which a product can be computed, one file of machine code each.
#pragma once

#include <cstddef>

namespace signalscope::product {

/// Entry (row, column) is data[row * row_step + column * column_step].
template <class S>
struct View {
  const S* data = nullptr;
  std::size_t row_step = 0;
  std::size_t column_step = 0;

  const S* at(std::size_t row, std::size_t column) const { return data + row * row_step + column * column_step; }
};

/// A matrix as it stands, or where that is null `factor` times other numbers, rounded to float64 and then to S.
template <class S>
struct Scalable {
  View<S> plain;
  View<double> numbers;
  double factor;
};

/// A is m x k, B is k x n.
template <class S>
struct Factors {
  std::size_t m, n, k;
  View<S> a;
  Scalable<S> b;
};

/// C = A B with C (m x n) dense and row-major; `packed` holds `packed_size` numbers of working memory, aligned to 64
/// bytes.
template <class S>
struct Kernel {
  void (*multiply)(const Factors<S>& factors, S* c, S* packed) = nullptr;
  std::size_t packed_size = 0;
};

struct Kernels {
  Kernel<float> float32;
  Kernel<double> float64;
};

extern const Kernels avx2_kernels;
extern const Kernels avx512_kernels;
extern const Kernels wasm_kernels;
extern const Kernels fused_kernels;

/// Whether the engine that runs this WebAssembly has the instructions of `fused_kernels`, which wait for this call.
bool link_fused_kernels();

}  // namespace signalscope::product
