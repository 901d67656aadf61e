#include "activations.hpp"

#include "activations/functors.hpp"

namespace signalscope {
namespace {

template <class Functor, class S>
void value_kernel(const S* z, S* out, std::size_t n, S slope) {
  for (std::size_t i = 0; i < n; ++i) out[i] = Functor::value(z[i], slope);
}

template <class Functor, class S>
void derivative_kernel(const S* z, S* out, std::size_t n, S slope) {
  for (std::size_t i = 0; i < n; ++i) out[i] = Functor::derivative(z[i], slope);
}

template <class Functor>
constexpr Activation row() {
  return {Functor::text.name,
          Functor::text.label,
          Functor::text.formula,
          Functor::text.source,
          Functor::kinks,
          functors::value_tells_derivative<Functor>(),
          &Functor::largest_derivative,
          &Functor::pytorch_gain,
          &value_kernel<Functor, double>,
          &derivative_kernel<Functor, double>,
          &value_kernel<Functor, float>,
          &derivative_kernel<Functor, float>};
}

template <class... Functors>
constexpr auto rows(functors::List<Functors...>) {
  return std::array{row<Functors>()...};
}

constexpr auto table = rows(functors::ActivationFunctors{});

}  // namespace

std::span<const Activation> activations() { return table; }

const Activation* find_activation(std::string_view name) {
  for (const Activation& row : table) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

}  // namespace signalscope
