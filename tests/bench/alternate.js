// All are asked in turn, so that a slow phase of the machine meets each of them.

/** @typedef {{[name: string]: (seed: number) => Promise<number>}} Contestants */

/**
 * Milliseconds of each, round by round; the first round warms up and does not count, unless it is the only one.
 * @param {Contestants} contestants
 * @param {number} rounds
 */
export async function alternate(contestants, rounds) {
  /** @type {Record<string, number[]>} */
  const taken = {};
  for (let round = rounds > 1 ? 0 : 1; round <= rounds; round += 1) {
    for (const [name, measure] of Object.entries(contestants)) {
      const milliseconds = await measure(round + 1);
      if (round > 0) (taken[name] ??= []).push(milliseconds);
    }
  }
  return taken;
}
