// The page on a phone, a tablet and a desk; light, dark, still.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { labOf, launch, open, serve, type, unfold } from './chromium.js';
import { contrast, luminance } from './contrast.js';

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;

before(async () => {
  [server, browser] = await Promise.all([serve(), launch()]);
});
after(async () => {
  await browser.close();
  server.close();
});

/** Every lab of the page, run. @param {import('playwright-core').Page} page */
async function runAll(page) {
  for (const element of await page.locator('section > [data-state]').all()) {
    await element.scrollIntoViewIfNeeded();
    await element.and(page.locator('[data-state="done"]')).waitFor({ timeout: 120000 });
  }
}

for (const width of [320, 360, 640, 768, 1440]) {
  test(`at ${width} px labs take the room kept for them, and nothing scrolls sideways, controls opened and a problem shown`, async () => {
    const { page, complaints, close } = await open(browser, server.url, { viewport: { width, height: 800 } });
    await runAll(page);
    const rooms = await page.locator('section > [data-state]').evaluateAll((labs) =>
      labs.map((lab) => ({
        lab: lab.getAttribute('preset') ?? lab.localName,
        kept: parseFloat(getComputedStyle(lab).getPropertyValue('--room')),
        taken: lab.getBoundingClientRect().height,
      })),
    );
    assert.ok(rooms.length > 12);
    assert.deepEqual(
      rooms.filter(({ kept, taken }) => !(Math.abs(kept / taken - 1) < 0.15)),
      [],
    );
    for (const more of await page.locator('summary:visible', { hasText: 'more' }).all())
      await unfold(more.locator('..'));
    await type(page.locator('[preset="residual"]'), 'depth', '123456789123456789123456789');
    await page.locator('[preset="residual"] .problem:visible').waitFor();
    const wide = await page.evaluate(() => ({
      page: document.documentElement.scrollWidth,
      out: [...document.querySelectorAll('main *')]
        .filter(
          (element) =>
            !element.closest('.table-space, svg, math') &&
            element.getBoundingClientRect().right > innerWidth + 1,
        )
        .map((element) => element.outerHTML.slice(0, 80)),
    }));
    assert.deepEqual(wide, { page: width, out: [] });
    assert.deepEqual(complaints, []);
    await close();
  });
}

test('on a phone the chart keeps 4:3, its labels stand above it, controls are one column', async () => {
  const { page, close } = await open(browser, server.url, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
  });
  const lab = await labOf(page, '[preset="residual"]');
  const plot = /** @type {{x: number, y: number, width: number, height: number}} */ (
    await lab.locator('svg.plot').boundingBox()
  );
  assert.ok(Math.abs(plot.width / plot.height - 4 / 3) < 0.02);
  const labels = /** @type {typeof plot} */ (await lab.locator('.end-list').boundingBox());
  assert.ok(labels.y + labels.height <= plot.y + 1);
  const lefts = await lab
    .locator('.field:visible')
    .evaluateAll((found) => found.map((field) => field.getBoundingClientRect().left));
  assert.equal(new Set(lefts.map(Math.round)).size, 1);
  await close();
});

/** Red, green and blue of what `getComputedStyle` gives. @param {string} colour */
const channels = (colour) => (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`${colorScheme}: every text colour stands out from its ground by 4.5 to 1`, async () => {
    const { page, close } = await open(browser, server.url, { colorScheme });
    const colours = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('p'));
      const of = (/** @type {string} */ name) => {
        probe.style.setProperty('color', `var(--${name})`);
        return getComputedStyle(probe).color;
      };
      const names = [
        'ink',
        'soft',
        'he',
        'xavier',
        'large',
        'small',
        'rose',
        'ochre',
        'slate',
        'brick',
        'bad',
      ];
      const pairs = names.map((name) => [name, of(name), of('ground')]);
      return [...pairs, ['band-ink', of('band-ink'), of('band')], ['ink on pick', of('ink'), of('pick')]];
    });
    for (const [name, text, ground] of colours) {
      assert.ok(contrast(channels(text), channels(ground)) >= 4.5, `${name}: ${text} on ${ground}`);
    }
    const page_ = luminance(
      channels(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)),
    );
    assert.equal(page_ > 0.5, colorScheme === 'light');
    await close();
  });
}

test('under reduced motion nothing moves but the data', async () => {
  const { page, close } = await open(browser, server.url, { reducedMotion: 'reduce' });
  await labOf(page, '[preset="residual"]');
  const moving = await page.evaluate(() => document.getAnimations().length);
  assert.equal(moving, 0);
  await close();
});

test('a keyboard reaches the cursor, the labels, the views and the controls in the order of the page', async () => {
  const { page, close } = await open(browser, server.url);
  const lab = await labOf(page, '[preset="residual"]');
  const order = await lab.evaluate((element) =>
    [...element.querySelectorAll('[tabindex="0"], button:not([tabindex="-1"]), input, select, summary')]
      .filter((found) => found.getClientRects().length > 0)
      .map((found) => found.getAttribute('class')?.split(' ')[0] ?? found.tagName.toLowerCase()),
  );
  const places = ['end-label', 'keys', 'word-choice', 'range', 'entry', 'summary'].map((name) =>
    order.indexOf(name),
  );
  assert.ok(
    places.every((place, index) => place >= 0 && (index === 0 || place > places[index - 1])),
    order.join(' '),
  );
  const keys = lab.locator('.keys');
  await keys.focus();
  const outline = await keys.evaluate((element) => getComputedStyle(element).outlineStyle);
  assert.notEqual(outline, 'none');
  await close();
});
