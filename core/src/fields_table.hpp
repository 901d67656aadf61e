// How a field table reads and checks values, for any record. Each record's source file includes this and
// instantiates it with INSTANTIATE_FIELDS.
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <type_traits>

#include "field_text.hpp"
#include "signalscope/catalog.hpp"
#include "signalscope/fields.hpp"

namespace signalscope {

template <class R>
const Field<R>* find_field(std::string_view name) {
  for (const Field<R>& field : fields<R>()) {
    if (field.name == name) return &field;
  }
  return nullptr;
}

template <class R>
FieldShape shape_of(const Field<R>& field) {
  FieldShape shape{std::string(field.name), FieldKind::number, field.range, {}};
  if (field.choices) shape.choices = field.choices();
  std::visit(
      [&shape](auto member) {
        using T = std::remove_reference_t<decltype(std::declval<R&>().*member)>;
        if constexpr (std::is_same_v<T, bool>) shape.kind = FieldKind::flag;
        if constexpr (std::is_same_v<T, int> || std::is_same_v<T, std::uint64_t>) shape.kind = FieldKind::whole;
        if constexpr (std::is_same_v<T, std::string>) shape.kind = FieldKind::choice;
        if constexpr (std::is_same_v<T, std::optional<double>>) shape.kind = FieldKind::number_or_auto;
        if constexpr (std::is_same_v<T, std::vector<double>>) shape.kind = FieldKind::list;
        if constexpr (std::is_same_v<T, Matrix>) shape.kind = FieldKind::matrix;
      },
      field.member);
  return shape;
}

template <class R>
Problem unknown_field(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Field<R>& field : fields<R>()) names.push_back(field.name);
  return unknown_field_problem(name, names);
}

template <class R>
void store(R& record, const Field<R>& field, const Value& value) {
  std::visit(
      [&](auto member) {
        using T = std::remove_reference_t<decltype(record.*member)>;
        if constexpr (std::is_same_v<T, int> || std::is_same_v<T, std::uint64_t>) {
          record.*member = static_cast<T>(std::get<double>(value));
        } else if constexpr (std::is_same_v<T, std::optional<double>>) {
          const double* number = std::get_if<double>(&value);
          record.*member = number ? std::optional<double>(*number) : std::nullopt;
        } else {
          record.*member = std::get<T>(value);
        }
      },
      field.member);
}

template <class R>
std::optional<Problem> assign(R& record, std::string_view name, const Value& value) {
  const Field<R>* field = find_field<R>(name);
  if (!field) return unknown_field<R>(name);
  const FieldShape shape = shape_of(*field);
  const Value fitted = fit_to_kind(shape, value);
  if (auto problem = check(shape, fitted)) return problem;
  store(record, *field, fitted);
  return std::nullopt;
}

template <class R>
std::optional<Problem> assign_text(R& record, std::string_view name, std::string_view text) {
  const Field<R>* field = find_field<R>(name);
  if (!field) return unknown_field<R>(name);
  Result<Value> value = parse_text(shape_of(*field), text);
  if (!value) return value.problem();
  return assign(record, name, value.value());
}

template <class R>
std::optional<Problem> assign_all(R& record, const Record& values) {
  for (const auto& [name, value] : values) {
    if (auto problem = assign(record, name, value)) return problem;
  }
  return std::nullopt;
}

template <class R>
Value read(const R& record, const Field<R>& field) {
  return std::visit(
      [&record](auto member) -> Value {
        using T = std::remove_cvref_t<decltype(record.*member)>;
        if constexpr (std::is_same_v<T, int> || std::is_same_v<T, std::uint64_t>) {
          return static_cast<double>(record.*member);
        } else if constexpr (std::is_same_v<T, std::optional<double>>) {
          return (record.*member) ? Value(*(record.*member)) : Value(std::string("auto"));
        } else {
          return record.*member;
        }
      },
      field.member);
}

template <class R>
Record read_all(const R& record) {
  Record values;
  for (const Field<R>& field : fields<R>()) values.emplace_back(std::string(field.name), read(record, field));
  return values;
}

/// The catalog's entry of a record, from its table and its defaults.
template <class R>
RecordEntry record_entry(std::string verb) {
  RecordEntry entry{std::move(verb), {}};
  const R defaults;
  for (const Field<R>& field : fields<R>()) {
    entry.fields.push_back(
        field_entry(shape_of(field), std::string(field.label), std::string(field.help), read(defaults, field)));
  }
  return entry;
}

}  // namespace signalscope

#define INSTANTIATE_FIELDS(R)                                                             \
  template std::optional<Problem> assign<R>(R&, std::string_view, const Value&);          \
  template std::optional<Problem> assign_text<R>(R&, std::string_view, std::string_view); \
  template std::optional<Problem> assign_all<R>(R&, const Record&);                       \
  template Record read_all<R>(const R&)
