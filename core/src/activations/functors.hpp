// Every activation as a struct of two inlinable functions and its row. To add one: write its struct here and name it in
// `ActivationFunctors` at the end.
//
// All of them hold for every finite z: no overflow in between, no difference of nearly equal numbers in a tail, and a
// NaN stays a NaN. So conditions are put such that a NaN takes the branch that computes with it.
#pragma once

#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <string_view>

namespace signalscope::functors {

struct Text {
  std::string_view name;
  std::string_view label;
  std::string_view formula;
  std::string_view source;
};

/// Whether a row says that phi'(phi(z)) is phi'(z) for each z, to the bit: then a run need not keep phi'(z) beside
/// phi(z).
template <class Functor>
constexpr bool value_tells_derivative() {
  if constexpr (requires { Functor::value_tells_derivative; }) return Functor::value_tells_derivative;
  return false;
}

/// What most rows share: smooth, no gain in PyTorch.
struct Smooth {
  static constexpr std::array<double, 0> kinks{};
  static std::optional<double> pytorch_gain(double /*slope*/) { return std::nullopt; }
};

/// 1 / (1 + exp(-z)), exact in both tails.
template <class S>
inline S logistic(S z) {
  const S e = std::exp(-std::abs(z));
  return (z < S(0) ? e : S(1)) / (S(1) + e);
}

/// The derivative of `logistic`: e / (1 + e)^2 for either sign.
template <class S>
inline S logistic_derivative(S z) {
  const S e = std::exp(-std::abs(z));
  return e / ((S(1) + e) * (S(1) + e));
}

/// `below` for z <= limit, `above` for z > limit, and z itself for NaN.
template <class S>
inline S step(S z, S limit, S below, S above) {
  return z > limit ? above : (z <= limit ? below : z);
}

struct Identity : Smooth {
  static constexpr Text text{"identity", "identity", "z", "none"};
  static constexpr bool value_tells_derivative = true;
  static double largest_derivative(double) { return 1.0; }
  static std::optional<double> pytorch_gain(double) { return 1.0; }
  template <class S>
  static S value(S z, S) {
    return z;
  }
  template <class S>
  static S derivative(S z, S) {
    return z == z ? S(1) : z;
  }
};

struct Relu {
  static constexpr Text text{"relu", "ReLU", "max(0, z)", "Nair and Hinton 2010"};
  static constexpr std::array kinks{0.0};
  static constexpr bool value_tells_derivative = true;
  static double largest_derivative(double) { return 1.0; }
  static std::optional<double> pytorch_gain(double) { return std::numbers::sqrt2; }
  template <class S>
  static S value(S z, S) {
    return z <= S(0) ? S(0) : z;
  }
  template <class S>
  static S derivative(S z, S) {
    return step(z, S(0), S(0), S(1));
  }
};

struct LeakyRelu {
  static constexpr Text text{"leaky_relu", "leaky ReLU", "z where z > 0, else slope * z", "Maas et al. 2013"};
  static constexpr std::array kinks{0.0};
  static double largest_derivative(double slope) { return std::fmax(1.0, std::abs(slope)); }
  static std::optional<double> pytorch_gain(double slope) {
    // Where the square overflows 1 is far below the last digit.
    if (std::abs(slope) > 1e150) return std::sqrt(2.0) / std::abs(slope);
    return std::sqrt(2.0 / (1.0 + slope * slope));
  }
  template <class S>
  static S value(S z, S slope) {
    // A sum of both sides: a choice between two products would be compiled to a branch on random signs.
    return (z <= S(0) ? S(0) : z) + slope * (z > S(0) ? S(0) : z);
  }
  template <class S>
  static S derivative(S z, S slope) {
    const S factor = z > S(0) ? S(1) : slope;
    return z == z ? factor : z;
  }
};

struct Elu {
  static constexpr Text text{"elu", "ELU", "z where z > 0, else exp(z) - 1", "Clevert et al. 2016, alpha = 1"};
  static constexpr std::array kinks{0.0};
  static double largest_derivative(double) { return 1.0; }
  static std::optional<double> pytorch_gain(double) { return std::nullopt; }
  template <class S>
  static S value(S z, S) {
    return z > S(0) ? z : std::expm1(z);
  }
  template <class S>
  static S derivative(S z, S) {
    return z > S(0) ? S(1) : std::exp(z);
  }
};

struct Selu {
  static constexpr Text text{"selu", "SELU", "lambda * (z where z > 0, else alpha * (exp(z) - 1))",
                             "Klambauer et al. 2017, alpha = 1.6732632423543772, lambda = 1.0507009873554805"};
  static constexpr double lambda = 1.0507009873554805;
  static constexpr double alpha = 1.6732632423543772;
  static constexpr std::array kinks{0.0};
  static double largest_derivative(double) { return lambda * alpha; }
  static std::optional<double> pytorch_gain(double) { return 0.75; }
  template <class S>
  static S value(S z, S) {
    return z > S(0) ? S(lambda) * z : S(lambda * alpha) * std::expm1(z);
  }
  template <class S>
  static S derivative(S z, S) {
    return z > S(0) ? S(lambda) : S(lambda * alpha) * std::exp(z);
  }
};

struct Gelu : Smooth {
  static constexpr Text text{"gelu", "GELU", "z/2 * erfc(-z / sqrt(2))", "Hendrycks and Gimpel 2016, exact"};
  static double largest_derivative(double) { return 1.1289041451851548; }  // at z = sqrt(2)
  template <class S>
  static S value(S z, S) {
    return S(0.5) * z * std::erfc(-z / std::numbers::sqrt2_v<S>);
  }
  template <class S>
  static S derivative(S z, S) {
    constexpr S density_at_zero = S(std::numbers::inv_sqrtpi / std::numbers::sqrt2);
    return S(0.5) * std::erfc(-z / std::numbers::sqrt2_v<S>) + z * (density_at_zero * std::exp(S(-0.5) * z * z));
  }
};

/// As z * logistic(2 u), which is z/2 * (1 + tanh(u)) without the cancellation for negative z.
struct GeluTanh : Smooth {
  static constexpr Text text{"gelu_tanh", "GELU (tanh form)",
                             "z/2 * (1 + tanh(u)), u = sqrt(2/pi) * (z + 0.044715 * z^3)",
                             "Hendrycks and Gimpel 2016, as GPT-2 uses it"};
  static double largest_derivative(double) { return 1.1289930686587718; }  // at z = 1.4185
  /// Beyond ±30 the logistic is 0 or 1 to the last digit, and the cube of a huge z would overflow.
  template <class S>
  static S inner(S z) {
    return z > S(30) ? S(30) : (z < S(-30) ? S(-30) : z);
  }
  static constexpr double twice_factor = 2.0 * std::numbers::sqrt2 * std::numbers::inv_sqrtpi;
  template <class S>
  static S twice_u(S w) {
    return S(twice_factor) * (w + S(0.044715) * w * w * w);
  }
  template <class S>
  static S value(S z, S) {
    return z * logistic(twice_u(inner(z)));
  }
  template <class S>
  static S derivative(S z, S) {
    const S w = inner(z);
    const S u = twice_u(w);
    const S slope = S(twice_factor) * (S(1) + S(3 * 0.044715) * w * w);
    return logistic(u) + w * slope * logistic_derivative(u);
  }
};

struct Silu : Smooth {
  static constexpr Text text{"silu", "SiLU (swish)", "z / (1 + exp(-z))",
                             "Elfwing et al. 2017; Ramachandran et al. 2017"};
  static double largest_derivative(double) { return 1.0998393201288669; }  // at z = 2.3994
  template <class S>
  static S value(S z, S) {
    return z * logistic(z);
  }
  template <class S>
  static S derivative(S z, S) {
    return logistic(z) + z * logistic_derivative(z);
  }
};

struct Tanh : Smooth {
  static constexpr Text text{"tanh", "tanh", "tanh(z)", "LeCun et al. 1998"};
  static double largest_derivative(double) { return 1.0; }
  static std::optional<double> pytorch_gain(double) { return 5.0 / 3.0; }
  template <class S>
  static S value(S z, S) {
    return std::tanh(z);
  }
  /// 1 - tanh(z)^2 without the cancellation in the tails.
  template <class S>
  static S derivative(S z, S) {
    return S(4) * logistic_derivative(z + z);
  }
};

struct Sigmoid : Smooth {
  static constexpr Text text{"sigmoid", "sigmoid", "1 / (1 + exp(-z))", "Rumelhart et al. 1986"};
  static double largest_derivative(double) { return 0.25; }
  static std::optional<double> pytorch_gain(double) { return 1.0; }
  template <class S>
  static S value(S z, S) {
    return logistic(z);
  }
  template <class S>
  static S derivative(S z, S) {
    return logistic_derivative(z);
  }
};

struct Softplus : Smooth {
  static constexpr Text text{"softplus", "softplus", "log(1 + exp(z))", "Dugas et al. 2001"};
  static double largest_derivative(double) { return 1.0; }
  template <class S>
  static S value(S z, S) {
    return (z < S(0) ? S(0) : z) + std::log1p(std::exp(-std::abs(z)));
  }
  template <class S>
  static S derivative(S z, S) {
    return logistic(z);
  }
};

/// With e = exp(z) and n = e (e + 2), tanh(softplus(z)) is n / (n + 2).
struct Mish : Smooth {
  static constexpr Text text{"mish", "Mish", "z * tanh(log(1 + exp(z)))", "Misra 2019"};
  static double largest_derivative(double) { return 1.0884981612517279; }  // at z = 1.4906
  /// Beyond 40 the quotient is 1 to the last digit, and n would overflow in float.
  template <class S>
  static S inner(S z) {
    return z > S(40) ? S(40) : z;
  }
  template <class S>
  static S value(S z, S) {
    const S e = std::exp(inner(z));
    const S n = e * (e + S(2));
    return z * (n / (n + S(2)));
  }
  template <class S>
  static S derivative(S z, S) {
    const S w = inner(z);
    const S e = std::exp(w);
    const S n = e * (e + S(2));
    return n / (n + S(2)) + w * (S(4) * e / (n + S(2)) * ((S(1) + e) / (n + S(2))));
  }
};

struct Erf : Smooth {
  static constexpr Text text{"erf", "erf", "erf(z)", "Williams 1998"};
  static double largest_derivative(double) { return 2.0 * std::numbers::inv_sqrtpi; }
  template <class S>
  static S value(S z, S) {
    return std::erf(z);
  }
  template <class S>
  static S derivative(S z, S) {
    return S(2) * std::numbers::inv_sqrtpi_v<S> * std::exp(-z * z);
  }
};

struct Hardswish {
  static constexpr Text text{"hardswish", "hard swish", "z * min(max(z + 3, 0), 6) / 6", "Howard et al. 2019"};
  static constexpr std::array kinks{-3.0, 3.0};
  /// Approached on the left of the kink at 3.
  static double largest_derivative(double) { return 1.5; }
  static std::optional<double> pytorch_gain(double) { return std::nullopt; }
  template <class S>
  static S value(S z, S) {
    return z <= S(-3) ? S(0) : (z >= S(3) ? z : z * ((z + S(3)) / S(6)));
  }
  /// At 3 itself PyTorch says 1 in whole vectors and 1.5 in what is left over; the former is the rule for tensors.
  template <class S>
  static S derivative(S z, S) {
    const S inner = z / S(3) + S(0.5);
    return z < S(-3) ? S(0) : (z >= S(3) ? S(1) : inner);
  }
};

struct Relu6 {
  static constexpr Text text{"relu6", "ReLU6", "min(max(0, z), 6)", "Krizhevsky 2010"};
  static constexpr std::array kinks{0.0, 6.0};
  static constexpr bool value_tells_derivative = true;
  static double largest_derivative(double) { return 1.0; }
  static std::optional<double> pytorch_gain(double) { return std::nullopt; }
  template <class S>
  static S value(S z, S) {
    return z <= S(0) ? S(0) : (z > S(6) ? S(6) : z);
  }
  template <class S>
  static S derivative(S z, S) {
    return z >= S(6) ? S(0) : step(z, S(0), S(0), S(1));
  }
};

template <class... Functors>
struct List {};

/// The table, in the order in which it is shown.
using ActivationFunctors = List<Identity, Relu, LeakyRelu, Elu, Selu, Gelu, GeluTanh, Silu, Tanh, Sigmoid, Softplus,
                                Mish, Erf, Hardswish, Relu6>;

/// Calls `visit(Functor{})` with the functor of that name, so that a loop can be compiled for each activation; false
/// where no row has the name.
template <class Visit>
bool visit_activation(std::string_view name, Visit&& visit) {
  return [&]<class... Functors>(List<Functors...>) {
    return ((Functors::text.name == name && (visit(Functors{}), true)) || ...);
  }(ActivationFunctors{});
}

}  // namespace signalscope::functors
