// The stream of numpy.random.default_rng(seed): SeedSequence, PCG64, the 256-step ziggurat.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "random/numpy_paths.hpp"
#include "random/stream.hpp"

namespace signalscope::random {

/// Words are made in blocks and handed out in order, each once: several calls draw what one call for all their values
/// draws, and calls of all kinds may follow each other.
class NumpyStream final : public Stream {
 public:
  explicit NumpyStream(std::uint64_t seed, const NumpyPath& path = numpy_paths().front())
      : path_(path), generator_(pcg64(seed)) {}

  /// The next 64 bits of PCG64, as `PCG64(seed).random_raw()` gives them.
  std::uint64_t next64() {
    if (used_ == kNumpyBlock) refill();
    return words_[used_++];
  }
  /// In [0, 1), with 53 random bits.
  double uniform01();
  double standard_normal();

  void normal(double mean, double std, std::span<double> out) override;
  void uniform(double low, double high, std::span<double> out) override;
  void truncated_normal(double std, double cut, std::span<double> out) override;
  using Stream::standard_normal;

 private:
  void refill();
  double from_tail(std::uint64_t magnitude);

  const NumpyPath& path_;
  const Ziggurat& ziggurat_ = Ziggurat::shared();
  /// Past the block.
  Pcg64 generator_;
  std::size_t used_ = kNumpyBlock;
  /// With room for the group that a path reads or writes past the end.
  alignas(64) std::array<std::uint64_t, kNumpyBlock + kNumpyGroup> words_{};
};

}  // namespace signalscope::random
