// Where the page finds its core: a worker in a file of its own, and the module that it fetches. The stand-alone build puts
// core-source.inline.js in place of this file, because a page on a disk can fetch nothing.
import { defaultUrl } from '../wasm/address.js';

/** @returns {Worker} Throws where none may start. */
export function openWorker() {
  return new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
}

/**
 * What the worker's loader is told. The address is resolved here: another bundler may move the worker's file elsewhere.
 * @returns {Promise<import('../wasm/signalscope.js').LoadOptions>}
 */
export async function loadOptions() {
  return { wasmUrl: defaultUrl() };
}
