// From the core to JavaScript: plain values and copies. Nothing that leaves points into WebAssembly's memory, so it
// stays whole when that memory grows.
#pragma once

#include <emscripten/val.h>

#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "signalscope/problem.hpp"
#include "signalscope/value.hpp"

namespace signalscope::wasm {

template <class T>
emscripten::val to_js(const T& value);

/// The visitor that `describe` calls with each member of a result.
class ObjectWriter {
 public:
  template <class T>
  void operator()(const char* name, const T& member) {
    object_.set(name, to_js(member));
  }
  emscripten::val object() const { return object_; }

 private:
  emscripten::val object_ = emscripten::val::object();
};

template <class T>
concept Described = requires(const T& value, ObjectWriter& writer) {
  describe(value, writer);
};

/// A Float64Array with a buffer of its own.
inline emscripten::val copy_of(const std::vector<double>& numbers) {
  const emscripten::val view(emscripten::typed_memory_view(numbers.size(), numbers.data()));
  return emscripten::val::global("Float64Array").new_(view);
}

inline emscripten::val convert(const std::vector<double>& numbers) { return copy_of(numbers); }

inline emscripten::val convert(const Matrix& matrix) {
  emscripten::val object = emscripten::val::object();
  object.set("rows", static_cast<double>(matrix.rows));
  object.set("columns", static_cast<double>(matrix.columns));
  object.set("values", copy_of(matrix.values));
  return object;
}

inline emscripten::val convert(const Problem& problem) {
  emscripten::val object = emscripten::val::object();
  object.set("code", problem.code);
  object.set("field", problem.field);
  object.set("message", problem.message);
  return object;
}

inline emscripten::val convert(const Value& value) {
  return std::visit([](const auto& content) { return to_js(content); }, value);
}

inline emscripten::val convert(const Record& record) {
  emscripten::val object = emscripten::val::object();
  for (const auto& [name, value] : record) object.set(name, to_js(value));
  return object;
}

template <class T>
emscripten::val convert(const std::optional<T>& value) {
  return value ? to_js(*value) : emscripten::val::null();
}

template <class T>
requires(!std::same_as<T, double>) emscripten::val convert(const std::vector<T>& list) {
  emscripten::val array = emscripten::val::array();
  for (std::size_t index = 0; index < list.size(); ++index) array.set(index, to_js(list[index]));
  return array;
}

template <Described T>
emscripten::val convert(const T& value) {
  ObjectWriter writer;
  describe(value, writer);
  return writer.object();
}

template <class T>
emscripten::val to_js(const T& value) {
  if constexpr (std::same_as<T, bool> || std::same_as<T, std::string>) {
    return emscripten::val(value);
  } else if constexpr (std::is_arithmetic_v<T>) {
    return emscripten::val(static_cast<double>(value));
  } else if constexpr (std::same_as<T, std::string_view>) {
    return emscripten::val(std::string(value));
  } else {
    return convert(value);
  }
}

/// What every function gives back: `{ value, problem }`, one of them null.
inline emscripten::val outcome(const Problem& problem) {
  emscripten::val object = emscripten::val::object();
  object.set("value", emscripten::val::null());
  object.set("problem", convert(problem));
  return object;
}

template <class T>
emscripten::val success(const T& value) {
  emscripten::val object = emscripten::val::object();
  object.set("value", to_js(value));
  object.set("problem", emscripten::val::null());
  return object;
}

template <class T>
emscripten::val outcome(const Result<T>& result) {
  return result ? success(result.value()) : outcome(result.problem());
}

}  // namespace signalscope::wasm
