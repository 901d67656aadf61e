// What axe finds, which is to be nothing: on the page, on the page of one chart, in the file that stands alone and in a
// lesson; and colours, dashes and marks that every reader can tell apart.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { presetNames } from '../../../web/element/shown.js';
import { orderedStyles, stylesOf } from '../../../web/labs/styles.js';
import { launch, serve } from './chromium.js';
import { contrast as contrastOf } from './contrast.js';

/** @typedef {import('playwright-core').Page} Page */

/** @param {string} path from the project's folder */
const text = (path) => readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');

const axe = text('node_modules/axe-core/axe.min.js');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** @type {import('playwright-core').Browser} */
let browser;

before(async () => {
  browser = await launch();
});
after(() => browser.close());

/**
 * @param {string} path
 * @param {Record<string, string>} [pages]
 */
async function open(path, pages = {}) {
  const server = await serve({ pages });
  const context = await browser.newContext({ viewport: { width: 1008, height: 900 }, bypassCSP: true });
  const page = await context.newPage();
  page.setDefaultTimeout(15000);
  await page.goto(`${server.url}${path}`);
  const close = async () => {
    await context.close();
    server.close();
  };
  return { page, close };
}

/** Every lab is run to its end, and all that is folded is opened. @param {Page} page */
async function drawAll(page) {
  await page.waitForFunction(() => {
    const places = [document, ...[...document.querySelectorAll('signal-scope')].map((one) => one.shadowRoot)];
    const labs = places.flatMap((place) => [...(place?.querySelectorAll('.lab') ?? [])]);
    return labs.length > 0 || places.length > 1;
  });
  // Started at once, without scrolling to each.
  await page.locator('[data-state]').evaluateAll((labs) => {
    for (const lab of labs)
      if (lab.getAttribute('data-state') === 'waiting') void (/** @type {any} */ (lab).start());
  });
  for (const lab of await page.locator('[data-state]').all())
    await lab.and(page.locator('[data-state="done"]')).waitFor({ timeout: 120000 });
  await page.locator('details').evaluateAll((all) => {
    for (const one of all) /** @type {HTMLDetailsElement} */ (one).open = true;
  });
  await page.locator('scope-take-away').first().waitFor();
}

/**
 * @param {Page} page
 * @param {string[]} [only] these rules
 * @returns {Promise<string[]>} one line for each place that breaks a rule
 */
async function found(page, only) {
  await page.evaluate(axe);
  const how = only
    ? { runOnly: only }
    : { runOnly: { type: 'tag', values: tags }, rules: { 'target-size': { enabled: true } } };
  return page.evaluate(async (options) => {
    // Only what breaks a rule is looked at closely; a table has thousands of cells that do not.
    const { violations } = await /** @type {any} */ (window).axe.run({
      ...options,
      resultTypes: ['violations'],
    });
    return violations.flatMap((/** @type {any} */ { id, nodes }) =>
      nodes.map(
        (/** @type {any} */ node) => `${id}: ${node.target.flat().join(' ')}: ${node.failureSummary}`,
      ),
    );
  }, how);
}

/** @param {Page} page @param {string} where */
async function isClean(page, where) {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme });
    // Only colours are others in the dark.
    const rules = colorScheme === 'light' ? undefined : ['color-contrast'];
    assert.deepEqual(await found(page, rules), [], `${where}, ${colorScheme}`);
  }
}

test('axe itself finds what is wrong', async () => {
  const wrong =
    '<!doctype html><html><title>t</title><main><h1>t</h1><p style="color:#bbb">pale</p><button></button></main>';
  const { page, close } = await open('wrong.html', { '/wrong.html': wrong });
  const lines = (await found(page)).join('\n');
  for (const rule of ['html-has-lang', 'color-contrast', 'button-name'])
    assert.match(lines, new RegExp(rule));
  await close();
});

test('the page with every lab drawn and everything unfolded, light and dark', async () => {
  const { page, close } = await open('');
  await drawAll(page);
  await page.locator('button.measure').click();
  await page.locator('[data-lab="cost"] tbody').waitFor({ timeout: 60000 });
  await isClean(page, 'page');
  await close();
});

