#include "report.hpp"

#include <algorithm>
#include <utility>

#include "json_writer.hpp"
#include "number_text.hpp"
#include "table.hpp"
#include "text.hpp"

namespace signalscope::cli {
namespace {

std::vector<Column> chosen_columns(const Report& report) {
  std::vector<Quantities> rows;
  for (const Outcome& outcome : report.outcomes) rows.insert(rows.end(), outcome.rows.begin(), outcome.rows.end());
  if (!report.columns.empty()) return fit_to_depth(report.columns, rows);
  std::vector<Column> columns;
  const Quantities known = report.verb.row();
  for (const std::string& name : report.verb.columns(report.outcomes)) {
    if (Result<Column> column = parse_column(name, known)) columns.push_back(std::move(column.value()));
  }
  return fit_to_depth(std::move(columns), rows);
}

/// The rows of a single record need no label where there are many of them.
bool is_labelled(const Report& report) { return report.input.several || !report.verb.many_rows; }

std::vector<Line> table_lines(const Report& report) {
  const std::vector<Column> columns = chosen_columns(report);
  std::vector<Line> lines(1);
  if (is_labelled(report)) lines.front().emplace_back("series");
  for (const Column& column : columns) lines.front().push_back(column.heading);
  for (const Outcome& outcome : report.outcomes) {
    for (const Quantities& row : outcome.rows) {
      Line& line = lines.emplace_back();
      if (is_labelled(report)) line.push_back(one_line(outcome.label));
      for (const Column& column : columns) line.push_back(cell_text(column, row, report.verb.style));
    }
  }
  return lines;
}

/// One sentence and the series that it is true of.
struct Remark {
  std::string sentence;
  std::vector<std::string> labels;
};

void add_remark(std::vector<Remark>& remarks, const std::string& sentence, const std::string& label) {
  const auto said =
      std::find_if(remarks.begin(), remarks.end(), [&](const Remark& r) { return r.sentence == sentence; });
  if (said == remarks.end()) {
    remarks.push_back({sentence, {label}});
  } else {
    said->labels.push_back(label);
  }
}

/// A preset chose what it wants to show; a reader who chose nothing is told the verdict too. What is true of every
/// series is said once.
std::string remarks_of(const Report& report) {
  std::vector<Remark> remarks;
  for (const Outcome& outcome : report.outcomes) {
    const std::string label = one_line(outcome.label);
    if (report.columns.empty() && !outcome.verdict.empty()) add_remark(remarks, outcome.verdict, label);
    for (const Notice& notice : outcome.notices) add_remark(remarks, one_line(notice.message), label);
  }
  std::string text;
  for (const Remark& remark : remarks) {
    std::string labels;
    for (const std::string& label : remark.labels) labels += (labels.empty() ? "" : ", ") + label;
    text += (remark.labels.size() == report.outcomes.size() ? "" : labels + ": ") + remark.sentence + "\n";
  }
  return text.empty() ? text : "\n" + text;
}

void write_outcome(json::Writer& writer, const Report& report, const Outcome& outcome) {
  writer.open_object();
  writer.member("label", outcome.label);
  writer.key("scenario");
  writer.open_object();
  for (const auto& [name, value] : outcome.scenario) writer.member(name, value);
  writer.close_object();
  if (report.verb.result_key.empty()) {
    outcome.write_members(writer);
  } else {
    writer.key(report.verb.result_key);
    writer.open_object();
    outcome.write_members(writer);
    writer.close_object();
  }
  writer.close_object();
}

/// Every name once, in the order in which the series bring them.
std::vector<std::string> sheet_names(const std::vector<Sheet>& sheets) {
  std::vector<std::string> names;
  for (const Sheet& sheet : sheets) {
    for (const Sheet::Column& column : sheet.columns) {
      if (std::find(names.begin(), names.end(), column.name) == names.end()) names.push_back(column.name);
    }
  }
  return names;
}

const Sheet::Column* find(const Sheet& sheet, const std::string& name) {
  const auto found = std::find_if(sheet.columns.begin(), sheet.columns.end(),
                                  [&](const Sheet::Column& column) { return column.name == name; });
  return found == sheet.columns.end() ? nullptr : &*found;
}

void append_sheet(std::string& text, const std::string& label, const Sheet& sheet,
                  const std::vector<std::string>& names) {
  std::vector<const Sheet::Column*> columns;
  columns.reserve(names.size());
  for (const std::string& name : names) columns.push_back(find(sheet, name));
  const std::size_t rows = sheet.columns.empty() ? 0 : sheet.columns.front().values.size();
  for (std::size_t row = 0; row < rows; ++row) {
    Line line{label};
    for (const Sheet::Column* column : columns) {
      line.push_back(column != nullptr ? full_digits(column->values[row]) : "");
    }
    append_csv(text, line);
  }
}

}  // namespace

std::string report_table(const Report& report) {
  const Alignment alignment = is_labelled(report) ? Alignment::first_left : Alignment::right;
  return aligned(table_lines(report), alignment) + remarks_of(report);
}

std::string report_json(const Report& report) {
  json::Writer writer;
  writer.open_object();
  if (report.verb.result_key.empty() && !report.input.several) {
    report.outcomes.front().write_members(writer);
  } else {
    writer.member("title", report.input.title);
    writer.key("series");
    writer.open_array();
    for (const Outcome& outcome : report.outcomes) write_outcome(writer, report, outcome);
    writer.close_array();
  }
  writer.close_object();
  return writer.take();
}

std::string report_csv(const Report& report) {
  std::vector<Sheet> sheets;
  for (const Outcome& outcome : report.outcomes) sheets.push_back(outcome.make_sheet());
  const std::vector<std::string> names = sheet_names(sheets);
  Line header{"series"};
  header.insert(header.end(), names.begin(), names.end());
  std::string text;
  append_csv(text, header);
  for (std::size_t i = 0; i < sheets.size(); ++i) append_sheet(text, report.outcomes[i].label, sheets[i], names);
  return text;
}

}  // namespace signalscope::cli
