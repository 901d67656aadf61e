// The chart in a frame, with an origin and without one, and the file that stands alone on a disk.
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { dist, fewWorkers, launch, open, policy, serve, unfold } from './chromium.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Frame} Frame */

/** @type {import('playwright-core').Browser} */
let browser;

before(async () => {
  browser = await launch();
});
after(() => browser.close());

const framing = `${policy}; frame-src 'self'`;

/** @param {string} frame the tag of the frame */
const hostOf = (frame) =>
  `<!doctype html><html lang="en"><head><title>A course</title></head><body><h1>A course</h1>${frame}<p id="after">after</p><script src="/host.js"></script></body></html>`;

/** @param {string} query @param {string} [attributes] */
const frameOf = (query, attributes = '') =>
  `<iframe id="chart" src="/embed.html?${query}" title="A chart" width="800" height="300" data-signalscope ${attributes}></iframe>`;

/**
 * A host page, and a look at it.
 * @param {string} html
 * @param {(page: Page, about: {complaints: string[], frame: Frame, url: string}) => Promise<void>} body
 * @param {Parameters<typeof serve>[0]} [serving]
 */
async function hosted(html, body, serving = {}) {
  const server = await serve({
    pages: { '/host.html': html, '/other.html': other },
    policy: framing,
    ...serving,
  });
  const { page, complaints, close } = await open(browser, `${server.url}host.html`, {}, server.url);
  page.setDefaultTimeout(15000);
  try {
    const frame = await (await page.waitForSelector('#chart')).contentFrame();
    assert.ok(frame);
    await body(page, { complaints, frame, url: server.url });
  } finally {
    await close();
    server.close();
  }
}

const other = '<!doctype html><html lang="en"><title>Another page</title></html>';

/** @param {Page | Frame} where */
const drawn = (where) =>
  where.locator('signal-scope [data-state="done"]').first().waitFor({ timeout: 60000 });

/** @param {Page} page @param {string} [selector] */
const heightOf = (page, selector = '#chart') =>
  page.locator(selector).evaluate((frame) => frame.getBoundingClientRect().height);

/** How high the chart in the frame says it is. @param {Frame} frame */
const wanted = (frame) => frame.evaluate(() => Math.ceil(document.body.getBoundingClientRect().height));

/** Until the frame's box, without its border, is as high as its page. @param {Page} page @param {Frame} frame */
async function followed(page, frame) {
  for (let tries = 0; tries < 100; tries += 1) {
    const [box, content] = [
      await page.locator('#chart').evaluate((one) => one.clientHeight),
      await wanted(frame),
    ];
    if (box === content) return content;
    await page.waitForTimeout(50);
  }
  return assert.fail(`the frame is ${await heightOf(page)} high, its page ${await wanted(frame)}`);
}

test('in a frame it draws, and the frame follows its height, both ways', async () => {
  await hosted(hostOf(frameOf('v=1&preset=residual&depth=6')), async (page, { complaints, frame }) => {
    await drawn(frame);
    assert.match(await frame.locator('signal-scope .what').innerText(), /6 ReLU layers/);
    const closed = await followed(page, frame);
    assert.ok(closed > 480, `${closed}`);
    assert.equal(
      await frame.evaluate(
        () => document.documentElement.scrollHeight > document.documentElement.clientHeight,
      ),
      false,
    );
    await unfold(frame.locator('signal-scope details.more'));
    const opened = await followed(page, frame);
    assert.ok(opened > closed + 40, `${closed}, then ${opened}`);
    await frame.locator('signal-scope details.more > summary').click();
    assert.equal(await followed(page, frame), closed);
    await fewWorkers(page);
    assert.deepEqual(complaints, []);
  });
});

test('a frame is framed with its chart’s name, and its title is the first heading', async () => {
  await hosted(hostOf(frameOf('v=1&preset=symmetry&theme=dark&lang=de')), async (_, { frame }) => {
    await drawn(frame);
    assert.equal(await frame.locator('html').getAttribute('lang'), 'de');
    assert.equal(await frame.locator('html').getAttribute('data-theme'), 'dark');
    assert.equal(await frame.locator('signal-scope .finding').first().getAttribute('aria-level'), '1');
  });
});

