#include "json_writer.hpp"

#include <array>
#include <cmath>
#include <cstdio>

#include "number_text.hpp"
#include "text.hpp"

namespace signalscope::json {

void Writer::key(std::string_view name) {
  separate();
  append_quoted(name);
  text_ += ": ";
  after_key_ = true;
}

void Writer::value(double number) {
  separate();
  append_number(number);
}

void Writer::value(std::string_view text) {
  separate();
  append_quoted(text);
}

void Writer::value(std::span<const double> numbers) {
  separate();
  text_ += '[';
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) text_ += ", ";
    append_number(numbers[i]);
  }
  text_ += ']';
}

void Writer::value(const std::vector<std::string>& words) {
  separate();
  text_ += '[';
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text_ += ", ";
    append_quoted(words[i]);
  }
  text_ += ']';
}

void Writer::value(const Matrix& matrix) {
  open_array();
  const std::span<const double> values(matrix.values);
  for (std::size_t row = 0; row < matrix.rows; ++row) value(values.subspan(row * matrix.columns, matrix.columns));
  close_array();
}

void Writer::open(char bracket) {
  separate();
  text_ += bracket;
  ++depth_;
  first_ = true;
}

void Writer::close(char bracket) {
  --depth_;
  if (!first_) {
    text_ += '\n';
    text_.append(2 * depth_, ' ');
  }
  text_ += bracket;
  first_ = false;
}

void Writer::raw(std::string_view text) {
  separate();
  text_ += text;
}

void Writer::separate() {
  if (!after_key_ && depth_ > 0) {
    text_ += first_ ? "\n" : ",\n";
    text_.append(2 * depth_, ' ');
  }
  after_key_ = false;
  first_ = false;
}

void Writer::append_quoted(std::string_view text) {
  text_ += '"';
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = cli::utf8_length(text.substr(at));
    const auto byte = static_cast<unsigned char>(text[at]);
    if (length == 0) {
      text_ += "\xEF\xBF\xBD";  // U+FFFD, for JSON is UTF-8 throughout
    } else if (byte < 0x20) {
      std::array<char, 8> escape{};
      std::snprintf(escape.data(), escape.size(), "\\u%04x", static_cast<unsigned>(byte));
      text_ += escape.data();
    } else {
      if (byte == '"' || byte == '\\') text_ += '\\';
      text_ += text.substr(at, length);
    }
    at += length == 0 ? 1 : length;
  }
  text_ += '"';
}

void Writer::append_number(double number) {
  const std::string digits = cli::full_digits(number);
  text_ += std::isfinite(number) ? digits : "\"" + digits + "\"";
}

}  // namespace signalscope::json
