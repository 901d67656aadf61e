#include "residuals.hpp"

namespace signalscope {
namespace {

double zero(const Scenario&) { return 0.0; }
double one(const Scenario&) { return 1.0; }

constexpr Residual table[] = {
    {"none", "no residual", "F(x)", "", zero, one},
    {"add", "residual", "x + F(x)", "He et al. 2016, Deep Residual Learning, eq. 1", one, one},
};

}  // namespace

std::span<const Residual> residuals() { return table; }

const Residual& residual_named(std::string_view name) {
  for (const Residual& row : table) {
    if (row.name == name) return row;
  }
  return table[0];
}

std::vector<std::string_view> residual_choices() {
  std::vector<std::string_view> names;
  for (const Residual& row : table) names.push_back(row.name);
  return names;
}

}  // namespace signalscope
