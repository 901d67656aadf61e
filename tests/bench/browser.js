// In Chromium beside other libraries, and beside native NumPy of the same minutes: all are asked in turn.
import { alternate } from './alternate.js';
import { chromiumWorkers } from './browser/chromium-workers.js';
import { median, ratios, short, spread } from './figures.js';
import { peer } from './native.js';
import { peakModules } from './peak.js';

/** @typedef {import('./browser/chromium-workers.js').Workers} Workers */
/** @typedef {import('./alternate.js').Contestants} Contestants */

const million = 1000000;

/** @param {Workers} workers @param {import('./asked.js').Asked} numpy @returns {Contestants} */
function fourSeries(workers, numpy) {
  /** @param {string} name @param {string} precision */
  const one = (name, precision) => async (/** @type {number} */ seed) =>
    (await workers.ask([{ name, request: { precision, seed } }])).values[0];
  return {
    numpy: (seed) => numpy.number(`series float64 ${seed}`),
    ours64: one('ours', 'float64'),
    two64: async (seed) => {
      const halves = [
        [0, 2],
        [1, 3],
      ];
      // A seed that neither worker has drawn yet.
      const asked = halves.map((which, at) => ({
        name: at === 0 ? 'ours' : `ours#${at + 1}`,
        request: { precision: 'float64', seed: seed + 1000, which },
      }));
      return (await workers.ask(asked)).milliseconds;
    },
    onnx64: one('onnx', 'float64'),
    ours32: (seed) => one('ours', 'float32')(seed + 2000),
    onnx32: one('onnx', 'float32'),
    tensorflow32: one('tensorflow', 'float32'),
    jax32: one('jax', 'float32'),
  };
}

/**
 * @param {{wasm: string, rounds: number}} options `wasm` is the folder of the WebAssembly build
 * @returns {Promise<{beside: string[][], products: string[][], version: string}>}
 */
export async function measureBrowser({ wasm, rounds }) {
  const workers = await chromiumWorkers(wasm);
  const numpy = peer('numpy');
  try {
    await workers.start(['ours', 'ours#2', 'onnx', 'tensorflow', 'jax', 'stopwatch']);
    const taken = await alternate(fourSeries(workers, numpy), rounds);
    const normals = await alternate(
      {
        numpy: (seed) => numpy.number(`normals ${million} ${seed}`),
        ours: async (seed) => asked(workers, `normals numpy ${million} ${seed}`),
      },
      rounds,
    );
    return {
      beside: [...seriesRows(taken), normalsRow(normals)],
      products: await productRows(wasm, rounds),
      version: workers.version,
    };
  } finally {
    numpy.close();
    await workers.close();
  }
}

/** @param {Workers} workers @param {string} request */
const asked = async (workers, request) => (await workers.ask([{ name: 'stopwatch', request }])).values[0];

/** @param {Record<string, number[]>} taken */
function seriesRows(taken) {
  /** @param {string} label @param {string} mine @param {string} name @param {string} theirs */
  const row = (label, mine, name, theirs) => [
    label,
    `${short(median(taken[mine]))} ms`,
    `${name} ${short(median(taken[theirs]))} ms`,
    `${spread(ratios(taken[theirs], taken[mine]))}×`,
  ];
  return [
    row('four series, float64, 1 worker', 'ours64', 'NumPy native', 'numpy'),
    row('four series, float64, 2 workers', 'two64', 'NumPy native', 'numpy'),
    row('four series, float64, 2 workers', 'two64', 'our 1 worker', 'ours64'),
    row('four series, float64, 1 worker', 'ours64', 'onnxruntime-web', 'onnx64'),
    row('four series, float32, 1 worker', 'ours32', 'onnxruntime-web', 'onnx32'),
    row('four series, float32, 1 worker', 'ours32', 'TensorFlow.js', 'tensorflow32'),
    row('four series, float32, 1 worker', 'ours32', 'jax-js', 'jax32'),
  ];
}

/** @param {Record<string, number[]>} taken */
const normalsRow = (taken) => [
  'a million normals, NumPy’s stream',
  `${short(median(taken.ours))} ms`,
  `NumPy native ${short(median(taken.numpy))} ms`,
  `${spread(ratios(taken.numpy, taken.ours))}×`,
];

/**
 * The best of each, as a busy machine slows both, and not alike: many short samples in turn.
 * @param {string} wasm
 * @param {number} rounds
 */
async function productRows(wasm, rounds) {
  const workers = await chromiumWorkers(wasm, { isolated: true });
  try {
    await workers.start(['stopwatch', 'peak']);
    /** @param {object} request */
    const askPeak = async (request) => (await workers.ask([{ name: 'peak', request }])).values[0];
    const { modules, operations } = await peakModules();
    await askPeak({ modules });
    const rows = [];
    for (const precision of ['float32', 'float64']) {
      let [speed, peak] = [0, 0];
      for (let round = 0; round < 8 * rounds; round += 1) {
        speed = Math.max(speed, await asked(workers, `product ${precision}`));
        peak = Math.max(peak, await askPeak({ precision, operations: operations[precision] }));
      }
      rows.push([`WebAssembly, ${precision}, 128×256×256`, `${short(speed)} GFLOP/s`, short(speed / peak)]);
    }
    return rows;
  } finally {
    await workers.close();
  }
}
