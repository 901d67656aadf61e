// The kernel's widest tile, compiled for whatever the tests are compiled for: what it does at the edges of tiles and
// blocks does not depend on the instructions.
#include <gtest/gtest.h>

#include "core/plain_product.hpp"
#include "numbers.hpp"

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi"  // no vector is passed to another file
#endif
#include "product_kernel.hpp"

namespace signalscope {
namespace {

struct Owner {};

/// The first m x n of `expected`, to the digit: the kernel sums in order, and nothing is fused here.
template <class S>
void check(const product::Factors<S>& factors, const Signal<S>& expected) {
  constexpr product::Kernel<S> kernel = product::kernel_of<product::TileOf64Bytes<Owner, S>>();
  static Numbers<S> packed(kernel.packed_size);
  const auto m = static_cast<Eigen::Index>(factors.m), n = static_cast<Eigen::Index>(factors.n);
  Signal<S> out = Signal<S>::Constant(m, n, S(-1));
  kernel.multiply(factors, out.data(), packed.data());
  ASSERT_EQ(out, expected.topLeftCorner(m, n)) << factors.m << "x" << factors.k << "x" << factors.n;
}

template <class S>
void check_sizes() {
  constexpr std::size_t step = 129;
  const Signal<S> a = Signal<S>::Random(step, step), b = Signal<S>::Random(step, step);
  const Signal<S> a_turned = a.transpose(), b_turned = b.transpose();
  const Signal<double> numbers = b.template cast<double>(), numbers_turned = numbers.transpose();
  for (Eigen::Index terms : odd_sizes) {
    const auto k = static_cast<std::size_t>(terms);
    const Signal<S> expected = plain_product<S, S>(a.leftCols(terms), b.topRows(terms)), twice = expected * S(2);
    for (std::size_t m : odd_sizes) {
      for (std::size_t n : odd_sizes) {
        check<S>({m, n, k, {a.data(), step, 1}, {{b.data(), step, 1}, {}, 1.0}}, expected);
        check<S>({m, n, k, {a_turned.data(), 1, step}, {{b_turned.data(), 1, step}, {}, 1.0}}, expected);
        check<S>({m, n, k, {a.data(), step, 1}, {{}, {numbers.data(), step, 1}, 2.0}}, twice);
        check<S>({m, n, k, {a.data(), step, 1}, {{}, {numbers_turned.data(), 1, step}, 2.0}}, twice);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

TEST(ProductTiles, TheWidestAtOddSizesAndInEveryForm) {
  check_sizes<double>();
  check_sizes<float>();
}

}  // namespace
}  // namespace signalscope
