#include "field_text.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace signalscope {
namespace {

constexpr std::size_t longest_shown = 40;

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t at = text.find(separator);
    parts.push_back(trimmed(text.substr(0, at)));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

/// Keeps a text to one line and a few words, so that a problem stays readable whatever it quotes.
std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text.substr(0, longest_shown)) {
    const auto byte = static_cast<unsigned char>(c);
    out += byte < 0x20 || byte == 0x7f ? '?' : c;
  }
  if (text.size() > longest_shown) {
    // Never cut inside a UTF-8 sequence.
    while (out.size() > 1 && (static_cast<unsigned char>(out.back()) & 0xc0) == 0x80) out.pop_back();
    if (static_cast<unsigned char>(out.back()) >= 0xc0) out.pop_back();
    out += "...";
  }
  return out + "\"";
}

std::string range_text(const std::optional<Range>& range) {
  if (!range) return "";
  const std::string low = shown_number(range->minimum), high = shown_number(range->maximum);
  if (range->above_minimum) return " above " + low + " and at most " + high;
  return " from " + low + " to " + high;
}

bool within(const std::optional<Range>& range, double number) {
  if (!range) return true;
  if (range->checked_later) return std::fabs(number) <= 2147483647.0;
  const bool above = range->above_minimum ? number > range->minimum : number >= range->minimum;
  return above && number <= range->maximum;
}

std::optional<Problem> check_number(const FieldShape& shape, const Value& value) {
  const double* number = std::get_if<double>(&value);
  if (!number || std::isnan(*number)) return refused("not_a_number", shape, value);
  if (!std::isfinite(*number)) return refused("out_of_range", shape, value);
  if (shape.kind == FieldKind::whole && *number != std::floor(*number)) return refused("not_whole", shape, value);
  if (!within(shape.range, *number)) return refused("out_of_range", shape, value);
  return std::nullopt;
}

std::optional<Problem> check_entries(const FieldShape& shape, const std::vector<double>& entries) {
  for (double entry : entries) {
    if (!std::isfinite(entry)) return refused("not_a_number", shape, Value(entry));
    if (!within(shape.range, entry)) return refused("out_of_range", shape, Value(entry));
  }
  return std::nullopt;
}

std::optional<Problem> check_choice(const FieldShape& shape, const Value& value) {
  const std::string* word = std::get_if<std::string>(&value);
  if (!word) return refused("wrong_kind", shape, value);
  for (std::string_view choice : shape.choices) {
    if (choice == *word) return std::nullopt;
  }
  return refused("unknown_choice", shape, value);
}

bool is_auto(const Value& value) {
  const std::string* word = std::get_if<std::string>(&value);
  return word && *word == "auto";
}

std::optional<std::vector<double>> parse_list(std::string_view text) {
  std::vector<double> list;
  if (trimmed(text).empty()) return list;
  for (std::string_view part : split(text, ',')) {
    const auto number = parse_number(part);
    if (!number) return std::nullopt;
    list.push_back(*number);
  }
  return list;
}

Result<Value> parse_matrix(const FieldShape& shape, std::string_view text) {
  Matrix matrix;
  if (trimmed(text).empty()) return Value(matrix);
  for (std::string_view row : split(text, ';')) {
    const auto entries = parse_list(row);
    if (!entries) return refused("not_a_number", shape, Value(std::string(text)));
    if (matrix.rows > 0 && entries->size() != matrix.columns) {
      return refused("wrong_shape", shape, Value(std::string(text)));
    }
    matrix.columns = entries->size();
    matrix.rows += 1;
    matrix.values.insert(matrix.values.end(), entries->begin(), entries->end());
  }
  return Value(matrix);
}

/// `[1, 2]` and `[[1, 2], [3, 4]]` are what people paste; the brackets say nothing that the field does not know.
std::string without_brackets(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '[') continue;
    if (text[i] != ']') {
      out += text[i];
      continue;
    }
    std::size_t next = i + 1;
    while (next < text.size() && (text[next] == ' ' || text[next] == ',')) ++next;
    if (next < text.size() && text[next] == '[') {
      out += ';';
      i = next;
    }
  }
  return out;
}

const char* kind_name(FieldKind kind) {
  switch (kind) {
    case FieldKind::whole:
      return "whole";
    case FieldKind::number:
      return "number";
    case FieldKind::number_or_auto:
      return "number_or_auto";
    case FieldKind::flag:
      return "flag";
    case FieldKind::choice:
      return "choice";
    case FieldKind::list:
      return "list";
    case FieldKind::matrix:
      return "matrix";
  }
  return "";
}

}  // namespace

std::string shown_number(double number) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number > 0 ? "Infinity" : "-Infinity";
  char text[40];
  if (number == std::floor(number) && std::fabs(number) < 1e16) {
    std::snprintf(text, sizeof text, "%.0f", number);
    return text;
  }
  for (int digits = 6; digits <= 17; ++digits) {
    std::snprintf(text, sizeof text, "%.*g", digits, number);
    if (std::strtod(text, nullptr) == number) break;
  }
  return text;
}

std::string joined(const std::vector<std::string_view>& words) {
  std::string out;
  for (std::string_view word : words) {
    if (!out.empty()) out += ", ";
    out += word;
  }
  return out;
}

