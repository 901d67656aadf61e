// One norm on one matrix as a program.
import { matrixFrom } from './draws.js';
import { listed, printed } from './python-cells.js';
import { complete, matrixOf } from './python-scenario.js';
import { hole, literal } from './python-text.js';

/** @typedef {import('./python-scenario.js').Fields} Fields */
/** @typedef {import('./python-scenario.js').Column} Column */

export const normaliseDefaults = {
  norm: 'layer',
  norm_eps: 'auto',
  groups: 8,
  norm_mode: 'train',
  momentum: 0.1,
  momentum_convention: 'pytorch',
  batch: 32,
  width: 128,
  seed: 0,
  stream: 'numpy',
  input_mean: 0,
  input_std: 1,
  neighbours: 0,
};

/** Lists that a record may hold. */
const lists = ['gamma', 'beta', 'mask', 'running_mean', 'running_var'];

/** What can be printed, by how many indices lead to a number. @type {Record<string, number>} */
const depths = {
  x: 2,
  y: 2,
  mean: 1,
  variance: 1,
  unbiased_variance: 1,
  count: 1,
  running_mean: 1,
  running_var: 1,
  eps: 0,
  output_mean_max: 0,
  output_std_min: 0,
  mean_scatter: 0,
};

/** @param {Column} column */
export const isKnown = ({ name, indices, layer }) =>
  layer === undefined &&
  name in depths &&
  indices.length <= depths[name] &&
  indices.length >= depths[name] - 1;

/** @param {number} value without the rounding of a subtraction */
export const complement = (value) => Math.round((1 - value) * 1e15) / 1e15;

/**
 * @typedef {object} Read
 * @property {Fields} s
 * @property {number[][] | undefined} x
 * @property {Record<string, number[] | undefined>} given the lists
 */

/** @param {Fields} record @returns {Read | undefined} */
function read(record) {
  const s = complete(record, normaliseDefaults);
  const x = record.x === undefined ? undefined : matrixOf(record.x);
  const given = Object.fromEntries(lists.map((name) => [name, listOf(record[name])]));
  const bad = lists.some((name) => record[name] !== undefined && given[name] === undefined);
  const known = s && ['batch', 'layer', 'rms', 'group'].includes(s.norm);
  // The neighbours of an example are drawn.
  const both = x && s?.neighbours > 0;
  return !known || bad || both || (record.x !== undefined && !x) ? undefined : { s, x, given };
}

/** @param {unknown} value an empty list is none @returns {number[] | undefined} */
function listOf(value) {
  if (value === undefined) return undefined;
  return matrixOf([typeof value === 'number' ? [value] : value])?.[0] ?? (isEmpty(value) ? [] : undefined);
}

/** @param {unknown} value */
const isEmpty = (value) => Array.isArray(value) && value.length === 0;

/**
 * A norm on a matrix, and how Python says it.
 * @typedef {object} Plan
 * @property {Fields} s
 * @property {Read['given']} given
 * @property {boolean} torch
 * @property {string[]} names what is printed
 * @property {boolean} fixed whether running statistics are used
 * @property {number[] | undefined} mask
 * @property {string} kept the cells that enter the statistics
 * @property {string} axis over which they are averaged
 * @property {string} keep
 * @property {string} biased
 * @property {(values: number[] | number[][]) => string} array
 */

/**
 * @param {Read} read
 * @param {boolean} torch
 * @param {string[]} names
 * @param {boolean} masks whether any of the series has a mask
 * @returns {Plan}
 */
function planOf({ s, given }, torch, names, masks) {
  const batch = s.norm === 'batch';
  const group = s.norm === 'group';
  return {
    s,
    given,
    torch,
    names,
    fixed: batch && s.norm_mode === 'eval',
    mask: given.mask?.length ? given.mask : undefined,
    kept: group ? 'cells' : masks ? 'kept' : 'x',
    axis: group ? '2' : hole('axis', batch ? 0 : 1),
    keep: torch ? 'keepdim=True' : 'keepdims=True',
    biased: torch ? ', unbiased=False' : '',
    array: (values) =>
      torch
        ? `torch.tensor(${literal(values)}, dtype=torch.float64)`
        : `np.array(${literal(values)}, dtype=float)`,
  };
}

/**
 * The running statistics taken one batch further.
 * @param {Pick<Plan, 's' | 'torch'>} plan
 * @param {string} batch
 */
export function updates({ s, torch }, batch) {
  const weight = s.momentum_convention === 'keras' ? complement(s.momentum) : s.momentum;
  const old = hole('old', complement(weight));
  const unbiased = torch ? `${batch}.var(0)` : `${batch}.var(0, ddof=1)`;
  return [
    `running_mean = ${old} * running_mean + ${hole('new', weight)} * ${batch}.mean(0)`,
    `running_var = ${old} * running_var + ${hole('new', weight)} * ${unbiased}`,
  ];
}

/** @param {Plan} plan the statistics that the batch is normalised by */
function moments({ s, torch, names, fixed, kept, axis, keep, biased }) {
  if (fixed) return ['mean, variance = running_mean, running_var'];
  if (s.norm !== 'rms')
    return [`mean = ${kept}.mean(${axis}, ${keep})`, `variance = ${kept}.var(${axis}${biased}, ${keep})`];
  return [
    ...(names.includes('mean') ? [`mean = ${torch ? 'torch' : 'np'}.zeros(len(x))`] : []),
    `variance = (${kept} ** 2).mean(${axis}, ${keep})`,
  ];
}

