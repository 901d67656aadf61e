// The schemes that weights are drawn by.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "random/stream.hpp"
#include "signalscope/problem.hpp"
#include "signalscope/value.hpp"

namespace signalscope {

/// What a scheme may need to know of one linear map.
struct WeightShape {
  std::size_t fan_in;
  std::size_t fan_out;
  double gain;          ///< resolved, never `auto`
  double weight_std;    ///< of the schemes that take a std
  double weight_value;  ///< of constant
};

enum class Distribution { normal, uniform, truncated, constant, zeros, identity, orthogonal };
/// Whether `gain` enters, and what `auto` means: the activation's gain or 1.
enum class GainRule { none, one, activation };
/// Where a truncated normal is cut.
enum class Cut { none, absolute_two, two_sigma };

/// One row a scheme. `std` is the standard deviation before any cut; a uniform scheme reaches sqrt(3) times as far.
struct Initialiser {
  std::string_view name;
  std::string_view label;
  std::string_view formula;
  std::string_view source;
  Distribution distribution;
  GainRule gain_rule;
  Cut cut;
  double (*std)(const WeightShape&);
};

std::span<const Initialiser> initialisers();
/// Precondition: the name is one of the table's.
const Initialiser& initialiser_named(std::string_view name);
std::vector<std::string_view> initialiser_choices();

/// The gain that a scheme uses; NaN where none enters.
double resolve_gain(const Initialiser& row, std::optional<double> gain, std::string_view activation, double slope);
/// The bound of a uniform scheme, sqrt(3) std, as PyTorch and Keras compute it.
double uniform_bound(const Initialiser& row, const WeightShape& shape);
/// The largest |weight| that the cut lets through; none for schemes that are not cut.
std::optional<double> cut_at(const Initialiser& row, const WeightShape& shape);

/// NumPy's way to cut at an absolute 2 is rejection, which would draw without end where the std is far above the cut.
std::optional<Problem> check_rejection(const Initialiser& row, std::string_view stream, double weight_std);

/// Draws one weight matrix as the stream's library lays it out: `fan_in x fan_out` (used as x @ W) for numpy,
/// `fan_out x fan_in` for pytorch. Numbers are taken from the stream in row-major order of that layout.
Matrix draw_weights(const Initialiser& row, const WeightShape& shape, random::Stream& stream, bool fan_out_first);
/// The same into memory of the caller's own, fan_in * fan_out numbers, row-major.
void draw_weights(const Initialiser& row, const WeightShape& shape, random::Stream& stream, bool fan_out_first,
                  std::span<double> out);

}  // namespace signalscope
