// A linear map of a block: its weights and its biases.
#pragma once

#include <Eigen/Core>
#include <optional>

#include "products.hpp"
#include "shared_draws.hpp"
#include "signal.hpp"

namespace signalscope {

template <class S>
using Bias = Eigen::Matrix<S, 1, Eigen::Dynamic>;

/// Weights that are `std` times normals which other runs read as well. They are never written out: a product scales
/// them as it packs them.
struct ScaledNormals {
  KeptNormals normals;
  Multiple multiple;  ///< of the normals, fan_in x fan_out
};

template <class S>
struct LinearMap {
  Signal<S> weight;  ///< fan_in x fan_out; of no meaning where there are scaled normals
  Bias<S> bias;      ///< empty where there is none
  std::optional<ScaledNormals> scaled = std::nullopt;

  /// out = x W, or x W' where the second is `transposed`.
  void apply(Products<S>& products, const Signal<S>& x, Transposed transposed, Signal<S>& out) const {
    if (scaled) {
      products.multiply(x, scaled->multiple, transposed, out);
    } else {
      products.multiply(x, weight, transposed, out);
    }
  }

  Signal<S> written_out() const { return scaled ? evaluate<S>(scaled->multiple) : weight; }
};

}  // namespace signalscope
