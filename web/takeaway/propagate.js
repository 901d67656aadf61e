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
import { gradientList, layers, listName, needed, outputOf, planOf } from './plan.js';
import { listed, printCall } from './python-cells.js';
import { goesFar } from './python-scenario.js';
import { hole, outside } from './python-text.js';

/** @typedef {import('./plan.js').Dialect} Dialect */
/** @typedef {import('./plan.js').Plan} Plan */
/** @typedef {import('./python-scenario.js').Fields} Fields */
/** @typedef {import('./python-scenario.js').Column} Column */
/** @typedef {import('./python-series.js').Part} Part */

/**
 * All maps that NumPy draws, on one line where that is short (holes lengthen it here by a third).
 * @param {Fields} s
 * @param {(draw: string) => string} wrap
 */
function listedMaps(s, wrap) {
  const block = numpyBlock(s, wrap);
  const range = `range(${hole('depth', s.depth)})`;
  const one = `maps = [${block[0][1]} for _ in ${range}]`;
  if (block.length === 1 && one.length < 140) return [one];
  const names = block.map(([name]) => name).join(', ');
  return [
    'maps = []',
    `for _ in ${range}:`,
    ...block.map(([name, draw]) => `    ${name} = ${draw}`),
    `    maps.append(${block.length > 1 ? `(${names})` : names})`,
  ];
}

/**
 * Everything that is drawn before the first pass.
 * @param {Plan} plan
 * @param {Dialect} dialect
 * @param {string} [first] the name of the input
 * @returns {string[][]}
 */
export function draws({ s, trains, backward, drawn, listed }, dialect, first = trains ? 'inputs' : 'h') {
  const count = hole('training_batches', s.training_batches);
  const cotangent = s.loss === 'random' && (backward || trains);
  const slots = drawn ? torchModules(s) : [[`rng = np.random.default_rng(${hole('seed', s.seed)})`], [], []];
  const input = drawn ? dialect.fromTorch(s, torchInput(s)) : dialect.fromNumpy(s, numpyInput(s));
  const grad = dialect.torch && backward ? '.requires_grad_()' : '';
  const maps = listedMaps(s, (draw) => dialect.fromNumpy(s, draw) + grad);
  const random = drawn
    ? dialect.fromTorch(s, torchNormal(s))
    : dialect.fromNumpy(s, `rng.normal(0, 1, ${signalShape(s)})`);
  return [
    ...slots,
    [`${first} = ${input}`],
    listed ? maps : [],
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
export function block(plan, dialect) {
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
export function loopHead(plan) {
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
  const lists = forward.filter((name) => wanted.has(name)).map(listName);
  if (byHand) lists.push('tape');
  if (retained) lists.push('outputs');
  const final = outputOf(plan) === 'y';
  const last = trains ? `, ${hole('depth', s.depth)}` : '';
  const normed = plan.pair ? `y, final_divisor = normalise(h${last})` : `y = normalise(h${last})`;
  const straight = `skip_path = [${s.residual === 'add' ? '1.0' : '0.0'}] * ${hole('depth', s.depth)}`;
  const path = route ? 'skip_path, route = [], 1' : straight;
  const margin = trains ? '    ' : '';
  /** @param {string[]} lines @param {number} deeper */
  const inside = (lines, deeper = 0) => lines.map((line) => margin + '    '.repeat(deeper) + line);
  return [
    wanted.has('input_rms') ? [`input_rms = root_mean_square(${trains ? 'inputs' : 'h'})`] : [],
    trains ? dialect.running(plan) : [],
    trains ? ['for h in batches + [inputs]:'] : [],
    trains ? ['    training = h is not inputs'] : [],
    lists.length > 0 ? inside([`${lists.join(', ')} = ${lists.map(() => '[]').join(', ')}`]) : [],
    wanted.has('skip_path') ? inside([path]) : [],
    inside([loopHead(plan)]),
    ...slots.map((lines) => inside(lines, 1)),
    retained ? inside(['h.retain_grad()', 'outputs.append(h)'], 1) : [],
    ...forward.map((name) =>
      wanted.has(name) ? inside([`${listName(name)}.append(${measures[name]})`], 1) : [],
    ),
    byHand ? inside([`tape.append((${plan.kept.join(', ')}))`], 1) : [],
    final && (plan.output || trains) ? inside([normed]) : [],
    wanted.has('output_rms') ? [`output_rms = root_mean_square(${final ? 'y' : 'h'})`] : [],
    wanted.has('first_nonfinite_layer')
      ? ['first_nonfinite_layer = next((i + 1 for i, n in enumerate(nonfinite_count) if n > 0), "-")']
      : [],
  ];
}

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
    const list = name === 'weight_grad_norm' ? gradientList(feedforward, indices[0]) : listName(name);
    if (name === 'gradient_ratio') {
      const list0 = gradientList(feedforward, 0);
      return `{${list0}[-1] / ${list0}[0]:${style}}`;
    }
    if (!(name in layers)) return `{${name}:${style}}`;
    if (at === undefined) return listed(list, style);
    return `{${list}[${layer === 'last' ? -1 : at - 1}]:${style}}`;
  });
}

/**
 * Everything between the imports and the definitions, and the print at the end.
 * @param {Plan} plan
 * @param {Column[]} columns
 * @param {Dialect} dialect
 * @param {string} prefix
 * @returns {string[][]} slots
 */
function bodyOf(plan, columns, dialect, prefix) {
  const { s, backward, drawn, listed: before } = plan;
  const late = s.loss === 'random' && backward && !drawn && !before;
  const cotangent = `cotangent = ${dialect.fromNumpy(s, `rng.normal(0, 1, ${signalShape(s)})`)}`;
  return [
    ...draws(plan, dialect),
    ...passes(plan, dialect),
    late ? [cotangent] : [],
    ...dialect.backward(plan).map((lines) => (backward ? lines : [])),
    printCall(cells(plan, columns), prefix),
  ];
}

/**
 * One use of the root mean square is said where it is used.
 * @param {string[][]} body
 * @param {string[]} definition
 */
function inlined(body, definition) {
  const direct = definition[1].replace(/^ *return /, '');
  /** @param {string} _ @param {string} of */
  const said = (_, of) => direct.replace(/\ba\b/g, of);
  return body.map((lines) =>
    lines.map((line) => line.replace(/root_mean_square\((\w+(?:\.grad)?)\)/g, said)),
  );
}

/** @param {string[][]} body */
const usesOfRoot = (body) => body.flat().join('\n').split('root_mean_square(').length - 1;

/**
 * @param {{label: string, s: Fields}[]} series
 * @param {Column[]} columns
 * @param {Dialect} dialect
 * @param {string} prefix what stands before the numbers
 * @returns {Part[]}
 */
export function propagateParts(series, columns, dialect, prefix) {
  const [{ s: first }] = series;
  const shared = {
    far: series.some(({ s }) => goesFar(s)),
    posts: series.some(({ s }) => s.norm !== 'none' && s.norm_placement === 'post'),
    mixed: series.some(({ s }) => s.activation !== first.activation),
  };
  const plans = series.map(({ s }) => planOf(s, columns, dialect.torch, shared));
  const bodies = plans.map((plan) => bodyOf(plan, columns, dialect, prefix));
  const once = !shared.far && Math.max(...bodies.map(usesOfRoot)) === 1;
  return series.map(({ label, s }, at) => {
    const known = { ...drawDefinitions(s), ...dialect.definitions(plans[at]) };
    const body = once ? inlined(bodies[at], known.root_mean_square) : bodies[at];
    return { label, fields: s, head: needed(known, body), body };
  });
}
