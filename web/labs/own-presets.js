// Scenarios of the page itself, beside the core's presets; data alone.

/** @type {Record<string, import('./scenario.js').Preset>} */
export const ownPresets = {
  // A batch that is normalised by itself, and the same batch by statistics that were gathered before.
  'train-and-eval': {
    title: 'The same network in training and at inference',
    verb: 'propagate',
    base: {
      depth: 20,
      width: 64,
      batch: 32,
      activation: 'relu',
      norm: 'batch',
      norm_placement: 'inside',
      loss: 'random',
      training_batches: 0,
    },
    series: [
      { label: 'in training', norm_mode: 'train' },
      { label: 'at inference', norm_mode: 'eval' },
    ],
    columns: ['rms@1', 'rms@20', 'grad_rms@1', 'grad_rms@20'],
  },
  // Each library's own momentum, in its own convention.
  momentum: {
    title: 'Running statistics, batch by batch',
    verb: 'normalise',
    base: {
      norm: 'batch',
      batch: 8,
      width: 4,
      seed: 0,
      stream: 'numpy',
      input_mean: 3,
      input_std: 2,
      training_batches: 30,
    },
    series: [
      { label: 'PyTorch', momentum: 0.1, momentum_convention: 'pytorch' },
      { label: 'Keras', momentum: 0.99, momentum_convention: 'keras' },
    ],
    columns: [],
  },
  // One example among different neighbours; the seed is that of the neighbours.
  neighbours: {
    title: 'One example among different neighbours',
    verb: 'normalise',
    base: { batch: 8, width: 4, seed: 1, stream: 'numpy', input_mean: 0, input_std: 1 },
    series: [
      { label: 'BatchNorm in training', norm: 'batch', norm_mode: 'train' },
      { label: 'LayerNorm', norm: 'layer' },
    ],
    columns: [],
  },
};

/** One network that its fields describe. @param {string} title @returns {import('./scenario.js').Preset} */
export function plainPreset(title) {
  return {
    title,
    verb: 'propagate',
    base: {},
    series: [{ label: 'this network' }],
    columns: ['rms@1', 'rms@last', 'grad_rms@1', 'weight_grad_norm[0]@1', 'gradient_ratio'],
  };
}
