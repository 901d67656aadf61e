// Running statistics batch by batch, and then one batch in training and at inference, as a program.
import { matrixFrom } from './draws.js';
import { complement, normaliseDefaults, updates } from './normalise.js';
import { printCall } from './python-cells.js';
import { complete } from './python-scenario.js';
import { hole, indented } from './python-text.js';

/** @typedef {import('./python-scenario.js').Fields} Fields */

/** What would have to be said too. */
const unsaid = ['x', 'gamma', 'beta', 'mask', 'running_mean', 'running_var'];

/** @param {Fields} s PyTorch's own BatchNorm, which gathers while it trains @param {string} words */
const batchNorm = (s, words) =>
  `F.batch_norm(x, ${words}${s.norm_eps === 1e-5 ? '' : `, eps=${hole('eps', s.norm_eps)}`})`;

/** @param {Fields} s one training batch more @param {boolean} torch */
function gathered(s, torch) {
  if (!torch) return updates({ s, torch }, 'x');
  const weight = s.momentum_convention === 'keras' ? complement(s.momentum) : s.momentum;
  return [batchNorm(s, `running_mean, running_var, training=True, momentum=${hole('new', weight)}`)];
}

/** @param {Fields} s @param {boolean} torch @param {string} mean @param {string} variance @param {string} words of PyTorch's */
const normalised = (s, torch, mean, variance, words) =>
  torch ? batchNorm(s, words) : `(x - ${mean}) / np.sqrt(${variance} + ${hole('eps', s.norm_eps)})`;

/**
 * @param {Fields} record
 * @param {boolean} torch
 * @param {string} prefix what stands before the numbers
 * @returns {{fields: Fields, body: string[][]} | undefined}
 */
export function momentumBody(record, torch, prefix) {
  const s = complete(record, { ...normaliseDefaults, training_batches: 0 });
  if (!s || s.norm !== 'batch' || unsaid.some((name) => record[name]?.length > 0)) return undefined;
  const seed = s.seed === 0 ? 'batch' : `${hole('seed', s.seed)} + batch`;
  /** @param {string} usual */
  const first = (usual) =>
    `${torch ? 'torch' : 'np'}.${usual}(${hole('width', s.width)})${torch ? '.double()' : ''}`;
  const [biased, unbiased] = torch ? ['0, unbiased=False', '0'] : ['0', '0, ddof=1'];
  /** @param {string[]} names @param {string} [before] */
  const print = (names, before = '') =>
    printCall(
      names.map((name) => `{${name}:.4f}`),
      [prefix, before].filter(Boolean).join(' '),
    );
  const body = [
    [`running_mean, running_var = ${first('zeros')}, ${first('ones')}`],
    [`for batch in range(1, ${hole('end', s.training_batches + 1)}):`],
    indented([`x = ${matrixFrom(s, torch, seed)}`]),
    indented(gathered(s, torch)),
    indented(print(['running_mean[0]', 'running_var[0]'], '{batch:2}')),
    [`x = ${matrixFrom(s, torch, hole('seed', s.seed))}`],
    [`mean, var = x.mean(0), x.var(${biased})`],
    [`y = ${normalised(s, torch, 'mean', 'var', 'None, None, training=True')}`],
    [`unbiased = x.var(${unbiased})`],
    print(['mean[0]', 'var[0]', 'y[0, 0]', 'unbiased[0]'], 'training'),
    [`y = ${normalised(s, torch, 'running_mean', 'running_var', 'running_mean, running_var')}`],
    print(['running_mean[0]', 'running_var[0]', 'y[0, 0]'], 'inference'),
  ];
  return { fields: s, body };
}
