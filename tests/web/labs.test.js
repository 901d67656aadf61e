// From presets and changes to records, names, columns and titles.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { nearest, stepsOf } from '../../web/controls/steps.js';
import * as quantities from '../../web/labs/quantities.js';
import * as scenario from '../../web/labs/scenario.js';
import { stylesOf } from '../../web/labs/styles.js';
import { isUsed } from '../../web/labs/use.js';
import { titleOf, verdictWords } from '../../web/verdicts.js';

const presets = JSON.parse(readFileSync(new URL('../../core/presets.json', import.meta.url), 'utf8'));

/** @param {string} name @param {string} kind @param {string} [usual] */
const entryOf = (name, kind, usual = '0') =>
  /** @type {any} */ ({
    name,
    kind,
    label: name,
    help: '',
    minimum: null,
    maximum: null,
    choices: [],
    default: usual,
  });

const entries = new Map(
  [
    entryOf('depth', 'whole', '50'),
    entryOf('width', 'whole', '256'),
    entryOf('batch', 'whole', '128'),
    entryOf('seed', 'whole'),
    entryOf('stream', 'choice', 'numpy'),
    entryOf('input_std', 'number', '1'),
    entryOf('activation', 'choice', 'relu'),
    entryOf('initialiser', 'choice', 'he_normal'),
    entryOf('weight_std', 'number', '0.01'),
    entryOf('final_norm', 'flag', 'false'),
    entryOf('gain', 'number_or_auto', 'auto'),
  ].map((entry) => [entry.name, entry]),
);

const catalog = /** @type {any} */ ({
  activation: [{ name: 'relu', label: 'ReLU' }],
  initialiser: [
    { name: 'normal', label: 'normal' },
    { name: 'he_normal', label: 'He normal' },
  ],
  records: [
    { verb: 'propagate', fields: [...entries.values()] },
    { verb: 'normalise', fields: [entryOf('batch', 'whole', '4'), entryOf('width', 'whole', '3')] },
    { verb: 'symmetry', fields: [entryOf('weight_value', 'number', '0.5')] },
  ],
});

/** @param {string} code @param {object} [more] */
const traceOf = (code, more = {}) =>
  /** @type {any} */ ({
    verdict: { code, layer: 3, value: 0.5 },
    input_rms: 2,
    rms: [3, 1],
    grad_rms: [1, 1],
    gradient_ratio: 1,
    ...more,
  });

test('a change reaches every series that does not set the field itself', () => {
  const records = scenario.recordsOf(presets.initialisation, { depth: '20', weight_std: '0.5' }, entries);
  assert.deepEqual(
    records.map(({ depth }) => depth),
    [20, 20, 20, 20],
  );
  assert.deepEqual(
    records.map(({ weight_std }) => weight_std),
    [0.01, 0.1, 0.5, 0.5],
  );
  assert.ok(records.every((record) => !('label' in record)));
});

test('a change of one series reaches that series alone', () => {
  const records = scenario.recordsOf(presets.initialisation, { 'weight_std@1': '0.2' }, entries);
  assert.deepEqual(
    records.map(({ weight_std }) => weight_std),
    [0.01, 0.2, undefined, undefined],
  );
});

test('what is no number reaches the core as it was typed', () => {
  for (const text of ['', 'abc', '1e', '0x10', '1_000', '1,5', 'Infinity', '__proto__']) {
    const [record] = scenario.recordsOf(presets.initialisation, { depth: text }, entries);
    assert.equal(record.depth, text);
  }
  const read = ['5', ' 5 ', '1e3', '.5', '-2.', '+4'].map(
    (depth) => scenario.recordsOf(presets.initialisation, { depth }, entries)[0].depth,
  );
  assert.deepEqual(read, [5, 5, 1000, 0.5, -2, 4]);
  assert.equal(
    scenario.recordsOf(presets.initialisation, { final_norm: 'true' }, entries)[0].final_norm,
    true,
  );
});

