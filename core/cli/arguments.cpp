#include "arguments.hpp"

#include <algorithm>
#include <string_view>

#include "refusal.hpp"
#include "text.hpp"

namespace signalscope::cli {
namespace {

using Status = std::optional<Problem>;

struct FormatName {
  std::string_view name;
  Format format;
};
constexpr FormatName format_names[] = {{"table", Format::table}, {"json", Format::json}, {"csv", Format::csv}};

Problem usage(std::string_view subject, const std::string& was, const std::string& may_be) {
  return refused_subject("usage", std::string(subject), was, may_be);
}

/// A second `--format` is noticed even where it repeats the default.
struct Reading {
  Arguments arguments;
  bool format_given = false;
  bool only_operands = false;  ///< after `--`
};

Status take_preset(Reading& reading, const std::string& name) {
  if (reading.arguments.preset) return usage("--preset", "given twice", "given once");
  reading.arguments.preset = name;
  return std::nullopt;
}

Status take_setting(Reading& reading, const std::string& text) {
  std::vector<Setting>& settings = reading.arguments.settings;
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) return usage("--set", quoted(text), "field=value");
  Setting setting{text.substr(0, equals), text.substr(equals + 1)};
  const bool repeated = std::any_of(settings.begin(), settings.end(),
                                    [&](const Setting& earlier) { return earlier.name == setting.name; });
  if (repeated) return usage("--set " + shortened(setting.name), "given twice", "given once for a field");
  settings.push_back(std::move(setting));
  return std::nullopt;
}

Status take_format(Reading& reading, const std::string& name) {
  if (reading.format_given) return usage("--format", "given twice", "given once");
  reading.format_given = true;
  for (const FormatName& row : format_names) {
    if (row.name != name) continue;
    reading.arguments.format = row.format;
    return std::nullopt;
  }
  return usage("--format", quoted(name), "one of " + joined_names(format_names));
}

Status take_help(Reading& reading, const std::string&) {
  reading.arguments.help = true;
  return std::nullopt;
}

Status take_version(Reading& reading, const std::string&) {
  reading.arguments.version = true;
  return std::nullopt;
}

struct Option {
  std::string_view name;
  std::string_view value;  ///< what the value is; empty where the option takes none
  Status (*take)(Reading& reading, const std::string& value);
};

constexpr Option options[] = {
    {"--preset", "the name of a preset", take_preset},
    {"--set", "field=value", take_setting},
    {"--format", "one of table, json, csv", take_format},
    {"--help", "", take_help},
    {"--version", "", take_version},
};

Problem unknown_option(std::string_view name) {
  return {"usage", "", quoted(name) + ": is no option here; may be one of " + joined_names(options) + "."};
}

Status take_operand(Arguments& arguments, const std::string& word) {
  if (arguments.verb.empty()) {
    arguments.verb = word;
  } else if (arguments.file) {
    return usage("FILE", quoted(*arguments.file) + " and " + quoted(word), "one file");
  } else {
    arguments.file = word;
  }
  return std::nullopt;
}

/// Takes the option at `index` and its value, and leaves `index` at the last word taken.
Status take_option(Reading& reading, std::span<const std::string> words, std::size_t& index) {
  const std::string_view word = words[index];
  const std::size_t equals = word.find('=');
  const std::string_view name = word.substr(0, equals);
  const auto* option = std::find_if(std::begin(options), std::end(options),
                                    [&](const Option& candidate) { return candidate.name == name; });
  if (option == std::end(options)) return unknown_option(name);
  const bool attached = equals != std::string_view::npos;
  if (option->value.empty()) {
    if (attached) return usage(name, "given a value", "given without one");
    return option->take(reading, "");
  }
  if (attached) return option->take(reading, std::string(word.substr(equals + 1)));
  if (index + 1 == words.size() || words[index + 1].starts_with("--")) {
    return usage(name, "given without a value", std::string(option->value));
  }
  return option->take(reading, words[++index]);
}

bool is_option(const std::string& word) { return word.size() > 1 && word.front() == '-'; }

}  // namespace

Result<Arguments> parse_arguments(std::span<const std::string> words) {
  Reading reading;
  for (std::size_t i = 0; i < words.size(); ++i) {
    Status problem;
    if (reading.only_operands || !is_option(words[i])) {
      problem = take_operand(reading.arguments, words[i]);
    } else if (words[i] == "--") {
      reading.only_operands = true;
    } else {
      problem = take_option(reading, words, i);
    }
    if (problem) return *problem;
  }
  if (reading.arguments.preset && reading.arguments.file) {
    return usage("FILE", quoted(*reading.arguments.file) + " beside a preset", "one of --preset NAME, FILE and -");
  }
  return reading.arguments;
}

}  // namespace signalscope::cli
