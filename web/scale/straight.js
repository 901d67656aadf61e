// From values to places on the page along a straight line, and back.

/**
 * @typedef {((value: number) => number) & {invert: (place: number) => number}} Scale
 */

/**
 * @param {[number, number]} domain two values; the same one twice stands in the middle
 * @param {[number, number]} range their places
 * @returns {Scale}
 */
export function straight([from, to], [start, end]) {
  const part = (/** @type {number} */ value) => (to === from ? 0.5 : (value - from) / (to - from));
  const scale = (/** @type {number} */ value) => {
    const share = part(value);
    // Exact at both ends.
    return start * (1 - share) + end * share;
  };
  const invert = (/** @type {number} */ place) => from + ((place - start) / (end - start)) * (to - from);
  return Object.assign(scale, { invert });
}
