// Several vectors that go through the same operations side by side: one alone would wait for each result before the
// next. A `Machine` says what its vectors are and does what the compilers' vector extension does not:
//
//   kLanes, kVectors            numbers in a vector, vectors side by side
//   FloatVector, IntVector      of kLanes numbers of 32 bits
//   Number                      kLanes float32 numbers in the form in which `fused` takes and gives them
//   all(x)                      a Number with x in every lane
//   number(floats)              the same values as a Number, and
//   floats(number)              back
//   fused(a, b, c)              a · b + c, rounded once to float32
//   fused_floats(a, b, c)       the same, as floats
//   product(a, b), sum(a, b)    rounded to float32
//   root, to_floats, truncated  of floats; of ints; of floats that an int can hold
#pragma once

#include <cstdint>

namespace signalscope::random {

template <class Machine, class Vector, class Scalar>
struct Lanes {
  Vector at[Machine::kVectors];

  Lanes() = default;
  Lanes(Scalar value) {
    for (Vector& vector : at) vector = value - Vector{};
  }

  Lanes operator+(const Lanes& b) const {
    return each([&](int v) { return at[v] + b.at[v]; });
  }
  Lanes operator-(const Lanes& b) const {
    return each([&](int v) { return at[v] - b.at[v]; });
  }
  Lanes operator*(const Lanes& b) const {
    return each([&](int v) { return at[v] * b.at[v]; });
  }
  Lanes operator&(const Lanes& b) const {
    return each([&](int v) { return at[v] & b.at[v]; });
  }
  Lanes operator|(const Lanes& b) const {
    return each([&](int v) { return at[v] | b.at[v]; });
  }
  Lanes operator^(const Lanes& b) const {
    return each([&](int v) { return at[v] ^ b.at[v]; });
  }
  Lanes operator<<(int places) const {
    return each([&](int v) { return at[v] << places; });
  }
  Lanes operator>>(int places) const {
    return each([&](int v) { return at[v] >> places; });
  }

  template <class Function>
  static Lanes each(Function&& function) {
    Lanes lanes;
    for (int v = 0; v < Machine::kVectors; ++v) lanes.at[v] = function(v);
    return lanes;
  }
};

template <class Machine>
using Floats = Lanes<Machine, typename Machine::FloatVector, float>;
template <class Machine>
using Ints = Lanes<Machine, typename Machine::IntVector, std::int32_t>;

template <class Machine>
struct Numbers {
  typename Machine::Number at[Machine::kVectors];

  Numbers() = default;
  Numbers(float value) {
    for (auto& number : at) number = Machine::all(value);
  }
  explicit Numbers(const Floats<Machine>& floats) {
    for (int v = 0; v < Machine::kVectors; ++v) at[v] = Machine::number(floats.at[v]);
  }

  /// this · b + c
  Numbers fused(const Numbers& b, const Numbers& c) const {
    return each([&](int v) { return Machine::fused(at[v], b.at[v], c.at[v]); });
  }
  Floats<Machine> fused_floats(const Numbers& b, const Numbers& c) const {
    return Floats<Machine>::each([&](int v) { return Machine::fused_floats(at[v], b.at[v], c.at[v]); });
  }
  Numbers operator*(const Numbers& b) const {
    return each([&](int v) { return Machine::product(at[v], b.at[v]); });
  }
  Numbers operator+(const Numbers& b) const {
    return each([&](int v) { return Machine::sum(at[v], b.at[v]); });
  }

 private:
  template <class Function>
  static Numbers each(Function&& function) {
    Numbers numbers;
    for (int v = 0; v < Machine::kVectors; ++v) numbers.at[v] = function(v);
    return numbers;
  }
};

template <class Machine>
Ints<Machine> bits_of(const Floats<Machine>& floats) {
  return Ints<Machine>::each([&](int v) { return reinterpret_cast<typename Machine::IntVector>(floats.at[v]); });
}
template <class Machine>
Floats<Machine> floats_of(const Ints<Machine>& bits) {
  return Floats<Machine>::each([&](int v) { return reinterpret_cast<typename Machine::FloatVector>(bits.at[v]); });
}
/// All bits set in the lanes where a < b.
template <class Machine>
Ints<Machine> is_less(const Floats<Machine>& a, const Floats<Machine>& b) {
  return Ints<Machine>::each([&](int v) { return reinterpret_cast<typename Machine::IntVector>(a.at[v] < b.at[v]); });
}
template <class Machine>
Floats<Machine> root(const Floats<Machine>& floats) {
  return Floats<Machine>::each([&](int v) { return Machine::root(floats.at[v]); });
}
template <class Machine>
Floats<Machine> to_floats(const Ints<Machine>& ints) {
  return Floats<Machine>::each([&](int v) { return Machine::to_floats(ints.at[v]); });
}
template <class Machine>
Ints<Machine> truncated(const Floats<Machine>& floats) {
  return Ints<Machine>::each([&](int v) { return Machine::truncated(floats.at[v]); });
}

}  // namespace signalscope::random
