// The reader's time on the built page: a change of the seed, which runs all four series of the texts' size again. Read
// from the page (when the first new line stands, when all do) and from Chromium's trace (the tasks of its main thread).
import { labOf, launch, open, serve } from '../web/browser/chromium.js';
import { median, short } from './figures.js';

/**
 * Milliseconds. `longest` is the longest task of the main thread by the clock, and `work` the most that one task of it
 * worked: where all cores are busy the system takes the thread off its core now and then, and the clock runs on.
 * @typedef {{first: number, last: number, longest: number, work: number}} Reading
 */

/**
 * @param {{page: string, smoke: boolean}} options `page` is the folder of the built page
 * @returns {Promise<string[][]>} rows of: what, median, largest
 */
export async function measurePage({ page: folder, smoke }) {
  const server = await serve({ folder });
  const browser = await launch();
  try {
    const { page } = await open(browser, server.url);
    const lab = await labOf(page, '#initialisation scope-signal-lab');
    const entry = lab.locator('[data-field="seed"] .entry').first();
    await entry.scrollIntoViewIfNeeded();
    /** @type {Reading[]} */
    const readings = [];
    for (let seed = 1; seed <= (smoke ? 1 : 9); seed += 1) {
      await page.waitForTimeout(300);
      await browser.startTracing(page, {
        categories: ['toplevel', 'blink.user_timing', 'devtools.timeline', '__metadata'],
      });
      const watching = await lab.evaluateHandle(watchInPage);
      await entry.fill(String(seed));
      const { first, last } = await watching.evaluate(({ over }) => over);
      const trace = await browser.stopTracing();
      readings.push({ first, last, ...longestTasks(trace) });
    }
    return rowsOf(readings);
  } finally {
    await browser.close();
    server.close();
  }
}

/** @param {Reading[]} readings */
function rowsOf(readings) {
  /** @param {string} what @param {(reading: Reading) => number} read */
  const row = (what, read) => {
    const all = readings.map(read);
    return [what, `${short(median(all))} ms`, `${short(Math.max(...all))} ms`];
  };
  return [
    row('from the change to the first new points', ({ first }) => first),
    row('from the change to the last point', ({ last }) => last),
    row('the most that the main thread worked at a stretch meanwhile', ({ work }) => work),
    row('the longest that such a stretch took by the clock', ({ longest }) => longest),
  ];
}

/**
 * Milliseconds from the next change to the frame after the first new line was drawn, and after all were. A line of the
 * run before is faint until a new one takes its place.
 * @param {Element} lab
 */
function watchInPage(lab) {
  const over = new Promise((resolve) => {
    let [start, first] = [0, 0];
    const painted = () =>
      new Promise((done) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => done(performance.now());
          port2.postMessage(0);
        });
      });
    const look = async () => {
      if (!start || (first && lab.getAttribute('data-state') !== 'done')) return;
      const faint = lab.querySelectorAll('g.series.faint').length;
      if (!first && faint > 0) {
        first = Infinity;
        first = (await painted()) - start;
        await look();
      } else if (
        Number.isFinite(first) &&
        first > 0 &&
        faint === 0 &&
        lab.getAttribute('data-state') === 'done'
      ) {
        observer.disconnect();
        const last = (await painted()) - start;
        performance.mark('bench-end');
        resolve({ first, last });
      }
    };
    const observer = new MutationObserver(() => void look());
    observer.observe(lab, { subtree: true, childList: true, attributes: true });
    lab.addEventListener(
      'input',
      (event) => {
        start = event.timeStamp;
        performance.mark('bench-start');
      },
      { capture: true, once: true },
    );
  });
  return { over };
}

/**
 * The longest tasks between the two marks, on the thread that set them.
 * @param {Buffer} trace
 * @returns {Pick<Reading, 'longest' | 'work'>}
 */
function longestTasks(trace) {
  /** @type {{name: string, ts: number, dur?: number, tdur?: number, pid: number, tid: number}[]} */
  const events = JSON.parse(trace.toString()).traceEvents;
  const start = events.find(({ name }) => name === 'bench-start');
  const end = events.find(({ name }) => name === 'bench-end');
  if (!start || !end) throw new Error('the trace holds no marks');
  const tasks = events.filter(
    ({ name, ts, dur = 0, pid, tid }) =>
      name.endsWith('RunTask') &&
      pid === start.pid &&
      tid === start.tid &&
      ts + dur >= start.ts &&
      ts <= end.ts,
  );
  if (!tasks.some(({ tdur }) => tdur))
    throw new Error('the trace holds no tasks, or not how long they worked');
  return {
    longest: Math.max(...tasks.map(({ dur = 0 }) => dur)) / 1000,
    work: Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000,
  };
}
