#include "notices.hpp"

#include "choices.hpp"
#include "field_text.hpp"
#include "verdict.hpp"

namespace signalscope {

std::string momentum_formula(double momentum, std::string_view convention) {
  const double of_new = weight_of_new_batch(momentum, convention);
  return "new = " + shown_number(complement(of_new)) + " · old + " + shown_number(of_new) + " · batch";
}

Notice no_batches_notice() {
  return {"no_batches_seen",
          "The running statistics were never updated (0 batches seen): mean 0 and variance 1, so BatchNorm does almost "
          "nothing."};
}

std::optional<Notice> width_notice(const Norm& norm, std::size_t cells) {
  if (!norm.centred || cells > 2 || cells == 0) return std::nullopt;
  if (norm.axis == NormAxis::batch) {
    return Notice{"sign_only", std::string(norm.label) + " over two examples keeps only which one is larger."};
  }
  if (cells == 1) {
    return Notice{"signal_lost",
                  std::string(norm.label) + " over one feature takes the feature away: every output is beta."};
  }
  return Notice{"sign_only", std::string(norm.label) + " over two features keeps only which one is larger."};
}

namespace {

/// Whether an output of zero means a derivative of zero, as in ReLU: then a dead unit gets no gradient.
bool is_flat_at_zero(const Scenario& s) {
  const double zero = 0.0;
  double derivative = 1.0;
  find_activation(s.activation)->derivative(&zero, &derivative, 1, s.slope);
  return derivative == 0.0;
}

}  // namespace

std::vector<Notice> notices_of(const Scenario& s, const Trace& trace) {
  std::vector<Notice> notices;
  const bool batch_norm = s.norm == "batch";
  if (batch_norm && s.norm_mode == "eval" && s.training_batches == 0) {
    notices.push_back(no_batches_notice());
  }
  if (batch_norm && s.norm_mode == "eval" && s.training_batches > 0) {
    notices.push_back({"running_statistics", "Running statistics after " + std::to_string(s.training_batches) +
                                                 " training batches, " +
                                                 momentum_formula(s.momentum, s.momentum_convention) + "."});
  }
  if (const Norm* norm = find_norm(s.norm)) {
    const NormShape shape = norm_shape(*norm, 1, normalised_width(s), s.groups);
    const bool by_batch = norm->axis == NormAxis::batch, fixed = by_batch && s.norm_mode == "eval";
    const std::size_t cells = by_batch ? static_cast<std::size_t>(s.batch) : shape.segment;
    if (auto notice = fixed ? std::nullopt : width_notice(*norm, cells)) notices.push_back(*notice);
  }
  const bool equal_weights = s.initialiser == "constant" || s.initialiser == "zeros";
  if (s.initialiser == "zeros" && s.block == "feedforward") {
    notices.push_back(
        {"two_zero_factors",
         "Both linear maps of the block are zero, so neither gets a gradient through the other: the branch "
         "stays dead."});
  } else if (equal_weights && s.width > 1) {
    notices.push_back(
        {"identical_units",
         "All weights are equal: the units of a layer compute the same thing and get the same gradient."});
  }
  if (loss_is_constant(s, trace)) {
    notices.push_back(
        {"loss_constant", "The loss " + s.loss +
                              " is constant under the last norm, so its gradient is zero by construction; "
                              "the loss random shows what the norm lets through."});
  }
  if (trace.dead_units.back() > 0.0 && is_flat_at_zero(s)) {
    notices.push_back({"dead_units", shown_number(trace.dead_units.back()) + " of " + std::to_string(hidden_width(s)) +
                                         " units of the last layer are zero for the whole batch and get no gradient."});
  }
  return notices;
}

}  // namespace signalscope
