// "Copy as PyTorch": its own modules for its own stream, NumPy's numbers for NumPy's, and autograd.
import { steepest } from './numpy.js';
import { gradientList, outputOf } from './plan.js';
import { hole } from './python-text.js';
import { programOf } from './python-program.js';

/** @typedef {import('./python-scenario.js').Fields} Fields */

/** The function of each activation, and the words that it takes. @type {Record<string, string>} */
const activations = {
  identity: 'Z',
  relu: 'torch.relu(Z)',
  leaky_relu: 'F.leaky_relu(Z, SLOPE)',
  elu: 'F.elu(Z)',
  selu: 'F.selu(Z)',
  gelu: 'F.gelu(Z)',
  gelu_tanh: 'F.gelu(Z, approximate="tanh")',
  silu: 'F.silu(Z)',
  tanh: 'torch.tanh(Z)',
  sigmoid: 'torch.sigmoid(Z)',
  softplus: 'F.softplus(Z)',
  mish: 'F.mish(Z)',
  erf: 'torch.erf(Z)',
  hardswish: 'F.hardswish(Z)',
  relu6: 'F.relu6(Z)',
};

/** Where zeros are counted: F.gelu has some far below 0 that are none. */
const countable = ['gelu', 'gelu_tanh'];

/** Near 0, F.elu and F.selu are differences of nearly equal numbers. */
const small = ['elu', 'selu'];

/** @param {Fields} s whether the signal keeps its size, as far as fields tell */
const isSteady = (s) =>
  s.norm !== 'none' ||
  (['he_normal', 'he_uniform'].includes(s.initialiser) && s.gain === 'auto' && s.block === 'linear');

/** @param {Fields} s @param {boolean} exact whether zeros are counted */
function functionOf(s, exact) {
  const own = (exact && countable.includes(s.activation)) || (!isSteady(s) && small.includes(s.activation));
  return own ? `${s.activation}(Z)` : activations[s.activation].replace('SLOPE', hole('slope', s.slope));
}

/** @param {Fields} s a cast to float64, where sums are to be taken in it */
const wide = (s) => (s.precision === 'float32' ? '.double()' : '');

/** @param {number} eps @param {number} usual */
const epsWord = (eps, usual) => (eps === usual ? '' : `, eps=${hole('eps', eps)}`);

/**
 * @param {import('./plan.js').Plan} plan
 * @returns {string[]}
 */
function normalise({ s, fixed, trains }) {
  const eps = epsWord(s.norm_eps, 1e-5);
  if (trains) {
    const m = s.momentum_convention === 'keras' ? Math.round((1 - s.momentum) * 1e15) / 1e15 : s.momentum;
    const words = `training=training, momentum=${hole('new', m)}${eps}`;
    return [
      'def normalise(x, layer):',
      `    return F.batch_norm(x, running_mean[layer], running_var[layer], ${words})`,
    ];
  }
  if (fixed) return ['def normalise(x):', `    return x / (1 + ${hole('eps', s.norm_eps)}) ** 0.5`];
  /** @type {Record<string, string>} */
  const bodies = {
    batch: `F.batch_norm(x, None, None, training=True${eps})`,
    layer: `F.layer_norm(x, x.shape[1:]${eps})`,
    group: `F.group_norm(x, ${hole('groups', s.groups)}${eps})`,
    rms: `x / ((x ** 2).mean(-1, keepdim=True) + ${hole('eps', s.norm_eps)}).sqrt()`,
  };
  return ['def normalise(x):', `    return ${bodies[s.norm]}`];
}

/** @param {import('./plan.js').Plan} plan what a norm divides by, for the direct path @returns {string[]} */
function divisor({ s, fixed, trains }) {
  const eps = hole('eps', s.norm_eps);
  if (trains)
    return [
      'def divisor(x):',
      `    return ((x.var(0, unbiased=False) if training else running_var[layer]) + ${eps}).sqrt()`,
    ];
  if (fixed) return ['def divisor(x):', `    return torch.tensor(1 + ${eps}).double().sqrt()`];
  /** @type {Record<string, string>} */
  const squares = {
    batch: 'x.var(0, unbiased=False)',
    layer: 'x.var(-1, unbiased=False)',
    group: `x.reshape(len(x), ${hole('groups', s.groups)}, -1).var(-1, unbiased=False)`,
    rms: '(x ** 2).mean(-1)',
  };
  return ['def divisor(x):', `    return (${squares[s.norm]} + ${eps}).sqrt()`];
}

