#include "from_js.hpp"

#include <emscripten/wire.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

extern "C" {
// In records.cjs: takes and gives handles of JavaScript values; the caller owns the one that it gets.
emscripten::EM_VAL signalscope_read_record(emscripten::EM_VAL object);
}

namespace signalscope::wasm {
namespace {

using emscripten::val;

constexpr double longest_text = 1 << 24;  // as signalscopeLimit in records.cjs

std::vector<double> copy_list(const val& numbers) {
  std::vector<double> list(numbers["length"].as<std::size_t>());
  if (!list.empty()) val(emscripten::typed_memory_view(list.size(), list.data())).call<void>("set", numbers);
  return list;
}

Value copy_matrix(const val& content) {
  return Matrix{content["rows"].as<std::size_t>(), content["columns"].as<std::size_t>(), copy_list(content["values"])};
}

/// In the core's form: the field, what it was, what it may be.
Problem refused(const std::string& code, const std::string& field, const std::string& was, const std::string& may_be) {
  return {code, field, field + ": was " + was + "; may be " + may_be + "."};
}

Problem refused_kind(const std::string& field, const std::string& kind, const std::string& detail) {
  if (kind == "ragged") {
    return refused("wrong_shape", field, "rows of unequal length", "a matrix, rows * columns numbers");
  }
  if (kind == "not_numbers") {
    return refused("not_a_number", field, "a " + detail + " with an entry that is no number", "numbers only");
  }
  if (kind == "too_long") return refused("too_large", field, detail, "16777216 at most");
  return refused("wrong_kind", field, detail, "a number, a word, true or false, a list or a matrix");
}

std::variant<Value, Problem> read_content(const std::string& field, const val& entry) {
  const std::string kind = entry[1].as<std::string>();
  const val content = entry[2];
  if (kind == "flag") return Value{content.as<bool>()};
  if (kind == "number") return Value{content.as<double>()};
  if (kind == "word") return Value{content.as<std::string>()};
  if (kind == "list") return Value{copy_list(content)};
  if (kind == "matrix") return copy_matrix(content);
  return refused_kind(field, kind, content.as<std::string>());
}

}  // namespace

Result<std::vector<Entry>> read_entries(const val& object) {
  const val entries = val::take_ownership(signalscope_read_record(object.as_handle()));
  const auto count = entries["length"].as<std::size_t>();
  std::vector<Entry> read;
  read.reserve(count);
  for (std::size_t index = 0; index < count; ++index) {
    const val entry = entries[index];
    if (entry[1].as<std::string>() == "no_record") {
      return Problem{"wrong_kind", "",
                     "the record was " + entry[2].as<std::string>() + "; may be an object of fields."};
    }
    std::string name = entry[0].as<std::string>();
    auto content = read_content(name, entry);
    read.push_back({std::move(name), std::move(content)});
  }
  return read;
}

Result<std::string> read_text(const val& text, const std::string& field) {
  if (!text.isString()) return refused("wrong_kind", field, text.typeOf().as<std::string>(), "a text");
  const double length = text["length"].as<double>();
  if (length > longest_text) return refused("too_large", field, "a longer text", "16777216 characters at most");
  return text.as<std::string>();
}

Result<int> read_whole(const val& number, const std::string& field) {
  const std::string allowed = "a whole number up to 2147483647";
  if (!number.isNumber()) return refused("wrong_kind", field, number.typeOf().as<std::string>(), allowed);
  const double value = number.as<double>();
  // Written so that NaN fails it.
  const bool fits = std::abs(value) <= std::numeric_limits<int>::max() && value == std::floor(value);
  if (!fits) return refused("not_whole", field, std::to_string(value), allowed);
  return static_cast<int>(value);
}

}  // namespace signalscope::wasm
