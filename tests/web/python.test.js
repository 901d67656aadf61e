// "Copy as NumPy" and "Copy as PyTorch": every program is run with the library and prints what the core computed, digit by
// digit. SIGNALSCOPE_PYTHON names a Python that has both.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { load } from '../../wasm/loader.js';
import { fixed, scientific } from '../../web/format.js';
import { ownPresets } from '../../web/labs/own-presets.js';
import { asNumPy } from '../../web/takeaway/numpy.js';
import { asPyTorch } from '../../web/takeaway/pytorch.js';
import { valueOf } from '../wasm/outcomes.js';
import {
  activations,
  initialisers,
  randomNormalises,
  randomScenarios,
  randomSeries,
  randomSymmetries,
} from './random-scenarios.js';

/** @typedef {import('../../web/takeaway/python-program.js').Chart} Chart */
/** @typedef {Record<string, any>} Fields */

const core = await load();
const python = process.env.SIGNALSCOPE_PYTHON ?? '/usr/bin/python3';
const writers = { numpy: asNumPy, pytorch: asPyTorch };

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
function run(programs) {
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

/** @param {string} name @param {string} verb @param {any} value @returns {string} */
function text(name, verb, value) {
  if (value === undefined || value === null) return '-';
  if (whole.has(name)) return String(value);
  if (verb === 'propagate') return scientific(value);
  return fixed(value, name === 'output_mean_max' ? 6 : 4);
}

/** A matrix of the core as rows. @param {any} value */
const rowsOf = (value) =>
  value?.columns === undefined
    ? value
    : Array.from({ length: value.rows }, (_, row) =>
        value.values.subarray(row * value.columns, (row + 1) * value.columns),
      );

/** One column of a result, as texts. @param {any} result @param {string} column @param {string} verb @returns {string[]} */
function cell(result, column, verb) {
  const [, name, indices, layer] = /** @type {string[]} */ (/^(\w+)((?:\[\d+\])*)(?:@(\w+))?$/.exec(column));
  let value = rowsOf(result[name]);
  for (const [index] of indices.matchAll(/\d+/g)) value = rowsOf(value)?.[index];
  if (layer) value = value?.[layer === 'last' ? value.length - 1 : Number(layer) - 1];
  const list = typeof value === 'object' && value !== null ? [...value] : [value];
  return list.map((entry) => text(name, verb, entry));
}

/** A label as a field of its width. @param {string} label @param {Chart} chart */
function padded(label, chart) {
  const width = Math.max(...chart.records.map((record) => [...record.label].length));
  return label + ' '.repeat(width - [...label].length);
}

/** @param {Chart} chart @returns {{label: string, cells: {name: string, value: string}[]}[]} what has to be printed, line by line */
function expected(chart) {
  return chart.records.map((record) => {
    const { label, ...fields } = record;
    const result = valueOf(/** @type {any} */ (core)[chart.verb](fields));
    const cells = chart.columns.flatMap((column) =>
      cell(result, column, chart.verb).map((value) => ({ name: column.replace(/\W.*/, ''), value })),
    );
    return { label: chart.records.length > 1 ? padded(label, chart) : '', cells };
  });
}

// ---- comparing -----------------------------------------------------------------------------------------------------

/** How many numbers were compared, and how many agreed only but for the last digit. */
const tally = { numbers: 0, lastDigit: 0, zero: 0 };

/**
 * @param {string} got
 * @param {{name: string, value: string}} want
 * @param {boolean} float32
 */
function agrees(got, { name, value }, float32) {
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
  // In float32 each library sums in an order of its own: 1e-7 of difference turns a last digit over now and then.
  const step = 10 ** (Math.floor(Math.log10(Math.abs(Number(value)))) - 3);
  if (float32 && difference < 1.5 * step) {
    tally.lastDigit += 1;
    return true;
  }
  return false;
}

/** Every program of every chart against the core. @param {Chart[]} charts */
function check(charts) {
  const jobs = charts.flatMap((chart) =>
    Object.entries(writers).map(([writer, write]) => ({ chart, writer, program: write(chart) })),
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
      const float32 = chart.records.some(({ precision }) => precision === 'float32');
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

// ---- presets -------------------------------------------------------------------------------------------------------

const presets = {
  ...JSON.parse(readFileSync(new URL('../../core/presets.json', import.meta.url), 'utf8')),
  ...ownPresets,
};

/** @param {string} name @returns {Chart} */
function chartOf(name) {
  const { title, verb, base, series, columns } = presets[name];
  return { title, verb, columns, records: series.map((/** @type {Fields} */ own) => ({ ...base, ...own })) };
}

test('every preset with columns prints its table', () => {
  const names = Object.keys(presets).filter((name) => presets[name].columns.length > 0);
  assert.ok(names.length >= 10);
  check(names.map(chartOf));
});

test('the course of the preset momentum, at inference after its training batches', () => {
  const chart = chartOf('momentum');
  const want = chart.records.map(({ label, training_batches: count, ...record }) => {
    /** @type {Fields} */
    let running = {};
    for (let batch = 1; batch <= count; batch += 1) {
      const seen = valueOf(core.normalise({ ...record, ...running, seed: record.seed + batch }));
      running = { running_mean: seen.running_mean, running_var: seen.running_var };
    }
    const { mean, variance, y } = valueOf(core.normalise({ ...record, ...running, norm_mode: 'eval' }));
    return `${padded(label, chart)} ${[mean[0], variance[0], y.values[0]].map((value) => fixed(value)).join(' ')}\n`;
  });
  const programs = Object.values(writers).map((write) => String(write(chart)));
  for (const { text: out, error } of run(programs)) assert.equal(out ?? error, want.join(''));
});

test('one example among different neighbours', () => {
  const chart = chartOf('neighbours');
  /** @type {Fields[]} */
  const records = chart.records.map((record) => ({ ...record, neighbours: 3 }));
  const { base } = presets.neighbours;
  const draw = (/** @type {number} */ seed) => valueOf(core.normalise({ ...base, seed })).x;
  const example = draw(0).values.subarray(0, 4);
  const want = records.flatMap(({ label, neighbours: sets, ...record }) =>
    Array.from({ length: sets }, (_, set) => {
      const x = draw(record.seed + set);
      x.values.set(example);
      const row = valueOf(core.normalise({ ...record, x })).y.values.subarray(0, 4);
      return `${padded(label, chart)} ${Array.from(row, (value) => fixed(value)).join(' ')}\n`;
    }),
  );
  const programs = Object.values(writers).map((write) => String(write({ ...chart, records })));
  for (const { text: out, error } of run(programs)) assert.equal(out ?? error, want.join(''));
});

// ---- random scenarios ----------------------------------------------------------------------------------------------

/** Every quantity that a program can print, for every layer. @param {Fields} record */
const everything = (record) => [
  ...['rms', 'mean', 'std', 'cosine', 'nonfinite_count', 'zero_fraction', 'dead_units', 'saturated_fraction'],
  ...['grad_rms', 'weight_grad_norm[0]', ...(record.block === 'feedforward' ? ['weight_grad_norm[1]'] : [])],
  ...['skip_path', 'gradient_ratio', 'output_rms', 'input_rms', 'first_nonfinite_layer'],
];

test('random scenarios print every quantity, with every activation and initialiser', () => {
  const scenarios = randomScenarios(7, 120);
  assert.equal(new Set(scenarios.map(({ activation }) => activation)).size, activations.length);
  assert.equal(new Set(scenarios.map(({ initialiser }) => initialiser)).size, initialisers.length);
  const { activation, initialiser } = valueOf(core.catalog());
  assert.deepEqual(
    activation.map(({ name }) => name),
    activations,
  );
  assert.deepEqual(initialiser.map(({ name }) => name).sort(), [...initialisers].sort());
  check(
    scenarios.map((record, at) => ({
      title: `scenario ${at}`,
      verb: 'propagate',
      records: [{ label: '', ...record }],
      columns: everything(record),
    })),
  );
});

test('random scenarios print few quantities, without what only others need', () => {
  const choices = [
    ['rms@1'],
    ['grad_rms@1'],
    ['gradient_ratio'],
    ['skip_path@last'],
    ['output_rms'],
    ['rms@last', 'grad_rms'],
  ];
  check(
    randomScenarios(8, 60).map((record, at) => ({
      title: `scenario ${at}`,
      verb: 'propagate',
      records: [{ label: '', ...record }],
      columns: choices[at % choices.length],
    })),
  );
});

test('random series of one base, which differ in up to three fields', () => {
  check(
    randomSeries(9, 60).map((series, at) => ({
      title: `series ${at}`,
      verb: 'propagate',
      records: series.map((record, index) => ({ ...record, label: `${index}` })),
      columns: [
        ...[
          'rms@1',
          ...(series.some(({ depth }) => depth > 1) ? ['rms@2'] : []),
          'grad_rms@1',
          'weight_grad_norm[0]@1',
        ],
        ...['weight_grad_norm[1]@1', 'skip_path@last', 'output_rms'],
      ],
    })),
  );
});

// ---- far from 1 ----------------------------------------------------------------------------------------------------

test('numbers whose squares would vanish or overflow, and numbers that do', () => {
  const small = { width: 24, batch: 7 };
  const far = [
    { depth: 400, weight_std: 0.01, initialiser: 'normal' },
    { depth: 250, weight_std: 2, initialiser: 'normal', activation: 'leaky_relu', slope: 0.2 },
    { depth: 300, weight_std: 0.03, initialiser: 'uniform', activation: 'tanh', loss: 'random' },
    { depth: 180, initialiser: 'constant', weight_value: 0.5, residual: 'add' },
    {
      depth: 300,
      stream: 'pytorch',
      initialiser: 'normal',
      weight_std: 0.02,
      block: 'feedforward',
      activation: 'erf',
    },
    { depth: 60, initialiser: 'normal', weight_std: 0.01, precision: 'float32' },
    { depth: 3, input_std: 1e200 },
  ];
  check(
    far.map((fields, at) => ({
      title: `far ${at}`,
      verb: 'propagate',
      records: [{ label: '', ...small, ...fields }],
      columns: ['rms', 'std', 'grad_rms', 'weight_grad_norm[0]', 'output_rms', 'first_nonfinite_layer'],
    })),
  );
});

// ---- the other verbs -----------------------------------------------------------------------------------------------

test('random norms on random matrices', () => {
  const columns = [
    'mean',
    'variance',
    'y[0]',
    'output_mean_max',
    'output_std_min',
    'mean_scatter',
    'x[1][0]',
  ];
  check(
    randomNormalises(11, 60).map((record, at) => ({
      title: `norm ${at}`,
      verb: 'normalise',
      records: [{ label: '', ...record }],
      columns: [
        ...columns,
        ...(record.norm_mode === 'eval' ? [] : ['count[0]', 'unbiased_variance[0]']),
        ...(record.norm === 'batch' ? ['running_mean', 'running_var[0]'] : []),
      ],
    })),
  );
});

test('random two-layer networks', () => {
  check(
    randomSymmetries(12, 12).map((series, at) => ({
      title: `symmetry ${at}`,
      verb: 'symmetry',
      records: series.map((record, index) => ({ ...record, label: `${index}` })),
      columns: [
        'gradient[0]',
        'distinct_columns',
        'hidden[0][0]',
        'second_gradient[0]',
        'bias_gradient',
        'loss',
      ],
    })),
  );
});

// ---- text ----------------------------------------------------------------------------------------------------------

test('hostile labels and titles are texts in Python, and nothing else', () => {
  const labels = [
    'a "quoted" one',
    "an 'apostrophe'",
    'back\\slash \\n \\u0041 \\',
    'two\nlines\r\nand a\ttab',
    '"""',
    "'''",
    '#{x} {x} {{ %s $(x) `x`',
    '"); import os; print("out',
    'He √(2/n) 信号 🎚️ \u{10ffff}',
    '\u2028\u2029\u0085\u0000\u202e',
    '',
  ];
  const small = { depth: 1, width: 3, batch: 2 };
  const chart = {
    title: 'a title\nprint("out")\r# "\u2028x',
    verb: 'propagate',
    records: labels.map((label, seed) => ({ ...small, seed, label })),
    columns: ['rms@1'],
  };
  check([chart, ...labels.map((label) => ({ ...chart, title: label }))]);
  const alone = {
    ...chart,
    records: [
      { ...small, label: '\ud800 lone' },
      { ...small, label: 'b' },
    ],
  };
  const [{ text: out }] = run([String(asNumPy(alone))]);
  assert.ok(out?.startsWith('\ufffd lone '));
});

test('what a reader typed into a field never becomes code', () => {
  const evil = '__import__("os")';
  const numbers = [
    'depth',
    'width',
    'seed',
    'input_mean',
    'slope',
    'gain',
    'weight_std',
    'weight_value',
    'norm_eps',
    'groups',
  ];
  for (const write of Object.values(writers)) {
    for (const field of [...numbers, 'stream', 'activation', 'initialiser', 'norm', 'loss']) {
      const chart = {
        title: '',
        verb: 'propagate',
        records: [{ label: '', [field]: evil }],
        columns: ['rms@1'],
      };
      assert.equal(write(chart), null, field);
    }
    for (const field of ['x', 'gamma', 'beta', 'mask', 'running_mean', 'input_std']) {
      const value = field === 'x' ? [[1, evil]] : [evil];
      const chart = {
        title: '',
        verb: 'normalise',
        records: [{ label: '', norm: 'batch', [field]: value }],
        columns: [],
      };
      assert.equal(write(chart), null, field);
    }
    for (const column of [evil, 'rms@1"', 'rms[0]', 'verdict', 'rms@x'])
      assert.equal(
        write({ title: '', verb: 'propagate', records: [{ label: '' }], columns: [column] }),
        null,
        column,
      );
  }
});

test('layers beyond the last stand for the last, and are said once', () => {
  const records = [
    { label: 'deep', depth: 3, width: 4, batch: 3 },
    { label: 'flat', depth: 2, width: 4, batch: 3 },
  ];
  const [{ text: out }] = run([
    String(asNumPy({ title: '', verb: 'propagate', records, columns: ['rms@3', 'rms@50', 'rms@last'] })),
  ]);
  const last = records.map(({ label: _, ...fields }) =>
    scientific(valueOf(core.propagate(fields)).rms.at(-1) ?? NaN),
  );
  assert.equal(out, `deep ${last[0]} ${last[0]}\nflat - ${last[1]}\n`);
});

test('the readme’s ten lines', () => {
  const record = { label: 'He', depth: 50, width: 256, batch: 128, initialiser: 'he_normal' };
  const program = String(asNumPy({ title: 'He', verb: 'propagate', records: [record], columns: ['rms@50'] }));
  assert.ok(program.trim().split('\n').length <= 10, program);
  assert.equal(run([program])[0].text, '4.985e-01\n');
});

// ---- what there is no program for ----------------------------------------------------------------------------------

test('without a program there is null: other verbs, other columns, and one case that PyTorch refuses', () => {
  const both = Object.values(writers);
  const none = (/** @type {Partial<Chart>} */ chart) =>
    both.map((write) =>
      write({ title: '', verb: 'propagate', records: [{ label: '' }], columns: [], ...chart }),
    );
  for (const verb of ['jacobian', 'draw', 'activate', 'cost', 'catalog', 'constructor'])
    assert.deepEqual(none({ verb }), [null, null], verb);
  for (const columns of [['histogram.counts'], ['verdict'], ['milliseconds'], ['notices']])
    assert.deepEqual(none({ columns }), [null, null]);
  for (const columns of [['dx[0]'], ['dgamma'], ['statistic'], ['momentum_formula'], ['batches_seen']])
    assert.deepEqual(none({ verb: 'normalise', columns }), [null, null]);
  // BatchNorm at inference counts no values.
  const counted = {
    verb: 'normalise',
    records: [{ label: '', norm: 'batch', norm_mode: 'eval' }],
    columns: ['count[0]'],
  };
  assert.deepEqual(none(counted), [null, null]);
  assert.deepEqual(none({ records: [] }), [null, null]);
  // F.group_norm refuses a single value a group.
  const single = { label: '', norm: 'group', batch: 1, width: 4, groups: 4 };
  const [byNumPy, byPyTorch] = none({ records: [single], columns: ['rms@1'] });
  assert.equal(typeof byNumPy, 'string');
  assert.equal(byPyTorch, null);
});

test('few numbers needed any tolerance', (t) => {
  assert.ok(tally.numbers > 20000, `${tally.numbers} numbers were compared`);
  assert.ok(tally.lastDigit <= 20, `${tally.lastDigit} of float32 agreed only but for the last digit`);
  t.diagnostic(
    `${tally.numbers} numbers agree; ${tally.lastDigit} of float32 but for the last digit, ${tally.zero} are the rounding of 0`,
  );
});
