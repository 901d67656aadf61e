#include "listing.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "input.hpp"
#include "json_writer.hpp"
#include "number_text.hpp"
#include "signalscope/catalog.hpp"
#include "table.hpp"
#include "text.hpp"
#include "verb.hpp"

namespace signalscope::cli {
namespace {

struct ChoiceTable {
  std::string_view field;
  const std::vector<Choice>& choices;
};

std::vector<ChoiceTable> choice_tables(const Catalog& all) {
  return {
      {"activation", all.activation}, {"initialiser", all.initialiser}, {"norm", all.norm}, {"residual", all.residual}};
}

/// The largest seed has 16 digits, and all of them count.
std::string bound(double value) {
  const bool whole = value == std::floor(value) && std::abs(value) < 1e16;
  return whole ? whole_text(value) : general_text(value);
}

/// What a field may be, in the words of the table of fields.
std::string allowed(const FieldEntry& field) {
  if (!field.choices.empty()) return joined(field.choices, " | ");
  std::string kind = field.kind;
  std::replace(kind.begin(), kind.end(), '_', ' ');
  if (!field.minimum || !field.maximum) return kind;
  return kind + " " + bound(*field.minimum) + ".." + bound(*field.maximum);
}

std::string fields_text(const RecordEntry& record) {
  std::vector<Line> lines;
  for (const FieldEntry& field : record.fields) {
    const std::string given = field.default_text.empty() ? "" : " (" + field.default_text + ")";
    lines.push_back({"  " + field.name, field.help + given});
    lines.push_back({"", allowed(field)});
  }
  return aligned(lines, Alignment::left);
}

std::string preset_names() {
  const Result<json::Node> all = presets();
  return all ? joined(all->keys()) : "";
}

std::string catalog_table(const Catalog& all) {
  std::string text;
  for (const ChoiceTable& table : choice_tables(all)) {
    std::vector<Line> lines;
    for (const Choice& choice : table.choices) {
      lines.push_back({"  " + choice.name, choice.label, choice.formula, choice.source});
    }
    text += std::string(table.field) + "\n" + aligned(lines, Alignment::left) + "\n";
  }
  for (const RecordEntry& record : all.records) text += "fields of " + record.verb + "\n" + fields_text(record) + "\n";
  return text + "A run may take " + whole_text(all.memory_cap) + " bytes of memory.\n";
}

std::string catalog_csv(const Catalog& all) {
  std::string text;
  append_csv(text, {"field", "name", "label", "formula", "source"});
  for (const ChoiceTable& table : choice_tables(all)) {
    for (const Choice& choice : table.choices) {
      append_csv(text, {std::string(table.field), choice.name, choice.label, choice.formula, choice.source});
    }
  }
  return text;
}

Result<std::string> catalog_text(Format format) {
  const Catalog all = catalog();
  if (format == Format::table) return catalog_table(all);
  if (format == Format::csv) return catalog_csv(all);
  json::Writer writer;
  writer.value(all);
  return writer.take();
}

Result<std::string> presets_text(Format format) {
  if (format == Format::json) return std::string(presets_json());
  const Result<json::Node> all = presets();
  if (!all) return all.problem();
  std::vector<Line> lines{{"preset", "verb", "title"}};
  for (const json::Member& preset : all->members()) {
    lines.push_back({preset.key, preset.value["verb"].text(), preset.value["title"].text()});
  }
  if (format == Format::table) return aligned(lines, Alignment::left);
  std::string text;
  for (const Line& line : lines) append_csv(text, line);
  return text;
}

constexpr Listing table[] = {
    {"catalog", "every choice and every field, with its range and default", catalog_text},
    {"presets", "the presets by name", presets_text},
};

}  // namespace

std::span<const Listing> listings() { return table; }

const Listing* find_listing(std::string_view name) {
  const auto found =
      std::find_if(std::begin(table), std::end(table), [&](const Listing& listing) { return listing.name == name; });
  return found == std::end(table) ? nullptr : found;
}

std::string verb_names() { return joined_names(verbs()) + ", " + joined_names(listings()); }

std::string help_text(std::string_view verb) {
  std::vector<Line> lines;
  for (const Verb& row : verbs()) lines.push_back({"  " + std::string(row.name), std::string(row.summary)});
  for (const Listing& row : listings()) lines.push_back({"  " + std::string(row.name), std::string(row.summary)});
  std::string text = std::string("usage: ") + usage_line + "\n\nverbs:\n" + aligned(lines, Alignment::left) +
                     "\nFILE is JSON: an object of fields, or one like a preset (title, base, series, columns); - is "
                     "standard input.\n--set wins over the file and applies to every series.\nExit status: 0; 2 for a "
                     "problem, told on one line; 1 for anything else.\nSIGNALSCOPE_THREADS, in the environment: how "
                     "many series of propagate run side by side; by default one a core.\n";
  for (const RecordEntry& record : catalog().records) {
    if (record.verb == verb) text += "\nfields of " + record.verb + ", with their defaults:\n" + fields_text(record);
  }
  if (verb.empty())
    text += "\nPresets: " + preset_names() + ".\n`signalscope VERB --help` lists the fields of a verb.\n";
  return text;
}

std::string version_text() { return "signalscope " + catalog().version + "\n"; }

}  // namespace signalscope::cli
