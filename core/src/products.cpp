#include "products.hpp"

namespace signalscope {
namespace {

#if defined(__wasm__)
constexpr bool own_kernel = true;
#else
// Natively Eigen's own products are as fast; compiled to WebAssembly they run at a third of ours (tests/bench).
constexpr bool own_kernel = false;
#endif

template <class S>
product::View<S> view_of(const Signal<S>& m, bool transposed) {
  const auto step = static_cast<std::size_t>(m.cols());
  return transposed ? product::View<S>{m.data(), 1, step} : product::View<S>{m.data(), step, 1};
}

template <class S>
void multiply_by_eigen(const Signal<S>& a, const Signal<S>& b, Transposed transposed, Signal<S>& out) {
  switch (transposed) {
    case Transposed::neither:
      out.noalias() = a * b;
      break;
    case Transposed::first:
      out.noalias() = a.transpose() * b;
      break;
    case Transposed::second:
      out.noalias() = a * b.transpose();
      break;
  }
}

}  // namespace

template <class S>
void Products<S>::multiply(const Signal<S>& a, const Signal<S>& b, Transposed transposed, Signal<S>& out) {
  if constexpr (!own_kernel) return multiply_by_eigen(a, b, transposed, out);
  const bool first = transposed == Transposed::first, second = transposed == Transposed::second;
  const Eigen::Index m = first ? a.cols() : a.rows(), k = first ? a.rows() : a.cols();
  const Eigen::Index n = second ? b.rows() : b.cols();
  out.resize(m, n);
  product::multiply<product::Tile<S, 16, 4, 2>>(static_cast<std::size_t>(m), static_cast<std::size_t>(n),
                                                static_cast<std::size_t>(k), view_of(a, first), view_of(b, second),
                                                out.data(), packed_);
}

template class Products<float>;
template class Products<double>;

}  // namespace signalscope
