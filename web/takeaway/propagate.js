// The run of a scenario as a program: draws, forward pass, backward pass, what is measured and what is printed. What NumPy
// and PyTorch say differently stands in their dialects.
import {
  drawDefinitions,
  hasBias,
  namesOf,
  numpyBlock,
  numpyInput,
  signalShape,
  torchInput,
  torchModules,
  torchNormal,
} from './draws.js';
import { listed, printCall } from './python-cells.js';
import { goesFar } from './python-scenario.js';
import { hole, outside } from './python-text.js';

/** @typedef {import('./python-scenario.js').Fields} Fields */
/** @typedef {import('./python-scenario.js').Column} Column */
/** @typedef {import('./python-text.js').Part} Part */

/**
 * @typedef {object} Dialect
 * @property {boolean} torch
 * @property {(s: Fields) => boolean} knows whether there is a program for it
 * @property {(s: Fields, expression: string) => string} fromNumpy a NumPy array as the run wants it
 * @property {(s: Fields, expression: string) => string} fromTorch a float32 tensor as the run wants it
 * @property {(s: Fields, z: string, exact: boolean) => string} phi the activation of an expression; `exact` where zeros
 *   are counted, which the library's own function may have too many of
 * @property {(s: Fields, exact: boolean) => string} phiName the activation as a function
 * @property {(s: Fields) => string} slope its derivative at `z`
 * @property {(s: Fields, far: boolean) => Fields} measures a quantity to its expression
 * @property {(plan: Plan) => Record<string, string[]>} definitions functions that a program may call
 * @property {(plan: Plan) => string[]} running where BatchNorm keeps its running statistics
 * @property {(plan: Plan) => string[][]} backward slots
 */

/**
 * @typedef {object} Shared what holds for all series, so that their programs stay alike
 * @property {boolean} far whether squares may vanish or overflow
 * @property {boolean} posts whether a norm stands after the sum in any of them
 * @property {boolean} mixed whether their activations differ
 */

/**
 * @typedef {object} Plan what a program of one scenario is made of
 * @property {Fields} s
 * @property {Set<string>} wanted quantities
 * @property {Shared} shared
 * @property {boolean} feedforward
 * @property {'' | 'pre' | 'inside' | 'post'} place of the norm
 * @property {boolean} fixed BatchNorm by running statistics
 * @property {boolean} trains whether training batches come before
 * @property {boolean} backward
 * @property {boolean} pair whether the norm gives its divisor too
 * @property {boolean} output whether the final output is needed
 * @property {boolean} route whether the direct path has to be followed
 * @property {boolean} drawn whether PyTorch draws
 * @property {boolean} listed whether NumPy draws all maps before the first pass
 * @property {string[]} pattern the weights and biases of a block, as a loop takes them apart
 * @property {string[]} kept what the way back needs of each block
 */

/** Quantities with one entry a layer, and whether they are whole. @type {Record<string, boolean>} */
const layers = {
  rms: false,
  mean: false,
  std: false,
  cosine: false,
  nonfinite_count: true,
  zero_fraction: false,
  dead_units: true,
  saturated_fraction: false,
  grad_rms: false,
  weight_grad_norm: false,
  skip_path: false,
};
const numbers = new Set(['gradient_ratio', 'output_rms', 'input_rms', 'first_nonfinite_layer']);

/** @param {Column} column whether a program can print it */
export function isKnown({ name, indices, layer }) {
  if (name === 'weight_grad_norm') return indices.length === 1;
  return indices.length === 0 && (name in layers || (numbers.has(name) && layer === undefined));
}

/**
 * Layers beyond the deepest run stand for its last; what is then said twice is said once.
 * @param {Column[]} columns
 * @param {Fields[]} records
 */
export function fitted(columns, records) {
  const deepest = Math.max(...records.map(({ depth }) => depth));
  const seen = new Map(
    columns.map((column) => {
      const layer = typeof column.layer === 'number' ? Math.min(column.layer, deepest) : column.layer;
      return [JSON.stringify([column.name, column.indices, layer]), { ...column, layer }];
    }),
  );
  return [...seen.values()];
}

/**
 * @param {Fields} s
 * @param {Column[]} columns
 * @param {boolean} torch
 * @param {Shared} shared
 * @returns {Plan}
 */
