// The runs that the texts show, for all that is timed.
#pragma once

#include <vector>

#include "signalscope/scenario.hpp"

namespace signalscope::bench {

/// The preset `initialisation`: what the text draws four lines of.
inline std::vector<Scenario> initialisation() {
  std::vector<Scenario> series(4);
  series[0].initialiser = series[1].initialiser = "normal";
  series[0].weight_std = 0.01;
  series[1].weight_std = 0.1;
  series[2].initialiser = "xavier_normal";
  return series;
}

/// The preset `residual`: forty layers of PyTorch's own, with and without the skip.
inline std::vector<Scenario> residual() {
  Scenario plain;
  plain.depth = 40;
  plain.width = 128;
  plain.batch = 64;
  plain.stream = "pytorch";
  plain.initialiser = "pytorch_default";
  plain.bias = "pytorch";
  plain.precision = "float32";
  Scenario added = plain;
  added.residual = "add";
  return {plain, added};
}

}  // namespace signalscope::bench
