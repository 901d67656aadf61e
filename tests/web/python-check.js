// Runs the programs of charts with Python and compares what they print with what the core computes.
// SIGNALSCOPE_PYTHON names a Python that has NumPy and PyTorch.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

import { load } from '../../wasm/loader.js';
import { fixed, scientific } from '../../web/format.js';
import { asNumPy } from '../../web/takeaway/numpy.js';
import { asPyTorch } from '../../web/takeaway/pytorch.js';
import { valueOf } from '../wasm/outcomes.js';
import { severalLines } from './python-kinds.js';

/** @typedef {import('../../web/takeaway/python-program.js').Chart} Chart */
/** @typedef {Record<string, any>} Fields */

export const core = await load();
const python = process.env.SIGNALSCOPE_PYTHON ?? '/usr/bin/python3';
export const writers = { numpy: asNumPy, pytorch: asPyTorch };

/** Runs programs one after the other in one process, as importing torch takes a second; gives what each printed. */
const runner = `
import contextlib, io, json, sys, warnings
warnings.simplefilter("ignore")
printed = []
for program in json.load(sys.stdin):
    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out):
            exec(compile(program, "program", "exec"), {"__name__": "__main__"})
        printed.append({"text": out.getvalue()})
    except Exception as error:
        printed.append({"error": repr(error)})
json.dump(printed, sys.stdout)
`;

