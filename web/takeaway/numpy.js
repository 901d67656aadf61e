// "Copy as NumPy": the gradients by hand, as NumPy has none.
import { gradientList, outputOf } from './plan.js';
import { hole } from './python-text.js';
import { programOf } from './python-program.js';

/** @typedef {import('./python-scenario.js').Fields} Fields */
/** @typedef {import('./plan.js').Plan} Plan */

const logistic = ['def sigmoid(z):', '    e = np.exp(-abs(z))', '    return np.where(z < 0, e, 1) / (1 + e)'];
const selu = ['1.0507009873554805', '1.6732632423543772'];
const inner = '(8 / np.pi) ** 0.5 * (z + 0.044715 * z ** 3)';

/**
 * Value, derivative and largest derivative of each activation; a value that names z once can be written where it is
 * used, any other gets a function.
 * @type {Record<string, [string, string, number]>}
 */
const activations = {
  identity: ['z', '1', 1],
  relu: ['np.maximum(0, z)', '(z > 0)', 1],
  leaky_relu: ['np.where(z > 0, z, SLOPE * z)', 'np.where(z > 0, 1, SLOPE)', 1],
  elu: ['np.where(z > 0, z, np.expm1(np.minimum(z, 0)))', 'np.exp(np.minimum(z, 0))', 1],
  selu: [
    `${selu[0]} * np.where(z > 0, z, ${selu[1]} * np.expm1(np.minimum(z, 0)))`,
    `${selu[0]} * np.where(z > 0, 1, ${selu[1]} * np.exp(np.minimum(z, 0)))`,
    1.75809934084738,
  ],
  gelu: [
    'z / 2 * erfc(-z / 2 ** 0.5)',
    '(erfc(-z / 2 ** 0.5) / 2 + z * np.exp(-z ** 2 / 2) / (2 * np.pi) ** 0.5)',
    1.12890414518515,
  ],
  gelu_tanh: ['z * sigmoid(inner(z))', 'gelu_tanh_slope(z)', 1.12899306865877],
  silu: ['z * sigmoid(z)', '(sigmoid(z) * (1 + z * sigmoid(-z)))', 1.09983932012887],
  tanh: ['np.tanh(z)', 'np.cosh(z) ** -2.0', 1],
  sigmoid: ['sigmoid(z)', '(sigmoid(z) * sigmoid(-z))', 0.25],
  softplus: ['np.logaddexp(0, z)', 'sigmoid(z)', 1],
  mish: ['z * np.tanh(np.logaddexp(0, z))', 'mish_slope(z)', 1.08849816125173],
  erf: ['erf(z)', '(2 / np.pi ** 0.5 * np.exp(-z ** 2))', 1.12837916709551],
  hardswish: ['z * np.clip(z + 3, 0, 6) / 6', 'np.where(abs(z) < 3, z / 3 + 0.5, z > 0)', 1.5],
  relu6: ['np.clip(z, 0, 6)', '((z > 0) & (z < 6))', 1],
};

/** @param {Fields} s the largest derivative of its activation */
export const steepest = (s) =>
  s.activation === 'leaky_relu' ? Math.max(1, Math.abs(s.slope)) : activations[s.activation][2];

/** @param {Fields} s @param {string} text */
const withSlope = (s, text) => text.replaceAll('SLOPE', hole('slope', s.slope));

/** @param {Fields} s */
const ownFunction = (s) => [
  `def ${s.activation}(z):`,
  `    return ${withSlope(s, activations[s.activation][0])}`,
];

/** @param {Fields} s */
const axis = (s) => (s.norm === 'batch' ? '0' : '-1, keepdims=True');

/** @param {Fields} s a cast to float64, where sums are to be taken in it */
const wide = (s) => (s.precision === 'float32' ? '.astype(float)' : '');

/**
 * The norm and the way back through it.
 * @param {Plan} plan
 * @returns {Record<string, string[]>}
 */
