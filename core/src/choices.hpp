// Words that more than one record may choose from.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "activations.hpp"
#include "random/stream.hpp"
#include "signalscope/fields.hpp"
#include "signalscope/problem.hpp"
#include "signalscope/scenario.hpp"

namespace signalscope {

inline std::vector<std::string_view> stream_choices() {
  const auto names = random::names();
  return {names.begin(), names.end()};
}

inline std::vector<std::string_view> activation_choices() {
  std::vector<std::string_view> names;
  for (const Activation& row : activations()) names.push_back(row.name);
  return names;
}

inline std::vector<std::string_view> norm_mode_choices() { return {"train", "eval"}; }
inline std::vector<std::string_view> momentum_choices() { return {"pytorch", "keras"}; }

/// For controls; which counts divide the features is for `check_groups` to say.
inline constexpr Range groups_range{1, 262144, false, true};

/// Width between the linear maps: `expansion` x width in a feedforward block, else the width.
std::size_t hidden_width(const Scenario& scenario);
/// Features of what the block's norm sees.
std::size_t normalised_width(const Scenario& scenario);

}  // namespace signalscope