std::string allowed(const FieldShape& shape) {
  switch (shape.kind) {
    case FieldKind::whole:
      return "a whole number" + range_text(shape.range);
    case FieldKind::number:
      return (shape.range ? "a number" : "a finite number") + range_text(shape.range);
    case FieldKind::number_or_auto:
      return (shape.range ? "a number" : "a finite number") + range_text(shape.range) + ", or auto";
    case FieldKind::flag:
      return "true or false";
    case FieldKind::choice:
      return "one of " + joined(shape.choices);
    case FieldKind::list:
      return "a list of finite numbers" + range_text(shape.range);
    case FieldKind::matrix:
      return "a list of rows of finite numbers, all rows of one length";
  }
  return "";
}

std::string shown(const Value& value) {
  if (const bool* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const double* number = std::get_if<double>(&value)) return shown_number(*number);
  if (const std::string* text = std::get_if<std::string>(&value)) return quoted(*text);
  if (const auto* list = std::get_if<std::vector<double>>(&value)) {
    return "a list of " + std::to_string(list->size());
  }
  const Matrix& matrix = std::get<Matrix>(value);
  return "a matrix of " + std::to_string(matrix.rows) + " x " + std::to_string(matrix.columns);
}

Problem refused(std::string code, std::string field, const std::string& was, const std::string& may_be) {
  std::string message = field + ": was " + was + "; may be " + may_be + ".";
  return {std::move(code), std::move(field), std::move(message)};
}

Problem refused(std::string code, const FieldShape& shape, const Value& value) {
  return refused(std::move(code), shape.name, shown(value), allowed(shape));
}

Problem unknown_field_problem(std::string_view name, const std::vector<std::string_view>& names) {
  const std::string shown_name = quoted(name);
  return {"unknown_field", std::string(name.substr(0, longest_shown)),
          shown_name + ": is no field here; may be one of " + joined(names) + "."};
}

Value fit_to_kind(const FieldShape& shape, const Value& value) {
  const double* number = std::get_if<double>(&value);
  const auto* list = std::get_if<std::vector<double>>(&value);
  if (shape.kind == FieldKind::list && number) return std::vector<double>{*number};
  if (shape.kind == FieldKind::matrix && list && list->empty()) return Matrix{};
  if (const Matrix* matrix = std::get_if<Matrix>(&value)) {
    if (shape.kind == FieldKind::list && matrix->values.empty()) return std::vector<double>{};
  }
  return value;
}

std::optional<Problem> check(const FieldShape& shape, const Value& value) {
  switch (shape.kind) {
    case FieldKind::whole:
    case FieldKind::number:
      return check_number(shape, value);
    case FieldKind::number_or_auto:
      return is_auto(value) ? std::nullopt : check_number(shape, value);
    case FieldKind::flag:
      if (std::holds_alternative<bool>(value)) return std::nullopt;
      return refused("wrong_kind", shape, value);
    case FieldKind::choice:
      return check_choice(shape, value);
    case FieldKind::list:
      if (const auto* list = std::get_if<std::vector<double>>(&value)) return check_entries(shape, *list);
      return refused("wrong_kind", shape, value);
    case FieldKind::matrix:
      if (const auto* matrix = std::get_if<Matrix>(&value)) {
        if (matrix->values.size() == matrix->rows * matrix->columns) return check_entries(shape, matrix->values);
      }
      return refused("wrong_kind", shape, value);
  }
  return std::nullopt;
}

std::optional<double> parse_number(std::string_view text) {
  text = trimmed(text);
  if (text.empty() || text.size() > 400) return std::nullopt;
  if (text.find_first_not_of("0123456789+-.eE") != std::string_view::npos) return std::nullopt;
  const std::string copy(text);
  char* end = nullptr;
  const double number = std::strtod(copy.c_str(), &end);
  if (end != copy.c_str() + copy.size()) return std::nullopt;
  return number;
}

Result<Value> parse_text(const FieldShape& shape, std::string_view text) {
  const Value word{std::string(trimmed(text))};
  switch (shape.kind) {
    case FieldKind::number_or_auto:
      if (is_auto(word)) return word;
      [[fallthrough]];
    case FieldKind::whole:
    case FieldKind::number: {
      const auto number = parse_number(text);
      if (!number) return refused("not_a_number", shape, word);
      return Value(*number);
    }
    case FieldKind::flag:
      if (std::get<std::string>(word) == "true") return Value(true);
      if (std::get<std::string>(word) == "false") return Value(false);
      return refused("wrong_kind", shape, word);
    case FieldKind::choice:
      return word;
    case FieldKind::list: {
      const auto list = parse_list(without_brackets(text));
      if (!list) return refused("not_a_number", shape, word);
      return Value(*list);
    }
    case FieldKind::matrix:
      return parse_matrix(shape, without_brackets(text));
  }
  return word;
}

FieldEntry field_entry(const FieldShape& shape, std::string label, std::string help, const Value& default_value) {
  FieldEntry entry;
  entry.name = shape.name;
  entry.label = std::move(label);
  entry.help = std::move(help);
  entry.kind = kind_name(shape.kind);
  if (shape.range) {
    entry.minimum = shape.range->minimum;
    entry.maximum = shape.range->maximum;
  }
  for (std::string_view choice : shape.choices) entry.choices.emplace_back(choice);
  if (const std::string* word = std::get_if<std::string>(&default_value)) {
    entry.default_text = *word;
  } else if (std::holds_alternative<bool>(default_value) || std::holds_alternative<double>(default_value)) {
    entry.default_text = shown(default_value);
  }
  return entry;
}

}  // namespace signalscope
