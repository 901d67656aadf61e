// What can be read from a trace: its name on the page, which way it travels, where its numbers stand.
import english from '../language/english.js';

/** @typedef {import('../language/language.js').Texts} Texts */
/** @typedef {import('../../wasm/signalscope.js').Trace} Trace */
/** @typedef {import('../../wasm/signalscope.js').Progress} Progress */

/**
 * @typedef {object} Quantity
 * @property {string} name for the second line of a chart, with its unit and what it averages over
 * @property {string} short for a table's head
 * @property {'forward' | 'backward'} direction
 * @property {'log' | 'linear'} kind
 */

/** @type {Record<keyof Texts['quantities'], Pick<Quantity, 'direction' | 'kind'>>} */
const table = {
  rms: { direction: 'forward', kind: 'log' },
  mean: { direction: 'forward', kind: 'linear' },
  std: { direction: 'forward', kind: 'log' },
  cosine: { direction: 'forward', kind: 'linear' },
  zero_fraction: { direction: 'forward', kind: 'linear' },
  dead_units: { direction: 'forward', kind: 'linear' },
  saturated_fraction: { direction: 'forward', kind: 'linear' },
  nonfinite_count: { direction: 'forward', kind: 'linear' },
  skip_path: { direction: 'forward', kind: 'log' },
  grad_rms: { direction: 'backward', kind: 'log' },
  weight_grad_norm: { direction: 'backward', kind: 'log' },
};

/** Whether a trace has it; of several maps a quantity needs the number of one. @param {string} key */
export function isQuantity(key) {
  const [, name = '', map] = /^(\w+)(\[\d\])?$/.exec(key) ?? [];
  return Object.hasOwn(table, name) && (name === 'weight_grad_norm') === (map !== undefined);
}

/**
 * @param {string} key such as `rms` or `weight_grad_norm[0]`
 * @param {Texts} [texts]
 * @returns {Quantity}
 */
export function quantityOf(key, texts = english) {
  const name = key.replace(/\[\d+\]$/, '');
  const known = /** @type {keyof Texts['quantities']} */ (Object.hasOwn(table, name) ? name : 'rms');
  return { ...texts.quantities[known], ...table[known] };
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

/** @param {Column} column @param {Texts} [texts] */
export function headOf({ name, layer, last }, texts = english) {
  if (layer === undefined && !last) {
    const single = texts.single[/** @type {'gradient_ratio'} */ (name)];
    return { short: single ?? name.replaceAll('_', ' '), at: '' };
  }
  const map = /\[(\d+)\]$/.exec(name)?.[1];
  const which = map && map !== '0' ? texts.columns.map(Number(map) + 1) : '';
  const at = last ? texts.columns.last : texts.columns.layer(Number(layer));
  return { short: quantityOf(name, texts).short + which, at };
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
