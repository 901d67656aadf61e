// All that labs, charts and controls say in English. A text that needs values is a function; numbers reach it as they
// are to be read, counts as numbers. `german.js` has the same shape.
import { frozen } from './frozen.js';

/**
 * What a notice of the core is about: its own words, the norm's name, a field of the record as it was run (its default
 * where it was left out), and the answer that it came with.
 * @typedef {object} NoticeAbout
 * @property {string} code
 * @property {string} message
 * @property {string} norm
 * @property {(field: string) => any} field
 * @property {any} answer a trace, or what another verb gave
 */

/**
 * What a refusal of the core is about; without `entry` where the field is none, or the problem is about no field.
 * @typedef {object} ProblemAbout
 * @property {import('../../wasm/signalscope.js').Problem} problem
 * @property {import('../../wasm/signalscope.js').FieldEntry | undefined} entry
 * @property {unknown} value that was given, if any
 */

/** @typedef {{value: string, inverse: string, layer: number | null}} VerdictNumbers */
/** @typedef {import('../../wasm/signalscope.js').FieldEntry} FieldEntry */

const small = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** @param {number} count */
const counted = (count) => small[count] ?? String(count);

/** @param {string[]} words */
const listed = (words) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** @param {number} count @param {string} one */
const plural = (count, one) => (count === 1 ? one : `${one}s`);

/** How a signal arrives, beside how it left. @param {string} times */
const sized = (times) => (times === '1' ? 'about as large as it left' : `${times} times as large`);

