#include "random/stream.hpp"

#include <array>

#include "random/numpy.hpp"
#include "random/pytorch.hpp"

namespace signalscope::random {
namespace {

struct Row {
  std::string_view name;
  std::unique_ptr<Stream> (*make)(std::uint64_t seed);
};

template <class Kind>
std::unique_ptr<Stream> make(std::uint64_t seed) {
  return std::make_unique<Kind>(seed);
}

constexpr Row kRows[] = {
    {"numpy", &make<NumpyStream>},
    {"pytorch", &make<PytorchStream>},
};

constexpr auto kNames = [] {
  std::array<std::string_view, std::size(kRows)> names{};
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = kRows[i].name;
  return names;
}();

}  // namespace

std::unique_ptr<Stream> open(std::string_view name, std::uint64_t seed) {
  for (const Row& row : kRows) {
    if (row.name == name) return row.make(seed);
  }
  return nullptr;
}

std::span<const std::string_view> names() { return kNames; }

}  // namespace signalscope::random
