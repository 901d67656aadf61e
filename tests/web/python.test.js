// "Copy as NumPy" and "Copy as PyTorch": every program is run with the library and prints what the core computed, digit by
// digit.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { fixed, scientific } from '../../web/format.js';
import { ownPresets } from '../../web/labs/own-presets.js';
import { chartOf } from '../../web/takeaway/chart.js';
import { asNumPy } from '../../web/takeaway/numpy.js';
import { asCsv, asJson, complete } from '../../web/takeaway/tables.js';
import { valueOf } from '../wasm/outcomes.js';
import { drawnLab, presetNames } from './drawn-labs.js';
import { check, core, run, tally, writers } from './python-check.js';
import { severalLines } from './python-kinds.js';
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

// ---- presets -------------------------------------------------------------------------------------------------------

const presets = {
  ...JSON.parse(readFileSync(new URL('../../core/presets.json', import.meta.url), 'utf8')),
  ...ownPresets,
};

/** Each preset as it is, drawn once. @type {Map<string, ReturnType<typeof drawnLab>>} */
const untouched = new Map(presetNames.map((name) => [name, drawnLab(core, name)]));

test('every preset prints the digits of its chart', async () => {
  const labs = await Promise.all(untouched.values());
  check(labs.map((lab) => chartOf(lab, lab.taken)));
});

/** What a reader may have changed, as texts. @type {[string, import('../../web/labs/scenario.js').Changes][]} */
const changed = [
  ['initialisation', { depth: '20', width: '32', seed: '4' }],
  ['residual', { depth: '7', 'residual@1': 'none' }],
  ['cells', { 'cell@1.2': '5', 'cell@6.6': '-0.125' }],
  ['padding', { 'mask@1': '1,0,1,1,0,0', 'cell@2.3': '40' }],
  ['depths', { width: '24', batch: '7', seed: '5' }],
  ['depths', { stream: 'numpy', width: '16', norm: 'rms', 'final_norm@2': 'true' }],
  ['jacobian', { seed: '3', width: '24', depth: '12' }],
  ['jacobian', { width: '40', norm: 'group', norm_placement: 'post', activation: 'silu', example: '63' }],
  ['neighbours', { seed: '9', batch: '3', width: '6' }],
  ['neighbours', { seed: '2', stream: 'pytorch', input_mean: '3', input_std: '7' }],
  ['momentum', { seed: '9', width: '6', batch: '3', training_batches: '5' }],
  ['momentum', { stream: 'pytorch', 'momentum@0': '0.3', training_batches: '0', norm_eps: '0.001' }],
];

test('with what a reader changed, programs print the digits of the chart as it is then', async () => {
  const labs = await Promise.all(changed.map(([name, changes]) => drawnLab(core, name, changes)));
  for (const [at, [name]] of changed.entries())
    assert.notDeepEqual(labs[at].taken, (await untouched.get(name))?.taken);
  check(labs.map((lab) => chartOf(lab, lab.taken)));
});

test('the views of the stack at several depths', async () => {
  const lab = /** @type {import('../../web/labs/depth-lab.js').DepthLab} */ (
    await drawnLab(core, 'depths', { width: '16', batch: '8' })
  );
  const charts = /** @type {const} */ (['rms@last', 'skip_path@last']).map((view) => {
    lab.view = view;
    return chartOf(lab, lab.taken);
  });
  check(charts);
});

test('every chart has a CSV and a JSON of all its series', async () => {
  for (const [name, drawn] of untouched) {
    const lab = await drawn;
    const answered = lab.taken.map(({ label, record, value }) => ({
      label,
      scenario: complete(record, lab.entries),
      answer: value,
    }));
    const [head, ...rows] = asCsv(lab.kind, answered).trim().split('\n');
    assert.ok(rows.length >= answered.length, name);
    assert.match(head, /^series,\w+(,[\w.@[\]]+)+$/);
    const { series } = JSON.parse(asJson('', lab.kind, answered));
    assert.deepEqual(
      series.map((/** @type {Fields} */ { label }) => label),
      lab.taken.map(({ label }) => label),
    );
  }
});