export default frozen({
  lang: 'en',
  words: { counted, listed },

  // ---- what the core names ---------------------------------------------------------------------------------------
  names: {
    /** A title or a label of a preset. @param {string} text */
    preset: (text) => text,
    /** @param {FieldEntry} entry */
    field: (entry) => entry,
    /** @param {string} _field @param {string} _name @param {string} label as the catalog has it */
    choice: (_field, _name, label) => label,
    /** A momentum with its formula. @param {string} formula */
    formula: (formula) => formula,
  },
  core: {
    /** @type {(about: NoticeAbout) => string | undefined} nothing where the core's own words are to be shown */
    notice: ({ message }) => message,
    /** @type {(about: ProblemAbout) => string | undefined} */
    problem: ({ problem }) => problem.message,
    failed: 'The core could not be started',
  },

  // ---- controls --------------------------------------------------------------------------------------------------
  controls: {
    more: 'more',
    reset: 'reset',
    stop: 'stop',
    again: 'run again',
    auto: 'auto',
    show: 'Show',
    as: 'as',
    limits: 'Limits of',
    norm: 'Norm',
    series: 'Series',
    progress: 'how far the run is',
    /** @param {string} name */
    slider: (name) => `${name}, slider`,
    /** @param {string} label */
    each: (label) => `${label} of each line`,
  },

  // ---- charts ----------------------------------------------------------------------------------------------------
  chart: {
    layer: 'layer',
    depth: 'depth',
    seen: 'batches seen',
    row: 'row',
    column: 'column',
    input: 'input',
    output: 'output',
    unit: 'unit',
    equal: 'equal',
    asTable: 'every value as a table',
    everyValue: 'every value',
    /** The head of a column or a row of cells. @param {number} feature */
    feature: (feature) => `f${feature}`,
    /** @param {number} example */
    example: (example) => `e${example}`,
    /** @param {string} label */
    takeOut: (label) => `${label}: take out of the scale`,
    /** @param {string} value @param {string} unit @param {number} place */
    at: (value, unit, place) => `${value} at ${unit} ${place}`,
    /** @param {string} shown @param {string} all such as `12 × 20` */
    part: (shown, all) => `The first ${shown} of ${all} entries.`,
    /** A colon ends what a narrow chart has room for. @param {string} format */
    below: (format) => `below the smallest ${format}: stored as 0`,
    /** @param {string} format */
    above: (format) => `above the largest ${format}: stored as ∞`,
  },

  // ---- what is measured ------------------------------------------------------------------------------------------
  quantities: {
    rms: { name: 'RMS of the signal after each layer', short: 'RMS' },
    mean: { name: 'mean of the signal after each layer', short: 'mean' },
    std: { name: 'standard deviation of the signal after each layer', short: 'std' },
    cosine: { name: 'mean cosine between examples after each layer', short: 'cosine' },
    zero_fraction: { name: 'share of activations that are exactly zero', short: 'zeros' },
    dead_units: { name: 'units that are zero for the whole batch', short: 'dead units' },
    saturated_fraction: { name: 'share of saturated activations', short: 'saturated' },
    nonfinite_count: { name: 'values that are not finite', short: 'not finite' },
    skip_path: { name: 'factor of the identity route from the input', short: 'direct path' },
    grad_rms: { name: 'RMS of the loss gradient after each layer', short: 'gradient RMS' },
    weight_grad_norm: {
      name: 'norm of the loss gradient of each layer’s weights',
      short: 'weight gradient norm',
    },
  },
  single: { gradient_ratio: 'last over first', output_rms: 'output RMS', input_rms: 'input RMS' },
  columns: {
    /** @param {number} map */
    map: (map) => `, map ${map}`,
    last: 'last layer',
    /** @param {number} layer */
    layer: (layer) => `layer ${layer}`,
    /** @param {number} depth */
    depth: (depth) => `depth ${depth}`,
    verdict: 'verdict',
  },
  verdicts: {
    alone: {
      /** @param {VerdictNumbers} _ */
      stable: ({ value }) => `the signal arrives ${sized(value)}, and a gradient comes back`,
      /** @param {VerdictNumbers} _ */
      signal_zero: ({ value, layer }) =>
        `nothing is left of the signal from layer ${layer} on: its RMS is ${value}`,
      /** @param {VerdictNumbers} _ */
      signal_vanishes: ({ value }) => `the signal vanishes: ${value} of it arrives`,
      /** @param {VerdictNumbers} _ */
      signal_explodes: ({ value }) => `the signal explodes: it arrives ${value} times as large`,
      /** @param {VerdictNumbers} _ */
      not_finite: ({ value, layer }) =>
        `from layer ${layer} on the signal is no longer finite: its RMS is ${value}`,
      /** @param {VerdictNumbers} _ */
      gradient_vanishes: ({ value }) =>
        `the gradient vanishes: ${value} times smaller at the first layer than at the last`,
      /** @param {VerdictNumbers} _ */
      gradient_explodes: ({ inverse }) =>
        `the gradient explodes: ${inverse} times larger at the first layer than at the last`,
      /** @param {VerdictNumbers} _ */
      gradient_zero: ({ value }) => `the first layer receives no gradient: its norm is ${value}`,
      /** @param {VerdictNumbers} _ */
      gradient_not_finite: ({ value, layer }) =>
        `at layer ${layer} the gradient is no longer finite: its norm is ${value}`,
      /** @param {VerdictNumbers} _ */
      loss_constant: ({ value }) =>
        `this loss is constant behind the norm, so its gradient is zero by construction: ${value} at the first layer`,
    },
    /** What becomes of several series; the other codes say that the signal arrives. */
    together: {
      /** @param {string} names @param {boolean} many */
      signal_zero: (names, many) => `${names} ${many ? 'end' : 'ends'} in zeros`,
      /** @param {string} names @param {boolean} many */
      signal_vanishes: (names, many) => `${names} ${many ? 'vanish' : 'vanishes'}`,
      /** @param {string} names @param {boolean} many */
      signal_explodes: (names, many) => `${names} ${many ? 'explode' : 'explodes'}`,
      /** @param {string} names @param {boolean} many */
      not_finite: (names, many) => `${names} ${many ? 'are' : 'is'} no longer finite`,
    },
    /** @param {number} count @param {string} sizes */
    all: (count, sizes) => `${count === 2 ? 'both' : `all ${counted(count)}`} arrive: ${sizes}`,
    /** @param {string} name @param {string} factor */
    only: (name, factor) => `only ${name} arrives, ${sized(factor)}`,
    /** @param {string} names @param {string} fates */
    some: (names, fates) => `${names} arrive, ${fates}`,
    /** @param {number} count @param {string} sizes */
    none: (count, sizes) => `none of the ${counted(count)} arrives as it left: ${sizes}`,
    /** @param {string} value @param {string[]} names */
    level: (value, names) => `${value} for ${names.join('; ')}`,
    /** @param {string} short @param {string} levels */
    levels: (short, levels) => `${short} at the last layer: ${levels}`,
    /** @param {string[]} names */
    noGradient: (names) => `no gradient to compare in ${listed(names)}`,
    /** @param {string} times */
    smaller: (times) => `${times} times smaller`,
    /** @param {string} times */
    larger: (times) => `${times} times larger`,
    /** @param {string} name @param {boolean} ofWeights @param {string} ratio */
    gradient: (name, ofWeights, ratio) =>
      `${name}: ${ofWeights ? 'the weight gradient' : 'the gradient'} is ${ratio} at the first layer than at the last`,
  },

  // ---- what was run ----------------------------------------------------------------------------------------------
  run: {
    /** @param {string} depth @param {string} activation @param {boolean} blocks */
    stack: (depth, activation, blocks) => {
      const unit = blocks ? 'block' : 'layer';
      const named = activation && `${activation} `;
      if (depth === 'L') return `depth L of ${named}${unit}s`;
      return `${depth} ${named}${plural(Number(depth), unit)}`;
    },
    /** @param {string} width */
    width: (width) => `width ${width}`,
    /** @param {string} batch */
    batch: (batch) => `batch ${batch}`,
    /** @param {string} stream @param {string} seed */
    seed: (stream, seed) => `${stream} seed ${seed}`,
    /** @param {string} label @param {string} value */
    setting: (label, value) => `${label.toLowerCase()} ${value}`,
    /** The name of a series that its fields make. @param {string} field @param {string} value */
    part: (field, value) => `${field === 'weight_std' ? 'std' : field.replaceAll('_', ' ')} ${value}`,
    /** @param {number} examples @param {number} features */
    matrix: (examples, features) => `${examples} examples × ${features} features`,
    /** @param {number} features */
    features: (features) => `${features} features`,
  },

  // ---- the labs --------------------------------------------------------------------------------------------------
  link: {
    /** @param {string} was @param {string} version */
    version: (was, version) => `v: was "${was}"; may be ${version}. What is known of the link is used.`,
    /** @param {number} left @param {number} most */
    tooMany: (left, most) => `The link has ${left} fields more than the ${most} that are looked at.`,
    /** @param {string} name @param {string} was @param {string} may names, or none */
    setting: (name, was, may) =>
      may
        ? `${name}: was "${was}"; may be one of ${may}.`
        : `${name}: was "${was}"; this chart has one view.`,
    /** @param {string} name @param {string} was @param {number} rows @param {number} columns */
    cell: (name, was, rows, columns) =>
      `${name}: was "${was}"; may be a number in cell.1.1 to cell.${rows}.${columns}.`,
    /** @param {number} left */
    more: (left) => `${left} more fields of the link cannot be used.`,
    /** @param {string} field @param {string} series @param {number} last */
    series: (field, series, last) =>
      `${field}.${series}: there is no such series; may be ${field}.0${last ? ` to ${field}.${last}` : ''}.`,
  },
  take: {
    title: 'take it away',
    numpy: 'copy as NumPy',
    pytorch: 'copy as PyTorch',
    link: 'link',
    frame: 'frame',
    element: 'element',
    text: 'what was taken',
    /** @param {string} what */
    copied: (what) => `Copied: ${what}.`,
    /** @param {string} what */
    select: (what) => `The clipboard is closed here. Select and copy: ${what}.`,
    /** @param {string} name of a file */
    saved: (name) => `Saved as ${name}.`,
    /** @param {string} name of a file */
    refused: (name) => `This frame may save no file: ${name}. The link opens the chart in a page that may.`,
    /** @param {string} what a library */
    noProgram: (what) => `There is no short ${what} program for these fields.`,
  },
  signal: {
    views: {
      rms: 'forward',
      grad_rms: 'backward',
      'weight_grad_norm[0]': 'weight gradients',
      'weight_grad_norm[1]': 'weight gradients, second map',
      skip_path: 'direct path',
    },
    value: 'value',
    factor: 'factor a layer',
    /** @param {string} quantity */
    factorOf: (quantity) => `factor a layer of the ${quantity.replace(/ (after|of) each.*/, '')}`,
    stopped: 'Stopped. The lines end where the run did.',
    /** The series run side by side, so that this is no time that went by. @param {number} milliseconds */
    computed: (milliseconds) =>
      `Computed in this browser, ${
        milliseconds < 1
          ? 'less than a millisecond'
          : milliseconds < 1000
            ? `${Math.round(milliseconds)} ms`
            : `${(milliseconds / 1000).toFixed(1)} s`
      } of work.`,
    asTable: 'every layer as a table',
    everyLayer: 'every layer',
  },
  bench: {
    title: 'The bench',
    lead: 'Your own runs',
    stack: 'the stack',
    weights: 'the weights',
    norm: 'the norm',
    run: 'the run',
    /** @param {string} legend @param {string} name */
    of: (legend, name) => `${legend} of ${name}`,
    /** @param {string} name */
    add: (name) => `add a copy of ${name}`,
    /** @param {string} name */
    remove: (name) => `remove ${name}`,
    defaults: 'every field at its default',
  },
  cost: {
    rows: {
      layer_norm: 'LayerNorm',
      rms_norm: 'RMSNorm',
      block: 'a whole feed-forward block',
      share_of_norm: 'the mean, as a share of LayerNorm',
      share_of_block: 'the mean, as a share of the block',
    },
    title: 'Not measured yet',
    /** @param {string} ofNorm @param {string} ofBlock @param {boolean} sure */
    finding: (ofNorm, ofBlock, sure) =>
      `The mean takes ${ofNorm} of LayerNorm and ${ofBlock} of the block${sure ? '' : ' (within the noise of this measurement)'}`,
    before: 'press the button; it takes about a second',
    /** @param {number} rounds */
    rounds: (rounds) => `forward, by turns, ${rounds} rounds`,
    how: 'median and quartiles, in this browser',
    median: 'median',
    first: 'first quartile',
    third: 'third quartile',
    running: 'measuring …',
    again: 'measure again',
    measure: 'measure',
  },
  depths: {
    views: {
      'weight_grad_norm[1]@last': {
        label: 'last layer’s gradient',
        short: 'the weight gradient of the last layer’s second map',
      },
      'rms@last': { label: 'growth', short: 'the RMS that leaves the last block' },
      'skip_path@last': { label: 'direct path', short: 'the factor of the identity route' },
    },
    guide: 'as 1/√L',
    before: 'The same three stacks at five depths',
    /** @param {string} view @param {number} from @param {number} to @param {string} parts */
    finding: (view, from, to, parts) => `${view}, ${from} to ${to} blocks: ${parts}`,
  },
  jacobian: {
    /** @param {string} label @param {number} rank @param {number} of @param {string} median */
    finding: (label, rank, of, median) => `${label}: rank ${rank} of ${of}, median singular value ${median}`,
    /** @param {number} example */
    quantity: (example) => `singular values of ∂(layer)/∂(input), example ${example}`,
    running: 'Computing the matrices …',
    legend: 'The bar is the median; what is exactly 0 lies in the lane below.',
    largest: 'largest',
    median: 'median',
    rank: 'rank',
    number: 'singular value',
  },
  momentum: {
    mean: 'running mean',
    variance: 'running variance',
    each: 'each batch',
    /** @param {string} value @param {string} name */
    by: (value, name) => `${value} by ${name}’s statistics`,
    /** @param {string} input @param {string} train @param {string[]} inference */
    finding: (input, train, inference) =>
      `One input, ${input}: ${train} in training, at inference ${inference.join(' and ')}`,
    /** @param {string} label */
    what: (label) => `${label} of feature 1 after each batch`,
    source: 'where the statistics come from',
    training: 'in training',
    alone: 'this batch alone; it stores the unbiased variance, ',
    /** @param {number} count */
    seen: (count) => `${count} batch${count === 1 ? '' : 'es'} seen`,
  },
  statistic: { mean: 'mean', variance: 'variance', meanSquare: 'mean square', output: 'output' },
  neighbours: {
    /** @param {string} name @param {number} moved @param {number} all */
    part: (name, moved, all) => `${name}: ${moved ? counted(moved) : 'none'} of ${counted(all)} outputs`,
    /** @param {string} parts */
    finding: (parts) => `What changes with the neighbours: ${parts}`,
    /** @param {number} others */
    what: (others) => `the output of one example among ${others} others, three times`,
    /** @param {string} stream @param {number} first @param {number} last */
    seeds: (stream, first, last) => `${stream} seeds ${first} to ${last}`,
    /** @param {string} name @param {string} letter */
    among: (name, letter) => `${name}, neighbours ${letter}`,
  },
  normalise: {
    output_mean_max: 'largest mean of the output',
    output_std_min: 'smallest standard deviation',
    mean_scatter: 'scatter of the means',
  },
  padding: {
    /** @param {string} label @param {string} mean @param {number} count */
    part: (label, mean, count) => `${label} ${mean} over ${count} values`,
    /** @param {string} parts */
    finding: (parts) => `First mean: ${parts}`,
    mask: 'the mask says what is data',
    /** @param {number} example */
    example: (example) => `example ${example}`,
  },
  scatter: {
    /** @param {string} value */
    of: (value) => `scatter ${value}`,
    /** @param {string} value @param {string} name */
    part: (value, name) => `${value} with ${name}`,
    /** @param {string} parts */
    finding: (parts) => `Scatter of the means: ${parts}`,
    what: 'one dot a mean, by feature for BatchNorm, by example for LayerNorm',
    /** Follows the number of outputs that are so. @param {number} outputs */
    ones: (outputs) => `of ${outputs} outputs are 1.0000 or −1.0000`,
    outputs: 'everything that leaves the norm',
  },
  statistics: {
    title: 'What a norm averages over',
    /** @param {string} name @param {number} example */
    padding: (name, example) => `${name}: the padding of example ${example} enters no statistic`,
    /** @param {string} name @param {boolean} byFeature @param {number} at @param {number} others */
    shares: (name, byFeature, at, others) =>
      `${name}: a cell of ${byFeature ? 'feature' : 'example'} ${at} shares its statistic with ${counted(others)} ${plural(others, 'other')}`,
    text: 'the matrix of the text',
    /** @param {number} cells @param {number} outputs */
    edits: (cells, outputs) =>
      `${counted(cells)} ${plural(cells, 'cell')} changed, ${counted(outputs)} ${plural(outputs, 'output')} moved`,
    /** @param {number} example @param {number} feature */
    cell: (example, feature) => `Input of example ${example}, feature ${feature}`,
    help: 'The value of the chosen cell.',
    caption: 'statistics',
    values: 'values',
    /** @param {number} feature */
    feature: (feature) => `feature ${feature}`,
    /** @param {number} example */
    example: (example) => `example ${example}`,
    /** @param {number} example @param {number} group */
    group: (example, group) => `e${example}, group ${group}`,
  },
  symmetry: {
    /** @param {number} distinct @param {number} all */
    columns: (distinct, all) => {
      if (all === 1) return 'there is one column';
      if (distinct === 1) return `all ${counted(all)} columns are equal`;
      return distinct === all
        ? `all ${counted(all)} differ`
        : `${counted(distinct)} of ${counted(all)} differ`;
    },
    what: 'loss gradient of the first layer’s weights',
    /** @param {number} inputs @param {number} hidden @param {number} batch */
    network: (inputs, hidden, batch) => `${inputs} inputs, ${hidden} hidden ReLU units, batch ${batch}`,
    differ: 'Columns that differ:',
    /** @param {number} columns */
    of: (columns) => `of ${columns}`,
  },
});
