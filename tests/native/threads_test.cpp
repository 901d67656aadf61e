// Series on threads of their own: in the same order, with the same digits.
#include <gtest/gtest.h>

#include <cstdlib>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "command.hpp"
#include "parallel.hpp"
#include "shared_draws.hpp"

namespace signalscope::cli {
namespace {

TEST(Threads, WhatAThreadThrowsIsThrownHere) {
  const auto fail = [](std::size_t i) {
    if (i == 7) throw std::runtime_error("seven");
  };
  for (std::size_t threads : {1u, 2u, 9u}) EXPECT_THROW(in_parallel(9, threads, fail), std::runtime_error);
}

TEST(Threads, TheEnvironmentSaysHowManyThreads) {
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

TEST(Threads, TheSameDigitsInTheSameOrderWhateverTheNumber) {
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

/// Normals at three scales, one after the other.
std::vector<double> some_normals(random::Stream& stream) {
  std::vector<double> out(2040);
  const std::span<double> all(out);
  stream.normal(0.0, 1.0, all.first(40));
  stream.normal(0.0, 0.1, all.subspan(40, 1000));
  stream.normal(3.0, -2.0, all.last(1000));
  return out;
}

TEST(Threads, ShareTheDrawsOfOneSeed) {
  std::vector<std::vector<double>> drawn(24);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    threads.emplace_back([&drawn, i] {
      SharedStream shared("numpy", 31 + i % 2, 4000);
      drawn[i] = some_normals(shared);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    EXPECT_EQ(drawn[i], some_normals(*random::open("numpy", 31 + i % 2))) << i;
  }
}

}  // namespace
}  // namespace signalscope::cli
