// What a caller can say of one field, whatever it speaks: JSON, a JavaScript object, an attribute, `--set`.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace signalscope {

/// A dense matrix, row-major: `values[row * columns + column]`, `values.size() == rows * columns`.
struct Matrix {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<double> values;

  double& at(std::size_t row, std::size_t column) { return values[row * columns + column]; }
  double at(std::size_t row, std::size_t column) const { return values[row * columns + column]; }
  friend bool operator==(const Matrix&, const Matrix&) = default;
};

/// A flag, a number, a word, a list of numbers, or a list of rows. A ragged list of rows is never made:
/// the caller that converts refuses it as `wrong_shape`.
using Value = std::variant<bool, double, std::string, std::vector<double>, Matrix>;

/// Fields by name, in the order in which the caller gave them.
using Record = std::vector<std::pair<std::string, Value>>;

}  // namespace signalscope
