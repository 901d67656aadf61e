// The Householder reflection. Every sum is a lane sum, so the digits are the same native and in WebAssembly.
#pragma once

#include <cstddef>

namespace signalscope {

/// H = I - scale v v' with v[0] = 1, which maps a vector to (image, 0, ..., 0).
struct Reflection {
  double scale = 0.0;  ///< 0: H is the identity
  double image = 0.0;
};

/// The reflection that keeps only the first entry of x; x[0 .. n) becomes its v. n >= 1, finite entries of any size.
Reflection reflect(double* x, std::size_t n);

}  // namespace signalscope
