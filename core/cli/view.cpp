#include "view.hpp"

#include <limits>
#include <numeric>

namespace signalscope::cli {
namespace {

/// 1, 2, ..., count
std::vector<double> counted(std::size_t count) {
  std::vector<double> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 1.0);
  return numbers;
}

JacobianRow row_of(const JacobianLayer& layer) {
  const std::vector<double>& values = layer.singular_values;
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  if (values.empty()) return {layer.layer, none, none, none, layer.rank};
  const std::size_t half = values.size() / 2;
  const double median = values.size() % 2 == 1 ? values[half] : 0.5 * values[half - 1] + 0.5 * values[half];
  return {layer.layer, values.front(), median, values.back(), layer.rank};
}

}  // namespace

Content Collector::content(const Matrix& matrix) {
  std::vector<List> rows;
  const List values(matrix.values);
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    rows.push_back(values.subspan(row * matrix.columns, matrix.columns));
  }
  return rows;
}

std::vector<Quantities> table_rows(const JacobianScenario&, const Jacobian& result) {
  std::vector<Quantities> rows;
  for (const JacobianLayer& layer : result.layers) rows.push_back(quantities(row_of(layer)));
  return rows;
}

std::vector<Quantities> table_rows(const ActivateScenario& scenario, const Activated& result) {
  std::vector<Quantities> rows;
  for (std::size_t i = 0; i < result.values.size(); ++i) {
    rows.push_back(quantities(ActivatedRow{scenario.values[i], result.values[i], result.derivatives[i]}));
  }
  return rows;
}

Sheet sheet(const Scenario&, const Trace& result) {
  const std::size_t depth = result.rms.size();
  Sheet sheet{{{"layer", counted(depth)}}};
  const auto add = [&](const std::string& name, List list) {
    if (list.size() == depth) sheet.columns.push_back({name, {list.begin(), list.end()}});
  };
  for (const Quantity& quantity : quantities(result)) {
    if (quantity.name == "histogram.edges" || quantity.name == "histogram.counts") continue;  // by bin, not by layer
    if (const List* list = std::get_if<List>(&quantity.content)) add(quantity.name, *list);
    const auto* lists = std::get_if<std::vector<List>>(&quantity.content);
    for (std::size_t i = 0; lists != nullptr && i < lists->size(); ++i) {
      add(quantity.name + "[" + std::to_string(i) + "]", (*lists)[i]);
    }
  }
  return sheet;
}

Sheet sheet(const JacobianScenario&, const Jacobian& result) {
  Sheet sheet{{{"layer", {}}, {"rank", {}}, {"index", {}}, {"singular_value", {}}}};
  for (const JacobianLayer& layer : result.layers) {
    for (std::size_t i = 0; i < layer.singular_values.size(); ++i) {
      const double row[] = {static_cast<double>(layer.layer), static_cast<double>(layer.rank),
                            static_cast<double>(i + 1), layer.singular_values[i]};
      for (std::size_t column = 0; column < sheet.columns.size(); ++column) {
        sheet.columns[column].values.push_back(row[column]);
      }
    }
  }
  return sheet;
}

Sheet sheet(const ActivateScenario& scenario, const Activated& result) {
  return {{{"x", scenario.values}, {"value", result.values}, {"derivative", result.derivatives}}};
}

Sheet sheet(const SymmetryScenario&, const Symmetry& result) {
  return sheet_of_cells({{"gradient", &result.gradient}});
}

Sheet sheet_of_cells(const std::vector<std::pair<std::string, const Matrix*>>& matrices) {
  Sheet sheet{{{"row", {}}, {"column", {}}}};
  const Matrix& first = *matrices.front().second;
  for (std::size_t row = 0; row < first.rows; ++row) {
    for (std::size_t column = 0; column < first.columns; ++column) {
      sheet.columns[0].values.push_back(static_cast<double>(row));
      sheet.columns[1].values.push_back(static_cast<double>(column));
    }
  }
  for (const auto& [name, matrix] : matrices) {
    if (matrix->rows == first.rows && matrix->columns == first.columns) {
      sheet.columns.push_back({name, matrix->values});
    }
  }
  return sheet;
}

Sheet sheet_of_numbers(const Quantities& quantities) {
  Sheet sheet;
  for (const Quantity& quantity : quantities) {
    const double* number = std::get_if<double>(&quantity.content);
    if (number != nullptr) sheet.columns.push_back({quantity.name, {*number}});
  }
  return sheet;
}

}  // namespace signalscope::cli
