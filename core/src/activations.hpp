// The table of activations, for callers that choose one at run time. A row is a struct in activations/functors.hpp.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace signalscope {

/// One activation phi. `slope` is the negative slope of leaky_relu; the other rows take no notice of it.
struct Activation {
  std::string_view name;
  std::string_view label;
  std::string_view formula;  ///< plain text
  std::string_view source;   ///< paper or library
  /// Where phi or phi' is not smooth, ascending.
  std::span<const double> kinks;

  /// phi'(phi(z)) is phi'(z) for each z and slope, to the bit.
  bool value_tells_derivative;

  /// The supremum of |phi'|.
  double (*largest_derivative)(double slope);
  /// What torch.nn.init.calculate_gain says; nothing for the activations that it does not know.
  std::optional<double> (*pytorch_gain)(double slope);

  /// out[i] = phi(z[i]) for i < n. `out` may be `z`. A NaN stays one; a finite z never gives one.
  void value(const double* z, double* out, std::size_t n, double slope) const { value64(z, out, n, slope); }
  void value(const float* z, float* out, std::size_t n, float slope) const { value32(z, out, n, slope); }
  /// out[i] = phi'(z[i]), at a kink as PyTorch's autograd has it.
  void derivative(const double* z, double* out, std::size_t n, double slope) const { derivative64(z, out, n, slope); }
  void derivative(const float* z, float* out, std::size_t n, float slope) const { derivative32(z, out, n, slope); }

  template <class S>
  using Kernel = void (*)(const S* z, S* out, std::size_t n, S slope);
  Kernel<double> value64;
  Kernel<double> derivative64;
  Kernel<float> value32;
  Kernel<float> derivative32;
};

std::span<const Activation> activations();
/// Null where no row has this name.
const Activation* find_activation(std::string_view name);

/// E[phi(sqrt(q) z)^2] for a standard normal z, to a relative 1e-10. Precondition: q >= 0 and finite, else NaN.
double activation_second_moment(const Activation& row, double slope, double q);
/// The gain that keeps a second moment of 1: 1 / sqrt(E[phi(z)^2]).
double second_moment_gain(const Activation& row, double slope);
/// What the gain `auto` means for the He family: PyTorch's gain where there is one, else the one that keeps the second
/// moment.
double calculate_auto_gain(const Activation& row, double slope);

}  // namespace signalscope
