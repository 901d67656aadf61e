#include "json.hpp"

#include <algorithm>
#include <limits>

namespace signalscope::json {
namespace {

const Node null_node;

}  // namespace

Node::Node(double number) : content_(number) {}
Node::Node(std::string text) : content_(std::move(text)) {}
Node::Node(Array elements) : content_(std::move(elements)) {}
Node::Node(Object members) : content_(std::move(members)) {}

bool Node::flag() const {
  const bool* flag = std::get_if<bool>(&content_);
  return flag != nullptr && *flag;
}

double Node::number() const {
  if (const double* number = std::get_if<double>(&content_)) return *number;
  if (text() == "Infinity") return std::numeric_limits<double>::infinity();
  if (text() == "-Infinity") return -std::numeric_limits<double>::infinity();
  return std::numeric_limits<double>::quiet_NaN();
}

const std::string& Node::text() const {
  static const std::string none;
  const std::string* text = std::get_if<std::string>(&content_);
  return text != nullptr ? *text : none;
}

std::size_t Node::size() const { return is(Kind::object) ? members().size() : elements().size(); }

const Node& Node::operator[](std::size_t index) const {
  if (index >= size()) return null_node;
  return is(Kind::object) ? members()[index].value : elements()[index];
}

const Node& Node::operator[](std::string_view key) const {
  for (const Member& member : members()) {
    if (member.key == key) return member.value;
  }
  return null_node;
}

bool Node::has(std::string_view key) const {
  return std::any_of(members().begin(), members().end(), [&](const Member& member) { return member.key == key; });
}

std::vector<std::string> Node::keys() const {
  std::vector<std::string> names;
  for (const Member& member : members()) names.push_back(member.key);
  return names;
}

const Node::Array& Node::elements() const {
  static const Array none;
  const Array* elements = std::get_if<Array>(&content_);
  return elements != nullptr ? *elements : none;
}

const Node::Object& Node::members() const {
  static const Object none;
  const Object* members = std::get_if<Object>(&content_);
  return members != nullptr ? *members : none;
}

std::vector<double> Node::numbers() const {
  std::vector<double> values;
  values.reserve(elements().size());
  for (const Node& element : elements()) values.push_back(element.number());
  return values;
}

Matrix Node::matrix() const {
  Matrix matrix;
  matrix.rows = elements().size();
  matrix.columns = (*this)[std::size_t{0}].elements().size();
  for (const Node& row : elements()) {
    if (!row.is(Kind::array) || row.size() != matrix.columns) return {};
    const std::vector<double> values = row.numbers();
    matrix.values.insert(matrix.values.end(), values.begin(), values.end());
  }
  return matrix;
}

}  // namespace signalscope::json
