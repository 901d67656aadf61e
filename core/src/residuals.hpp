// How a block's input joins its output: out = skip * input + branch * F(input).
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "signalscope/scenario.hpp"

namespace signalscope {

/// One row a scheme. A factor may depend on anything in the scenario, as DeepNorm's does on the depth.
struct Residual {
  std::string_view name;
  std::string_view label;
  std::string_view formula;
  std::string_view source;
  double (*skip)(const Scenario&);
  double (*branch)(const Scenario&);
};

std::span<const Residual> residuals();
/// Precondition: the name is one of the table's.
const Residual& residual_named(std::string_view name);
std::vector<std::string_view> residual_choices();

}  // namespace signalscope
