// Whatever a caller hands over, a problem comes back as a value, and the core goes on.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { load } from '../../wasm/loader.js';
import { problemOf, valueOf } from './outcomes.js';

const core = await load();
/** The same core without its types, for what they forbid. @type {any} */
const untyped = core;

const recordVerbs = [
  'propagate',
  'begin',
  'symmetry',
  'normalise',
  'jacobian',
  'draw',
  'activate',
  'validate',
];

const throwing = {
  get depth() {
    throw new Error('not today');
  },
};
const closed = new Proxy(
  {},
  {
    ownKeys() {
      throw new Error('not today');
    },
  },
);

test('what is no record is the problem wrong_kind for every verb', () => {
  for (const verb of recordVerbs) {
    for (const record of [
      null,
      undefined,
      [],
      [1, 2],
      3,
      NaN,
      'depth=3',
      true,
      7n,
      Symbol('x'),
      () => 1,
      closed,
    ]) {
      const problem = problemOf(untyped[verb](record));
      assert.equal(problem.code, 'wrong_kind', `${verb}: ${problem.message}`);
    }
    assert.equal(problemOf(untyped[verb]()).code, 'wrong_kind');
  }
});

/** @type {[unknown, string][]} */
const depths = [
  [null, 'wrong_kind'],
  [undefined, 'wrong_kind'],
  [() => 3, 'wrong_kind'],
  [10n, 'wrong_kind'],
  [Symbol('x'), 'wrong_kind'],
  [{}, 'wrong_kind'],
  [new Map(), 'wrong_kind'],
  [new Date(), 'wrong_kind'],
  [new Number(3), 'wrong_kind'],
  [new String('3'), 'wrong_kind'],
  [{ valueOf: () => 3 }, 'wrong_kind'],
  [new DataView(new ArrayBuffer(8)), 'wrong_kind'],
  [true, 'not_a_number'],
  ['three', 'not_a_number'],
  [NaN, 'not_a_number'],
  [[], 'not_a_number'],
  [1e99, 'out_of_range'],
  [Infinity, 'out_of_range'],
  [-Infinity, 'out_of_range'],
  [-1, 'out_of_range'],
  [0, 'out_of_range'],
  [1.5, 'not_whole'],
  [[[[1]]], 'not_a_number'],
  [[1, '2'], 'not_a_number'],
  [[1, , 3], 'not_a_number'], // eslint-disable-line no-sparse-arrays
  [new BigInt64Array(2), 'not_a_number'],
  [[[1], [1, 2]], 'wrong_shape'],
  [[[1], 2], 'wrong_shape'],
  [{ rows: 2, columns: 2, values: [1, 2, 3] }, 'wrong_shape'],
  [{ rows: -1, columns: -1, values: [1] }, 'wrong_shape'],
  [{ rows: NaN, columns: 1, values: [] }, 'wrong_shape'],
  [new Array(4294967295), 'too_large'],
  ['9'.repeat((1 << 24) + 1), 'too_large'],
  ['9'.repeat(1 << 20), 'not_a_number'],
];

test('a depth that is none names the field and never throws', () => {
  for (const [depth, code] of depths) {
    const problem = problemOf(untyped.propagate({ depth }));
    assert.equal(problem.field, 'depth', problem.message);
    assert.equal(problem.code, code, `${typeof depth}: ${problem.message}`);
    assert.ok(problem.message.length < 400, 'a message stays short');
  }
});

test('a getter that throws is a problem of its field', () => {
  const problem = problemOf(untyped.propagate(throwing));
  assert.deepEqual([problem.code, problem.field], ['wrong_kind', 'depth']);
});

test('keys: own enumerable ones only, and odd names are unknown fields', () => {
  const inherited = Object.create({ depth: 0, nonsense: 1 });
  assert.equal(valueOf(untyped.complete('propagate', inherited)).depth, 50);
  const hidden = Object.defineProperty({}, 'nonsense', { value: 1, enumerable: false });
  assert.equal(valueOf(untyped.complete('propagate', hidden)).depth, 50);
  const names = [
    '__proto__',
    'constructor',
    'toString',
    'DEPTH',
    ' depth',
    'depth\0',
    '',
    '0',
    'x'.repeat(100000),
  ];
  for (const name of names) {
    for (const value of [3, null]) {
      const record = Object.defineProperty({}, name, { value, enumerable: true, configurable: true });
      assert.equal(
        problemOf(untyped.propagate(record)).code,
        'unknown_field',
        JSON.stringify(name.slice(0, 20)),
      );
    }
  }
  assert.equal(problemOf(untyped.propagate(JSON.parse('{"__proto__": {"depth": 3}}'))).code, 'unknown_field');
});

