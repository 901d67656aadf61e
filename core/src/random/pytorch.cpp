#include "random/pytorch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "random/bits.hpp"
#include "random/log1p.hpp"

namespace signalscope::random {
namespace {

constexpr std::size_t kBlock = 16;
constexpr std::size_t kHalf = kBlock / 2;
/// Words at a time: whole states of the generator, which need not be copied, in whole units.
constexpr std::size_t kChunk = 4 * kMersenneSize;
static_assert(kChunk % kPytorchUnit == 0 && kPytorchUnit % kBlock == 0);

inline float uniform24(std::uint32_t word) {
  return static_cast<float>(static_cast<std::int32_t>(word & 0x00ffffffu)) * 0x1p-24f;
}

/// value · std + mean, rounded once to float32 and widened again, for floats in double. The product is exact; of the
/// sum the last bit is set where something was lost, so that the second rounding cannot take it for a tie. Without
/// branches, so that whole vectors go through it.
inline double scaled(double value, double std, double mean) {
  const double product = value * std;
  const double sum = product + mean;
  const double shift = sum - product;
  const double lost = (product - (sum - shift)) + (mean - shift);
  const auto bits = bits_as<std::int64_t>(sum);
  const std::int64_t away = (lost > 0.0) == (sum > 0.0) ? 1 : -1;
  // What is lost from a sum that is not finite is no number, and neither above nor below 0.
  const bool is_even = (bits & 1) == 0, is_inexact = lost > 0.0 || lost < 0.0;
  return static_cast<float>(bits_as<double>(bits + (is_even && is_inexact ? away : 0)));
}

/// The last step of float32's normal_: standard normals, each a float, become value · std + mean.
void scale(float mean, float std, std::span<double> values) {
  if (mean != 0.0f) {
    for (double& value : values) value = scaled(value, std, mean);
  } else if (std != 1.0f) {
    for (double& value : values) value = static_cast<float>(value * static_cast<double>(std) + 0.0);
  }
}

/// Cumulative distribution function of the standard normal.
double normal_cdf(double x) { return (1.0 + std::erf(x / std::sqrt(2.0))) / 2.0; }

/// a · b + c, rounded once where the machine can. Elsewhere the product is exact in double and the sum is rounded there
/// and again to float.
inline float fused(float a, float b, float c) {
#if defined(__FMA__)
  return std::fma(a, b, c);
#else
  return static_cast<float>(static_cast<double>(a) * static_cast<double>(b) + static_cast<double>(c));
#endif
}

template <std::size_t N>
float horner(const float (&coefficients)[N], float z) {
  float sum = coefficients[0];
  for (std::size_t i = 1; i < N; ++i) sum = fused(sum, z, coefficients[i]);
  return sum;
}

/// Inverse error function in float32 as torch.erfinv has it: a rational start, then two steps of Newton's method.
float inverse_erf(float y) {
  constexpr float kInnerTop[] = {-0.140543331f, 0.914624893f, -1.645349621f, 0.886226899f};
  constexpr float kInnerBottom[] = {0.012229801f, -0.329097515f, 1.442710462f, -2.118377725f, 1.0f};
  constexpr float kOuterTop[] = {1.641345311f, 3.429567803f, -1.624906493f, -1.970840454f};
  constexpr float kOuterBottom[] = {1.637067800f, 3.543889200f, 1.0f};
  const float magnitude = std::abs(y);
  if (magnitude >= 1.0f) return std::copysign(std::numeric_limits<float>::infinity(), y);
  float x;
  if (magnitude <= 0.7f) {
    const float z = y * y;
    x = y * horner(kInnerTop, z) / horner(kInnerBottom, z);
  } else {
    const float z = std::sqrt(-std::log((1.0f - magnitude) / 2.0f));
    x = std::copysign(horner(kOuterTop, z), y) / horner(kOuterBottom, z);
  }
  // The quotient of floats, one step below the float nearest to 2/√π.
  constexpr float kSlopeAtZero = 2.0f / 1.77245385090551603f;
  for (int step = 0; step < 2; ++step) x = x - (std::erf(x) - y) / (kSlopeAtZero * std::exp(-x * x));
  return x;
}

}  // namespace

MersenneTwister::MersenneTwister(std::uint32_t seed, const PytorchPath& path) : path_(path) {
  state_[0] = seed;
  for (std::uint32_t i = 1; i < kMersenneSize; ++i) {
    state_[i] = 1812433253u * (state_[i - 1] ^ (state_[i - 1] >> 30)) + i;
  }
}

void MersenneTwister::refill() {
  path_.advance(state_.data(), words_.data());
  used_ = 0;
}

void MersenneTwister::fill(std::span<std::uint32_t> out) {
  while (!out.empty()) {
    if (used_ == kMersenneSize && out.size() >= kMersenneSize) {
      path_.advance(state_.data(), out.data());
      out = out.subspan(kMersenneSize);
      continue;
    }
    if (used_ == kMersenneSize) refill();
    const std::size_t count = std::min(out.size(), kMersenneSize - used_);
    std::copy_n(&words_[used_], count, out.begin());
    used_ += count;
    out = out.subspan(count);
  }
}

// First word high, second low; the low 53 bits count.
double PytorchStream::uniform53() {
  const std::uint64_t high = words_.next();
  const std::uint64_t bits = (high << 32 | words_.next()) & ((std::uint64_t{1} << 53) - 1);
  return static_cast<double>(static_cast<std::int64_t>(bits)) * 0x1p-53;
}

double PytorchStream::scalar_normal(double mean, double std) {
  if (kept_normal_) {
    const double value = *kept_normal_;
    kept_normal_.reset();
    return std::fma(value, std, mean);
  }
  const double a = uniform53();
  const double b = uniform53();
  const double radius = std::sqrt(-2.0 * log1p_of_negative(-b));
  const double angle = 2.0 * std::numbers::pi * a;
  kept_normal_ = radius * std::sin(angle);
  return std::fma(radius * std::cos(angle), std, mean);
}

/// Precondition: whole blocks, at most a chunk.
void PytorchStream::normal_blocks(float mean, float std, std::span<double> out) {
  std::array<std::uint32_t, kChunk> words;
  words_.fill(std::span(words).first(out.size()));
  const std::size_t whole = out.size() / kPytorchUnit * kPytorchUnit;
  path_.normals(words.data(), whole, out.data());
  if (whole < out.size()) {
    std::array<double, kPytorchUnit> last;
    std::fill_n(&words[out.size()], whole + kPytorchUnit - out.size(), 0u);
    path_.normals(&words[whole], kPytorchUnit, last.data());
    std::copy_n(last.begin(), out.size() - whole, &out[whole]);
  }
  scale(mean, std, out);
}

void PytorchStream::normal_block64(double mean, double std, std::span<double, 16> out) {
  for (double& value : out) value = uniform53();
  for (std::size_t i = 0; i < kHalf; ++i) {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - out[i]));
    const double angle = 2.0 * std::numbers::pi * out[i + kHalf];
    out[i] = std::fma(radius * std::cos(angle), std, mean);
    out[i + kHalf] = std::fma(radius * std::sin(angle), std, mean);
  }
}