/** Heights that no chart has. @type {[string, string][]} */
const odd = [
  ['not a number', '{signalscope: 1, height: NaN}'],
  ['Infinity', '{signalscope: 1, height: Infinity}'],
  ['-Infinity', '{signalscope: 1, height: -Infinity}'],
  ['negative', '{signalscope: 1, height: -900}'],
  ['zero', '{signalscope: 1, height: 0}'],
  ['a text', '{signalscope: 1, height: "700"}'],
  ['an object', '{signalscope: 1, height: {valueOf: null}}'],
  ['a list', '{signalscope: 1, height: [700]}'],
  ['a big integer', '{signalscope: 1, height: 700n}'],
  ['none', '{signalscope: 1}'],
  ['of another version', '{signalscope: 2, height: 700}'],
  ['of somebody else', '{height: 700}'],
  ['nothing', 'null'],
  ['a bare number', '700'],
  ['a bare text', '"signalscope"'],
  ['a bare list', '[1, 700]'],
];

/** Says something to the page around a frame, or to the page itself. @param {Page | Frame} from @param {string} text */
const say = (from, text) => from.evaluate(`parent.postMessage(${text}, '*')`);

/** Long enough for a message that was sent to have been heard. @param {Page} page */
const heard = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener('message', ({ data }) => data === 'last' && resolve(undefined));
        postMessage('last', '*');
      }),
  );

test('the host heeds no height that is none, and bounds the others', async () => {
  await hosted(hostOf(frameOf('v=1&preset=symmetry')), async (page, { complaints, frame }) => {
    await drawn(frame);
    const height = await followed(page, frame);
    for (const [what, text] of odd) {
      await say(frame, text);
      await heard(page);
      assert.equal(await page.locator('#chart').getAttribute('height'), String(height), what);
    }
    for (const [given, taken] of [
      ['1e300', '6000'],
      ['1e-300', '120'],
      ['6000.5', '6000'],
      ['700.25', '701'],
    ]) {
      await say(frame, `{signalscope: 1, height: ${given}}`);
      await page.locator(`#chart[height="${taken}"]`).waitFor({ state: 'attached' });
    }
    assert.deepEqual(complaints, []);
  });
});

test('the host heeds its charts only: no other window, no other origin', async () => {
  const html = hostOf(
    `${frameOf('v=1&preset=symmetry')}<iframe id="other" src="/other.html" title="Another page" height="200"></iframe>`,
  );
  const elsewhere = await serve({ pages: { '/other.html': other } });
  const address = elsewhere.url.replace('127.0.0.1', 'localhost');
  await hosted(
    html,
    async (page, { frame, url }) => {
      await drawn(frame);
      const height = String(await followed(page, frame));
      const stays = async (/** @type {string} */ what) => {
        await heard(page);
        assert.equal(await page.locator('#chart').getAttribute('height'), height, what);
        assert.equal(await page.locator('#other').getAttribute('height'), '200', what);
      };
      const message = '{signalscope: 1, height: 1234}';
      await say(page, message);
      await stays('the page itself');
      const neighbour = page.frame({ url: `${url}other.html` });
      assert.ok(neighbour);
      await say(neighbour, message);
      await stays('a frame that is no chart');
      await frame.evaluate((there) => location.assign(there), `${address}other.html`);
      await frame.waitForURL(/localhost/);
      await say(frame, message);
      await stays('the chart’s frame, once another site stands in it');
    },
    { policy: `${policy}; frame-src 'self' ${address}` },
  );
  elsewhere.close();
});

