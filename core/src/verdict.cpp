#include "verdict.hpp"

#include <cmath>
#include <string>

#include "norms.hpp"

namespace signalscope {
namespace {

constexpr double shrinks_to = 1e-2;
constexpr double grows_to = 1e2;
constexpr double gradient_spread = 1e3;

constexpr Threshold table[] = {
    {"not_finite", "rms of the first layer that is not finite", "is not finite", 0.0},
    {"signal_zero", "rms of the first layer that is exactly zero", "=", 0.0},
    {"signal_vanishes", "rms of the last layer / rms of the input", "<", shrinks_to},
    {"signal_explodes", "rms of the last layer / rms of the input", ">", grows_to},
    {"loss_constant", "gradient rms at the first layer, zero by construction", "is rounding noise", 0.0},
    {"gradient_not_finite", "first weight gradient norm, from the last layer back, that is not finite", "is not finite",
     0.0},
    {"gradient_zero", "weight gradient norm of the first layer", "=", 0.0},
    {"gradient_vanishes", "weight gradient norm, last layer / first layer", ">", gradient_spread},
    {"gradient_explodes", "weight gradient norm, last layer / first layer", "<", 1.0 / gradient_spread},
    {"stable", "rms of the last layer / rms of the input", "within the bounds", 0.0},
};

std::optional<int> first_zero_layer(const Trace& trace) {
  for (std::size_t layer = 0; layer < trace.rms.size(); ++layer) {
    if (trace.rms[layer] == 0.0) return static_cast<int>(layer) + 1;
  }
  return std::nullopt;
}

std::optional<int> last_nonfinite_gradient(const Trace& trace) {
  const std::vector<double>& norms = trace.weight_grad_norm[0];
  for (std::size_t layer = norms.size(); layer-- > 0;) {
    if (!std::isfinite(norms[layer])) return static_cast<int>(layer) + 1;
  }
  return std::nullopt;
}

Verdict at(std::string code, int layer, const std::vector<double>& quantity) {
  return {std::move(code), layer, quantity[static_cast<std::size_t>(layer - 1)], {}};
}

bool last_operation_is_norm(const Scenario& s) {
  if (s.final_norm || s.norm_placement == "post") return true;
  return s.norm_placement == "inside" && s.block == "linear" && s.activation == "identity" && s.residual == "none";
}

/// Growth of the signal; where the input is zero, from the first layer on.
double growth_of(const Trace& trace) {
  return trace.rms.back() / (trace.input_rms > 0.0 ? trace.input_rms : trace.rms.front());
}

}  // namespace

std::span<const Threshold> verdict_thresholds() { return table; }

bool loss_is_constant(const Scenario& s, const Trace& trace) {
  const Norm* norm = find_norm(s.norm);
  if (!norm || !last_operation_is_norm(s)) return false;
  if (norm->axis == NormAxis::batch && s.norm_mode == "eval") return false;
  if (s.loss == "sum") return norm->centred;
  // Far from 1 the output's size shows that eps outweighs the variance, and then the norm is nearly linear.
  constexpr double negligible_eps = 0.9;
  return s.loss == "mean_square" && trace.output_rms > negligible_eps;
}

namespace {

Verdict find_verdict(const Scenario& scenario, const Trace& trace) {
  const int last = static_cast<int>(trace.rms.size());
  const double growth = growth_of(trace);
  if (trace.first_nonfinite_layer) return at("not_finite", *trace.first_nonfinite_layer, trace.rms);
  if (const auto layer = first_zero_layer(trace)) return at("signal_zero", *layer, trace.rms);
  if (growth < shrinks_to) return {"signal_vanishes", last, growth, {}};
  if (growth > grows_to) return {"signal_explodes", last, growth, {}};
  if (loss_is_constant(scenario, trace)) return at("loss_constant", 1, trace.grad_rms);
  if (const auto layer = last_nonfinite_gradient(trace)) {
    return at("gradient_not_finite", *layer, trace.weight_grad_norm[0]);
  }
  if (trace.weight_grad_norm[0][0] == 0.0) return at("gradient_zero", 1, trace.weight_grad_norm[0]);
  if (trace.gradient_ratio > gradient_spread) return {"gradient_vanishes", 1, trace.gradient_ratio, {}};
  if (trace.gradient_ratio < 1.0 / gradient_spread) return {"gradient_explodes", 1, trace.gradient_ratio, {}};
  return {"stable", std::nullopt, growth, {}};
}

}  // namespace

Verdict verdict_of(const Scenario& scenario, const Trace& trace) {
  Verdict verdict = find_verdict(scenario, trace);
  for (const Threshold& threshold : table) {
    if (threshold.code == verdict.code) verdict.quantity = threshold.quantity;
  }
  return verdict;
}

}  // namespace signalscope
