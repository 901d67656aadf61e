// Orthonormal columns from a matrix.
#pragma once

#include <cstddef>
#include <vector>

namespace signalscope {

/// Replaces the row-major rows x columns `matrix`, rows >= columns, by Q of its QR decomposition with the diagonal of R
/// made positive.
void make_columns_orthonormal(std::vector<double>& matrix, std::size_t rows, std::size_t columns);

}  // namespace signalscope
