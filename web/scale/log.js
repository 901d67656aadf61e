// A log axis that is right from the smallest subnormal to the largest double. Everything here is in log10, so that no
// tick is ever a power that underflows; d3's own log scale multiplies such powers out and breaks below 1e-308.
import { axisLabel, digitsLabel, powerOfTen } from '../format.js';

/**
 * @typedef {object} Tick
 * @property {number} at position on the axis: log10 of the value, or the value itself on a linear axis
 * @property {string} label
 * @property {boolean} one whether this is the line at 1
 */

/**
 * @typedef {object} Axis
 * @property {[number, number]} domain
 * @property {Tick[]} ticks at most eight
 * @property {(value: number) => number} place from a value to a position in the domain
 */

const mostTicks = 8;
const decadeSteps = [1, 2, 5, 10, 20, 50, 100, 200];

/**
 * @param {Iterable<number>} values
 * @returns {[number, number] | null} smallest and largest positive finite value, as log10
 */
function extentOfLogs(values) {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (!(value > 0) || value === Infinity) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [Math.log10(low), Math.log10(high)] : null;
}

/**
 * Within two decades, 1-2-5 ticks read better than one line a decade.
 * @param {number} low
 * @param {number} high
 */
function fineTicks(low, high) {
  /** @type {{at: number, label: string}[]} */
  const all = [];
  for (let decade = Math.floor(low) - 1; decade <= Math.ceil(high); decade += 1) {
    for (const digit of ['1', '2', '5']) {
      const near = Math.abs(decade) <= 3;
      const label = near ? axisLabel(Number(`${digit}e${decade}`)) : digitsLabel(digit, decade);
      all.push({ at: decade + Math.log10(Number(digit)), label });
    }
  }
  const slack = 1e-9;
  const from = all.filter((tick) => tick.at <= low + slack).length - 1;
  const last = all.findIndex((tick) => tick.at >= high - slack);
  const to = Math.max(last, from + 1);
  return all.slice(from, to + 1);
}

/**
 * @param {number} low
 * @param {number} high
 * @returns {Axis}
 */
function fineAxis(low, high) {
  const ticks = fineTicks(low, high).map((tick) => ({ ...tick, one: tick.at === 0 }));
  return { domain: [ticks[0].at, ticks[ticks.length - 1].at], ticks, place: Math.log10 };
}

/**
 * @param {Iterable<number>} values
 * @returns {Axis}
 */
export function logAxis(values) {
  const [low, high] = extentOfLogs(values) ?? [0, 0];
  if (high - low < 1.7) return fineAxis(low, high);
  const step = decadeSteps.find((candidate) => (high - low) / candidate < mostTicks - 1) ?? 200;
  // Half a step is close enough to the data; a whole one would leave the top of most charts empty.
  const half = step / 2;
  const grain = Number.isInteger(half) ? half : step;
  const domain = /** @type {[number, number]} */ ([
    Math.floor(low / grain) * grain,
    Math.ceil(high / grain) * grain,
  ]);
  const ticks = [];
  for (let exponent = Math.ceil(domain[0] / step) * step; exponent <= domain[1]; exponent += step) {
    ticks.push({ at: exponent, label: powerOfTen(exponent), one: exponent === 0 });
  }
  return { domain, ticks, place: Math.log10 };
}

/** Values that a log axis has a place for. @param {number} value */
export function isPositive(value) {
  return value > 0 && value < Infinity;
}
