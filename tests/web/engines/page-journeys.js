// Journeys on the page of lessons.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { scientific } from '../../../web/format.js';
import { bitsOfAll, holds, printed, scrollThrough } from './readings.js';

/** @typedef {import('./driver.js').Page} Page */

const golden = JSON.parse(readFileSync(new URL('../../golden/jacobian.json', import.meta.url), 'utf8'));

const initialisation = '[preset="initialisation"]';
const statistics = 'scope-statistics-lab:not([preset])';

/** @param {Page} page */
export async function everyLab(page) {
  await scrollThrough(page);
  const activations = await page.all('scope-signal-lab', (labs) =>
    labs.flatMap((lab) =>
      lab.results.map((/** @type {any} */ result) => result.record.activation ?? 'none given'),
    ),
  );
  assert.ok(activations.includes('tanh') && activations.includes('gelu'), activations.join(' '));
  const bits = await bitsOfAll(page);
  const deep = bits['xavier-and-tanh.0.trace.rms'];
  assert.equal(deep.split(' ').length, 50);
  assert.ok(new Set(deep.split(' ')).size === 50);
  return bits;
}

/** @param {Page} page */
export async function digits(page) {
  const expected = {
    'too small (0.01) rms@1': '1.125e-01',
    'too small (0.01) rms@10': '3.555e-10',
    'too small (0.01) rms@50': '2.388e-48',
    'too large (0.1) rms@50': '2.388e+02',
    'Xavier √(1/n) rms@50': '1.486e-08',
    'He √(2/n) rms@50': '4.985e-01',
  };
  await page.lab(initialisation);
  holds(await printed(page, initialisation), expected);
  assert.match(await page.text(`${initialisation} >>> .what`), /50 ReLU layers, width 256/);

  await page.fill(`${initialisation} >>> [data-field="depth"] .entry`, '30');
  await page.settled(initialisation);
  const short = await printed(page, initialisation);
  assert.match(await page.text(`${initialisation} >>> .what`), /30 ReLU layers, width 256/);
  assert.ok('He √(2/n) rms@30' in short && !('He √(2/n) rms@50' in short), Object.keys(short).join(', '));
  assert.equal(short['too small (0.01) rms@10'], '3.555e-10');
  await page.click(`${initialisation} >>> .reset`);
  await page.settled(initialisation);
  holds(await printed(page, initialisation), expected);
  return short;
}

/** @param {Page} page */
export async function slider(page) {
  const lab = '[preset="residual"]';
  const seed = `${lab} >>> [data-field="seed"]`;
  await page.lab(lab);
  const before = await printed(page, lab);
  assert.equal(before['with residual gradient_ratio'], '4.259e+00');
  await page.press(`${seed} .range`, 'ArrowRight');
  await page.settled(lab);
  assert.equal(await page.value(`${seed} .entry`), '1');
  assert.match(await page.text(`${lab} >>> .what`), /seed 1/);
  const moved = await printed(page, lab);
  for (const key of Object.keys(before)) assert.notEqual(moved[key], before[key], key);
  await page.press(`${seed} .range`, 'ArrowLeft');
  await page.settled(lab);
  assert.deepEqual(await printed(page, lab), before);
  return moved;
}

/** @param {Page} page */
export async function cursorByKeyboard(page) {
  const keys = `${initialisation} >>> .keys`;
  await page.lab(initialisation);
  await page.focus('.skip-link');
  const reached = () => page.at(keys, (element) => element.getRootNode().activeElement === element);
  // From the link that skips to the section over the contents and the names of the lines to the chart.
  for (let left = 60; left > 0 && !(await reached()); left -= 1) await page.keys('Tab');
  assert.ok(await reached(), 'the Tab key does not come to the chart');
  const values = () => page.texts(`${initialisation} >>> .end-label .value`);
  const atEnd = await values();
  assert.deepEqual([...atEnd].sort(), ['1.486e-08', '2.388e+02', '2.388e-48', '4.985e-01']);

  await page.keys('Home');
  assert.equal(await page.text(`${initialisation} >>> .cursor-text`), 'layer 1');
  await page.keys('ArrowRight', 'ArrowRight', 'ArrowLeft');
  assert.equal(await page.attribute(keys, 'aria-valuenow'), '2');
  const read = (await page.attribute(keys, 'aria-valuetext')) ?? '';
  assert.match(read, /^layer 2: /);
  for (const value of await values()) assert.ok(read.includes(value), `${value} in ${read}`);
  assert.notDeepEqual(await values(), atEnd);

  await page.keys('Escape');
  assert.deepEqual(await values(), atEnd);
  await page.keys('Shift+Tab');
  assert.ok(!(await reached()), 'the keyboard is caught in the chart');
  return { read };
}

