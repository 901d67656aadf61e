#include "input.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "refusal.hpp"
#include "signalscope/catalog.hpp"
#include "text.hpp"
#include "text_file.hpp"

namespace signalscope::cli {
namespace {

using json::Kind;
using json::Node;
using Status = std::optional<Problem>;

std::string shown(const Node& node) {
  switch (node.kind()) {
    case Kind::null:
      return "null";
    case Kind::flag:
      return node.flag() ? "true" : "false";
    case Kind::number:
      return "a number";
    case Kind::text:
      return quoted(node.text());
    case Kind::array:
      return "a list";
    case Kind::object:
      return "an object";
  }
  return "";
}

bool all_of_kind(const Node& list, Kind kind) {
  return std::all_of(list.elements().begin(), list.elements().end(), [&](const Node& node) { return node.is(kind); });
}

Problem not_numbers(const std::string& field, const Node& list, const std::string& where) {
  const auto& elements = list.elements();
  const auto odd =
      std::find_if(elements.begin(), elements.end(), [](const Node& node) { return !node.is(Kind::number); });
  return refused("wrong_shape", field,
                 "a list with " + shown(*odd) + " at place " + std::to_string(odd - elements.begin() + 1) + where,
                 "a list of numbers, or a list of rows of numbers, all rows of one length");
}

Result<Value> matrix_from(const std::string& field, const Node& rows) {
  const std::size_t columns = rows[std::size_t{0}].size();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string row = "row " + std::to_string(i + 1);
    if (!all_of_kind(rows[i], Kind::number)) return not_numbers(field, rows[i], " of " + row);
    if (rows[i].size() == columns) continue;
    return refused("wrong_shape", field,
                   "rows of which " + row + " has " + std::to_string(rows[i].size()) + " numbers and row 1 has " +
                       std::to_string(columns),
                   "rows of one length");
  }
  return Value(rows.matrix());
}

/// Takes the text of a member that is optional.
Status take_text(const Node& object, const std::string& key, std::string& out) {
  if (!object.has(key)) return std::nullopt;
  if (!object[key].is(Kind::text)) return refused("wrong_kind", key, shown(object[key]), "a text in double quotes");
  out = object[key].text();
  return std::nullopt;
}

/// Appends every member but those of `apart` to the record.
Status take_fields(const Node& object, std::initializer_list<std::string_view> apart, Record& out) {
  for (const json::Member& member : object.members()) {
    if (std::find(apart.begin(), apart.end(), member.key) != apart.end()) continue;
    Result<Value> value = value_from(member.key, member.value);
    if (!value) return value.problem();
    out.emplace_back(member.key, std::move(value.value()));
  }
  return std::nullopt;
}

Status take_columns(const Node& root, std::vector<std::string>& out) {
  const Node& columns = root["columns"];
  if (!root.has("columns")) return std::nullopt;
  if (!columns.is(Kind::array) || !all_of_kind(columns, Kind::text)) {
    return refused("wrong_kind", "columns", shown(columns), "a list of texts, such as [\"rms@1\"]");
  }
  for (const Node& column : columns.elements()) out.push_back(column.text());
  return std::nullopt;
}

Status take_series(const Node& root, Input& input) {
  Record base;
  if (root.has("base")) {
    if (!root["base"].is(Kind::object))
      return refused("wrong_kind", "base", shown(root["base"]), "an object of fields");
    if (auto problem = take_fields(root["base"], {}, base)) return problem;
  }
  const Node& list = root["series"];
  if (!list.is(Kind::array) || list.size() == 0 || !all_of_kind(list, Kind::object)) {
    const std::string was = list.is(Kind::array) && list.size() > 0 ? "a list with something else than objects"
                            : list.is(Kind::array)                  ? "an empty list"
                            : root.has("series")                    ? shown(list)
                                                                    : "missing";
    return refused("wrong_shape", "series", was, "a list of at least one object of fields");
  }
  for (const Node& node : list.elements()) {
    Series series{"series " + std::to_string(input.series.size() + 1), base};
    if (auto problem = take_text(node, "label", series.label)) return problem;
    if (auto problem = take_fields(node, {"label"}, series.fields)) return problem;
    input.series.push_back(std::move(series));
  }
  return std::nullopt;
}

Status check_keys(const Node& root) {
  constexpr std::string_view known[] = {"title", "verb", "lab", "base", "series", "columns"};
  for (const std::string& key : root.keys()) {
    if (std::find(std::begin(known), std::end(known), key) != std::end(known)) continue;
    return Problem{"unknown_field", key,
                   quoted(key) +
                       ": is no field beside series and base; may be one of title, verb, lab, base, series, "
                       "columns."};
  }
  return std::nullopt;
}

Result<Input> input_like_a_preset(const Node& root) {
  Input input;
  input.several = true;
  if (auto problem = check_keys(root)) return *problem;
  if (auto problem = take_text(root, "title", input.title)) return *problem;
  if (auto problem = take_text(root, "verb", input.verb)) return *problem;
  if (auto problem = take_columns(root, input.columns)) return *problem;
  if (auto problem = take_series(root, input)) return *problem;
  return input;
}

Result<Input> input_of_one(const Node& root) {
  Input input;
  Series series{"scenario", {}};
  if (auto problem = take_text(root, "title", input.title)) return *problem;
  if (auto problem = take_text(root, "label", series.label)) return *problem;
  if (auto problem = take_fields(root, {"title", "label"}, series.fields)) return *problem;
  input.series.push_back(std::move(series));
  return input;
}

Result<Input> input_of_preset(const std::string& name) {
  const Result<Node> all = presets();
  if (!all) return all.problem();
  if (all->has(name)) return input_from(all.value()[name]);
  return refused("unknown_preset", "preset", quoted(name), "one of " + joined(all->keys()));
}

}  // namespace

Result<Value> value_from(const std::string& field, const Node& node) {
  switch (node.kind()) {
    case Kind::flag:
      return Value(node.flag());
    case Kind::number:
      return Value(node.number());
    case Kind::text:
      return Value(node.text());
    case Kind::array:
      if (node.size() > 0 && all_of_kind(node, Kind::array)) return matrix_from(field, node);
      if (!all_of_kind(node, Kind::number)) return not_numbers(field, node, "");
      return Value(node.numbers());
    case Kind::null:
    case Kind::object:
      break;
  }
  return refused("wrong_kind", field, shown(node), "a number, a text, a flag, a list, or left out for its default");
}

Result<Input> input_from(const Node& root) {
  if (!root.is(Kind::object)) {
    return refused_subject("wrong_kind", "the file", shown(root), "an object of fields, or one like a preset");
  }
  return root.has("series") || root.has("base") ? input_like_a_preset(root) : input_of_one(root);
}

Result<Input> read_input(const Arguments& arguments) {
  if (arguments.preset) return input_of_preset(*arguments.preset);
  if (!arguments.file) return input_from(Node(Node::Object{}));
  const Result<std::string> text = read_text_file(*arguments.file, json::size_limit);
  if (!text) return text.problem();
  const Result<Node> root = json::parse(text.value(), *arguments.file == "-" ? "standard input" : *arguments.file);
  if (!root) return root.problem();
  return input_from(root.value());
}

Result<Node> presets() { return json::parse(presets_json(), "the presets"); }

}  // namespace signalscope::cli
