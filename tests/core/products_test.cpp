// Every way to compute a product against the plain loop, at sizes that no tile and no block divides.
#include "products.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

#include "core/plain_product.hpp"
#include "random/stream.hpp"

namespace signalscope {
namespace {

template <class S>
Signal<S> normals(std::size_t rows, std::size_t columns, std::uint64_t seed) {
  std::vector<double> drawn(rows * columns);
  random::open("numpy", seed)->standard_normal(drawn);
  return Eigen::Map<const Signal<double>>(drawn.data(), static_cast<Eigen::Index>(rows),
                                          static_cast<Eigen::Index>(columns))
      .template cast<S>();
}

/// |error| of a sum of k products of size 1 is at most k roundings of a partial sum of size sqrt(k).
template <class S>
double bound_of(Eigen::Index k) {
  const auto terms = static_cast<double>(k);
  return 4.0 * terms * std::sqrt(terms) * static_cast<double>(std::numeric_limits<S>::epsilon());
}

template <class S>
double largest_error(const Signal<S>& actual, const Signal<double>& expected) {
  return (actual.template cast<double>() - expected).cwiseAbs().maxCoeff();
}

constexpr ProductPath paths[] = {ProductPath::eigen, ProductPath::wasm, ProductPath::wasm_fused, ProductPath::avx2,
                                 ProductPath::avx512};

/// All three forms of one product on every path.
template <class S>
void check_product(const Signal<S>& a, const Signal<S>& b) {
  const Signal<S> a_turned = a.transpose(), b_turned = b.transpose();
  const Signal<double> expected = plain_product<double>(a, b);
  const double bound = bound_of<S>(a.cols());
  for (ProductPath path : paths) {
    if (!is_available(path)) continue;
    SCOPED_TRACE(testing::Message() << a.rows() << "x" << a.cols() << "x" << b.cols() << ", path "
                                    << static_cast<int>(path));
    Products<S> products(path);
    Signal<S> out;
    products.multiply(a, b, Transposed::neither, out);
    ASSERT_EQ(out.rows(), a.rows());
    ASSERT_EQ(out.cols(), b.cols());
    ASSERT_LE(largest_error(out, expected), bound);
    products.multiply(a_turned, b, Transposed::first, out);
    ASSERT_LE(largest_error(out, expected), bound) << "first transposed";
    products.multiply(a, b_turned, Transposed::second, out);
    ASSERT_LE(largest_error(out, expected), bound) << "second transposed";
  }
}

/// What a multiple gives is to the digit what the same numbers give written out.
template <class S>
void check_multiple(const Signal<S>& a, const Signal<double>& numbers) {
  const Signal<double> turned = numbers.transpose();
  const Multiple straight = {numbers.data(), numbers.rows(), numbers.cols(), 0.37};
  const Multiple across = {turned.data(), turned.rows(), turned.cols(), 0.37};
  Signal<S> written(numbers.rows(), numbers.cols());
  for (Eigen::Index i = 0; i < numbers.size(); ++i) written.data()[i] = static_cast<S>(numbers.data()[i] * 0.37);
  ASSERT_EQ(evaluate<S>(straight), written);
  for (ProductPath path : paths) {
    if (!is_available(path)) continue;
    SCOPED_TRACE(testing::Message() << a.rows() << "x" << a.cols() << "x" << numbers.cols() << ", path "
                                    << static_cast<int>(path));
    Products<S> products(path);
    Signal<S> expected, out;
    products.multiply(a, written, Transposed::neither, expected);
    products.multiply(a, straight, Transposed::neither, out);
    ASSERT_EQ(out, expected);
    products.multiply(a, across, Transposed::second, out);
    // Eigen may sum a transposed factor in another order.
    if (products.packs()) {
      ASSERT_EQ(out, expected) << "second transposed";
    }
    ASSERT_LE(largest_error(out, expected.template cast<double>().eval()), bound_of<S>(a.cols()));
  }
}

template <class S>
void check_sizes() {
  const Signal<S> a = normals<S>(129, 129, 1), b = normals<S>(129, 129, 2);
  for (Eigen::Index m : odd_sizes) {
    for (Eigen::Index n : odd_sizes) {
      for (Eigen::Index k : odd_sizes) {
        check_product<S>(a.topLeftCorner(m, k), b.topLeftCorner(k, n));
        check_multiple<S>(a.topLeftCorner(m, k), b.topLeftCorner(k, n).template cast<double>());
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

TEST(Products, EveryPathAtOddSizesAndInEveryForm) {
  check_sizes<double>();
  check_sizes<float>();
}

// More rows and more terms than one block holds.
TEST(Products, EveryPathOverSeveralBlocks) {
  check_product(normals<double>(523, 515, 3), normals<double>(515, 33, 4));
  check_product(normals<float>(523, 515, 3), normals<float>(515, 33, 4));
  check_multiple(normals<double>(523, 515, 3), normals<double>(515, 33, 4));
  check_multiple(normals<float>(523, 515, 3), normals<double>(515, 33, 4));
}

TEST(Products, SomePathIsAvailableAndIsTheDefault) {
  EXPECT_TRUE(is_available(default_product_path()));
  // tests/run.js looks for this line, as an engine may lack what the test is for.
  if (default_product_path() == ProductPath::wasm_fused) std::puts("products: fused in WebAssembly");
  EXPECT_NE(is_available(ProductPath::wasm), is_available(ProductPath::eigen));
}

/// a b, each entry summed in order by add(sum, x, y).
template <class Add>
Signal<double> sums_in_order(const Signal<double>& a, const Signal<double>& b, Add&& add) {
  Signal<double> out = Signal<double>::Zero(a.rows(), b.cols());
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    for (Eigen::Index j = 0; j < b.cols(); ++j) {
      for (Eigen::Index k = 0; k < a.cols(); ++k) out(i, j) = add(out(i, j), a(i, k), b(k, j));
    }
  }
  return out;
}

// The kernels add in order whatever the blocks and the width of the vectors: so the digits are the same on every
// machine that fuses, and otherwise those of the plain loop.
TEST(Products, KernelsSumInOrder) {
  const Signal<double> a = normals<double>(7, 515, 5), b = normals<double>(515, 9, 6);
  const Signal<double> plain = sums_in_order(a, b, [](double sum, double x, double y) { return sum + x * y; });
  const Signal<double> fused = sums_in_order(a, b, [](double sum, double x, double y) { return std::fma(x, y, sum); });
  ASSERT_NE(plain, fused);
  for (ProductPath path : {ProductPath::wasm, ProductPath::wasm_fused, ProductPath::avx2, ProductPath::avx512}) {
    if (!is_available(path)) continue;
    Signal<double> out;
    Products<double>(path).multiply(a, b, Transposed::neither, out);
    // An engine with relaxed SIMD may yet run on a processor that cannot fuse.
    const bool may_be_plain = path == ProductPath::wasm || path == ProductPath::wasm_fused;
    const bool may_be_fused = path != ProductPath::wasm;
    EXPECT_TRUE((may_be_plain && out == plain) || (may_be_fused && out == fused)) << "path " << static_cast<int>(path);
  }
}

TEST(Products, NonFiniteValuesSpreadAsInThePlainLoop) {
  for (ProductPath path : paths) {
    if (!is_available(path)) continue;
    Products<double> products(path);
    Signal<double> a = normals<double>(5, 9, 5), b = normals<double>(9, 5, 6), out;
    a(2, 3) = std::numeric_limits<double>::infinity();
    b(0, 4) = std::numeric_limits<double>::quiet_NaN();
    products.multiply(a, b, Transposed::neither, out);
    for (Eigen::Index i = 0; i < 5; ++i) {
      for (Eigen::Index j = 0; j < 5; ++j) EXPECT_EQ(std::isfinite(out(i, j)), i != 2 && j != 4) << i << " " << j;
    }
  }
}

}  // namespace
}  // namespace signalscope
