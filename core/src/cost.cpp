#include <Eigen/Core>
#include <algorithm>
#include <chrono>
#include <cmath>

#include "activations.hpp"
#include "field_text.hpp"
#include "fields_table.hpp"
#include "norms.hpp"
#include "random/stream.hpp"
#include "run.hpp"
#include "signalscope/verbs.hpp"

namespace signalscope {
namespace {

using Words = std::vector<std::string_view>;

const Field<CostScenario> table[] = {
    {"width", "Width", "Features that the norms average over.", &CostScenario::width, Range{2, 4096}},
    {"batch", "Batch", "Examples in one call.", &CostScenario::batch, Range{1, 4096}},
    {"expansion", "Expansion", "Hidden width of the block, in widths.", &CostScenario::expansion, Range{1, 16}},
    {"precision", "Precision", "Number format of signal and weights.", &CostScenario::precision, std::nullopt,
     [] {
       return Words{"float32", "float64"};
     }},
    {"rounds", "Rounds", "How often each is timed.", &CostScenario::rounds, Range{3, 1000}},
    {"sample_milliseconds", "Sample", "Least length of one timed sample, in milliseconds.",
     &CostScenario::sample_milliseconds, Range{0.01, 1000}},
};

template <class S>
Signal<S> normal_signal(random::Stream& stream, Eigen::Index rows, Eigen::Index columns, double std) {
  std::vector<double> drawn(static_cast<std::size_t>(rows * columns));
  stream.normal(0.0, std, drawn);
  return Eigen::Map<const Signal<double>>(drawn.data(), rows, columns).template cast<S>();
}

/// The three pieces of work on one input. Both norms go through the same two kernels; only `centred` differs.
template <class S>
class Work {
 public:
  explicit Work(const CostScenario& s) {
    const auto stream = random::open("numpy", 0);
    const Eigen::Index width = s.width, hidden = width * s.expansion;
    x_ = normal_signal<S>(*stream, s.batch, width, 1.0);
    w1_ = normal_signal<S>(*stream, width, hidden, std::sqrt(2.0 / static_cast<double>(width)));
    w2_ = normal_signal<S>(*stream, hidden, width, std::sqrt(2.0 / static_cast<double>(hidden)));
    y_.resize(s.batch, width);
    z_.resize(s.batch, hidden);
    out_.resize(s.batch, width);
  }

  void norm(const Norm& norm) {
    const NormShape shape =
        norm_shape(norm, static_cast<std::size_t>(x_.rows()), static_cast<std::size_t>(x_.cols()), 1);
    apply_norm(shape, measure_norm(shape, x_.data(), norm.default_eps), x_.data(), y_.data());
  }

  void block(const Norm& layer_norm) {
    norm(layer_norm);
    products_.multiply(y_, w1_, Transposed::neither, z_);
    find_activation("gelu")->value(z_.data(), z_.data(), static_cast<std::size_t>(z_.size()), S(0));
    products_.multiply(z_, w2_, Transposed::neither, out_);
    out_ += x_;
  }

 private:
  Products<S> products_;
  Signal<S> x_, w1_, w2_, y_, z_, out_;
};

/// Microseconds a call, over as many calls as fill the sample.
template <class Call>
double time_calls(Call&& call, double sample_milliseconds, int& calls) {
  using Clock = std::chrono::steady_clock;
  for (;;) {
    const auto start = Clock::now();
    for (int i = 0; i < calls; ++i) call();
    const double milliseconds = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    if (milliseconds >= sample_milliseconds || calls > (1 << 24)) return milliseconds * 1000.0 / calls;
    calls *= 2;
  }
}

Spread spread_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto at = [&](double share) {
    const double position = share * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(position);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (position - static_cast<double>(below)) * (values[above] - values[below]);
  };
  return {at(0.25), at(0.5), at(0.75)};
}

template <class S>
Cost measured(const CostScenario& s) {
  Work<S> work(s);
  const Norm& layer = *find_norm("layer");
  const Norm& rms = *find_norm("rms");
  int layer_calls = 1, rms_calls = 1, block_calls = 1;
  std::vector<double> layers, rmss, blocks, of_norm, of_block;
  // The first round warms up caches and finds the counts of calls.
  for (int round = 0; round <= s.rounds; ++round) {
    const double layer_time = time_calls([&] { work.norm(layer); }, s.sample_milliseconds, layer_calls);
    const double rms_time = time_calls([&] { work.norm(rms); }, s.sample_milliseconds, rms_calls);
    const double block_time = time_calls([&] { work.block(layer); }, s.sample_milliseconds, block_calls);
    if (round == 0) continue;
    layers.push_back(layer_time);
    rmss.push_back(rms_time);
    blocks.push_back(block_time);
    of_norm.push_back((layer_time - rms_time) / layer_time);
    of_block.push_back((layer_time - rms_time) / block_time);
  }
  return {spread_of(layers), spread_of(rmss), spread_of(blocks), spread_of(of_norm), spread_of(of_block), s.rounds};
}

}  // namespace

template <>
std::span<const Field<CostScenario>> fields<CostScenario>() {
  return table;
}

INSTANTIATE_FIELDS(CostScenario);

Result<Cost> cost(const CostScenario& s) {
  // A page must answer within seconds, so the cap is far below that of a run.
  constexpr double most = 256.0 * 1048576.0;
  const double width = s.width, hidden = width * s.expansion, batch = s.batch;
  const double needed =
      (s.precision == "float32" ? 4.0 : 8.0) * (2.0 * width * hidden + batch * (3.0 * width + hidden)) +
      8.0 * width * hidden;
  if (needed > most) {
    const auto mib = [](double bytes) { return shown_number(std::ceil(bytes / 1048576.0)) + " MiB"; };
    return refused("too_large", "width",
                   std::to_string(s.width) + " at batch " + std::to_string(s.batch) + " and expansion " +
                       std::to_string(s.expansion) + ", which needs " + mib(needed) + " of memory",
                   "what fits in " + mib(most));
  }
  return s.precision == "float32" ? measured<float>(s) : measured<double>(s);
}

}  // namespace signalscope
