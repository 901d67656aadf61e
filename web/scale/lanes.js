// What has no place on an axis gets a lane at its edge: zero, NaN, the infinities, and on a log axis what is negative.

/** @typedef {'plot' | 'nan' | 'plus' | 'zero' | 'negative' | 'minus'} Place */

const above = /** @type {const} */ (['nan', 'plus']);
const below = /** @type {const} */ (['zero', 'negative', 'minus']);

export const laneNames = { nan: 'NaN', plus: '+∞', zero: '0', negative: '< 0', minus: '−∞' };
export const laneHeight = 20;

/** Between the axis and its lanes, so that their labels stay apart. */
const gap = 8;

/**
 * @param {number} value
 * @param {'log' | 'linear'} kind
 * @returns {Place}
 */
export function placeOf(value, kind) {
  if (Number.isNaN(value)) return 'nan';
  if (value === Infinity) return 'plus';
  if (value === -Infinity) return 'minus';
  if (kind === 'linear') return 'plot';
  if (value === 0) return 'zero';
  return value < 0 ? 'negative' : 'plot';
}

/**
 * Makes room for the lanes that are needed, outside what is left for the plot.
 * @param {Set<Place>} needed
 * @param {number} high the upper edge
 * @param {number} low the lower edge
 */
export function layLanes(needed, high, low) {
  const over = above.filter((lane) => needed.has(lane));
  const under = below.filter((lane) => needed.has(lane));
  const top = high + over.length * laneHeight + (over.length > 0 ? gap : 0);
  const bottom = low - under.length * laneHeight - (under.length > 0 ? gap : 0);
  /** @type {Map<Exclude<Place, 'plot'>, number>} centre of each lane */
  const lanes = new Map();
  over.forEach((lane, index) => lanes.set(lane, high + (index + 0.5) * laneHeight));
  under.forEach((lane, index) => lanes.set(lane, low - (under.length - index - 0.5) * laneHeight));
  return { lanes, top, bottom };
}
