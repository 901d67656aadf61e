// The random numbers of a run, in the order in which the core draws them.
import { float, hole } from './python-text.js';
import { fansOf, gainOf, scaleOf } from './python-scenario.js';

/** @typedef {import('./python-scenario.js').Fields} Fields */
/** @typedef {(expression: string) => string} Wrap from a NumPy array to what the program computes with */

/** @param {Fields} s the names of weights and biases, map by map */
export function namesOf(s) {
  const maps = fansOf(s).length === 2 ? ['1', '2'] : [''];
  return maps.map((at) => ({ weight: `W${at}`, bias: `b${at}` }));
}

/** @param {Fields} s */
export const signalShape = (s) => `(${hole('batch', s.batch)}, ${hole('width', s.width)})`;

/** @param {Fields} s whether a bias is added at all */
export const hasBias = (s) => s.bias === 'normal' || s.bias === 'pytorch';

/**
 * NumPy's draw of one weight matrix, fan_in x fan_out.
 * @param {Fields} s
 * @param {number} at which linear map of the block
 */
function numpyWeight(s, at) {
  const [fanIn, fanOut] = fansOf(s)[at];
  const side = (/** @type {number} */ fan) => (fan === s.width ? hole('width', fan) : hole('hidden', fan));
  const shape = `(${side(fanIn)}, ${side(fanOut)})`;
  const suffix = fansOf(s).length === 2 ? at + 1 : '';
  const name = s.initialiser;
  if (name === 'constant') return `np.full(${shape}, ${hole('value', float(s.weight_value))})`;
  if (name === 'zeros') return `np.zeros(${shape})`;
  if (name === 'identity') return `np.eye${shape}`;
  if (name === 'orthogonal') return `orthogonal(${hole('factor', s.gain === 'auto' ? 1 : s.gain)}, ${shape})`;
  if (name.endsWith('uniform') || name.endsWith('uniform_fan_out') || name === 'pytorch_default') {
    const bound = hole(`bound${suffix}`, scaleOf(s, fanIn, fanOut, 3));
    return `rng.uniform(-${bound}, ${bound}, ${shape})`;
  }
  const scale = scaleOf(s, fanIn, fanOut, 1);
  const std = hole(`std${suffix}`, scale);
  if (!name.startsWith('truncated')) return `rng.normal(0, ${std}, ${shape})`;
  const cut = hole('cut', name === 'truncated_normal' ? 2 : `2 * ${scale}`);
  return `truncated(${std}, ${cut}, ${shape})`;
}

/** @param {Fields} s @param {number} at */
function numpyBias(s, at) {
  const [fanIn, fanOut] = fansOf(s)[at];
  const size = fanOut === s.width ? hole('width', fanOut) : hole('hidden', fanOut);
  if (s.bias === 'normal') return `rng.normal(0, ${hole('bias_std', s.bias_std)}, ${size})`;
  return `rng.uniform(-1 / ${fanIn} ** 0.5, 1 / ${fanIn} ** 0.5, ${size})`;
}

/**
 * What NumPy draws for one block: names and expressions in order.
 * @param {Fields} s
 * @param {Wrap} wrap
 * @returns {[string, string][]}
 */
export function numpyBlock(s, wrap) {
  return namesOf(s).flatMap(({ weight, bias }, at) => [
    /** @type {[string, string]} */ ([weight, wrap(numpyWeight(s, at))]),
    ...(hasBias(s) ? [/** @type {[string, string]} */ ([bias, wrap(numpyBias(s, at))])] : []),
  ]);
}

/** @param {Fields} s one batch from NumPy */
export const numpyInput = (s) =>
  `rng.normal(${hole('input_mean', s.input_mean)}, ${hole('input_std', s.input_std)}, ${signalShape(s)})`;

/** @type {Fields} activations whose gain kaiming_normal_ knows */
const nonlinearities = { relu: 'relu', tanh: 'tanh', sigmoid: 'sigmoid', selu: 'selu', identity: 'linear' };

/** @param {Fields} s the words of kaiming_normal_ for the gain, if it has any */
function kaimingWords(s) {
  if (s.gain === 'auto' && s.initialiser.startsWith('he_')) {
    if (s.activation === 'leaky_relu') return String(s.slope);
    const name = nonlinearities[s.activation];
    return name && `nonlinearity="${name}"`;
  }
  const { square } = gainOf(s);
  if (square === 2) return 'nonlinearity="relu"';
  return square === 1 ? 'nonlinearity="linear"' : undefined;
}