test('a decimal comma is understood in a number, and in nothing that is whole or a list', () => {
  /** @param {Record<string, string>} changes */
  const read = (changes) => scenario.recordsOf(presets.initialisation, changes, entries)[3];
  assert.equal(read({ weight_std: '0,5' }).weight_std, 0.5);
  assert.equal(read({ gain: '1,5e-1' }).gain, 0.15);
  assert.equal(read({ gain: '1,500' }).gain, '1,500');
  assert.equal(read({ depth: '1,5' }).depth, '1,5');
  const list = new Map([['mask', entryOf('mask', 'list')]]);
  assert.deepEqual(scenario.recordsOf(presets.initialisation, { mask: '0,1' }, list)[0].mask, [0, 1]);
});

test('lists and tables are read as the core reads their texts; what is neither stays, for the core to refuse', () => {
  const kinds = new Map([
    ['mask', entryOf('mask', 'list')],
    ['x', entryOf('x', 'matrix')],
  ]);
  /** @param {string} field @param {string} text */
  const read = (field, text) =>
    scenario.recordsOf(presets.initialisation, { [field]: text }, kinds)[0][field];
  for (const text of ['1,2;.5,-4e1', '[[1, 2], [.5, -4e1]]', '[1,2];[.5,-4e1]'])
    assert.deepEqual(
      read('x', text),
      [
        [1, 2],
        [0.5, -40],
      ],
      text,
    );
  assert.deepEqual(read('x', ''), []);
  assert.deepEqual(read('mask', '[1, 0, 1]'), [1, 0, 1]);
  for (const [field, text] of [
    ['x', '1,;2'],
    ['x', '1 2; 3 4'],
    ['mask', '1;0'],
    ['mask', '1,NaN'],
    ['mask', '<script>'],
  ])
    assert.equal(read(field, text), text);
});

test('what the series do not share is not said of all', () => {
  const preset = presets.initialisation;
  const records = scenario
    .recordsOf(preset, {}, entries)
    .map((record, index) => ({ ...record, depth: index + 1 }));
  assert.equal(
    scenario.whatWasRun('RMS', records, preset, entries, catalog),
    'RMS · width 256, batch 128 · numpy seed 0',
  );
});

test('a control shows the change, else the preset, else the default', () => {
  const preset = presets.initialisation;
  const std = /** @type {any} */ (entries.get('weight_std'));
  assert.equal(scenario.textOf(preset, {}, std, 0), '0.01');
  assert.equal(scenario.textOf(preset, { 'weight_std@0': '0.' }, std, 0), '0.');
  assert.equal(scenario.textOf(preset, {}, /** @type {any} */ (entries.get('gain'))), 'auto');
  assert.equal(scenario.textOf(preset, {}, /** @type {any} */ (entries.get('depth'))), '50');
});

test('a series loses its name once what made it one has changed, and gets it back', () => {
  const preset = presets.initialisation;
  /** @param {Record<string, string>} changes */
  const label = (changes) => {
    const record = scenario.recordsOf(preset, changes, entries)[0];
    return scenario.labelOf(preset, changes, 0, record, catalog);
  };
  assert.equal(label({ depth: '20' }), 'too small (0.01)');
  assert.equal(label({ 'weight_std@0': '0.0884' }), 'normal, std 0.0884');
  assert.equal(label({ 'weight_std@0': '0.01' }), 'too small (0.01)');
  assert.equal(scenario.shortName('He √(2/n)'), 'He');
});

test('a name holds the number that was run, and no field that is not used', () => {
  /** @param {string} name @param {number} at @param {Record<string, string>} changes */
  const label = (name, at, changes) => {
    const preset = presets[name];
    const own = scenario.entriesOf(catalog, preset.verb);
    return scenario.labelOf(preset, changes, at, scenario.recordsOf(preset, changes, own)[at], catalog);
  };
  assert.equal(label('symmetry', 0, {}), 'all weights 0.5');
  assert.equal(label('symmetry', 0, { weight_value: '-0.25' }), 'all weights -0.25');
  assert.equal(label('symmetry', 1, { weight_value: '-0.25' }), 'random weights');
  // Its batch is its own, whatever else is 128.
  assert.equal(label('batch-of-two', 1, { width: '64' }), 'BatchNorm, batch of 128');
  assert.equal(label('initialisation', 1, { 'initialiser@1': 'he_normal' }), 'He normal');
});

