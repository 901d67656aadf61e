#include "initialisers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "activations.hpp"
#include "field_text.hpp"
#include "orthogonal.hpp"

namespace signalscope {
namespace {

double weight_std(const WeightShape& s) { return s.weight_std; }
double no_std(const WeightShape&) { return 0.0; }
double unit_std(const WeightShape&) { return 1.0; }
double xavier_std(const WeightShape& s) { return s.gain * std::sqrt(2.0 / static_cast<double>(s.fan_in + s.fan_out)); }
double fan_in_std(const WeightShape& s) { return s.gain / std::sqrt(static_cast<double>(s.fan_in)); }
double fan_out_std(const WeightShape& s) { return s.gain / std::sqrt(static_cast<double>(s.fan_out)); }

/// kaiming_uniform_ with a = sqrt(5), computed in PyTorch's own order so that the bound agrees to the last bit.
double pytorch_default_std(const WeightShape& s) {
  const double slope = std::sqrt(5.0);
  return std::sqrt(2.0 / (1.0 + slope * slope)) / std::sqrt(static_cast<double>(s.fan_in));
}

/// The standard deviation that two-sigma truncation leaves of 1; Keras divides by it, JAX too.
constexpr double two_sigma_std = 0.87962566103423978;

double corrected_std(const WeightShape& s) { return s.weight_std / two_sigma_std; }

constexpr auto glorot = "Glorot and Bengio 2010, eq. 16";
constexpr auto he = "He et al. 2015, Delving Deep into Rectifiers, eq. 10";
constexpr auto lecun = "LeCun et al. 1998, Efficient BackProp";

using enum Distribution;

constexpr Initialiser table[] = {
    {"normal", "normal", "N(0, weight_std²)", "", normal, GainRule::none, Cut::none, weight_std},
    {"uniform", "uniform", "U(-√3 weight_std, √3 weight_std)", "", uniform, GainRule::none, Cut::none, weight_std},
    {"constant", "constant", "weight_value", "", constant, GainRule::none, Cut::none, no_std},
    {"zeros", "zeros", "0", "", zeros, GainRule::none, Cut::none, no_std},
    {"identity", "identity", "I", "torch.nn.init.eye_", identity, GainRule::none, Cut::none, no_std},
    {"orthogonal", "orthogonal", "gain · Q of a normal matrix, diagonal of R positive",
     "Saxe et al. 2014; torch.nn.init.orthogonal_", orthogonal, GainRule::one, Cut::none, unit_std},
    {"xavier_normal", "Xavier normal", "N(0, gain² · 2 / (fan_in + fan_out))", glorot, normal, GainRule::one, Cut::none,
     xavier_std},
    {"xavier_uniform", "Xavier uniform", "U(±gain · √(6 / (fan_in + fan_out)))", glorot, uniform, GainRule::one,
     Cut::none, xavier_std},
    {"he_normal", "He normal", "N(0, gain² / fan_in)", he, normal, GainRule::activation, Cut::none, fan_in_std},
    {"he_uniform", "He uniform", "U(±gain · √(3 / fan_in))", he, uniform, GainRule::activation, Cut::none, fan_in_std},
    {"he_normal_fan_out", "He normal, fan_out", "N(0, gain² / fan_out)", he, normal, GainRule::activation, Cut::none,
     fan_out_std},
    {"he_uniform_fan_out", "He uniform, fan_out", "U(±gain · √(3 / fan_out))", he, uniform, GainRule::activation,
     Cut::none, fan_out_std},
    {"lecun_normal", "LeCun normal", "N(0, gain² / fan_in)", lecun, normal, GainRule::one, Cut::none, fan_in_std},
    {"lecun_uniform", "LeCun uniform", "U(±gain · √(3 / fan_in))", lecun, uniform, GainRule::one, Cut::none,
     fan_in_std},
    {"truncated_normal", "truncated normal, absolute ±2", "N(0, weight_std²) cut at ±2", "torch.nn.init.trunc_normal_",
     truncated, GainRule::none, Cut::absolute_two, weight_std},
    {"truncated_normal_two_sigma", "truncated normal, two sigma, not rescaled",
     "N(0, weight_std²) cut at ±2 weight_std", "Keras TruncatedNormal; jax.nn.initializers.truncated_normal", truncated,
     GainRule::none, Cut::two_sigma, weight_std},
    {"truncated_normal_corrected", "truncated normal, two sigma, rescaled",
     "N(0, s²) cut at ±2 s, s = weight_std / 0.87962566103423978", "Keras VarianceScaling, truncated_normal", truncated,
     GainRule::none, Cut::two_sigma, corrected_std},
    {"pytorch_default", "PyTorch default", "U(±1 / √fan_in)", "torch.nn.Linear: kaiming_uniform_ with a = √5", uniform,
     GainRule::none, Cut::none, pytorch_default_std},
};

std::vector<double> transposed(const std::vector<double>& m, std::size_t rows, std::size_t columns) {
  std::vector<double> out(m.size());
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) out[j * rows + i] = m[i * columns + j];
  }
  return out;
}