void PytorchStream::normal(double mean, double std, std::span<double> out) {
  if (out.size() < kBlock) {
    for (double& value : out) value = static_cast<float>(scalar_normal(mean, std));
    return;
  }
  const auto mean32 = static_cast<float>(mean), std32 = static_cast<float>(std);
  const std::size_t whole = out.size() / kBlock * kBlock;
  for (std::size_t i = 0; i < whole; i += kChunk) {
    normal_blocks(mean32, std32, out.subspan(i, std::min(kChunk, whole - i)));
  }
  if (whole == out.size()) return;
  // PyTorch fills the whole tensor with uniforms first: those of the rest are drawn and never used.
  for (std::size_t i = whole; i < out.size(); ++i) words_.next();
  normal_blocks(mean32, std32, out.last(kBlock));
}

void PytorchStream::normal64(double mean, double std, std::span<double> out) {
  if (out.size() < kBlock) {
    for (double& value : out) value = scalar_normal(mean, std);
    return;
  }
  const std::size_t whole = out.size() / kBlock * kBlock;
  for (std::size_t i = 0; i < whole; i += kBlock) normal_block64(mean, std, out.subspan(i).first<kBlock>());
  if (whole == out.size()) return;
  for (std::size_t i = whole; i < out.size(); ++i) uniform53();
  normal_block64(mean, std, out.last<kBlock>());
}

void PytorchStream::uniform(double low, double high, std::span<double> out) {
  // The bounds are float32 and so is their difference; the product is exact in double and the sum is rounded to
  // float32.
  const float low32 = static_cast<float>(low);
  const double range = static_cast<float>(high) - low32;
  std::array<std::uint32_t, kChunk> words;
  while (!out.empty()) {
    const std::size_t count = std::min(out.size(), kChunk);
    words_.fill(std::span(words).first(count));
    for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<float>(uniform24(words[i]) * range + low32);
    out = out.subspan(count);
  }
}

void PytorchStream::uniform64(double low, double high, std::span<double> out) {
  const double range = high - low;
  for (double& value : out) value = std::fma(uniform53(), range, low);
}

void PytorchStream::truncated_normal(double std, double cut, std::span<double> out) {
  const double lower = normal_cdf(-cut / std);
  const double upper = normal_cdf(cut / std);
  uniform(2.0 * lower - 1.0, 2.0 * upper - 1.0, out);
  if (std == 0.0) {  // the far tail times 0 would be NaN
    std::fill(out.begin(), out.end(), 0.0);
    return;
  }
  const float factor = static_cast<float>(std * std::numbers::sqrt2);
  const float limit = static_cast<float>(cut);
  for (double& value : out) value = std::clamp(inverse_erf(static_cast<float>(value)) * factor, -limit, limit);
}

}  // namespace signalscope::random
