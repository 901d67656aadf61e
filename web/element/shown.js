// How the element shows each preset: in which lab, and which fields its reader may move unless `controls` says so.

/** @typedef {import('../labs/lab.js').Lab} Lab */
/** @typedef {{new (): Lab} & import('../register.js').Registrable} LabClass */

/** A lab comes with the first element that needs it. @type {Record<string, () => Promise<LabClass>>} */
const labs = {
  signal: async () => (await import('../labs/signal-lab.js')).SignalLab,
  symmetry: async () => (await import('../labs/symmetry-lab.js')).SymmetryLab,
  normalise: async () => (await import('../labs/normalise-lab.js')).NormaliseLab,
  cells: async () => (await import('../labs/statistics-lab.js')).StatisticsLab,
  scatter: async () => (await import('../labs/scatter-lab.js')).ScatterLab,
  padding: async () => (await import('../labs/padding-lab.js')).PaddingLab,
  momentum: async () => (await import('../labs/momentum-lab.js')).MomentumLab,
  neighbours: async () => (await import('../labs/neighbours-lab.js')).NeighboursLab,
  jacobian: async () => (await import('../labs/jacobian-lab.js')).JacobianLab,
  depths: async () => (await import('../labs/depth-lab.js')).DepthLab,
};

/**
 * @typedef {object} Shown
 * @property {string} lab a row of `labs`
 * @property {string} fields the controls under the chart
 * @property {string} [more] those behind "more"; all others where a signal lab has none of its own
 * @property {string} [quantities] the views of a signal lab, the first one first
 */

/** @type {Record<string, Shown>} */
const table = {
  initialisation: { lab: 'signal', fields: 'weight_std depth width batch seed activation' },
  'xavier-and-tanh': { lab: 'signal', fields: 'activation depth width batch seed gain' },
  residual: {
    lab: 'signal',
    quantities: 'weight_grad_norm[0] grad_rms rms',
    fields: 'depth width batch seed activation initialiser',
  },
  placement: {
    lab: 'signal',
    quantities: 'rms grad_rms weight_grad_norm[1] skip_path',
    fields: 'norm_placement depth width batch seed norm activation',
  },
  block: {
    lab: 'signal',
    quantities: 'rms cosine grad_rms weight_grad_norm[0] weight_grad_norm[1] skip_path',
    fields: 'residual depth width batch seed norm norm_placement',
  },
  'train-and-eval': {
    lab: 'signal',
    quantities: 'rms grad_rms weight_grad_norm[0]',
    fields: 'training_batches depth width batch seed momentum momentum_convention',
  },
  symmetry: { lab: 'symmetry', fields: 'hidden inputs batch seed weight_value weight_std' },
  normalise: { lab: 'normalise', fields: 'batch width input_mean input_std norm_eps seed', more: 'stream' },
  cells: { lab: 'cells', fields: 'groups seed input_mean input_std norm_eps' },
  'batch-of-two': {
    lab: 'scatter',
    fields: 'batch width seed input_mean input_std norm_eps',
    more: 'stream',
  },
  padding: { lab: 'padding', fields: 'norm_eps' },
  momentum: {
    lab: 'momentum',
    fields: 'momentum training_batches batch width input_mean input_std seed',
    more: 'norm_eps stream',
  },
  neighbours: { lab: 'neighbours', fields: 'seed batch width input_mean input_std' },
  jacobian: {
    lab: 'jacobian',
    fields: 'residual depth width seed activation norm',
    more: 'initialiser gain weight_std slope bias bias_std weight_value norm_placement norm_eps groups norm_mode training_batches batch example input_std input_mean stream block expansion',
  },
  depths: {
    lab: 'depths',
    fields: 'width batch seed activation norm',
    more: 'initialiser gain expansion bias norm_eps loss stream',
  },
};

/** One network of the page author's own, without a preset. @type {Shown} */
const plain = {
  lab: 'signal',
  quantities:
    'rms grad_rms weight_grad_norm[0] skip_path cosine mean std zero_fraction dead_units saturated_fraction',
  fields: 'depth width batch seed activation initialiser norm residual',
};

export const presetNames = Object.keys(table);

/** @param {string} preset */
export const shownOf = (preset) => (Object.hasOwn(table, preset) ? table[preset] : plain);

/** @param {Shown} shown */
export const labOf = (shown) => labs[shown.lab]();
