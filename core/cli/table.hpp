// Tables for people and tables for programs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace signalscope::cli {

using Line = std::vector<std::string>;

/// Words stand to the left. Numbers stand to the right, behind a first column of words where there is one.
enum class Alignment { left, first_left, right };

/// Lines of aligned columns, two blanks apart; widths are counted in code points.
std::string aligned(const std::vector<Line>& lines, Alignment alignment);

/// One line of CSV (RFC 4180): a cell with a comma, a quote or a line break stands in quotes.
void append_csv(std::string& out, const Line& line);

}  // namespace signalscope::cli
