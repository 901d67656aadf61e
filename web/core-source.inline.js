// In place of core-source.js where everything is one script: the core is part of it, packed as text, and the worker is
// the same script once more. Where no worker may start, as in a frame without an origin, the page runs the core itself.
import packed from 'virtual:packed-core';
import { ownScript } from './embed/own-script.js';

/** A script in a file of its own has an address; one inside a page is given one. */
function ownAddress() {
  if (ownScript?.src) return ownScript.src;
  return URL.createObjectURL(new Blob([ownScript?.textContent ?? ''], { type: 'text/javascript' }));
}

export function openWorker() {
  // A frame without an origin may not load its script once more, and Firefox would put the attempt on the console.
  if (globalThis.origin === 'null' && ownScript?.src) throw new Error('no worker without an origin');
  return new Worker(ownAddress());
}

/** @type {Promise<ArrayBuffer> | undefined} */
let unpacked;

/** @returns {Promise<ArrayBuffer>} */
function unpack() {
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}

/** @returns {Promise<import('../wasm/signalscope.js').LoadOptions>} */
export async function loadOptions() {
  unpacked ??= unpack();
  return { wasmBytes: await unpacked };
}
