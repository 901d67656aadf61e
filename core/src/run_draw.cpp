// The order of random draws. It decides every digit, so it stands apart from what is done with the numbers.
#include <type_traits>

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

/// into = the numbers row by row, or column by column where they are `transposed`.
template <class S>
void copy_into(Signal<S>& into, const std::vector<double>& drawn, bool transposed) {
  using Drawn = Eigen::Map<const Signal<double>>;
  if (transposed) {
    into = Drawn(drawn.data(), into.cols(), into.rows()).transpose().template cast<S>();
  } else {
    into = Drawn(drawn.data(), into.rows(), into.cols()).template cast<S>();
  }
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
  const auto fans = fans_of(scenario_);
  for (std::size_t i = 0; i < fans.size(); ++i) {
    const auto [fan_in, fan_out] = fans[i];
    LinearMap<S>& map = blocks_[layer].maps[i];
    draw_weight(map, fan_in, fan_out, initialiser_);
    draw_bias(map, fan_in, fan_out);
  }
}

/// pytorch: building a Linear draws its weight and its bias by default, whatever replaces them later.
template <class S>
void TypedRun<S>::draw_pytorch_defaults(std::size_t layer) {
  const Initialiser& defaults = initialiser_named("pytorch_default");
  const auto fans = fans_of(scenario_);
  for (std::size_t i = 0; i < fans.size(); ++i) {
    const auto [fan_in, fan_out] = fans[i];
    LinearMap<S>& map = blocks_[layer].maps[i];
    draw_weight(map, fan_in, fan_out, defaults);
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
    if (initialiser_.name != "pytorch_default") draw_weight(map, fan_in, fan_out, initialiser_);
    if (scenario_.bias == "normal") draw_bias(map, fan_in, fan_out);
  }
}

template <class S>
void TypedRun<S>::draw_weight(LinearMap<S>& map, std::size_t fan_in, std::size_t fan_out, const Initialiser& row) {
  const WeightShape shape{fan_in, fan_out, gain_, scenario_.weight_std, scenario_.weight_value};
  const auto rows = static_cast<Eigen::Index>(fan_in), columns = static_cast<Eigen::Index>(fan_out);
  if (row.distribution == Distribution::normal && products_.packs()) {
    if (const auto normals = stream_->keep_normals(fan_in * fan_out)) {
      map.scaled = {*normals, {normals->numbers, rows, columns, row.std(shape)}};
      return;
    }
  }
  Signal<S>& into = map.weight;
  into.resize(rows, columns);
  if constexpr (std::is_same_v<S, double>) {
    if (!pytorch_) return draw_weights(row, shape, *stream_, false, {into.data(), fan_in * fan_out});
  }
  drawn_.resize(fan_in * fan_out);
  draw_weights(row, shape, *stream_, pytorch_, drawn_);
  copy_into(into, drawn_, pytorch_);
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

/// batch x width of these normals.
template <class S>
void TypedRun<S>::draw_signal(double mean, double std, Signal<S>& into) {
  into.resize(scenario_.batch, scenario_.width);
  drawn_.resize(static_cast<std::size_t>(into.size()));
  if (pytorch_) {
    // randn(batch, width) * std + mean, each step in float32 as PyTorch runs it.
    stream_->standard_normal(drawn_);
    const auto as_float = [](double value) { return static_cast<float>(value); };
    for (double& x : drawn_) x = as_float(x) * as_float(std) + as_float(mean);
  } else {
    stream_->normal(mean, std, drawn_);
  }
  copy_into(into, drawn_, false);
}

template <class S>
void TypedRun<S>::draw_input(Signal<S>& into) {
  draw_signal(scenario_.input_mean, scenario_.input_std, into);
}

template <class S>
void TypedRun<S>::draw_cotangent() {
  if (scenario_.loss == "random") draw_signal(0.0, 1.0, cotangent_);
}

template class TypedRun<float>;
template class TypedRun<double>;

}  // namespace signalscope
