// Waiting for what a browser does in its own time. A loaded machine only makes it take longer, so the patience is long.
import { setTimeout as pause } from 'node:timers/promises';

const patience = 60000;
const between = 40;

/**
 * Asks until the answer is as wanted.
 * @template R
 * @param {string} what is waited for, in words
 * @param {() => Promise<R>} ask
 * @param {(answer: R) => boolean} wanted
 * @returns {Promise<R>}
 */
export async function until(what, ask, wanted) {
  const started = Date.now();
  for (;;) {
    const answer = await ask();
    if (wanted(answer)) return answer;
    if (Date.now() - started > patience) throw new Error(`${what}: still ${JSON.stringify(answer)}`);
    await pause(between);
  }
}

/**
 * Fails where the work has not ended in time; the work is not stopped by it.
 * @template R
 * @param {Promise<R>} work
 * @param {number} milliseconds
 * @returns {Promise<R>}
 */
export async function within(work, milliseconds) {
  const over = new AbortController();
  const late = pause(milliseconds, undefined, { signal: over.signal }).then(() => {
    throw new Error(`not done after ${milliseconds / 1000} s`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    late.catch(() => {});
    over.abort();
  }
}