/** @param {Fields} s PyTorch's initialiser over `linear.weight` @returns {string[]} */
function torchInitialiser(s) {
  const name = s.initialiser;
  /** @param {string} kind @param {string[]} words */
  const call = (kind, ...words) => [`nn.init.${kind}_(${['linear.weight', ...words].join(', ')})`];
  const gain = s.gain === 'auto' || s.gain === 1 ? [] : [`gain=${hole('factor', s.gain)}`];
  const std = hole('std', scaleOf(s, 0, 0, 1));
  switch (name) {
    case 'pytorch_default':
      return [];
    case 'constant':
      return call('constant', hole('value', s.weight_value));
    case 'zeros':
      return call('zeros');
    case 'identity':
      return call('eye');
    case 'orthogonal':
    case 'xavier_normal':
    case 'xavier_uniform':
      return call(name, ...gain);
    case 'normal':
      return call('normal', '0', std);
    case 'uniform':
      return call('uniform', `-${hole('bound', scaleOf(s, 0, 0, 3))}`, hole('bound', scaleOf(s, 0, 0, 3)));
    case 'truncated_normal':
      return call('trunc_normal', '0', std);
    case 'truncated_normal_two_sigma':
    case 'truncated_normal_corrected':
      return call('trunc_normal', '0', std, `-2 * ${std}`, `2 * ${std}`);
    default: {
      const kind = name.includes('uniform') ? 'uniform' : 'normal';
      const words = kaimingWords(s);
      const out = name.endsWith('fan_out');
      if (words) return call(`kaiming_${kind}`, words, ...(out ? ['mode="fan_out"'] : []));
      const scale = `${hole('factor', gainOf(s).text)} / linear.${out ? 'out' : 'in'}_features ** 0.5`;
      if (kind === 'normal') return call(kind, '0', scale);
      return [`bound = 3 ** 0.5 * ${scale}`, ...call(kind, '-bound', 'bound')];
    }
  }
}

/**
 * PyTorch's modules, in order, and then the initialisers over them.
 * @param {Fields} s
 * @returns {string[][]} slots
 */
export function torchModules(s) {
  const [width, hidden] = [hole('width', s.width), hole('hidden', s.width * s.expansion)];
  const double = s.precision === 'float64';
  const init = [
    ...torchInitialiser(s),
    ...(s.bias === 'zero' ? ['nn.init.zeros_(linear.bias)'] : []),
    ...(s.bias === 'normal' ? [`nn.init.normal_(linear.bias, 0, ${hole('bias_std', s.bias_std)})`] : []),
  ];
  const cast = double ? '.double()' : '';
  const bias = s.bias === 'none' ? ', bias=False' : '';
  const direct = init.length === 0 ? cast : '';
  const linear = (/** @type {string} */ fans) => `nn.Linear(${fans}${bias})${direct}`;
  const depth = hole('depth', s.depth);
  const maps =
    s.block === 'feedforward'
      ? `blocks = [(${linear(`${width}, ${hidden}`)}, ${linear(`${hidden}, ${width}`)}) for _ in range(${depth})]`
      : `linears = [${linear(`${width}, ${width}`)} for _ in range(${depth})]`;
  const all = s.block === 'feedforward' ? '[linear for block in blocks for linear in block]' : 'linears';
  if (double && init.length > 0) init.push('linear.double()  # drawn in float32');
  const loop = init.length > 0 ? [`for linear in ${all}:`, ...init.map((line) => `    ${line}`)] : [];
  return [[`torch.manual_seed(${hole('seed', s.seed)})`], [maps], loop];
}

/** @param {Fields} s one batch from PyTorch, in float32 and then as the run wants it */
export function torchInput(s) {
  const draw = torchNormal(s);
  const [mean, std] = [s.input_mean, s.input_std];
  const scaled = std === 1 ? draw : `${draw} * ${hole('input_std', std)}`;
  const shifted = mean === 0 ? scaled : `${scaled} + ${hole('input_mean', mean)}`;
  return shifted === draw ? draw : `(${shifted})`;
}

/** @param {Fields} s */
export const torchNormal = (s) => `torch.randn${signalShape(s)}`;

/**
 * A matrix from the stream.
 * @param {Fields} s
 * @param {boolean} torch
 * @param {string | number} seed
 */
export function matrixFrom(s, torch, seed) {
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

/** Definitions that draws call. @type {(s: Fields) => Record<string, string[]>} */
export const drawDefinitions = (s) => ({
  truncated: [
    'def truncated(std, cut, shape):',
    '    kept = np.empty(0)',
    '    while kept.size < shape[0] * shape[1]:',
    '        drawn = rng.normal(0, std, shape[0] * shape[1] - kept.size)',
    '        kept = np.append(kept, drawn[abs(drawn) <= cut])',
    '    return kept.reshape(shape)',
  ],
  orthogonal:
    s.block === 'feedforward'
      ? [
          'def orthogonal(gain, shape):',
          '    a = rng.normal(0, 1, shape)',
          '    wide = shape[0] < shape[1]',
          '    q, r = np.linalg.qr(a.T if wide else a)',
          '    q = gain * q * np.sign(np.diag(r))',
          '    return q.T if wide else q',
        ]
      : [
          'def orthogonal(gain, shape):',
          '    q, r = np.linalg.qr(rng.normal(0, 1, shape))',
          '    return gain * q * np.sign(np.diag(r))',
        ],
});
