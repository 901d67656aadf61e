#include "notices.hpp"

#include <cmath>

#include "choices.hpp"
#include "field_text.hpp"
#include "verdict.hpp"

namespace signalscope {

std::string momentum_formula(double momentum, std::string_view convention) {
  // 1 - 0.99 is 0.010000000000000009 in binary; the reader means 0.01.
  const double other = std::round((1.0 - momentum) * 1e12) / 1e12;
  const std::string m = shown_number(momentum), rest = shown_number(other);
  if (convention == "keras") return "new = " + m + " · old + " + rest + " · batch";
  return "new = " + rest + " · old + " + m + " · batch";
}

Notice no_batches_notice() {
  return {"no_batches_seen",
          "The running statistics were never updated (0 batches seen): mean 0 and variance 1, so BatchNorm does almost "
          "nothing."};
}

std::optional<Notice> width_notice(const Norm& norm, std::size_t cells) {
  if (!norm.centred || norm.axis == NormAxis::batch || cells > 2) return std::nullopt;
  if (cells == 1) {
    return Notice{"signal_lost",
                  std::string(norm.label) + " over one feature takes the feature away: every output is beta."};
  }
  return Notice{"sign_only", std::string(norm.label) + " over two features keeps only which one is larger."};
}

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
    if (auto notice = width_notice(*norm, shape.segment)) notices.push_back(*notice);
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
  if (loss_is_constant(s)) {
    notices.push_back(
        {"loss_constant", "The loss " + s.loss +
                              " is constant under the last norm, so its gradient is zero by construction; "
                              "the loss random shows what the norm lets through."});
  }
  if (!trace.dead_units.empty() && trace.dead_units.back() > 0.0) {
    notices.push_back({"dead_units", shown_number(trace.dead_units.back()) + " of " + std::to_string(hidden_width(s)) +
                                         " units of the last layer are zero for the whole batch and get no gradient."});
  }
  return notices;
}

}  // namespace signalscope
