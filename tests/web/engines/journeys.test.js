// The main journeys in three engines, against the built page under its strict policy; journeys.js says how to add one.
// SIGNALSCOPE_SCREENSHOTS names a folder for a picture of where each journey ended.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { dist, policy, serve } from '../browser/chromium.js';
import { launchChromium } from './chromium.js';
import { launchFirefox } from './firefox.js';
import { journeys } from './journeys.js';
import { ownPages } from './own-pages.js';
import { Visitor } from './visitor.js';
import { launchWebKit } from './webkit.js';

const engines = { Chromium: launchChromium, Firefox: launchFirefox, WebKit: launchWebKit };
const pictures = process.env.SIGNALSCOPE_SCREENSHOTS;

/**
 * The strict policy for a page with frames. In WebKit 2.50 'self' matches nothing in a frame without an origin
 * (https://bugs.webkit.org/show_bug.cgi?id=316847), so a careful host names its address beside it.
 */
const framing = `${policy.replaceAll("'self'", "'self' http://127.0.0.1:*")}; frame-src 'self'`;

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
before(async () => {
  server = await serve({ pages: ownPages, policy: framing });
});
after(() => server.close());

/** What each journey read, by its name and the engine. @type {Map<string, Map<string, import('./journeys.js').Readings>>} */
const read = new Map(journeys.map(({ name }) => [name, new Map()]));

/** @param {import('./journeys.js').Journey} journey @returns {import('./driver.js').View} */
function viewOf({ path = '', file, width = 1008, height = 900, dark = false }) {
  const url = file ? pathToFileURL(join(dist, file)).href : new URL(path, server.url).href;
  return { url, width, height, dark };
}

for (const [of, launch] of Object.entries(engines)) {
  describe(of, () => {
    const visitor = new Visitor(launch);
    after(() => visitor.close());

    for (const journey of journeys) {
      const { name, go } = journey;
      const picture = pictures && join(pictures, `${of} ${name.replace(/\W+/g, '-')}.png`);
      test(name, { timeout: 240000 }, async () => {
        const readings = await visitor.visit(viewOf(journey), go, picture);
        if (readings) read.get(name)?.set(of, readings);
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
