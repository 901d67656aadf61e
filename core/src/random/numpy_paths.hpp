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

inline constexpr std::size_t kNumpyBlock = 512;

struct NumpyPath {
  std::string_view name;
  /// Writes the next block of words and moves the generator past it.
  void (*fill)(Pcg64& generator, std::uint64_t* words);
  /// Writes the value of each word of a block, whether it is inside of its step or not; bit i of byte j of `outside`
  /// tells that word 8j + i is not.
  void (*draw)(const Ziggurat& ziggurat, const std::uint64_t* words, double* values, std::uint8_t* outside);
};

/// Those that this machine can take, the fastest first; the last is the one for any machine.
std::span<const NumpyPath> numpy_paths();

void numpy_fill_portable(Pcg64& generator, std::uint64_t* words);
void numpy_fill_avx2(Pcg64& generator, std::uint64_t* words);
void numpy_fill_wasm(Pcg64& generator, std::uint64_t* words);
void numpy_draw_portable(const Ziggurat& ziggurat, const std::uint64_t* words, double* values, std::uint8_t* outside);
void numpy_draw_avx2(const Ziggurat& ziggurat, const std::uint64_t* words, double* values, std::uint8_t* outside);

}  // namespace signalscope::random
