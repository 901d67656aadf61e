#include "random/pytorch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "random/bits.hpp"
#include "random/log1p.hpp"
#include "random/pytorch_math.hpp"

namespace signalscope::random {
namespace {

constexpr std::size_t kBlock = 16;
constexpr std::size_t kHalf = kBlock / 2;
constexpr std::size_t kChunk = 32 * kBlock;

inline float uniform24(std::uint32_t word) {
  return static_cast<float>(static_cast<std::int32_t>(word & 0x00ffffffu)) * 0x1p-24f;
}

/// The last step of a normal block: value · std + mean in one rounding, for any `std` and `mean`.
/// `fused` is exact here only for a mean of 0, so that the rare case of a tie in double is put right by hand.
inline float scale(float value, float std, float mean) {
#if defined(__FMA__)
  return std::fma(value, std, mean);
#else
  const double product = static_cast<double>(value) * static_cast<double>(std);
  const double sum = product + static_cast<double>(mean);
  const std::uint64_t bits = bits_as<std::uint64_t>(sum);
  if ((bits & 0x1fffffffu) != 0x10000000u || !std::isfinite(sum)) return static_cast<float>(sum);
  // What the addition lost decides to which side the tie goes.
  const double shift = sum - product;
  const double lost = (product - (sum - shift)) + (static_cast<double>(mean) - shift);
  if (lost == 0.0) return static_cast<float>(sum);
  return static_cast<float>(bits_as<double>((lost > 0.0) == (sum > 0.0) ? bits + 1 : bits - 1));
#endif
}

/// Cumulative distribution function of the standard normal.
double normal_cdf(double x) { return (1.0 + std::erf(x / std::sqrt(2.0))) / 2.0; }

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

MersenneTwister::MersenneTwister(std::uint32_t seed) {
  state_[0] = seed;
  for (std::uint32_t i = 1; i < kSize; ++i) {
    state_[i] = 1812433253u * (state_[i - 1] ^ (state_[i - 1] >> 30)) + i;
  }
}

void MersenneTwister::refill() {
  constexpr std::size_t kShift = 397;
  const auto twist = [this](std::size_t i, std::size_t next, std::size_t far) {
    const std::uint32_t mixed = (state_[i] & 0x80000000u) | (state_[next] & 0x7fffffffu);
    state_[i] = state_[far] ^ (mixed >> 1) ^ ((0u - (state_[next] & 1u)) & 0x9908b0dfu);
  };
  for (std::size_t i = 0; i < kSize - kShift; ++i) twist(i, i + 1, i + kShift);
  for (std::size_t i = kSize - kShift; i < kSize - 1; ++i) twist(i, i + 1, i + kShift - kSize);
  twist(kSize - 1, 0, kShift - 1);
  for (std::size_t i = 0; i < kSize; ++i) {
    std::uint32_t word = state_[i];
    word ^= word >> 11;
    word ^= (word << 7) & 0x9d2c5680u;
    word ^= (word << 15) & 0xefc60000u;
    words_[i] = word ^ (word >> 18);
  }
  used_ = 0;
}

std::uint32_t MersenneTwister::next() {
  if (used_ == kSize) refill();
  return words_[used_++];
}

void MersenneTwister::fill(std::span<std::uint32_t> out) {
  while (!out.empty()) {
    if (used_ == kSize) refill();
    const std::size_t count = std::min(out.size(), kSize - used_);
    std::copy_n(words_.begin() + static_cast<std::ptrdiff_t>(used_), count, out.begin());
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

// A block takes its radii from the first eight uniforms and its angles from the last eight. All blocks of a call are
// alike, so that long loops over many of them are what a compiler turns into vector code.
void PytorchStream::normal_blocks(float mean, float std, std::span<double> out) {
  std::array<std::uint32_t, kChunk> words;
  std::array<float, kChunk / 2> radius, angle, cosine, sine;
  const std::size_t half = out.size() / 2;
  words_.fill(std::span(words).first(out.size()));
  for (std::size_t i = 0; i < half; i += kHalf) {
    for (std::size_t lane = 0; lane < kHalf; ++lane) {
      radius[i + lane] = 1.0f - uniform24(words[2 * i + lane]);
      angle[i + lane] = 2.0f * std::numbers::pi_v<float> * uniform24(words[2 * i + kHalf + lane]);
    }
  }
  for (std::size_t i = 0; i < half; ++i) radius[i] = -2.0f * vector_log(radius[i]);
  for (std::size_t i = 0; i < half; ++i) radius[i] = std::sqrt(radius[i]);
  for (std::size_t i = 0; i < half; ++i) {
    const SineCosine both = vector_sine_cosine(angle[i]);
    cosine[i] = radius[i] * both.cosine;
    sine[i] = radius[i] * both.sine;
  }
  for (std::size_t i = 0; i < half; i += kHalf) {
    for (std::size_t lane = 0; lane < kHalf; ++lane) {
      out[2 * i + lane] = scale(cosine[i + lane], std, mean);
      out[2 * i + kHalf + lane] = scale(sine[i + lane], std, mean);
    }
  }
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
  const float mean32 = static_cast<float>(mean);
  const float std32 = static_cast<float>(std);
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
  for (double& value : out) value = static_cast<float>(uniform24(words_.next()) * range + low32);
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
