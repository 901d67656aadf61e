#include "products.hpp"

#include <cstdlib>
#include <string_view>

namespace signalscope {
namespace {

#if defined(__wasm__)
constexpr bool has_wasm_kernel = true;
#else
constexpr bool has_wasm_kernel = false;
#endif

/// The kernels of a path; null for Eigen and for what this build leaves out.
const product::Kernels* kernels_of(ProductPath path) {
#if defined(__wasm__)
  if (path == ProductPath::wasm) return &product::wasm_kernels;
  if (path == ProductPath::wasm_fused) return &product::fused_kernels;
#elif defined(SIGNALSCOPE_X86_KERNELS)
  if (path == ProductPath::avx2) return &product::avx2_kernels;
  if (path == ProductPath::avx512) return &product::avx512_kernels;
#endif
  return nullptr;
}

ProductPath widest_path() {
  for (ProductPath path : {ProductPath::avx512, ProductPath::avx2, ProductPath::wasm_fused, ProductPath::wasm}) {
    if (is_available(path)) return path;
  }
  return ProductPath::eigen;
}

ProductPath path_by_environment() {
  const char* const value = has_wasm_kernel ? nullptr : std::getenv("SIGNALSCOPE_PRODUCTS");
  const std::string_view name = value == nullptr ? "" : value;
  if (name == "eigen") return ProductPath::eigen;
  if (name == "avx2" && is_available(ProductPath::avx2)) return ProductPath::avx2;
  return widest_path();
}

template <class S>
product::View<S> view_of(const Signal<S>& m, bool transposed) {
  const auto step = static_cast<std::size_t>(m.cols());
  return transposed ? product::View<S>{m.data(), 1, step} : product::View<S>{m.data(), step, 1};
}

template <class S>
void multiply_by_eigen(const Signal<S>& a, const Signal<S>& b, Transposed transposed, Signal<S>& out) {
  // The kernel of WebAssembly is always there: Eigen's products need not be compiled beside it.
  if constexpr (!has_wasm_kernel) {
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
}

}  // namespace

bool is_available(ProductPath path) {
  if (path == ProductPath::eigen) return !has_wasm_kernel;
  if (kernels_of(path) == nullptr) return false;
#if defined(__wasm__)
  if (path == ProductPath::wasm_fused) return product::link_fused_kernels();
#elif defined(SIGNALSCOPE_X86_KERNELS)
  if (path == ProductPath::avx2) return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (path == ProductPath::avx512) return __builtin_cpu_supports("avx512f");
#endif
  return true;
}

ProductPath default_product_path() {
  static const ProductPath path = path_by_environment();
  return path;
}

template <class S>
Products<S>::Products(ProductPath path) {
  const product::Kernels* const kernels = kernels_of(path);
  if (kernels == nullptr) return;
  if constexpr (sizeof(S) == sizeof(float)) {
    kernel_ = kernels->float32;
  } else {
    kernel_ = kernels->float64;
  }
}

template <class S>
void Products<S>::run_kernel(const product::Factors<S>& factors, Signal<S>& out) {
  if (!packed_) packed_ = std::make_unique<Numbers<S>>(kernel_.packed_size);
  out.resize(static_cast<Eigen::Index>(factors.m), static_cast<Eigen::Index>(factors.n));
  kernel_.multiply(factors, out.data(), packed_->data());
}

template <class S>
void Products<S>::multiply(const Signal<S>& a, const Signal<S>& b, Transposed transposed, Signal<S>& out) {
  if (!packs()) return multiply_by_eigen(a, b, transposed, out);
  const bool first = transposed == Transposed::first, second = transposed == Transposed::second;
  const Eigen::Index m = first ? a.cols() : a.rows(), k = first ? a.rows() : a.cols();
  const Eigen::Index n = second ? b.rows() : b.cols();
  run_kernel({static_cast<std::size_t>(m),
              static_cast<std::size_t>(n),
              static_cast<std::size_t>(k),
              view_of(a, first),
              {view_of(b, second), {}, 1.0}},
             out);
}

template <class S>
void Products<S>::multiply(const Signal<S>& a, const Multiple& b, Transposed transposed, Signal<S>& out) {
  if constexpr (!has_wasm_kernel) {
    if (!packs()) return multiply_by_eigen(a, evaluate<S>(b), transposed, out);
  }
  const bool turned = transposed == Transposed::second;
  const auto step = static_cast<std::size_t>(b.columns);
  const product::View<double> numbers = {b.numbers, turned ? 1 : step, turned ? step : 1};
  run_kernel({static_cast<std::size_t>(a.rows()),
              static_cast<std::size_t>(turned ? b.rows : b.columns),
              static_cast<std::size_t>(a.cols()),
              view_of(a, false),
              {{}, numbers, b.factor}},
             out);
}

template class Products<float>;
template class Products<double>;

}  // namespace signalscope
