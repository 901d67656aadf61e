// Links: what a reader takes away opens to the same digits, and links of old keep their meaning.
// The digits of links.json are the command's: `signalscope propagate --preset … --set field=value`.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { launch, printed } from './chromium.js';
import { done, on, show } from './followed.js';

/** @typedef {import('playwright-core').Page} Page */

/** @type {{link: string, columns: Record<string, (string | null)[]>}[]} */
const old = JSON.parse(readFileSync(new URL('./links.json', import.meta.url), 'utf8'));

/** @type {import('playwright-core').Browser} */
let browser;

before(async () => {
  browser = await launch();
});
after(() => browser.close());

test('links of version 1 read as they did', async () => {
  await on(browser, 'embed.html#v=1&preset=symmetry', async (page) => {
    await page.locator(done).waitFor();
    for (const { link, columns } of old) {
      await show(page, link);
      for (const [column, texts] of Object.entries(columns)) {
        const found = await page.locator(`${done} [data-column="${column}"]`).allInnerTexts();
        assert.equal(found.length, texts.length, `${link}: ${column}`);
        for (const [at, text] of texts.entries())
          if (text) assert.equal(found[at].trim(), text, `${link}: ${column}`);
      }
      assert.deepEqual(await page.locator('signal-scope .notices .problem').allInnerTexts(), [], link);
    }
  });
});

/** What a button of "take it away" gives. @param {import('playwright-core').Locator} lab @param {string} what */
async function taken(lab, what) {
  const take = lab.locator('.take');
  if (!(await take.evaluate((one) => /** @type {HTMLDetailsElement} */ (one).open)))
    await take.locator('summary').click();
  await take.locator(`[data-take="${what}"]`).click();
  await take.locator('textarea').waitFor();
  return take.locator('textarea').inputValue();
}

test('the link, the frame and the element that a reader takes away give the same digits on a new page', async () => {
  /** @type {Record<string, string>} */
  const pages = {};
  await on(
    browser,
    '?v=1&preset=residual&depth=9&width=32',
    async (page, url) => {
      const lab = page.locator('[preset="residual"]');
      await lab.and(page.locator('[data-state="done"]')).waitFor();
      await lab.locator('[data-field="seed"] .entry').first().fill('5');
      await page.waitForFunction(() =>
        /seed 5/.test(document.querySelector('[preset="residual"] .what')?.textContent ?? ''),
      );
      await lab.and(page.locator('[data-state="done"]')).waitFor();
      const digits = await printed(lab);
      assert.ok(Object.keys(digits).length >= 6);

      const link = await taken(lab, 'link');
      assert.equal(link, `${url}?v=1&preset=residual&depth=9&width=32&seed=5`);
      const head = '<!doctype html><html lang="en"><title>A page</title><h1>A page</h1>';
      pages['/frame.html'] = head + (await taken(lab, 'frame'));
      pages['/element.html'] = head + (await taken(lab, 'element'));

      await page.goto(link);
      await lab.and(page.locator('[data-state="done"]')).waitFor();
      assert.deepEqual(await printed(lab), digits);

      await page.goto(`${url}element.html`);
      await page.locator(done).waitFor();
      assert.deepEqual(await printed(page.locator(done)), digits);

      await page.goto(`${url}frame.html`);
      const frame = await (await page.waitForSelector('iframe')).contentFrame();
      assert.ok(frame);
      await frame.locator(done).waitFor();
      assert.deepEqual(await printed(frame.locator(done)), digits);
    },
    { pages },
  );
});
