// Pictures of everything that is drawn, to be looked at: each section of the page, each preset in a frame, the file that
// stands alone, the element in a narrow column, German, what can be taken away, problems and notices. Not a test, but it
// says how far the page jumps while it is scrolled.
//
//   npm run build && node tests/web/screenshots.js [WORD…]    into tests/web/screenshots/; only those named with a WORD
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { labOf, launch, open, serve, type, unfold } from './browser/chromium.js';

const out = fileURLToPath(new URL('./screenshots/', import.meta.url));
const asked = process.argv.slice(2);
const wanted = (/** @type {string} */ name) =>
  asked.length === 0 || asked.some((word) => name.includes(word));

const widths = [360, 768, 1440];
const themes = /** @type {const} */ (['light', 'dark']);

/** Elements in a page that is not ours: a column of 300 px beside a wide one, a theme and a language of their own. */
const column = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Column</title>
<style>main { display: flex; flex-wrap: wrap; gap: 32px } main > :first-child { width: 300px } main > :last-child {
flex: 1 1 320px; min-width: 0 }</style><script type="module" src="/element/define.js"></script></head><body>
<h1>A page of someone’s own</h1><main><div><p>The column is 300 pixels wide, whatever the window is.</p>
<signal-scope preset="initialisation" depth="30"></signal-scope><p>And the text goes on.</p></div>
<div><signal-scope preset="residual" theme="dark" lang="de"></signal-scope>
<signal-scope preset="initialisation" depth="-4" colour="red"></signal-scope></div></main></body></html>`;

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').BrowserContextOptions} Options */

/**
 * @typedef {object} Shot
 * @property {string} name of the file
 * @property {string} path what is opened
 * @property {string} [at] what is taken; the whole page by default
 * @property {(page: Page) => Promise<unknown>} [ready] what has to happen before
 */

/** All labs, elements or not, brought near and run. @param {Page} page */
async function runAll(page) {
  await page.locator('[data-state]').first().waitFor();
  for (const lab of await page.locator('[data-state]').all()) {
    await lab.scrollIntoViewIfNeeded();
    await lab
      .and(page.locator('[data-state="done"], [data-state="problem"]'))
      .waitFor({ state: 'attached', timeout: 120000 });
  }
}

/** @param {Page} page @param {string} preset @param {string} what */
async function take(page, preset, what) {
  const lab = await labOf(page, preset);
  await unfold(lab.locator('.take'));
  await lab.locator(`[data-take="${what}"]`).click();
  await lab.locator('.taken').waitFor();
}

/** @param {string[]} presets @returns {Shot[]} */
const frames = (presets) =>
  presets.flatMap((preset) => [
    { name: `embed-${preset}`, path: `embed.html?v=1&preset=${preset}`, ready: runAll },
    { name: `german-${preset}`, path: `embed.html?v=1&preset=${preset}&lang=de`, ready: opened },
  ]);

/** With "more" unfolded. @param {Page} page */
async function opened(page) {
  await runAll(page);
  for (const more of await page.locator('details.more').all()) await unfold(more);
}

/** @param {string[]} presets @param {string[]} sections @returns {Shot[]} */
const shots = (presets, sections) => [
  { name: 'head', path: '', at: 'header' },
  ...sections.map((section) => ({
    name: `section-${section}`,
    path: '',
    at: `#${section}`,
    // All of the page, since what runs above a section moves it.
    ready: runAll,
  })),
  ...frames(presets),
  { name: 'alone', path: 'signalscope.html', ready: runAll },
  { name: 'column', path: 'column.html', ready: runAll },
  {
    name: 'more',
    path: '#initialisation',
    at: '[preset="initialisation"]',
    ready: async (page) => {
      const lab = await labOf(page, '[preset="initialisation"]');
      await unfold(lab.locator('details.more'));
    },
  },
  {
    name: 'take-numpy',
    path: '#residual',
    at: '[preset="residual"]',
    ready: (page) => take(page, '[preset="residual"]', 'numpy'),
  },
  {
    name: 'take-frame',
    path: '#block',
    at: '[preset="block"]',
    ready: (page) => take(page, '[preset="block"]', 'frame'),
  },
  {
    name: 'problem',
    path: '#residual',
    at: '[preset="residual"]',
    ready: async (page) => {
      const lab = await labOf(page, '[preset="residual"]');
      await type(lab, 'depth', '123456789123456789');
      await lab.locator('.problem:visible').first().waitFor();
    },
  },
  {
    name: 'bad-link',
    path: '?v=1&preset=initialisation&depth=0&colour=red&weight_std.9=1#initialisation',
    at: '#initialisation',
    ready: (page) => labOf(page, '[preset="initialisation"]'),
  },
  {
    name: 'bad-frame',
    path: 'embed.html?v=1&preset=residual&depth=0&colour=red',
    ready: runAll,
  },
];

