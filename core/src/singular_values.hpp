// Singular values of a dense square matrix, without its vectors.
#pragma once

#include <cstddef>
#include <vector>

namespace signalscope {

/// The n singular values of the row-major n x n `matrix`, descending, each right to within a few units of float64's
/// rounding of the largest. Entries are finite, and either all 0 or the largest between 2^-400 and 2^400; the matrix is
/// used up. NaN throughout in the case, never met, that the iteration does not end.
/// Source: Golub and Kahan 1965 (bidiagonal form); Demmel and Kahan 1990, "Accurate Singular Values of Bidiagonal
/// Matrices" (the iteration and when an entry counts as 0).
std::vector<double> singular_values(std::vector<double> matrix, std::size_t n);

}  // namespace signalscope
