// The ways to make a block of NumPy's words and normals. One word waits for the one before it, so that a block is made
// in lanes: of n lanes, lane j makes the words j, j + n, j + 2n, ..., each by a jump of n steps. What a processor does
// best differs; the bits do not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "random/pcg64.hpp"
#include "random/ziggurat.hpp"

namespace signalscope::random {

inline constexpr std::size_t kNumpyBlock = 1024;
/// Words that are drawn at a time.
inline constexpr std::size_t kNumpyGroup = 8;

/// How many words were spent and how many values came of them.
struct NumpyDrawn {
  std::size_t words;
  std::size_t values;
};

struct NumpyPath {
  std::string_view name;
  /// Writes the next block of words and moves the generator past it. May write to a group's room behind the block.
  void (*fill)(Pcg64& generator, std::uint64_t* words);
  /// Writes `mean` + `std` · z for the normals z that `count` words give, up to one that takes words which are not
  /// among them, or that lies in the tail. Reads and writes whole groups: behind `count` words and as many values there
  /// is room for another one.
  NumpyDrawn (*draw)(const Ziggurat& ziggurat, const std::uint64_t* words, std::size_t count, double mean, double std,
                     double* out);
};

/// Those that this machine can take, the fastest first; the last is the one for any machine.
std::span<const NumpyPath> numpy_paths();

void numpy_fill_portable(Pcg64& generator, std::uint64_t* words);
void numpy_fill_avx2(Pcg64& generator, std::uint64_t* words);
void numpy_fill_wasm(Pcg64& generator, std::uint64_t* words);
NumpyDrawn numpy_draw_portable(const Ziggurat& ziggurat, const std::uint64_t* words, std::size_t count, double mean,
                               double std, double* out);
NumpyDrawn numpy_draw_avx2(const Ziggurat& ziggurat, const std::uint64_t* words, std::size_t count, double mean,
                           double std, double* out);
NumpyDrawn numpy_draw_wasm(const Ziggurat& ziggurat, const std::uint64_t* words, std::size_t count, double mean,
                           double std, double* out);

}  // namespace signalscope::random
