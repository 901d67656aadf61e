// The series of a run side by side: the same digits on any number of workers, and one compiled core for all of them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, printed, serve } from './chromium.js';
import { pageOf } from './lesson.js';

/** @type {import('playwright-core').Browser} */
let browser;

before(async () => {
  browser = await launch();
});
after(() => browser.close());

const lesson = pageOf('<signal-scope preset="initialisation" depth="20" width="128"></signal-scope>');

/**
 * What is printed where the machine says that it has so many cores, how many workers drew it, and how often the core
 * was fetched.
 * @param {number} cores
 * @param {number} allowed how many workers may start
 */
async function drawnOn(cores, allowed = 99) {
  const server = await serve({ pages: { '/lesson.html': lesson } });
  const context = await browser.newContext();
  try {
    await context.addInitScript(
      ([count, most]) => {
        Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => count });
        const Original = window.Worker;
        let started = 0;
        window.Worker = class extends Original {
          /** @param {string | URL} url @param {WorkerOptions} [options] */
          constructor(url, options) {
            started += 1;
            if (started > most) throw new Error('no more workers');
            super(url, options);
          }
        };
      },
      [cores, allowed],
    );
    const page = await context.newPage();
    page.setDefaultTimeout(20000);
    /** @type {string[]} */
    const asked = [];
    context.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${server.url}lesson.html`);
    const lab = page.locator('signal-scope [data-state="done"]');
    await lab.waitFor();
    const digits = await printed(lab);
    const workers = page.workers().length;
    await page.locator('signal-scope [data-field="seed"] .entry').fill('3');
    await page.locator('signal-scope .what', { hasText: 'seed 3' }).waitFor();
    await lab.waitFor();
    return {
      digits,
      after: await printed(lab),
      workers,
      cores: asked.filter((path) => path.endsWith('.wasm')).length,
    };
  } finally {
    await context.close();
    server.close();
  }
}

test('four series on one, two, three and eight cores: the same digits, at most four workers, one core', async () => {
  const alone = await drawnOn(1);
  assert.equal(alone.workers, 1);
  assert.equal(Object.keys(alone.digits).length, 16);
  assert.notDeepEqual(alone.after, alone.digits);
  for (const [cores, workers] of [
    [2, 2],
    [3, 3],
    [8, 4],
  ]) {
    const found = await drawnOn(cores);
    assert.deepEqual(found, { ...alone, workers });
    assert.equal(found.cores, 1);
  }
});

test('where only the first worker may start it does all the work, and where none may the page does', async () => {
  const alone = await drawnOn(1);
  assert.deepEqual(await drawnOn(4, 1), { ...alone, workers: 1 });
  assert.deepEqual(await drawnOn(4, 0), { ...alone, workers: 0 });
});
