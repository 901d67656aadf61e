// From a preset and what the reader changed to the records that the core takes, and to the words that say so.
// Pure functions: nothing here keeps state.
import { withPoint } from '../format.js';
import english from '../language/english.js';
import { isUsed } from './use.js';

/**
 * @typedef {import('../../wasm/signalscope.js').Catalog} Catalog
 * @typedef {import('../../wasm/signalscope.js').FieldEntry} FieldEntry
 * @typedef {import('../../wasm/signalscope.js').Matrix} Matrix
 * @typedef {import('../language/language.js').Texts} Texts
 * @typedef {Record<string, any>} Fields
 */

/**
 * @typedef {object} Preset
 * @property {string} title
 * @property {import('../../wasm/signalscope.js').VerbName} verb
 * @property {Fields} base
 * @property {(Fields & {label: string})[]} series
 * @property {string[]} columns
 */

/**
 * What the reader changed: texts as given, by field, or by field and series where the series differ in it.
 * @typedef {Record<string, string>} Changes
 */

/**
 * @param {string} field
 * @param {number | string} [series] its index, or the place of a cell
 */
export function slot(field, series) {
  return series === undefined ? field : `${field}@${series}`;
}

/**
 * The series that set a field themselves; a control for it has to be theirs.
 * @param {Preset} preset
 * @param {string} field
 */
export function owners(preset, field) {
  return preset.series.map((_, index) => index).filter((index) => field in preset.series[index]);
}

const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * Numbers with commas between them, and in a matrix semicolons between its rows; brackets around either may stand there.
 * @param {string} text
 * @param {'list' | 'matrix'} kind
 * @returns {number[] | number[][] | string} the text where it is something else
 */
function listed(text, kind) {
  const bare = text.replace(/\]\s*[,;]\s*\[/g, ';').replace(/[[\]]/g, '');
  if (bare.trim() === '') return [];
  const rows = bare.split(';').map((row) => row.split(',').map((part) => part.trim()));
  if (!rows.flat().every((part) => number.test(part))) return text;
  const numbers = rows.map((row) => row.map(Number));
  if (kind === 'matrix') return numbers;
  return numbers.length === 1 ? numbers[0] : text;
}

/**
 * A number as a number; anything else as it is, so that the core can say what is wrong with it.
 * @param {string} text
 * @param {FieldEntry | undefined} entry
 */
function parsed(text, entry) {
  if (entry?.kind === 'flag') return text === 'true';
  if (entry?.kind === 'choice') return text;
  if (entry?.kind === 'list' || entry?.kind === 'matrix') return listed(text, entry.kind);
  const mayHaveComma = entry?.kind === 'number' || entry?.kind === 'number_or_auto';
  const trimmed = (mayHaveComma ? withPoint(text) : text).trim();
  return number.test(trimmed) ? Number(trimmed) : trimmed;
}

/**
 * @param {Catalog} catalog
 * @param {string} verb
 * @param {Texts} [texts]
 */
export function entriesOf(catalog, verb, texts = english) {
  const record = catalog.records.find((candidate) => candidate.verb === verb);
  return new Map((record?.fields ?? []).map((entry) => [entry.name, texts.names.field(entry)]));
}

/**
 * @param {Preset} preset
 * @param {Changes} changes
 * @param {Map<string, FieldEntry>} entries
 * @returns {Fields[]} one record a series
 */
export function recordsOf(preset, changes, entries) {
  return preset.series.map((series, index) => {
    /** @type {Fields} */
    const record = { ...preset.base, ...series };
    delete record.label;
    for (const [key, text] of Object.entries(changes)) {
      const [field, owner] = key.split('@');
      // A cell of the drawn matrix, which only the core's answer can change.
      if (field === 'cell') continue;
      const mine = owner === undefined ? !(field in series) : Number(owner) === index;
      if (mine) record[field] = parsed(text, entries.get(field));
    }
    return record;
  });
}

/**
 * What a control shows: the reader's text, else the preset's value, else the default.
 * @param {Preset} preset
 * @param {Changes} changes
 * @param {FieldEntry} entry
 * @param {number} [series]
 * @returns {string}
 */
export function textOf(preset, changes, entry, series) {
  const own = series === undefined ? undefined : preset.series[series][entry.name];
  return changes[slot(entry.name, series)] ?? String(own ?? preset.base[entry.name] ?? entry.default);
}

/**
 * A choice with the label that the catalog has for it.
 * @param {Catalog} catalog
 * @param {string} field
 * @param {unknown} name
 * @param {Texts} [texts]
 */
export function choiceLabel(catalog, field, name, texts = english) {
  const tables = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (catalog));
  const rows = tables[field];
  const found = Array.isArray(rows) ? rows.find((row) => row.name === name) : undefined;
  return texts.names.choice(field, String(name), found?.label ?? String(name));
}

