// Draws that several runs share: series with one seed take the same numbers from the stream, so each is drawn once.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "random/stream.hpp"

namespace signalscope {

/// The most numbers that a tape holds: 32 MiB. Between runs one tape is kept, and the memory of one that has ended.
inline constexpr std::size_t shared_draws_cap = std::size_t{1} << 22;

class Tape;

/// Standard normals in the order of the stream, which stay as they are while this or a copy of it lives.
struct KeptNormals {
  std::shared_ptr<const Tape> owner;
  const double* numbers;
};

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

  /// The same as `standard_normal` of so many numbers, without a copy of them. Where they are not on the tape as
  /// NumPy's standard normals it gives nothing, and nothing is drawn.
  std::optional<KeptNormals> keep_normals(std::size_t count);

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