/// Q of the QR of a normal matrix with the diagonal of R made positive; of its transpose where it is wider than tall.
/// Source: torch.nn.init.orthogonal_.
void make_orthogonal(Matrix& m, double gain) {
  const bool wide = m.rows < m.columns;
  if (wide) m.values = transposed(m.values, m.rows, m.columns);
  make_columns_orthonormal(m.values, std::max(m.rows, m.columns), std::min(m.rows, m.columns));
  if (wide) m.values = transposed(m.values, m.columns, m.rows);
  for (double& w : m.values) w *= gain;
}

}  // namespace

std::span<const Initialiser> initialisers() { return table; }

const Initialiser& initialiser_named(std::string_view name) {
  for (const Initialiser& row : table) {
    if (row.name == name) return row;
  }
  return table[0];
}

std::vector<std::string_view> initialiser_choices() {
  std::vector<std::string_view> names;
  for (const Initialiser& row : table) names.push_back(row.name);
  return names;
}

double resolve_gain(const Initialiser& row, std::optional<double> gain, std::string_view activation, double slope) {
  if (row.gain_rule == GainRule::none) return std::numeric_limits<double>::quiet_NaN();
  if (gain) return *gain;
  if (row.gain_rule == GainRule::one) return 1.0;
  const Activation* found = find_activation(activation);
  return found ? calculate_auto_gain(*found, slope) : 1.0;
}

double uniform_bound(const Initialiser& row, const WeightShape& shape) { return std::sqrt(3.0) * row.std(shape); }

std::optional<double> cut_at(const Initialiser& row, const WeightShape& shape) {
  if (row.cut == Cut::absolute_two) return 2.0;
  if (row.cut == Cut::two_sigma) return 2.0 * row.std(shape);
  return std::nullopt;
}

std::optional<Problem> check_rejection(const Initialiser& row, std::string_view stream, double weight_std) {
  constexpr double most = 100.0;
  if (row.cut != Cut::absolute_two || stream == "pytorch" || weight_std <= most) return std::nullopt;
  return refused(
      "out_of_range", "weight_std", shown_number(weight_std),
      "at most " + shown_number(most) + " with " + std::string(row.name) + ", which is cut at an absolute 2");
}

void draw_weights(const Initialiser& row, const WeightShape& shape, random::Stream& stream, bool fan_out_first,
                  std::span<double> out) {
  const std::size_t rows = fan_out_first ? shape.fan_out : shape.fan_in;
  const std::size_t columns = fan_out_first ? shape.fan_in : shape.fan_out;
  switch (row.distribution) {
    case normal:
      stream.normal(0.0, row.std(shape), out);
      break;
    case uniform:
      stream.uniform(-uniform_bound(row, shape), uniform_bound(row, shape), out);
      break;
    case truncated:
      stream.truncated_normal(row.std(shape), *cut_at(row, shape), out);
      break;
    case constant:
      std::fill(out.begin(), out.end(), shape.weight_value);
      break;
    case zeros:
      std::fill(out.begin(), out.end(), 0.0);
      break;
    case identity:
      std::fill(out.begin(), out.end(), 0.0);
      for (std::size_t i = 0; i < std::min(rows, columns); ++i) out[i * columns + i] = 1.0;
      break;
    case orthogonal: {
      stream.normal(0.0, 1.0, out);
      Matrix drawn{rows, columns, {out.begin(), out.end()}};
      make_orthogonal(drawn, shape.gain);
      std::copy(drawn.values.begin(), drawn.values.end(), out.begin());
      break;
    }
  }
  if (!fan_out_first) return;
  // PyTorch's parameters are float32 tensors, also those that are not drawn.
  for (double& w : out) w = static_cast<double>(static_cast<float>(w));
}

Matrix draw_weights(const Initialiser& row, const WeightShape& shape, random::Stream& stream, bool fan_out_first) {
  Matrix weights;
  weights.rows = fan_out_first ? shape.fan_out : shape.fan_in;
  weights.columns = fan_out_first ? shape.fan_in : shape.fan_out;
  weights.values.resize(weights.rows * weights.columns);
  draw_weights(row, shape, stream, fan_out_first, weights.values);
  return weights;
}

}  // namespace signalscope
