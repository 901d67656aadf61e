#include "json.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>
#include <utility>

#include "text.hpp"

namespace signalscope::json {
namespace {

using cli::append_utf8;
using cli::code_points;
using cli::one_line;
using cli::quoted;
using cli::shortened;
using cli::utf8_length;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_word_character(char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// Recursive descent. Every step returns false once a problem is set, and the first problem stays.
class Parser {
 public:
  Parser(std::string_view text, std::string_view source) : text_(text), source_(source) {}

  Result<Node> run() {
    Node root;
    const bool ok = within_size() && no_byte_order_mark() && value(root, 0) && nothing_follows();
    if (!ok) return std::move(problem_);
    return root;
  }

 private:
  bool value(Node& out, int depth) {
    skip_space();
    if (++values_ > value_limit) return fail(at_, "more than " + std::to_string(value_limit) + " values");
    switch (peek()) {
      case '{':
        return object(out, depth + 1);
      case '[':
        return array(out, depth + 1);
      case '"': {
        std::string text;
        if (!string(text)) return false;
        out = Node(std::move(text));
        return true;
      }
      default:
        return is_digit(peek()) || peek() == '-' ? number(out) : word(out);
    }
  }

  bool array(Node& out, int depth) {
    if (!enter(depth)) return false;
    Node::Array elements;
    if (!next_is(']')) {
      do {
        if (!value(elements.emplace_back(), depth)) return false;
      } while (next_is(','));
      if (!next_is(']')) return expected("`,` or `]`");
    }
    out = Node(std::move(elements));
    return true;
  }

  bool object(Node& out, int depth) {
    if (!enter(depth)) return false;
    Node::Object members;
    std::set<std::string> seen;
    if (!next_is('}')) {
      do {
        Member& member = members.emplace_back();
        if (!key(member.key, seen) || !value(member.value, depth)) return false;
      } while (next_is(','));
      if (!next_is('}')) return expected("`,` or `}`");
    }
    out = Node(std::move(members));
    return true;
  }

  bool key(std::string& out, std::set<std::string>& seen) {
    skip_space();
    const std::size_t start = at_;
    if (peek() != '"') return expected("a key in double quotes");
    if (!string(out)) return false;
    if (!seen.insert(out).second) return fail(start, "the key " + quoted(out) + " stands twice in one object");
    return next_is(':') || expected("`:`");
  }

  /// Opens an array or object: takes its bracket and counts the depth.
  bool enter(int depth) {
    if (depth > depth_limit) {
      return fail(at_, "arrays and objects nested more than " + std::to_string(depth_limit) + " deep");
    }
    ++at_;
    return true;
  }

  bool string(std::string& out) {
    for (++at_; !at_end() && text_[at_] != '"';) {
      const auto byte = static_cast<unsigned char>(text_[at_]);
      if (byte == '\\') {
        if (!escape(out)) return false;
      } else if (byte < 0x20) {
        return fail(at_, "a control character inside a string: it is written as an escape, such as \\n");
      } else {
        const std::size_t length = utf8_length(text_.substr(at_));
        if (length == 0) return fail(at_, "bytes that are not UTF-8");
        out.append(text_, at_, length);
        at_ += length;
      }
    }
    if (at_end()) return expected("`\"` at the end of a string");
    ++at_;
    return true;
  }

  bool escape(std::string& out) {
    constexpr std::string_view letters = "\"\\/bfnrtu";
    constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
    const std::size_t start = at_++;
    const std::size_t index = at_end() ? std::string_view::npos : letters.find(text_[at_]);
    if (index == std::string_view::npos) return fail(start, "expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u");
    if (letters[index] == 'u') return unicode_escape(out, start);
    out += meanings[index];
    ++at_;
    return true;
  }

  /// `\uXXXX`, or two of them that make one character beyond the first plane.
  bool unicode_escape(std::string& out, std::size_t start) {
    char32_t code = 0;
    if (!four_digits(code)) return false;
    if (code >= 0xD800 && code < 0xDC00 && text_.substr(at_, 2) == "\\u") {
      char32_t low = 0;
      ++at_;
      if (!four_digits(low)) return false;
      if (low < 0xDC00 || low > 0xDFFF) return fail(start, half_pair);
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    if (code >= 0xD800 && code <= 0xDFFF) return fail(start, half_pair);
    append_utf8(out, code);
    return true;
  }

  /// Precondition: at the `u`.
  bool four_digits(char32_t& code) {
    ++at_;
    for (int i = 0; i < 4; ++i, ++at_) {
      constexpr std::string_view digits = "0123456789abcdef";
      const char c = peek();
      const std::size_t digit = digits.find(c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c);
      if (at_end() || digit == std::string_view::npos) return expected("four hexadecimal digits after \\u");
      code = code * 16 + static_cast<char32_t>(digit);
    }
    return true;
  }

  bool number(Node& out) {
    const std::size_t start = at_;
    if (peek() == '-') ++at_;
    if (is_word_character(peek()) && !is_digit(peek())) return no_such_number(start);
    const bool leading_zero = peek() == '0';
    if (!digits()) return expected("a digit");
    if (leading_zero && at_ - start > (text_[start] == '-' ? 2U : 1U)) {
      return fail(start, "a number with a leading zero");
    }
    if (peek() == '.') {
      ++at_;
      if (!digits()) return expected("a digit after the point");
    }
    if (peek() == 'e' || peek() == 'E') {
      ++at_;
      if (peek() == '+' || peek() == '-') ++at_;
      if (!digits()) return expected("a digit in the exponent");
    }
    return convert(out, start);
  }

  bool convert(Node& out, std::size_t start) {
    if (at_ - start > number_length_limit) {
      return fail(start, "a number of more than " + std::to_string(number_length_limit) + " characters");
    }
    const std::string copy(text_.substr(start, at_ - start));  // strtod wants an end that it can see
    const double converted = std::strtod(copy.c_str(), nullptr);
    if (std::isinf(converted)) {
      return fail(start, "the number " + shortened(copy) + " is beyond the largest float64, 1.7976931348623157e308");
    }
    out = Node(converted);
    return true;
  }

  bool digits() {
    const std::size_t start = at_;
    while (is_digit(peek())) ++at_;
    return at_ > start;
  }

  bool word(Node& out) {
    const std::size_t start = at_;
    while (is_word_character(peek())) ++at_;
    const std::string_view found = text_.substr(start, at_ - start);
    if (found == "true" || found == "false") {
      out = Node(found == "true");
      return true;
    }
    if (found == "null") return true;
    at_ = start;
    if (found == "NaN" || found == "Infinity") return no_such_number(start);
    return expected("a value (text stands in double quotes)");
  }

  bool no_such_number(std::size_t start) {
    at_ = start + (text_[start] == '-' ? 1 : 0);
    const std::size_t word_start = at_;
    while (is_word_character(peek())) ++at_;
    const std::string_view found = text_.substr(word_start, at_ - word_start);
    at_ = word_start;
    if (found != "NaN" && found != "Infinity") return expected("a digit");
    const std::string written(text_.substr(start, word_start - start + found.size()));
    return fail(start, "JSON has no number " + written + ": where it is allowed, as in results, it is the string \"" +
                           written + "\"");
  }

  bool within_size() {
    if (text_.size() <= size_limit) return true;
    problem_ = Problem{"bad_json", "", one_line(source_) + ": longer than " + std::to_string(size_limit) + " bytes"};
    return false;
  }

  bool no_byte_order_mark() {
    return !text_.starts_with("\xEF\xBB\xBF") || fail(0, "a byte order mark: JSON is UTF-8 without one");
  }

  bool nothing_follows() {
    skip_space();
    return at_end() || expected("the end of the text");
  }

  void skip_space() {
    while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r') ++at_;
  }

  /// Takes `c` if it is the next character that is not white space.
  bool next_is(char c) {
    skip_space();
    if (at_end() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  bool at_end() const { return at_ >= text_.size(); }
  char peek() const { return at_end() ? '\0' : text_[at_]; }

  bool expected(std::string_view what) { return fail(at_, "expected " + std::string(what) + ", found " + found()); }

  std::string found() const {
    if (at_end()) return "the end of the text";
    std::size_t end = at_ + 1;
    if (is_word_character(peek())) {
      while (end < text_.size() && is_word_character(text_[end])) ++end;
    } else {
      end = at_ + std::max<std::size_t>(1, utf8_length(text_.substr(at_)));
    }
    return std::string("`").append(shortened(text_.substr(at_, end - at_))).append("`");
  }

  bool fail(std::size_t where, std::string_view what) {
    const std::string_view before = text_.substr(0, where);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0: the first line
    problem_ = Problem{"bad_json", "",
                       one_line(source_) + ", line " + std::to_string(line) + ", column " +
                           std::to_string(1 + code_points(before.substr(line_start))) + ": " + std::string(what)};
    return false;
  }

  static constexpr std::string_view half_pair = "half of a surrogate pair, which is no character";

  std::string_view text_;
  std::string_view source_;
  std::size_t at_ = 0;
  std::size_t values_ = 0;
  Problem problem_;
};

}  // namespace

Result<Node> parse(std::string_view text, std::string_view source) { return Parser(text, source).run(); }

}  // namespace signalscope::json
