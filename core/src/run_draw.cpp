// The order of random draws. It decides every digit, so it stands apart from what is done with the numbers.
#include "choices.hpp"
#include "run.hpp"

namespace signalscope {
namespace {

/// fan_in and fan_out of each linear map of a block.
std::vector<std::pair<std::size_t, std::size_t>> fans_of(const Scenario& s) {
  const auto width = static_cast<std::size_t>(s.width);
  const std::size_t hidden = hidden_width(s);
  if (s.block == "feedforward") return {{width, hidden}, {hidden, width}};
  return {{width, hidden}};
}

template <class S>
Signal<S> as_signal(const Matrix& drawn, bool transposed) {
  using Drawn = Eigen::Map<const Signal<double>>;
  const Drawn map(drawn.values.data(), static_cast<Eigen::Index>(drawn.rows), static_cast<Eigen::Index>(drawn.columns));
  if (transposed) return map.transpose().template cast<S>();
  return map.template cast<S>();
}

template <class S>
Bias<S> as_bias(const std::vector<double>& drawn) {
  return Eigen::Map<const Bias<double>>(drawn.data(), static_cast<Eigen::Index>(drawn.size())).template cast<S>();
}

/// As torch.nn.Linear draws its bias: uniform within 1 / sqrt(fan_in).
std::vector<double> default_bias(random::Stream& stream, std::size_t fan_in, std::size_t fan_out) {
  std::vector<double> bias(fan_out);
  const double bound = 1.0 / std::sqrt(static_cast<double>(fan_in));
  stream.uniform(-bound, bound, bias);
  return bias;
}

}  // namespace

template <class S>
std::size_t TypedRun<S>::drawing_steps() const {
  if (given_ || !draws_first_) return 0;
  return pytorch_ ? 2 * depth() : depth();
}

template <class S>
void TypedRun<S>::draw_step(std::size_t step) {
  if (!pytorch_) {
    if (step == 0) draw_input(input_);
    draw_layer(step);
  } else if (step < depth()) {
    draw_pytorch_defaults(step);
  } else {
    draw_pytorch_again(step - depth());
  }
  if (step + 1 < drawing_steps()) return;
  if (pytorch_) draw_input(input_);
  draw_cotangent();
}

/// numpy: each map as it is reached, its weight and then its bias.
template <class S>
void TypedRun<S>::draw_layer(std::size_t layer) {
  for (const auto& [fan_in, fan_out] : fans_of(scenario_)) {
    LinearMap<S>& map = blocks_[layer].maps.emplace_back();
    map.weight = as_signal<S>(weight_drawn(fan_in, fan_out, initialiser_), false);
    draw_bias(map, fan_in, fan_out);
  }
}

/// pytorch: building a Linear draws its weight and its bias by default, whatever replaces them later.
template <class S>
void TypedRun<S>::draw_pytorch_defaults(std::size_t layer) {
  const Initialiser& defaults = initialiser_named("pytorch_default");
  for (const auto& [fan_in, fan_out] : fans_of(scenario_)) {
    LinearMap<S>& map = blocks_[layer].maps.emplace_back();
    const Matrix weight = weight_drawn(fan_in, fan_out, defaults);
    if (&initialiser_ == &defaults) map.weight = as_signal<S>(weight, true);
    if (scenario_.bias == "none") continue;
    const std::vector<double> bias = default_bias(*stream_, fan_in, fan_out);
    if (scenario_.bias == "pytorch") map.bias = as_bias<S>(bias);
  }
}

/// pytorch: then the initialiser goes over the maps in the same order.
template <class S>
void TypedRun<S>::draw_pytorch_again(std::size_t layer) {
  const auto fans = fans_of(scenario_);
  for (std::size_t i = 0; i < fans.size(); ++i) {
    const auto [fan_in, fan_out] = fans[i];
    LinearMap<S>& map = blocks_[layer].maps[i];
    if (initialiser_.name != "pytorch_default") {
      map.weight = as_signal<S>(weight_drawn(fan_in, fan_out, initialiser_), true);
    }
    if (scenario_.bias == "normal") draw_bias(map, fan_in, fan_out);
  }
}

template <class S>
Matrix TypedRun<S>::weight_drawn(std::size_t fan_in, std::size_t fan_out, const Initialiser& row) {
  const WeightShape shape{fan_in, fan_out, gain_, scenario_.weight_std, scenario_.weight_value};
  return draw_weights(row, shape, *stream_, pytorch_);
}

template <class S>
void TypedRun<S>::draw_bias(LinearMap<S>& map, std::size_t fan_in, std::size_t fan_out) {
  // NumPy has no layer with a default bias to draw, so `zero` draws nothing there.
  if (scenario_.bias == "none" || scenario_.bias == "zero") return;
  if (scenario_.bias == "pytorch") {
    map.bias = as_bias<S>(default_bias(*stream_, fan_in, fan_out));
    return;
  }
  std::vector<double> bias(fan_out);
  stream_->normal(0.0, scenario_.bias_std, bias);
  map.bias = as_bias<S>(bias);
}

template <class S>
void TypedRun<S>::draw_input(Signal<S>& into) {
  std::vector<double> drawn(static_cast<std::size_t>(scenario_.batch) * static_cast<std::size_t>(scenario_.width));
  const double mean = scenario_.input_mean, std = scenario_.input_std;
  if (pytorch_) {
    // randn(batch, width) * std + mean, each step in float32 as PyTorch runs it.
    stream_->standard_normal(drawn);
    const auto as_float = [](double value) { return static_cast<float>(value); };
    for (double& x : drawn) x = as_float(x) * as_float(std) + as_float(mean);
  } else {
    stream_->normal(mean, std, drawn);
  }
  into = Eigen::Map<const Signal<double>>(drawn.data(), scenario_.batch, scenario_.width).template cast<S>();
}

template <class S>
void TypedRun<S>::draw_cotangent() {
  if (scenario_.loss != "random") return;
  std::vector<double> drawn(static_cast<std::size_t>(scenario_.batch) * static_cast<std::size_t>(scenario_.width));
  stream_->standard_normal(drawn);
  cotangent_ = Eigen::Map<const Signal<double>>(drawn.data(), scenario_.batch, scenario_.width).template cast<S>();
}

template class TypedRun<float>;
template class TypedRun<double>;

}  // namespace signalscope
