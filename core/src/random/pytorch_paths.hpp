// The ways to make PyTorch's words and normals. What a processor does best differs; the bits do not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace signalscope::random {

/// Normals are made for multiples of so many words.
inline constexpr std::size_t kPytorchUnit = 64;

struct PytorchPath {
  std::string_view name;
  /// Turns the 624 words of MT19937's state into the next state, and writes the words that it gives.
  void (*advance)(std::uint32_t* state, std::uint32_t* words);
  /// Writes standard normals, each a float32 number, as torch.randn makes blocks of 16 of as many words. Precondition:
  /// `count` is a multiple of `kPytorchUnit`.
  void (*normals)(const std::uint32_t* words, std::size_t count, double* out);
};

/// Those that this machine can take, the fastest first; the last is the one for any machine.
std::span<const PytorchPath> pytorch_paths();

void mersenne_portable(std::uint32_t* state, std::uint32_t* words);
void mersenne_avx2(std::uint32_t* state, std::uint32_t* words);
void box_muller_portable(const std::uint32_t* words, std::size_t count, double* out);
void box_muller_avx2(const std::uint32_t* words, std::size_t count, double* out);

}  // namespace signalscope::random
