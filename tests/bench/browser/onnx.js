// onnxruntime-web on one thread: a session a series, which draws its weights by RandomNormal.
import { answering, checked, texts } from './answering.js';
import { layersModel } from './onnx-model.js';

const address = '/peers/onnxruntime-web/dist/ort.wasm.min.mjs';
const ort = await import(/** @type {string} */ (address));
ort.env.wasm.numThreads = 1;
ort.env.wasm.wasmPaths = new URL('/peers/onnxruntime-web/dist/', self.location.href).href;

/** @type {Map<string, Promise<any[]>>} */
const kept = new Map();

/** @param {'float64' | 'float32'} precision */
function sessions(precision) {
  const made =
    kept.get(precision) ??
    Promise.all(
      texts.stds.map((std) =>
        ort.InferenceSession.create(layersModel({ ...texts, std, precision }), {
          executionProviders: ['wasm'],
          graphOptimizationLevel: 'all',
        }),
      ),
    );
  kept.set(precision, made);
  return made;
}

answering(async ({ precision }) => {
  const ready = await sessions(precision);
  const start = performance.now();
  /** @type {number[]} */
  let rms = [];
  for (const session of ready) {
    const { squares } = await session.run({});
    rms = Array.from(squares.data, (value) => Math.sqrt(Number(value) / (texts.batch * texts.width)));
  }
  return checked(start, rms);
});
