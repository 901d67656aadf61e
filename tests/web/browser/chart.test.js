// The signal chart by itself, in the built page: extreme values, lanes, cursor, a line taken out of the scale.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, open, serve } from './chromium.js';

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

/**
 * Draws a chart of its own at the top of the page.
 * @param {import('playwright-core').Page} page
 * @param {number[][]} series
 * @param {string} [kind]
 */
async function draw(page, series, kind = 'log') {
  await page.evaluate(
    async ({ series: values, kind: axis }) => {
      await customElements.whenDefined('scope-lines');
      document.querySelector('#trial')?.remove();
      const chart = /** @type {any} */ (document.createElement('scope-lines'));
      chart.id = 'trial';
      const styles = ['he', 'xavier', 'large', 'small'].map((name) => ({ name, dash: '', mark: 'circle' }));
      Object.assign(chart, {
        finding: 'trial',
        what: 'trial',
        kind: axis,
        depth: values[0].length,
        lines: values.map((line, index) => ({
          key: String(index),
          label: `series ${index}`,
          style: styles[index],
          values: Float64Array.from(line),
          from: 0,
          to: line.length,
        })),
      });
      // Wide enough for labels at the lines' ends.
      chart.className = 'wide';
      document.querySelector('section')?.prepend(chart);
      while (chart.width === 0) await new Promise(requestAnimationFrame);
      await chart.updateComplete;
    },
    { series, kind },
  );
  return page.locator('#trial');
}

/** Every number in the chart's geometry. @param {import('playwright-core').Locator} chart */
const numbers = (chart) =>
  chart
    .locator('svg.plot *')
    .evaluateAll((found) =>
      found.flatMap((element) =>
        ['d', 'x', 'y', 'x1', 'x2', 'y1', 'y2', 'width', 'height', 'transform'].map(
          (name) => element.getAttribute(name) ?? '',
        ),
      ),
    );

test('extreme values are drawn without a break: every point a number, every kind its own lane and mark', async () => {
  const { page, complaints, close } = await open(browser, server.url);
  const started = Date.now();
  const chart = await draw(page, [
    [1e-320, 5e-324, 1e-46, 1e-52, 1, 1e300, 1.7e308, 1e308],
    [0, 0, NaN, NaN, Infinity, -Infinity, -3, 2],
  ]);
  assert.ok(Date.now() - started < 5000);
  assert.ok((await numbers(chart)).every((text) => !/NaN|Infinity|undefined/.test(text)));
  const lanes = await chart
    .locator('.lane-mark')
    .evaluateAll((marks) => marks.map((mark) => mark.getAttribute('data-lane')));
  assert.deepEqual([...new Set(lanes)].sort(), ['minus', 'nan', 'negative', 'plus', 'zero']);
  const shapes = await chart
    .locator('.lane-mark')
    .evaluateAll((marks) => marks.map((mark) => mark.getAttribute('d')));
  assert.equal(new Set(shapes).size, 5);
  const ticks = await chart.locator('.tick').allTextContents();
  assert.ok(
    ticks.every((tick) => [...tick].length <= 7),
    ticks.join(' '),
  );
  assert.ok(ticks.includes('1') && ticks.some((tick) => tick.startsWith('10⁻³')) && ticks.includes('NaN'));
  assert.ok((await chart.locator('.grid').count()) <= 8);
  assert.deepEqual(complaints, []);
  await close();
});

test('series of 1e-46 and of 1e300 both stay inside the plot', async () => {
  const { page, close } = await open(browser, server.url);
  const chart = await draw(page, [
    [1e-46, 1e-48, 1e-52],
    [1e299, 1e300, 3e300],
  ]);
  const inside = await chart.evaluate((element) => {
    const plot = /** @type {SVGElement} */ (element.querySelector('.keys')).getBoundingClientRect();
    return [...element.querySelectorAll('.mark')].every((mark) => {
      const { top, bottom } = mark.getBoundingClientRect();
      return top >= plot.top - 1 && bottom <= plot.bottom + 1;
    });
  });
  assert.ok(inside);
  const bands = await chart.locator('.band-text').allTextContents();
  assert.deepEqual(bands.map((band) => band.split(':')[0]).sort(), [
    'above the largest float32',
    'below the smallest float32',
  ]);
  await close();
});

