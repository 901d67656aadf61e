// Every snippet of web/embed/README.md on a page as its system makes it. The page and Signalscope are two origins, as
// for most authors.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, open, serve } from './chromium.js';
import { asDocusaurus, asJupyter, asMyst, asQuarto, snippets, written } from './snippets.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Frame} Frame */

/** @type {import('playwright-core').Browser} */
let browser;

/** Signalscope's own server. @type {Awaited<ReturnType<typeof serve>>} */
let signalscope;

before(async () => {
  browser = await launch();
  signalscope = await serve({ open: true });
});
after(async () => {
  signalscope.close();
  await browser.close();
});

const all = snippets();

/** @type {Set<import('./snippets.js').Snippet>} */
const used = new Set();

/** The snippets of a section, with the address of the test's server. @param {string} section @param {string} language */
function textsOf(section, language) {
  const found = all.filter((snippet) => snippet.section === section && snippet.language === language);
  assert.ok(found.length > 0, `${section} has no ${language}`);
  return found.map((snippet) => {
    used.add(snippet);
    return snippet.text.replaceAll(written, signalscope.url);
  });
}

/** @param {string} body @param {string} [head] */
const pageOf = (body, head = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title>${head}</head><body><h1>A page</h1>${body}</body></html>`;

/** What the README says that a strict policy needs. */
const policy = () =>
  `default-src 'none'; img-src 'self'; script-src 'self' 'wasm-unsafe-eval' ${signalscope.url}; connect-src ${signalscope.url}; frame-src ${signalscope.url}`;

/**
 * @param {Record<string, string>} pages with `/page.html`
 * @param {(page: Page) => Promise<void>} body
 */
async function on(pages, body) {
  const server = await serve({ pages, policy: policy() });
  const home = server.url.replace('127.0.0.1', 'localhost');
  const allowed = [home, signalscope.url, 'blob:'];
  const options = { viewport: { width: 900, height: 900 } };
  const { page, complaints, close } = await open(browser, `${home}page.html`, options, allowed);
  page.setDefaultTimeout(15000);
  try {
    await body(page);
    assert.deepEqual(complaints, []);
  } finally {
    await close();
    server.close();
  }
}

/**
 * Draws the preset, with the fields that the snippet gives.
 * @param {Page | Frame} where
 * @param {{preset?: string} & Record<string, unknown>} expected
 */
async function draws(where, { preset = '', ...fields }) {
  const lab = where.locator('signal-scope [data-state="done"]').first();
  await lab.waitFor({ timeout: 60000 });
  assert.equal(await where.locator('signal-scope').count(), 1);
  const found = await lab.evaluate((/** @type {any} */ one) => ({
    preset: one.preset,
    title: one.definition.title,
    heading: one.querySelector('.finding')?.textContent.trim() ?? '',
    cells: [...one.querySelectorAll('td, [data-column]')].map((cell) => cell.textContent.trim()),
    records: one.records,
    shapes: one.querySelectorAll('svg.plot path, svg.plot polyline, .matrix *, .cell').length,
    box: one.getBoundingClientRect().toJSON(),
  }));
  assert.equal(found.preset, preset);
  for (const [field, value] of Object.entries(fields))
    for (const record of found.records) assert.equal(String(record[field]), String(value), field);
  assert.ok(found.heading.length > 10, found.heading);
  assert.ok(found.cells.some((/** @type {string} */ cell) => /\d/.test(cell)));
  assert.ok(found.shapes > 0);
  assert.ok(found.box.height > 300 && found.box.width > 300, JSON.stringify(found.box));
  const problems = await where.locator('signal-scope .problem').allInnerTexts();
  assert.deepEqual(problems.filter(Boolean), []);
}

/** The only frame of a page. @param {Page} page */
async function frameOf(page) {
  const frame = await (await page.waitForSelector('iframe')).contentFrame();
  assert.ok(frame);
  await frame.waitForLoadState();
  return frame;
}

test('a page in HTML: the script and the element, with a preset and with fields alone', async () => {
  const [first, second] = textsOf('A page in HTML', 'html');
  await on({ '/page.html': pageOf(first) }, (page) => draws(page, { preset: 'initialisation', depth: 30 }));
  const [script] = /<script[\s\S]*?<\/script>/.exec(first) ?? [''];
  await on({ '/page.html': pageOf(second, script), '/fallback.png': '' }, async (page) => {
    await draws(page, { depth: 24, norm: 'layer', residual: 'add', loss: 'random' });
    const fields = await page
      .locator('signal-scope .field')
      .evaluateAll((found) => found.map((one) => one.dataset.field));
    assert.deepEqual(fields.sort(), ['depth', 'norm_placement']);
    assert.equal(await page.locator('signal-scope .field label').first().innerText(), 'Tiefe');
    assert.equal(await page.locator('signal-scope img').isVisible(), false);
  });
});

test('a frame, and the script that gives it its height', async () => {
  const [text] = textsOf('A frame', 'html');
  await on({ '/page.html': pageOf(text) }, async (page) => {
    const frame = await frameOf(page);
    await draws(frame, { preset: 'residual', depth: 40 });
    await page.waitForFunction(() => document.querySelector('iframe')?.getAttribute('height') !== '1040');
    const inner = await frame.evaluate(() => document.body.getBoundingClientRect().height);
    assert.equal(await page.locator('iframe').evaluate((one) => one.clientHeight), Math.ceil(inner));
  });
});

test('Moodle and Canvas: a frame in a paragraph, as high as it says, and nothing of it is cut off', async () => {
  const [text] = textsOf('Moodle and Canvas', 'html');
  assert.doesNotMatch(text, /<script/);
  await on({ '/page.html': pageOf(text) }, async (page) => {
    assert.equal(await page.locator('p > iframe').count(), 1);
    const frame = await frameOf(page);
    await draws(frame, { preset: 'placement' });
    const height = await page.locator('iframe').evaluate((one) => one.clientHeight);
    const needed = await frame.evaluate(() => document.body.getBoundingClientRect().height);
    assert.equal(height, Number(/height="(\d+)"/.exec(text)?.[1]));
    assert.ok(needed <= height, `${needed} px do not go into ${height} px`);
  });
});

test('Quarto: a raw block', async () => {
  const [text] = textsOf('Quarto', 'markdown');
  await on({ '/page.html': pageOf(`<div class="cell">${asQuarto(text)}</div>`) }, (page) =>
    draws(page, { preset: 'symmetry' }),
  );
});

test('MkDocs: as it is, and in the paragraph that Markdown puts around an element that it does not know', async () => {
  const [text] = textsOf('MkDocs', 'html');
  await on({ '/page.html': pageOf(text) }, (page) => draws(page, { preset: 'block', depth: 12 }));
  const wrapped = text.replace(/<signal-scope[\s\S]*<\/signal-scope>/, (element) => `<p>${element}</p>`);
  assert.notEqual(wrapped, text);
  await on({ '/page.html': pageOf(wrapped) }, (page) => draws(page, { preset: 'block', depth: 12 }));
});

test('Docusaurus: the MDX, compiled and rendered', async () => {
  const [text] = textsOf('Docusaurus', 'mdx');
  const { head, body } = await asDocusaurus(text);
  assert.match(head, /^\s*<script type="module" src="[^"]*define\.js"><\/script>\s*$/);
  assert.match(body, /^\s*<signal-scope preset="jacobian" depth="20"><\/signal-scope>\s*$/);
  await on({ '/page.html': pageOf(body, head) }, (page) => draws(page, { preset: 'jacobian', depth: 20 }));
});

/**
 * A host of anywidget in few lines: a model of values, events as each host names them, and a place for the widget.
 * @param {{module: string, values: object}} cell
 * @param {boolean} inShadow
 */
const anywidgetHost = ({ module, values }, inShadow) => `
import widget from ${JSON.stringify(module)};
const values = ${JSON.stringify(values)};
const listeners = new Map();
const tell = (name) => [...(listeners.get(name) ?? [])].forEach((listener) => listener());
window.host = {
  counted: () => [...listeners.values()].reduce((sum, set) => sum + set.size, 0),
  set: (name, value, events) => { values[name] = value; events.forEach(tell); },
};
const model = {
  get: (name) => values[name],
  set: () => {},
  save_changes: () => {},
  on: (name, listener) => listeners.set(name, (listeners.get(name) ?? new Set()).add(listener)),
  off: (name, listener) => listeners.get(name)?.delete(listener),
};
const place = document.getElementById('place');
const el = document.createElement('div');
(${inShadow} ? place.attachShadow({ mode: 'open' }) : place).append(el);
window.host.end = await widget.render({ model, el, experimental: {} });
`;

/** @param {Page} page */
const element = (page) => page.locator('signal-scope');

/**
 * @param {{module: string, values: object}} cell
 * @param {boolean} inShadow
 * @param {(page: Page) => Promise<void>} body
 */
const inNotebook = (cell, inShadow, body) =>
  on(
    {
      '/page.html': pageOf('<div id="place"></div><script type="module" src="/host-page.js"></script>'),
      '/host-page.js': anywidgetHost(cell, inShadow),
    },
    body,
  );

test('MyST and Jupyter Book: the anywidget module with the directive’s values, also inside a shadow root', async () => {
  const [text] = textsOf('MyST and Jupyter Book', 'markdown');
  const cell = asMyst(text);
  for (const inShadow of [false, true]) {
    await inNotebook(cell, inShadow, async (page) => {
      await draws(page, { preset: 'residual', depth: 20 });
      assert.equal(await element(page).getAttribute('theme'), 'light');
    });
  }
});

test('Jupyter: the cell’s values, a change of the model redraws, the end takes it away', async () => {
  const [text] = textsOf('Jupyter', 'python');
  const cell = asJupyter(text);
  assert.deepEqual(cell.values, { preset: 'residual', depth: 30 });
  for (const inShadow of [false, true]) {
    await inNotebook(cell, inShadow, async (page) => {
      await draws(page, { preset: 'residual', depth: 30 });
      const set = (/** @type {unknown[]} */ ...given) =>
        page.evaluate((values) => /** @type {any} */ (window).host.set(...values), given);
      await set('depth', 6, ['change:depth', 'change']);
      await page.locator('[data-column="weight_grad_norm[0]@6"]').first().waitFor();
      await draws(page, { preset: 'residual', depth: 6 });

      // The reader's own change outlives a change of something else, said in either way.
      await page.locator('signal-scope [data-field="width"] .entry').fill('32');
      await page.locator('signal-scope[width="32"]').waitFor();
      await set('depth', 5, ['change:depth']);
      await page.locator('[data-column="weight_grad_norm[0]@5"]').first().waitFor();
      await draws(page, { preset: 'residual', depth: 5, width: 32 });
      await set('depth', null, ['change']);
      await page.locator('[data-column="weight_grad_norm[0]@40"]').first().waitFor();
      await draws(page, { preset: 'residual', depth: 40, width: 32 });

      await page.evaluate(() => /** @type {any} */ (window).host.end());
      assert.equal(await element(page).count(), 0);
      assert.equal(await page.evaluate(() => /** @type {any} */ (window).host.counted()), 0);
    });
  }
});

test('a model’s lists and tables are fields too', async () => {
  const values = { preset: 'padding', mask: [1, 1, 0, 1], x: [[2], [4], [6], [0]] };
  const cell = { module: `${signalscope.url}element/anywidget.js`, values };
  await inNotebook(cell, false, async (page) => {
    await page.locator('signal-scope [data-state="done"]').waitFor();
    const records = await page
      .locator('signal-scope [data-state="done"]')
      .evaluate((/** @type {any} */ lab) => lab.records);
    assert.deepEqual(records[0].x, values.x);
    assert.deepEqual(records[1].mask, values.mask);
    assert.deepEqual(await page.locator('signal-scope .notices .problem').allInnerTexts(), []);
  });
});

test('every snippet of the README was run here, but for those of npm', () => {
  const left = all.filter((snippet) => !used.has(snippet));
  assert.deepEqual(
    left.map(({ section, language }) => `${section}: ${language}`),
    ['npm: sh', 'npm: js'],
  );
});
