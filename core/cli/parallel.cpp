#include "parallel.hpp"

#if defined(__wasm__)

namespace signalscope::cli {

std::size_t threads_allowed() { return 1; }

void in_parallel(std::size_t count, std::size_t /*threads*/, const std::function<void(std::size_t)>& work) {
  for (std::size_t i = 0; i < count; ++i) work(i);
}

}  // namespace signalscope::cli

#else

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdlib>
#include <future>
#include <string_view>
#include <thread>
#include <vector>

namespace signalscope::cli {

std::size_t threads_allowed() {
  constexpr std::size_t most = 1024;
  const char* const given = std::getenv("SIGNALSCOPE_THREADS");
  const std::string_view text = given == nullptr ? "" : given;
  std::size_t threads = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), threads);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  if (whole && threads >= 1 && threads <= most) return threads;
  return std::max<std::size_t>(1, std::thread::hardware_concurrency());
}

void in_parallel(std::size_t count, std::size_t threads, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next = 0;
  const auto take_turns = [&] {
    for (std::size_t i = next++; i < count; i = next++) work(i);
  };
  std::vector<std::future<void> > others;
  for (std::size_t i = 1; i < std::min(threads, count); ++i) {
    others.push_back(std::async(std::launch::async, take_turns));
  }
  // A future of `async` waits in its destructor, so that nothing outlives what it works on.
  take_turns();
  for (std::future<void>& other : others) other.get();
}

}  // namespace signalscope::cli

#endif
