// The scenarios of the texts that several tests and the benchmarks run.
#pragma once

#include "signalscope/scenario.hpp"

namespace signalscope {

/// The 40-layer network of PyTorch Linears, as `Net(residual=...)` after manual_seed(0).
inline Scenario net_of_the_text(const char* residual) {
  Scenario s;
  s.depth = 40;
  s.width = 128;
  s.batch = 64;
  s.stream = "pytorch";
  s.initialiser = "pytorch_default";
  s.bias = "pytorch";
  s.residual = residual;
  return s;
}

}  // namespace signalscope
