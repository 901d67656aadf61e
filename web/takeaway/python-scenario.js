// What a program needs of a record: every field with its default, numbers as numbers, and the scale of the weights as
// Python says it. Nothing that a reader typed goes into a program as it is.
/** @typedef {Record<string, any>} Fields */

export const propagateDefaults = {
  depth: 50,
  width: 256,
  batch: 128,
  seed: 0,
  stream: 'numpy',
  input_mean: 0,
  input_std: 1,
  block: 'linear',
  expansion: 4,
  activation: 'relu',
  slope: 0.01,
  initialiser: 'he_normal',
  gain: 'auto',
  weight_std: 0.01,
  weight_value: 0.5,
  bias: 'none',
  bias_std: 0.01,
  norm: 'none',
  norm_placement: 'pre',
  norm_eps: 'auto',
  groups: 8,
  norm_mode: 'train',
  momentum: 0.1,
  momentum_convention: 'pytorch',
  training_batches: 0,
  residual: 'none',
  final_norm: false,
  loss: 'sum',
  precision: 'float64',
};

/**
 * @param {Fields} record
 * @param {Fields} defaults
 * @returns {Fields | undefined} nothing where a field holds what it cannot hold
 */
export function complete(record, defaults) {
  /** @type {Fields} */
  const whole = {};
  for (const [name, usual] of Object.entries(defaults)) {
    const value = record[name] ?? usual;
    if (typeof usual === 'boolean') whole[name] = String(value) === 'true';
    else if (typeof usual === 'number' || (usual === 'auto' && value !== 'auto')) whole[name] = Number(value);
    else whole[name] = String(value);
    const good =
      typeof usual === 'boolean' || /^[a-z][a-z_0-9]*$/.test(whole[name]) || Number.isFinite(whole[name]);
    if (!good) return undefined;
  }
  if ('norm_eps' in whole && whole.norm_eps === 'auto') whole.norm_eps = whole.norm === 'rms' ? 1e-6 : 1e-5;
  return whole;
}

/** The gains that keep the second moment, 1 / √E[φ(z)²] for a normal z, where PyTorch has none. @type {Fields} */
const secondMomentGains = {
  elu: 1.2451983007007066,
  gelu: 1.5335304411955353,
  gelu_tanh: 1.5335805216661464,
  silu: 1.6765324703310909,
  softplus: 1.0418668355353016,
  mish: 1.4868475812732078,
  erf: 1.4671669504891385,
  hardswish: 1.7366572127665412,
  relu6: 1.4142135650950736,
};

/** PyTorch's gains, as their squares. @type {Fields} */
const squares = { relu: 2, identity: 1, sigmoid: 1 };

/**
 * The gain that is in force, as text and, where it is the root of a whole number, as that number.
 * @param {Fields} s
 * @returns {{text: string, square?: number}}
 */
export function gainOf(s) {
  const auto = s.gain === 'auto';
  if (auto && s.initialiser.startsWith('he_')) {
    if (s.activation === 'tanh') return { text: '5 / 3' };
    if (s.activation === 'selu') return { text: '0.75' };
    if (s.activation === 'leaky_relu') return { text: `(2 / (1 + ${s.slope} ** 2)) ** 0.5` };
    const square = squares[s.activation];
    return square ? { text: '', square } : { text: String(secondMomentGains[s.activation]) };
  }
  const gain = auto ? 1 : s.gain;
  const square = Math.round(gain * gain);
  return Math.abs(gain - Math.sqrt(square)) < 1e-15 && gain > 0
    ? { text: String(gain), square }
    : { text: String(gain) };
}

/**
 * The standard deviation (`factor` 1) or the bound of a uniform distribution (`factor` 3, as it is √3 times that).
 * @param {Fields} s
 * @param {number} fanIn
 * @param {number} fanOut
 * @param {1 | 3} factor
 */
