// A column of a table, as presets name it: `rms@1`, `weight_grad_norm[0]@40`, `gradient[0]`, `gradient_ratio`.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "signalscope/problem.hpp"
#include "view.hpp"

namespace signalscope::cli {

struct Column {
  std::string name;
  std::vector<std::size_t> indices;  ///< 0 is the first
  std::optional<std::size_t> layer;  ///< 1 is the first
  std::string heading;
};

/// Problem: `unknown_choice`, where the text is no column or names no quantity of `known`.
Result<Column> parse_column(std::string_view text, const Quantities& known);

/// What stands in the column for one row of a table; nothing where the quantity has no such entry.
Content cell(const Column& column, const Quantities& row);

/// Layers that are deeper than every row go to the deepest one, and their heading says so; columns that then say the
/// same are one.
std::vector<Column> fit_to_depth(std::vector<Column> columns, const std::vector<Quantities>& rows);

/// How the quantities of a verb are written.
enum class NumberStyle { exponent, fixed, general };

/// A cell as text: `-` for nothing, `[a b c]` for a list.
std::string cell_text(const Column& column, const Quantities& row, NumberStyle style);

}  // namespace signalscope::cli