/** @type {import('./plan.js').Dialect} */
const dialect = {
  torch: true,
  // F.group_norm refuses a single value a group.
  knows: (s) =>
    Object.hasOwn(activations, s.activation) &&
    !(s.norm === 'group' && s.batch === 1 && s.groups === s.width),
  fromNumpy: (s, expression) =>
    `torch.from_numpy(${expression})${s.precision === 'float32' ? '.float()' : ''}`,
  fromTorch: (s, expression) => `${expression}${s.precision === 'float32' ? '' : '.double()'}`,
  phi: (s, z, exact) => functionOf(s, exact).replace('Z', z),
  phiName(s, exact) {
    const own = functionOf(s, exact).replace(hole('slope', s.slope), s.slope);
    const [, name] = /^([\w.]+)\(Z\)$/.exec(own) ?? [];
    return name ?? `(lambda z: ${own.replace('Z', 'z')})`;
  },
  slope: () => 'slope_at(z)',
  measures: (s, far) => ({
    rms: 'root_mean_square(h)',
    mean: `h${wide(s)}.mean()`,
    std: far ? 'root_mean_square(h - h.mean())' : `h${wide(s)}.std(unbiased=False)`,
    cosine: 'mean_cosine(h)',
    nonfinite_count: '(~h.isfinite()).sum()',
    zero_fraction: '(a == 0).double().mean()',
    dead_units: '(a == 0).all(0).sum()',
    saturated_fraction:
      s.activation === 'identity' ? '0.0' : `(slope_at(z).abs() < ${0.05 * steepest(s)}).double().mean()`,
  }),
  definitions(plan) {
    const { s, shared } = plan;
    const { far } = shared;
    return {
      normalise: normalise(plan),
      divisor: divisor(plan),
      elu: ['def elu(z):', '    return torch.where(z > 0, z, torch.expm1(z.clamp(max=0)))'],
      selu: [
        'def selu(z):',
        '    return 1.0507009873554805 * torch.where(z > 0, z, 1.6732632423543772 * torch.expm1(z.clamp(max=0)))',
      ],
      gelu: ['def gelu(z):', '    return z / 2 * torch.special.erfc(-z / 2 ** 0.5)'],
      gelu_tanh: [
        'def gelu_tanh(z):',
        '    return z * F.logsigmoid((8 / math.pi) ** 0.5 * (z + 0.044715 * z ** 3)).exp()',
      ],
      slope_at: [
        'def slope_at(z):',
        '    z = z.detach().requires_grad_()',
        `    return torch.autograd.grad(${dialect.phi(s, 'z', false)}.sum(), z)[0]`,
      ],
      mean_cosine: [
        'def mean_cosine(h):  # mean over all pairs of examples that are not zero',
        `    h = h[(h != 0).any(1)${far ? ' & h.isfinite().all(1)' : ''}]${wide(s)}`,
        ...(far ? ['    h = h / h.abs().amax(1, keepdim=True)'] : []),
        '    unit, n = h / h.norm(dim=1, keepdim=True), len(h)',
        '    return ((unit.sum(0) ** 2).sum() - n) / (n * (n - 1)) if n > 1 else torch.nan',
      ],
      frobenius: ['def frobenius(a):', '    return root_mean_square(a) * a.numel() ** 0.5'],
      root_mean_square: far
        ? [
            'def root_mean_square(a):  # whose squares neither vanish nor overflow',
            '    largest = a.abs().max()',
            '    if not 0 < largest < torch.inf:',
            '        return largest',
            '    return largest * ((a / largest) ** 2).mean().sqrt()',
          ]
        : ['def root_mean_square(a):', `    return (a${wide(s)} ** 2).mean().sqrt()`],
    };
  },
  running: ({ s, feedforward }) => {
    const width =
      s.norm_placement === 'inside' && feedforward
        ? hole('hidden', s.width * s.expansion)
        : hole('width', s.width);
    const cast = s.precision === 'float32' ? '' : '.double()';
    return ['mean', 'var'].flatMap((name) => {
      const kind = name === 'mean' ? 'zeros' : 'ones';
      const list = `running_${name} = [torch.${kind}(${width})${cast} for _ in range(${hole('depth', s.depth)})]`;
      return s.final_norm
        ? [list, `running_${name}.append(torch.${kind}(${hole('width', s.width)})${cast})`]
        : [list];
    });
  },
  backward(plan) {
    const { s, wanted, shared, feedforward, drawn } = plan;
    const out = outputOf(plan);
    /** @type {Record<string, string>} */
    const losses = {
      sum: `${out}.sum().backward()`,
      mean_square: `(${out} ** 2).mean().backward()`,
      random: `${out}.backward(cotangent)`,
    };
    const names = feedforward ? ['W1', 'W2'] : ['W'];
    const all = plan.pattern.join(', ');
    const items = drawn ? (feedforward ? 'first, second in blocks' : 'linear in linears') : `${all} in maps`;
    const lists = names.map((name, map) => {
      if (!wanted.has(`weight_grad_norm_${map}`)) return [];
      const grad = `${drawn ? `${feedforward ? ['first', 'second'][map] : 'linear'}.weight` : name}.grad`;
      const size = shared.far ? `frobenius(${grad})` : `${grad}${wide(s)}.norm()`;
      return [`${gradientList(feedforward, map)} = [${size} for ${items}]`];
    });
    return [
      [losses[s.loss]],
      wanted.has('grad_rms') ? ['grad_rms = [root_mean_square(h.grad) for h in outputs]'] : [],
      ...lists,
    ];
  },
};

/**
 * A PyTorch program that prints the numbers of a chart, or null where there is none: another kind of chart, a
 * scenario that has no short one, or a column that it cannot print. Where NumPy's stream is asked for, NumPy draws.
 * @param {import('./python-program.js').Chart} chart
 * @returns {string | null}
 */
export function asPyTorch(chart) {
  return programOf(chart, dialect);
}
