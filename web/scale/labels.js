// Labels at the ends of lines, pushed apart until none overlaps.

/**
 * @param {number[]} wanted where each label would like its centre
 * @param {number} size the height that each takes
 * @param {number} low the first allowed edge
 * @param {number} high the last allowed edge
 * @returns {number[]} centres, in the order of `wanted`
 */
export function spread(wanted, size, low, high) {
  const order = wanted.map((_, index) => index).sort((a, b) => wanted[a] - wanted[b]);
  // Where they cannot all fit, they share what there is evenly rather than run out of the plot.
  const step = Math.min(size, (high - low) / Math.max(order.length, 1));
  const centres = order.map((index) => Math.min(Math.max(wanted[index], low + step / 2), high - step / 2));
  for (let i = 1; i < centres.length; i += 1) centres[i] = Math.max(centres[i], centres[i - 1] + step);
  const over = (centres.at(-1) ?? 0) - (high - step / 2);
  if (over > 0) {
    centres[centres.length - 1] -= over;
    for (let i = centres.length - 2; i >= 0; i -= 1) centres[i] = Math.min(centres[i], centres[i + 1] - step);
  }
  const placed = new Array(wanted.length);
  order.forEach((index, rank) => (placed[index] = centres[rank]));
  return placed;
}
