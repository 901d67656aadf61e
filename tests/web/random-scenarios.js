// Scenarios drawn at random from a seed, all of them valid: small, odd in size, of every choice. The same seed gives the
// same scenarios everywhere.

/** @typedef {Record<string, any>} Fields */

/**
 * Whole numbers by mulberry32, good enough to mix choices.
 * @param {number} seed
 */
function generator(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    /** @param {number} from @param {number} to both included */
    whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
    /** @template T @param {readonly T[]} choices @returns {T} */
    pick: (choices) => choices[Math.floor(next() * choices.length)],
    /** @param {number} share */
    chance: (share) => next() < share,
  };
}

export const activations = [
  ...[
    'identity',
    'relu',
    'leaky_relu',
    'elu',
    'selu',
    'gelu',
    'gelu_tanh',
    'silu',
    'tanh',
    'sigmoid',
    'softplus',
  ],
  ...['mish', 'erf', 'hardswish', 'relu6'],
];

export const initialisers = [
  ...['normal', 'uniform', 'constant', 'zeros', 'identity', 'orthogonal', 'xavier_normal', 'xavier_uniform'],
  ...['he_normal', 'he_uniform', 'he_normal_fan_out', 'he_uniform_fan_out', 'lecun_normal', 'lecun_uniform'],
  ...['truncated_normal', 'truncated_normal_two_sigma', 'truncated_normal_corrected', 'pytorch_default'],
];

/**
 * Fields of `propagate`. Every activation and every initialiser comes up in turn, each with both streams.
 * @param {number} seed
 * @param {number} count
 * @returns {Fields[]}
 */
export function randomScenarios(seed, count) {
  return Array.from({ length: count }, (_, at) => scenario(generator(seed * 65537 + at), at));
}

/**
 * @param {ReturnType<typeof generator>} random
 * @param {number} at
 * @returns {Fields}
 */
function scenario(random, at) {
  const { whole, pick, chance } = random;
  const activation = activations[at % activations.length];
  const initialiser = initialisers[at % initialisers.length];
  const groups = pick([1, 2, 3]);
  /** @type {Fields} */
  const fields = {
    depth: whole(1, 9),
    width: groups * whole(3, 13),
    batch: whole(3, 21),
    seed: chance(0.1) ? 2 ** 53 - 1 - whole(0, 9) : whole(0, 1e6),
    stream: Math.floor(at / activations.length) % 2 === 0 ? 'numpy' : 'pytorch',
    activation,
    initialiser,
    block: pick(['linear', 'feedforward']),
    expansion: whole(1, 4),
    residual: pick(['none', 'add']),
    bias: pick(['none', 'zero', 'pytorch', 'normal']),
    bias_std: pick([0.01, 0.3]),
    // A truncated normal is cut at an absolute 2, which only a large one reaches.
    weight_std: pick([0.05, 0.2, ...(initialiser === 'truncated_normal' ? [1.5] : [])]),
    weight_value: pick([0.03, -0.02]),
    precision: chance(0.2) ? 'float32' : 'float64',
  };
  if (activation === 'leaky_relu') fields.slope = pick([0.01, 0.2]);
  if (chance(0.3)) fields.gain = pick([1, 0.7, Math.SQRT2, 1.3]);
  if (chance(0.3)) Object.assign(fields, { input_mean: pick([0.5, -1]), input_std: pick([2, 0.5]) });
  // Equal units have no variance: a norm over them would show nothing but rounding.
  const equal = initialiser === 'constant' || initialiser === 'zeros';
  return { ...fields, ...(equal ? loss(random) : norm(random, groups)) };
}

/** @param {ReturnType<typeof generator>} random @returns {Fields} */
const loss = ({ pick }) => ({ loss: pick(['sum', 'mean_square', 'random']) });

/**
 * A norm now and then. The sum of a normalised output has no gradient but rounding, so a norm brings another loss.
 * @param {ReturnType<typeof generator>} random
 * @param {number} groups
 * @returns {Fields}
 */
function norm(random, groups) {
  const { whole, pick, chance } = random;
  if (chance(0.35)) return loss(random);
  /** @type {Fields} */
  const fields = {
    norm: pick(['batch', 'layer', 'rms', 'group']),
    norm_placement: pick(['pre', 'post', 'inside']),
    groups,
    final_norm: chance(0.4),
    loss: 'random',
  };
  if (chance(0.3)) fields.norm_eps = pick([1e-3, 1e-6]);
  if (fields.norm !== 'batch' || chance(0.4)) return fields;
  const [momentum_convention, momentum] = pick([
    ['pytorch', 0.1],
    ['keras', 0.9],
    ['pytorch', 0.35],
  ]);
  return { ...fields, norm_mode: 'eval', training_batches: whole(0, 3), momentum, momentum_convention };
}

