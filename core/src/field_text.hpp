// What a field may hold, told apart from the record that it belongs to; and every text about it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "signalscope/catalog.hpp"
#include "signalscope/fields.hpp"
#include "signalscope/problem.hpp"
#include "signalscope/value.hpp"

namespace signalscope {

enum class FieldKind { whole, number, number_or_auto, flag, choice, list, matrix };

struct FieldShape {
  std::string name;
  FieldKind kind;
  std::optional<Range> range;
  std::vector<std::string_view> choices;
};

/// "a whole number from 1 to 10000", "one of relu, tanh", ...
std::string allowed(const FieldShape& shape);
/// A value as a reader wrote it, cut to one short line.
std::string shown(const Value& value);
/// A number without a trailing tail of digits: 0.1 as 0.1, 256 as 256.
std::string shown_number(double number);
std::string joined(const std::vector<std::string_view>& words);

/// "field: was X; may be Y."
Problem refused(std::string code, const FieldShape& shape, const Value& value);
/// The same with the texts given, for what several fields decide together.
Problem refused(std::string code, std::string field, const std::string& was, const std::string& may_be);
Problem unknown_field_problem(std::string_view name, const std::vector<std::string_view>& names);

/// A single number where a list is taken stands for a list of one, a flat list where a matrix is taken is left as it
/// is.
Value fit_to_kind(const FieldShape& shape, const Value& value);
std::optional<Problem> check(const FieldShape& shape, const Value& value);
/// Decimal notation only: no `0x`, no `inf`, no `nan`, no blanks inside.
std::optional<double> parse_number(std::string_view text);
Result<Value> parse_text(const FieldShape& shape, std::string_view text);
FieldEntry field_entry(const FieldShape& shape, std::string label, std::string help, const Value& default_value);

}  // namespace signalscope
