// Products through the module for relaxed SIMD: linked where the engine takes it, done without where it may not be.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';

import { load } from '../../wasm/loader.js';
import { valueOf } from './outcomes.js';

// Node 20 has it only where it is asked for; newer ones ignore the flag.
setFlagsFromString('--experimental-wasm-relaxed-simd');

const wasmUrl = new URL('../../wasm/dist/signalscope-core.wasm', import.meta.url).href;
const { Instance } = WebAssembly;

/**
 * The RMS of seven layers from a core of its own, loaded where further modules are opened by `open`.
 *
 * @param {string} name
 * @param {(module: WebAssembly.Module, imports: WebAssembly.Imports) => WebAssembly.Instance} open
 */
async function rmsWith(name, open) {
  const core = await load({ wasmUrl: `${wasmUrl}?${name}` });
  WebAssembly.Instance = /** @type {any} */ (
    function (/** @type {WebAssembly.Module} */ module, /** @type {WebAssembly.Imports} */ imports) {
      return open(module, imports);
    }
  );
  try {
    return [...valueOf(core.propagate({ depth: 7, width: 37, batch: 19 })).rms];
  } finally {
    WebAssembly.Instance = Instance;
  }
}

test('an engine with relaxed SIMD computes products with it, and one that may not gives the same to rounding', async () => {
  /** @type {string[][]} */
  const linked = [];
  const fused = await rmsWith('linked', (module, imports) => {
    const instance = new Instance(module, imports);
    linked.push(Object.keys(instance.exports));
    return instance;
  });
  assert.deepEqual(linked, [['float32', 'float64']]);
  const plain = await rmsWith('refused', () => {
    throw new WebAssembly.CompileError('refused by a policy');
  });
  // Seven layers of 37 terms: some hundred roundings of half of 2^-52.
  for (const [layer, rms] of fused.entries()) {
    assert.ok(Math.abs(rms / plain[layer] - 1) < 1e-13, `layer ${layer + 1}: ${rms} and ${plain[layer]}`);
  }
});
