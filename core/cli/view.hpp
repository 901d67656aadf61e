// Results seen without their type: quantities by name for tables, columns of numbers for CSV.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "json_writer.hpp"
#include "signalscope/trace.hpp"
#include "signalscope/verbs.hpp"

namespace signalscope::cli {

using List = std::span<const double>;

/// Nothing, a number, a word, a list, or a list of lists (rows of a matrix, linear maps by layer).
using Content = std::variant<std::monostate, double, std::string, List, std::vector<List>>;

struct Quantity {
  std::string name;  ///< members of members with a point: `verdict.code`
  Content content;   ///< lists look into the result, which must outlive them
  bool whole = false;
};

using Quantities = std::vector<Quantity>;

/// Collects what `describe` visits. Lists of records, such as notices, are no quantities.
class Collector {
 public:
  template <class T>
  void operator()(std::string_view name, const T& member) {
    const std::string full_name = prefix_ + std::string(name);
    if constexpr (json::Described<T>) {
      Collector inner(full_name + ".");
      describe(member, inner);
      quantities_.insert(quantities_.end(), inner.quantities_.begin(), inner.quantities_.end());
    } else if constexpr (requires { content(member); }) {
      quantities_.push_back({full_name, content(member), is_whole<T>});
    }
  }

  Quantities take() { return std::move(quantities_); }

  Collector() = default;

 private:
  explicit Collector(std::string prefix) : prefix_(std::move(prefix)) {}

  template <class T>
  static constexpr bool is_whole = std::is_integral_v<T> || std::is_same_v<T, std::optional<int>>;

  static Content content(double number) { return number; }
  static Content content(int number) { return static_cast<double>(number); }
  static Content content(const std::string& word) { return word; }
  static Content content(const std::optional<double>& number) { return number ? Content(*number) : Content(); }
  static Content content(const std::optional<int>& number) { return number ? content(*number) : Content(); }
  static Content content(const std::vector<double>& list) { return List(list); }
  static Content content(const std::vector<std::vector<double>>& lists) {
    return std::vector<List>(lists.begin(), lists.end());
  }
  static Content content(const Matrix& matrix);

  std::string prefix_;
  Quantities quantities_;
};

template <json::Described Result>
Quantities quantities(const Result& result) {
  Collector collector;
  describe(result, collector);
  return collector.take();
}

/// One row of the table of `jacobian`.
struct JacobianRow {
  int layer = 0;
  double largest = 0.0;
  double median = 0.0;
  double smallest = 0.0;
  int rank = 0;
};

template <class Visitor>
void describe(const JacobianRow& r, Visitor&& visit) {
  visit("layer", r.layer);
  visit("largest", r.largest);
  visit("median", r.median);
  visit("smallest", r.smallest);
  visit("rank", r.rank);
}

/// One row of the table of `activate`.
struct ActivatedRow {
  double x = 0.0;
  double value = 0.0;
  double derivative = 0.0;
};

template <class Visitor>
void describe(const ActivatedRow& r, Visitor&& visit) {
  visit("x", r.x);
  visit("value", r.value);
  visit("derivative", r.derivative);
}

/// What a row of a result's table is made of: the whole result, but for those that have many rows.
template <class Result>
struct RowOf {
  using Type = Result;
};
template <>
struct RowOf<Jacobian> {
  using Type = JacobianRow;
};
template <>
struct RowOf<Activated> {
  using Type = ActivatedRow;
};

/// The rows of a result's table.
template <class Scenario, class Result>
std::vector<Quantities> table_rows(const Scenario&, const Result& result) {
  return {quantities(result)};
}
std::vector<Quantities> table_rows(const JacobianScenario& scenario, const Jacobian& result);
std::vector<Quantities> table_rows(const ActivateScenario& scenario, const Activated& result);

/// Columns of one length.
struct Sheet {
  struct Column {
    std::string name;
    std::vector<double> values;
  };
  std::vector<Column> columns;
};

/// A row a layer, with every quantity that has one number a layer.
Sheet sheet(const Scenario& scenario, const Trace& result);
/// A row a singular value.
Sheet sheet(const JacobianScenario& scenario, const Jacobian& result);
/// A row a value.
Sheet sheet(const ActivateScenario& scenario, const Activated& result);
/// A row a weight of the first layer.
Sheet sheet(const SymmetryScenario& scenario, const Symmetry& result);

/// A row a cell of the matrices; those that have not the shape of the first are left out.
Sheet sheet_of_cells(const std::vector<std::pair<std::string, const Matrix*>>& matrices);
/// One row with every number that stands alone.
Sheet sheet_of_numbers(const Quantities& quantities);

/// Of every other result its matrices, cell by cell, or its numbers where it has none.
template <class Scenario, class Result>
Sheet sheet(const Scenario&, const Result& result) {
  std::vector<std::pair<std::string, const Matrix*>> matrices;
  describe(result, [&](std::string_view name, const auto& member) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(member)>, Matrix>) matrices.emplace_back(name, &member);
  });
  return matrices.empty() ? sheet_of_numbers(quantities(result)) : sheet_of_cells(matrices);
}

}  // namespace signalscope::cli
