// From series to places on the page: which axis, which lanes, which runs of points. No drawing.
import { layLanes, placeOf } from './lanes.js';
import { linearAxis } from './linear.js';
import { logAxis } from './log.js';
import { placesOf } from './places.js';
import { straight } from './straight.js';

/**
 * One line of a chart. Entries from..to (counted from 0, `to` left out) are measured; a NaN among them is data.
 * @typedef {object} Line
 * @property {string} key
 * @property {string} label
 * @property {{name: string, dash: string, mark: string}} style
 * @property {ArrayLike<number>} values one entry a layer, or a place
 * @property {number} from
 * @property {number} to
 * @property {boolean} [stale] whether it belongs to an older run that a newer one has not replaced yet
 */

/** @typedef {{layer: number, x: number, y: number, value: number}} Point */
/** @typedef {{place: import('./lanes.js').Place, points: Point[]}} Run */

/**
 * @param {Line[]} lines
 * @returns {Generator<number>}
 */
function* measured(lines) {
  for (const line of lines) {
    for (let i = line.from; i < line.to; i += 1) yield line.values[i];
  }
}

/**
 * Factors a layer lie around 1 and read best on a linear axis, as long as they stay near it.
 * @param {Line[]} lines
 */
function nearOne(lines) {
  for (const value of measured(lines)) {
    if (Number.isFinite(value) && (value > 4 || value < 0)) return false;
  }
  return true;
}

/**
 * @param {Line[]} lines all that are drawn
 * @param {Line[]} scaled those that set the scale
 * @param {'log' | 'linear' | 'factor'} wanted
 * @param {{top: number, bottom: number, left: number, right: number, depth: number, places?: number[], spacing?: string}} box
 */
export function plan(lines, scaled, wanted, box) {
  /** @type {'log' | 'linear'} */
  const kind = wanted === 'log' || (wanted === 'factor' && !nearOne(scaled)) ? 'log' : 'linear';
  const axis =
    kind === 'log'
      ? logAxis(measured(scaled))
      : linearAxis(measured(scaled), wanted === 'factor' ? [0, 1] : []);
  const needed = new Set();
  for (const value of measured(lines)) needed.add(placeOf(value, kind));
  const room = layLanes(needed, box.top, box.bottom);
  const y = straight(axis.domain, [room.bottom, room.top]);
  const { x, at } = placesOf(box);
  return { kind, axis, lanes: room.lanes, top: room.top, bottom: room.bottom, x, y, at };
}

/**
 * Splits a line where it leaves the axis for a lane, comes back, or changes lanes.
 * @param {Line} line
 * @param {ReturnType<typeof plan>} plotted
 * @returns {Run[]}
 */
export function runsOf(line, plotted) {
  /** @type {Run[]} */
  const runs = [];
  for (let i = line.from; i < line.to; i += 1) {
    const value = line.values[i];
    const place = placeOf(value, plotted.kind);
    const y = place === 'plot' ? plotted.y(plotted.axis.place(value)) : (plotted.lanes.get(place) ?? 0);
    const layer = plotted.at(i);
    const point = { layer, x: plotted.x(layer), y, value };
    const last = runs.at(-1);
    if (last?.place === place) last.points.push(point);
    else runs.push({ place, points: [point] });
  }
  return runs;
}

/**
 * Keeps the first, lowest, highest and last point of each pixel column, so that ten thousand layers draw as fast as a
 * hundred and no peak is lost.
 * @param {Point[]} points
 * @returns {Point[]}
 */
export function thinned(points) {
  const span = points.length > 1 ? points[points.length - 1].x - points[0].x : 0;
  if (points.length <= 2 * span || points.length < 500) return points;
  /** @type {Point[]} */
  const kept = [];
  let start = 0;
  for (let i = 1; i <= points.length; i += 1) {
    if (i < points.length && Math.floor(points[i].x) === Math.floor(points[start].x)) continue;
    const column = points.slice(start, i);
    const low = column.reduce((a, b) => (b.y < a.y ? b : a));
    const high = column.reduce((a, b) => (b.y > a.y ? b : a));
    const chosen = new Set([column[0], low, high, column[column.length - 1]]);
    kept.push(...[...chosen].sort((a, b) => a.layer - b.layer));
    start = i;
  }
  return kept;
}
