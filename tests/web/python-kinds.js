// What the programs of charts have to print that are made of several runs, or of which a run is several lines: from the
// core, record by record.
import { fixed, scientific } from '../../web/format.js';
import { cellOf, columnsFor } from '../../web/labs/quantities.js';
import { valueOf } from '../wasm/outcomes.js';

/** @typedef {import('../../wasm/signalscope.js').Core} Core */
/** @typedef {import('../../wasm/signalscope.js').Normalised} Normalised */
/** @typedef {Record<string, any>} Fields */

/**
 * @typedef {object} Cell
 * @property {string} name
 * @property {string} value
 * @property {number} [rounding] what it may be off by, as that is the rounding of what it was computed from
 */

/** @param {string} name @param {string | number} value @returns {Cell} */
const cell = (name, value) => ({ name, value: String(value) });

/** @param {string} name @param {number[]} values */
const row = (name, values) => values.map((value) => cell(name, fixed(value)));

/** @type {Record<string, (core: Core, record: Fields, columns: string[]) => Cell[][]>} by the kind of chart */
export const severalLines = {
  depths: (core, { depth: depths, ...record }, [column = 'rms@last']) =>
    depths.map((/** @type {number} */ depth) => {
      const trace = valueOf(core.propagate({ ...record, depth }));
      const progress = { forward: depth, backward: depth, fraction: 1, done: true };
      const value = cellOf(columnsFor([column], depth, depth)[0], trace, progress);
      return [cell('depth', depth), cell(column, scientific(Number(value)))];
    }),

  jacobian: (core, record) =>
    valueOf(core.jacobian(record)).layers.map(({ layer, singular_values: values, rank }) => {
      const [largest, half] = [values[0], values.length / 2];
      const median = (values[Math.ceil(half) - 1] + values[Math.floor(half)]) / 2;
      return [
        cell('layer', layer),
        cell('largest', scientific(largest)),
        { ...cell('median', scientific(median)), rounding: 1e-14 * largest },
        cell('rank', rank),
      ];
    }),

  neighbours(core, { neighbours: sets, ...record }) {
    const { norm: _, ...drawn } = record;
    /** @param {number} seed */
    const draw = (seed) => valueOf(core.normalise({ ...drawn, seed })).x;
    const { values, columns } = draw(0);
    const example = values.slice(0, columns);
    return Array.from({ length: sets }, (_, set) => {
      const x = draw(record.seed + set);
      x.values.set(example);
      const { y } = valueOf(core.normalise({ ...record, x }));
      return row('y', [...y.values.subarray(0, columns)]);
    });
  },

  momentum(core, { training_batches: count, ...record }) {
    /** @type {Fields} */
    let running = {};
    const lines = Array.from({ length: count }, (_, at) => {
      const seed = record.seed + at + 1;
      const { running_mean, running_var } = valueOf(core.normalise({ ...record, ...running, seed }));
      running = { running_mean, running_var };
      return [cell('batch', at + 1), ...row('running', [running_mean[0], running_var[0]])];
    });
    const alone = valueOf(core.normalise({ ...record, ...running }));
    const later = valueOf(core.normalise({ ...record, ...running, norm_mode: 'eval' }));
    /** @param {Normalised} of */
    const shown = ({ mean, variance, y }) => row('statistics', [mean[0], variance[0], y.values[0]]);
    return [
      ...lines,
      [cell('mode', 'training'), ...shown(alone), ...row('unbiased', [alone.unbiased_variance[0]])],
      [cell('mode', 'inference'), ...shown(later)],
    ];
  },
};
