// One number of a run against its depth, as a program: the run of a scenario in a loop over its depths.
import { indented } from './python-text.js';

/** @typedef {import('./python-series.js').Part} Part */

const depthHole = /\ue000depth\ue001[^\ue002]*\ue002/g;

/**
 * @param {Part} part of the deepest run, which prints one line
 * @param {number[]} depths
 * @returns {Part}
 */
export function overDepths({ label, fields, head, body }, depths) {
  const inside = body.map((lines) => indented(lines.map((line) => line.replace(depthHole, 'depth'))));
  return { label, fields, head, body: [[`for depth in [${depths.join(', ')}]:`], ...inside] };
}
