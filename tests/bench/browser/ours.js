// The core as the page uses it: begin, advance as far as the forward pass goes, end.
import { answering, checked, texts } from './answering.js';

const address = '/wasm/loader.js';
const core = (await import(/** @type {string} */ (address))).load({
  wasmUrl: new URL('/wasm/dist/signalscope-core.wasm', self.location.href).href,
});
const series = [
  { initialiser: 'normal', weight_std: 0.01 },
  { initialiser: 'normal', weight_std: 0.1 },
  { initialiser: 'xavier_normal' },
  { initialiser: 'he_normal' },
];

answering(async ({ precision, seed, which = [0, 1, 2, 3] }) => {
  const { begin, advance, end } = await core;
  const start = performance.now();
  let rms = [];
  for (const index of which) {
    const { value: token, problem } = begin({ precision, seed, ...series[index] });
    if (problem) throw new Error(problem.message);
    rms = advance(token, texts.depth).value.trace.rms;
    end(token);
  }
  // Only a worker that has He's line can tell.
  return which.includes(3) ? checked(start, rms) : performance.now() - start;
});
