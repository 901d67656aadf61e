// Draws that several runs share: series with one seed take the same numbers from the stream, so each is drawn once.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "random/stream.hpp"

namespace signalscope {

/// The most numbers that are kept between runs: 32 MiB.
inline constexpr std::size_t shared_draws_cap = std::size_t{1} << 22;

class Tape;

/// A stream that gives what `random::open(name, seed)` gives, bit for bit, whatever others do at the same time. As long
/// as its calls are those that an earlier stream of that name and seed made, it copies the numbers from the tape that
/// all of them share; for NumPy's normals the mean and the standard deviation may differ, as they are applied to kept
/// standard normals just as NumPy applies them. From the first call that differs it draws for itself.
class SharedStream final : public random::Stream {
 public:
  /// Precondition: the name is one that `random::open` knows. `expected` is how many numbers will be drawn at most;
  /// above the cap nothing is kept and nothing shared.
  SharedStream(std::string_view name, std::uint64_t seed, std::size_t expected);
  ~SharedStream() override;

  void normal(double mean, double std, std::span<double> out) override;
  void uniform(double low, double high, std::span<double> out) override;
  void truncated_normal(double std, double cut, std::span<double> out) override;

 private:
  enum class Kind;
  struct Call;
  friend class Tape;

  const double* from_tape(const Call& call);
  random::Stream& own_stream();

  std::string name_;
  std::uint64_t seed_;
  std::shared_ptr<Tape> tape_;  ///< null once the calls have parted
  std::size_t position_ = 0;    ///< calls taken from the tape
  std::unique_ptr<random::Stream> own_;
};

}  // namespace signalscope
