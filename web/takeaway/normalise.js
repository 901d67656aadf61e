// One norm on one matrix as a program.
import { listed, printed } from './python-cells.js';
import { complete, matrixOf } from './python-scenario.js';
import { hole, literal } from './python-text.js';

/** @typedef {import('./python-scenario.js').Fields} Fields */
/** @typedef {import('./python-scenario.js').Column} Column */

const defaults = {
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
  training_batches: 0,
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

/** @param {number} value */
const complement = (value) => Math.round((1 - value) * 1e15) / 1e15;

/**
 * @typedef {object} Read
 * @property {Fields} s
 * @property {number[][] | undefined} x
 * @property {Record<string, number[] | undefined>} given the lists
 */

/** @param {Fields} record @returns {Read | undefined} */
function read(record) {
  const s = complete(record, defaults);
  const x = record.x === undefined ? undefined : matrixOf(record.x);
  const given = Object.fromEntries(lists.map((name) => [name, listOf(record[name])]));
  const bad = lists.some((name) => record[name] !== undefined && given[name] === undefined);
  const known = s && ['batch', 'layer', 'rms', 'group'].includes(s.norm);
  return !known || bad || (record.x !== undefined && !x) ? undefined : { s, x, given };
}

/** @param {unknown} value an empty list is none @returns {number[] | undefined} */
function listOf(value) {
  if (value === undefined) return undefined;
  return matrixOf([typeof value === 'number' ? [value] : value])?.[0] ?? (isEmpty(value) ? [] : undefined);
}

/** @param {unknown} value */
const isEmpty = (value) => Array.isArray(value) && value.length === 0;

/**
 * @param {Fields} record
 * @param {boolean} torch
 * @param {string[]} names what is printed
 * @param {boolean} masks whether any of the series has a mask
 * @returns {{fields: Fields, open?: string[][], body: string[][]} | undefined}
 */
export function normaliseBody(record, torch, names, masks) {
  const known = read(record);
  if (!known) return undefined;
  const { s, x, given } = known;
  const dim = torch ? 'keepdim=True' : 'keepdims=True';
  const biased = torch ? ', unbiased=False' : '';
  const array = (/** @type {number[] | number[][]} */ values) =>
    torch
      ? `torch.tensor(${literal(values)}, dtype=torch.float64)`
      : `np.array(${literal(values)}, dtype=float)`;
  const root = (/** @type {string} */ of) => (torch ? `(${of}).sqrt()` : `np.sqrt(${of})`);
  const draw = (/** @type {string | number} */ seed) => drawn(s, torch, seed);

  const group = s.norm === 'group';
  const trained = s.norm === 'batch' && s.training_batches > 0;
  const fixed = trained || (s.norm === 'batch' && s.norm_mode === 'eval');
  if (fixed && names.includes('count')) return undefined;
  const axis = group ? '2' : hole('axis', s.norm === 'batch' ? 0 : 1);
  const mask = given.mask?.length ? given.mask : undefined;
  const masked = mask && s.norm === 'batch';
  const x0 = group ? 'cells' : 'x';
  const kept = masks && !group ? 'kept' : x0;
  const over = `${axis}, ${dim}`;
  const running = s.norm === 'batch' && (fixed || names.some((name) => name.startsWith('running')));
  const columns = x ? x[0].length : hole('width', s.width);

  const weight = s.momentum_convention === 'keras' ? complement(s.momentum) : s.momentum;
  /** @param {string} of @param {string} margin */
  const updates = (of, margin) =>
    [
      ['running_mean', `${of}.mean(0)`],
      ['running_var', `${of}.var(0${torch ? '' : ', ddof=1'})`],
    ].map(
      ([name, batch]) =>
        `${margin}${name} = ${hole('old', complement(weight))} * ${name} + ${hole('new', weight)} * ${batch}`,
    );
  const start = (/** @type {string} */ name, /** @type {string} */ usual) =>
    given[name]?.length
      ? array(given[name])
      : `${torch ? 'torch' : 'np'}.${usual}(${columns})${torch ? '.double()' : ''}`;

  const moments = fixed
    ? ['mean, variance = running_mean, running_var']
    : s.norm === 'rms'
      ? [
          ...(names.includes('mean') ? [`mean = ${torch ? 'torch' : 'np'}.zeros(len(x))`] : []),
          `variance = (${kept} ** 2).mean(${over})`,
        ]
      : [`mean = ${kept}.mean(${over})`, `variance = ${kept}.var(${axis}${biased}, ${dim})`];
  const centred = s.norm === 'rms' ? 'x' : `(${x0} - mean)`;
  const result = `${centred} / ${root(`variance + ${hole('eps', s.norm_eps)}`)}`;
  const affine = [
    given.gamma?.length ? `${factorOf(given.gamma, array)} * y` : 'y',
    given.beta?.length && s.norm !== 'rms' ? ` + ${factorOf(given.beta, array)}` : '',
  ].join('');
  const outputs = mask ? 'y[data]' : 'y';
  const seen = group
    ? `${outputs}.reshape(-1, ${hole('groups', s.groups)}, x.shape[1] // ${hole('groups', s.groups)})`
    : outputs;
  const first = s.neighbours
    ? [`x = ${draw('neighbours')}`, 'x[0] = example']
    : [`x = ${x ? array(x) : draw(hole('seed', s.seed))}`];
  const open = s.neighbours
    ? [
        [`example = ${draw(0)}[0]`],
        [
          `for neighbours in range(${hole('first_seed', s.seed)}, ${hole('end', s.seed + s.neighbours)}):  # their seeds`,
        ],
      ]
    : [];
  const body = [
    first,
    running
      ? [`running_mean = ${start('running_mean', 'zeros')}`, `running_var = ${start('running_var', 'ones')}`]
      : [],
    trained
      ? [
          `for seed in range(${hole('first_seed', s.seed + 1)}, ${hole('end', s.seed + 1 + s.training_batches)}):`,
          `    batch = ${draw('seed')}`,
          ...updates('batch', '    '),
        ]
      : [],
    mask ? [`data = ${torch ? 'torch.tensor' : 'np.array'}(${hole('mask', literal(mask))}) == 1`] : [],
    kept === 'kept' && !fixed ? [`kept = ${masked ? 'x[data]' : 'x'}`] : [],
    group ? [`cells = x.reshape(len(x), ${hole('groups', s.groups)}, -1)`] : [],
    moments,
    [`y = ${group ? `(${result}).reshape(x.shape)` : result}`],
    affine === 'y' ? [] : [`y = ${affine}`],
    mask ? ['y[~data] = 0'] : [],
    running && !fixed && names.some((name) => name.startsWith('running')) ? updates(kept, '') : [],
    names.includes('output_mean_max') ? [`output_mean_max = ${seen}.mean(${axis}).max()`] : [],
    names.includes('output_std_min') ? [`output_std_min = ${seen}.std(${axis}${biased}).min()`] : [],
    names.includes('mean_scatter')
      ? [`mean_scatter = ${s.norm === 'rms' ? '0.0' : `mean.std(${torch ? 'unbiased=False' : ''})`}`]
      : [],
    names.includes('count') || (names.includes('unbiased_variance') && !fixed)
      ? [`count = ${kept}.shape[${axis}]`]
      : [],
    names.includes('unbiased_variance')
      ? [`unbiased_variance = variance${fixed ? '' : ' * count / (count - 1)'}`]
      : [],
  ];
  return { fields: { ...s, mask }, open, body };
}

/** @param {number[]} list @param {(values: number[]) => string} array one number stands for all */
const factorOf = (list, array) => (list.length === 1 ? literal(list[0]) : array(list));

/**
 * A matrix from the stream.
 * @param {Fields} s
 * @param {boolean} torch
 * @param {string | number} seed
 */
function drawn(s, torch, seed) {
  const shape = `(${hole('batch', s.batch)}, ${hole('width', s.width)})`;
  const normal = `${hole('input_mean', s.input_mean)}, ${hole('input_std', s.input_std)}, ${shape}`;
  if (s.stream !== 'pytorch') {
    const array = `np.random.default_rng(${seed}).normal(${normal})`;
    return torch ? `torch.from_numpy(${array})` : array;
  }
  const [mean, std] = [s.input_mean, s.input_std].map((value) =>
    Number.isInteger(value) ? `${value}.0` : value,
  );
  const generator = `generator=torch.Generator().manual_seed(${seed})`;
  return `torch.normal(${hole('input_mean', mean)}, ${hole('input_std', std)}, ${shape}, ${generator}).double()${torch ? '' : '.numpy()'}`;
}

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
