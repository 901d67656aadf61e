// Work that is handed out to threads is done once.
#include "parallel.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>

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

}  // namespace
}  // namespace signalscope::cli
