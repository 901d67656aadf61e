// The other verbs: each a pure function from one record to another.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "signalscope/fields.hpp"
#include "signalscope/problem.hpp"
#include "signalscope/scenario.hpp"
#include "signalscope/trace.hpp"

namespace signalscope {

// ---- symmetry: why equal weights never part --------------------------------------------------------------------

/// A two-layer ReLU network, inputs -> hidden -> 1, with the loss 1/2 mean (h W2 - y)^2 on normal inputs and targets.
struct SymmetryScenario {
  std::uint64_t seed = 0;
  int batch = 32;
  int inputs = 4;
  int hidden = 6;
  std::string weights = "constant";
  double weight_value = 0.5;  ///< of `constant`
  double weight_std = 0.5;    ///< of `normal`
  Matrix x;                   ///< examples x features; empty: batch x inputs are drawn
  std::vector<double> y;      ///< one target an example; taken with `x` only
};

struct Symmetry {
  Matrix gradient;             ///< inputs x hidden: loss gradient of the first layer's weights, as used in x @ W
  Matrix hidden;               ///< examples x hidden, after the ReLU
  Matrix second_gradient;      ///< hidden x 1: loss gradient of the second layer's weights
  double bias_gradient = 0.0;  ///< loss gradient of a bias on the output, which the network does not use
  double loss = 0.0;
  int distinct_columns = 0;  ///< how many of its columns differ from every earlier one
  std::vector<Notice> notices;
};

Result<Symmetry> symmetry(const SymmetryScenario& scenario);

// ---- normalise: one norm, forward and backward, on one matrix --------------------------------------------------

/// `x` is examples x features. With `x` empty, a matrix batch x width is drawn from the stream. Empty `gamma`
/// is all 1, empty `beta` all 0, and a single number stands for all features. RMSNorm has no beta. An empty `mask`
/// keeps every row.
struct NormaliseScenario {
  std::string norm = "layer";
  std::optional<double> norm_eps;
  int groups = 8;
  std::string norm_mode = "train";
  double momentum = 0.1;
  std::string momentum_convention = "pytorch";
  Matrix x;
  std::vector<double> gamma;
  std::vector<double> beta;
  Matrix dy;                         ///< cotangent, the shape of x; empty: no backward pass
  std::vector<double> mask;          ///< one entry an example: 1 counts, 0 is padding
  std::vector<double> running_mean;  ///< features; empty: 0
  std::vector<double> running_var;   ///< features; empty: 1
  int batches_seen = 0;
  int batch = 32;
  int width = 128;
  std::uint64_t seed = 0;
  std::string stream = "numpy";
  double input_mean = 0.0;
  double input_std = 1.0;
};

/// Statistics stand in the order of the groups of cells that share them: by feature for BatchNorm, by example for
/// LayerNorm and RMSNorm, by example and then group for GroupNorm.
struct Normalised {
  Matrix x;                               ///< what was normalised
  Matrix y;                               ///< padding comes out as 0
  Matrix statistic;                       ///< for each cell the index of the statistic that it shares; -1 for padding
  std::vector<double> mean;               ///< subtracted; 0 for RMSNorm
  std::vector<double> variance;           ///< divided by, biased; the mean square for RMSNorm
  std::vector<double> unbiased_variance;  ///< with n - 1; what BatchNorm stores
  std::vector<double> count;              ///< how many values entered each statistic
  double eps = 0.0;
  double output_mean_max = 0.0;  ///< of y over each statistic's cells: the largest mean; NaN where y is not finite
  double output_std_min = 0.0;   ///< and the smallest population standard deviation
  double mean_scatter = 0.0;     ///< population standard deviation of `mean` over the statistics
  Matrix dx;                     ///< empty without a cotangent, as the next two
  std::vector<double> dgamma;
  std::vector<double> dbeta;
  std::vector<double> running_mean;  ///< BatchNorm only: after this batch
  std::vector<double> running_var;
  int batches_seen = 0;
  std::string momentum_formula;  ///< BatchNorm only
  std::vector<Notice> notices;
};

Result<Normalised> normalise(const NormaliseScenario& scenario);

// ---- jacobian: the product of (I + dF/dx), layer by layer ------------------------------------------------------

struct JacobianScenario : Scenario {
  int example = 0;             ///< which row of the batch
  std::vector<double> layers;  ///< 1 is the first; empty: first, middle and last
};

struct JacobianLayer {
  int layer = 0;
  std::vector<double> singular_values;  ///< of d(layer)/d(input), descending
  int rank = 0;                         ///< how many lie above 1e-13 of the largest
};

struct Jacobian {
  std::vector<JacobianLayer> layers;
  std::vector<Notice> notices;
};

Result<Jacobian> jacobian(const JacobianScenario& scenario);

// ---- draw: the weights of a fresh stream -----------------------------------------------------------------------

struct DrawScenario {
  std::string initialiser = "he_normal";
  int fan_in = 256;
  int fan_out = 256;
  std::optional<double> gain;
  std::string activation = "relu";
  double slope = 0.01;
  double weight_std = 0.01;
  double weight_value = 0.5;
  std::string stream = "numpy";
  std::uint64_t seed = 0;
};

struct Drawn {
  Matrix weights;  ///< numpy: fan_in x fan_out, used as x @ W; pytorch: fan_out x fan_in
  std::string layout;
  std::optional<double> gain;             ///< that was used; none where the scheme takes none
  std::optional<double> requested_std;    ///< what the weights are to have
  std::optional<double> drawn_std;        ///< of the normal that is drawn from, before any cut
  std::optional<double> requested_bound;  ///< of uniform schemes
  std::optional<double> cut_at;           ///< of truncated schemes, the largest |weight| possible
  double obtained_mean = 0.0;
  double obtained_std = 0.0;
  double obtained_largest = 0.0;  ///< |weight|
};

Result<Drawn> draw(const DrawScenario& scenario);

// ---- activate --------------------------------------------------------------------------------------------------

struct ActivateScenario {
  std::string activation = "relu";
  double slope = 0.01;
  std::vector<double> values;
};

struct Activated {
  std::vector<double> values;       ///< phi(x)
  std::vector<double> derivatives;  ///< phi'(x); at a kink the value of PyTorch, so 0 for relu at 0
};

Result<Activated> activate(const ActivateScenario& scenario);

// ---- cost: what the mean of LayerNorm costs, measured here and now ---------------------------------------------

/// Times LayerNorm, RMSNorm and a whole feed-forward block (LayerNorm, linear, GELU, linear, skip), forward, by turns.
struct CostScenario {
  int width = 512;
  int batch = 64;
  int expansion = 4;
  std::string precision = "float32";
  int rounds = 25;
  double sample_milliseconds = 4.0;  ///< least length of one timed sample, far above the clock's own step
};

/// Of one quantity over the rounds.
struct Spread {
  double lower = 0.0;  ///< first quartile
  double median = 0.0;
  double upper = 0.0;  ///< third quartile
};

struct Cost {
  Spread layer_norm;      ///< microseconds a call
  Spread rms_norm;        ///< microseconds a call
  Spread block;           ///< microseconds a call
  Spread share_of_norm;   ///< (LayerNorm - RMSNorm) / LayerNorm, round by round
  Spread share_of_block;  ///< (LayerNorm - RMSNorm) / block, round by round
  int rounds = 0;
};

Result<Cost> cost(const CostScenario& scenario);

// ---- what each result holds, by name ---------------------------------------------------------------------------

template <class Visitor>
void describe(const Symmetry& s, Visitor&& visit) {
  visit("gradient", s.gradient);
  visit("distinct_columns", s.distinct_columns);
  visit("hidden", s.hidden);
  visit("second_gradient", s.second_gradient);
  visit("bias_gradient", s.bias_gradient);
  visit("loss", s.loss);
  visit("notices", s.notices);
}

template <class Visitor>
void describe(const Normalised& n, Visitor&& visit) {
  visit("x", n.x);
  visit("y", n.y);
  visit("statistic", n.statistic);
  visit("mean", n.mean);
  visit("variance", n.variance);
  visit("unbiased_variance", n.unbiased_variance);
  visit("count", n.count);
  visit("eps", n.eps);
  visit("output_mean_max", n.output_mean_max);
  visit("output_std_min", n.output_std_min);
  visit("mean_scatter", n.mean_scatter);
  visit("dx", n.dx);
  visit("dgamma", n.dgamma);
  visit("dbeta", n.dbeta);
  visit("running_mean", n.running_mean);
  visit("running_var", n.running_var);
  visit("batches_seen", n.batches_seen);
  visit("momentum_formula", n.momentum_formula);
  visit("notices", n.notices);
}

template <class Visitor>
void describe(const JacobianLayer& l, Visitor&& visit) {
  visit("layer", l.layer);
  visit("singular_values", l.singular_values);
  visit("rank", l.rank);
}

template <class Visitor>
void describe(const Jacobian& j, Visitor&& visit) {
  visit("layers", j.layers);
  visit("notices", j.notices);
}

template <class Visitor>
void describe(const Drawn& d, Visitor&& visit) {
  visit("weights", d.weights);
  visit("layout", d.layout);
  visit("gain", d.gain);
  visit("requested_std", d.requested_std);
  visit("drawn_std", d.drawn_std);
  visit("requested_bound", d.requested_bound);
  visit("cut_at", d.cut_at);
  visit("obtained_mean", d.obtained_mean);
  visit("obtained_std", d.obtained_std);
  visit("obtained_largest", d.obtained_largest);
}

template <class Visitor>
void describe(const Spread& s, Visitor&& visit) {
  visit("lower", s.lower);
  visit("median", s.median);
  visit("upper", s.upper);
}

template <class Visitor>
void describe(const Cost& c, Visitor&& visit) {
  visit("layer_norm", c.layer_norm);
  visit("rms_norm", c.rms_norm);
  visit("block", c.block);
  visit("share_of_norm", c.share_of_norm);
  visit("share_of_block", c.share_of_block);
  visit("rounds", c.rounds);
}

template <class Visitor>
void describe(const Activated& a, Visitor&& visit) {
  visit("values", a.values);
  visit("derivatives", a.derivatives);
}

}  // namespace signalscope