/** @param {Plan} plan @returns {string[][]} slots */
function output({ s, torch, given, mask, array }) {
  const centred = { rms: 'x', group: '(cells - mean)' }[String(s.norm)] ?? '(x - mean)';
  const square = `variance + ${hole('eps', s.norm_eps)}`;
  const result = `${centred} / ${torch ? `(${square}).sqrt()` : `np.sqrt(${square})`}`;
  const scaled = given.gamma?.length ? `${factorOf(given.gamma, array)} * y` : 'y';
  const shifted =
    given.beta?.length && s.norm !== 'rms' ? `${scaled} + ${factorOf(given.beta, array)}` : scaled;
  return [
    [`y = ${s.norm === 'group' ? `(${result}).reshape(x.shape)` : result}`],
    shifted === 'y' ? [] : [`y = ${shifted}`],
    mask ? ['y[~data] = 0'] : [],
  ];
}

/** @param {Plan} plan @returns {string[][]} slots, one for each quantity that is printed */
function measured({ s, torch, names, fixed, mask, kept, axis, biased }) {
  const counted = mask ? 'y[data]' : 'y';
  const groups = hole('groups', s.groups);
  const seen = s.norm === 'group' ? `${counted}.reshape(-1, ${groups}, x.shape[1] // ${groups})` : counted;
  const scatter = s.norm === 'rms' ? '0.0' : `mean.std(${torch ? 'unbiased=False' : ''})`;
  /** @type {[string, string][]} */
  const quantities = [
    ['output_mean_max', `${seen}.mean(${axis}).max()`],
    ['output_std_min', `${seen}.std(${axis}${biased}).min()`],
    ['mean_scatter', scatter],
    ['count', `${kept}.shape[${axis}]`],
    ['unbiased_variance', fixed ? 'variance' : 'variance * count / (count - 1)'],
  ];
  const wanted = new Set(names);
  if (wanted.has('unbiased_variance') && !fixed) wanted.add('count');
  return quantities.map(([name, expression]) => (wanted.has(name) ? [`${name} = ${expression}`] : []));
}

/** @param {Plan} plan @param {number[][] | undefined} x @returns {string[][]} slots: the matrix and the running statistics */
function start(plan, x) {
  const { s, torch, given, array, names, fixed } = plan;
  const columns = x ? x[0].length : hole('width', s.width);
  const running = s.norm === 'batch' && (fixed || names.some((name) => name.startsWith('running')));
  /** @param {string} name @param {string} usual */
  const first = (name, usual) =>
    given[name]?.length
      ? array(given[name])
      : `${torch ? 'torch' : 'np'}.${usual}(${columns})${torch ? '.double()' : ''}`;
  return [
    s.neighbours
      ? [`x = ${matrixFrom(s, torch, 'neighbours')}`, 'x[0] = example']
      : [`x = ${x ? array(x) : matrixFrom(s, torch, hole('seed', s.seed))}`],
    running
      ? [`running_mean = ${first('running_mean', 'zeros')}`, `running_var = ${first('running_var', 'ones')}`]
      : [],
  ];
}

/**
 * @param {Fields} record
 * @param {boolean} torch
 * @param {string[]} names what is printed
 * @param {boolean} masks whether any of the series has a mask
 * @returns {{fields: Fields, open?: string[][], body: string[][]} | undefined}
 */
export function normaliseBody(record, torch, names, masks) {
  const known = read(record);
  const plan = known && planOf(known, torch, names, masks);
  if (!plan || (plan.fixed && names.includes('count'))) return undefined;
  const { s, mask, kept, fixed } = plan;
  const seeds = `${hole('first_seed', s.seed)}, ${hole('end', s.seed + s.neighbours)}`;
  const open = [
    [`example = ${matrixFrom(s, torch, 0)}[0]`],
    [`for neighbours in range(${seeds}):  # their seeds`],
  ];
  const renews = s.norm === 'batch' && !fixed && names.some((name) => name.startsWith('running'));
  const list = torch ? 'torch.tensor' : 'np.array';
  const body = [
    ...start(plan, known?.x),
    mask ? [`data = ${list}(${hole('mask', literal(mask))}) == 1`] : [],
    kept === 'kept' && !fixed ? [`kept = ${mask && s.norm === 'batch' ? 'x[data]' : 'x'}`] : [],
    kept === 'cells' ? [`cells = x.reshape(len(x), ${hole('groups', s.groups)}, -1)`] : [],
    moments(plan),
    ...output(plan),
    renews ? updates(plan, kept) : [],
    ...measured(plan),
  ];
  return { fields: { ...s, mask }, open: s.neighbours ? open : [], body };
}

/** @param {number[]} list @param {(values: number[]) => string} array one number stands for all */
const factorOf = (list, array) => (list.length === 1 ? literal(list[0]) : array(list));

/** @param {Column[]} columns */
export const cells = (columns) =>
  columns.map(({ name, indices }) => {
    const style = name === 'output_mean_max' ? '.6f' : '.4f';
    if (name === 'count') return '{count}';
    // Statistics stand in the order of features, or of examples and then groups.
    const flat = ['mean', 'variance', 'unbiased_variance'].includes(name) ? `${name}.reshape(-1)` : name;
    return depths[name] - indices.length === 1 && depths[name] === 1
      ? listed(flat, style)
      : printed(flat, indices, depths[name], style);
  });
