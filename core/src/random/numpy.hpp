// The stream of numpy.random.default_rng(seed): SeedSequence, PCG64, the 256-step ziggurat.
#pragma once

#include <cstdint>

#include "random/stream.hpp"

namespace signalscope::random {

struct ZigguratTables;

class NumpyStream final : public Stream {
 public:
  explicit NumpyStream(std::uint64_t seed);

  /// The next 64 bits of PCG64, as `PCG64(seed).random_raw()` gives them.
  std::uint64_t next64();
  /// In [0, 1), with 53 random bits.
  double uniform01() { return static_cast<double>(next64() >> 11) * 0x1p-53; }
  double standard_normal();

  void normal(double mean, double std, std::span<double> out) override;
  void uniform(double low, double high, std::span<double> out) override;
  void truncated_normal(double std, double cut, std::span<double> out) override;
  using Stream::standard_normal;

 private:
  double from_tail(std::uint64_t magnitude);

  // The two halves of the 128-bit state and of the odd increment.
  std::uint64_t state_high_ = 0;
  std::uint64_t state_low_ = 0;
  std::uint64_t increment_high_ = 0;
  std::uint64_t increment_low_ = 0;
  const ZigguratTables* tables_;
};

}  // namespace signalscope::random