test('the second line says what was run, and what was changed', () => {
  const preset = presets.initialisation;
  /** @param {Record<string, string>} changes */
  const what = (changes) =>
    scenario.whatWasRun('RMS', scenario.recordsOf(preset, changes, entries), preset, entries, catalog);
  assert.equal(what({}), 'RMS · 50 ReLU layers, width 256, batch 128 · numpy seed 0');
  assert.equal(
    what({ depth: '1', input_std: '2' }),
    'RMS · 1 ReLU layer, width 256, batch 128 · numpy seed 0 · input_std 2',
  );
});

test('columns follow the depth: the last layer stays the last, layers beyond it fall away', () => {
  const keys = (/** @type {number} */ depth) =>
    quantities.columnsFor(presets.initialisation.columns, 50, depth).map(({ key }) => key);
  assert.deepEqual(keys(50), ['rms@1', 'rms@10', 'rms@50']);
  assert.deepEqual(keys(20), ['rms@1', 'rms@10', 'rms@20']);
  assert.deepEqual(keys(5), ['rms@1', 'rms@5']);
  assert.deepEqual(keys(1), ['rms@1']);
  const columns = quantities.columnsFor(presets.residual.columns, 40, 40);
  assert.deepEqual(columns.map((column) => quantities.headOf(column))[1], {
    short: 'weight gradient norm',
    at: 'layer 40',
  });
});

test('only what has been measured is read', () => {
  const trace = /** @type {any} */ ({
    rms: [1, 2, NaN],
    grad_rms: [NaN, 3, 4],
    weight_grad_norm: [[NaN, 5, 6]],
  });
  const progress = { forward: 2, backward: 2, fraction: 0.6, done: false };
  assert.deepEqual(quantities.valuesOf(trace, progress, 'rms'), { values: trace.rms, from: 0, to: 2 });
  assert.deepEqual(quantities.valuesOf(trace, progress, 'weight_grad_norm[0]'), {
    values: [NaN, 5, 6],
    from: 1,
    to: 3,
  });
  assert.equal(quantities.cellOf({ key: 'rms@3', name: 'rms', layer: 3 }, trace, progress), undefined);
  assert.equal(
    quantities.cellOf({ key: 'gradient_ratio', name: 'gradient_ratio' }, trace, progress),
    undefined,
  );
});

test('factors run the way that the quantity travels', () => {
  const trace = /** @type {any} */ ({ input_rms: 2, rms: [4, 2, 1], grad_rms: [1, 2, 8] });
  const progress = { forward: 3, backward: 3, fraction: 1, done: true };
  const forward = quantities.factorsOf(trace, progress, 'rms');
  assert.deepEqual([[...forward.values], forward.from, forward.to], [[2, 0.5, 0.5], 0, 3]);
  const backward = quantities.factorsOf(trace, progress, 'grad_rms');
  assert.deepEqual([[...backward.values], backward.from, backward.to], [[0.5, 0.25, NaN], 0, 2]);
});

test('He is the green circle everywhere, and no two series look alike', () => {
  for (const preset of Object.values(presets)) {
    const styles = stylesOf(preset.series);
    assert.equal(new Set(styles.map(({ name }) => name)).size, preset.series.length, preset.title);
    preset.series.forEach((/** @type {any} */ series, /** @type {number} */ index) => {
      if (/^He\b/.test(series.label))
        assert.deepEqual(styles[index], { name: 'he', dash: '', mark: 'circle' });
    });
  }
  assert.equal(stylesOf([{ label: 'my own', initialiser: 'he_uniform' }])[0].name, 'he');
});

test('a control that would move nothing is not offered', () => {
  assert.equal(isUsed('weight_std', [{ initialiser: 'he_normal' }]), false);
  assert.equal(isUsed('weight_std', [{ initialiser: 'he_normal' }, { initialiser: 'normal' }]), true);
  assert.equal(isUsed('groups', [{ norm: 'group' }]), true);
  assert.equal(isUsed('depth', [{}]), true);
});

