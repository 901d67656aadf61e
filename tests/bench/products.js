// The products' own benchmark, read: the share of the multiply-add peak that was measured in the same run.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { short } from './figures.js';

/** @typedef {{name: string, best: number, of_peak?: number, 'GFLOP/s': number}} Entry */

/**
 * @param {{bench: string, smoke: boolean}} options
 * @returns {Promise<string[][]>} rows of: product, speed, share of the peak
 */
export async function measureProducts({ bench, smoke }) {
  const size = smoke ? '32/64/256' : '128/256/256';
  const { stdout } = await promisify(execFile)(bench, [
    `--benchmark_filter=product/.*/AB/${size}$`,
    `--benchmark_min_time=${smoke ? 0.01 : 0.5}`,
    '--benchmark_format=json',
  ]);
  /** @type {Entry[]} */
  const entries = JSON.parse(stdout).benchmarks;
  return entries
    .filter(({ of_peak }) => of_peak !== undefined)
    .map(({ name, best, of_peak }) => {
      const [, path, precision] = name.split('/');
      return [
        `native, ${path}, ${precision}, ${size.replaceAll('/', '×')}`,
        `${short(best)} GFLOP/s`,
        short(of_peak ?? NaN),
      ];
    });
}
