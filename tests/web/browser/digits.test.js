// The digits that NumPy and PyTorch print, read from the page: as it opens, and after a control was moved and moved back.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { labOf, launch, open, printed, serve, settled, type, unfold } from './chromium.js';

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

/** What the texts print, by series and column. @type {Record<string, Record<string, string>>} */
const texts = {
  initialisation: {
    'too small (0.01) rms@1': '1.125e-01',
    'too small (0.01) rms@10': '3.555e-10',
    'too small (0.01) rms@50': '2.388e-48',
    'too large (0.1) rms@1': '1.125e+00',
    'too large (0.1) rms@10': '3.555e+00',
    'too large (0.1) rms@50': '2.388e+02',
    'Xavier √(1/n) rms@1': '7.033e-01',
    'Xavier √(1/n) rms@10': '3.233e-02',
    'Xavier √(1/n) rms@50': '1.486e-08',
    'He √(2/n) rms@1': '9.947e-01',
    'He √(2/n) rms@10': '1.035e+00',
    'He √(2/n) rms@50': '4.985e-01',
  },
  residual: {
    'without residual weight_grad_norm[0]@1': '3.891e-13',
    'without residual weight_grad_norm[0]@40': '2.072e+02',
    'without residual gradient_ratio': '5.324e+14',
    'with residual weight_grad_norm[0]@1': '6.565e+06',
    'with residual weight_grad_norm[0]@40': '2.796e+07',
    'with residual gradient_ratio': '4.259e+00',
  },
  normalise: {
    'BatchNorm, down the batch output_mean_max': '0.000000',
    'BatchNorm, down the batch output_std_min': '1.0000',
    'LayerNorm, across features output_mean_max': '0.000000',
    'LayerNorm, across features output_std_min': '1.0000',
  },
};

/**
 * @param {import('playwright-core').Locator} lab
 * @param {Record<string, string>} expected
 */
async function assertPrinted(lab, expected) {
  const found = await printed(lab);
  for (const [key, digits] of Object.entries(expected)) assert.equal(found[key], digits, key);
}

for (const [preset, expected] of Object.entries(texts)) {
  test(`${preset}: the digits of the text, before and after a control is moved and moved back`, async () => {
    const { page, complaints, close } = await open(browser, server.url);
    const lab = await labOf(page, `[preset="${preset}"]`);
    await assertPrinted(lab, expected);
    const seed = lab.locator('[data-field="seed"] .range');
    await seed.press('ArrowRight');
    await settled(lab);
    assert.equal(await lab.locator('[data-field="seed"] .entry').inputValue(), '1');
    assert.match(await lab.locator('.what').first().innerText(), /seed 1/);
    const moved = await printed(lab);
    // The figures of `normalise` are 0 and 1 for every seed.
    if (preset !== 'normalise')
      for (const [key, digits] of Object.entries(expected)) assert.notEqual(moved[key], digits, key);
    await seed.press('ArrowLeft');
    await settled(lab);
    await assertPrinted(lab, expected);
    assert.deepEqual(complaints, []);
    await close();
  });
}

test('a depth typed and typed back gives the same digits, and the columns follow the depth between', async () => {
  const { page, close } = await open(browser, server.url);
  const lab = await labOf(page, '[preset="xavier-and-tanh"]');
  const first = await printed(lab);
  assert.equal(first['Xavier with ReLU rms@50'], '1.486e-08');
  assert.equal(first['He with ReLU rms@50'], '4.985e-01');
  await type(lab, 'depth', '20');
  await settled(lab);
  const short = await printed(lab);
  assert.equal(short['He with ReLU rms@10'], first['He with ReLU rms@10']);
  assert.ok('He with ReLU rms@20' in short && !('He with ReLU rms@50' in short));
  await lab.locator('.reset').click();
  await settled(lab);
  assert.deepEqual(await printed(lab), first);
  await close();
});

test('symmetry: the first rows of the text, and one column or six', async () => {
  const { page, complaints, close } = await open(browser, server.url);
  const lab = await labOf(page, '[preset="symmetry"]');
  /** @param {string} series */
  const firstRow = (series) =>
    lab.locator(`.matrix[data-series="${series}"] td[data-row="0"]`).allInnerTexts();
  const equal = Array.from({ length: 6 }, () => '0.0819');
  const random = ['-0.0284', '0.0124', '0.0156', '-0.0488', '0.0163', '-0.0234'];
  assert.deepEqual(await firstRow('all weights 0.5'), equal);
  assert.deepEqual(await firstRow('random weights'), random);
  const found = await printed(lab);
  assert.equal(found['all weights 0.5 distinct_columns'], '1');
  assert.equal(found['random weights distinct_columns'], '6');
  const hidden = lab.locator('[data-field="hidden"] .range');
  await hidden.press('ArrowRight');
  await settled(lab);
  assert.equal((await firstRow('random weights')).length, 7);
  await hidden.press('ArrowLeft');
  await settled(lab);
  assert.deepEqual(await firstRow('all weights 0.5'), equal);
  assert.deepEqual(await firstRow('random weights'), random);
  assert.deepEqual(complaints, []);
  await close();
});

test('the title says what the digits say, and the chart’s labels carry them', async () => {
  const { page, close } = await open(browser, server.url);
  const lab = await labOf(page, '[preset="initialisation"]');
  assert.equal(
    await lab.locator('.finding').innerText(),
    'One signal, four standard deviations: only He arrives, 0.5 times as large',
  );
  assert.match(await lab.locator('.what').innerText(), /50 ReLU layers, width 256, batch 128 · numpy seed 0/);
  const values = await lab.locator('.end-label .value').allTextContents();
  assert.deepEqual(values.sort(), ['1.486e-08', '2.388e+02', '2.388e-48', '4.985e-01']);
  await lab.locator('[data-choice="grad_rms"]').click();
  assert.match(
    await lab.locator('.finding').innerText(),
    /^He: the gradient is .* too small: .* times smaller/s,
  );
  await unfold(lab.locator('details.layers'));
  assert.equal(await lab.locator('.tall tbody tr').count(), 50);
  await close();
});