function planOf(s, columns, torch, shared) {
  const wanted = new Set(columns.map(({ name, indices }) => [name, ...indices].join('_')));
  if (wanted.has('first_nonfinite_layer')) wanted.add('nonfinite_count');
  if (wanted.has('gradient_ratio')) wanted.add('weight_grad_norm_0');
  const backward = [...wanted].some((name) => /^(grad_rms|weight_grad_norm)/.test(name));
  const place = s.norm === 'none' ? '' : s.norm_placement;
  const fixed = s.norm === 'batch' && s.norm_mode === 'eval';
  const trains = fixed && s.training_batches > 0;
  const route = wanted.has('skip_path') && place === 'post' && s.residual === 'add';
  const drawn = s.stream === 'pytorch';
  return {
    s,
    wanted,
    shared,
    feedforward: s.block === 'feedforward',
    place,
    fixed,
    trains,
    backward,
    pair: !torch && (backward || route),
    output: backward || wanted.has('output_rms'),
    route,
    drawn,
    listed: !drawn && (trains || (torch && backward)),
    pattern: namesOf(s).flatMap(({ weight, bias }) => (hasBias(s) ? [weight, bias] : [weight])),
    kept: keptOf(s, place, shared.posts),
  };
}

/** @param {Fields} s @param {string} place of the norm @param {boolean} posts */
function keptOf(s, place, posts) {
  const names = namesOf(s).map(({ weight }) => weight);
  const z = s.activation !== 'identity' || place === 'inside' ? ['z'] : [];
  const second = names.length === 2 ? ['a', names[1]] : [];
  return ['x', names[0], ...z, ...second, ...(place && posts ? ['h'] : []), ...(place ? ['divisor'] : [])];
}

/**
 * Everything that is drawn before the first pass.
 * @param {Plan} plan
 * @param {Dialect} dialect
 * @returns {string[][]}
 */
function draws({ s, trains, backward, drawn, listed }, dialect) {
  const first = trains ? 'inputs' : 'h';
  const count = hole('training_batches', s.training_batches);
  const cotangent = s.loss === 'random' && (backward || trains);
  const slots = drawn ? torchModules(s) : [[`rng = np.random.default_rng(${hole('seed', s.seed)})`], [], []];
  const input = drawn ? dialect.fromTorch(s, torchInput(s)) : dialect.fromNumpy(s, numpyInput(s));
  const grad = dialect.torch && backward ? '.requires_grad_()' : '';
  const block = numpyBlock(s, (draw) => dialect.fromNumpy(s, draw) + grad).map(([, draw]) => draw);
  const tuple = block.length > 1 ? `(${block.join(', ')})` : block[0];
  const maps = `maps = [${tuple} for _ in range(${hole('depth', s.depth)})]`;
  const random = drawn
    ? dialect.fromTorch(s, torchNormal(s))
    : dialect.fromNumpy(s, `rng.normal(0, 1, ${signalShape(s)})`);
  return [
    ...slots,
    [`${first} = ${input}`],
    listed ? [maps] : [],
    cotangent && (drawn || listed) ? [`cotangent = ${random}`] : [],
    trains ? [`batches = [${input} for _ in range(${count})]`] : [],
  ];
}

/** @param {string} expression as the left side of a product */
const factor = (expression) => (outside(expression).includes(' + ') ? `(${expression})` : expression);

/**
 * One block.
 * @param {Plan} plan
 * @param {Dialect} dialect
 * @returns {string[][]} slots
 */
