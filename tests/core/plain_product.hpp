// A product as a plain loop, and the sizes at which every other way to compute it is compared: none is a whole number
// of tiles or blocks.
#pragma once

#include "signal.hpp"

namespace signalscope {

inline constexpr Eigen::Index odd_sizes[] = {1, 2, 3, 5, 7, 17, 63, 65, 129};

/// a b, summed in `Sum` in the order of the terms.
template <class Sum, class S>
Signal<Sum> plain_product(const Signal<S>& a, const Signal<S>& b) {
  Signal<Sum> product(a.rows(), b.cols());
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    for (Eigen::Index j = 0; j < b.cols(); ++j) {
      Sum sum(0);
      for (Eigen::Index k = 0; k < a.cols(); ++k) sum += static_cast<Sum>(a(i, k)) * static_cast<Sum>(b(k, j));
      product(i, j) = sum;
    }
  }
  return product;
}

}  // namespace signalscope