test('sliders stop at round values, and at the one where they started', () => {
  for (const name of [
    'depth',
    'width',
    'batch',
    'seed',
    'weight_std',
    'input_std',
    'gain',
    'norm_eps',
    'x',
  ]) {
    const entry = entryOf(name, 'number');
    const steps = stepsOf(entry);
    assert.ok(steps.length > 5 && steps.every((step, index) => index === 0 || step > steps[index - 1]), name);
    for (const home of [steps[3], 7, 0.0123]) {
      const own = stepsOf(entry, home);
      assert.equal(own[nearest(own, home)], home, `${name} ${home}`);
      assert.ok(
        own.every((step, index) => index === 0 || step > own[index - 1]),
        name,
      );
    }
  }
  assert.equal(stepsOf({ ...entryOf('depth', 'whole'), maximum: 50 }).at(-1), 50);
});

test('every verdict of the core has words, and each names its number or its layer', () => {
  const source = readFileSync(new URL('../../core/src/verdict.cpp', import.meta.url), 'utf8');
  const codes = [...source.matchAll(/^ {4}\{"(\w+)",/gm)].map(([, code]) => code);
  assert.ok(codes.length >= 9);
  for (const code of codes) {
    const words = verdictWords(traceOf(code));
    assert.notEqual(words, code);
    assert.match(words, /0\.5|2 times|layer|first layer|construction/, code);
  }
});

test('titles say what sets the series apart', () => {
  const he = { name: 'He', trace: traceOf('stable') };
  const small = { name: 'too small', trace: traceOf('signal_vanishes') };
  const large = { name: 'too large', trace: traceOf('signal_explodes') };
  const forward = (/** @type {any[]} */ findings, lead = '') => titleOf(findings, 'rms', 'forward', lead);
  assert.equal(forward([he, small, large], 'One signal'), 'One signal: only He arrives, 0.5 times as large');
  const same = { name: 'He', trace: traceOf('stable', { rms: [1, 2.001] }) };
  assert.equal(forward([same, small, large]), 'Only He arrives, about as large as it left');
  assert.equal(forward([he, he]), 'Both arrive: He\u00a0×\u00a00.5; He\u00a0×\u00a00.5');
  assert.equal(
    forward([small, large]),
    'None of the two arrives as it left: too small\u00a0×\u00a00.5; too large\u00a0×\u00a00.5',
  );
  assert.equal(
    forward([he, { ...he, name: 'tanh' }, small]),
    'He\u00a0×\u00a00.5 and tanh\u00a0×\u00a00.5 arrive, too small\u00a0×\u00a00.5 vanishes',
  );
  assert.equal(forward([small]), 'The signal vanishes: 0.5 of it arrives');
});

test('the title of any other quantity gives its last value, series with one value together', () => {
  const findings = [
    { name: 'pre-norm', trace: traceOf('stable', { skip_path: [1, 1] }) },
    { name: 'final norm', trace: traceOf('stable', { skip_path: [1, 1] }) },
    { name: 'post-norm', trace: traceOf('stable', { skip_path: [0.6, 3.756e-6] }) },
  ];
  assert.equal(
    titleOf(findings, 'skip_path', 'forward', 'a lead', 'direct path'),
    'Direct path at the last layer: 1 for pre-norm; final norm; 3.8 × 10⁻⁶ for post-norm',
  );
});

test('the backward title compares the first layer with the last', () => {
  const kept = { name: 'with', trace: traceOf('stable', { gradient_ratio: 4.26 }) };
  const lost = { name: 'without', trace: traceOf('gradient_vanishes', { gradient_ratio: 5.324e14 }) };
  const none = { name: 'zero', trace: traceOf('gradient_zero', { gradient_ratio: Infinity }) };
  const title = (/** @type {any[]} */ findings) => titleOf(findings, 'weight_grad_norm[0]', 'backward');
  assert.equal(
    title([lost, kept]),
    'With: the weight gradient is 4.3 times smaller at the first layer than at the last; without: 5.3 × 10¹⁴ times smaller',
  );
  assert.match(title([kept, none]), /no gradient to compare in zero/);
  assert.equal(
    titleOf([{ name: 'He', trace: traceOf('stable', { grad_rms: [4, 1] }) }], 'grad_rms', 'backward'),
    'He: the gradient is 4 times larger at the first layer than at the last',
  );
});
