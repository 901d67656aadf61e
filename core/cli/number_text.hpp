// Numbers as text. They never depend on the locale, as long as the program that holds them sets none.
#pragma once

#include <string>

namespace signalscope::cli {

/// 17 significant digits, from which the same float64 is read back; else `NaN`, `Infinity`, `-Infinity`.
std::string full_digits(double value);

/// As Python formats `.3e`; `nan`, `inf`, `-inf`.
std::string exponent_text(double value);

/// As Python formats `.4f` (or so many decimals), but that a zero has no sign; `.3e` from 1e9 on, where the digits
/// would be no more than noise.
std::string fixed_text(double value, int decimals);

/// As Python formats `.6g`.
std::string general_text(double value);

/// A count: no point, no exponent.
std::string whole_text(double value);

}  // namespace signalscope::cli