function norms({ s, pair, fixed, trains }) {
  const eps = hole('eps', s.norm_eps);
  const over = axis(s);
  const group = s.norm === 'group';
  const back = group ? '.reshape(len(x), -1)' : '';
  const cut = (/** @type {string} */ of) => `${of}.reshape(len(${of}), ${hole('groups', s.groups)}, -1)`;
  const shape = group ? [`    x = ${cut('x')}`] : [];
  const centred = s.norm === 'rms' ? 'x' : `(x - x.mean(${over}))`;
  const root =
    s.norm === 'rms' ? `np.sqrt((x ** 2).mean(${over}) + ${eps})` : `np.sqrt(x.var(${over}) + ${eps})`;
  /** @param {string} value @param {string} divisor @param {string} after */
  const result = (value, divisor, after) => {
    const whole = (/** @type {string} */ by) => (after ? `(${value} / ${by})${after}` : `${value} / ${by}`);
    return pair
      ? [`    divisor = ${divisor}`, `    return ${whole('divisor')}, divisor`]
      : [`    return ${whole(divisor)}`];
  };
  let normalise = ['def normalise(x):', ...shape, ...result(centred, root, back)];
  if (fixed) normalise = ['def normalise(x):', ...result('x', `np.sqrt(1 + ${eps})`, '')];
  if (trains) {
    const m = s.momentum_convention === 'keras' ? Math.round((1 - s.momentum) * 1e15) / 1e15 : s.momentum;
    const old = Math.round((1 - m) * 1e15) / 1e15;
    /** @param {string} name @param {string} of */
    const update = (name, of) =>
      `        ${name}[layer] = ${hole('old', old)} * ${name}[layer] + ${hole('new', m)} * ${of}`;
    normalise = [
      'def normalise(x, layer):',
      '    if training:',
      '        mean, var = x.mean(0), x.var(0)',
      update('running_mean', 'mean'),
      update('running_var', 'x.var(0, ddof=1)'),
      '    else:',
      '        mean, var = running_mean[layer], running_var[layer]',
      ...result('(x - mean)', `np.sqrt(var + ${eps})`, ''),
    ];
  }
  const g = s.norm === 'rms' ? 'g' : `g - g.mean(${over})`;
  const whole = `(${g} - y * (g * y).mean(${over})) / divisor`;
  return {
    normalise,
    normalise_backward: fixed
      ? ['def normalise_backward(g, y, divisor):', '    return g / divisor']
      : group
        ? [
            'def normalise_backward(g, y, divisor):',
            `    g, y = ${cut('g')}, ${cut('y')}`,
            `    return (${whole}).reshape(len(g), -1)`,
          ]
        : ['def normalise_backward(g, y, divisor):', `    return ${whole}`],
  };
}

