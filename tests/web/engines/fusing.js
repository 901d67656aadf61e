// Whether an engine fuses a multiplication with an addition where WebAssembly leaves it the choice.
import { assemble } from '../../../core/wasm/assemble.js';

const code = await assemble(`(module (func (export "madd") (param f64 f64 f64) (result f64)
  (f64x2.extract_lane 0 (f64x2.relaxed_madd
    (f64x2.splat (local.get 0)) (f64x2.splat (local.get 1)) (f64x2.splat (local.get 2))))))`);

/** In the page: what of 1.1 squared its own rounding leaves. @param {number[]} bytes */
async function fuses(bytes) {
  const code = new Uint8Array(bytes);
  if (!WebAssembly.validate(code)) return false;
  const { instance } = await WebAssembly.instantiate(code);
  const madd = /** @type {(x: number, y: number, z: number) => number} */ (instance.exports.madd);
  return madd(1.1, 1.1, -(1.1 * 1.1)) !== 0;
}

/** @param {import('./driver.js').Page} page @returns {Promise<boolean>} */
export const fusing = (page) => page.run(`(${fuses})([${[...code]}])`);
