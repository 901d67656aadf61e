// The ways in beside the page itself: the element, the frame, the file on a disk, the link; and the way out.
import assert from 'node:assert/strict';
import { holds, printed } from './readings.js';

/** @typedef {import('./driver.js').Page} Page */

const signal = 'signal-scope >>> scope-signal-lab';
const one = '#one >>> scope-signal-lab';
const two = '#two >>> scope-signal-lab';

/** What the layers before the last one say is the same at any depth. */
const tenth = { 'too small (0.01) rms@10': '3.555e-10' };

/** @param {Page} page @param {string} id @param {string} name @param {string | null} value */
const reflects = (page, id, name, value) =>
  page.until(
    `${id} to reflect ${name}`,
    () => page.attribute(id, name),
    (now) => now === value,
  );

/** Until a chart is as deep as wanted. @param {Page} page @param {string} lab @param {number} depth */
async function drawnTo(page, lab, depth) {
  await page.until(
    `${lab} to have ${depth} layers`,
    () => page.all(`${lab} >>> .what`, ([what]) => what?.textContent ?? ''),
    (what) => what.includes(`${depth} `),
  );
  await page.settled(lab);
}

/** @param {Page} page */
export async function attributes(page) {
  await page.lab(one);
  assert.match(await page.text(`${one} >>> .what`), /30 ReLU layers, width 256/);
  const digits = await printed(page, one);
  holds(digits, tenth);
  assert.ok('He √(2/n) rms@30' in digits, Object.keys(digits).join(', '));
  return digits;
}

/** @param {Page} page */
export async function properties(page) {
  await page.lab(one);
  await page.at('#one', (element) => (element.depth = 12));
  await reflects(page, '#one', 'depth', '12');
  await drawnTo(page, one, 12);
  const digits = await printed(page, one);
  holds(digits, tenth);
  assert.ok('He √(2/n) rms@12' in digits, Object.keys(digits).join(', '));
  await page.at('#one', (element) => element.setAttribute('depth', '30'));
  await drawnTo(page, one, 30);
  assert.equal(await page.at('#one', (element) => String(element.depth)), '30');
  return digits;
}

/** @param {Page} page */
export async function readerTypes(page) {
  await page.lab(one);
  await page.at('#one', (element) => {
    element.addEventListener('change', (/** @type {CustomEvent} */ { detail }) => {
      const { field, value, scenario } = detail;
      element.heard = { field, value, scenario };
    });
  });
  await page.fill(`${one} >>> [data-field="depth"] .entry`, '20');
  await drawnTo(page, one, 20);
  await reflects(page, '#one', 'depth', '20');
  const heard = await page.at('#one', (element) => element.heard);
  assert.deepEqual(heard, { field: 'depth', value: '20', scenario: 'v=1&preset=initialisation&depth=20' });
  const digits = await printed(page, one);
  holds(digits, tenth);
  await page.click(`${one} >>> .reset`);
  await drawnTo(page, one, 30);
  await reflects(page, '#one', 'depth', '30');
  return digits;
}

/** @param {Page} page */
export async function german(page) {
  await page.lab(two);
  const ground = (/** @type {string} */ id) =>
    page.at(id, (element) => getComputedStyle(element).backgroundColor);
  assert.equal(await ground('#two'), 'rgb(21, 23, 26)');
  assert.notEqual(await ground('#one'), 'rgb(21, 23, 26)');
  assert.equal(await page.text(`${two} >>> [data-field="depth"] label`), 'Tiefe');
  assert.equal(await page.text(`${one} >>> [data-field="depth"] label`), 'Depth');
  assert.equal(await page.text(`${two} >>> .take > summary`), 'mitnehmen');
  const what = await page.text(`${two} >>> .what`);
  assert.match(what, /6 Schichten mit ReLU/);
  return { what, finding: await page.text(`${two} >>> .finding`) };
}

