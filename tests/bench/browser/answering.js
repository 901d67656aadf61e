// What the workers of the benchmark share: a request by number, an answer or an error by the same.

/** @param {(request: any) => any} work */
export function answering(work) {
  self.onmessage = async ({ data: { id, request } }) => {
    try {
      self.postMessage({ id, value: await work(request) });
    } catch (error) {
      self.postMessage({ id, error: String(error) });
    }
  };
  self.postMessage({ ready: true });
}

/** The sizes and standard deviations of the preset `initialisation`. */
export const texts = {
  depth: 50,
  width: 256,
  batch: 128,
  stds: [0.01, 0.1, Math.sqrt(1 / 256), Math.sqrt(2 / 256)],
};

/**
 * That the work was done: He's line stays near one, by a factor that the seed decides; the others end far away.
 * @param {number} start
 * @param {ArrayLike<number>} rms of the last series
 */
export function checked(start, rms) {
  const milliseconds = performance.now() - start;
  const last = rms[texts.depth - 1];
  if (!(last > 0.02 && last < 50)) throw new Error(`the RMS of the last layer was ${last}`);
  return milliseconds;
}