test('in a sandbox without an origin it draws without a worker, and offers its link as text', async () => {
  const html = hostOf(frameOf('v=1&preset=initialisation&depth=12', 'sandbox="allow-scripts"'));
  await hosted(html, async (page, { complaints, frame, url }) => {
    await drawn(frame);
    assert.equal(await frame.evaluate(() => origin), 'null');
    assert.equal(page.workers().length, 0);
    assert.match(await frame.locator('signal-scope .what').innerText(), /12 ReLU layers/);
    await followed(page, frame);

    await unfold(frame.locator('signal-scope .take'));
    await frame.locator('[data-take="link"]').click();
    const text = frame.locator('signal-scope textarea.taken');
    assert.equal(await text.inputValue(), `${url}?v=1&preset=initialisation&depth=12`);
    assert.match(await frame.locator('signal-scope .take .status').innerText(), /select/i);
    const selected = await text.evaluate((area) => {
      const { selectionStart, selectionEnd, value } = /** @type {HTMLTextAreaElement} */ (area);
      return value.slice(selectionStart, selectionEnd);
    });
    assert.equal(selected, `${url}?v=1&preset=initialisation&depth=12`);

    await frame.locator('[data-take="csv"]').click();
    await frame.locator('signal-scope textarea.taken').waitFor();
    assert.match(await text.inputValue(), /^[^\n]*rms/);
    await frame.locator('[data-take="svg"]').click();
    await frame.getByText('Select and copy: signalscope-initialisation.svg').waitFor();
    assert.match(await text.inputValue(), /^<svg/);
    await frame.locator('[data-take="png"]').click();
    await frame.getByText('This frame may save no file: signalscope-initialisation.png').waitFor();
    assert.equal(await text.count(), 0);
    assert.deepEqual(complaints, []);
  });
});

/**
 * The file on a disk, in a folder of its own, so that there is nothing beside it that it could lean on.
 * @param {(page: Page, about: {asked: string[], complaints: string[], file: string}) => Promise<void>} body
 * @param {string} [hash]
 */
async function onDisk(body, hash = '') {
  const folder = mkdtempSync(join(tmpdir(), 'signalscope-'));
  copyFileSync(join(dist, 'signalscope.html'), join(folder, 'a chart.html'));
  const file = pathToFileURL(join(folder, 'a chart.html')).href;
  const context = await browser.newContext({ viewport: { width: 1008, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(15000);
  /** @type {string[]} */
  const asked = [];
  /** @type {string[]} */
  const complaints = [];
  context.on('request', (request) => asked.push(request.url()));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  try {
    await page.goto(`${file}${hash}`);
    await body(page, { asked, complaints, file });
  } finally {
    await context.close();
    rmSync(folder, { recursive: true });
  }
}

test('one file on a disk: it draws, asks nobody, and any preset can be chosen', async () => {
  await onDisk(async (page, { asked, complaints, file }) => {
    await drawn(page);
    assert.equal(
      await page.locator('[data-series="He √(2/n)"][data-column="rms@50"]').innerText(),
      '4.985e-01',
    );
    await fewWorkers(page);
    assert.equal(await page.locator('nav a[aria-current="page"]').innerText(), 'initialisation');
    const presets = await page.locator('nav a').allInnerTexts();
    assert.ok(presets.length >= 15, presets.join(' '));
    for (const preset of presets) {
      await page.locator('nav').getByText(preset, { exact: true }).click();
      await page.locator(`signal-scope[preset="${preset}"] [data-state="done"]`).waitFor();
      assert.equal(await page.locator('nav a[aria-current="page"]').innerText(), preset);
    }
    await page.goBack();
    await page.locator(`signal-scope[preset="${presets[presets.length - 2]}"] [data-state="done"]`).waitFor();
    const others = asked.filter(
      (address) => !/^(data|blob):/.test(address) && address.split('#')[0] !== file,
    );
    assert.deepEqual(others, []);
    assert.deepEqual(complaints, []);
  });
});

test('one file on a disk: a link behind # opens one chart, and there is no link to take away', async () => {
  await onDisk(async (page, { complaints }) => {
    await drawn(page);
    assert.match(await page.locator('signal-scope .what').innerText(), /7 ReLU layers/);
    assert.equal(await page.locator('nav a[aria-current="page"]').innerText(), 'residual');
    await unfold(page.locator('signal-scope .take'));
    assert.equal(await page.locator('[data-take="link"], [data-take="frame"]').count(), 0);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('[data-take="csv"]').click(),
    ]);
    assert.equal(download.suggestedFilename(), 'signalscope-residual.csv');
    assert.deepEqual(complaints, []);
  }, '#v=1&preset=residual&depth=7');
});
