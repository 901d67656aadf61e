// The peak of multiply-adds: the modules of tests/bench/peak.js, whichever this engine takes and is faster with.
import { answering } from './answering.js';

/** @type {WebAssembly.Instance[]} */
let peaks = [];

/** @param {number[][]} modules @returns {Promise<WebAssembly.Instance[]>} */
const open = (modules) =>
  Promise.all(
    modules
      .map((bytes) => new Uint8Array(bytes))
      .filter((code) => WebAssembly.validate(code))
      .map(async (code) => (await WebAssembly.instantiate(code)).instance),
  );

/** Of forty calls of about the length of a product's. @param {WebAssembly.Instance} peak @param {string} precision */
function leastMilliseconds(peak, precision) {
  const run = /** @type {() => void} */ (peak.exports[precision]);
  let least = Infinity;
  for (let round = 0; round < 40; round += 1) {
    const start = performance.now();
    run();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

// Asked `{ modules }` first, then `{ precision, operations }`: the answer is in GFLOP/s.
answering(async ({ modules, precision, operations }) => {
  if (modules) {
    peaks = await open(modules);
    return peaks.length;
  }
  return operations / (Math.min(...peaks.map((peak) => leastMilliseconds(peak, precision))) * 1e6);
});