export function scaleOf(s, fanIn, fanOut, factor) {
  const root = factor === 3 ? '3 ** 0.5 * ' : '';
  if (s.initialiser === 'pytorch_default') return `1 / ${fanIn} ** 0.5`;
  if (s.initialiser === 'truncated_normal_corrected') return `${s.weight_std} / 0.87962566103423978`;
  if (!/^(he|xavier|lecun)_/.test(s.initialiser)) return `${root}${s.weight_std}`;
  const { text, square } = gainOf(s);
  const xavier = s.initialiser.startsWith('xavier') && fanIn !== fanOut;
  const fan = s.initialiser.endsWith('fan_out') ? fanOut : fanIn;
  if (xavier) return `${square === 1 ? '' : `${text} * `}(${2 * factor} / (${fanIn} + ${fanOut})) ** 0.5`;
  return square ? `(${square * factor} / ${fan}) ** 0.5` : `${root}${text} / ${fan} ** 0.5`;
}

/** @param {Fields} s fan_in and fan_out of each linear map of a block */
export function fansOf(s) {
  const hidden = s.width * s.expansion;
  return s.block === 'feedforward'
    ? [
        [s.width, hidden],
        [hidden, s.width],
      ]
    : [[s.width, s.width]];
}

/**
 * Whether the numbers may leave the range in which their squares neither vanish nor overflow: an estimate from the
 * weights' scale, on the safe side.
 * @param {Fields} s
 */
export function goesFar(s) {
  if (s.precision === 'float32') return false;
  const size = Math.abs(Math.log10(s.input_std || 1)) + Math.abs(Math.log10(Math.abs(s.input_mean) || 1));
  if (s.norm !== 'none') return size > 100;
  const std = Math.max(s.weight_std, 1e-300);
  /** @type {Fields} */
  const fixed = {
    constant: Math.abs(s.weight_value) * s.width || 1,
    zeros: 1,
    identity: 1,
    orthogonal: Number(s.gain) || 1,
  };
  const own = /^(he|xavier|lecun|pytorch)_/.test(s.initialiser)
    ? Number(s.gain) || 1
    : std * Math.sqrt(s.width);
  const maps = fansOf(s).length;
  const factor = maps * Math.abs(Math.log10(fixed[s.initialiser] ?? own)) + 0.4;
  return size + s.depth * factor > 120;
}

/**
 * @typedef {object} Column
 * @property {string} name the quantity
 * @property {number[]} indices
 * @property {number | 'last' | undefined} layer
 */

/**
 * @param {string[]} columns such as `weight_grad_norm[0]@40`
 * @returns {Column[] | undefined} nothing where one cannot be read
 */
export function columnsOf(columns) {
  const read = columns.map((column) => {
    const [, name, indices, layer] = /^(\w+)((?:\[\d+\])*)(?:@(\d+|last))?$/.exec(column) ?? [];
    return name === undefined
      ? undefined
      : {
          name,
          indices: [...indices.matchAll(/\d+/g)].map(Number),
          layer:
            layer === 'last' || layer === undefined
              ? /** @type {'last' | undefined} */ (layer)
              : Number(layer),
        };
  });
  return read.includes(undefined) ? undefined : /** @type {Column[]} */ (read);
}

/**
 * A matrix as rows, from rows or from the core's own form.
 * @param {any} value
 * @returns {number[][] | undefined} nothing where it holds anything but numbers, or rows of unequal length
 */
export function matrixOf(value) {
  const { rows, columns, values } = value ?? {};
  const whole =
    Number.isInteger(rows) && values
      ? Array.from({ length: rows }, (_, row) => values.slice(row * columns, (row + 1) * columns))
      : value;
  if (!Array.isArray(whole) || whole.length === 0) return undefined;
  const lists = whole.map((row) => (row?.length > 0 ? Array.from(row, Number) : []));
  const good = lists.every(
    (row) => row.length > 0 && row.length === lists[0].length && row.every(Number.isFinite),
  );
  return good ? lists : undefined;
}
