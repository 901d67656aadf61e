#include "command.hpp"

#include <optional>
#include <utility>
#include <vector>

#include "arguments.hpp"
#include "input.hpp"
#include "listing.hpp"
#include "refusal.hpp"
#include "report.hpp"
#include "text.hpp"
#include "verb.hpp"

namespace signalscope::cli {
namespace {

Problem unknown_verb(const std::string& verb) {
  const std::string was = verb.empty() ? "missing" : quoted(verb);
  return refused_subject("usage", "verb", was, "one of " + verb_names());
}

Result<std::string> list(const Listing& listing, const Arguments& arguments) {
  if (arguments.preset || arguments.file || !arguments.settings.empty()) {
    return refused_subject("usage", std::string(listing.name), "given a preset, a file or --set",
                           "given --format alone");
  }
  return listing.text(arguments.format);
}

/// Columns that a preset names are those of its own verb.
Result<std::vector<Column>> named_columns(const Verb& verb, const Input& input) {
  std::vector<Column> columns;
  if (!input.verb.empty() && input.verb != verb.name) return columns;
  const Quantities known = verb.row();
  for (const std::string& name : input.columns) {
    Result<Column> column = parse_column(name, known);
    if (!column) return column.problem();
    columns.push_back(std::move(column.value()));
  }
  return columns;
}

/// A preset may be run by another verb whose fields it fits; where it does not, that is what went wrong.
Problem explained(const Verb& verb, const Input& input, const Problem& problem) {
  if (problem.code != "unknown_field" || input.verb.empty() || input.verb == verb.name) return problem;
  return {problem.code, problem.field,
          "verb: was " + std::string(verb.name) + ", which lacks fields of this preset; may be " +
              shortened(input.verb) + ". " + problem.message};
}

Result<std::string> run(const Verb& verb, const Arguments& arguments) {
  const Result<Input> input = read_input(arguments);
  if (!input) return input.problem();
  const Result<std::vector<Column>> columns = named_columns(verb, input.value());
  if (!columns) return columns.problem();
  const Result<std::vector<Outcome>> outcomes = verb.run(input->series, arguments.settings);
  if (!outcomes) return explained(verb, input.value(), outcomes.problem());
  const Report report{verb, input.value(), columns.value(), outcomes.value()};
  switch (arguments.format) {
    case Format::json:
      return report_json(report);
    case Format::csv:
      return report_csv(report);
    case Format::table:
      break;
  }
  return report_table(report);
}

Result<std::string> carry_out(const Arguments& arguments) {
  if (arguments.version) return version_text();
  const Verb* verb = find_verb(arguments.verb);
  const Listing* listing = find_listing(arguments.verb);
  const bool known = verb != nullptr || listing != nullptr;
  if (arguments.help && (known || arguments.verb.empty())) return help_text(arguments.verb);
  if (verb != nullptr) return run(*verb, arguments);
  if (listing != nullptr) return list(*listing, arguments);
  return unknown_verb(arguments.verb);
}

Answer refusal(const Problem& problem) { return {status_of_a_problem, "", one_line(problem.message) + "\n"}; }

}  // namespace

Answer answer(std::span<const std::string> words) {
  const Result<Arguments> arguments = parse_arguments(words);
  if (!arguments) return refusal(arguments.problem());
  Result<std::string> output = carry_out(arguments.value());
  if (!output) return refusal(output.problem());
  return {0, std::move(output.value()), ""};
}

}  // namespace signalscope::cli
