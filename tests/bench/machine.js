// What the numbers were measured on.
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';

/** @returns {string[]} */
function flags() {
  try {
    const [, listed] = /^flags\s*:(.*)$/m.exec(readFileSync('/proc/cpuinfo', 'utf8')) ?? [];
    return (listed ?? '').split(' ');
  } catch {
    return [];
  }
}

/** Whether the processor can run the path of that name. @param {'avx2' | 'avx512'} path */
export const has = (path) => flags().includes(path === 'avx512' ? 'avx512f' : path);

/** One line: the processor, its cores, its vectors, and how busy it was with other things. */
export function machineLine() {
  const vectors = [has('avx512') ? 'AVX-512' : 'no AVX-512', has('avx2') ? 'AVX2' : 'no AVX2'].join(', ');
  const load = loadavg()[0].toFixed(1);
  return `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, ${vectors}; load ${load} before the first measurement`;
}
