// The main journeys in three engines, against the built page under its strict policy; journeys.js says how to add one.
// SIGNALSCOPE_SCREENSHOTS names a folder for a picture of where each journey ended.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { dist, policy, serve } from '../browser/chromium.js';
import { launchChromium, launchPlainChromium } from './chromium.js';
import { launchFirefox } from './firefox.js';
import { fusing } from './fusing.js';
import { journeys } from './journeys.js';
import { ownPages } from './own-pages.js';
import { Visitor } from './visitor.js';
import { launchWebKit } from './webkit.js';

/** @typedef {import('./journeys.js').Journey} Journey */
/** @typedef {{of: string, readings: import('./journeys.js').Readings, fuses: boolean}} Answer */

/** @type {Record<string, {launch: () => Promise<import('./driver.js').Engine>, goes: (journey: Journey) => boolean}>} */
const engines = {
  Chromium: { launch: launchChromium, goes: () => true },
  Firefox: { launch: launchFirefox, goes: () => true },
  WebKit: { launch: launchWebKit, goes: () => true },
  // So that an engine that rounds twice has one to be compared with.
  'Chromium without fused multiply-adds': {
    launch: launchPlainChromium,
    goes: ({ exact }) => exact === true,
  },
};
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

/** What each journey read, by its name. @type {Map<string, Answer[]>} */
const read = new Map(journeys.map(({ name }) => [name, []]));

/** @param {Journey} journey @returns {import('./driver.js').View} */
function viewOf({ path = '', file, width = 1008, height = 900, dark = false }) {
  const url = file ? pathToFileURL(join(dist, file)).href : new URL(path, server.url).href;
  return { url, width, height, dark };
}

for (const [of, { launch, goes }] of Object.entries(engines)) {
  describe(of, () => {
    const visitor = new Visitor(launch);
    after(() => visitor.close());

    for (const journey of journeys.filter(goes)) {
      const { name, go, exact } = journey;
      const picture = pictures && join(pictures, `${of} ${name.replace(/\W+/g, '-')}.png`);
      test(name, { timeout: 240000 }, async () => {
        await visitor.visit(
          viewOf(journey),
          async (page) => {
            const readings = await go(page);
            if (readings)
              read.get(name)?.push({ of, readings, fuses: exact === true && (await fusing(page)) });
          },
          picture,
        );
      });
    }
  });
}

/** @param {Answer[]} answers */
function assertSame([first, ...others]) {
  for (const { of, readings } of others) {
    assert.deepEqual(Object.keys(readings), Object.keys(first.readings), of);
    const differing = Object.keys(readings).filter((key) => readings[key] !== first.readings[key]);
    assert.deepEqual(differing, [], `${of} beside ${first.of}`);
  }
}

describe('the engines agree', () => {
  for (const journey of journeys) {
    test(journey.name, (context) => {
      const answers = read.get(journey.name) ?? [];
      if (answers.length === 0) return context.skip('it reads no digits');
      const asked = Object.keys(engines).filter((of) => engines[of].goes(journey));
      assert.deepEqual(
        answers.map(({ of }) => of),
        asked,
      );
      for (const fuses of [true, false]) {
        assertSame(answers.filter((answer) => answer.fuses === fuses));
      }
    });
  }
});
