// The few statistics that the tables show.

/** @param {number[]} values @param {number} share 0..1 */
function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const below = sorted[Math.floor(at)];
  return below + (sorted[Math.ceil(at)] - below) * (at - Math.floor(at));
}

/** @param {number[]} values */
export const median = (values) => quantile(values, 0.5);

/** @param {number} value */
export const short = (value) =>
  Number.isFinite(value) ? String(Number(value.toPrecision(value >= 100 ? 4 : 3))) : '–';

/** The median and the quartiles, such as `2.4 (2.3–2.6)`. @param {number[]} values */
export const spread = (values) =>
  `${short(median(values))} (${short(quantile(values, 0.25))}–${short(quantile(values, 0.75))})`;

/** Round by round, so that a slow phase of the machine meets both. @param {number[]} above @param {number[]} below */
export const ratios = (above, below) => above.map((value, round) => value / below[round]);

/**
 * The exponent of a power law through the points, by least squares of the logarithms.
 * @param {number[]} sizes
 * @param {number[]} times
 */
export function exponent(sizes, times) {
  const x = sizes.map(Math.log);
  const y = times.map(Math.log);
  const mean = (/** @type {number[]} */ of) => of.reduce((sum, value) => sum + value, 0) / of.length;
  const [middleX, middleY] = [mean(x), mean(y)];
  const over = x.reduce((sum, value, i) => sum + (value - middleX) * (y[i] - middleY), 0);
  return over / x.reduce((sum, value) => sum + (value - middleX) ** 2, 0);
}

/**
 * @param {string[]} head
 * @param {string[][]} rows
 */
export function table(head, rows) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
