// A trace is everything that a run measured, one flat array a quantity, one entry a layer; the only output.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace signalscope {

/// Counts of |x| on a grid of powers of two. Zeros and non-finite values are in no bin.
struct Histogram {
  std::vector<double> edges;                ///< bins + 1 powers of two, ascending; empty if all was 0 or not finite
  std::vector<std::vector<double>> counts;  ///< [layer][bin], edges[bin] <= |x| < edges[bin + 1]
  std::vector<double> zeros;                ///< [layer]
  std::vector<double> negative;             ///< [layer], finite values below 0
  std::vector<double> positive;             ///< [layer], finite values above 0
};

/// A stable code, the layer it speaks of (1 is the first, none for the whole run), the number it rests on.
struct Verdict {
  std::string code;
  std::optional<int> layer;
  double value = 0.0;
  std::string quantity;  ///< what the value is
};

/// Something that the reader should know of a run: a stable code, and one sentence.
struct Notice {
  std::string code;
  std::string message;
};

/// Arrays have exactly `depth` entries, layer 1 first, with no row for the input or the final norm. While a run
/// is under way an entry that has not been measured is NaN; `Progress` says which those are.
struct Trace {
  // Forward, of the value that leaves the block, batch x width.
  std::vector<double> rms;     ///< root mean square over batch and features
  std::vector<double> mean;    ///< over batch and features
  std::vector<double> std;     ///< population standard deviation over batch and features
  std::vector<double> cosine;  ///< mean cosine between examples; NaN with fewer than two non-zero finite examples
  std::vector<double> nonfinite_count;  ///< NaN and infinite values
  Histogram histogram;                  ///< once the forward pass is complete
  // Forward, of the activation inside the block, batch x (width or expansion * width).
  std::vector<double> zero_fraction;       ///< exact zeros, 0..1
  std::vector<double> dead_units;          ///< units that are zero for the whole batch, a count
  std::vector<double> saturated_fraction;  ///< |derivative| below 0.05 of its largest, 0..1
  // Backward.
  std::vector<double> grad_rms;                       ///< of the loss gradient at the value that leaves the block
  std::vector<std::vector<double>> weight_grad_norm;  ///< [linear map of the block][layer], Frobenius
  std::vector<double> skip_path;                      ///< factor of the identity route from the input to here
  // The run as a whole.
  std::optional<int> first_nonfinite_layer;  ///< 1 is the first; none if all stayed finite
  double input_rms = 0.0;
  double gradient_ratio = 0.0;  ///< weight_grad_norm[0] of the last layer over that of the first
  double output_rms = 0.0;      ///< after the final norm, where there is one
  Verdict verdict;              ///< once the run is complete
  std::vector<Notice> notices;
  double milliseconds = 0.0;  ///< wall time inside the core
};

/// How far a run is. Forward entries 1..forward and backward entries depth - backward + 1..depth are measured.
struct Progress {
  int forward = 0;
  int backward = 0;
  double fraction = 0.0;  ///< of the run's steps, drawing included, 0..1
  bool done = false;
};

/// Calls `visit(name, member)` for each quantity. Bindings and writers go through this list, so a new
/// quantity is one member and one line here.
template <class Visitor>
void describe(const Histogram& h, Visitor&& visit) {
  visit("edges", h.edges);
  visit("counts", h.counts);
  visit("zeros", h.zeros);
  visit("negative", h.negative);
  visit("positive", h.positive);
}

template <class Visitor>
void describe(const Verdict& v, Visitor&& visit) {
  visit("code", v.code);
  visit("layer", v.layer);
  visit("value", v.value);
  visit("quantity", v.quantity);
}

template <class Visitor>
void describe(const Notice& n, Visitor&& visit) {
  visit("code", n.code);
  visit("message", n.message);
}

template <class Visitor>
void describe(const Progress& p, Visitor&& visit) {
  visit("forward", p.forward);
  visit("backward", p.backward);
  visit("fraction", p.fraction);
  visit("done", p.done);
}

template <class Visitor>
void describe(const Trace& t, Visitor&& visit) {
  visit("rms", t.rms);
  visit("mean", t.mean);
  visit("std", t.std);
  visit("cosine", t.cosine);
  visit("nonfinite_count", t.nonfinite_count);
  visit("histogram", t.histogram);
  visit("zero_fraction", t.zero_fraction);
  visit("dead_units", t.dead_units);
  visit("saturated_fraction", t.saturated_fraction);
  visit("grad_rms", t.grad_rms);
  visit("weight_grad_norm", t.weight_grad_norm);
  visit("skip_path", t.skip_path);
  visit("first_nonfinite_layer", t.first_nonfinite_layer);
  visit("input_rms", t.input_rms);
  visit("gradient_ratio", t.gradient_ratio);
  visit("output_rms", t.output_rms);
  visit("verdict", t.verdict);
  visit("notices", t.notices);
  visit("milliseconds", t.milliseconds);
}

}  // namespace signalscope
