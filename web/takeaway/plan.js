// What a program of one scenario is made of, before any of it is written, and what a dialect of Python has to say.
import { hasBias, namesOf } from './draws.js';

/** @typedef {import('./python-scenario.js').Fields} Fields */
/** @typedef {import('./python-scenario.js').Column} Column */

/**
 * @typedef {object} Dialect
 * @property {boolean} torch
 * @property {(s: Fields) => boolean} knows whether there is a program for it
 * @property {(s: Fields, expression: string) => string} fromNumpy a NumPy array as the run wants it
 * @property {(s: Fields, expression: string) => string} fromTorch a float32 tensor as the run wants it
 * @property {(s: Fields, z: string, exact: boolean) => string} phi the activation of an expression; `exact` where zeros
 *   are counted, which the library's own function may have too many of
 * @property {(s: Fields, exact: boolean) => string} phiName the activation as a function
 * @property {(s: Fields) => string} slope its derivative at `z`
 * @property {(s: Fields, far: boolean) => Fields} measures a quantity to its expression
 * @property {(plan: Plan) => Record<string, string[]>} definitions functions that a program may call
 * @property {(plan: Plan) => string[]} running where BatchNorm keeps its running statistics
 * @property {(plan: Plan) => string[][]} backward slots
 */

/**
 * @typedef {object} Shared what holds for all series, so that their programs stay alike
 * @property {boolean} far whether squares may vanish or overflow
 * @property {boolean} posts whether a norm stands after the sum in any of them
 * @property {boolean} mixed whether their activations differ
 */

/**
 * @typedef {object} Plan what a program of one scenario is made of
 * @property {Fields} s
 * @property {Set<string>} wanted quantities
 * @property {Shared} shared
 * @property {boolean} feedforward
 * @property {'' | 'pre' | 'inside' | 'post'} place of the norm
 * @property {boolean} fixed BatchNorm by running statistics
 * @property {boolean} trains whether training batches come before
 * @property {boolean} backward
 * @property {boolean} pair whether the norm gives its divisor too
 * @property {boolean} output whether the final output is needed
 * @property {boolean} route whether the direct path has to be followed
 * @property {boolean} drawn whether PyTorch draws
 * @property {boolean} listed whether NumPy draws all maps before the first pass
 * @property {string[]} pattern the weights and biases of a block, as a loop takes them apart
 * @property {string[]} kept what the way back needs of each block
 */

/** Quantities with one entry a layer, and whether they are whole. @type {Record<string, boolean>} */
export const layers = {
  rms: false,
  mean: false,
  std: false,
  cosine: false,
  nonfinite_count: true,
  zero_fraction: false,
  dead_units: true,
  saturated_fraction: false,
  grad_rms: false,
  weight_grad_norm: false,
  skip_path: false,
};
const numbers = new Set(['gradient_ratio', 'output_rms', 'input_rms', 'first_nonfinite_layer']);

/** @param {Column} column whether a program can print it */
export function isKnown({ name, indices, layer }) {
  if (name === 'weight_grad_norm') return indices.length === 1;
  return indices.length === 0 && (name in layers || (numbers.has(name) && layer === undefined));
}

/**
 * Layers beyond the deepest run stand for its last; what is then said twice is said once.
 * @param {Column[]} columns
 * @param {Fields[]} records
 */
export function fitted(columns, records) {
  const deepest = Math.max(...records.map(({ depth }) => depth));
  const seen = new Map(
    columns.map((column) => {
      const layer = typeof column.layer === 'number' ? Math.min(column.layer, deepest) : column.layer;
      return [JSON.stringify([column.name, column.indices, layer]), { ...column, layer }];
    }),
  );
  return [...seen.values()];
}

/**
 * @param {Fields} s
 * @param {Column[]} columns
 * @param {boolean} torch
 * @param {Shared} shared
 * @returns {Plan}
 */
export function planOf(s, columns, torch, shared) {
  const wanted = new Set(columns.map(({ name, indices }) => [name, ...indices].join('_')));
  if (wanted.has('first_nonfinite_layer')) wanted.add('nonfinite_count');
  if (wanted.has('gradient_ratio')) wanted.add('weight_grad_norm_0');
  const backward = [...wanted].some((name) => /^(grad_rms|weight_grad_norm)/.test(name));
  const place = s.norm === 'none' ? '' : s.norm_placement;
  const fixed = s.norm === 'batch' && s.norm_mode === 'eval';
  const trains = fixed && s.training_batches > 0;
  const route = wanted.has('skip_path') && place === 'post' && s.residual === 'add';
  const drawn = s.stream === 'pytorch';
  return {
    s,
    wanted,
    shared,
    feedforward: s.block === 'feedforward',
    place,
    fixed,
    trains,
    backward,
    pair: !torch && (backward || route),
    output: backward || wanted.has('output_rms'),
    route,
    drawn,
    listed: !drawn && (trains || (torch && backward)),
    pattern: namesOf(s).flatMap(({ weight, bias }) => (hasBias(s) ? [weight, bias] : [weight])),
    kept: keptOf(s, place, shared.posts),
  };
}

/** @param {Fields} s @param {string} place of the norm @param {boolean} posts */
function keptOf(s, place, posts) {
  const names = namesOf(s).map(({ weight }) => weight);
  const z = s.activation !== 'identity' || place === 'inside' ? ['z'] : [];
  const second = names.length === 2 ? ['a', names[1]] : [];
  return ['x', names[0], ...z, ...second, ...(place && posts ? ['h'] : []), ...(place ? ['divisor'] : [])];
}

/** @param {Plan} plan the name of what the loss is taken of */
export const outputOf = ({ s }) => (s.norm !== 'none' && s.final_norm ? 'y' : 'h');

/** @param {boolean} feedforward @param {number} map */
export const gradientList = (feedforward, map) =>
  feedforward ? `weight_grad_norm_${map}` : 'weight_grad_norm';

/** The list of a quantity; `std` alone is the weights'. @param {string} name */
export const listName = (name) => (name === 'std' ? 'signal_std' : name);

/**
 * The definitions that a body calls, and those that they call, in the order in which they are given.
 * @param {Record<string, string[]>} known
 * @param {string[][]} body
 */
export function needed(known, body) {
  let text = body.flat().join('\n');
  /** @type {Set<string>} */
  const names = new Set();
  for (let before = -1; before < names.size;) {
    before = names.size;
    for (const [name, lines] of Object.entries(known)) {
      if (names.has(name) || !new RegExp(`(?<![\\w.])${name}\ue002?\\(`).test(text)) continue;
      names.add(name);
      text += lines.join('\n');
    }
  }
  return new Map(
    Object.keys(known)
      .filter((name) => names.has(name))
      .map((name) => [name, known[name]]),
  );
}
