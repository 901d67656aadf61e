// What leaves the core: plain values and copies, whole whatever happens afterwards.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { load } from '../../wasm/loader.js';
import { valueOf } from './outcomes.js';

/** @import { Trace } from '../../wasm/signalscope.js' */

const core = await load();
const small = { depth: 6, width: 16, batch: 8, seed: 3 };

/** Every Float64Array in a value, with its path. @param {unknown} value @param {string} path @returns {[string, Float64Array][]} */
function arraysIn(value, path = '') {
  if (value instanceof Float64Array) return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => arraysIn(member, `${path}.${name}`));
}

/** Plain means that a structured clone, as to a worker, loses nothing. @param {unknown} value */
function assertPlain(value) {
  assert.deepEqual(structuredClone(value), value);
}

/** A trace but for the time that it took. @param {Trace} trace */
function withoutTime(trace) {
  return { ...trace, milliseconds: 0 };
}

test('a trace holds a Float64Array of depth entries for each quantity', () => {
  const trace = valueOf(core.propagate(small));
  for (const name of /** @type {const} */ ([
    ...['rms', 'mean', 'std', 'cosine', 'nonfinite_count'],
    ...['zero_fraction', 'dead_units', 'saturated_fraction', 'grad_rms', 'skip_path'],
  ])) {
    const array = trace[/** @type {'rms'} */ (name)];
    assert.ok(array instanceof Float64Array, name);
    assert.equal(array.length, small.depth, name);
  }
  assert.equal(trace.weight_grad_norm.length, 1);
  assert.equal(trace.weight_grad_norm[0]?.length, small.depth);
  assert.ok(trace.rms.every((rms) => rms > 0));
  assert.equal(trace.first_nonfinite_layer, null);
  assert.equal(typeof trace.verdict.code, 'string');
  assertPlain(trace);
});

test('each array has a buffer of its own, of just its length', () => {
  const arrays = arraysIn(valueOf(core.propagate(small)));
  assert.ok(arrays.length >= 12);
  assert.equal(new Set(arrays.map(([, array]) => array.buffer)).size, arrays.length);
  for (const [path, array] of arrays) assert.equal(array.buffer.byteLength, array.byteLength, path);
});

test('arrays stay whole when the memory of WebAssembly grows', () => {
  const trace = valueOf(core.propagate(small));
  const before = structuredClone(trace);
  // Its kept activations alone take 160 MB, ten times what the core starts with.
  const large = { depth: 20, width: 512, batch: 2048, activation: 'identity' };
  assert.ok(valueOf(core.validate(large)).memory_needed > 1.6e8);
  valueOf(core.propagate(large));
  assert.deepEqual(trace, before);
  assert.ok(arraysIn(trace).every(([, array]) => array.byteLength === array.length * 8));
  assert.deepEqual(withoutTime(valueOf(core.propagate(small))), withoutTime(trace));
});

test('begin, advance and end make the run of propagate, step by step', () => {
  const whole = valueOf(core.propagate(small));
  const token = valueOf(core.begin(small));
  let progress = { forward: 0, backward: 0, fraction: 0, done: false };
  let trace;
  for (let step = 0; !progress.done; step += 1) {
    assert.ok(step < 1000, 'a run ends');
    const advance = valueOf(core.advance(token, 1));
    assert.ok(advance.progress.fraction >= progress.fraction);
    assert.ok(advance.progress.forward >= progress.forward);
    ({ trace, progress } = advance);
    const measured = trace.rms.findIndex(Number.isNaN);
    assert.equal(measured < 0 ? small.depth : measured, progress.forward);
  }
  valueOf(core.end(token));
  assert.deepEqual([progress.forward, progress.backward, progress.fraction], [small.depth, small.depth, 1]);
  assert.ok(trace);
  assert.deepEqual(withoutTime(trace), withoutTime(whole));
});

test('two runs at once do not disturb each other', () => {
  const other = { ...small, seed: 4 };
  const [first, second] = [valueOf(core.begin(small)), valueOf(core.begin(other))];
  assert.notEqual(first, second);
  let [one, two] = [valueOf(core.advance(first, 3)), valueOf(core.advance(second, 5))];
  one = valueOf(core.advance(first, 1000));
  valueOf(core.end(first));
  two = valueOf(core.advance(second, 1000));
  valueOf(core.end(second));
  assert.deepEqual(withoutTime(one.trace), withoutTime(valueOf(core.propagate(small))));
  assert.deepEqual(withoutTime(two.trace), withoutTime(valueOf(core.propagate(other))));
});

