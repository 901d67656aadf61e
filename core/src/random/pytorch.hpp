// The stream of PyTorch's CPU generator after torch.manual_seed(seed): MT19937.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "random/mersenne.hpp"
#include "random/pytorch_paths.hpp"
#include "random/stream.hpp"

namespace signalscope::random {

/// MT19937 (Matsumoto and Nishimura 1998), 32-bit words.
class MersenneTwister {
 public:
  MersenneTwister(std::uint32_t seed, const PytorchPath& path);
  std::uint32_t next() {
    if (used_ == kMersenneSize) refill();
    return words_[used_++];
  }
  void fill(std::span<std::uint32_t> out);

 private:
  void refill();

  const PytorchPath& path_;
  std::array<std::uint32_t, kMersenneSize> state_;
  std::array<std::uint32_t, kMersenneSize> words_;  // the state, tempered
  std::size_t used_ = kMersenneSize;
};

/// The virtual functions fill as one contiguous float32 tensor is filled; each value is a float32 number.
class PytorchStream final : public Stream {
 public:
  /// PyTorch keeps the low 32 bits of the seed.
  explicit PytorchStream(std::uint64_t seed, const PytorchPath& path = pytorch_paths().front())
      : path_(path), words_(static_cast<std::uint32_t>(seed), path) {}

  /// tensor.normal_(mean, std)
  void normal(double mean, double std, std::span<double> out) override;
  /// tensor.uniform_(low, high)
  void uniform(double low, double high, std::span<double> out) override;
  /// torch.nn.init.trunc_normal_(tensor, 0, std, -cut, cut)
  void truncated_normal(double std, double cut, std::span<double> out) override;

  /// The same for a float64 tensor.
  void normal64(double mean, double std, std::span<double> out);
  void uniform64(double low, double high, std::span<double> out);

 private:
  double uniform53();
  double scalar_normal(double mean, double std);
  void normal_blocks(float mean, float std, std::span<double> out);
  void normal_block64(double mean, double std, std::span<double, 16> out);

  const PytorchPath& path_;
  MersenneTwister words_;
  /// The second value of a pair from the scalar path; it is given out by the next scalar draw, whatever lies between.
  std::optional<double> kept_normal_;
};

}  // namespace signalscope::random