/** @param {Page} page */
export async function problem(page) {
  const lab = '[preset="residual"]';
  const width = `${lab} >>> [data-field="width"]`;
  const chart = () =>
    page.all(`${lab} >>> .series .line`, (lines) => lines.map((line) => line.getAttribute('d')));
  await page.lab(lab);
  const [table, lines] = [await printed(page, lab), await chart()];
  assert.ok(lines.length > 0);
  await page.fill(`${width} .entry`, '0');
  await page.settled(lab, 'problem');
  const message = await page.text(`${width} .problem`);
  assert.match(message, /width.*0.*1 to 4096/);
  assert.ok(await page.at(`${width} .problem`, (element) => element.getClientRects().length > 0));
  assert.equal(await page.attribute(`${width} .entry`, 'aria-invalid'), 'true');
  assert.deepEqual(await printed(page, lab), table);
  assert.deepEqual(await chart(), lines);
  await page.click(`${lab} >>> .reset`);
  await page.settled(lab);
  assert.equal(await page.attribute(`${width} .entry`, 'aria-invalid'), 'false');
  return { message };
}

/** @param {Page} page */
export async function wordsByArrows(page) {
  await page.lab(initialisation);
  const group = `${initialisation} >>> [role="radiogroup"][aria-label="Show"]`;
  const chosen = () => page.texts(`${group} [aria-checked="true"]`);
  const focused = () => page.at(group, (element) => element.getRootNode().activeElement.textContent.trim());
  const forward = await page.text(`${initialisation} >>> .finding`);
  assert.deepEqual(await chosen(), ['forward']);
  await page.press(`${group} [aria-checked="true"]`, 'ArrowRight');
  assert.deepEqual(await chosen(), ['backward']);
  assert.equal(await focused(), 'backward');
  const backward = await page.text(`${initialisation} >>> .finding`);
  assert.match(backward, /gradient/);
  await page.keys('ArrowLeft');
  assert.deepEqual(await chosen(), ['forward']);
  assert.equal(await focused(), 'forward');
  assert.equal(await page.text(`${initialisation} >>> .finding`), forward);
  return { forward, backward };
}

/** @param {Page} page */
export async function jacobian(page) {
  const lab = '[preset="jacobian"]';
  await page.lab(lab);
  const table = await printed(page, lab);
  for (const [series, layers] of /** @type {[string, any][]} */ ([
    ['without residual', golden.plain],
    ['with residual', golden.residual],
  ])) {
    for (const [layer, { largest, rank }] of Object.entries(layers)) {
      assert.equal(table[`${series} largest@${layer}`], scientific(largest));
      assert.equal(table[`${series} rank@${layer}`], String(rank));
    }
  }
  const dots = await page.all(`${lab} >>> svg.plot [data-dots]`, (strips) =>
    strips.map((strip) => strip.dataset.dots),
  );
  assert.deepEqual(
    dots,
    Array.from({ length: 10 }, () => '128'),
  );
  return table;
}

/** @param {Page} page */
export async function sharing(page) {
  await page.lab(statistics);
  const marked = (/** @type {string} */ matrix, /** @type {string} */ mark) =>
    page.all(`${statistics} >>> [data-matrix="${matrix}"] [data-${mark}="true"]`, (cells) =>
      cells.map((cell) => `${cell.dataset.row},${cell.dataset.column}`).join(' '),
    );
  const column = '0,2 1,2 2,2 3,2 4,2 5,2';
  const row = '1,0 1,1 1,2 1,3 1,4 1,5';
  assert.equal(await marked('input', 'shares'), column);
  await page.press(`${statistics} >>> [role="radio"][aria-checked="true"]`, 'ArrowRight');
  await page.until(
    'LayerNorm to be shown',
    () => marked('input', 'shares'),
    (shares) => shares === row,
  );
  await page.fill(`${statistics} >>> [data-field="x"] .entry`, '9');
  await page.settled(statistics);
  assert.equal(await marked('output', 'moved'), row);
  return page.all(`${statistics} >>> [data-matrix="output"] [data-value]`, (cells) =>
    Object.fromEntries(
      cells.map((cell) => [`${cell.dataset.row},${cell.dataset.column}`, cell.dataset.value]),
    ),
  );
}

/** @param {boolean} dark @returns {(page: Page) => Promise<void>} */
export const scheme = (dark) => async (page) => {
  await page.lab('[preset="symmetry"]');
  const colours = await page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.body);
    return [color, backgroundColor].map(
      (of) =>
        of
          .match(/[\d.]+/g)
          ?.slice(0, 3)
          .map(Number) ?? [],
    );
  });
  const [ink, ground] = colours.map((channels) => channels.reduce((sum, channel) => sum + channel, 0) / 3);
  assert.ok(dark ? ink > 150 && ground < 60 : ink < 100 && ground > 200, `ink ${ink} on ${ground}`);
};

/** @param {Page} page */
export async function narrow(page) {
  await scrollThrough(page);
  const { inner, space, wide, out } = await page.evaluate(() => {
    // A scroll bar of its own width, which some engines draw, leaves less than the viewport.
    const { clientWidth, scrollWidth } = document.documentElement;
    const beyond = [...document.querySelectorAll('main *')]
      .filter((element) => !element.closest('.table-space, svg, math'))
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => element.outerHTML.slice(0, 80));
    return { inner: innerWidth, space: clientWidth, wide: scrollWidth, out: beyond };
  });
  assert.equal(inner, 360);
  assert.ok(space > 330, `${space} px of space`);
  assert.equal(wide, space);
  assert.deepEqual(out, []);
}