test('the published digits come out', async () => {
  const presets = JSON.parse(valueOf(core.presets()));
  const { base, series } = presets.initialisation;
  const digits = series.map((/** @type {Record<string, unknown>} */ { label, ...fields }) => {
    const { rms } = valueOf(core.propagate({ ...base, ...fields }));
    assert.ok(label);
    return [rms[0], rms[9], rms[49]].map((value) => value?.toExponential(3));
  });
  assert.deepEqual(digits, [
    ['1.125e-1', '3.555e-10', '2.388e-48'],
    ['1.125e+0', '3.555e+0', '2.388e+2'],
    ['7.033e-1', '3.233e-2', '1.486e-8'],
    ['9.947e-1', '1.035e+0', '4.985e-1'],
  ]);
});

test('presets are the one file, byte for byte', async () => {
  const file = await readFile(new URL('../../core/presets.json', import.meta.url), 'utf8');
  assert.equal(valueOf(core.presets()), file);
});

test('overflow is data: NaN and infinities come through', () => {
  const trace = valueOf(
    core.propagate({ ...small, depth: 400, initialiser: 'normal', weight_std: 100, activation: 'identity' }),
  );
  assert.ok(trace.first_nonfinite_layer !== null && trace.first_nonfinite_layer > 1);
  assert.ok(trace.rms.some((rms) => !Number.isFinite(rms)));
  assertPlain(trace);
});

test('matrices go in as rows, as typed rows and as they come out', () => {
  const asRows = valueOf(
    core.normalise({
      norm: 'layer',
      x: [
        [1, 2, 4],
        [3, 5, 9],
      ],
    }),
  );
  const typed = [Float64Array.of(1, 2, 4), Float64Array.of(3, 5, 9)];
  assert.deepEqual(valueOf(core.normalise({ norm: 'layer', x: typed })), asRows);
  assert.deepEqual(valueOf(core.normalise({ norm: 'layer', x: asRows.x })), asRows);
  assert.deepEqual(asRows.x, { rows: 2, columns: 3, values: Float64Array.of(1, 2, 4, 3, 5, 9) });
  assertPlain(asRows);
});

test('activate, draw and symmetry give arrays and matrices', () => {
  const relu = valueOf(core.activate({ activation: 'relu', values: [-1, 0, 2] }));
  assert.deepEqual(relu, { values: Float64Array.of(0, 0, 2), derivatives: Float64Array.of(0, 0, 1) });
  const drawn = valueOf(core.draw({ initialiser: 'he_normal', fan_in: 5, fan_out: 3 }));
  assert.deepEqual([drawn.weights.rows, drawn.weights.columns, drawn.weights.values.length], [5, 3, 15]);
  const same = valueOf(core.symmetry({}));
  assert.deepEqual([same.gradient.rows, same.gradient.columns, same.distinct_columns], [4, 6, 1]);
});

test('the catalog lists every field of each verb with the default that complete gives', () => {
  const { records, version, activation } = valueOf(core.catalog());
  assert.match(version, /^\d+\.\d+\.\d+$/);
  assert.ok(activation.some(({ name }) => name === 'relu'));
  assert.ok(records.length >= 5);
  for (const { verb, fields } of records) {
    const complete = valueOf(core.complete(verb, {}));
    for (const field of fields) {
      assert.ok(field.name in complete, `${verb}: ${field.name}`);
      if (field.kind === 'choice') {
        assert.ok(field.choices.includes(field.default), `${verb}: ${field.name}`);
        assert.equal(Reflect.get(complete, field.name), field.default);
      }
      if (field.kind === 'whole') assert.equal(Reflect.get(complete, field.name), Number(field.default));
    }
  }
});

test('a full record is accepted as it is and does the same', () => {
  const full = valueOf(core.complete('propagate', small));
  assert.equal(full.depth, small.depth);
  assert.equal(full.gain, 'auto');
  assert.deepEqual(withoutTime(valueOf(core.propagate(full))), withoutTime(valueOf(core.propagate(small))));
});