/**
 * A series keeps its name until the reader changes what made it one; then its fields are its name.
 * @param {Preset} preset
 * @param {Changes} changes
 * @param {number} index
 * @param {Fields} record
 * @param {Catalog} catalog
 * @param {Texts} [texts]
 */
export function labelOf(preset, changes, index, record, catalog, texts = english) {
  const { label, ...own } = preset.series[index];
  const touched = Object.keys(own).some((field) => {
    const text = changes[slot(field, index)];
    return text !== undefined && text !== String(own[field]);
  });
  if (!touched) return nameFor(preset, index, record, entriesOf(catalog, preset.verb), texts);
  const named = Object.keys(own)
    .filter((field) => isUsed(field, [record]))
    .map((field) => wordsOf(field, record[field], catalog, texts));
  return named.join(', ');
}

/**
 * What the preset calls a series. A number in it, as in "all weights 0.5", is that of a field: of the series itself, of
 * the preset, or a default; what the reader sets takes its place.
 * @param {Preset} preset
 * @param {number} index
 * @param {Fields} record
 * @param {Map<string, FieldEntry>} entries
 * @param {Texts} [texts]
 */
export function nameFor(preset, index, record, entries, texts = english) {
  const { label, ...own } = preset.series[index];
  const name = texts.names.preset(label);
  const numbers = name.split(/[\s,]+/);
  const fields = [
    ...Object.entries(own),
    ...Object.entries(preset.base),
    ...[...entries].map(([field, entry]) => [field, entry.default]),
  ];
  const [field, was] = fields.find(([, value]) => numbers.includes(String(value))) ?? [];
  const now = record[field];
  return typeof now === 'number' && String(now) !== String(was)
    ? name.replace(String(was), String(now))
    : name;
}

/**
 * @param {string} field
 * @param {unknown} value
 * @param {Catalog} catalog
 * @param {Texts} texts
 */
function wordsOf(field, value, catalog, texts) {
  const label = choiceLabel(catalog, field, value, texts);
  const bare = typeof value !== 'number' && typeof value !== 'boolean' && !needsField.includes(field);
  return bare ? label : texts.run.part(field, label);
}

/** Choices that say little without their field. */
const needsField = ['weight_std', 'residual', 'norm_placement', 'bias', 'loss'];

/**
 * A short name for a sentence: "He √(2/n)" is "He".
 * @param {string} label
 */
export function shortName(label) {
  return label.replace(/\s*[(√].*$/u, '');
}

const told = new Set([
  'depth',
  'width',
  'batch',
  'seed',
  'stream',
  'activation',
  'block',
  'precision',
  'label',
]);

/**
 * The second line of a chart: what was run.
 * @param {string} quantity
 * @param {Fields[]} records as drawn
 * @param {Preset} preset
 * @param {Map<string, FieldEntry>} entries
 * @param {Catalog} catalog
 * @param {Texts} [texts]
 */
export function whatWasRun(quantity, records, preset, entries, catalog, texts = english) {
  if (records.length === 0) return '';
  /** @param {string} field */
  const shared = (field) => {
    const values = records.map((record) => String(record[field] ?? entries.get(field)?.default));
    return values.every((value) => value === values[0]) ? values[0] : undefined;
  };
  const parts = [quantity];
  if (entries.has('depth')) parts.push(stackWords(shared, catalog, texts));
  const seed = shared('seed');
  if (seed !== undefined) parts.push(texts.run.seed(shared('stream') ?? 'numpy', seed));
  if (shared('precision') === 'float32') parts.push('float32');
  for (const [field, entry] of entries) {
    const value = shared(field);
    const usual = String(preset.base[field] ?? entry.default);
    if (told.has(field) || value === undefined || owners(preset, field).length > 0 || value === usual)
      continue;
    const choice = choiceLabel(catalog, field, value, texts);
    // "No residual" says itself which field it is of.
    const saysField = choice.toLowerCase().includes(entry.label.toLowerCase());
    parts.push(saysField ? choice : texts.run.setting(entry.label, choice));
  }
  return parts.filter(Boolean).join(' · ');
}

/**
 * The stack in numbers; what the series do not share is left out.
 * @param {(field: string) => string | undefined} shared
 * @param {Catalog} catalog
 * @param {Texts} texts
 */
function stackWords(shared, catalog, texts) {
  const [depth, width, batch, activation] = ['depth', 'width', 'batch', 'activation'].map(shared);
  const named = activation === undefined ? '' : choiceLabel(catalog, 'activation', activation, texts);
  const parts = [
    depth !== undefined && texts.run.stack(depth, named, shared('block') === 'feedforward'),
    width !== undefined && texts.run.width(width),
    batch !== undefined && texts.run.batch(batch),
  ];
  return parts.filter(Boolean).join(', ');
}
