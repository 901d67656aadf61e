// Values out as JSON text: 17 significant digits, and whatever has a `describe` member by member.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "signalscope/value.hpp"

namespace signalscope::json {

/// What the public headers list with `describe(value, visit)`.
template <class T>
concept Described = requires(const T& value) {
  describe(value, [](std::string_view, const auto&) {});
};

/// Builds one JSON text. The caller opens and closes in pairs, and names every member of an object with `key`.
/// NaN and the infinities, which JSON lacks, are the strings "NaN", "Infinity", "-Infinity".
class Writer {
 public:
  void open_object() { open('{'); }
  void close_object() { close('}'); }
  void open_array() { open('['); }
  void close_array() { close(']'); }
  void key(std::string_view name);

  void null() { raw("null"); }
  void value(bool flag) { raw(flag ? "true" : "false"); }
  void value(double number);
  void value(std::string_view text);
  void value(const std::string& text) { value(std::string_view(text)); }
  void value(const char* text) { value(std::string_view(text)); }
  /// On one line, as a list of numbers is one thing to a reader.
  void value(std::span<const double> numbers);
  void value(const std::vector<double>& numbers) { value(std::span<const double>(numbers)); }
  void value(const std::vector<std::string>& words);
  /// One row a line.
  void value(const Matrix& matrix);
  void value(const Value& value) {
    std::visit([this](const auto& content) { this->value(content); }, value);
  }

  template <std::integral Whole>
  requires(!std::same_as<Whole, bool>) void value(Whole number) { raw(std::to_string(number)); }

  template <class T>
  void value(const std::optional<T>& content) {
    if (content) {
      value(*content);
    } else {
      null();
    }
  }

  template <class T>
  requires(!std::same_as<T, double> && !std::same_as<T, std::string>) void value(const std::vector<T>& elements) {
    open_array();
    for (const T& element : elements) value(element);
    close_array();
  }

  template <Described T>
  void value(const T& content) {
    open_object();
    members(content);
    close_object();
  }

  /// The members of `content` into the object that is open.
  template <Described T>
  void members(const T& content) {
    describe(content, [this](std::string_view name, const auto& part) { this->member(name, part); });
  }

  template <class T>
  void member(std::string_view name, const T& content) {
    key(name);
    value(content);
  }

  /// The text, closed by a line break.
  std::string take() {
    text_ += '\n';
    return std::move(text_);
  }

 private:
  void open(char bracket);
  void close(char bracket);
  void raw(std::string_view text);
  /// Comma, line break and indentation, as the place demands.
  void separate();
  void append_quoted(std::string_view text);
  void append_number(double number);

  std::string text_;
  std::size_t depth_ = 0;
  bool first_ = true;       ///< nothing stands yet in what was opened last
  bool after_key_ = false;  ///< the value goes on the line of its key
};

}  // namespace signalscope::json
