// The matrix type of everything that travels through a stack.
#pragma once

#include <Eigen/Core>

namespace signalscope {

/// Row-major, as NumPy and PyTorch fill and read their arrays.
template <class S>
using Signal = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

}  // namespace signalscope
