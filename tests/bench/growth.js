// How time and memory grow: fitted exponents over a factor of 16, and the largest sizes.
import { Asked } from './asked.js';
import { exponent, median, short } from './figures.js';

/** @typedef {{depth: number, width: number, batch: number}} Size */

/** @type {{what: keyof Size, base: Size}[]} */
const axes = [
  { what: 'depth', base: { depth: 25, width: 128, batch: 64 } },
  { what: 'batch', base: { depth: 20, width: 128, batch: 64 } },
  { what: 'width', base: { depth: 10, width: 64, batch: 64 } },
];

/** @param {Size} size @param {number} seed */
const request = ({ depth, width, batch }, seed) => `run ${depth} ${width} ${batch} ${seed}`;

/**
 * A process of its own, so that its memory is that of this run alone.
 * @param {string} stopwatch
 * @param {Size} size
 */
async function alone(stopwatch, size) {
  const asked = new Asked(stopwatch);
  try {
    const milliseconds = await asked.number(request(size, 1));
    return { milliseconds, memory: await asked.number('memory') };
  } finally {
    asked.close();
  }
}

/**
 * @param {string} stopwatch
 * @param {Size[]} sizes
 * @param {number} rounds
 */
async function timesOf(stopwatch, sizes, rounds) {
  const asked = new Asked(stopwatch);
  const times = sizes.map(() => /** @type {number[]} */ ([]));
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const [at, size] of sizes.entries()) {
        // The first run of a size takes its memory from the system and gives back that of the size before.
        await asked.number(request(size, 2 * round));
        times[at].push(await asked.number(request(size, 2 * round + 1)));
      }
    }
  } finally {
    asked.close();
  }
  return times.map(median);
}

/**
 * @param {{stopwatch: string, smoke: boolean}} options
 * @returns {Promise<string[][]>} rows of: what, over, result
 */
export async function measureGrowth({ stopwatch, smoke }) {
  const steps = smoke ? [1, 2] : [1, 2, 4, 8, 16];
  const rows = [];
  for (const { what, base } of axes) {
    const sizes = steps.map((step) => ({ ...base, [what]: base[what] * step }));
    const counts = sizes.map((size) => size[what]);
    const times = await timesOf(stopwatch, sizes, smoke ? 1 : 5);
    const over = `${what} ${counts[0]}–${counts[counts.length - 1]}`;
    rows.push([`time by ${what}`, over, `exponent ${exponent(counts, times).toFixed(2)}`]);
    if (what === 'depth') rows.push(await memoryByDepth(stopwatch, sizes, over));
  }
  const largest = smoke
    ? [{ depth: 100, width: 64, batch: 16 }]
    : [
        { depth: 10000, width: 64, batch: 128 },
        { depth: 10, width: 4096, batch: 128 },
      ];
  for (const size of largest) {
    const { milliseconds, memory } = await alone(stopwatch, size);
    const over = `depth ${size.depth}, width ${size.width}, batch ${size.batch}`;
    rows.push(['largest', over, `${short(milliseconds / 1000)} s, ${memory.toFixed(0)} MiB`]);
  }
  return rows;
}

/**
 * What is there before the first layer does not count.
 * @param {string} stopwatch
 * @param {Size[]} sizes
 * @param {string} over
 */
async function memoryByDepth(stopwatch, sizes, over) {
  const empty = (await alone(stopwatch, { ...sizes[0], depth: 1 })).memory;
  const held = [];
  for (const size of sizes) held.push((await alone(stopwatch, size)).memory - empty);
  const counts = sizes.map(({ depth }) => depth);
  return [
    'memory by depth',
    over,
    `exponent ${exponent(counts, held).toFixed(2)}, ${short(held[held.length - 1])} MiB at the end`,
  ];
}
