// JSON text in, a tree of nodes out. Our own reader, so that the native build needs Eigen and nothing else.
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "signalscope/problem.hpp"
#include "signalscope/value.hpp"

namespace signalscope::json {

/// Limits on one text. They bound the memory and the stack that a hostile text can take.
inline constexpr std::size_t size_limit = std::size_t{64} << 20;  ///< bytes
inline constexpr std::size_t value_limit = std::size_t{4} << 20;  ///< numbers, strings, arrays, objects, all counted
inline constexpr int depth_limit = 64;                            ///< arrays and objects inside one another
inline constexpr std::size_t number_length_limit = 2000;          ///< characters of one number

enum class Kind { null, flag, number, text, array, object };

struct Member;

/// One JSON value. Every accessor is total: what is not there is a null node, and a null node has no elements,
/// no text and the number NaN, so that a path such as `node["series"][2]["rms"].numbers()` needs no checks.
class Node {
 public:
  using Array = std::vector<Node>;
  using Object = std::vector<Member>;

  Node() = default;
  /// Only a bool: a `const char*` would turn into one.
  template <std::same_as<bool> Flag>
  explicit Node(Flag flag);
  explicit Node(double number);
  explicit Node(std::string text);
  explicit Node(Array elements);
  explicit Node(Object members);

  Kind kind() const { return static_cast<Kind>(content_.index()); }
  bool is(Kind kind) const { return this->kind() == kind; }

  /// The flag; false where the node is none.
  bool flag() const;
  /// The number. The words "NaN", "Infinity" and "-Infinity", as results hold them, are read as numbers too.
  double number() const;
  /// The text; empty where the node is none.
  const std::string& text() const;
  /// How many elements or members; 0 for everything else.
  std::size_t size() const;
  /// An element of an array, or the value of a member in the order in which the text has them.
  const Node& operator[](std::size_t index) const;
  /// The member of that name.
  const Node& operator[](std::string_view key) const;
  bool has(std::string_view key) const;
  /// The names of the members in the order in which the text has them.
  std::vector<std::string> keys() const;
  /// The elements of an array, or nothing.
  const Array& elements() const;
  /// The members of an object, or nothing.
  const Object& members() const;
  /// Every element read by `number()`.
  std::vector<double> numbers() const;
  /// An array of arrays of equal length, read by `number()`; empty where it is ragged or something else.
  Matrix matrix() const;

 private:
  std::variant<std::monostate, bool, double, std::string, Array, Object> content_;
};

struct Member {
  std::string key;
  Node value;
};

template <std::same_as<bool> Flag>
Node::Node(Flag flag) : content_(flag) {}

/// Reads one JSON text, as strict as RFC 8259 allows, in UTF-8 without a byte order mark. `source` names the text in
/// problems. Problem: `bad_json`, with line, column and what was expected there.
Result<Node> parse(std::string_view text, std::string_view source = "text");

}  // namespace signalscope::json
