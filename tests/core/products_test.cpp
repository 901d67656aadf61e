// The product kernel against the plain loop, at sizes that no tile and no block divides.
#include "products.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "near.hpp"
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
void expect_product(const Signal<S>& actual, const Signal<S>& a, const Signal<S>& b) {
  const double k = static_cast<double>(a.cols());
  const double bound = 4.0 * k * std::sqrt(k) * static_cast<double>(std::numeric_limits<S>::epsilon());
  ASSERT_EQ(actual.rows(), a.rows());
  ASSERT_EQ(actual.cols(), b.cols());
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    for (Eigen::Index j = 0; j < b.cols(); ++j) {
      double sum = 0.0;
      for (Eigen::Index at = 0; at < a.cols(); ++at)
        sum += static_cast<double>(a(i, at)) * static_cast<double>(b(at, j));
      ASSERT_NEAR(static_cast<double>(actual(i, j)), sum, bound) << a.rows() << "x" << a.cols() << "x" << b.cols();
    }
  }
}

constexpr std::size_t sizes[] = {1, 2, 3, 5, 7, 17, 63, 65, 129};

template <class S, class T>
void check_tile() {
  std::vector<S> packed;
  for (std::size_t m : sizes) {
    for (std::size_t n : sizes) {
      for (std::size_t k : {std::size_t{1}, std::size_t{7}, std::size_t{65}, product::depth_block + 1}) {
        const Signal<S> a = normals<S>(m, k, 1), b = normals<S>(k, n, 2);
        Signal<S> c(a.rows(), b.cols());
        product::multiply<T>(m, n, k, product::View<S>{a.data(), k, 1}, product::View<S>{b.data(), n, 1}, c.data(),
                             packed);
        expect_product(c, a, b);
      }
    }
  }
}

TEST(Products, KernelAtOddSizes) {
  check_tile<double, product::Tile<double, 16, 4, 2>>();
  check_tile<float, product::Tile<float, 16, 4, 2>>();
}

template <class S>
void check_transposed() {
  Products<S> products;
  Signal<S> out;
  for (std::size_t m : {3u, 17u, 66u}) {
    for (std::size_t n : {1u, 9u, 65u}) {
      const std::size_t k = 41;
      const Signal<S> a = normals<S>(m, k, 3), b = normals<S>(k, n, 4);
      const Signal<S> a_turned = a.transpose(), b_turned = b.transpose();
      products.multiply(a, b, Transposed::neither, out);
      expect_product(out, a, b);
      products.multiply(a_turned, b, Transposed::first, out);
      expect_product(out, a, b);
      products.multiply(a, b_turned, Transposed::second, out);
      expect_product(out, a, b);
    }
  }
}

TEST(Products, WithEitherFactorTransposed) {
  check_transposed<double>();
  check_transposed<float>();
}

TEST(Products, NonFiniteValuesSpreadAsInThePlainLoop) {
  Products<double> products;
  Signal<double> a = normals<double>(5, 9, 5), b = normals<double>(9, 5, 6), out;
  a(2, 3) = std::numeric_limits<double>::infinity();
  b(0, 4) = std::numeric_limits<double>::quiet_NaN();
  products.multiply(a, b, Transposed::neither, out);
  for (Eigen::Index i = 0; i < 5; ++i) {
    for (Eigen::Index j = 0; j < 5; ++j) EXPECT_EQ(std::isfinite(out(i, j)), i != 2 && j != 4) << i << " " << j;
  }
}

}  // namespace
}  // namespace signalscope
