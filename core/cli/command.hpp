// The whole command as a function, so that a test needs no process.
#pragma once

#include <span>
#include <string>

namespace signalscope::cli {

/// What the process is to say. With a status other than 0 there is no output, and `error` is one line.
struct Answer {
  int status = 0;
  std::string output;
  std::string error;
};

inline constexpr int status_of_a_problem = 2;
inline constexpr int status_of_a_failure = 1;

/// `words` are the arguments without the name of the program.
Answer answer(std::span<const std::string> words);

}  // namespace signalscope::cli
