// What was computed as CSV and as JSON, in the form that the command line gives: the same columns and keys, numbers
// that read back to the same bits, and what is not finite as "NaN", "Infinity" and "-Infinity".

/**
 * One series: its scenario and what a verb answered.
 * @typedef {{label: string, scenario: Record<string, any>, answer: any}} Answered
 */

/** @typedef {import('../../wasm/signalscope.js').FieldEntry} FieldEntry */
/** @typedef {import('../../wasm/signalscope.js').Matrix} Matrix */

/** @param {unknown} value */
const isArray = (value) => Array.isArray(value) || ArrayBuffer.isView(value);

/** @param {unknown} value @returns {value is Matrix} */
const isMatrix = (value) =>
  typeof value === 'object' && value !== null && 'rows' in value && 'columns' in value && 'values' in value;

/** @param {Matrix} matrix @returns {number[][]} */
const rowsOf = ({ rows, columns, values }) =>
  Array.from({ length: rows }, (_, row) => [...values.slice(row * columns, (row + 1) * columns)]);

/** @param {unknown} value @returns {unknown} */
function plain(value) {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (isMatrix(value)) return rowsOf(value).map((row) => row.map(plain));
  if (isArray(value)) return Array.from(/** @type {any} */ (value), plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, plain(entry)]));
}

/** A field's default as a value. @param {FieldEntry} entry */
function defaultOf({ kind, default: text }) {
  if (kind === 'flag') return text === 'true';
  if (kind === 'list' || kind === 'matrix') return [];
  return kind === 'choice' || text === 'auto' ? text : Number(text);
}

/**
 * @param {Record<string, any>} record
 * @param {Map<string, FieldEntry>} entries
 * @returns {Record<string, any>} with every field of the verb
 */
export function complete(record, entries) {
  return Object.fromEntries([...entries].map(([name, entry]) => [name, record[name] ?? defaultOf(entry)]));
}

/**
 * @param {string} title
 * @param {string} kind as in a program's chart
 * @param {Answered[]} series
 */
export function asJson(title, kind, series) {
  const key = kind === 'propagate' ? 'trace' : 'result';
  const whole = {
    title,
    series: series.map(({ label, scenario, answer }) => ({ label, scenario, [key]: answer })),
  };
  return `${JSON.stringify(plain(whole), null, 2)}\n`;
}

/** RFC 4180, and nothing that a spreadsheet would take for a formula. @param {unknown} value */
function cell(value) {
  const text = String(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A trace's arrays by layer, histogram's single counts among them. @param {any} trace */
function columnsOfTrace(trace) {
  /** @type {[string, ArrayLike<number>][]} */
  const columns = [];
  for (const [name, value] of Object.entries(trace)) {
    if (name === 'histogram') {
      for (const part of ['zeros', 'negative', 'positive']) columns.push([`${name}.${part}`, value[part]]);
    } else if (name === 'weight_grad_norm') {
      value.forEach((/** @type {Float64Array} */ map, /** @type {number} */ at) =>
        columns.push([`${name}[${at}]`, map]),
      );
    } else if (ArrayBuffer.isView(value)) columns.push([name, /** @type {Float64Array} */ (value)]);
  }
  return columns;
}

/** @param {string[]} names @param {any} answer each a matrix of one shape */
function rowsOfMatrices(names, answer) {
  const { rows, columns } = answer[names[0]];
  return Array.from({ length: rows * columns }, (_, at) => [
    Math.floor(at / columns),
    at % columns,
    ...names.map((name) => answer[name].values[at]),
  ]);
}

/** Columns of one length, as labs have them that ask more than once. @param {Record<string, any[]>} answer */
function columnar(answer) {
  const head = Object.keys(answer);
  return { head, rows: answer[head[0]].map((_, at) => head.map((name) => answer[name][at])) };
}

/** How what is drawn becomes rows. @type {Record<string, (answer: any) => {head: string[], rows: unknown[][]}>} */
const layouts = {
  propagate(trace) {
    const columns = columnsOfTrace(trace);
    const depth = columns[0][1].length;
    const rows = Array.from({ length: depth }, (_, at) => [
      at + 1,
      ...columns.map(([, values]) => values[at]),
    ]);
    return { head: ['layer', ...columns.map(([name]) => name)], rows };
  },
  symmetry: (answer) => ({ head: ['row', 'column', 'gradient'], rows: rowsOfMatrices(['gradient'], answer) }),
  normalise(answer) {
    const names = ['x', 'y', 'statistic'];
    return { head: ['row', 'column', ...names], rows: rowsOfMatrices(names, answer) };
  },
  jacobian: ({ layers }) => ({
    head: ['layer', 'index', 'singular_value'],
    rows: layers.flatMap((/** @type {any} */ { layer, singular_values: values }) =>
      [...values].map((value, index) => [layer, index, value]),
    ),
  }),
  depths: columnar,
  neighbours: columnar,
  momentum: columnar,
};

/** @param {string} kind */
export const hasCsv = (kind) => kind in layouts;

/**
 * @param {string} kind
 * @param {Answered[]} series
 * @returns {string} empty where the kind has no table
 */
export function asCsv(kind, series) {
  const layout = layouts[kind];
  if (!layout || series.length === 0) return '';
  const laid = series.map(({ label, answer }) => ({ label, ...layout(answer) }));
  // Blocks with two linear maps have a column more; the others leave it empty.
  const head = [...laid].sort((a, b) => b.head.length - a.head.length)[0].head;
  const lines = laid.flatMap((part) =>
    part.rows.map((row) => [part.label, ...head.map((name) => row[part.head.indexOf(name)] ?? '')]),
  );
  return [['series', ...head], ...lines].map((line) => `${line.map(cell).join(',')}\n`).join('');
}
