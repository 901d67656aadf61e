// Labs without a page: each preset as the element would show it, with the core's answers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { labOf, presetNames, shownOf } from '../../web/element/shown.js';
import { valueOf } from '../wasm/outcomes.js';

/** @typedef {import('../../wasm/signalscope.js').Core} Core */
/** @typedef {import('../../web/labs/lab.js').Lab} Lab */

export { presetNames };

const presets = JSON.parse(readFileSync(new URL('../../core/presets.json', import.meta.url), 'utf8'));

/** What answers in place of workers. @param {Core} core */
const clientOf = (core) => ({
  /** @param {string} verb @param {object} record */
  call: async (verb, record) => /** @type {any} */ (core)[verb](record),
  /** @param {string} _ @param {import('../../wasm/signalscope.js').Scenario[]} records @param {any} watcher */
  async run(_, records, { onTrace }) {
    for (const [at, record] of records.entries()) {
      const trace = valueOf(core.propagate(record));
      const { length } = trace.rms;
      onTrace(at, trace, { forward: length, backward: length, fraction: 1, done: true });
    }
    return { state: 'done' };
  },
});

// What labs ask of a page: how many workers may run side by side.
if (!('navigator' in globalThis)) Object.assign(globalThis, { navigator: {} });

/**
 * @param {Core} core
 * @param {string} name of a preset
 * @param {import('../../web/labs/scenario.js').Changes} [changes]
 * @returns {Promise<Lab>} with all its answers
 */
export async function drawnLab(core, name, changes = {}) {
  const Class = await labOf(shownOf(name));
  const lab = new Class();
  lab.client = /** @type {any} */ (clientOf(core));
  // The matrix of the statistics lab is its own.
  lab.preset = name === 'cells' ? '' : name;
  lab.known = { catalog: valueOf(core.catalog()), presets };
  lab.changes = changes;
  await lab.run(true);
  assert.equal(lab.phase, 'done', `${name}: ${lab.problem?.problem.message}`);
  return lab;
}
