// Where a number format gives up. Values as in IEEE 754; the smallest is the smallest subnormal.
import english from '../language/english.js';

/** @type {Record<string, {smallest: number, largest: number}>} */
export const formats = {
  float32: { smallest: 2 ** -149, largest: (2 - 2 ** -23) * 2 ** 127 },
  float16: { smallest: 2 ** -24, largest: 65504 },
  bfloat16: { smallest: 2 ** -133, largest: (2 - 2 ** -7) * 2 ** 127 },
};

/**
 * The parts of a log axis that a format cannot hold.
 * @param {string} format
 * @param {[number, number]} domain in log10
 * @param {import('../language/language.js').Texts} [texts]
 */
export function bandsIn(format, domain, texts = english) {
  const limits = formats[format];
  if (!limits) return [];
  const bands = [];
  const low = Math.log10(limits.smallest);
  const high = Math.log10(limits.largest);
  if (domain[0] < low) {
    bands.push({
      from: domain[0],
      to: Math.min(low, domain[1]),
      text: texts.chart.below(format),
    });
  }
  if (domain[1] > high) {
    bands.push({
      from: Math.max(high, domain[0]),
      to: domain[1],
      text: texts.chart.above(format),
    });
  }
  return bands;
}
