// The labs in German: everything that they say, with the digits of the English page.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import english from '../../../web/language/english.js';
import german from '../../../web/language/german.js';
import { labOf, launch, open, printed, serve, settled, type, unfold } from './chromium.js';

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serve>>} */
let server;

before(async () => {
  browser = await launch();
  server = await serve();
});
after(async () => {
  await browser.close();
  server.close();
});

/**
 * The page as if its document said so before any script ran.
 * @param {string} language
 */
async function openIn(language) {
  const opened = await open(browser, server.url);
  await opened.page.addInitScript((tag) => {
    new MutationObserver((_, observer) => {
      if (!document.documentElement) return;
      document.documentElement.lang = tag;
      observer.disconnect();
    }).observe(document, { childList: true });
  }, language);
  await opened.page.reload();
  return opened;
}

/**
 * The plain strings of a table.
 * @param {object} table
 * @returns {Generator<string>}
 */
function* stringsOf(table) {
  for (const entry of Object.values(table)) {
    if (typeof entry === 'string') yield entry;
    else if (typeof entry === 'object') yield* stringsOf(entry);
  }
}

const germanStrings = new Set(stringsOf(german));
const englishOnly = [...new Set(stringsOf(english))].filter((text) => !germanStrings.has(text));

/** Words that hardly an English sentence is without; they stand in texts that are functions. */
const everyday = 'the of and is are with at to for a by each'.split(' ');

/** @param {string} words as whole words */
const wholeWords = (words) =>
  new RegExp(`(?<![\\p{L}\\d])${words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\d])`, 'gu');

/** What of a text is English, once the German of the table is taken out. @param {string} text */
function englishIn(text) {
  const left = [...germanStrings].reduce((rest, known) => rest.replace(wholeWords(known), ' '), text);
  return [...englishOnly, ...everyday].filter((words) => wholeWords(words).test(left));
}

/**
 * All that a lab shows and all that it says to a screen reader, but for what is marked as English and for fields in
 * the notation of links (`norm=layer`).
 * @param {import('playwright-core').Locator} lab
 */
function wordsOf(lab) {
  return lab.evaluate((element) => {
    const spoken = ['aria-label', 'aria-valuetext', 'title'].flatMap((name) =>
      [...element.querySelectorAll(`[${name}]`)].map((one) => one.getAttribute(name)),
    );
    const shown = /** @type {Element} */ (element.cloneNode(true));
    for (const other of shown.querySelectorAll('[lang=en], .series-list')) other.remove();
    return [shown.textContent, ...spoken].join('\n');
  });
}

test('the search for English words finds them', () => {
  assert.deepEqual(englishIn('Schicht 1 und layer 2'), ['layer']);
  assert.deepEqual(englishIn('Der Player zeigt den Wert'), []);
  assert.ok(englishOnly.length > 80);
});

test('the initialisation lab in German: title, controls, table, a refusal; the digits are the same', async () => {
  const plain = await open(browser, server.url);
  const digits = Object.entries(await printed(await labOf(plain.page, '[preset="initialisation"]')))
    .filter(([name]) => !name.endsWith(' verdict'))
    .map(([, text]) => text);
  await plain.close();
  assert.ok(digits.length === 12);

  const { page, complaints, close } = await openIn('de-AT');
  const lab = await labOf(page, '[preset="initialisation"]');
  assert.equal(
    await lab.locator('.finding').innerText(),
    'Ein Signal, vier Standardabweichungen: nur He kommt an, 0.5-mal so groß',
  );
  assert.equal(
    await lab.locator('.what').innerText(),
    'RMS des Signals nach jeder Schicht · 50 Schichten mit ReLU, Breite 256, Batch 128 · Startwert 0 (numpy)',
  );
  const heads = await lab.locator('.printed.stacked thead th').allInnerTexts();
  assert.deepEqual(
    heads.map((text) => text.replace(/\s+/g, ' ')),
    ['RMS Schicht 1', 'RMS Schicht 10', 'RMS Schicht 50', 'Befund'],
  );
  const entries = Object.entries(await printed(lab));
  assert.ok(entries.some(([name]) => name === 'zu klein (0.01) rms@50'));
  assert.deepEqual(
    entries.filter(([name]) => !name.endsWith(' verdict')).map(([, text]) => text),
    digits,
  );
  assert.equal(await lab.getByRole('textbox', { name: 'Breite', exact: true }).count(), 1);
  assert.equal(await lab.getByRole('slider', { name: 'Tiefe, Schieberegler' }).count(), 1);
  assert.equal(await lab.getByRole('radio', { name: 'rückwärts' }).count(), 1);
  await unfold(lab.locator('details.layers'));
  await unfold(lab.locator('details.more'));
  assert.deepEqual(englishIn(await wordsOf(lab)), []);

  await type(lab, 'width', '0');
  await settled(lab, 'problem');
  const problem = lab.locator('[data-field="width"] .problem');
  assert.equal(
    (await problem.innerText()).trim(),
    'Breite: war 0; erlaubt ist eine ganze Zahl von 1 bis 4096.',
  );
  assert.equal(await lab.locator('[lang]').count(), 0);
  assert.deepEqual(complaints, []);
  await close();
});

test('no lab of the page keeps an English word of the table', async () => {
  const { page, complaints, close } = await openIn('de');
  const all = page.locator(
    'scope-signal-lab, scope-symmetry-lab, scope-normalise-lab, scope-statistics-lab, scope-momentum-lab, scope-neighbours-lab, scope-scatter-lab, scope-padding-lab, scope-depth-lab, scope-jacobian-lab, scope-cost-lab, scope-bench-lab',
  );
  const count = await all.count();
  assert.ok(count >= 16);
  for (let index = 0; index < count; index += 1) {
    const lab = all.nth(index);
    await lab.scrollIntoViewIfNeeded();
    await settled(lab);
    const name = await lab.evaluate((element) => `${element.localName} ${element.getAttribute('preset')}`);
    assert.deepEqual(englishIn(await wordsOf(lab)), [], name);
  }
  assert.deepEqual(complaints, []);
  await close();
});

test('a language without a table gets English, and says that it is', async () => {
  const { page, close } = await openIn('fr');
  const lab = await labOf(page, '[preset="symmetry"]');
  assert.equal(await lab.getAttribute('lang'), 'en');
  assert.match(await lab.innerText(), /Columns that differ:/);
  await close();
});

test('the language of a lab can be set and changed, with all that is drawn', async () => {
  const { page, close } = await open(browser, server.url);
  const lab = await labOf(page, '[preset="residual"]');
  const before = await lab.innerText();
  assert.match(before, /without residual/);
  const change = (/** @type {string | undefined} */ tag) =>
    lab.evaluate((element, language) => Object.assign(element, { language }), tag);
  await change('de');
  await lab.getByText('ohne Residualpfad').first().waitFor();
  assert.deepEqual(englishIn(await wordsOf(lab)), []);
  await change(undefined);
  await lab.getByText('without residual').first().waitFor();
  assert.equal(await lab.innerText(), before);
  await close();
});

test('a decimal comma is understood', async () => {
  const { page, close } = await openIn('de');
  const lab = await labOf(page, '[preset="initialisation"]');
  await type(lab, 'weight_std', '0,02');
  await settled(lab);
  const withComma = Object.values(await printed(lab));
  await type(lab, 'weight_std', '0.02');
  await settled(lab);
  assert.deepEqual(Object.values(await printed(lab)), withComma);
  assert.match(await lab.locator('.printed.stacked tbody th').first().innerText(), /normal, Std\. 0\.02/);
  await close();
});
