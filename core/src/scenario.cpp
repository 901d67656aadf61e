#include "signalscope/scenario.hpp"

#include "activations.hpp"
#include "choices.hpp"
#include "fields_table.hpp"
#include "initialisers.hpp"
#include "norms.hpp"
#include "residuals.hpp"

namespace signalscope {
namespace {

using Words = std::vector<std::string_view>;

constexpr double largest_seed =
    9007199254740991.0;  // 2^53 - 1, the largest whole number that JSON and JavaScript carry

const Field<Scenario> table[] = {
    {"depth", "Depth", "Number of blocks.", &Scenario::depth, Range{1, 10000}},
    {"width", "Width", "Features of the signal.", &Scenario::width, Range{1, 4096}},
    {"batch", "Batch", "Examples that travel together.", &Scenario::batch, Range{1, 4096}},
    {"seed", "Seed", "Seed of the random stream.", &Scenario::seed, Range{0, largest_seed}},
    {"stream", "Stream", "Whose random numbers: NumPy's default_rng or PyTorch's manual_seed.", &Scenario::stream,
     std::nullopt, stream_choices},
    {"input_mean", "Input mean", "Mean of the normal input.", &Scenario::input_mean},
    {"input_std", "Input std", "Standard deviation of the normal input.", &Scenario::input_std,
     Range{0, std::numeric_limits<double>::max()}},
    {"block", "Block", "linear: linear map, activation. feedforward: linear map, activation, linear map.",
     &Scenario::block, std::nullopt,
     [] {
       return Words{"linear", "feedforward"};
     }},
    {"expansion", "Expansion", "Hidden width of a feedforward block, in widths.", &Scenario::expansion, Range{1, 64}},
    {"activation", "Activation", "The function after the (first) linear map.", &Scenario::activation, std::nullopt,
     activation_choices},
    {"slope", "Slope", "Negative slope of leaky_relu.", &Scenario::slope},
    {"initialiser", "Initialiser", "How the weights are drawn.", &Scenario::initialiser, std::nullopt,
     initialiser_choices},
    {"gain", "Gain", "Factor of the He, Xavier, LeCun and orthogonal schemes; auto fits He's to the activation.",
     &Scenario::gain, Range{0, 1e6}},
    {"weight_std", "Weight std", "Standard deviation of normal, uniform and the truncated normals.",
     &Scenario::weight_std, Range{0, 1e6}},
    {"weight_value", "Weight value", "Value of constant weights.", &Scenario::weight_value},
    {"bias", "Bias",
     "none; zero: PyTorch's default draw happens, then zero; pytorch: uniform, 1 / √fan_in at most; normal.",
     &Scenario::bias, std::nullopt,
     [] {
       return Words{"none", "zero", "pytorch", "normal"};
     }},
    {"bias_std", "Bias std", "Standard deviation of a normal bias.", &Scenario::bias_std, Range{0, 1e6}},
    {"norm", "Norm", "What the normalisation averages over.", &Scenario::norm, std::nullopt, norm_choices_or_none},
    {"norm_placement", "Placement", "pre: before the block; post: after the sum; inside: before the activation.",
     &Scenario::norm_placement, std::nullopt,
     [] {
       return Words{"pre", "post", "inside"};
     }},
    {"norm_eps", "Eps", "Added to the variance under the root; auto takes the norm's own default.", &Scenario::norm_eps,
     Range{0, 1e6, true}},
    {"groups", "Groups", "Groups of GroupNorm; must divide the features that are normalised.", &Scenario::groups,
     groups_range},
    {"norm_mode", "Mode", "BatchNorm with the batch's own statistics (train) or the running ones (eval).",
     &Scenario::norm_mode, std::nullopt, norm_mode_choices},
    {"momentum", "Momentum", "Of the running statistics, in the convention below.", &Scenario::momentum, Range{0, 1}},
    {"momentum_convention", "Momentum convention",
     "pytorch: momentum weighs the new batch; keras: momentum weighs the old statistics.",
     &Scenario::momentum_convention, std::nullopt, momentum_choices},
    {"training_batches", "Training batches", "Batches that the running statistics have seen before the measured one.",
     &Scenario::training_batches, Range{0, 10000}},
    {"residual", "Residual", "What joins a block's input to its output.", &Scenario::residual, std::nullopt,
     residual_choices},
    {"final_norm", "Final norm", "One more norm after the last block.", &Scenario::final_norm},
    {"loss", "Loss", "sum, mean_square, or random: a fixed normal cotangent.", &Scenario::loss, std::nullopt,
     [] {
       return Words{"sum", "mean_square", "random"};
     }},
    {"precision", "Precision", "Number format of signal, weights and gradients.", &Scenario::precision, std::nullopt,
     [] {
       return Words{"float64", "float32"};
     }},
};

double bytes_per_number(const Scenario& s) { return s.precision == "float32" ? 4.0 : 8.0; }

}  // namespace

template <>
std::span<const Field<Scenario>> fields<Scenario>() {
  return table;
}

INSTANTIATE_FIELDS(Scenario);

std::size_t hidden_width(const Scenario& s) {
  const auto width = static_cast<std::size_t>(s.width);
  return s.block == "feedforward" ? width * static_cast<std::size_t>(s.expansion) : width;
}

std::size_t normalised_width(const Scenario& s) {
  return s.norm_placement == "inside" ? hidden_width(s) : static_cast<std::size_t>(s.width);
}

double memory_needed(const Scenario& s) {
  const double width = s.width, hidden = static_cast<double>(hidden_width(s)), batch = s.batch;
  const bool feedforward = s.block == "feedforward", normed = s.norm != "none";
  const double weights = width * hidden * (feedforward ? 2 : 1);
  // Kept of each block for the way back: the value that leaves it, the derivative of its activation, and
  // where they differ from those the input of its maps and the value behind an inside norm.
  double kept = batch * (width + hidden);
  if (normed && s.norm_placement == "pre") kept += batch * width;
  if (normed && s.norm_placement == "inside") kept += batch * hidden;
  if (feedforward) kept += batch * hidden;
  // One weight gradient, four working matrices and the stream's own draw (float64) are alive at a time.
  const double working = width * hidden + 4 * batch * std::max(width, hidden);
  const double drawn = 8 * std::max(width * hidden, batch * width);
  return bytes_per_number(s) * (s.depth * (weights + kept) + working) + drawn;
}

std::optional<Problem> validate(const Scenario& s) {
  if (auto problem = check_rejection(initialiser_named(s.initialiser), s.stream, s.weight_std)) return problem;
  if (s.norm == "group") {
    if (auto problem = check_groups(s.groups, normalised_width(s))) return problem;
    if (s.final_norm) {
      if (auto problem = check_groups(s.groups, static_cast<std::size_t>(s.width))) return problem;
    }
  }
  if (s.norm == "batch" && s.norm_mode == "train" && s.batch < 2) {
    return one_value_per_channel("batch", std::to_string(s.batch), 1, normalised_width(s),
                                 "at least 2, or set norm_mode to eval");
  }
  if (s.norm == "batch" && s.training_batches > 0 && s.batch < 2) {
    return one_value_per_channel("batch", std::to_string(s.batch), 1, normalised_width(s),
                                 "at least 2, or set training_batches to 0");
  }
  const double needed = memory_needed(s);
  if (needed > static_cast<double>(memory_cap)) {
    const auto mib = [](double bytes) { return shown_number(std::ceil(bytes / 1048576.0)) + " MiB"; };
    return Problem{"too_large", "depth",
                   "depth: was " + std::to_string(s.depth) + " at width " + std::to_string(s.width) + " and batch " +
                       std::to_string(s.batch) + ", which needs " + mib(needed) + " of memory; may be what fits in " +
                       mib(static_cast<double>(memory_cap)) + "."};
  }
  return std::nullopt;
}

}  // namespace signalscope
