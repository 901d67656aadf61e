// The core in a worker: one engine, messages in and out. The first message says where the core is; what was compiled
// goes back, for the other workers of the page.
import { compileOnce, load } from '../wasm/loader.js';
import { Engine } from './engine.js';

/** @type {Engine | undefined} */
let engine;

/** @param {import('../wasm/signalscope.js').LoadOptions} options */
async function start(options) {
  const core = await load(options);
  if (!options.wasmModule) self.postMessage({ id: 0, kind: 'compiled', module: await compileOnce(options) });
  return core;
}

self.onmessage = ({ data }) => {
  if (engine) void engine.receive(data);
  else engine = new Engine(start(data.options), (message) => self.postMessage(message));
};
self.postMessage({ id: 0, kind: 'ready' });
