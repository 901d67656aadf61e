// A whole file, or standard input, as text.
#pragma once

#include <cstddef>
#include <string>

#include "signalscope/problem.hpp"

namespace signalscope::cli {

/// Reads a file to its end; `-` is standard input. Stops at `limit` bytes, for a device or a pipe may never end.
/// Problem: `unreadable_file`, with the reason.
Result<std::string> read_text_file(const std::string& path, std::size_t limit);

}  // namespace signalscope::cli
