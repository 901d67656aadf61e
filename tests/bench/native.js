// Natively beside NumPy and PyTorch: all three programs stay, and are asked in turn, round by round.
import { existsSync } from 'node:fs';
import { alternate } from './alternate.js';
import { Asked } from './asked.js';
import { median, ratios, short, spread } from './figures.js';
import { has } from './machine.js';

const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
const script = new URL('peers.py', import.meta.url).pathname;
/** Where Debian keeps OpenBLAS, whatever its alternatives say. */
const openBlas = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/openblas-pthread`;
const million = 1000000;

/** NumPy or PyTorch on one thread, with the fast BLAS. @param {'numpy' | 'torch'} library */
export function peer(library) {
  const path = [openBlas, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  return new Asked(python, [script, library], {
    OPENBLAS_NUM_THREADS: '1',
    OMP_NUM_THREADS: '1',
    ...(existsSync(openBlas) ? { LD_LIBRARY_PATH: path } : {}),
  });
}

/** The narrower paths are forced on the same machine. @returns {{name: string, environment: Record<string, string>}[]} */
function paths() {
  if (has('avx512')) {
    return [
      { name: 'AVX-512', environment: {} },
      { name: 'AVX2', environment: { SIGNALSCOPE_PRODUCTS: 'avx2' } },
    ];
  }
  return [{ name: has('avx2') ? 'AVX2' : 'portable', environment: {} }];
}

/** @typedef {{label: string, mine: string, theirs: string, library: 'numpy' | 'torch'}} Pair */

/** Each with the seed left out, which is new every round: a seed's numbers are kept. @returns {Pair[]} */
const pairs = () => [
  {
    label: 'four series, float64, 1 thread',
    mine: 'series float64 1',
    theirs: 'series float64',
    library: 'numpy',
  },
  {
    label: 'four series, float64, 2 threads',
    mine: 'series float64 2',
    theirs: 'series float64',
    library: 'numpy',
  },
  {
    label: 'four series, float64, 1 thread',
    mine: 'series float64 1',
    theirs: 'series float64',
    library: 'torch',
  },
  {
    label: 'four series, float32, 1 thread',
    mine: 'series float32 1',
    theirs: 'series float32',
    library: 'torch',
  },
  {
    label: 'residual, forward and backward, float32',
    mine: 'residual',
    theirs: 'residual',
    library: 'torch',
  },
  {
    label: 'a million normals, NumPy’s stream',
    mine: `normals numpy ${million}`,
    theirs: `normals ${million}`,
    library: 'numpy',
  },
  {
    label: 'a million normals, PyTorch’s stream',
    mine: `normals pytorch ${million}`,
    theirs: `normals ${million}`,
    library: 'torch',
  },
];

/**
 * @param {{stopwatch: string, rounds: number}} options
 * @returns {Promise<string[][]>} rows of: work, path, ours, theirs, ratio
 */
export async function measureNative({ stopwatch, rounds }) {
  const peers = { numpy: peer('numpy'), torch: peer('torch') };
  const ours = paths().map(({ name, environment }) => ({
    name,
    asked: new Asked(stopwatch, [], environment),
  }));
  try {
    const blas = { numpy: await peers.numpy.text('blas'), torch: await peers.torch.text('blas') };
    console.error(`bench: NumPy has loaded ${blas.numpy}, PyTorch ${blas.torch}`);
    const rows = [];
    for (const pair of pairs()) rows.push(...(await measurePair(pair, ours, peers[pair.library], rounds)));
    return [...rows, ['BLAS that NumPy loaded', '', '', blas.numpy, '']];
  } finally {
    for (const asked of [...ours.map((each) => each.asked), peers.numpy, peers.torch]) asked.close();
  }
}

/**
 * @param {Pair} pair
 * @param {{name: string, asked: Asked}[]} ours
 * @param {Asked} theirs
 * @param {number} rounds
 */
async function measurePair(pair, ours, theirs, rounds) {
  /** @type {import('./alternate.js').Contestants} */
  const contestants = {};
  for (const { name, asked } of ours) contestants[name] = (seed) => asked.number(`${pair.mine} ${seed}`);
  contestants.theirs = (seed) => theirs.number(`${pair.theirs} ${seed}`);
  const taken = await alternate(contestants, rounds);
  const name = pair.library === 'numpy' ? 'NumPy' : 'PyTorch';
  return ours.map((each) => [
    pair.label,
    each.name,
    `${short(median(taken[each.name]))} ms`,
    `${name} ${short(median(taken.theirs))} ms`,
    `${spread(ratios(taken.theirs, taken[each.name]))}×`,
  ]);
}
