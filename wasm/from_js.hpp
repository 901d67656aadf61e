// From JavaScript into the core: an object becomes fields, and what no field can hold becomes a problem.
#pragma once

#include <emscripten/val.h>

#include <string>
#include <variant>
#include <vector>

#include "signalscope/problem.hpp"
#include "signalscope/value.hpp"

namespace signalscope::wasm {

/// One own enumerable key of an object, and its value or why it is none.
struct Entry {
  std::string name;
  std::variant<Value, Problem> content;
};

/// Reads an object. Problem: `wrong_kind` where it is none. Problems of single fields stand in their entries.
Result<std::vector<Entry>> read_entries(const emscripten::val& object);

/// The text of a JavaScript string. Problem: `wrong_kind` and so on, about `field`.
Result<std::string> read_text(const emscripten::val& text, const std::string& field);

/// A whole number that an int holds. Problems: `wrong_kind`, `not_whole`, about `field`.
Result<int> read_whole(const emscripten::val& number, const std::string& field);

}  // namespace signalscope::wasm
