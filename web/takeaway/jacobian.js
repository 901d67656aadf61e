// The Jacobian of an example, layer by layer, as a program: the chain rule in NumPy, autograd in PyTorch.
import { drawDefinitions } from './draws.js';
import { needed, planOf } from './plan.js';
import { block, draws, loopHead } from './propagate.js';
import { printCall } from './python-cells.js';
import { complete, matrixOf, propagateDefaults } from './python-scenario.js';
import { hole, indented } from './python-text.js';

/** @typedef {import('./plan.js').Dialect} Dialect */
/** @typedef {import('./plan.js').Plan} Plan */
/** @typedef {import('./python-scenario.js').Fields} Fields */
/** @typedef {import('./python-series.js').Part} Part */

/** @param {Fields} s whether BatchNorm makes an example depend on the others */
const isTied = (s) => s.norm === 'batch' && s.norm_mode !== 'eval';

/**
 * A Jacobian is taken in float64, of the blocks alone and with nothing behind them.
 * @param {Fields} record
 * @param {Dialect} dialect
 * @returns {Fields | undefined} nothing where there is no program: with running statistics that have to be gathered, and
 *   in NumPy where the examples are tied together
 */
function read(record, { torch, knows }) {
  const s = complete(record, { ...propagateDefaults, example: 0 });
  const given = record.layers?.length > 0 ? matrixOf([record.layers])?.[0] : [];
  if (!s || !given) return undefined;
  Object.assign(s, { precision: 'float64', loss: 'sum', final_norm: false });
  const layers = given.length > 0 ? given : [1, Math.ceil(s.depth / 2), s.depth];
  s.layers = [...new Set(layers)].sort((one, other) => one - other);
  const gathers = s.norm === 'batch' && s.norm_mode === 'eval' && s.training_batches > 0;
  const refused = gathers || (!torch && isTied(s)) || !knows({ ...s, batch: isTied(s) ? s.batch : 1 });
  return refused ? undefined : s;
}

/**
 * The derivatives of one block, from the input's to its own.
 * @param {Plan} plan
 * @param {Dialect} dialect
 * @returns {string[][]} slots
 */
function chained({ s, place, feedforward }, dialect) {
  const [first, second] = feedforward ? ['W1', 'W2'] : ['W'];
  const slots = [];
  let branch = 'J';
  /** @param {string} at @param {string} of */
  const normalised = (at, of) => `normalise_backward(${at}, ${of}, divisor)`;
  /** @param {string} expression */
  const named = (expression) => {
    slots.push([`D = ${expression}`]);
    branch = 'D';
  };
  if (place === 'pre') named(normalised(branch, 'x'));
  branch = `${branch} @ ${first}`;
  if (place === 'inside') named(normalised(branch, 'z'));
  if (s.activation !== 'identity') branch = `${branch} * ${dialect.slope(s)}`;
  if (second) branch = `(${branch}) @ ${second}`;
  const sum = s.residual === 'add' ? `J + ${branch}` : branch;
  slots.push([`J = ${place === 'post' ? normalised(sum, 'h') : sum}`]);
  return slots;
}

/** The norm's derivative is symmetric: what carries gradients back carries these forward. @param {Plan} plan @param {Dialect} dialect */
function byChainRule(plan, dialect) {
  const { s } = plan;
  const one = `${hole('example', s.example)}:${hole('end', s.example + 1)}`;
  return [
    [`h, J = inputs[${one}], np.eye(${hole('width', s.width)})  # one row of J for each input`],
    ['jacobians = []'],
    [loopHead(plan)],
    ...[...block(plan, dialect), ...chained(plan, dialect), ['jacobians.append(J)']].map(indented),
    ['for layer in layers:'],
    ['    s = np.linalg.svd(jacobians[layer - 1], compute_uv=False)  # below 1e-13 of the largest: rounding'],
  ];
}

/** @param {Plan} plan @param {Dialect} dialect */
function byAutograd(plan, dialect) {
  const { s } = plan;
  const at = hole('example', s.example);
  const start = isTied(s) ? ['h = inputs.clone()', `h[${at}] = example`] : ['h = example[None]'];
  const inside = [
    start,
    ['outputs = []'],
    [loopHead(plan)],
    ...[...block(plan, dialect), [`outputs.append(h[${isTied(s) ? at : 0}])`]].map(indented),
    ['return tuple(outputs[layer - 1] for layer in layers)'],
  ];
  return [
    ['def network(example):'],
    ...inside.map(indented),
    [`jacobians = torch.autograd.functional.jacobian(network, inputs[${at}])`],
    ['for layer, J in zip(layers, jacobians):'],
    ['    s = torch.linalg.svdvals(J)  # below 1e-13 of the largest: rounding'],
  ];
}

/**
 * @param {Fields[]} records
 * @param {Dialect} dialect
 * @param {string} prefix what stands before the numbers
 * @returns {Part[] | undefined}
 */
export function jacobianParts(records, dialect, prefix) {
  const series = records.map((record) => read(record, dialect));
  if (series.includes(undefined)) return undefined;
  const known = /** @type {Fields[]} */ (series);
  const { torch } = dialect;
  const shared = {
    far: false,
    posts: known.some(({ norm, norm_placement: place }) => norm !== 'none' && place === 'post'),
    mixed: known.some(({ activation }) => activation !== known[0].activation),
  };
  const median = torch ? 's.quantile(0.5)' : 'np.median(s)';
  const cells = ['{layer:2}', '{s[0]:.3e}', `{${median}:.3e}`, '{(s > 1e-13 * s[0]).sum()}'];
  return known.map((s, at) => {
    // Asked for gradients, NumPy keeps what the chain rule needs of each block.
    const columns = torch ? [] : [{ name: 'grad_rms', indices: [], layer: undefined }];
    const plan = planOf(s, columns, torch, shared);
    plan.listed = torch && !plan.drawn;
    const body = [
      ...draws(plan, dialect, 'inputs'),
      [`layers = [${s.layers.join(', ')}]`],
      ...(torch ? byAutograd : byChainRule)(plan, dialect),
      indented(printCall(cells, prefix)),
    ];
    const head = needed({ ...drawDefinitions(s), ...dialect.definitions(plan) }, body);
    return { label: records[at].label, fields: s, head, body };
  });
}
