// Text that people read: UTF-8 by code points, and foreign text made safe to stand in one line of a message.
#pragma once

#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace signalscope::cli {

/// Bytes of the well-formed UTF-8 sequence that opens the text, 1..4; 0 where there is none.
std::size_t utf8_length(std::string_view text);

/// How many code points the text has; bytes that are not UTF-8 count one each.
std::size_t code_points(std::string_view text);

/// Precondition: a code point, so at most 0x10FFFF and no surrogate.
void append_utf8(std::string& text, char32_t code);

/// The text with control characters and bytes that are not UTF-8 written as escapes.
std::string one_line(std::string_view text);

/// `one_line`, cut after 40 code points.
std::string shortened(std::string_view text);

/// `shortened` between double quotes.
std::string quoted(std::string_view text);

/// The words one after the other, with `separator` between them.
std::string joined(const std::vector<std::string>& words, std::string_view separator = ", ");

/// The names of the rows of a table, or of anything else with a `name`.
template <class Rows>
std::string joined_names(const Rows& rows) {
  std::vector<std::string> names;
  names.reserve(std::size(rows));
  for (const auto& row : rows) names.emplace_back(row.name);
  return joined(names);
}

}  // namespace signalscope::cli
