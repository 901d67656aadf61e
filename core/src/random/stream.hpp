// A stream of random numbers that repeats what a library draws, bit for bit.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace signalscope::random {

/// Each call fills the whole of `out`, as one call of the library fills one array or tensor. How a
/// sequence of values is cut into calls can matter: PyTorch draws 16 and more values in another way than fewer.
class Stream {
 public:
  virtual ~Stream() = default;

  /// Normal values with this mean and this standard deviation.
  virtual void normal(double mean, double std, std::span<double> out) = 0;

  /// Uniform values from `low` on, `high` left out.
  virtual void uniform(double low, double high, std::span<double> out) = 0;

  /// Normal values of mean 0 and standard deviation `std` with all values beyond ±`cut` left out; the cut is absolute
  /// and the values are not rescaled. Precondition: `std` and `cut` are finite, `std` >= 0, `cut` > 0. NumPy's way is
  /// rejection, which draws about 1.25 · `std` / `cut` times a value where `cut` is far below `std`.
  virtual void truncated_normal(double std, double cut, std::span<double> out) = 0;

  void standard_normal(std::span<double> out) { normal(0.0, 1.0, out); }
};

/// A fresh stream, `numpy` as `numpy.random.default_rng(seed)` and `pytorch` as after `torch.manual_seed(seed)`;
/// null where no stream has this name.
std::unique_ptr<Stream> open(std::string_view name, std::uint64_t seed);

/// The names that `open` knows.
std::span<const std::string_view> names();

}  // namespace signalscope::random
