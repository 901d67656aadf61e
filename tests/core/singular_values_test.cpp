// singular_values against spectra that are known by construction, and Q of the QR decomposition by its own definition.
#include "singular_values.hpp"

#include <gtest/gtest.h>

#include <Eigen/SVD>
#include <cmath>

#include "householder.hpp"
#include "near.hpp"
#include "orthogonal.hpp"
#include "random/numpy.hpp"
#include "signal.hpp"

namespace signalscope {
namespace {

using Dense = Signal<double>;

Dense normal(std::uint64_t seed, Eigen::Index rows, Eigen::Index columns) {
  Dense m(rows, columns);
  random::NumpyStream(seed).normal(0.0, 1.0, {m.data(), static_cast<std::size_t>(m.size())});
  return m;
}

std::vector<double> entries(const Dense& m) { return {m.data(), m.data() + m.size()}; }

Dense orthonormal(const Dense& m) {
  std::vector<double> q = entries(m);
  make_columns_orthonormal(q, static_cast<std::size_t>(m.rows()), static_cast<std::size_t>(m.cols()));
  return Eigen::Map<Dense>(q.data(), m.rows(), m.cols());
}

/// From 1 down to `smallest`, in equal ratios.
Eigen::VectorXd graded(Eigen::Index n, double smallest) {
  return Eigen::VectorXd::NullaryExpr(n, [&](Eigen::Index i) {
    return n == 1 ? 1.0 : std::pow(smallest, static_cast<double>(i) / static_cast<double>(n - 1));
  });
}

void expect_values(const Dense& m, const Eigen::VectorXd& expected, double relative, double floor,
                   const std::string& what) {
  const std::vector<double> values = singular_values(entries(m), static_cast<std::size_t>(m.rows()));
  expect_near(values, {expected.data(), expected.data() + expected.size()}, relative, floor, what);
  for (std::size_t i = 1; i < values.size(); ++i) EXPECT_LE(values[i], values[i - 1]) << what;
}

const Eigen::Index sizes[] = {1, 2, 3, 17, 64, 130};

// NumPy's own values, to the rounding of the largest.
TEST(SingularValues, RotatedSpectra) {
  for (Eigen::Index n : sizes) {
    const Dense left = orthonormal(normal(1, n, n)), right = orthonormal(normal(2, n, n));
    const auto rotated = [&](const Eigen::VectorXd& values) {
      return Dense(left * values.asDiagonal() * right.transpose());
    };
    const std::string at = "n = " + std::to_string(n);
    for (double smallest : {1.0, 1e-6, 1e-12, 1e-300}) {
      const Eigen::VectorXd values = graded(n, smallest);
      expect_values(rotated(values), values, 0.0, 1e-14, at + ", down to " + std::to_string(std::log10(smallest)));
    }
    Eigen::VectorXd few = Eigen::VectorXd::Zero(n);
    few.head(std::min<Eigen::Index>(n, 3)).setConstant(0.5);
    expect_values(rotated(few), few, 0.0, 1e-14, at + ", rank 3");
  }
}

// Where no rotation mixes them, small values keep all their digits.
TEST(SingularValues, SmallValuesOfADiagonalAreExact) {
  for (Eigen::Index n : sizes) {
    const Eigen::VectorXd values = graded(n, 1e-300);
    expect_values(values.asDiagonal(), values, 0.0, 0.0, "descending");
    expect_values(values.reverse().asDiagonal(), values, 0.0, 0.0, "ascending");
    expect_values(Dense(values.asDiagonal()).rowwise().reverse(), values, 0.0, 0.0, "antidiagonal");
    expect_values(Dense(values.asDiagonal()) * -1.0, values, 0.0, 0.0, "negative");
  }
}

TEST(SingularValues, SingularMatrices) {
  for (Eigen::Index n : sizes) {
    expect_values(Dense::Zero(n, n), Eigen::VectorXd::Zero(n), 0.0, 0.0, "zeros");
    Eigen::VectorXd one = Eigen::VectorXd::Zero(n);
    one[0] = static_cast<double>(n);
    expect_values(Dense::Ones(n, n), one, 1e-14, 1e-14, "ones");
    // Zeros on the diagonal of a bidiagonal matrix, each of which must leave by itself.
    Dense bidiagonal = Dense::Zero(n, n);
    for (Eigen::Index i = 0; i < n; ++i) {
      bidiagonal(i, i) = i % 5 == 2 ? 0.0 : std::pow(10.0, static_cast<double>(-(i * 7) % 30));
      if (i + 1 < n) bidiagonal(i, i + 1) = 1e-3;
    }
    expect_values(bidiagonal, Eigen::JacobiSVD<Eigen::MatrixXd>(bidiagonal).singularValues(), 0.0, 1e-15, "bidiagonal");
    Dense holes = normal(3, n, n);
    for (Eigen::Index i = 0; i < n; i += 2) holes.col(i).setZero();
    for (Eigen::Index i = 0; i < n; i += 3) holes.row(i).setZero();
    const Eigen::VectorXd expected = Eigen::JacobiSVD<Eigen::MatrixXd>(holes).singularValues();
    expect_values(holes, expected, 0.0, 1e-13 * std::max(1.0, expected[0]), "holes");
  }
}

TEST(SingularValues, OfAnySize) {
  const Dense m = normal(4, 40, 40);
  const Eigen::VectorXd expected = Eigen::JacobiSVD<Eigen::MatrixXd>(m).singularValues();
  for (int exponent : {-390, 0, 390}) {
    const double scale = std::ldexp(1.0, exponent);
    expect_values(m * scale, expected * scale, 0.0, 1e-13 * expected[0] * scale, std::to_string(exponent));
  }
}

TEST(Householder, ReflectsVectorsOfAnySize) {
  for (double size : {1e-320, 1e-200, 1e-100, 1.0, 1e200, 1e307}) {
    std::vector<double> v = {3.0 * size, 0.0, -4.0 * size};
    const Reflection reflection = reflect(v.data(), v.size());
    EXPECT_TRUE(near(reflection.image, -5.0 * size, 1e-15, 1e-323)) << size;
    const double length = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    EXPECT_TRUE(near(reflection.scale * length, 2.0, 1e-15)) << size << ": an orthogonal H has scale v'v = 2";
  }
  std::vector<double> axis = {-7.0, 0.0, 0.0};
  const Reflection nothing = reflect(axis.data(), axis.size());
  EXPECT_EQ(nothing.scale, 0.0);
  EXPECT_EQ(nothing.image, -7.0);
}

// A = Q R with R upper triangular and its diagonal positive defines Q.
TEST(Orthonormal, ColumnsAreQ) {
  for (const auto& [rows, columns] : {std::pair<int, int>{1, 1}, {5, 1}, {7, 4}, {33, 33}, {90, 35}, {64, 48}}) {
    const Dense a = normal(5, rows, columns), q = orthonormal(a);
    const Dense r = q.transpose() * a;
    const std::string at = std::to_string(rows) + " x " + std::to_string(columns);
    EXPECT_LT((q.transpose() * q - Dense::Identity(columns, columns)).cwiseAbs().maxCoeff(), 1e-14) << at;
    EXPECT_LT((q * r - a).cwiseAbs().maxCoeff(), 1e-13) << at;
    EXPECT_LT(Dense(r.triangularView<Eigen::StrictlyLower>()).cwiseAbs().maxCoeff(), 1e-13) << at;
    EXPECT_GT(r.diagonal().minCoeff(), 0.0) << at;
  }
}

}  // namespace
}  // namespace signalscope
