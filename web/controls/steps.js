// Where a slider may stop: round values, so that a reader who slides away and back lands on the same number. The number
// beside it takes everything that the core takes; a slider only offers what is sensible on a page.

/**
 * @param {number} low
 * @param {number} high
 * @param {number} step
 */
function even(low, high, step) {
  const count = Math.round((high - low) / step);
  return Array.from({ length: count + 1 }, (_, index) => Number((low + index * step).toPrecision(12)));
}

/**
 * Round numbers in every decade.
 * @param {number} low
 * @param {number} high
 * @param {number[]} digits
 */
function decades(low, high, digits) {
  const values = [];
  for (let exponent = Math.floor(Math.log10(low)); exponent <= Math.log10(high); exponent += 1) {
    for (const digit of digits) {
      const value = Number(`${digit}e${exponent}`);
      if (value >= low * 0.999 && value <= high * 1.001) values.push(value);
    }
  }
  return values;
}

const fine = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8];
const powers = [1, 2, 4, 8, 16, 32, 64, 96, 128, 192, 256, 384, 512, 768, 1024];

/** @type {Record<string, number[]>} */
const table = {
  depth: [...even(1, 10, 1), 12, 15, 20, 24, 30, 40, 50, 60, 80, 100, 120, 150, 200],
  width: powers,
  batch: powers.slice(0, 13),
  seed: even(0, 50, 1),
  input_mean: even(-10, 10, 0.5),
  input_std: decades(0.01, 100, fine),
  weight_std: decades(0.001, 1, fine),
  weight_value: even(-1, 1, 0.05),
  bias_std: decades(0.001, 10, fine),
  gain: even(0, 3, 0.05),
  slope: even(0, 1, 0.01),
  expansion: even(1, 8, 1),
  groups: [1, 2, 3, 4, 6, 8, 12, 16, 32, 64],
  norm_eps: decades(1e-8, 1, [1]),
  momentum: even(0, 1, 0.05),
  training_batches: [0, ...decades(1, 1000, [1, 2, 5])],
  rounds: [3, 5, 9, 15, 25, 49, 99],
  inputs: even(1, 12, 1),
  hidden: even(1, 12, 1),
  example: even(0, 31, 1),
  x: even(-10, 10, 0.5),
};

/**
 * @param {import('../../wasm/signalscope.js').FieldEntry} entry
 * @param {number} [home] where the control started; a slider must be able to come back to it
 * @returns {number[]}
 */
export function stepsOf(entry, home = NaN) {
  const steps = table[entry.name] ?? even(0, 1, 0.05);
  const legal = steps.filter(
    (step) => step >= (entry.minimum ?? -Infinity) && step <= (entry.maximum ?? Infinity),
  );
  if (!Number.isFinite(home) || legal.includes(home)) return legal;
  return [...legal, home].sort((a, b) => a - b);
}

/**
 * @param {number[]} steps ascending
 * @param {number} value
 * @returns {number} index of the step that lies nearest
 */
export function nearest(steps, value) {
  let best = 0;
  steps.forEach((step, index) => {
    if (Math.abs(step - value) < Math.abs(steps[best] - value)) best = index;
  });
  return best;
}