/** @param {string[]} programs @returns {{text?: string, error?: string}[]} */
export function run(programs) {
  const input = JSON.stringify(programs);
  // Small matrices on many threads wait more than they work.
  const env = { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' };
  const { status, stdout, stderr, error } = spawnSync(python, ['-c', runner], {
    input,
    env,
    maxBuffer: 2 ** 28,
  });
  assert.equal(error, undefined, `${python} could not be started: ${error?.message}`);
  assert.equal(status, 0, String(stderr));
  return JSON.parse(String(stdout));
}

// ---- what the core says --------------------------------------------------------------------------------------------

const whole = new Set([
  'nonfinite_count',
  'dead_units',
  'first_nonfinite_layer',
  'distinct_columns',
  'count',
]);

/** @param {string} name @param {string} kind @param {any} value @returns {string} */
function text(name, kind, value) {
  if (value === undefined || value === null) return '-';
  if (whole.has(name)) return String(value);
  if (kind === 'propagate') return scientific(value);
  return fixed(value, name === 'output_mean_max' ? 6 : 4);
}

/** A matrix of the core as rows. @param {any} value */
const rowsOf = (value) =>
  value?.columns === undefined
    ? value
    : Array.from({ length: value.rows }, (_, row) =>
        value.values.subarray(row * value.columns, (row + 1) * value.columns),
      );

/** One column of a result, as texts. @param {any} result @param {string} column @param {string} kind @returns {string[]} */
function cell(result, column, kind) {
  const [, name, indices, layer] = /** @type {string[]} */ (/^(\w+)((?:\[\d+\])*)(?:@(\w+))?$/.exec(column));
  let value = rowsOf(result[name]);
  for (const [index] of indices.matchAll(/\d+/g)) value = rowsOf(value)?.[index];
  if (layer) value = value?.[layer === 'last' ? value.length - 1 : Number(layer) - 1];
  const list = typeof value === 'object' && value !== null ? [...value] : [value];
  return list.map((entry) => text(name, kind, entry));
}

/** A label as a field of its width. @param {string} label @param {Chart} chart */
export function padded(label, chart) {
  const width = Math.max(...chart.records.map((record) => [...record.label].length));
  return label + ' '.repeat(width - [...label].length);
}

/** @typedef {import('./python-kinds.js').Cell} Cell */

/** @param {Chart} chart @returns {{label: string, cells: Cell[]}[]} what has to be printed, line by line */
function expected(chart) {
  const several = severalLines[chart.kind];
  return chart.records.flatMap((record) => {
    const { label: own, ...fields } = record;
    const label = chart.records.length > 1 ? padded(own, chart) : '';
    if (several) return several(core, fields, chart.columns).map((cells) => ({ label, cells }));
    const result = valueOf(/** @type {any} */ (core)[chart.kind](fields));
    const cells = chart.columns.flatMap((column) =>
      cell(result, column, chart.kind).map((value) => ({ name: column.replace(/\W.*/, ''), value })),
    );
    return [{ label, cells }];
  });
}

// ---- comparing -----------------------------------------------------------------------------------------------------

/**
 * What agrees to float32's rounding only: runs in float32, and the weights of PyTorch that the readme names.
 * @param {Fields} record
 */
const isRounded = ({ precision, stream, initialiser }) =>
  precision === 'float32' || (stream === 'pytorch' && /orthogonal|truncated/.test(initialiser));

/** How many numbers were compared, and how many agreed only but for the last digit, or in being nothing but rounding. */
export const tally = { numbers: 0, lastDigit: 0, zero: 0, rounding: 0 };

/**
 * @param {string} got
 * @param {Cell} want
 * @param {boolean} float32
 */
function agrees(got, { name, value, rounding = 0 }, float32) {
  tally.numbers += 1;
  if (got === value) return true;
  const difference = Math.abs(Number(got) - Number(value));
  // The sign of what is rounded to zero is that of its rounding.
  if (Number(got) === 0 && Number(value) === 0 && got.replace('-', '') === value.replace('-', ''))
    return true;
  // A mean that is zero by construction, as that of a normalised signal, is printed as what rounding left of it.
  const zero = ['mean', 'cosine', 'output_mean_max', 'y'].includes(name);
  if (zero && Math.max(Math.abs(Number(got)), Math.abs(Number(value))) < (float32 ? 1e-6 : 1e-13)) {
    tally.zero += 1;
    return true;
  }
  // Below the rounding of what it was computed from a number has no digits of its own.
  if (difference < rounding) {
    tally.rounding += 1;
    return true;
  }
  // In float32 each library sums in an order of its own, and 1e-7 of difference turns a last digit over now and then.
  const step = 10 ** (Math.floor(Math.log10(Math.abs(Number(value)))) - 3);
  if (float32 && difference < 1.5 * step) {
    tally.lastDigit += 1;
    return true;
  }
  // Among the subnormal numbers of float32 a sum is rounded to steps of 1.4e-45, and each order has its own.
  const [low, high] = [Math.abs(Number(got)), Math.abs(Number(value))].sort((a, b) => a - b);
  if (float32 && high < 1.18e-38 && high - low < Math.max(1.4e-45, high / 100)) {
    tally.lastDigit += 1;
    return true;
  }
  return false;
}

/**
 * Every program of every chart against the core.
 * @param {Chart[]} charts
 * @param {Partial<typeof writers>} [by]
 */
export function check(charts, by = writers) {
  const jobs = charts.flatMap((chart) =>
    Object.entries(by).map(([writer, write]) => ({ chart, writer, program: write(chart) })),
  );
  for (const { chart, writer, program } of jobs)
    assert.ok(program, `${writer}: no program for ${chart.title}`);
  const printed = run(jobs.map(({ program }) => /** @type {string} */ (program)));
  /** @type {string[]} */
  const faults = [];
  for (const [at, { chart, writer, program }] of jobs.entries()) {
    const about = `${writer}, ${chart.title}: ${JSON.stringify(chart.records)}\n${program}`;
    const { text: out, error } = printed[at];
    if (out === undefined) {
      faults.push(`${error} in ${about}`);
      continue;
    }
    let rest = out;
    for (const { label, cells } of expected(chart)) {
      if (!rest.startsWith(label)) faults.push(`label ${JSON.stringify(label)} in ${about}`);
      const end = rest.indexOf('\n', label.length);
      const got = rest.slice(label.length, end).trim().split(/\s+/);
      rest = rest.slice(end + 1);
      const float32 = chart.records.some(isRounded);
      if (got.length !== cells.length)
        faults.push(`${got.length} numbers, not ${cells.length}, from ${about}`);
      else
        cells.forEach((want, index) => {
          if (!agrees(got[index], want, float32))
            faults.push(`${want.name}: ${got[index]}, not ${want.value}, from ${about}`);
        });
    }
    if (rest !== '') faults.push(`more than the lines asked for: ${rest} from ${about}`);
  }
  assert.deepEqual(faults.slice(0, 2), [], `${faults.length} faults`);
}
