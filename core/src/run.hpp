// One run of a scenario: draws the parameters, carries the signal forward and the gradient back, measures both.
//
// Shapes: signals and gradients are batch x width (inside a block batch x hidden), weights fan_in x fan_out, used as x
// W; all row-major. A block is, with F the part in brackets and skip and branch from the residual's row:
//   pre     out = skip x + branch [phi(norm(x) W + b) ...]
//   inside  out = skip x + branch [phi(norm(x W + b)) ...]
//   post    out = norm(skip x + branch [phi(x W + b) ...])
// where a feedforward block has a second linear map at the dots.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <optional>
#include <vector>

#include "activations.hpp"
#include "initialisers.hpp"
#include "linear_map.hpp"
#include "norms.hpp"
#include "products.hpp"
#include "residuals.hpp"
#include "shared_draws.hpp"
#include "signal.hpp"
#include "signalscope/scenario.hpp"
#include "signalscope/trace.hpp"
#include "statistics.hpp"

namespace signalscope {

/// What `begin`, `advance` and `end` need of a run, whatever its precision.
class Run {
 public:
  virtual ~Run() = default;
  /// One layer drawn, passed forward or passed backward. Precondition: not done.
  virtual void step() = 0;
  virtual bool done() const = 0;
  virtual Progress progress() const = 0;
  /// The trace so far, the histogram and the verdict once they are due.
  virtual const Trace& trace() = 0;
};

std::unique_ptr<Run> open_run(const Scenario& scenario);

/// A norm at one place in the stack, with what it remembers.
template <class S>
struct NormPlace {
  NormShape shape;
  NormStatistics statistics;  ///< of the pass that is being measured
  RunningStatistics running;
};

/// What a block keeps between its forward and its backward pass.
template <class S>
struct Block {
  std::vector<LinearMap<S>> maps;  ///< two in a feedforward block, else one
  std::optional<NormPlace<S>> norm;
  Signal<S> normed;      ///< pre: the norm's output, the input of the first map; inside: the norm's output
  Signal<S> derivative;  ///< phi' at the activation's input; of no meaning where `keeps_derivative` says no
  Signal<S> activated;   ///< feedforward: input of the second map
  Signal<S> out;         ///< the value that leaves the block
};

/// Everything that a run otherwise draws: `maps` by layer and then by map of the block, `cotangent` for the loss
/// `random`.
template <class S>
struct Given {
  Signal<S> input;
  std::vector<std::vector<LinearMap<S>>> maps;
  Signal<S> cotangent;
};

template <class S>
class TypedRun final : public Run {
 public:
  explicit TypedRun(const Scenario& scenario);
  ~TypedRun() override;
  TypedRun(const TypedRun&) = delete;
  TypedRun& operator=(const TypedRun&) = delete;
  /// A run of given numbers; nothing is drawn. Precondition: the shapes are the scenario's.
  TypedRun(const Scenario& scenario, Given<S> given);

  void step() override;
  bool done() const override { return steps_done_ == steps_total(); }
  Progress progress() const override;
  const Trace& trace() override;

  /// Draws and passes forward without measuring, for the verbs that look at a finished forward pass.
  void forward_only();
  const std::vector<Block<S>>& blocks() const { return blocks_; }
  /// phi' at the input of the layer's activation, into memory of the caller's own where the run keeps none.
  const Signal<S>& derivative_of(std::size_t layer, Signal<S>& spare) const;
  const Signal<S>& input() const { return input_; }
  const Signal<S>& cotangent() const { return cotangent_; }
  /// For a loss of the caller's own: its gradient at the output, set between the forward and the backward pass.
  void set_cotangent(Signal<S> cotangent) { cotangent_ = std::move(cotangent); }
  const Scenario& scenario() const { return scenario_; }
  bool norm_statistics_are_fixed() const { return eval_; }
  const Residual& residual() const { return residual_; }

 private:
  enum class Pass { measured, training };

  // Drawing, in the order of `design.md`'s "Order of random draws" (run_draw.cpp).
  void draw_step(std::size_t step);
  void draw_layer(std::size_t layer);
  void draw_pytorch_defaults(std::size_t layer);
  void draw_pytorch_again(std::size_t layer);
  void draw_weight(LinearMap<S>& map, std::size_t fan_in, std::size_t fan_out, const Initialiser& row);
  void draw_bias(LinearMap<S>& map, std::size_t fan_in, std::size_t fan_out);
  void draw_input(Signal<S>& into);
  void draw_cotangent();
  void draw_signal(double mean, double std, Signal<S>& into);

  // Passing (run_pass.cpp).
  void pass_block(std::size_t layer, const Signal<S>& in, Pass pass);
  bool keeps_derivative() const;
  const S* activate(const Signal<S>& in, std::size_t row, std::size_t rows, Signal<S>& out, Block<S>& block);
  void add_skip(const Signal<S>& in, std::size_t row, std::size_t rows, Signal<S>& sum) const;
  void normalise(NormPlace<S>& place, const Signal<S>& in, Signal<S>& out, Pass pass);
  void train_step(std::size_t step);
  void forward_step(std::size_t layer);
  void finish_forward();
  void start_backward();
  void backward_step(std::size_t layer);
  void back_through_norm(const NormPlace<S>& place, const Signal<S>& y, Signal<S>& gradient);

  // Measuring (run_measure.cpp).
  void measure_activation(std::size_t layer, const ActivationCounts<S>& counts);
  void measure_forward(std::size_t layer, const SignalMeter<S>& meter);
  void follow_skip_path(std::size_t layer);
  void finish();

  const Signal<S>& input_of(std::size_t layer) const { return layer == 0 ? input_ : blocks_[layer - 1].out; }
  std::size_t depth() const { return static_cast<std::size_t>(scenario_.depth); }
  std::size_t drawing_steps() const;
  std::size_t training_steps() const;
  std::size_t steps_total() const { return drawing_steps() + training_steps() + 2 * depth(); }

  Scenario scenario_;
  const Activation& activation_;
  const Initialiser& initialiser_;
  const Residual& residual_;
  const Norm* norm_;
  double eps_ = 0.0, gain_ = 0.0, skip_ = 0.0, branch_ = 1.0;
  bool eval_ = false;         ///< BatchNorm with running statistics
  bool trains_ = false;       ///< there are training batches to see first
  bool pytorch_ = false;      ///< the stream, and with it the layout and the order of draws
  bool given_ = false;        ///< nothing is drawn
  bool draws_first_ = false;  ///< all parameters are drawn before the first forward pass

  std::unique_ptr<SharedStream> stream_;
  std::size_t steps_done_ = 0;
  std::vector<Block<S>> blocks_;
  std::optional<NormPlace<S>> final_norm_;
  Signal<S> input_, output_, cotangent_, gradient_;
  Signal<S> training_signal_;
  Products<S> products_;
  Signal<S> work_, sum_, weight_gradient_;  ///< working memory, taken once
  std::vector<S> some_derivatives_;         ///< of some rows, where they are only counted
  std::vector<double> drawn_;               ///< what was drawn, where it is not as it is kept
  std::vector<double> route_;               ///< the identity route's factor, one entry a statistic of the norm
  std::vector<Octaves> octaves_;
  Trace trace_;
  double seconds_ = 0.0;
};

}  // namespace signalscope
