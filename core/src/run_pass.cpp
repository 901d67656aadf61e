// The signal forward, the gradient backward.
#include <algorithm>

#include "run.hpp"

namespace signalscope {
namespace {

/// Calls `work(row, rows)` for some rows after the other, few enough for the cache to have them from one piece of work
/// to the next, and each time but the last a multiple of eight, as the sums of `SignalMeter` want it.
template <class Work>
void by_some_rows(std::size_t rows, std::size_t columns, Work&& work) {
  constexpr std::size_t numbers = 1024;
  const std::size_t some = std::max<std::size_t>(1, numbers / columns / 8) * 8;
  for (std::size_t row = 0; row < rows; row += some) work(row, std::min(some, rows - row));
}

}  // namespace

template <class S>
void TypedRun<S>::normalise(NormPlace<S>& place, const Signal<S>& in, Signal<S>& out, Pass pass) {
  if (eval_ && pass == Pass::measured) {
    place.statistics = running_norm(place.shape, place.running.mean, place.running.variance, eps_);
  } else {
    place.statistics = measure_norm(place.shape, in.data(), eps_);
    if (pass == Pass::training) {
      place.running.update(place.statistics, weight_of_new_batch(scenario_.momentum, scenario_.momentum_convention));
    }
  }
  out.resize(in.rows(), in.cols());
  apply_norm(place.shape, place.statistics, in.data(), out.data());
}

/// Where phi(z) tells phi'(z) and stays as it is in what leaves the block, it need not be kept.
template <class S>
bool TypedRun<S>::keeps_derivative() const {
  if (!activation_.value_tells_derivative) return true;
  if (blocks_[0].maps.size() == 2) return false;
  return skip_ != 0.0 || branch_ != 1.0 || (norm_ && scenario_.norm_placement == "post");
}

template <class S>
const Signal<S>& TypedRun<S>::derivative_of(std::size_t layer, Signal<S>& spare) const {
  const Block<S>& block = blocks_[layer];
  if (keeps_derivative()) return block.derivative;
  const Signal<S>& value = block.maps.size() == 2 ? block.activated : block.out;
  spare.resize(value.rows(), value.cols());
  activation_.derivative(value.data(), spare.data(), static_cast<std::size_t>(value.size()),
                         static_cast<S>(scenario_.slope));
  return spare;
}

/// out = phi(in) for some rows; returns phi'(in) of these rows, valid until the next call.
template <class S>
const S* TypedRun<S>::activate(const Signal<S>& in, std::size_t row, std::size_t rows, Signal<S>& out,
                               Block<S>& block) {
  const auto columns = static_cast<std::size_t>(in.cols());
  const std::size_t first = row * columns, n = rows * columns;
  const bool keeps = keeps_derivative();
  if (!keeps) some_derivatives_.resize(std::max(some_derivatives_.size(), n));
  S* const derivative = keeps ? block.derivative.data() + first : some_derivatives_.data();
  activation_.value(in.data() + first, out.data() + first, n, static_cast<S>(scenario_.slope));
  activation_.derivative(in.data() + first, derivative, n, static_cast<S>(scenario_.slope));
  return derivative;
}

/// sum = skip in + branch sum, for some rows.
template <class S>
void TypedRun<S>::add_skip(const Signal<S>& in, std::size_t row, std::size_t rows, Signal<S>& sum) const {
  const auto first = static_cast<Eigen::Index>(row), count = static_cast<Eigen::Index>(rows);
  auto some = sum.middleRows(first, count);
  if (branch_ != 1.0) some *= static_cast<S>(branch_);
  // A skip of 0 is no addition at all: 0 times an overflowed input would be NaN.
  if (skip_ == 1.0) {
    some += in.middleRows(first, count);
  } else if (skip_ != 0.0) {
    some += static_cast<S>(skip_) * in.middleRows(first, count);
  }
}

template <class S>
void TypedRun<S>::pass_block(std::size_t layer, const Signal<S>& in, Pass pass) {
  Block<S>& block = blocks_[layer];
  const bool feedforward = block.maps.size() == 2;
  const bool pre = norm_ && scenario_.norm_placement == "pre";
  const bool inside = norm_ && scenario_.norm_placement == "inside";
  const bool post = norm_ && scenario_.norm_placement == "post";

  if (pre) normalise(*block.norm, in, block.normed, pass);
  block.maps[0].apply(products_, pre ? block.normed : in, Transposed::neither, work_);
  if (block.maps[0].bias.size() > 0) work_.rowwise() += block.maps[0].bias;
  if (inside) normalise(*block.norm, work_, block.normed, pass);

  const Signal<S>& before = inside ? block.normed : work_;
  Signal<S>& sum = post ? sum_ : block.out;
  Signal<S>& activated = feedforward ? block.activated : sum;
  const auto rows = static_cast<std::size_t>(before.rows()), columns = static_cast<std::size_t>(before.cols());
  const auto width = static_cast<std::size_t>(in.cols());
  activated.resize(before.rows(), before.cols());
  if (keeps_derivative()) block.derivative.resize(before.rows(), before.cols());
  ActivationCounts<S> counts(columns, activation_.largest_derivative(scenario_.slope));
  SignalMeter<S> meter(width);
  const auto complete = [&](std::size_t first, std::size_t count) {
    add_skip(in, first, count, sum);
    if (pass == Pass::measured && !post) meter.add(sum.data() + first * width, count);
  };
  by_some_rows(rows, columns, [&](std::size_t first, std::size_t count) {
    const S* const derivatives = activate(before, first, count, activated, block);
    if (pass == Pass::measured) counts.add(activated.data() + first * columns, derivatives, count);
    if (!feedforward) complete(first, count);
  });
  if (feedforward) {
    block.maps[1].apply(products_, block.activated, Transposed::neither, sum);
    if (block.maps[1].bias.size() > 0) sum.rowwise() += block.maps[1].bias;
    by_some_rows(rows, width, complete);
  }
  if (post) normalise(*block.norm, sum, block.out, pass);
  if (pass == Pass::training) return;
  if (post) meter.add(block.out.data(), rows);
  measure_activation(layer, counts);
  measure_forward(layer, meter);
}

/// One layer of one training batch; the batches are drawn after everything else.
template <class S>
void TypedRun<S>::train_step(std::size_t step) {
  const std::size_t layer = step % depth();
  if (layer == 0) draw_input(training_signal_);
  pass_block(layer, layer == 0 ? training_signal_ : blocks_[layer - 1].out, Pass::training);
  if (layer + 1 == depth() && final_norm_) normalise(*final_norm_, blocks_[layer].out, output_, Pass::training);
}

template <class S>
void TypedRun<S>::forward_step(std::size_t layer) {
  if (!draws_first_) {
    if (layer == 0) draw_input(input_);
    draw_layer(layer);
  }
  pass_block(layer, input_of(layer), Pass::measured);
  if (layer + 1 == depth()) finish_forward();
}

template <class S>
void TypedRun<S>::finish_forward() {
  const Signal<S>& last = blocks_.back().out;
  if (final_norm_) {
    normalise(*final_norm_, last, output_, Pass::measured);
  } else {
    output_ = last;
  }
  trace_.output_rms = root_mean_square(output_.data(), static_cast<std::size_t>(output_.size()));
  if (!draws_first_) draw_cotangent();
}

/// The loss gradient at the value that leaves the last block.
template <class S>
void TypedRun<S>::start_backward() {
  if (scenario_.loss == "random") {
    gradient_ = cotangent_;
  } else if (scenario_.loss == "mean_square") {
    gradient_ = output_ * static_cast<S>(2.0 / static_cast<double>(output_.size()));
  } else {
    gradient_ = Signal<S>::Ones(output_.rows(), output_.cols());
  }
  if (final_norm_) back_through_norm(*final_norm_, output_, gradient_);
}

template <class S>
void TypedRun<S>::back_through_norm(const NormPlace<S>& place, const Signal<S>& y, Signal<S>& gradient) {
  norm_backward(place.shape, place.statistics, y.data(), gradient.data(), gradient.data(), eval_);
}

template <class S>
void TypedRun<S>::backward_step(std::size_t layer) {
  Block<S>& block = blocks_[layer];
  const bool feedforward = block.maps.size() == 2;
  const bool pre = norm_ && scenario_.norm_placement == "pre";
  if (layer + 1 == depth()) start_backward();
  trace_.grad_rms[layer] = root_mean_square(gradient_.data(), static_cast<std::size_t>(gradient_.size()));

  if (norm_ && scenario_.norm_placement == "post") back_through_norm(*block.norm, block.out, gradient_);
  // From here `gradient_` is that of the sum skip x + branch F(x); `sum_` walks back through F.
  sum_ = gradient_;
  if (branch_ != 1.0) sum_ *= static_cast<S>(branch_);
  const auto record = [&](std::size_t map, const Signal<S>& in) {
    products_.multiply(in, sum_, Transposed::first, weight_gradient_);
    trace_.weight_grad_norm[map][layer] =
        frobenius_norm(weight_gradient_.data(), static_cast<std::size_t>(weight_gradient_.size()));
  };
  if (feedforward) {
    record(1, block.activated);
    block.maps[1].apply(products_, sum_, Transposed::second, work_);
    sum_.swap(work_);
  }
  sum_.array() *= derivative_of(layer, work_).array();
  if (norm_ && scenario_.norm_placement == "inside") back_through_norm(*block.norm, block.normed, sum_);
  record(0, pre ? block.normed : input_of(layer));

  if (layer > 0) {
    block.maps[0].apply(products_, sum_, Transposed::second, work_);
    if (pre) back_through_norm(*block.norm, block.normed, work_);
    if (skip_ == 1.0) {
      gradient_ += work_;
    } else if (skip_ == 0.0) {
      gradient_.swap(work_);
    } else {
      gradient_ = static_cast<S>(skip_) * gradient_ + work_;
    }
  }
  if (layer == 0) finish();
}

template class TypedRun<float>;
template class TypedRun<double>;

}  // namespace signalscope
