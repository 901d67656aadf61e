// Series side by side: each once, in the same order, with the same digits.
#include "parallel.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "command.hpp"

namespace signalscope::cli {
namespace {

TEST(Parallel, EveryPieceOfWorkIsDoneOnce) {
  for (std::size_t threads : {1u, 2u, 3u, 16u}) {
    for (std::size_t count : {0u, 1u, 5u, 40u}) {
      std::array<std::atomic<int>, 40> times{};
      in_parallel(count, threads, [&](std::size_t i) { ++times[i]; });
      for (std::size_t i = 0; i < times.size(); ++i) EXPECT_EQ(times[i], i < count ? 1 : 0) << threads << " " << i;
    }
  }
}

#if !defined(__wasm__)
TEST(Parallel, WhatAThreadThrowsIsThrownHere) {
  const auto fail = [](std::size_t i) {
    if (i == 7) throw std::runtime_error("seven");
  };
  for (std::size_t threads : {1u, 2u, 9u}) EXPECT_THROW(in_parallel(9, threads, fail), std::runtime_error);
}

TEST(Parallel, TheEnvironmentSaysHowManyThreads) {
  ::setenv("SIGNALSCOPE_THREADS", "3", 1);
  EXPECT_EQ(threads_allowed(), 3u);
  ::unsetenv("SIGNALSCOPE_THREADS");
  const std::size_t by_default = threads_allowed();
  EXPECT_GE(by_default, 1u);
  for (const char* nonsense : {"", "0", "-1", "2.5", "many", "2 ", "4096"}) {
    ::setenv("SIGNALSCOPE_THREADS", nonsense, 1);
    EXPECT_EQ(threads_allowed(), by_default) << nonsense;
  }
  ::unsetenv("SIGNALSCOPE_THREADS");
}

/// The times that a run took are the only part of its output that may differ.
std::string without_times(std::string text) {
  const std::string key = "\"milliseconds\":";
  for (std::size_t at = text.find(key); at != std::string::npos; at = text.find(key, at + key.size())) {
    const std::size_t start = at + key.size();
    text.erase(start, text.find_first_of(",}\n", start) - start);
  }
  return text;
}

TEST(Parallel, TheSameDigitsInTheSameOrderWhateverTheNumber) {
  for (const char* preset : {"initialisation", "residual", "placement"}) {
    const std::vector<std::string> words = {"propagate", "--preset", preset,     "--set", "depth=7",
                                            "--set",     "width=48", "--format", "json"};
    ::setenv("SIGNALSCOPE_THREADS", "1", 1);
    const Answer alone = answer(words);
    EXPECT_EQ(alone.status, 0) << alone.error;
    for (const char* threads : {"2", "3", "8"}) {
      ::setenv("SIGNALSCOPE_THREADS", threads, 1);
      EXPECT_EQ(without_times(answer(words).output), without_times(alone.output)) << preset << " " << threads;
    }
  }
  ::unsetenv("SIGNALSCOPE_THREADS");
}
#endif

}  // namespace
}  // namespace signalscope::cli