function block(plan, dialect) {
  const { s, place, pair, feedforward, drawn, listed, wanted, trains } = plan;
  const byHand = plan.backward && !dialect.torch;
  const saturated = wanted.has('saturated_fraction') && s.activation !== 'identity';
  const names = namesOf(s);
  const modules = feedforward ? ['first', 'second'] : ['linear'];
  const normalise = (/** @type {string} */ of) => `normalise(${of}${trains ? ', layer' : ''})`;
  const weights = drawn
    ? names.flatMap(({ weight, bias }, at) => [
        [weight, `${modules[at]}.weight.detach().numpy().T`],
        ...(hasBias(s) ? [[bias, `${modules[at]}.bias.detach().numpy()`]] : []),
      ])
    : numpyBlock(s, (draw) => dialect.fromNumpy(s, draw));
  // One short draw goes where it is used; otherwise each has its name.
  const inline = !drawn && !listed && !byHand && weights.length === 1;
  const lines =
    inline || listed || (drawn && dialect.torch) ? [] : weights.map(([name, draw]) => `${name} = ${draw}`);
  /** @param {number} at @param {string} of */
  const map = (at, of) => {
    if (drawn && dialect.torch) return `${modules[at]}(${of})`;
    const product = `${factor(of)} @ ${inline ? weights[0][1] : names[at].weight}`;
    return hasBias(s) ? `${product} + ${names[at].bias}` : product;
  };

  const slots = [lines];
  let now = 'h';
  /** @param {boolean} named @param {string} name @param {string} expression */
  const next = (named, name, expression) => {
    slots.push(named ? [`${name} = ${expression}`] : []);
    now = named ? name.split(',')[0] : expression;
  };
  next(byHand, place === 'pre' ? 'x, divisor' : 'x', place === 'pre' ? normalise(now) : now);
  const z = map(0, now);
  const derived = (byHand && s.activation !== 'identity') || saturated;
  if (place === 'inside') next(pair || derived, pair ? 'z, divisor' : 'z', normalise(z));
  else next(derived, 'z', z);
  const zeros = wanted.has('zero_fraction') || wanted.has('dead_units');
  const phi = plan.shared.mixed
    ? `${hole('phi', dialect.phiName(s, zeros))}(${now})`
    : dialect.phi(s, now, zeros);
  next(zeros || (byHand && feedforward), 'a', phi);
  if (feedforward) now = map(1, now);
  const sum = s.residual === 'add' ? `h + ${now}` : now;
  const follow = (/** @type {string} */ divisor) =>
    plan.route ? [`route = route / ${divisor}`, 'skip_path.append(route.mean())'] : [];
  if (place !== 'post') slots.push([`h = ${sum}`]);
  else if (pair) slots.push([`h, divisor = ${normalise(sum)}`, ...follow('divisor')]);
  else if (plan.route) slots.push([`h = ${sum}`, ...follow('divisor(h)'), `h = ${normalise('h')}`]);
  else slots.push([`h = ${normalise(sum)}`]);
  return slots;
}

/** @param {Plan} plan */
function loopHead(plan) {
  const { s, feedforward, drawn, listed, trains } = plan;
  if (!drawn && !listed) return `for layer in range(${hole('depth', s.depth)}):`;
  const names = plan.pattern;
  const [items, item] = drawn
    ? feedforward
      ? ['blocks', 'first, second']
      : ['linears', 'linear']
    : ['maps', names.join(', ')];
  if (!trains) return `for ${item} in ${items}:`;
  return `for layer, ${item.includes(',') ? `(${item})` : item} in enumerate(${items}):`;
}

/** Quantities that a layer of the forward pass appends. */
const forward = [
  'rms',
  'mean',
  'std',
  'cosine',
  'nonfinite_count',
  'zero_fraction',
  'dead_units',
  'saturated_fraction',
];

/**
 * @param {Plan} plan
 * @param {Dialect} dialect
 * @returns {string[][]} slots
 */
function passes(plan, dialect) {
  const { s, wanted, trains, route } = plan;
  const measures = dialect.measures(s, plan.shared.far);
  const slots = block(plan, dialect);
  const byHand = plan.backward && !dialect.torch;
  const retained = dialect.torch && wanted.has('grad_rms');
  const lists = forward.filter((name) => wanted.has(name));
  if (byHand) lists.push('tape');
  if (retained) lists.push('outputs');
  const final = s.norm !== 'none' && s.final_norm;
  const last = trains ? `, ${hole('depth', s.depth)}` : '';
  const normed = plan.pair ? `y, final_divisor = normalise(h${last})` : `y = normalise(h${last})`;
  const straight = `skip_path = [${s.residual === 'add' ? '1.0' : '0.0'}] * ${hole('depth', s.depth)}`;
  const path = route ? 'skip_path, route = [], 1' : straight;
  const margin = trains ? '    ' : '';
  /** @param {string[]} lines @param {number} deeper */
  const inside = (lines, deeper = 0) => lines.map((line) => margin + '    '.repeat(deeper) + line);
  return [
    wanted.has('input_rms') ? [`input_rms = root_mean_square(${trains ? 'inputs' : 'h'})`] : [],
    trains
      ? [...dialect.running(plan), 'for h in batches + [inputs]:', '    training = h is not inputs']
      : [],
    lists.length > 0 ? inside([`${lists.join(', ')} = ${lists.map(() => '[]').join(', ')}`]) : [],
    wanted.has('skip_path') ? inside([path]) : [],
    inside([loopHead(plan)]),
    ...slots.map((lines) => inside(lines, 1)),
    retained ? inside(['h.retain_grad()', 'outputs.append(h)'], 1) : [],
    ...forward.map((name) => (wanted.has(name) ? inside([`${name}.append(${measures[name]})`], 1) : [])),
    byHand ? inside([`tape.append((${plan.kept.join(', ')}))`], 1) : [],
    final && (plan.output || trains) ? inside([normed]) : [],
    wanted.has('output_rms') ? [`output_rms = root_mean_square(${final ? 'y' : 'h'})`] : [],
    wanted.has('first_nonfinite_layer')
      ? ['first_nonfinite_layer = next((i + 1 for i, n in enumerate(nonfinite_count) if n > 0), "-")']
      : [],
  ];
}

