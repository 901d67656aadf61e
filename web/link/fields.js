// The fields that an attribute or a property of the element may set: those of every verb that a preset may have. A
// test holds this list against the catalog.

/** Of the core's fields, in the catalog's order; `hidden` is missing because HTML has an attribute of that name. */
export const fieldNames = [
  ...['depth', 'width', 'batch', 'seed', 'stream', 'input_mean', 'input_std', 'block', 'expansion'],
  ...['activation', 'slope', 'initialiser', 'gain', 'weight_std', 'weight_value', 'bias', 'bias_std'],
  ...['norm', 'norm_placement', 'norm_eps', 'groups', 'norm_mode', 'momentum', 'momentum_convention'],
  ...['training_batches', 'residual', 'final_norm', 'loss', 'precision'],
  ...[
    'inputs',
    'weights',
    'x',
    'y',
    'gamma',
    'beta',
    'dy',
    'mask',
    'running_mean',
    'running_var',
    'batches_seen',
  ],
  ...['example', 'layers'],
];

/** @param {string} field */
export const attributeOf = (field) => field.replaceAll('_', '-');

/** @param {string} field */
export const propertyOf = (field) => field.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
