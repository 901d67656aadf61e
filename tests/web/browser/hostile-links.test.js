// Links, scenarios and settings that were made to do harm: what is wrong is named, the rest is used, and nothing runs.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch } from './chromium.js';
import { done, on, show } from './followed.js';

/** @typedef {import('playwright-core').Page} Page */

/** @type {import('playwright-core').Browser} */
let browser;

before(async () => {
  browser = await launch();
});
after(() => browser.close());

const markup = '<img src=x onerror="window.harmed=1"><script>window.harmed=1</script>';

/** Hostile links of the preset `residual`, each beside `depth=5`, and what of each is named. @type {[string, string, RegExp[]][]} */
const hostile = [
  ['absurd', 'width=1e99&batch=-1', [/^width: was 1e\+99/, /^batch: was -1/]],
  ['markup', `width=${encodeURIComponent(markup)}`, [/^width: was "<img/]],
  ['markup in a name', `${encodeURIComponent(markup)}=1`, [/<img/]],
  ['a zero byte', 'width=%00&%00=1', [/^width: /, /is no field here/]],
  [
    'what objects have',
    '__proto__=1&constructor=2&toString=3',
    [/"__proto__"/, /"constructor"/, /"toString"/],
  ],
  [
    'what series have',
    'width.__proto__=5&width.constructor=5&width.-1=5&width.99=5',
    [/__proto__/, /constructor/, /width\.-1/, /width\.99/],
  ],
  ['a field again', 'width=0&width=9999&width=0', [/^width: was 0/]],
  ['escapes that are none', 'width=%E0%A4%A&%=%&%zz=%zz', [/^width: /, /"%"/, /"%zz"/]],
  ['a later version', 'v=2', [/^v: was "2"/]],
  ['half a pair of letters', 'width=%ED%A0%80&residual=%F0%9F%98', [/^width: /, /^residual: /]],
  [
    'ten thousand unknown fields',
    Array.from({ length: 10000 }, (_, at) => `field${at}=1`).join('&'),
    [/"field0"/, /^9\d more fields of the link/],
  ],
  ['a megabyte', `width=${'9'.repeat(1e6)}`, [/^width: /]],
];

/** @param {string} more */
const hostileLink = (more) => `v=1&preset=residual&depth=5&${more}`;

/** The chart stands with what of the link can be used, and each fault is named. @param {Page} page @param {string} scope @param {string} what @param {RegExp[]} named */
async function harmless(page, scope, what, named) {
  const texts = await page.locator(`${scope} .notices .problem, .link-notices .problem`).allInnerTexts();
  for (const pattern of named)
    assert.ok(
      texts.some((text) => pattern.test(text)),
      `${what}: ${pattern} in ${texts.join(' | ').slice(0, 600)}`,
    );
  for (const text of texts) assert.ok(text.length < 1500, `${what}: a notice of ${text.length} letters`);
  assert.match(await page.locator(`${scope} .what`).first().innerText(), /5 ReLU layers, width 128/, what);
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).harmed), undefined, what);
  assert.equal(await page.evaluate(() => /** @type {any} */ ({}).depth), undefined, what);
}

test('hostile links to the page of one chart', async () => {
  await on(browser, 'embed.html#v=1&preset=symmetry', async (page) => {
    await page.locator(done).waitFor();
    for (const [what, more, named] of hostile) {
      await show(page, hostileLink(more));
      await harmless(page, 'signal-scope', what, named);
    }
  });
});

test('hostile links to the page of all lessons', async () => {
  await on(browser, '', async (page, url) => {
    for (const [what, more, named] of hostile) {
      await page.goto(`${url}?${hostileLink(more)}`);
      await page.locator('[preset="residual"][data-state="done"]').waitFor();
      await harmless(page, '[preset="residual"]', what, named);
    }
  });
});

test('hostile scenarios of an element', async () => {
  const html =
    '<!doctype html><html lang="en"><title>A page</title><script type="module" src="/element/define.js"></script><h1>A page</h1><signal-scope preset="residual" depth="5"></signal-scope>';
  await on(
    browser,
    'lesson.html',
    async (page) => {
      await page.locator(done).waitFor();
      for (const [what, more, named] of hostile) {
        await page.evaluate((scenario) => {
          const one = document.createElement('signal-scope');
          for (const [name, value] of Object.entries({ preset: 'residual', depth: '5', scenario }))
            one.setAttribute(name, value);
          document.querySelector('signal-scope')?.replaceWith(one);
        }, more);
        await page.locator(done).waitFor();
        await harmless(page, 'signal-scope', what, named);
      }
    },
    { pages: { '/lesson.html': html } },
  );
});

test('presets, languages, themes and views that are none: the chart stands, and a preset is named', async () => {
  await on(browser, 'embed.html#v=1&preset=symmetry', async (page) => {
    await page.locator(done).waitFor();
    for (const preset of ['__proto__', 'constructor', encodeURIComponent(markup), '%00']) {
      await show(page, `v=1&preset=${preset}&depth=3&width=16`);
      assert.match(
        await page.locator('signal-scope .notices .problem').first().innerText(),
        /^preset: was "/,
        preset,
      );
    }
    for (const text of ['__proto__', 'constructor', encodeURIComponent(markup), '%00', 'x'.repeat(5000)]) {
      await show(
        page,
        `v=1&preset=residual&depth=5&show=${text}&lang=${text}&theme=${text}&controls=${text}`,
      );
      await harmless(page, 'signal-scope', text.slice(0, 30), [/^show: was "/]);
      assert.ok((await page.locator('signal-scope svg.plot path').count()) > 0);
    }
  });
});

/** Cells that cannot be, beside one that can. @type {[string, RegExp][]} */
const noCells = [
  ['cell.7.1=2', /^cell\.7\.1: .*cell\.1\.1 to cell\.6\.6/],
  ['cell.0.1=2', /^cell\.0\.1: /],
  ['cell.1=2', /^cell\.1: /],
  ['cell.2.2=much', /^cell\.2\.2: was "much"/],
  ['cell.1.1.1=2', /^cell\.1\.1\.1: /],
  ['cell=2', /"cell"/],
];

test('cells that are not there: each is named, and the others are used', async () => {
  await on(browser, 'embed.html#v=1&preset=symmetry', async (page) => {
    await page.locator(done).waitFor();
    for (const [more, named] of noCells) {
      await show(page, `v=1&preset=cells&cell.2.3=4&${more}`);
      const texts = await page.locator('signal-scope .notices .problem').allInnerTexts();
      assert.equal(texts.length, 1, `${more}: ${texts.join(' | ')}`);
      assert.match(texts[0], named);
      const cell = page.locator('[data-matrix="input"] [data-row="1"][data-column="2"]');
      assert.equal(await cell.getAttribute('data-value'), '4');
    }
    await show(page, 'v=1&preset=residual&depth=5&width=8&cell.1.1=3');
    assert.match(await page.locator('signal-scope .notices .problem').innerText(), /"cell"/);
  });
});
