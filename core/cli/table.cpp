#include "table.hpp"

#include <algorithm>
#include <cstddef>

#include "text.hpp"

namespace signalscope::cli {
namespace {

constexpr std::size_t gap = 2;

std::vector<std::size_t> widths_of(const std::vector<Line>& lines) {
  std::vector<std::size_t> widths;
  for (const Line& line : lines) {
    widths.resize(std::max(widths.size(), line.size()));
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], code_points(line[i]));
  }
  return widths;
}

}  // namespace

std::string aligned(const std::vector<Line>& lines, Alignment alignment) {
  const std::vector<std::size_t> widths = widths_of(lines);
  std::string text;
  for (const Line& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      const std::string padding(widths[i] - code_points(line[i]), ' ');
      if (i > 0) text.append(gap, ' ');
      const bool left = alignment == Alignment::left || (alignment == Alignment::first_left && i == 0);
      text += left ? line[i] + padding : padding + line[i];
    }
    while (text.ends_with(' ')) text.pop_back();
    text += '\n';
  }
  return text;
}

void append_csv(std::string& out, const Line& line) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (i > 0) out += ',';
    if (line[i].find_first_of(",\"\r\n") == std::string::npos) {
      out += line[i];
      continue;
    }
    out += '"';
    for (const char c : line[i]) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    out += '"';
  }
  out += '\n';
}

}  // namespace signalscope::cli
