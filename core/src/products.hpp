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
/// of WebAssembly, AVX2 or AVX-512.
enum class ProductPath { eigen, wasm, avx2, avx512 };

/// Whether this build has the path and this machine can run it.
bool is_available(ProductPath path);
/// The widest path that is available, or a narrower one that the environment variable SIGNALSCOPE_PRODUCTS names
/// (`eigen`, `avx2` or `avx512`; a name that is none or not available is left alone). Read once.
ProductPath default_product_path();

template <class S>
class Products {
 public:
  explicit Products(ProductPath path = default_product_path());

  /// out = a b, with one of the two transposed where asked. `out` is resized and may be neither factor. Every entry is
  /// summed in order; the kernels with a fused multiply-add round once a term, the others twice.
  void multiply(const Signal<S>& a, const Signal<S>& b, Transposed transposed, Signal<S>& out);

 private:
  product::Kernel<S> kernel_;
  std::unique_ptr<Numbers<S>> packed_;  ///< taken at the first product
};

}  // namespace signalscope
