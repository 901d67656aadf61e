// The runs that the texts show, for all that is timed.
#pragma once

#include <vector>

#include "core/text_runs.hpp"

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
  std::vector<Scenario> series = {net_of_the_text("none"), net_of_the_text("add")};
  for (Scenario& scenario : series) scenario.precision = "float32";
  return series;
}

}  // namespace signalscope::bench
