#include "fields_table.hpp"
#include "products.hpp"
#include "random/numpy.hpp"
#include "signalscope/verbs.hpp"

namespace signalscope {
namespace {

using Words = std::vector<std::string_view>;
using Dense = Signal<double>;

const Field<SymmetryScenario> table[] = {
    {"seed", "Seed", "Seed of the NumPy stream.", &SymmetryScenario::seed, Range{0, 9007199254740991.0}},
    {"batch", "Batch", "Examples.", &SymmetryScenario::batch, Range{1, 4096}},
    {"inputs", "Inputs", "Features of an example.", &SymmetryScenario::inputs, Range{1, 1024}},
    {"hidden", "Hidden units", "Units of the hidden layer.", &SymmetryScenario::hidden, Range{1, 1024}},
    {"weights", "Weights", "All equal, or drawn from a normal distribution.", &SymmetryScenario::weights, std::nullopt,
     [] {
       return Words{"constant", "normal"};
     }},
    {"weight_value", "Weight value", "Value of constant weights.", &SymmetryScenario::weight_value},
    {"weight_std", "Weight std", "Standard deviation of normal weights.", &SymmetryScenario::weight_std, Range{0, 1e6}},
    {"x", "x", "Examples of your own, a row each; left out, they are drawn.", &SymmetryScenario::x},
    {"y", "y", "Their targets, one an example.", &SymmetryScenario::y},
};

Dense multiplied(const Dense& a, const Dense& b, Transposed transposed) {
  Dense out;
  Products<double>().multiply(a, b, transposed, out);
  return out;
}

Dense drawn(random::Stream& stream, int rows, int columns, double std) {
  Dense m(rows, columns);
  stream.normal(0.0, std, {m.data(), static_cast<std::size_t>(m.size())});
  return m;
}

Matrix as_matrix(const Dense& m) {
  return {static_cast<std::size_t>(m.rows()), static_cast<std::size_t>(m.cols()), {m.data(), m.data() + m.size()}};
}

std::optional<Problem> check_given(const SymmetryScenario& s) {
  if (s.y.size() == s.x.rows) return std::nullopt;
  if (s.x.rows == 0) {
    return refused("wrong_shape", "y", "a list of " + std::to_string(s.y.size()),
                   "left out where x is, as both are drawn then");
  }
  return refused("wrong_shape", "y", "a list of " + std::to_string(s.y.size()),
                 std::to_string(s.x.rows) + " targets, one for each row of x");
}

int count_distinct_columns(const Dense& m) {
  int distinct = 0;
  for (Eigen::Index column = 0; column < m.cols(); ++column) {
    bool seen = false;
    for (Eigen::Index earlier = 0; earlier < column && !seen; ++earlier) {
      // Rounding may part two equal units in the last digit: the product sums them in different orders.
      const double apart = (m.col(column) - m.col(earlier)).cwiseAbs().maxCoeff();
      const bool both_overflowed = !m.col(column).allFinite() && !m.col(earlier).allFinite();
      seen = both_overflowed || apart <= 1e-12 * m.col(column).cwiseAbs().maxCoeff();
    }
    distinct += !seen;
  }
  return distinct;
}

}  // namespace

template <>
std::span<const Field<SymmetryScenario>> fields<SymmetryScenario>() {
  return table;
}

INSTANTIATE_FIELDS(SymmetryScenario);

/// Shapes: X batch x inputs, y batch x 1, W1 inputs x hidden, W2 hidden x 1; drawn in this order.
/// dL/dW1 = X^T (((relu(X W1) W2 - y) / batch) W2^T * (X W1 > 0)).
Result<Symmetry> symmetry(const SymmetryScenario& s) {
  if (auto problem = check_given(s)) return *problem;
  random::NumpyStream stream(s.seed);
  const bool given = s.x.rows > 0, equal = s.weights == "constant";
  const auto batch = static_cast<int>(given ? s.x.rows : static_cast<std::size_t>(s.batch));
  const auto inputs = static_cast<int>(given ? s.x.columns : static_cast<std::size_t>(s.inputs));
  const Dense x =
      given ? Dense(Eigen::Map<const Dense>(s.x.values.data(), batch, inputs)) : drawn(stream, batch, inputs, 1.0);
  const Dense y = given ? Dense(Eigen::Map<const Dense>(s.y.data(), batch, 1)) : drawn(stream, batch, 1, 1.0);
  const Dense w1 =
      equal ? Dense::Constant(inputs, s.hidden, s.weight_value) : drawn(stream, inputs, s.hidden, s.weight_std);
  const Dense w2 = equal ? Dense::Constant(s.hidden, 1, s.weight_value) : drawn(stream, s.hidden, 1, s.weight_std);

  using enum Transposed;
  const Dense hidden = multiplied(x, w1, neither).cwiseMax(0.0);
  const Dense error = (multiplied(hidden, w2, neither) - y) / static_cast<double>(batch);
  const Dense at_hidden = multiplied(error, w2, second).cwiseProduct((hidden.array() > 0.0).cast<double>().matrix());
  const Dense gradient = multiplied(x, at_hidden, first);

  Symmetry out;
  out.gradient = as_matrix(gradient);
  out.hidden = as_matrix(hidden);
  out.second_gradient = as_matrix(multiplied(hidden, error, first));
  out.bias_gradient = error.sum();
  out.loss = 0.5 * static_cast<double>(batch) * error.squaredNorm();
  out.distinct_columns = count_distinct_columns(gradient);
  if (out.distinct_columns == 1 && s.hidden > 1) {
    out.notices.push_back(
        {"identical_units",
         "The hidden units are identical (rank 1): every unit gets the same gradient, so they never part."});
  }
  if (!gradient.allFinite()) {
    out.notices.push_back({"not_finite", "Numbers overflowed on the way: the gradient is not finite."});
  }
  if (gradient.isZero(0.0)) {
    out.notices.push_back({"gradient_zero", "Every gradient of the first layer is exactly zero: it cannot learn."});
  }
  return out;
}

}  // namespace signalscope