/** @param {Page} page */
export async function embedded(page) {
  await page.lab(signal);
  assert.match(await page.text(`${signal} >>> .what`), /12 Schichten mit ReLU/);
  assert.equal(await page.attribute('html', 'lang'), 'de');
  const digits = await printed(page, signal);
  // The names of the lines are German, too.
  const at10 = Object.entries(digits).filter(([key]) => key.endsWith(' rms@10'));
  assert.equal(at10[0][1], '3.555e-10');
  assert.ok(!('too small (0.01) rms@10' in digits), Object.keys(digits).join(', '));
  return digits;
}

/** Only the chart itself can have told its height; that of the frame next to it, whose inside can be seen, is the same. @param {Page} page */
export async function sandboxed(page) {
  const heights = () =>
    page.all('iframe', (frames) =>
      frames.map((/** @type {HTMLIFrameElement} */ frame) => {
        frame.scrollIntoView({ block: 'start', behavior: 'instant' });
        const lab = frame.contentDocument
          ?.querySelector('signal-scope')
          ?.shadowRoot?.querySelector('[data-state]');
        return { height: frame.height, state: lab?.getAttribute('data-state') ?? 'unseen' };
      }),
    );
  await page.until(
    'both frames to be as high as their charts',
    heights,
    ([seen, unseen]) => seen.state === 'done' && Number(seen.height) > 600 && unseen.height === seen.height,
  );
  const [seen, unseen] = await heights();
  assert.equal(seen.state, 'done');
  assert.equal(unseen.state, 'unseen');
}

/** @param {Page} page */
export async function onDisk(page) {
  assert.equal(await page.evaluate(() => location.protocol), 'file:');
  await page.lab(signal);
  const digits = await printed(page, signal);
  holds(digits, tenth);
  holds(digits, { 'He √(2/n) rms@50': '4.985e-01' });
  await page.click('nav a[href$="preset=symmetry"]');
  await page.lab('signal-scope >>> scope-symmetry-lab');
  assert.equal(await page.text('nav a[aria-current="page"]'), 'symmetry');
  return { ...digits, ...(await printed(page, 'signal-scope >>> scope-symmetry-lab')) };
}

const linked = '[preset="initialisation"]';

/** @param {Page} page */
export async function link(page) {
  await page.lab(linked);
  const notices = await page.texts('.link-notices .problem');
  assert.equal(notices.length, 1);
  assert.match(notices[0], /^width: was 0; may be a whole number from 1 to 4096\.$/);
  assert.match(await page.text(`${linked} >>> .what`), /20 ReLU layers, width 256/);
  const digits = await printed(page, linked);
  holds(digits, tenth);
  return digits;
}

/** The clipboard and downloads differ with the engine; what is on the page does not. @param {Page} page */
export async function takeAway(page) {
  await page.lab(linked);
  const take = `${linked} >>> .take`;
  await page.click(`${take} > summary`);
  await page.until(
    'what can be taken to be offered',
    () => page.count(`${take} [data-take="numpy"]`),
    (count) => count === 1,
  );
  await page.click(`${take} [data-take="numpy"]`);
  const said = () => page.text(`${take} .status`);
  await page.until('NumPy to be taken', said, (text) => text.includes('NumPy'));
  const program = await page.value(`${take} textarea.taken`);
  assert.match(program, /^import numpy as np$/m);
  assert.match(program, /\b20\b/);

  await page.evaluate(() => {
    const address = URL.createObjectURL;
    URL.createObjectURL = (/** @type {Blob} */ saved) => {
      Object.assign(window, { saved });
      return address(saved);
    };
  });
  await page.click(`${take} [data-take="csv"]`);
  await page.until('the numbers to be saved', said, (text) =>
    text.includes('signalscope-initialisation.csv'),
  );
  const csv = await page.evaluate(() => /** @type {any} */ (window).saved.text());
  const lines = csv.trimEnd().split('\n');
  assert.match(lines[0], /^series,layer,.*rms/);
  assert.equal(lines.length, 1 + 20 * (await page.count(`${linked} >>> .series .line`)));
  return { program, csv };
}
