// std::bit_cast, which the C++ library of Emscripten 3.1 does not have yet.
#pragma once

namespace signalscope::random {

template <class To, class From>
constexpr To bits_as(const From& value) {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, value);
}

}  // namespace signalscope::random
