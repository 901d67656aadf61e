// One field table a record. The table drives parsing, checking, the catalog, the controls and links:
// a new field is one row.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "signalscope/problem.hpp"
#include "signalscope/value.hpp"

namespace signalscope {

/// The member that a field stands for; its type says what kind of value the field takes.
/// `std::optional<double>` takes a number or the word `auto`.
template <class R>
using Member = std::variant<int R::*, std::uint64_t R::*, double R::*, bool R::*, std::string R::*,
                            std::optional<double> R::*, std::vector<double> R::*, Matrix R::*>;

/// The numbers that a field may take, both ends included unless `above_minimum`.
struct Range {
  double minimum;
  double maximum;
  bool above_minimum = false;
  bool checked_later = false;  ///< what it may be depends on other fields, so `validate` says it
};

template <class R>
struct Field {
  std::string_view name;  ///< as in JSON, `--set` and links: lower case, words joined by `_`
  std::string_view label;
  std::string_view help;  ///< one plain sentence
  Member<R> member;
  std::optional<Range> range = std::nullopt;             ///< numbers only
  std::vector<std::string_view> (*choices)() = nullptr;  ///< words only
};

/// The table of a record, in the order in which a reader should meet the fields.
template <class R>
std::span<const Field<R>> fields();

/// Sets one field. Problems: `unknown_field`, `wrong_kind`, `not_a_number`, `not_whole`, `out_of_range`,
/// `unknown_choice`. On a problem the record is as it was.
template <class R>
std::optional<Problem> assign(R& record, std::string_view name, const Value& value);

/// Sets one field from text, as an attribute, a link or `--set` gives it: numbers in decimal notation with
/// a point, `true` and `false`, choices as they are named, lists as `1,2,3`, matrices as `1,2;3,4`.
template <class R>
std::optional<Problem> assign_text(R& record, std::string_view name, std::string_view text);

/// Sets each field in turn, and stops at the first problem.
template <class R>
std::optional<Problem> assign_all(R& record, const Record& values);

/// The value of every field, in table order; `auto` where an optional number is not set.
template <class R>
Record read_all(const R& record);

}  // namespace signalscope
