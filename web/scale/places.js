// Where the entries of a line stand along the bottom: layer by layer, or at places of their own such as 6, 12, 24, 48.
import { layerTicks } from './linear.js';
import { straight } from './straight.js';

/**
 * @typedef {object} Places
 * @property {(index: number) => number} at the place of an entry, counted from 0
 * @property {(place: number) => number} x
 * @property {(x: number) => number} nearest the entry that stands nearest, counted from 0
 * @property {number[]} ticks
 */

/**
 * @param {{left: number, right: number, depth: number, places?: number[], spacing?: string}} box
 * @param {number} [most] ticks
 * @returns {Places}
 */
export function placesOf({ left, right, depth, places, spacing }, most = 6) {
  const at = (/** @type {number} */ index) => places?.[index] ?? index + 1;
  const last = at(depth - 1);
  const domain = last > at(0) ? [at(0), last] : [at(0) - 1, at(0) + 1];
  const asLog = spacing === 'log' && domain[0] > 0;
  const shown = asLog ? Math.log : (/** @type {number} */ place) => place;
  const scale = straight([shown(domain[0]), shown(domain[1])], [left, right]);
  const x = (/** @type {number} */ place) => scale(shown(place));
  const nearest = (/** @type {number} */ pixel) => {
    if (!places) return Math.round(scale.invert(pixel)) - 1;
    const distances = places.map((place) => Math.abs(x(place) - pixel));
    return distances.indexOf(Math.min(...distances));
  };
  return { at, x, nearest, ticks: places ? apart(places, x) : layerTicks(depth, most) };
}

/**
 * Places whose labels would run into one another are left out, the last one never.
 * @param {number[]} places
 * @param {(place: number) => number} x
 */
function apart(places, x) {
  /** @type {number[]} */
  const kept = [];
  for (const place of [...places].reverse()) {
    if (kept.length === 0 || x(kept[0]) - x(place) >= 28) kept.unshift(place);
  }
  return kept;
}
