// A linear axis for quantities that may be negative, and for factors near 1.
import { nice, ticks } from 'd3-array';
import { axisLabel } from '../format.js';

/**
 * @param {Iterable<number>} values
 * @param {number[]} [include] values that the axis shows whatever the data
 * @returns {import('./log.js').Axis}
 */
export function linearAxis(values, include = []) {
  let low = Infinity;
  let high = -Infinity;
  for (const value of [...include, ...values]) {
    if (!Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) [low, high] = [0, 1];
  if (low === high) [low, high] = [low - Math.abs(low || 1) / 2, high + Math.abs(high || 1) / 2];
  const domain = nice(low, high, 6);
  const found = ticks(...domain, 6).map((at) => ({ at, label: axisLabel(at), one: at === 1 }));
  return { domain, ticks: found, place: (value) => value };
}

/**
 * Layers along the bottom: the first, the last and round numbers between, never crowded.
 * @param {number} depth
 * @param {number} [most]
 * @returns {number[]}
 */
export function layerTicks(depth, most = 6) {
  if (depth <= 1) return [1];
  const inner = ticks(1, depth, most).filter(Number.isInteger);
  const gap = inner.length > 1 ? inner[1] - inner[0] : depth;
  const kept = inner.filter((layer) => layer - 1 >= gap / 2 && depth - layer >= gap / 2);
  return [1, ...kept, depth];
}
