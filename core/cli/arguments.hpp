// The command line as a record.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "signalscope/problem.hpp"

namespace signalscope::cli {

enum class Format { table, json, csv };

/// One `--set name=text`.
struct Setting {
  std::string name;
  std::string text;
};

struct Arguments {
  std::string verb;  ///< the first word, unchecked; empty if none was given
  std::optional<std::string> preset;
  std::optional<std::string> file;  ///< `-` is standard input
  std::vector<Setting> settings;    ///< in the order given, each field once
  Format format = Format::table;
  bool help = false;
  bool version = false;
};

inline constexpr const char* usage_line =
    "signalscope VERB [--preset NAME | FILE | -] [--set field=value]... [--format table|json|csv]";

/// Options may stand anywhere; `--name=value` is `--name value`, and after `--` nothing is an option. Problem: `usage`.
Result<Arguments> parse_arguments(std::span<const std::string> words);

}  // namespace signalscope::cli
