// TensorFlow.js on its WebAssembly backend, one thread, product and ReLU in one kernel.
import { answering, checked, texts } from './answering.js';

for (const address of [
  '/peers/@tensorflow/tfjs/dist/tf.min.js',
  '/peers/@tensorflow/tfjs-backend-wasm/dist/tf-backend-wasm.min.js',
]) {
  await import(/** @type {string} */ (address));
}
const { tf } = /** @type {any} */ (globalThis);
tf.wasm.setWasmPaths(new URL('/peers/@tensorflow/tfjs-backend-wasm/dist/', self.location.href).href);
tf.wasm.setThreadsCount(1);
await tf.setBackend('wasm');
await tf.ready();

/** @param {number} std @returns {number[]} */
function series(std) {
  const { depth, width, batch } = texts;
  /** @type {number[]} */
  const rms = [];
  let h = tf.randomNormal([batch, width]);
  for (let layer = 0; layer < depth; layer += 1) {
    const before = h;
    h = tf.tidy(() => {
      const weight = tf.randomNormal([width, width], 0, std);
      const out = tf.fused.matMul({ a: before, b: weight, activation: 'relu' });
      rms.push(Math.sqrt(tf.mean(tf.square(out)).dataSync()[0]));
      return out;
    });
    before.dispose();
  }
  h.dispose();
  return rms;
}

answering(() => {
  const start = performance.now();
  const all = texts.stds.map(series);
  return checked(start, all[3]);
});