/**
 * Several series of one base, which differ in one to three fields.
 * @param {number} seed
 * @param {number} count
 * @returns {Fields[][]}
 */
export function randomSeries(seed, count) {
  return randomScenarios(seed, count).map((base, at) => {
    const random = generator(seed * 8191 + at);
    const others = randomScenarios(seed + 1 + at, 3);
    const names = Object.keys({ ...base, ...others[0] });
    const changed = Array.from({ length: random.whole(1, 3) }, () => random.pick(names));
    return others.map((other, index) => {
      const own = Object.fromEntries(
        changed.filter((name) => name in other).map((name) => [name, other[name]]),
      );
      return sound({ ...base, ...(index > 0 ? own : {}) });
    });
  });
}

/** Mixed fields as a run may have them: groups that divide, no norm over equal units, no sum of a normalised output. @param {Fields} fields */
function sound(fields) {
  const equal = ['constant', 'zeros'].includes(fields.initialiser);
  /** @type {Fields} */
  const whole = { ...fields, norm: equal ? 'none' : (fields.norm ?? 'none') };
  if (whole.norm !== 'none') whole.loss = 'random';
  const size = fields.width / (fields.groups ?? 8);
  // A norm over two features keeps only their order, and has no gradient but rounding.
  if (whole.norm === 'group' && !(Number.isInteger(size) && size > 2)) whole.groups = 1;
  return whole;
}

/**
 * Records of `normalise`.
 * @param {number} seed
 * @param {number} count
 * @returns {Fields[]}
 */
export function randomNormalises(seed, count) {
  return Array.from({ length: count }, (_, at) => {
    const { whole, pick, chance } = generator(seed * 131071 + at);
    const groups = pick([1, 2, 3]);
    const [batch, width] = [whole(3, 9), groups * whole(2, 5)];
    const list = (/** @type {number} */ length, /** @type {number} */ least) =>
      Array.from({ length }, () => whole(least, 9) / 7);
    /** @type {Fields} */
    const fields = {
      norm: ['batch', 'layer', 'rms', 'group'][at % 4],
      groups,
      batch,
      width,
      seed: whole(0, 1e6),
      stream: pick(['numpy', 'pytorch']),
      input_mean: pick([0, 3]),
      input_std: pick([1, 7]),
    };
    if (chance(0.3)) fields.norm_eps = pick([1e-3, 1e-6]);
    if (chance(0.3)) fields.x = Array.from({ length: batch }, () => list(width, -9));
    if (chance(0.3)) fields.gamma = list(pick([1, width]), 1);
    if (chance(0.3)) fields.beta = list(pick([1, width]), -9);
    if (chance(0.3))
      fields.mask = Array.from({ length: batch }, (_, row) => (row < 2 || chance(0.5) ? 1 : 0));
    if (fields.norm === 'batch' && chance(0.4)) {
      Object.assign(fields, {
        norm_mode: pick(['train', 'eval']),
        running_mean: list(width, -9),
        running_var: list(width, 1),
      });
      Object.assign(fields, pick([{ momentum: 0.2 }, { momentum: 0.95, momentum_convention: 'keras' }]));
    }
    return fields;
  });
}

/**
 * Pairs of records of `symmetry`: equal weights and random ones.
 * @param {number} seed
 * @param {number} count
 * @returns {Fields[][]}
 */
export function randomSymmetries(seed, count) {
  return Array.from({ length: count }, (_, at) => {
    const { whole, pick, chance } = generator(seed * 524287 + at);
    const [batch, inputs] = [whole(2, 20), whole(1, 6)];
    /** @type {Fields} */
    const base = { seed: whole(0, 1e6), batch, inputs, hidden: whole(1, 8) };
    if (chance(0.3)) {
      base.x = Array.from({ length: batch }, () => Array.from({ length: inputs }, () => whole(-8, 8) / 7));
      base.y = Array.from({ length: batch }, () => whole(-8, 8) / 7);
    }
    return [
      { ...base, weights: 'constant', weight_value: pick([0.5, 1, -0.3]) },
      { ...base, weights: 'normal', weight_std: pick([0.5, 1]) },
    ];
  });
}
