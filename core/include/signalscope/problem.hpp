// Why something was refused. A problem is a value with one text, written here in C++ and shown as it
// is by the command line and by the page. Overflow and NaN in a run are results, never problems.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace signalscope {

struct Problem {
  /// Stable, machine-readable: `unknown_field`, `unknown_choice`, `out_of_range`, `not_whole`,
  /// `not_a_number`, `wrong_kind`, `wrong_shape`, `groups`, `one_value_per_channel`, `too_large`,
  /// `bad_token`, and from the command line `bad_json`, `unreadable_file`, `unknown_preset`, `usage`.
  std::string code;
  /// The field that it is about, or empty where no single field is.
  std::string field;
  /// One line: the field, what it was, what it may be.
  std::string message;

  friend bool operator==(const Problem&, const Problem&) = default;
};

/// Either a value or the problem that stood in its way.
template <class T>
class Result {
 public:
  Result(T value) : content_(std::move(value)) {}
  Result(Problem problem) : content_(std::move(problem)) {}

  explicit operator bool() const { return std::holds_alternative<T>(content_); }
  /// Precondition: `*this` holds a value.
  T& value() { return *std::get_if<T>(&content_); }
  const T& value() const { return *std::get_if<T>(&content_); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  /// Precondition: `*this` holds a problem.
  const Problem& problem() const { return *std::get_if<Problem>(&content_); }

 private:
  std::variant<T, Problem> content_;
};

}  // namespace signalscope
