// signalscope.d.ts is written by hand: it must name just the fields that the core takes and gives.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { load } from '../../wasm/loader.js';
import { valueOf } from './outcomes.js';

const core = await load();
const types = await readFile(new URL('../../wasm/signalscope.d.ts', import.meta.url), 'utf8');

/**
 * The members of an interface, with those of the one that it extends.
 *
 * @param {string} name
 * @returns {string[]}
 */
function membersOf(name) {
  const found = new RegExp(`export interface ${name}(?: extends (\\w+))? \\{\\n([\\s\\S]*?)\\n\\}`).exec(
    types,
  );
  assert.ok(found, `signalscope.d.ts has no interface ${name}`);
  const own = [...(found[2] ?? '').matchAll(/^ {2}(\w+)[?(<:]/gm)].map((match) => match[1] ?? '');
  return [...(found[1] ? membersOf(found[1]) : []), ...own].sort();
}

/** @param {string} name @param {object} value */
function assertTyped(name, value) {
  assert.deepEqual(Object.keys(value).sort(), membersOf(name), name);
}

test('the records', () => {
  assertTyped('Scenario', valueOf(core.complete('propagate', {})));
  assertTyped('SymmetryScenario', valueOf(core.complete('symmetry', {})));
  assertTyped('NormaliseScenario', valueOf(core.complete('normalise', {})));
  assertTyped('JacobianScenario', valueOf(core.complete('jacobian', {})));
  assertTyped('DrawScenario', valueOf(core.complete('draw', {})));
  assertTyped('ActivateScenario', valueOf(core.complete('activate', {})));
  assertTyped('CostScenario', valueOf(core.complete('cost', {})));
  const verbs = valueOf(core.catalog()).records.map(({ verb }) => verb);
  assert.deepEqual(verbs.sort(), membersOf('Records'));
});

test('the results', () => {
  const small = { depth: 3, width: 4, batch: 3 };
  const token = valueOf(core.begin(small));
  const advance = valueOf(core.advance(token, 100));
  valueOf(core.end(token));
  assertTyped('Advance', advance);
  assertTyped('Progress', advance.progress);
  assertTyped('Trace', advance.trace);
  assertTyped('Histogram', advance.trace.histogram);
  assertTyped('Verdict', advance.trace.verdict);
  assertTyped('Symmetry', valueOf(core.symmetry({})));
  assertTyped('Normalised', valueOf(core.normalise({ batch: 4, width: 8 })));
  const jacobian = valueOf(core.jacobian({ ...small, layers: [1] }));
  assertTyped('Jacobian', jacobian);
  for (const layer of jacobian.layers) assertTyped('JacobianLayer', layer);
  assert.equal(jacobian.layers.length, 1);
  assertTyped('Drawn', valueOf(core.draw({ fan_in: 2, fan_out: 3 })));
  const cost = valueOf(core.cost({ width: 8, batch: 4, rounds: 3, sample_milliseconds: 0.1 }));
  assertTyped('Cost', cost);
  assertTyped('Spread', cost.block);
  assertTyped('Activated', valueOf(core.activate({ values: [1] })));
});

test('the catalog and the core itself', () => {
  const catalog = valueOf(core.catalog());
  assertTyped('Catalog', catalog);
  for (const record of catalog.records) {
    assertTyped('RecordEntry', record);
    for (const field of record.fields) assertTyped('FieldEntry', field);
  }
  for (const choice of [...catalog.activation, ...catalog.initialiser]) assertTyped('Choice', choice);
  assertTyped('Core', core);
});
