#include "text.hpp"

namespace signalscope::cli {
namespace {

unsigned byte_at(std::string_view text, std::size_t index) { return static_cast<unsigned char>(text[index]); }

/// Bytes that a first byte announces; 0 for a byte that opens nothing.
std::size_t announced_length(unsigned first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return 2;
  if (first >= 0xE0 && first <= 0xEF) return 3;
  if (first >= 0xF0 && first <= 0xF4) return 4;
  return 0;
}

/// Refuses overlong forms, surrogates and what lies beyond 0x10FFFF (Unicode, table 3-7).
bool second_byte_fits(unsigned first, unsigned second) {
  const unsigned low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  const unsigned high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  return second >= low && second <= high;
}

/// C1 controls and the line and paragraph separators break a line in some readers.
bool breaks_a_line(std::string_view character) {
  const unsigned first = byte_at(character, 0);
  return first < 0x20 || first == 0x7F || (first == 0xC2 && byte_at(character, 1) < 0xA0) ||
         character == "\xE2\x80\xA8" || character == "\xE2\x80\xA9";
}

void append_escape(std::string& text, unsigned byte) {
  constexpr std::string_view digits = "0123456789abcdef";
  if (byte == '\n') {
    text += "\\n";
  } else if (byte == '\t') {
    text += "\\t";
  } else {
    text += "\\x";
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
}

std::string escaped(std::string_view text, std::size_t most) {
  std::string out;
  std::size_t at = 0;
  for (std::size_t count = 0; at < text.size() && count < most; ++count) {
    const std::size_t length = utf8_length(text.substr(at));
    if (length == 0) {
      append_escape(out, byte_at(text, at++));
      continue;
    }
    const std::string_view character = text.substr(at, length);
    at += length;
    if (!breaks_a_line(character)) {
      out += character;
      continue;
    }
    for (const char byte : character) append_escape(out, static_cast<unsigned char>(byte));
  }
  if (at < text.size()) out += "...";
  return out;
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
  const std::size_t length = text.empty() ? 0 : announced_length(byte_at(text, 0));
  if (length > text.size() || length < 2) return length > text.size() ? 0 : length;
  if (!second_byte_fits(byte_at(text, 0), byte_at(text, 1))) return 0;
  for (std::size_t i = 2; i < length; ++i) {
    if ((byte_at(text, i) & 0xC0) != 0x80) return 0;
  }
  return length;
}

std::size_t code_points(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count) {
    const std::size_t length = utf8_length(text.substr(at));
    at += length == 0 ? 1 : length;
  }
  return count;
}

void append_utf8(std::string& text, char32_t code) {
  const auto add = [&](char32_t byte) { text += static_cast<char>(byte); };
  const auto tail = [&](int shift) { add(0x80 | ((code >> shift) & 0x3F)); };
  if (code < 0x80) {
    add(code);
  } else if (code < 0x800) {
    add(0xC0 | (code >> 6));
    tail(0);
  } else if (code < 0x10000) {
    add(0xE0 | (code >> 12));
    tail(6);
    tail(0);
  } else {
    add(0xF0 | (code >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

std::string one_line(std::string_view text) { return escaped(text, std::string_view::npos); }

std::string shortened(std::string_view text) { return escaped(text, 40); }

std::string quoted(std::string_view text) { return std::string("\"").append(shortened(text)).append("\""); }

std::string joined(const std::vector<std::string>& words, std::string_view separator) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) text.append(i > 0 ? separator : "").append(words[i]);
  return text;
}

}  // namespace signalscope::cli
