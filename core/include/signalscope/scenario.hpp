// A scenario is everything that a run needs, as one flat record; the only input of the core.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "signalscope/fields.hpp"

namespace signalscope {

/// The most memory that one run may take, in bytes; the same on every platform, so that a link that runs
/// in one place runs in all.
inline constexpr std::size_t memory_cap = std::size_t{2} << 30;

/// Field meanings, ranges and defaults stand in the table in `scenario.cpp`. Defaults are a plain stack of 50 ReLU
/// layers.
struct Scenario {
  int depth = 50;
  int width = 256;
  int batch = 128;
  std::uint64_t seed = 0;
  std::string stream = "numpy";
  double input_mean = 0.0;
  double input_std = 1.0;
  std::string block = "linear";
  int expansion = 4;
  std::string activation = "relu";
  double slope = 0.01;
  std::string initialiser = "he_normal";
  std::optional<double> gain;  ///< not set: `auto`
  double weight_std = 0.01;
  double weight_value = 0.5;
  std::string bias = "none";
  double bias_std = 0.01;
  std::string norm = "none";
  std::string norm_placement = "pre";
  std::optional<double> norm_eps;  ///< not set: the norm's own
  int groups = 8;
  std::string norm_mode = "train";
  double momentum = 0.1;
  std::string momentum_convention = "pytorch";
  int training_batches = 0;
  std::string residual = "none";
  bool final_norm = false;
  std::string loss = "sum";
  std::string precision = "float64";

  friend bool operator==(const Scenario&, const Scenario&) = default;
};

/// Bytes that a run of this scenario holds at its peak: weights, kept activations and working buffers.
double memory_needed(const Scenario& scenario);

/// What no single field shows: the memory cap (`too_large`), group counts that do not divide (`groups`),
/// BatchNorm in training with one value a channel (`one_value_per_channel`).
std::optional<Problem> validate(const Scenario& scenario);

}  // namespace signalscope
