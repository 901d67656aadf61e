// jax-js on its WebAssembly backend, a layer compiled by `jit`.
import { answering, checked, texts } from './answering.js';

const address = '/peers/@jax-js/jax/dist/index.js';
const { init, defaultDevice, jit, nn, numpy: np, random } = await import(/** @type {string} */ (address));
await init('wasm');
defaultDevice('wasm');

const { depth, width, batch, stds } = texts;

// Every use of a value but the last one takes a reference.
const layer = jit((/** @type {any} */ h, /** @type {any} */ key, /** @type {any} */ std) => {
  const weight = random.normal(key, [width, width]).mul(std);
  const out = nn.relu(np.matmul(h, weight));
  return [out.ref, np.sqrt(np.mean(np.square(out)))];
});

/** @param {number} std @param {number} seed */
async function series(std, seed) {
  /** @type {any[]} */
  const rms = [];
  let h = random.normal(random.key(seed), [batch, width]);
  for (let at = 0; at < depth; at += 1) {
    const [out, measured] = layer(h, random.key(seed * 1000 + at), np.array(std));
    h = out;
    rms.push(measured);
  }
  h.dispose();
  return (await Promise.all(rms.map((value) => value.data()))).map(([value]) => value);
}

answering(async ({ seed }) => {
  const start = performance.now();
  /** @type {number[]} */
  let last = [];
  for (const std of stds) last = await series(std, seed);
  return checked(start, last);
});
