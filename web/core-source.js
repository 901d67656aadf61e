// Where the page finds its core: a worker in a file of its own, which fetches the module beside it. The stand-alone
// build puts core-source.inline.js in place of this file, because a page on a disk can fetch nothing.

/** @returns {Worker} Throws where none may start. */
export function openWorker() {
  return new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
}

/** What the loader is told beside the address. @returns {Promise<import('../wasm/signalscope.js').LoadOptions>} */
export async function loadOptions() {
  return {};
}
