// The products of a run, with the working memory that they share.
#pragma once

#include <memory>

#include "numbers.hpp"
#include "product_paths.hpp"
#include "signal.hpp"

namespace signalscope {

/// Which factor is transposed.
enum class Transposed { neither, first, second };

/// The machine code that products run through: Eigen's as it was compiled, or the register-tile kernel for the vectors
/// of WebAssembly, the same with its fused multiply-add, AVX2 or AVX-512.
enum class ProductPath { eigen, wasm, wasm_fused, avx2, avx512 };

/// Whether this build has the path and this machine can run it.
bool is_available(ProductPath path);
/// The widest path that is available, or a narrower one that the environment variable SIGNALSCOPE_PRODUCTS names
/// (`eigen`, `avx2` or `avx512`; a name that is none or not available is left alone). Read once.
ProductPath default_product_path();

/// `factor` times a matrix of float64 numbers that lie elsewhere, row-major. What it stands for is each product rounded
/// to float64 and then to the precision of the other matrices.
struct Multiple {
  const double* numbers;
  Eigen::Index rows, columns;
  double factor;
};

template <class S>
Signal<S> evaluate(const Multiple& multiple) {
  const Eigen::Map<const Signal<double>> numbers(multiple.numbers, multiple.rows, multiple.columns);
  return (numbers * multiple.factor).template cast<S>();
}

template <class S>
class Products {
 public:
  explicit Products(ProductPath path = default_product_path());

  /// Whether a factor may be a multiple at no cost: it is scaled as it is packed.
  bool packs() const { return kernel_.multiply != nullptr; }

  /// out = a b, with one of the two transposed where asked. `out` is resized and may be neither factor. Every entry is
  /// summed in order; the kernels with a fused multiply-add round once a term, the others twice.
  void multiply(const Signal<S>& a, const Signal<S>& b, Transposed transposed, Signal<S>& out);
  /// The same digits as with b written out. Precondition: not `Transposed::first`.
  void multiply(const Signal<S>& a, const Multiple& b, Transposed transposed, Signal<S>& out);

 private:
  void run_kernel(const product::Factors<S>& factors, Signal<S>& out);

  product::Kernel<S> kernel_;
  std::unique_ptr<Numbers<S>> packed_;  ///< taken at the first product
};

}  // namespace signalscope
