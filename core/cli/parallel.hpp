// Work that is done side by side.
#pragma once

#include <cstddef>
#include <functional>

namespace signalscope::cli {

/// How many threads runs may take: what SIGNALSCOPE_THREADS says where that is a whole number from 1 to 1024, else as
/// many as the machine runs at a time.
std::size_t threads_allowed();

/// Calls `work(i)` once for each i < count, in any order, on at most `threads` threads. What a call throws is thrown
/// here once all have stopped.
void in_parallel(std::size_t count, std::size_t threads, const std::function<void(std::size_t)>& work);

}  // namespace signalscope::cli