/** What the lines of a program of several runs say, and the table beside it. @type {[string, (row: string[]) => string[]][]} */
const tables = [
  ['depths', ([depth, value]) => [depth, scientific(Number(value))]],
  ['neighbours', ([, , , y]) => [fixed(Number(y))]],
  [
    'momentum',
    ([batch, , mean, variance, unbiased, ...others]) => {
      const [running_mean, running_var, y] = others;
      const statistics = y
        ? [mean, variance, y, ...(unbiased ? [unbiased] : [])]
        : [running_mean, running_var];
      return [batch, ...statistics.map((value) => fixed(Number(value)))];
    },
  ],
];

for (const [name, textOf] of tables) {
  test(`the table of ${name} holds what its program prints`, async () => {
    const lab = await drawnLab(core, name, { width: '12', batch: '5' });
    const answered = lab.taken.map(({ label, value }) => ({ label, scenario: {}, answer: value }));
    const rows = asCsv(lab.kind, answered).trim().split('\n').slice(1);
    const chart = chartOf(lab, lab.taken);
    const printed = chart.records.flatMap(({ label: _, ...record }) =>
      severalLines[lab.kind](core, record, chart.columns).map((cells) => cells.map(({ value }) => value)),
    );
    const text = rows.map((row) => textOf(row.replace(/^"[^"]*",|^[^,]*,/, '').split(',')));
    assert.deepEqual(text.flat(), printed.flat());
  });
}

// ---- charts of several runs ----------------------------------------------------------------------------------------

/** What makes a chart of several runs of the scenarios of a preset. @type {[string, string, Fields, string[]][]} */
const ofRuns = [
  ['residual', 'jacobian', { layers: [1, 5, 10, 20, 40] }, []],
  ['placement', 'depths', { depth: [6, 12, 24, 48, 96] }, ['weight_grad_norm[1]@last']],
  ['placement', 'depths', { depth: [6, 12, 24] }, ['rms@last']],
  ['placement', 'depths', { depth: [1, 48] }, ['skip_path@last']],
  ['neighbours', 'neighbours', { neighbours: 3 }, []],
  ['momentum', 'momentum', {}, []],
];

/** What a reader may have changed. @type {Record<string, Fields[]>} */
const changes = {
  jacobian: [
    { seed: 3, width: 24, batch: 5, depth: 7, layers: [1, 5, 7], example: 4 },
    { stream: 'numpy', width: 31, depth: 1, layers: [] },
    { norm: 'layer', norm_placement: 'inside', activation: 'gelu', width: 40, depth: 12, layers: [12, 3] },
    { norm: 'batch', norm_mode: 'eval', norm_placement: 'post', width: 16, depth: 3, layers: [] },
  ],
  depths: [
    { seed: 5, width: 24, batch: 7, depth: [3, 8] },
    { stream: 'numpy', initialiser: 'orthogonal', width: 16, norm: 'none', depth: [6, 12] },
    { norm: 'batch', norm_mode: 'eval', training_batches: 2, width: 16, depth: [2, 3] },
  ],
  neighbours: [
    { seed: 9, batch: 3, width: 6, input_mean: 3, input_std: 7 },
    { stream: 'pytorch', seed: 2, gamma: [2], norm_eps: 0.001 },
  ],
  momentum: [
    { seed: 9, batch: 3, width: 6, momentum: 0.3, training_batches: 5 },
    { stream: 'pytorch', norm_eps: 0.001, training_batches: 0, seed: 4 },
  ],
};

test('charts of several runs: a stack at several depths, a Jacobian, neighbours, running statistics', () => {
  check(
    ofRuns.flatMap(([name, kind, more, columns]) =>
      changes[kind].map((own) => {
        const { title, base, series } = presets[name];
        const records = series.map((/** @type {Fields} */ one) => ({ ...base, ...one, ...more, ...own }));
        return { title, kind, columns, records };
      }),
    ),
  );
});

/** @param {Fields} record what NumPy has no short program for: BatchNorm that ties the examples of a batch together */
const isTied = ({ norm, norm_mode: mode }) => norm === 'batch' && mode !== 'eval';

test('Jacobians of random scenarios', () => {
  const charts = randomScenarios(9, 90)
    .filter(({ training_batches: gathered = 0 }) => gathered === 0)
    .map((record, at) => ({
      title: `jacobian ${at}`,
      kind: 'jacobian',
      records: [{ label: '', ...record, example: at % record.batch }],
      columns: [],
    }));
  const tied = charts.filter(({ records }) => isTied(records[0]));
  assert.ok(tied.length > 4 && charts.length > tied.length + 40);
  check(charts.filter((chart) => !tied.includes(chart)));
  check(tied, { pytorch: writers.pytorch });
  for (const chart of tied) assert.equal(writers.numpy(chart), null);
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
      kind: 'propagate',
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
      kind: 'propagate',
      records: [{ label: '', ...record }],
      columns: choices[at % choices.length],
    })),
  );
});

