// The main journeys in three engines, against the built page under its strict policy; journeys.js says how to add one.
// SIGNALSCOPE_SCREENSHOTS names a folder for a picture of where each journey ended.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { serve } from '../browser/chromium.js';
import { launchChromium } from './chromium.js';
import { Page } from './driver.js';
import { launchFirefox } from './firefox.js';
import { journeys } from './journeys.js';
import { launchWebKit } from './webkit.js';

const engines = { Chromium: launchChromium, Firefox: launchFirefox, WebKit: launchWebKit };
const pictures = process.env.SIGNALSCOPE_SCREENSHOTS;

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
before(async () => {
  server = await serve();
});
after(() => server.close());

/** What each journey read, by its name and the engine. @type {Map<string, Map<string, import('./journeys.js').Readings>>} */
const read = new Map(journeys.map(({ name }) => [name, new Map()]));

/**
 * @param {import('./driver.js').Engine} engine
 * @param {string} of the engine's name
 * @param {import('./journeys.js').Journey} journey
 */
async function run(engine, of, { name, go, path = '', width = 1008, height = 900, dark = false }) {
  const tab = await engine.open({ url: new URL(path, server.url).href, width, height, dark });
  const page = new Page(tab);
  try {
    const readings = await go(page);
    if (readings) read.get(name)?.set(of, readings);
    assert.deepEqual(await page.complaints(), []);
  } finally {
    if (pictures)
      await page.screenshot(join(pictures, `${of} ${name.replace(/\W+/g, '-')}.png`)).catch(() => {});
    await tab.close().catch(() => {});
  }
}

for (const [of, launch] of Object.entries(engines)) {
  describe(of, () => {
    /** @type {Promise<import('./driver.js').Engine> | undefined} */
    let launched;
    after(async () => (await launched?.catch(() => undefined))?.close());

    for (const journey of journeys) {
      test(journey.name, { timeout: 240000 }, async () => {
        launched ??= launch();
        await run(await launched, of, journey);
      });
    }
  });
}

describe('the engines agree', () => {
  for (const { name } of journeys) {
    test(name, (context) => {
      const answers = [...(read.get(name) ?? [])];
      if (answers.length === 0) return context.skip('it reads no digits');
      assert.deepEqual(
        answers.map(([of]) => of),
        Object.keys(engines),
      );
      const [[, first], ...others] = answers;
      for (const [of, readings] of others) {
        assert.deepEqual(Object.keys(readings), Object.keys(first), of);
        const differing = Object.keys(first).filter((key) => readings[key] !== first[key]);
        assert.deepEqual(differing, [], of);
      }
    });
  }
});
