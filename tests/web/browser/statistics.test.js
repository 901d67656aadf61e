// Which cells share a statistic, and which outputs move: read from the page, checked by counting.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { labOf, launch, open, serve, settled } from './chromium.js';

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

const selector = 'scope-statistics-lab:not([preset])';

/**
 * The cells of a matrix that carry a mark, as `row,column`.
 * @param {import('playwright-core').Locator} lab
 * @param {string} matrix
 * @param {string} mark
 */
const marked = (lab, matrix, mark) =>
  lab
    .locator(`[data-matrix="${matrix}"] [${mark}="true"]`)
    .evaluateAll((cells) =>
      cells.map((cell) => `${cell.getAttribute('data-row')},${cell.getAttribute('data-column')}`),
    );

/** @param {import('playwright-core').Locator} lab @param {string} matrix */
const values = (lab, matrix) =>
  lab
    .locator(`[data-matrix="${matrix}"] [data-value]`)
    .evaluateAll((cells) => cells.map((cell) => Number(cell.getAttribute('data-value'))));

const six = [0, 1, 2, 3, 4, 5];

/** Who shares with cell 1,2 of six by six with two groups. @type {[string, string[]][]} */
const sharing = [
  ['BatchNorm', six.map((row) => `${row},2`)],
  ['LayerNorm', six.map((column) => `1,${column}`)],
  ['RMSNorm', six.map((column) => `1,${column}`)],
  ['GroupNorm', [0, 1, 2].map((column) => `1,${column}`)],
];

test('for each norm exactly the cells that share a statistic stand out, and exactly their outputs move', async () => {
  const { page, complaints, close } = await open(browser, server.url);
  const lab = await labOf(page, selector);
  for (const [norm, cells] of sharing) {
    await lab.getByRole('radio', { name: norm }).click();
    await lab.locator('[data-matrix="input"] [data-row="1"][data-column="2"]').click();
    assert.deepEqual(await marked(lab, 'input', 'data-shares'), cells, norm);
    assert.deepEqual(await marked(lab, 'output', 'data-moved'), [], norm);
    const before = await values(lab, 'output');
    await lab.locator('[data-field="x"] .entry').fill('9');
    await settled(lab);
    assert.deepEqual(await marked(lab, 'output', 'data-moved'), cells, norm);
    const moved = (await values(lab, 'output')).flatMap((value, index) =>
      value === before[index] ? [] : [`${Math.floor(index / 6)},${index % 6}`],
    );
    assert.deepEqual(moved, cells, norm);
    await lab.locator('.reset').click();
    await settled(lab);
    assert.deepEqual(await values(lab, 'output'), before, norm);
  }
  assert.deepEqual(complaints, []);
  await close();
});

test('the printed mean and variance are those of the cells that are shown', async () => {
  const { page, close } = await open(browser, server.url);
  const lab = await labOf(page, selector);
  await lab.getByRole('radio', { name: 'BatchNorm' }).click();
  const x = await values(lab, 'input');
  const column = six.map((row) => x[row * 6 + 2]);
  const mean = column.reduce((sum, value) => sum + value, 0) / 6;
  const variance = column.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 6;
  assert.equal(await lab.locator('[data-column="mean[2]"]').innerText(), mean.toFixed(4));
  assert.equal(await lab.locator('[data-column="variance[2]"]').innerText(), variance.toFixed(4));
  assert.equal(await lab.locator('[data-column="count[2]"]').innerText(), '6');
  await close();
});

test('arrow keys walk over the cells, and pointing reads a cell without choosing it', async () => {
  const { page, close } = await open(browser, server.url);
  const lab = await labOf(page, selector);
  const cell = (/** @type {number} */ row, /** @type {number} */ column) =>
    lab.locator(`[data-matrix="input"] [data-row="${row}"][data-column="${column}"]`);
  await cell(1, 2).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  assert.equal(await cell(2, 3).getAttribute('aria-selected'), 'true');
  assert.match(await lab.locator('.field[data-field="x"] .field-label').innerText(), /example 3, feature 4/);
  await cell(0, 0).hover();
  assert.deepEqual(
    await marked(lab, 'input', 'data-shares'),
    six.map((row) => `${row},0`),
  );
  assert.match(await lab.locator('.field[data-field="x"] .field-label').innerText(), /example 3, feature 4/);
  await close();
});

test('groups that do not divide the features are refused beside the control, with those that do', async () => {
  const { page, close } = await open(browser, server.url);
  const lab = await labOf(page, selector);
  await lab.getByRole('radio', { name: 'GroupNorm' }).click();
  const before = await values(lab, 'output');
  await lab.locator('[data-field="groups"] .entry').fill('4');
  await settled(lab, 'problem');
  assert.match(await lab.locator('[data-field="groups"] .problem').innerText(), /groups.*4.*1, 2, 3.*6/);
  assert.deepEqual(await values(lab, 'output'), before);
  await close();
});

test('a cell that is no number is refused, and the matrices stay', async () => {
  const { page, close } = await open(browser, server.url);
  const lab = await labOf(page, selector);
  const before = await values(lab, 'output');
  await lab.locator('[data-field="x"] .entry').fill('many');
  await settled(lab, 'problem');
  assert.match(await lab.locator('[data-field="x"] .problem').innerText(), /x/);
  assert.deepEqual(await values(lab, 'output'), before);
  await close();
});
