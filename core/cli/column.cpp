#include "column.hpp"

#include <algorithm>

#include "number_text.hpp"
#include "refusal.hpp"
#include "text.hpp"

namespace signalscope::cli {
namespace {

Problem no_column(std::string_view text, const Quantities& known) {
  return refused("unknown_choice", "columns", quoted(text),
                 "NAME, NAME[index] or NAME@layer, the name one of " + joined_names(known));
}

/// Takes a whole number below a million off the front of the text.
std::optional<std::size_t> take_whole(std::string_view& text) {
  constexpr std::size_t most_digits = 6;
  std::size_t value = 0;
  std::size_t length = 0;
  for (; length < text.size() && text[length] >= '0' && text[length] <= '9'; ++length) {
    value = value * 10 + static_cast<std::size_t>(text[length] - '0');
    if (length == most_digits) return std::nullopt;
  }
  if (length == 0) return std::nullopt;
  text.remove_prefix(length);
  return value;
}

bool take(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

const Quantity* find(const Quantities& quantities, std::string_view name) {
  const auto found = std::find_if(quantities.begin(), quantities.end(),
                                  [&](const Quantity& quantity) { return quantity.name == name; });
  return found == quantities.end() ? nullptr : &*found;
}

Content entry(const Content& content, std::size_t index) {
  if (const List* list = std::get_if<List>(&content)) return index < list->size() ? Content((*list)[index]) : Content();
  const auto* lists = std::get_if<std::vector<List>>(&content);
  return lists != nullptr && index < lists->size() ? Content((*lists)[index]) : Content();
}

/// What the indices lead to, before the layer is taken.
Content indexed(const Column& column, const Quantities& row) {
  const Quantity* quantity = find(row, column.name);
  Content content = quantity != nullptr ? quantity->content : Content();
  for (const std::size_t index : column.indices) content = entry(content, index);
  return content;
}

std::size_t length_of(const Content& content) {
  if (const List* list = std::get_if<List>(&content)) return list->size();
  const auto* lists = std::get_if<std::vector<List>>(&content);
  return lists != nullptr ? lists->size() : 0;
}

std::string heading_of(const Column& column) {
  std::string heading = column.name;
  for (const std::size_t index : column.indices) heading.append("[").append(std::to_string(index)).append("]");
  if (column.layer) heading.append("@").append(std::to_string(*column.layer));
  return heading;
}

bool same_cells(const Column& a, const Column& b) {
  return a.name == b.name && a.indices == b.indices && a.layer == b.layer;
}

/// Quantities that are written in a way of their own, whatever the verb.
struct OwnStyle {
  std::string_view name;
  std::string (*text)(double);
};
constexpr OwnStyle own_styles[] = {
    {"output_mean_max", [](double value) { return fixed_text(value, 6); }},
    {"count", whole_text},
    {"statistic", whole_text},
    {"nonfinite_count", whole_text},
    {"dead_units", whole_text},
    {"histogram.zeros", whole_text},
    {"histogram.negative", whole_text},
    {"histogram.positive", whole_text},
    {"histogram.counts", whole_text},
};

std::string number_text(const Quantity& quantity, double value, NumberStyle style) {
  if (quantity.whole) return whole_text(value);
  for (const OwnStyle& own : own_styles) {
    if (own.name == quantity.name) return own.text(value);
  }
  switch (style) {
    case NumberStyle::exponent:
      return exponent_text(value);
    case NumberStyle::fixed:
      return fixed_text(value, 4);
    case NumberStyle::general:
      return general_text(value);
  }
  return "";
}

std::string content_text(const Quantity& quantity, const Content& content, NumberStyle style) {
  if (std::holds_alternative<std::monostate>(content)) return "-";
  if (const auto* word = std::get_if<std::string>(&content)) return one_line(*word);
  if (const double* number = std::get_if<double>(&content)) return number_text(quantity, *number, style);
  std::string text = "[";
  for (std::size_t i = 0; i < length_of(content); ++i) {
    text.append(i > 0 ? " " : "").append(content_text(quantity, entry(content, i), style));
  }
  return text + "]";
}

}  // namespace

Result<Column> parse_column(std::string_view text, const Quantities& known) {
  std::string_view rest = text;
  Column column;
  column.name = rest.substr(0, rest.find_first_of("[@"));
  rest.remove_prefix(column.name.size());
  while (take(rest, '[')) {
    const auto index = take_whole(rest);
    if (!index || !take(rest, ']')) return no_column(text, known);
    column.indices.push_back(*index);
  }
  if (take(rest, '@')) {
    column.layer = take_whole(rest);
    if (!column.layer || *column.layer == 0) return no_column(text, known);
  }
  if (!rest.empty() || find(known, column.name) == nullptr) return no_column(text, known);
  column.heading = heading_of(column);
  return column;
}

Content cell(const Column& column, const Quantities& row) {
  const Content content = indexed(column, row);
  return column.layer ? entry(content, *column.layer - 1) : content;
}

std::vector<Column> fit_to_depth(std::vector<Column> columns, const std::vector<Quantities>& rows) {
  std::vector<Column> fitted;
  for (Column& column : columns) {
    std::size_t deepest = 0;
    for (const Quantities& row : rows) deepest = std::max(deepest, length_of(indexed(column, row)));
    if (column.layer && deepest > 0 && *column.layer > deepest) {
      column.layer = deepest;
      column.heading = heading_of(column) + " (deepest)";
    }
    const bool said =
        std::any_of(fitted.begin(), fitted.end(), [&](const Column& earlier) { return same_cells(earlier, column); });
    if (!said) fitted.push_back(std::move(column));
  }
  return fitted;
}

std::string cell_text(const Column& column, const Quantities& row, NumberStyle style) {
  const Quantity* quantity = find(row, column.name);
  return quantity != nullptr ? content_text(*quantity, cell(column, row), style) : "-";
}

}  // namespace signalscope::cli