/** @param {Plan} plan the name of what the loss is taken of */
export const outputOf = ({ s }) => (s.norm !== 'none' && s.final_norm ? 'y' : 'h');

/**
 * @param {Plan} plan
 * @param {Column[]} columns
 * @returns {string[]} the cells as Python prints them: pieces of f-strings, or whole arguments
 */
function cells({ s, feedforward }, columns) {
  const maps = feedforward ? 2 : 1;
  return columns.map(({ name, indices, layer }) => {
    const at = layer === 'last' ? s.depth : layer;
    if ((at !== undefined && at > s.depth) || (indices.length > 0 && indices[0] >= maps)) return '-';
    if (name === 'first_nonfinite_layer') return '{first_nonfinite_layer}';
    const style = layers[name] ? '.0f' : '.3e';
    const list = name === 'weight_grad_norm' ? gradientList(feedforward, indices[0]) : name;
    if (name === 'gradient_ratio') {
      const list0 = gradientList(feedforward, 0);
      return `{${list0}[-1] / ${list0}[0]:${style}}`;
    }
    if (!(name in layers)) return `{${name}:${style}}`;
    if (at === undefined) return listed(list, style);
    return `{${list}[${layer === 'last' ? -1 : at - 1}]:${style}}`;
  });
}

/** @param {boolean} feedforward @param {number} map */
export const gradientList = (feedforward, map) =>
  feedforward ? `weight_grad_norm_${map}` : 'weight_grad_norm';

/**
 * @param {{label: string, s: Fields}[]} series
 * @param {Column[]} columns
 * @param {Dialect} dialect
 * @param {string} prefix what stands before the numbers
 * @returns {Part[]}
 */
export function propagateParts(series, columns, dialect, prefix) {
  const shared = {
    far: series.some(({ s }) => goesFar(s)),
    posts: series.some(({ s }) => s.norm !== 'none' && s.norm_placement === 'post'),
    mixed: series.some(({ s }) => s.activation !== series[0].s.activation || s.slope !== series[0].s.slope),
  };
  const parts = series.map(({ label, s }) => {
    const plan = planOf(s, columns, dialect.torch, shared);
    const back = plan.backward ? dialect.backward(plan) : dialect.backward(plan).map(() => []);
    const late = s.loss === 'random' && plan.backward && !plan.drawn && !plan.listed;
    const cotangent = `cotangent = ${dialect.fromNumpy(s, `rng.normal(0, 1, ${signalShape(s)})`)}`;
    const body = [
      ...draws(plan, dialect),
      ...passes(plan, dialect),
      late ? [cotangent] : [],
      ...back,
      printCall(cells(plan, columns), prefix),
    ];
    return { label, fields: s, body, plan };
  });
  // One use of the root mean square is said where it is used.
  const root = /root_mean_square\((\w+(?:\.grad)?)\)/g;
  const uses = Math.max(
    ...parts.map(
      ({ body }) =>
        body
          .flat()
          .join('\n')
          .match(/root_mean_square\(/g)?.length ?? 0,
    ),
  );
  return parts.map(({ label, fields, body, plan }) => {
    const known = { ...drawDefinitions(plan.s), ...dialect.definitions(plan) };
    const direct = known.root_mean_square.at(-1)?.replace(/^ *return /, '') ?? '';
    const said = body.map((lines) =>
      uses === 1 && !shared.far
        ? lines.map((line) => line.replace(root, (_, of) => direct.replace(/\ba\b/g, of)))
        : lines,
    );
    return { label, fields, head: needed(known, said), body: said };
  });
}

/**
 * The definitions that a body calls, and those that they call, in the order in which they are given.
 * @param {Record<string, string[]>} known
 * @param {string[][]} body
 */
export function needed(known, body) {
  let text = body.flat().join('\n');
  /** @type {Set<string>} */
  const names = new Set();
  for (let before = -1; before < names.size;) {
    before = names.size;
    for (const [name, lines] of Object.entries(known)) {
      if (names.has(name) || !new RegExp(`(?<![\\w.])${name}\ue002?\\(`).test(text)) continue;
      names.add(name);
      text += lines.join('\n');
    }
  }
  return new Map(
    Object.keys(known)
      .filter((name) => names.has(name))
      .map((name) => [name, known[name]]),
  );
}
