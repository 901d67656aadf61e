// What a run writes into its trace, and the steps that it is made of.
#include <chrono>
#include <cmath>
#include <limits>

#include "choices.hpp"
#include "notices.hpp"
#include "run.hpp"
#include "shared_draws.hpp"
#include "spare_blocks.hpp"
#include "verdict.hpp"

namespace signalscope {
namespace {

using Clock = std::chrono::steady_clock;

/// An upper bound, for the memory that draws are kept in. What PyTorch draws twice counts twice.
std::size_t most_numbers_drawn(const Scenario& s) {
  const double width = s.width, hidden = static_cast<double>(hidden_width(s)), signal = s.batch * width;
  const double maps = s.block == "feedforward" ? 2.0 : 1.0, times = s.stream == "pytorch" ? 2.0 : 1.0;
  const double parameters = s.depth * maps * (width * hidden + std::max(width, hidden));
  return static_cast<std::size_t>(times * parameters + signal * (2.0 + s.training_batches));
}

std::vector<double> not_measured(std::size_t layers) {
  return std::vector<double>(layers, std::numeric_limits<double>::quiet_NaN());
}

Trace empty_trace(std::size_t layers, std::size_t maps) {
  Trace trace;
  for (auto* quantity :
       {&trace.rms, &trace.mean, &trace.std, &trace.cosine, &trace.nonfinite_count, &trace.zero_fraction,
        &trace.dead_units, &trace.saturated_fraction, &trace.grad_rms, &trace.skip_path}) {
    *quantity = not_measured(layers);
  }
  trace.weight_grad_norm.assign(maps, not_measured(layers));
  trace.input_rms = trace.gradient_ratio = trace.output_rms = std::numeric_limits<double>::quiet_NaN();
  return trace;
}

}  // namespace

template <class S>
TypedRun<S>::TypedRun(const Scenario& scenario)
    : scenario_(scenario),
      activation_(*find_activation(scenario.activation)),
      initialiser_(initialiser_named(scenario.initialiser)),
      residual_(residual_named(scenario.residual)),
      norm_(find_norm(scenario.norm)) {
  const auto batch = static_cast<std::size_t>(scenario.batch), width = static_cast<std::size_t>(scenario.width);
  gain_ = resolve_gain(initialiser_, scenario.gain, scenario.activation, scenario.slope);
  skip_ = residual_.skip(scenario);
  branch_ = residual_.branch(scenario);
  pytorch_ = scenario.stream == "pytorch";
  blocks_ = SpareBlocks<S>::take(scenario);
  if (norm_) {
    eps_ = scenario.norm_eps.value_or(norm_->default_eps);
    eval_ = norm_->axis == NormAxis::batch && scenario.norm_mode == "eval";
    trains_ = eval_ && scenario.training_batches > 0;
    const std::size_t columns = normalised_width(scenario);
    const auto place = [&](std::size_t features) {
      return NormPlace<S>{norm_shape(*norm_, batch, features, scenario.groups), {}, RunningStatistics(features)};
    };
    for (Block<S>& block : blocks_) block.norm = place(columns);
    if (scenario.final_norm) final_norm_ = place(width);
    if (scenario.norm_placement == "post") route_.assign(blocks_[0].norm->shape.statistics(), skip_ == 0.0 ? 0.0 : 1.0);
  }
  if (route_.empty()) route_.assign(1, 1.0);
  draws_first_ = pytorch_ || trains_;
  stream_ = std::make_unique<SharedStream>(scenario.stream, scenario.seed, most_numbers_drawn(scenario));
  trace_ = empty_trace(depth(), scenario.block == "feedforward" ? 2 : 1);
  octaves_.reserve(depth());
}

template <class S>
TypedRun<S>::TypedRun(const Scenario& scenario, Given<S> given) : TypedRun(scenario) {
  given_ = draws_first_ = true;
  input_ = std::move(given.input);
  cotangent_ = std::move(given.cotangent);
  for (std::size_t layer = 0; layer < depth(); ++layer) blocks_[layer].maps = std::move(given.maps[layer]);
}

template <class S>
TypedRun<S>::~TypedRun() {
  SpareBlocks<S>::give(scenario_, std::move(blocks_));
}

template <class S>
std::size_t TypedRun<S>::training_steps() const {
  return trains_ ? static_cast<std::size_t>(scenario_.training_batches) * depth() : 0;
}

template <class S>
void TypedRun<S>::step() {
  const auto start = Clock::now();
  std::size_t step = steps_done_;
  if (step < drawing_steps()) {
    draw_step(step);
  } else if ((step -= drawing_steps()) < training_steps()) {
    train_step(step);
  } else if ((step -= training_steps()) < depth()) {
    forward_step(step);
  } else {
    backward_step(2 * depth() - 1 - step);
  }
  ++steps_done_;
  trace_.milliseconds += std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

template <class S>
Progress TypedRun<S>::progress() const {
  const std::size_t before = drawing_steps() + training_steps();
  const std::size_t measured = steps_done_ > before ? steps_done_ - before : 0;
  Progress p;
  p.forward = static_cast<int>(std::min(measured, depth()));
  p.backward = static_cast<int>(measured - static_cast<std::size_t>(p.forward));
  p.fraction = static_cast<double>(steps_done_) / static_cast<double>(steps_total());
  p.done = done();
  return p;
}

template <class S>
const Trace& TypedRun<S>::trace() {
  if (octaves_.size() == depth() && trace_.histogram.counts.empty()) trace_.histogram = assemble_histogram(octaves_);
  return trace_;
}

template <class S>
void TypedRun<S>::forward_only() {
  const std::size_t last = drawing_steps() + training_steps() + depth();
  while (steps_done_ < last) step();
}

template <class S>
void TypedRun<S>::measure_activation(std::size_t layer, const ActivationCounts<S>& counts) {
  const ActivationStatistics statistics = counts.statistics();
  trace_.zero_fraction[layer] = statistics.zero_fraction;
  trace_.dead_units[layer] = statistics.dead_units;
  trace_.saturated_fraction[layer] = statistics.saturated_fraction;
}

template <class S>
void TypedRun<S>::measure_forward(std::size_t layer, const SignalMeter<S>& meter) {
  const Signal<S>& out = blocks_[layer].out;
  if (layer == 0) trace_.input_rms = root_mean_square(input_.data(), static_cast<std::size_t>(input_.size()));
  const SignalMoments moments = meter.moments(out.data());
  trace_.rms[layer] = moments.rms;
  trace_.mean[layer] = moments.mean;
  trace_.std[layer] = moments.std;
  trace_.nonfinite_count[layer] = moments.nonfinite_count;
  trace_.cosine[layer] = meter.mean_cosine();
  if (moments.nonfinite_count > 0.0 && !trace_.first_nonfinite_layer) {
    trace_.first_nonfinite_layer = static_cast<int>(layer) + 1;
  }
  octaves_.push_back(meter.octaves(out.data()));
  follow_skip_path(layer);
}

/// The identity route from the input to here: in post-norm each block multiplies it by skip / divisor, elsewhere by the
/// skip alone.
template <class S>
void TypedRun<S>::follow_skip_path(std::size_t layer) {
  const bool post = norm_ && scenario_.norm_placement == "post";
  double sum = 0.0;
  for (std::size_t i = 0; i < route_.size(); ++i) {
    route_[i] = skip_ == 0.0 ? 0.0 : route_[i] * skip_;
    if (post && skip_ != 0.0) route_[i] /= blocks_[layer].norm->statistics.divisor[i];
    sum += route_[i];
  }
  trace_.skip_path[layer] = sum / static_cast<double>(route_.size());
}

template <class S>
void TypedRun<S>::finish() {
  trace_.gradient_ratio = trace_.weight_grad_norm[0].back() / trace_.weight_grad_norm[0].front();
  trace_.verdict = verdict_of(scenario_, trace_);
  trace_.notices = notices_of(scenario_, trace_);
}

template class TypedRun<float>;
template class TypedRun<double>;

std::unique_ptr<Run> open_run(const Scenario& scenario) {
  if (scenario.precision == "float32") return std::make_unique<TypedRun<float>>(scenario);
  return std::make_unique<TypedRun<double>>(scenario);
}

}  // namespace signalscope
