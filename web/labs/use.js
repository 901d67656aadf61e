// Which fields a choice leaves unused; a control for them would move nothing.

/** @typedef {import('./scenario.js').Fields} Fields */

const scaled = /^(he|xavier|lecun)_|^orthogonal/;
const spread = /^normal$|^uniform$|^truncated_/;

/** @type {Record<string, (record: Fields) => boolean>} */
const used = {
  batch: isDrawn,
  width: isDrawn,
  seed: isDrawn,
  stream: isDrawn,
  input_mean: isDrawn,
  input_std: isDrawn,
  weight_std: (record) => spread.test(record.initialiser ?? 'he_normal'),
  weight_value: (record) => (record.initialiser ?? record.weights) === 'constant',
  gain: (record) => scaled.test(record.initialiser ?? 'he_normal'),
  slope: (record) => record.activation === 'leaky_relu',
  bias_std: (record) => record.bias === 'normal',
  expansion: (record) => record.block === 'feedforward',
  norm_placement: (record) => hasNorm(record),
  norm_eps: (record) => hasNorm(record) || 'x' in record,
  final_norm: (record) => hasNorm(record),
  groups: (record) => record.norm === 'group',
  norm_mode: (record) => record.norm === 'batch',
  momentum: (record) => record.norm === 'batch',
  momentum_convention: (record) => record.norm === 'batch',
  training_batches: (record) => record.norm === 'batch',
};

/** Whether the matrix comes from the stream and not from the reader. @param {Fields} record */
function isDrawn(record) {
  return !('x' in record);
}

/** @param {Fields} record */
function hasNorm({ norm = 'none' }) {
  return norm !== 'none';
}

/**
 * @param {string} field
 * @param {Fields[]} records
 */
export function isUsed(field, records) {
  return !used[field] || records.some((record) => used[field](record));
}