/** How far everything jumps while a reader scrolls through the page. @param {Page} page */
async function shift(page) {
  await page.evaluate(() => {
    const log = /** @type {{value: number, what: string}[]} */ ([]);
    Object.assign(globalThis, { shifts: log });
    new PerformanceObserver((list) => {
      for (const entry of /** @type {any[]} */ (list.getEntries())) {
        if (entry.hadRecentInput) continue;
        const what = entry.sources
          .map((/** @type {any} */ { node, previousRect, currentRect }) => {
            const name = node?.closest?.('[preset]')?.getAttribute('preset') ?? '';
            return `${name} ${node?.tagName}.${node?.className} ${previousRect.y}→${currentRect.y} h ${previousRect.height}→${currentRect.height}`;
          })
          .join('; ');
        log.push({ value: entry.value, what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  for (let y = 0; y < (await height()); y += 240) {
    await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), y);
    await page.waitForTimeout(250);
  }
  return page.evaluate(() => /** @type {any} */ (globalThis).shifts);
}

mkdirSync(out, { recursive: true });
const server = await serve({
  pages: { '/column.html': column },
  policy:
    "default-src 'none'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; connect-src 'self' blob:; img-src 'self' data:; worker-src 'self' blob:",
});
const browser = await launch();

/** What the links of a page's contents lead to. @param {string} path @param {(hash: string) => string} read */
async function contentsOf(path, read) {
  const { page, close } = await open(browser, server.url + path);
  const hashes = await page
    .locator('nav a')
    .evaluateAll((links) => links.map((link) => /** @type {any} */ (link).hash));
  await close();
  return hashes.map((hash) => read(hash.slice(1)));
}
const presets = await contentsOf('signalscope.html', (hash) => new URLSearchParams(hash).get('preset') ?? '');
const sections = await contentsOf('', (hash) => hash);

/** Where an element stands, with the margins of the page beside it. @param {Element} element */
function placeOf(element) {
  const { top, height } = element.getBoundingClientRect();
  return { x: 0, y: Math.max(top + scrollY - 16, 0), width: innerWidth, height: height + 32 };
}

/** Both themes of what stands there. @param {Page} page @param {string} name @param {string} [at] */
async function shoot(page, name, at) {
  for (const colorScheme of themes) {
    if (!wanted(`${name}-${colorScheme}`)) continue;
    await page.emulateMedia({ colorScheme });
    const box = at && (await page.locator(at).first().evaluate(placeOf));
    await page.screenshot({
      path: join(out, `${name}-${colorScheme}.png`),
      animations: 'disabled',
      fullPage: true,
      ...(box ? { clip: box } : {}),
    });
  }
}

for (const width of widths) {
  const all = shots(presets, sections);
  for (const path of new Set(all.map((shot) => shot.path))) {
    const group = all.filter((shot) => shot.path === path);
    const mine = group.filter(({ name }) => themes.some((theme) => wanted(`${name}-${width}-${theme}`)));
    if (mine.length === 0) continue;
    /** @type {Options} */
    const options = { viewport: { width, height: 900 }, reducedMotion: 'reduce' };
    const { page, complaints, close } = await open(browser, server.url + path, options, server.url);
    for (const { name, at, ready } of mine) {
      try {
        await ready?.(page);
        await page.waitForTimeout(150);
        await shoot(page, `${name}-${width}`, at);
      } catch (error) {
        complaints.push(`${name}: ${error}`);
      }
    }
    for (const complaint of complaints) console.log(`${path} at ${width} px: ${complaint}`);
    await close();
  }
}

for (const width of widths) {
  if (!wanted(`shift-${width}`)) continue;
  const { page, close } = await open(browser, server.url, { viewport: { width, height: 900 } });
  const shifts = await shift(page);
  const total = shifts.reduce((/** @type {number} */ sum, /** @type {any} */ { value }) => sum + value, 0);
  console.log(`shift-${width}: ${total.toFixed(4)}`);
  for (const { value, what } of shifts) if (value > 0.001) console.log(`  ${value.toFixed(4)} ${what}`);
  await close();
}
await browser.close();
server.close();
