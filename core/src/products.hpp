// The products of a run, with the working memory that they share.
#pragma once

#include <vector>

#include "product_kernel.hpp"
#include "signal.hpp"

namespace signalscope {

/// Which factor is transposed.
enum class Transposed { neither, first, second };

template <class S>
class Products {
 public:
  /// out = a b, with one of the two transposed where asked. `out` is resized and may be neither factor.
  void multiply(const Signal<S>& a, const Signal<S>& b, Transposed transposed, Signal<S>& out);

 private:
  std::vector<S> packed_;
};

}  // namespace signalscope