for (const preset of ['', ...presetNames]) {
  test(`embed.html, light and dark: ${preset || 'a network without a preset'}`, async () => {
    const { page, close } = await open(`embed.html?v=1&${preset ? `preset=${preset}` : 'depth=6&width=32'}`);
    await drawAll(page);
    await isClean(page, preset);
    await close();
  });
}

test('the file that stands alone, and embed.html in German', async () => {
  for (const path of ['signalscope.html#v=1&preset=jacobian', 'embed.html?v=1&preset=residual&lang=de']) {
    const { page, close } = await open(path);
    await drawAll(page);
    await isClean(page, path);
    await close();
  }
});

test('a lesson with two elements, one of them in the other theme', async () => {
  const lesson = `<!doctype html><html lang="en"><head><title>A lesson</title><meta name="color-scheme" content="light dark">
    <script type="module" src="/element/define.js"></script></head><body><main><h1>A lesson</h1>
    <signal-scope preset="block" depth="6"></signal-scope><signal-scope preset="padding" theme="dark"></signal-scope></main></body></html>`;
  const { page, close } = await open('lesson.html', { '/lesson.html': lesson });
  await page.locator('signal-scope [data-state]').nth(1).waitFor();
  await drawAll(page);
  await isClean(page, 'lesson');
  await close();
});

// ---- colours, dashes and marks -------------------------------------------------------------------------------------

/** Colours of the theme: light and dark. @type {Map<string, [string, string]>} */
const colours = new Map(
  [...text('web/theme.css').matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\)/g)].map(
    ([, name, light, dark]) => [name, [light, dark]],
  ),
);

/** @param {string} hex such as `#fff` or `#15171a` */
function channels(hex) {
  const digits =
    hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit) : (hex.match(/\w\w/g) ?? []);
  return digits.map((pair) => parseInt(pair, 16));
}

/** @param {string} one @param {string} other */
const contrast = (one, other) => contrastOf(channels(one), channels(other));

test('every series and every text stands out from its ground by 4.5, edges and the pressed by 3', () => {
  assert.ok(Math.abs(contrast('#fff', '#000') - 21) < 1e-9);
  assert.ok(Math.abs(contrast('#777777', '#ffffff') - 4.478) < 1e-3);
  /** @type {[string, string, number][]} */
  const pairs = [
    ...orderedStyles.map(({ name }) => /** @type {[string, string, number]} */ ([name, 'ground', 4.5])),
    ['ink', 'ground', 4.5],
    ['ink', 'wash', 4.5],
    ['ink', 'pick', 4.5],
    ['soft', 'ground', 4.5],
    ['bad', 'ground', 4.5],
    ['band-ink', 'band', 4.5],
    ['edge', 'ground', 3],
  ];
  for (const [name, ground, least] of pairs) {
    for (const theme of [0, 1]) {
      const [front, back] = [colours.get(name)?.[theme], colours.get(ground)?.[theme]];
      assert.ok(front && back, `${name} on ${ground}`);
      const ratio = contrast(front, back);
      assert.ok(ratio >= least, `${name} ${front} on ${ground} ${back}: ${ratio.toFixed(2)}`);
    }
  }
});

test('no two series look alike without colour, in any preset and among the letters of the bench', () => {
  assert.equal(orderedStyles.length, 8);
  const { presets } = { presets: JSON.parse(text('core/presets.json')) };
  const groups = Object.values(/** @type {Record<string, any>} */ (presets)).map(({ series }) =>
    stylesOf(series),
  );
  for (const group of [orderedStyles, ...groups]) {
    const looks = group.map(({ mark }) => mark);
    const lines = group.map(({ dash, mark }) => `${dash}/${mark}`);
    assert.equal(new Set(lines).size, group.length, lines.join(', '));
    assert.equal(new Set(looks).size, group.length, looks.join(', '));
  }
});
