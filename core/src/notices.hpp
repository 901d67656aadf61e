// What a reader should know of a result besides its numbers: each sentence is written once, here.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "norms.hpp"
#include "signalscope/scenario.hpp"
#include "signalscope/trace.hpp"

namespace signalscope {

/// The update of the running statistics, with the weights filled in: "new = 0.9 · old + 0.1 · batch".
std::string momentum_formula(double momentum, std::string_view convention);

Notice no_batches_notice();

/// A centred norm over one feature erases the signal, over two cells it keeps a sign. `cells` is how many share a
/// statistic.
std::optional<Notice> width_notice(const Norm& norm, std::size_t cells);

/// Of a complete run.
std::vector<Notice> notices_of(const Scenario& scenario, const Trace& trace);

}  // namespace signalscope
