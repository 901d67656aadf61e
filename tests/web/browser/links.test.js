// Links: what a reader takes away opens to the same digits, links of old keep their meaning, hostile ones do no harm.
// The digits of links.json are the command's: `signalscope propagate --preset … --set field=value`.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { launch, open, policy, printed, serve } from './chromium.js';

/** @typedef {import('playwright-core').Page} Page */

/** @type {{link: string, columns: Record<string, (string | null)[]>}[]} */
const old = JSON.parse(readFileSync(new URL('./links.json', import.meta.url), 'utf8'));

/** @type {import('playwright-core').Browser} */
let browser;

before(async () => {
  browser = await launch();
});
after(() => browser.close());

/**
 * @param {string} path @param {(page: Page, url: string) => Promise<void>} body
 * @param {Parameters<typeof serve>[0]} [serving]
 */
async function on(path, body, serving = {}) {
  const server = await serve({ policy: `${policy}; frame-src 'self'`, ...serving });
  const { page, complaints, close } = await open(browser, `${server.url}${path}`, {}, server.url);
  page.setDefaultTimeout(20000);
  try {
    await body(page, server.url);
    assert.deepEqual(complaints, []);
  } finally {
    await close();
    server.close();
  }
}

const done = 'signal-scope [data-state="done"]';

/** Opens another link in the same page. @param {Page} page @param {string} link */
async function show(page, link) {
  await page.locator('signal-scope').evaluate((one) => one.setAttribute('id', 'before'));
  await page.evaluate((hash) => (location.hash = hash), link);
  await page.locator('#before').waitFor({ state: 'detached' });
  await page.locator(done).waitFor();
}

test('links of version 1 read as they did', async () => {
  await on('embed.html#v=1&preset=symmetry', async (page) => {
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
    [/"field0"/, /990[01] fields more/],
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
  await on('embed.html#v=1&preset=symmetry', async (page) => {
    await page.locator(done).waitFor();
    for (const [what, more, named] of hostile) {
      await show(page, hostileLink(more));
      await harmless(page, 'signal-scope', what, named);
    }
  });
});

test('hostile links to the page of all lessons', async () => {
  await on('', async (page, url) => {
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
  await on('embed.html#v=1&preset=symmetry', async (page) => {
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
      await harmless(page, 'signal-scope', text.slice(0, 30), []);
      assert.ok((await page.locator('signal-scope svg.plot path').count()) > 0);
    }
  });
});
