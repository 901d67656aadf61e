/**
 * Loads the core once for each address of its WebAssembly module, and gives its verbs as functions that return
 * `{ value, problem }` and never throw.
 *
 * @module
 */

import { defaultUrl } from './address.js';
import createSignalscopeCore from './dist/signalscope-core.js';

/** @import { Core, LoadOptions, Outcome } from './signalscope.js' */

/** @type {Map<string, Promise<Core>>} */
const loading = new Map();

/** The verbs and how many arguments each takes: a call with fewer gets problems, never a complaint of the glue. */
const verbs = /** @type {const} */ ({
  propagate: 1,
  begin: 1,
  advance: 2,
  end: 1,
  symmetry: 1,
  normalise: 1,
  jacobian: 1,
  draw: 1,
  activate: 1,
  cost: 1,
  catalog: 0,
  presets: 0,
  validate: 1,
  complete: 2,
  assign_text: 3,
});

/**
 * One compile and one instance for each address; a load that failed is tried again by the next call.
 *
 * @param {LoadOptions} [options]
 * @returns {Promise<Core>} Rejects with an Error that names the address.
 */
export function load(options = {}) {
  const address = addressOf(options);
  let core = loading.get(address);
  if (!core) {
    core = compileOnce(options).then((compiled) => instantiate(address, compiled));
    loading.set(address, core);
    core.catch(() => forget(address));
  }
  return core;
}

/** @param {LoadOptions} options */
function addressOf({ wasmUrl, wasmBytes, wasmModule }) {
  if (wasmUrl) return String(wasmUrl);
  return wasmModule ? 'the given module' : wasmBytes ? 'given bytes' : defaultUrl();
}

/** @type {Map<string, Promise<WebAssembly.Module>>} */
const compiling = new Map();

/**
 * The compiled core, which a worker can be given as `wasmModule` so that it need not compile it again.
 *
 * @param {LoadOptions} [options]
 * @returns {Promise<WebAssembly.Module>} Rejects with an Error that names the address.
 */
export async function compileOnce(options = {}) {
  if (typeof WebAssembly !== 'object') {
    throw new Error('This browser has no WebAssembly, which the Signalscope core needs.');
  }
  if (options.wasmModule) return options.wasmModule;
  const address = addressOf(options);
  const compiled =
    compiling.get(address) ?? compile(address, options.wasmUrl ? undefined : options.wasmBytes);
  compiling.set(address, compiled);
  compiled.catch(() => compiling.delete(address));
  return compiled;
}

/** @param {string} address */
function forget(address) {
  loading.delete(address);
}

/**
 * @param {string} address
 * @param {WebAssembly.Module} compiled
 * @returns {Promise<Core>}
 */
async function instantiate(address, compiled) {
  const module = await new Promise((resolve, reject) => {
    createSignalscopeCore({
      instantiateWasm: (/** @type {any} */ imports, /** @type {any} */ done) => {
        WebAssembly.instantiate(compiled, imports)
          .then((instance) => done(instance, compiled))
          .catch(reject);
        return {};
      },
      print: () => {},
      printErr: () => {},
    }).then(resolve, reject);
  }).catch((error) => {
    throw new Error(`The Signalscope core at ${address} could not be started: ${error.message ?? error}`);
  });
  return guard(module, address);
}

/**
 * @param {string} address
 * @param {BufferSource} [given]
 * @returns {Promise<WebAssembly.Module>}
 */
async function compile(address, given) {
  const response = given ?? (address.startsWith('file:') ? await readFile(address) : await download(address));
  try {
    // Streaming needs the right type of content; a server that does not know it is no reason to complain.
    if (response instanceof Response) {
      const type = response.headers.get('content-type') ?? '';
      if (type.startsWith('application/wasm') && WebAssembly.compileStreaming) {
        return await WebAssembly.compileStreaming(response);
      }
    }
    const bytes = response instanceof Response ? await response.arrayBuffer() : response;
    return await WebAssembly.compile(bytes);
  } catch (error) {
    const words = messageOf(error);
    if (/content security policy|unsafe-eval|csp/i.test(words)) {
      throw new Error(
        `The policy of this page allows no WebAssembly: its script-src lacks 'wasm-unsafe-eval'. ${words}`,
      );
    }
    throw new Error(`What stands at ${address} is not the Signalscope core: ${words}`);
  }
}

/** @param {string} address */
async function download(address) {
  let response;
  try {
    response = await fetch(address, { credentials: 'same-origin' });
  } catch (error) {
    throw new Error(`The Signalscope core at ${address} could not be fetched: ${messageOf(error)}`);
  }
  if (!response.ok) {
    throw new Error(
      `The Signalscope core at ${address} could not be fetched: status ${response.status} ${response.statusText}`.trim(),
    );
  }
  return response;
}

/**
 * Node's fetch reads no files.
 *
 * @param {string} address
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
async function readFile(address) {
  try {
    // Not imported: bundlers for browsers would warn of it.
    const { process } = /** @type {any} */ (globalThis);
    const files = process.getBuiltinModule('node:fs/promises');
    return await files.readFile(new URL(address));
  } catch (error) {
    throw new Error(`The Signalscope core at ${address} could not be read: ${messageOf(error)}`);
  }
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * The verbs, each kept from throwing. WebAssembly stops for good when memory runs out: from then on every call says
 * so, and the next `load` starts a fresh core.
 *
 * @param {any} module
 * @param {string} address
 * @returns {Core}
 */
function guard(module, address) {
  let stopped = false;
  /**
   * @param {string} name
   * @param {unknown[]} given
   * @returns {Outcome<any>}
   */
  const call = (name, given) => {
    if (!stopped) {
      try {
        return module[name](...given);
      } catch {
        stopped = true;
        forget(address);
      }
    }
    const message = 'the core stopped, most likely out of memory; the next load starts a fresh one.';
    return { value: null, problem: { code: 'core_stopped', field: '', message } };
  };
  const guarded = Object.entries(verbs).map(([name, count]) => {
    /** @param {unknown[]} given */
    const verb = (...given) =>
      call(
        name,
        Array.from({ length: count }, (_, index) => given[index]),
      );
    return [name, verb];
  });
  return Object.freeze(Object.fromEntries(guarded));
}