/** @type {import('./plan.js').Dialect} */
const dialect = {
  torch: false,
  knows: (s) => Object.hasOwn(activations, s.activation),
  fromNumpy: (s, expression) => (s.precision === 'float32' ? `np.float32(${expression})` : expression),
  fromTorch: (s, expression) => `${expression}${s.precision === 'float32' ? '' : '.double()'}.numpy()`,
  phi(s, z) {
    const value = withSlope(s, activations[s.activation][0]);
    const simple = /^(np\.\w+|\w+)\([^z]*\bz\b[^z]*\)$/.test(value) || s.activation === 'identity';
    return simple ? value.replace(/\bz\b/, z) : `${s.activation}(${z})`;
  },
  phiName: (s) => (s.activation === 'tanh' ? 'np.tanh' : s.activation),
  slope: (s) => withSlope(s, activations[s.activation][1]),
  measures: (s, far) => ({
    rms: 'root_mean_square(h)',
    mean: `h${wide(s)}.mean()`,
    std: far ? 'root_mean_square(h - h.mean())' : `h${wide(s)}.std()`,
    cosine: 'mean_cosine(h)',
    nonfinite_count: '(~np.isfinite(h)).sum()',
    zero_fraction: '(a == 0).mean()',
    dead_units: '(a == 0).all(0).sum()',
    saturated_fraction:
      s.activation === 'identity' ? '0.0' : `(abs(${dialect.slope(s)}) < ${0.05 * steepest(s)}).mean()`,
  }),
  definitions(plan) {
    const { s, shared } = plan;
    const { far } = shared;
    const kind = s.precision === 'float32' ? ', otypes=[np.float32]' : '';
    const squares = `np.sqrt((a${wide(s)} ** 2).mean())`;
    return {
      erf: ['def erf(z):', `    return np.vectorize(math.erf${kind})(z)`],
      erfc: ['def erfc(z):', `    return np.vectorize(math.erfc${kind})(z)`],
      sigmoid: logistic,
      inner: ['def inner(z):', `    return ${inner}`],
      gelu_tanh_slope: [
        'def gelu_tanh_slope(z):',
        '    s = sigmoid(inner(z))',
        '    return s + z * s * (1 - s) * (8 / np.pi) ** 0.5 * (1 + 0.134145 * z ** 2)',
      ],
      mish_slope: [
        'def mish_slope(z):',
        '    softplus = np.logaddexp(0, z)',
        '    return np.tanh(softplus) + z * sigmoid(z) * np.cosh(softplus) ** -2.0',
      ],
      ...(['sigmoid', 'erf'].includes(s.activation) ? {} : { [s.activation]: ownFunction(s) }),
      ...norms(plan),
      mean_cosine: [
        'def mean_cosine(h):  # mean over all pairs of examples that are not zero',
        `    h = h[h.any(1)${far ? ' & np.isfinite(h).all(1)' : ''}]${wide(s)}`,
        ...(far ? ['    h = h / abs(h).max(1, keepdims=True)'] : []),
        '    unit, n = h / np.linalg.norm(h, axis=1, keepdims=True), len(h)',
        '    return ((unit.sum(0) ** 2).sum() - n) / (n * (n - 1)) if n > 1 else np.nan',
      ],
      frobenius: ['def frobenius(a):', '    return root_mean_square(a) * a.size ** 0.5'],
      root_mean_square: far
        ? [
            'def root_mean_square(a):  # whose squares neither vanish nor overflow',
            '    largest = abs(a).max()',
            '    if not 0 < largest < np.inf:',
            '        return largest',
            '    return largest * np.sqrt(((a / largest) ** 2).mean())',
          ]
        : ['def root_mean_square(a):', `    return ${squares}`],
    };
  },
  running: ({ s }) => {
    const places = s.final_norm ? `(${hole('depth', s.depth)} + 1)` : hole('depth', s.depth);
    return [`running_mean, running_var = [0.0] * ${places}, [1.0] * ${places}`];
  },
  backward(plan) {
    const { s, wanted, shared, feedforward, place, kept } = plan;
    const out = outputOf(plan);
    const names = feedforward ? ['W1', 'W2'] : ['W'];
    /** @type {Record<string, string>} */
    const losses = {
      sum: `g = np.ones_like(${out})`,
      mean_square: `g = 2 / ${out}.size * ${out}`,
      random: 'g = cotangent',
    };
    const lists = [
      ...(wanted.has('grad_rms') ? ['grad_rms'] : []),
      ...names.map((_, map) => (wanted.has(`weight_grad_norm_${map}`) ? gradientList(feedforward, map) : '')),
    ].filter(Boolean);
    /** @param {number} map @param {string} input @param {string} gradient */
    const record = (map, input, gradient) => {
      if (!wanted.has(`weight_grad_norm_${map}`)) return [];
      const product = `${input}.T @ ${gradient}`;
      const size = shared.far
        ? `frobenius(${product})`
        : `np.linalg.norm(${wide(s) ? `(${product})${wide(s)}` : product})`;
      return [`    ${gradientList(feedforward, map)}.insert(0, ${size})`];
    };
    const slope = dialect.slope(s);
    const narrow = s.precision === 'float32' && slope.includes('np.where');
    const identity = s.activation === 'identity';
    const second = feedforward ? 'd' : 'g';
    const product = `${second} * ${slope}`;
    const first = identity ? second : 'd';
    const last = place === 'inside' ? 'd' : first;
    const into = `${last} @ ${names[0]}.T`;
    const back = place === 'pre' ? `normalise_backward(${into}, x, divisor)` : into;
    const named = kept.map((name) => (name === 'h' ? 'y' : name));
    return [
      [losses[s.loss]],
      s.norm !== 'none' && s.final_norm ? ['g = normalise_backward(g, y, final_divisor)'] : [],
      [`${lists.join(', ')} = ${lists.map(() => '[]').join(', ')}`],
      [`for ${named.join(', ')} in reversed(tape):`],
      wanted.has('grad_rms') ? ['    grad_rms.insert(0, root_mean_square(g))'] : [],
      place === 'post' ? ['    g = normalise_backward(g, y, divisor)'] : [],
      feedforward ? [...record(1, 'a', 'g'), '    d = g @ W2.T'] : [],
      identity ? [] : [`    d = ${narrow ? `np.float32(${product})` : product}`],
      place === 'inside' ? [`    d = normalise_backward(${first}, z, divisor)`] : [],
      record(0, 'x', last),
      [`    g = ${s.residual === 'add' ? 'g + ' : ''}${back}`],
    ];
  },
};

/**
 * A NumPy program that prints the numbers of a chart, or null where there is none: another kind of chart, a
 * scenario that has no short one, or a column that it cannot print. Where PyTorch's stream is asked for, PyTorch draws.
 * @param {import('./python-program.js').Chart} chart
 * @returns {string | null}
 */
export function asNumPy(chart) {
  return programOf(chart, dialect);
}
