// What the command can tell without a run: the catalog, the presets, and help.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "arguments.hpp"
#include "signalscope/problem.hpp"

namespace signalscope::cli {

struct Listing {
  std::string_view name;
  std::string_view summary;
  Result<std::string> (*text)(Format format);
};

std::span<const Listing> listings();

/// Nothing where no listing has that name.
const Listing* find_listing(std::string_view name);

/// The names of verbs and listings, for problems.
std::string verb_names();

/// How the command is used; with the name of a verb, the fields that it takes too.
std::string help_text(std::string_view verb);

std::string version_text();

}  // namespace signalscope::cli
