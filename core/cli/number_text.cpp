#include "number_text.hpp"

#include <array>
#include <cmath>
#include <cstdio>

namespace signalscope::cli {
namespace {

/// C and Python agree on finite numbers; the others are spelt by hand, for C may print `-nan`.
std::string python_text(const char* format, int digits, double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  std::array<char, 400> buffer{};  // 309 digits before the point, and a few after it
  const int length = std::snprintf(buffer.data(), buffer.size(), format, digits, value);
  return {buffer.data(), static_cast<std::size_t>(length)};
}

}  // namespace

std::string full_digits(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  return python_text("%.*g", 17, value);
}

std::string exponent_text(double value) { return python_text("%.*e", 3, value); }

std::string fixed_text(double value, int decimals) {
  if (std::isfinite(value) && std::abs(value) >= 1e9) return exponent_text(value);
  std::string text = python_text("%.*f", decimals, value);
  const bool zero = std::isfinite(value) && text.find_first_of("123456789") == std::string::npos;
  if (zero && text.front() == '-') text.erase(0, 1);
  return text;
}

std::string general_text(double value) { return python_text("%.*g", 6, value); }

std::string whole_text(double value) { return python_text("%.*f", 0, value); }

}  // namespace signalscope::cli
