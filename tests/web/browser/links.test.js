// Links: what a reader takes away opens to the same digits, and links of old keep their meaning.
// The digits of links.json are the command's: `signalscope propagate --preset … --set field=value`.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { launch, printed, unfold } from './chromium.js';
import { done, on, show } from './followed.js';

/** @typedef {import('playwright-core').Page} Page */

/** @type {{link: string, columns: Record<string, (string | null)[]>}[]} */
const old = JSON.parse(readFileSync(new URL('./links.json', import.meta.url), 'utf8'));

/** @type {import('playwright-core').Browser} */
let browser;

before(async () => {
  browser = await launch();
});
after(() => browser.close());

test('links of version 1 read as they did', async () => {
  await on(browser, 'embed.html#v=1&preset=symmetry', async (page) => {
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
  if (!(await take.evaluate((one) => /** @type {HTMLDetailsElement} */ (one).open))) await unfold(take);
  // What was taken before stays until the next text is there.
  await take.locator('scope-take-away').evaluate((one) => Object.assign(one, { shown: '' }));
  await take.locator(`[data-take="${what}"]`).click();
  await take.locator('textarea').waitFor();
  return take.locator('textarea').inputValue();
}

test('the link, the frame and the element that a reader takes away give the same digits on a new page', async () => {
  /** @type {Record<string, string>} */
  const pages = {};
  await on(
    browser,
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

/** Links of charts that take more than one run, or a matrix that is smaller than usual. @type {[string, RegExp, string][]} */
const special = [
  ['preset=momentum&seed=5&training_batches=7', /^One input, 1\.4: /, 'seed="5" training-batches="7"'],
  ['preset=momentum&momentum.1=0.5', /^One input, 3\.3: /, 'scenario="momentum.1=0.5"'],
  [
    'preset=cells&batch=2&width=2',
    /^BatchNorm: a cell of feature 2 shares .* one other$/,
    'width="2" batch="2"',
  ],
  ['preset=cells&x=[[1,2],[3,4]]', /^BatchNorm: a cell of feature 2 /, 'x="[[1,2],[3,4]]"'],
];

test('links of charts that are made of several runs, and of small matrices', async () => {
  await on(browser, 'embed.html#v=1&preset=symmetry', async (page) => {
    await page.locator(done).waitFor();
    for (const [link, finding, attributes] of special) {
      await show(page, `v=1&${link}`);
      assert.match(await page.locator(`${done} .finding`).innerText(), finding, link);
      assert.deepEqual(await page.locator('signal-scope .notices .problem').allInnerTexts(), [], link);
      const tag = await page.locator('signal-scope').evaluate((one) => one.outerHTML);
      assert.ok(tag.includes(attributes), tag);
    }
    await show(page, 'v=1&preset=momentum&training_batches=-7&seed=5');
    assert.match(await page.locator(`${done} .finding`).innerText(), /^One input, 1\.4: /);
    const problems = await page.locator('signal-scope .notices .problem').allInnerTexts();
    assert.deepEqual(problems, ['training_batches: was -7; may be a whole number from 0 to 10000.']);
  });
});

/** A line of each of its programs. @type {[string, RegExp, RegExp][]} */
const programs = [
  ['depths', /^ {4}for depth in \[6, 12, 24, 48, 96\]:$/m, /^ +weight_grad_norm_1 = .*grad/m],
  ['jacobian', /^ +J = J @ W/m, /torch\.autograd\.functional\.jacobian/],
  ['neighbours', /^ +x\[0\] = example$/m, /torch\.from_numpy/],
  ['momentum', /^ +running_mean = old \* running_mean/m, /F\.batch_norm\(x, running_mean/],
];

test('charts that are made of several runs give programs and their numbers', async () => {
  await on(browser, 'embed.html#v=1&preset=symmetry', async (page) => {
    await page.locator(done).waitFor();
    for (const [preset, byNumPy, byPyTorch] of programs) {
      await show(page, `v=1&preset=${preset}`);
      const lab = page.locator(done);
      for (const [name, line] of /** @type {const} */ ([
        ['NumPy', byNumPy],
        ['PyTorch', byPyTorch],
      ])) {
        await taken(lab, name.toLowerCase());
        await lab.locator('.take .status', { hasText: `: ${name}.` }).waitFor();
        assert.match(await lab.locator('.take textarea').inputValue(), line);
      }
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        lab.locator('.take [data-take="csv"]').click(),
      ]);
      const [head, ...rows] = readFileSync(await download.path(), 'utf8')
        .trim()
        .split('\n');
      assert.match(head, /^series,/);
      assert.ok(rows.length >= 15 && rows.every((row) => row.length > 3), preset);
      assert.equal(await lab.locator('.take [data-take="json"]').count(), 1);
    }
  });
});

/** Every number of every matrix. @param {import('playwright-core').Locator} lab */
const cells = (lab) =>
  lab
    .locator('[data-matrix] [data-value]')
    .evaluateAll((found) => found.map((cell) => Number(cell.getAttribute('data-value'))));

/** What a reader does to a lab, and the link that says so. @type {[string, string, (lab: import('playwright-core').Locator) => Promise<void>, string][]} */
const edited = [
  [
    'a cell and the norm that is shown',
    'scope-statistics-lab:not([preset])',
    async (lab) => {
      await lab.getByRole('radio', { name: 'LayerNorm' }).click();
      await lab.locator('[data-matrix="input"] [data-row="1"][data-column="2"]').click();
      await lab.locator('[data-field="x"] .entry').fill('-9.25');
    },
    'v=1&preset=cells&show=layer&cell.2.3=-9.25',
  ],
  [
    'a mask and a cell',
    'scope-padding-lab',
    async (lab) => {
      await lab.locator('[data-mask="0"]').click();
      await lab.locator('[data-matrix="input"] [data-row="1"][data-column="0"]').click();
      await lab.locator('[data-field="x"] .entry').fill('12');
    },
    'v=1&preset=padding&mask.1=0%2C1%2C1%2C0%2C0%2C0&cell.2.1=12',
  ],
];

for (const [what, selector, doIt, expected] of edited) {
  test(`${what}: in the link, the element and the numbers that are taken away`, async () => {
    /** @type {Record<string, string>} */
    const pages = {};
    await on(
      browser,
      '',
      async (page, url) => {
        const lab = page.locator(selector);
        const whole = lab.and(page.locator('[data-state="done"]'));
        await lab.scrollIntoViewIfNeeded();
        await whole.waitFor();
        const untouched = await cells(lab);
        await doIt(lab);
        await page.waitForTimeout(100);
        await whole.waitFor();
        const numbers = await cells(lab);
        assert.notDeepEqual(numbers, untouched);

        const link = await taken(lab, 'link');
        assert.equal(link, `${url}?${expected}`);
        pages['/element.html'] =
          '<!doctype html><html lang="en"><title>A page</title><h1>A page</h1>' +
          (await taken(lab, 'element'));
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          lab.locator('.take [data-take="json"]').click(),
        ]);
        const json = JSON.parse(readFileSync(await download.path(), 'utf8'));
        const rows = json.series[0].scenario.x;
        assert.deepEqual(rows.flat(), numbers.slice(0, rows.flat().length));

        await page.goto(link);
        await whole.waitFor();
        assert.deepEqual(await cells(lab), numbers);
        await lab.locator('.reset').click();
        await page.waitForTimeout(100);
        await whole.waitFor();

        await page.goto(`${url}element.html`);
        await page.locator(done).waitFor();
        assert.deepEqual(await cells(page.locator(done)), numbers);
      },
      { pages },
    );
  });
}