test('random series of one base, which differ in up to three fields', () => {
  check(
    randomSeries(1001, 120).map((series, at) => ({
      title: `series ${at}`,
      kind: 'propagate',
      records: series.map((record, index) => ({ ...record, label: `${index}` })),
      columns: [
        ...[
          'rms@1',
          ...(series.some(({ depth }) => depth > 1) ? ['rms@2'] : []),
          'grad_rms@1',
          'weight_grad_norm[0]@1',
        ],
        ...['weight_grad_norm[1]@1', 'skip_path@last', 'output_rms', 'std@1'],
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
    { depth: 40, initialiser: 'normal', weight_std: 0.02, activation: 'elu' },
    { depth: 40, initialiser: 'uniform', weight_std: 0.02, activation: 'selu', loss: 'random' },
    { depth: 30, initialiser: 'normal', weight_std: 0.02, activation: 'gelu' },
    { depth: 30, initialiser: 'normal', weight_std: 0.02, activation: 'mish', stream: 'pytorch' },
    { depth: 3, input_std: 1e200 },
  ];
  check(
    far.map((fields, at) => ({
      title: `far ${at}`,
      kind: 'propagate',
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
      kind: 'normalise',
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
      kind: 'symmetry',
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
    kind: 'propagate',
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
        kind: 'propagate',
        records: [{ label: '', [field]: evil }],
        columns: ['rms@1'],
      };
      assert.equal(write(chart), null, field);
    }
    for (const field of ['x', 'gamma', 'beta', 'mask', 'running_mean', 'input_std']) {
      const value = field === 'x' ? [[1, evil]] : [evil];
      const chart = {
        title: '',
        kind: 'normalise',
        records: [{ label: '', norm: 'batch', [field]: value }],
        columns: [],
      };
      assert.equal(write(chart), null, field);
    }
    for (const column of [evil, 'rms@1"', 'rms[0]', 'verdict', 'rms@x'])
      assert.equal(
        write({ title: '', kind: 'propagate', records: [{ label: '' }], columns: [column] }),
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
    String(asNumPy({ title: '', kind: 'propagate', records, columns: ['rms@3', 'rms@50', 'rms@last'] })),
  ]);
  const last = records.map(({ label: _, ...fields }) =>
    scientific(valueOf(core.propagate(fields)).rms.at(-1) ?? NaN),
  );
  assert.equal(out, `deep ${last[0]} ${last[0]}\nflat - ${last[1]}\n`);
});

test('the readme’s ten lines', () => {
  const record = { label: 'He', depth: 50, width: 256, batch: 128, initialiser: 'he_normal' };
  const program = String(asNumPy({ title: 'He', kind: 'propagate', records: [record], columns: ['rms@50'] }));
  assert.ok(program.trim().split('\n').length <= 10, program);
  assert.equal(run([program])[0].text, '4.985e-01\n');
});

// ---- what there is no program for ----------------------------------------------------------------------------------

test('without a program there is null: other verbs, other columns, and one case that PyTorch refuses', () => {
  const both = Object.values(writers);
  const none = (/** @type {Partial<Chart>} */ chart) =>
    both.map((write) =>
      write({ title: '', kind: 'propagate', records: [{ label: '' }], columns: [], ...chart }),
    );
  for (const kind of ['draw', 'activate', 'cost', 'catalog', 'constructor'])
    assert.deepEqual(none({ kind }), [null, null], kind);
  for (const columns of [['histogram.counts'], ['verdict'], ['milliseconds'], ['notices']])
    assert.deepEqual(none({ columns }), [null, null]);
  for (const columns of [['dx[0]'], ['dgamma'], ['statistic'], ['momentum_formula'], ['batches_seen']])
    assert.deepEqual(none({ kind: 'normalise', columns }), [null, null]);
  // BatchNorm at inference counts no values.
  const counted = {
    kind: 'normalise',
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
    `${tally.numbers} numbers agree; ${tally.lastDigit} of float32 but for the last digit, ${tally.zero} are the rounding of 0, ${tally.rounding} that of a Jacobian`,
  );
});