test('words that are no choice, lone surrogates and NULs among them', () => {
  for (const activation of ['', 'ReLU', 'relu ', 'relu\0', '\ud800', 'é', '"', '\n', 'x'.repeat(1 << 20)]) {
    const problem = problemOf(core.propagate({ activation }));
    assert.deepEqual([problem.code, problem.field], ['unknown_choice', 'activation']);
  }
});

test('lists and matrices of a verb: ragged, empty, not finite', () => {
  assert.equal(problemOf(untyped.normalise({ x: [[1, 2], [3]] })).code, 'wrong_shape');
  assert.equal(problemOf(untyped.normalise({ x: [[1, 2], null] })).code, 'wrong_shape');
  assert.equal(
    problemOf(
      untyped.normalise({
        x: [
          [1, 2],
          [3, '4'],
        ],
      }),
    ).code,
    'not_a_number',
  );
  assert.equal(
    problemOf(
      core.normalise({
        x: [
          [1, 2],
          [3, NaN],
        ],
      }),
    ).field,
    'x',
  );
  assert.equal(
    problemOf(
      core.normalise({
        x: [
          [1, 2],
          [3, 4],
        ],
        gamma: [1, 2, 3],
      }),
    ).field,
    'gamma',
  );
  assert.ok(untyped.normalise({ x: [[], []] }));
  assert.ok(untyped.activate({ values: [] }));
});

test('tokens that are none', () => {
  for (const token of [null, undefined, 'x', {}, [], NaN, 1.5, 1e99, -Infinity]) {
    problemOf(untyped.advance(token, 1));
    problemOf(untyped.end(token));
  }
  for (const token of [0, -1, 123456789]) assert.equal(problemOf(core.advance(token, 1)).code, 'bad_token');
  const token = valueOf(core.begin({ depth: 3, width: 4, batch: 2 }));
  for (const layers of [null, undefined, 'x', NaN, 1e99, 0.5]) {
    assert.equal(problemOf(untyped.advance(token, layers)).field, 'layers');
  }
  assert.equal(valueOf(core.end(token)), true);
  assert.equal(problemOf(core.advance(token, 1)).code, 'bad_token');
  assert.equal(valueOf(core.end(token)), true);
});

test('text fields: the value as the core reads it, or its problem', () => {
  assert.equal(valueOf(core.assign_text('propagate', 'depth', '12')), 12);
  assert.equal(valueOf(core.assign_text('propagate', 'gain', 'auto')), 'auto');
  assert.equal(valueOf(core.assign_text('propagate', 'gain', '1.5')), 1.5);
  assert.equal(valueOf(core.assign_text('propagate', 'final_norm', 'true')), true);
  assert.deepEqual(valueOf(core.assign_text('jacobian', 'layers', '1,20')), Float64Array.of(1, 20));
  assert.equal(valueOf(core.assign_text('jacobian', 'depth', '40')), 40);
  assert.deepEqual(valueOf(core.assign_text('normalise', 'x', '1,2;3,4')), {
    rows: 2,
    columns: 2,
    values: Float64Array.of(1, 2, 3, 4),
  });
  assert.equal(problemOf(core.assign_text('propagate', 'depth', '12.5')).code, 'not_whole');
  assert.equal(problemOf(core.assign_text('propagate', 'depth', '0x10')).code, 'not_a_number');
  assert.equal(problemOf(core.assign_text('propagate', 'deep', '12')).code, 'unknown_field');
  assert.equal(problemOf(untyped.assign_text('paint', 'depth', '12')).field, 'verb');
  for (const bad of [null, undefined, 3, {}, []]) {
    problemOf(untyped.assign_text(bad, 'depth', '1'));
    problemOf(untyped.assign_text('propagate', bad, '1'));
    problemOf(untyped.assign_text('propagate', 'depth', bad));
  }
  assert.equal(
    problemOf(core.assign_text('propagate', 'depth', '1'.repeat((1 << 24) + 1))).code,
    'too_large',
  );
});

test('a run over the memory cap is refused before anything is allocated', () => {
  const greedy = { depth: 10000, width: 4096, batch: 4096 };
  assert.equal(problemOf(core.propagate(greedy)).code, 'too_large');
  assert.equal(problemOf(core.begin(greedy)).code, 'too_large');
  assert.equal(problemOf(core.validate(greedy)).code, 'too_large');
  assert.ok(valueOf(core.validate({})).memory_needed > 1e6);
});

test('after all that the core still works', () => {
  assert.equal(valueOf(core.propagate({ depth: 2, width: 8, batch: 4 })).rms.length, 2);
});
