// What can be read from a trace: its name on the page, which way it travels, where its numbers stand.

/** @typedef {import('../../wasm/signalscope.js').Trace} Trace */
/** @typedef {import('../../wasm/signalscope.js').Progress} Progress */

/**
 * @typedef {object} Quantity
 * @property {string} name for the second line of a chart, with its unit and what it averages over
 * @property {string} short for a table's head
 * @property {'forward' | 'backward'} direction
 * @property {'log' | 'linear'} kind
 */

/** @type {Record<string, Quantity>} */
const table = {
  rms: { name: 'RMS of the signal after each layer', short: 'RMS', direction: 'forward', kind: 'log' },
  mean: { name: 'mean of the signal after each layer', short: 'mean', direction: 'forward', kind: 'linear' },
  std: {
    name: 'standard deviation of the signal after each layer',
    short: 'std',
    direction: 'forward',
    kind: 'log',
  },
  cosine: {
    name: 'mean cosine between examples after each layer',
    short: 'cosine',
    direction: 'forward',
    kind: 'linear',
  },
  zero_fraction: {
    name: 'share of activations that are exactly zero',
    short: 'zeros',
    direction: 'forward',
    kind: 'linear',
  },
  dead_units: {
    name: 'units that are zero for the whole batch',
    short: 'dead units',
    direction: 'forward',
    kind: 'linear',
  },
  saturated_fraction: {
    name: 'share of saturated activations',
    short: 'saturated',
    direction: 'forward',
    kind: 'linear',
  },
  nonfinite_count: {
    name: 'values that are not finite',
    short: 'not finite',
    direction: 'forward',
    kind: 'linear',
  },
  skip_path: {
    name: 'factor of the identity route from the input',
    short: 'direct path',
    direction: 'forward',
    kind: 'log',
  },
  grad_rms: {
    name: 'RMS of the loss gradient after each layer',
    short: 'gradient RMS',
    direction: 'backward',
    kind: 'log',
  },
  weight_grad_norm: {
    name: 'norm of the loss gradient of each layer’s weights',
    short: 'weight gradient norm',
    direction: 'backward',
    kind: 'log',
  },
};

/** @type {Record<string, string>} single numbers of a run */
const single = { gradient_ratio: 'last over first', output_rms: 'output RMS', input_rms: 'input RMS' };

/** @param {string} key such as `rms` or `weight_grad_norm[0]` */
export function quantityOf(key) {
  return table[key.replace(/\[\d+\]$/, '')] ?? table.rms;
}

/**
 * @param {Trace} trace
 * @param {string} key
 * @returns {Float64Array}
 */
function arrayOf(trace, key) {
  const [, name, map] = /^(\w+?)(?:\[(\d+)\])?$/.exec(key) ?? [];
  const values = /** @type {any} */ (trace)[name];
  return (map === undefined ? values : values[Number(map)]) ?? new Float64Array();
}

/**
 * The part of a trace that has been measured.
 * @param {Trace} trace
 * @param {Progress} progress
 * @param {string} key
 */
export function valuesOf(trace, progress, key) {
  const values = arrayOf(trace, key);
  const forward = quantityOf(key).direction === 'forward';
  return forward
    ? { values, from: 0, to: Math.min(progress.forward, values.length) }
    : { values, from: Math.max(values.length - progress.backward, 0), to: values.length };
}

/**
 * By how much each layer multiplies what it is given, on the way that the quantity travels.
 * @param {Trace} trace
 * @param {Progress} progress
 * @param {string} key
 */
export function factorsOf(trace, progress, key) {
  const { values, from, to } = valuesOf(trace, progress, key);
  const factors = new Float64Array(values.length).fill(NaN);
  if (quantityOf(key).direction === 'backward') {
    for (let i = from; i < to - 1; i += 1) factors[i] = values[i] / values[i + 1];
    return { values: factors, from, to: Math.max(to - 1, from) };
  }
  const first = key === 'rms' ? 0 : 1;
  for (let i = first; i < to; i += 1) factors[i] = values[i] / (i === 0 ? trace.input_rms : values[i - 1]);
  return { values: factors, from: Math.min(first, to), to };
}

/**
 * @typedef {object} Column
 * @property {string} key such as `rms@50`
 * @property {string} name the quantity
 * @property {number} [layer]
 * @property {boolean} [last] whether it is the last layer's, whatever the depth
 */

/**
 * The columns of a preset for the depth that was run: the last layer stays the last, layers beyond it fall away.
 * @param {string[]} columns
 * @param {number} presetDepth
 * @param {number} depth
 * @returns {Column[]}
 */
export function columnsFor(columns, presetDepth, depth) {
  /** @type {Map<string, Column>} */
  const kept = new Map();
  for (const column of columns) {
    const [name, at] = column.split('@');
    if (at === undefined || at === 'last') kept.set(column, { key: column, name, last: at === 'last' });
    else {
      const layer = Number(at) === presetDepth ? depth : Number(at);
      if (layer <= depth) kept.set(`${name}@${layer}`, { key: `${name}@${layer}`, name, layer });
    }
  }
  return [...kept.values()];
}

/** @param {Column} column */
export function headOf({ name, layer, last }) {
  if (layer === undefined && !last) return { short: single[name] ?? name.replaceAll('_', ' '), at: '' };
  const map = /\[(\d+)\]$/.exec(name)?.[1];
  const which = map && map !== '0' ? `, map ${Number(map) + 1}` : '';
  return { short: quantityOf(name).short + which, at: last ? 'last layer' : `layer ${layer}` };
}

/**
 * @param {Column} column
 * @param {Trace} trace
 * @param {Progress} progress
 * @returns {number | undefined} nothing where it has not been measured yet
 */
export function cellOf({ name, layer, last }, trace, progress) {
  if (layer === undefined && !last) return progress.done ? /** @type {any} */ (trace)[name] : undefined;
  const { values, from, to } = valuesOf(trace, progress, name);
  const at = last ? values.length : (layer ?? 0);
  return at > from && at <= to ? values[at - 1] : undefined;
}
