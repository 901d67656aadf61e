// The command `signalscope`. Only this file prints.

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "command.hpp"

namespace {

using signalscope::cli::Answer;
using signalscope::cli::status_of_a_failure;

int fail(const char* what, const char* why) {
  std::fprintf(stderr, "%s: %s\n", what, why);
  return status_of_a_failure;
}

/// Precondition: the text is not empty. A full disk often shows only when the buffer is written out.
bool written(const std::string& text, std::FILE* file) {
  return std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
}

int say(const Answer& answer) {
  if (!answer.error.empty()) std::fputs(answer.error.c_str(), stderr);
  if (!answer.output.empty() && !written(answer.output, stdout)) {
    return fail("cannot write the output", std::strerror(errno));
  }
  return answer.status;
}

}  // namespace

int main(int argument_count, char** arguments) {
#ifdef SIGPIPE
  std::signal(SIGPIPE, SIG_IGN);  // a reader that went away is an error of writing, with a status of its own
#endif
  try {
    const std::vector<std::string> words(arguments + (argument_count > 0 ? 1 : 0), arguments + argument_count);
    return say(signalscope::cli::answer(words));
  } catch (const std::bad_alloc&) {
    return fail("signalscope", "out of memory");
  } catch (const std::exception& error) {
    return fail("signalscope", error.what());
  } catch (...) {
    return fail("signalscope", "an unknown failure");
  }
}
