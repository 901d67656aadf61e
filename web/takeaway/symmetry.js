// The symmetry run as a program: a two-layer ReLU network and the gradient of its first layer.
import { printed } from './python-cells.js';
import { complete, matrixOf } from './python-scenario.js';
import { float, hole, literal } from './python-text.js';

/** @typedef {import('./python-scenario.js').Fields} Fields */
/** @typedef {import('./python-scenario.js').Column} Column */

const defaults = {
  seed: 0,
  batch: 32,
  inputs: 4,
  hidden: 6,
  weights: 'constant',
  weight_value: 0.5,
  weight_std: 0.5,
};

/** What can be printed: the names by how many indices lead to a number. @type {Record<string, number>} */
const depths = { gradient: 2, hidden: 2, second_gradient: 2, loss: 0, bias_gradient: 0, distinct_columns: 0 };

/** @param {Column} column */
export const isKnown = ({ name, indices, layer }) =>
  layer === undefined &&
  name in depths &&
  indices.length <= depths[name] &&
  indices.length >= depths[name] - 1;

/**
 * @param {Fields} record
 * @param {boolean} torch
 * @param {string[]} names what is printed
 * @returns {{fields: Fields, body: string[][]} | undefined}
 */
export function symmetryBody(record, torch, names) {
  const s = complete(record, defaults);
  const given = record.x === undefined ? undefined : matrixOf(record.x);
  const targets = record.y === undefined ? undefined : matrixOf([record.y])?.[0];
  if (!s || (record.x !== undefined && (!given || !targets))) return undefined;
  const from = (/** @type {string} */ array) => (torch ? `torch.from_numpy(${array})` : array);
  const [inputs, hidden] = [given ? given[0].length : hole('inputs', s.inputs), hole('hidden', s.hidden)];
  const batch = given ? given.length : hole('batch', s.batch);
  /** @param {string} shape */
  const weights = (shape) => {
    const draw =
      s.weights === 'constant'
        ? `np.full(${shape}, ${hole('value', float(s.weight_value))})`
        : `rng.normal(0, ${hole('std', s.weight_std)}, ${shape})`;
    return from(draw) + (torch ? '.requires_grad_()' : '');
  };
  const x = given ? `np.array(${literal(given)}, dtype=float)` : `rng.normal(0, 1, (${batch}, ${inputs}))`;
  const y = targets
    ? `np.array(${literal(targets)}, dtype=float).reshape(-1, 1)`
    : `rng.normal(0, 1, (${batch}, 1))`;
  const body = [
    given && s.weights === 'constant' ? [] : [`rng = np.random.default_rng(${hole('seed', s.seed)})`],
    [`X = ${from(x)}`],
    [`y = ${from(y)}`],
    [`W1 = ${weights(`(${inputs}, ${hidden})`)}`],
    [`W2 = ${weights(`(${hidden}, 1)`)}`],
    ...(torch ? byAutograd(names) : byHand(String(batch), names)),
    names.includes('distinct_columns')
      ? [
          torch
            ? 'distinct_columns = gradient.round(decimals=10).unique(dim=1).shape[1]'
            : 'distinct_columns = np.unique(gradient.round(10), axis=1).shape[1]',
        ]
      : [],
  ];
  return { fields: s, body };
}

/** @param {string} batch @param {string[]} names */
const byHand = (batch, names) => [
  ['hidden = np.maximum(0, X @ W1)'],
  [`error = (hidden @ W2 - y) / ${batch}`],
  ['gradient = X.T @ (error @ W2.T * (hidden > 0))'],
  names.includes('second_gradient') ? ['second_gradient = hidden.T @ error'] : [],
  names.includes('bias_gradient') ? ['bias_gradient = error.sum()'] : [],
  names.includes('loss') ? [`loss = ${batch} / 2 * (error ** 2).sum()`] : [],
];

/** @param {string[]} names */
const byAutograd = (names) => [
  ['hidden = torch.relu(X @ W1)'],
  ['error = hidden @ W2 - y'],
  ['loss = (error ** 2).mean() / 2'],
  ['loss.backward()'],
  ['gradient = W1.grad'],
  names.includes('second_gradient') ? ['second_gradient = W2.grad'] : [],
  names.includes('bias_gradient') ? ['bias_gradient = error.mean()'] : [],
];

/** @param {Column[]} columns */
export const cells = (columns) =>
  columns.map(({ name, indices }) =>
    printed(name, indices, depths[name], name === 'distinct_columns' ? '' : '.4f'),
  );