test('ten thousand layers of four series draw in a moment', async () => {
  const { page, close } = await open(browser, server.url);
  const series = [0, 1, 2, 3].map((line) =>
    Array.from({ length: 10000 }, (_, layer) => 10 ** ((-layer / 100) * line)),
  );
  const started = Date.now();
  const chart = await draw(page, series);
  assert.ok(Date.now() - started < 5000);
  assert.equal(await chart.locator('.series').count(), 4);
  await close();
});

test('nothing at all, one layer, and only zeros are drawn as what they are', async () => {
  const { page, complaints, close } = await open(browser, server.url);
  for (const series of [[[]], [[1]], [[0, 0, 0]], [[NaN, NaN]]]) {
    const chart = await draw(page, series);
    assert.ok(
      (await numbers(chart)).every((text) => !/NaN|Infinity|undefined/.test(text)),
      JSON.stringify(series),
    );
  }
  assert.deepEqual(complaints, []);
  await close();
});

test('the cursor reads all series at one layer, by pointer and by keys', async () => {
  const { page, close } = await open(browser, server.url);
  const chart = await draw(page, [
    [1, 2, 3, 4, 5],
    [10, 20, 30, 40, NaN],
  ]);
  const values = () => chart.locator('.end-label .value').allTextContents();
  assert.deepEqual(await values(), ['5.000e+00', 'nan']);
  const keys = chart.locator('.keys');
  await keys.focus();
  await keys.press('Home');
  assert.deepEqual(await values(), ['1.000e+00', '1.000e+01']);
  await keys.press('ArrowRight');
  assert.deepEqual(await values(), ['2.000e+00', '2.000e+01']);
  assert.equal(await keys.getAttribute('aria-valuenow'), '2');
  assert.match(
    (await keys.getAttribute('aria-valuetext')) ?? '',
    /layer 2: series 0 2\.000e\+00, series 1 2\.000e\+01/,
  );
  assert.equal(await chart.locator('.cursor-text').textContent(), 'layer 2');
  await keys.press('Escape');
  assert.equal(await chart.locator('.cursor').count(), 0);
  const box = /** @type {{x: number, y: number, width: number, height: number}} */ (await keys.boundingBox());
  await page.mouse.move(box.x + box.width / 2, box.y + 20);
  assert.deepEqual(await values(), ['3.000e+00', '3.000e+01']);
  await page.mouse.move(5, 5);
  assert.equal(await chart.locator('.cursor').count(), 0);
  await close();
});

test('a click on a label, or Enter, takes its line out of the scale and back', async () => {
  const { page, close } = await open(browser, server.url);
  const chart = await draw(page, [
    [1, 0.5, 0.6],
    [1, 1e-30, 1e-48],
  ]);
  const ticks = () => chart.locator('.tick').allTextContents();
  const wide = await ticks();
  const label = chart.locator('.end-label', { hasText: 'series 1' });
  await label.click();
  assert.equal(await label.getAttribute('aria-pressed'), 'true');
  assert.ok(!(await ticks()).some((tick) => tick.startsWith('10⁻⁴')));
  await label.focus();
  await label.press('Enter');
  assert.deepEqual(await ticks(), wide);
  await close();
});

test('end labels never overlap, however close the lines end', async () => {
  const { page, close } = await open(browser, server.url);
  for (const ends of [
    [1, 1, 1, 1],
    [1, 1.01, 1e-30, 1.1e-30],
    [1e300, 1, 0, NaN],
  ]) {
    const chart = await draw(
      page,
      ends.map((end) => [1, end]),
    );
    const boxes = await chart
      .locator('.end-label .hit')
      .evaluateAll((found) =>
        found.map((box) => box.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })),
      );
    boxes.sort((a, b) => a.top - b.top);
    assert.ok(
      boxes.every((box, index) => index === 0 || box.top >= boxes[index - 1].bottom - 0.5),
      JSON.stringify(boxes),
    );
  }
  await close();
});
