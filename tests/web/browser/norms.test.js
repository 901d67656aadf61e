// Training and inference, neighbours, batches of two, padding: every number that the labs show, against the core's own
// answer to the same record, before and after the reader changed something.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { load } from '../../../wasm/loader.js';
import { fixed } from '../../../web/format.js';
import { labOf, launch, open, printed, serve, settled, type } from './chromium.js';

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {import('../../../wasm/signalscope.js').Core} */
let core;

before(async () => {
  [server, browser, core] = await Promise.all([serve(), launch(), load()]);
});
after(async () => {
  await browser.close();
  server.close();
});

const presets = JSON.parse(readFileSync(new URL('../../../core/presets.json', import.meta.url), 'utf8'));

/** @param {any} record @returns {import('../../../wasm/signalscope.js').Normalised} */
function normalised(record) {
  const { value, problem } = core.normalise(record);
  assert.equal(problem, null, problem?.message);
  return /** @type {any} */ (value);
}

/** @param {import('playwright-core').Locator} lab @param {string} matrix */
const cells = (lab, matrix) =>
  lab
    .locator(`[data-matrix="${matrix}"] td[data-row]`)
    .evaluateAll((found) => found.map((cell) => (cell.textContent ?? '').trim()));

/** @param {Iterable<number>} values @param {number} [digits] */
const texts = (values, digits = 4) => Array.from(values, (value) => fixed(value, digits));

/**
 * The statistics tables of a part of a lab, row by row.
 * @param {import('playwright-core').Locator} part
 */
const statistics = (part) =>
  part
    .locator('.statistics tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('td')].map((cell) => (cell.textContent ?? '').trim())),
    );

/** @param {import('../../../wasm/signalscope.js').Normalised} result @param {boolean} centred */
const statisticsOf = (result, centred) =>
  Array.from(result.variance, (variance, index) => [
    ...(centred ? [fixed(result.mean[index])] : []),
    fixed(variance),
    String(result.count[index]),
  ]);

for (const norm of ['batch', 'layer', 'rms', 'group']) {
  test(`what a norm averages over, ${norm}: every output and statistic is the core’s, before and after a cell changed`, async () => {
    const { page, complaints, close } = await open(browser, server.url);
    const lab = await labOf(page, 'scope-statistics-lab:not([preset])');
    await lab.getByRole('radio').nth(['batch', 'layer', 'rms', 'group'].indexOf(norm)).click();
    const base = { norm, groups: 2, batch: 6, width: 6, input_mean: 1, input_std: 2 };
    const first = normalised(base);
    assert.deepEqual(await cells(lab, 'input'), texts(first.x.values, 2));
    assert.deepEqual(await cells(lab, 'output'), texts(first.y.values, 2));
    assert.deepEqual(await statistics(lab), statisticsOf(first, norm !== 'rms'));
    await lab.locator('[data-matrix="input"] [data-row="1"][data-column="2"]').click();
    await lab.locator('[data-field="x"] .entry').fill('7.5');
    await settled(lab);
    const { rows, columns, values } = first.x;
    const changed = Float64Array.from(values);
    changed[1 * columns + 2] = 7.5;
    const second = normalised({ ...base, x: { rows, columns, values: changed } });
    assert.deepEqual(await cells(lab, 'input'), texts(second.x.values, 2));
    assert.deepEqual(await cells(lab, 'output'), texts(second.y.values, 2));
    assert.deepEqual(await statistics(lab), statisticsOf(second, norm !== 'rms'));
    assert.deepEqual(complaints, []);
    await close();
  });
}

/**
 * All numbers of the padding lab for a matrix and a mask.
 * @param {import('playwright-core').Locator} lab
 * @param {number[][]} x
 * @param {number[]} mask
 */
async function assertPadding(lab, x, mask) {
  assert.deepEqual(await cells(lab, 'input'), texts(x.flat(), 2));
  for (const { label, ...series } of presets.padding.series) {
    const record = { ...presets.padding.base, ...series, x, ...('mask' in series ? { mask } : {}) };
    const result = normalised(record);
    assert.deepEqual(await cells(lab, label), texts(result.y.values), label);
    assert.deepEqual(
      await statistics(lab.locator(`.three > [data-series="${label}"]`)),
      statisticsOf(result, true),
      label,
    );
  }
}

test('padding: counted, masked, and unseen by LayerNorm; a cell and the mask changed', async () => {
  const { page, complaints, close } = await open(browser, server.url);
  const lab = await labOf(page, '[preset="padding"]');
  const x = presets.padding.base.x.map((/** @type {number[]} */ row) => [...row]);
  await assertPadding(lab, x, [1, 1, 1, 0, 0, 0]);
  const before = await cells(lab, 'LayerNorm');
  // Case BN-09: 2 over six values by the wrong count, 4 over three by the mask.
  assert.match(
    await lab.locator('.finding').innerText(),
    /counted 2 over 6 values; .*masked 4 over 3 values/,
  );
  await lab.locator('[data-matrix="input"] [data-row="4"][data-column="1"]').click();
  await lab.locator('[data-field="x"] .entry').fill('12');
  await settled(lab);
  x[4][1] = 12;
  await assertPadding(lab, x, [1, 1, 1, 0, 0, 0]);
  const moved = (/** @type {string} */ matrix) =>
    lab.locator(`[data-matrix="${matrix}"] [data-moved="true"]`).count();
  assert.equal(await moved('BatchNorm, padding counted'), 6);
  assert.equal(await moved('BatchNorm, padding masked'), 0);
  assert.equal(await moved('LayerNorm'), 3);
  await lab.locator('[data-mask="4"]').check();
  await settled(lab);
  await assertPadding(lab, x, [1, 1, 1, 0, 1, 0]);
  await lab.locator('.reset').click();
  await settled(lab);
  assert.deepEqual(await cells(lab, 'LayerNorm'), before);
  assert.match(await lab.locator('[data-notice="zero_variance"]').innerText(), /^LayerNorm: /);
  assert.equal(await page.locator('#padding scope-value').first().innerText(), '2');
  assert.equal(await page.locator('#padding scope-value').nth(1).innerText(), '4');
  assert.deepEqual(complaints, []);
  await close();
});

test('padding: a mask that keeps nothing is refused, and the matrices stay', async () => {
  const { page, close } = await open(browser, server.url);
  const lab = await labOf(page, '[preset="padding"]');
  for (const row of [0, 1, 2]) await lab.locator(`[data-mask="${row}"]`).uncheck();
  await settled(lab, 'problem');
  assert.match(await lab.locator('.problem.orphan').innerText(), /mask/);
  await close();
});

test('a batch of two: the scatter of its means, and outputs of nothing but 1 and −1', async () => {
  const { page, complaints, close } = await open(browser, server.url);
  const lab = await labOf(page, '[preset="batch-of-two"]');
  const { base, series } = presets['batch-of-two'];
  const check = async (/** @type {number} */ seed) => {
    const found = await printed(lab);
    for (const { label, ...own } of series) {
      const result = normalised({ ...base, ...own, seed });
      assert.equal(found[`${label} mean_scatter`], fixed(result.mean_scatter), label);
      assert.equal(found[`${label} output_std_min`], fixed(result.output_std_min), label);
      assert.equal(
        await lab.locator(`.series[data-series="${label}"]`).getAttribute('data-dots'),
        String(result.mean.length),
      );
    }
    const { label: _label, ...own } = series[0];
    const two = normalised({ ...base, ...own, seed });
    assert.deepEqual(await cells(lab, 'output'), texts(two.y.values));
  };
  await check(0);
  assert.deepEqual([...new Set(await cells(lab, 'output'))].sort(), ['-1.0000', '1.0000']);
  assert.equal(await lab.locator('[data-column="ones"]').innerText(), '32');
  assert.match(
    await lab.locator('.finding').first().innerText(),
    /4\.3 with BatchNorm, batch of 2; 0\.55 with BatchNorm, batch of 128/,
  );
  await type(lab, 'seed', '5');
  await settled(lab);
  await check(5);
  await lab.locator('[data-field="batch"] .entry').first().fill('1');
  await settled(lab, 'problem');
  assert.match(
    await lab.locator('[data-field="batch"] .problem').first().innerText(),
    /one value for each of its 16 channels.*at least 2, or set norm_mode to eval/,
  );
  assert.deepEqual(complaints, []);
  await close();
});

/** The running statistics that the core gives batch after batch. @param {any} own @param {number} count */
function course(own, count) {
  const record = { norm: 'batch', batch: 8, width: 4, input_mean: 3, input_std: 2, ...own };
  let running = {};
  for (let batch = 1; batch <= count; batch += 1) {
    const { running_mean, running_var, batches_seen } = normalised({ ...record, ...running, seed: batch });
    running = { running_mean, running_var, batches_seen };
  }
  const at = { ...record, ...running, seed: 0 };
  return { train: normalised(at), inference: normalised({ ...at, norm_mode: 'eval' }) };
}

test('running statistics: both conventions with their formula, batches seen, biased and unbiased', async () => {
  const { page, complaints, close } = await open(browser, server.url);
  const lab = await labOf(page, '[preset="momentum"]');
  const check = async (/** @type {number} */ count, /** @type {number} */ keras) => {
    const found = await printed(lab);
    for (const [label, own] of /** @type {[string, any][]} */ ([
      ['PyTorch', { momentum: 0.1, momentum_convention: 'pytorch' }],
      ['Keras', { momentum: keras, momentum_convention: 'keras' }],
    ])) {
      const { train, inference } = course(own, count);
      assert.equal(found[`${label} mean`], fixed(inference.mean[0]));
      assert.equal(found[`${label} variance`], fixed(inference.variance[0]));
      assert.equal(found[`${label} y`], fixed(inference.y.values[0]));
      assert.equal(found[`${label} formula`], inference.momentum_formula);
      assert.equal(found[`${label} seen`], `${count} batch${count === 1 ? '' : 'es'} seen`);
      assert.equal(found['in training mean'], fixed(train.mean[0]));
      assert.equal(found['in training variance'], fixed(train.variance[0]));
      assert.equal(found['in training unbiased'], fixed(train.unbiased_variance[0]));
      assert.equal(found['in training y'], fixed(train.y.values[0]));
    }
    return found;
  };
  const first = await check(30, 0.99);
  assert.equal(first['PyTorch formula'], 'new = 0.9 · old + 0.1 · batch');
  await page.locator('#training button.set[data-value="0.9"]').click();
  await settled(lab);
  // Case BN-03: 0.1 of PyTorch and 0.9 of Keras are one rule.
  const same = await check(30, 0.9);
  for (const column of ['mean', 'variance', 'y'])
    assert.equal(same[`Keras ${column}`], same[`PyTorch ${column}`]);
  await type(lab, 'training_batches', '1');
  await settled(lab);
  await check(1, 0.9);
  await page.locator('#training button.set[data-lab="momentum"][data-value="0"]').click();
  await settled(lab);
  await check(0, 0.9);
  assert.match(await lab.locator('[data-notice="no_batches_seen"]').innerText(), /0 batches seen/);
  await type(lab, 'training_batches', '-1');
  await settled(lab, 'problem');
  assert.match(
    await lab.locator('[data-field="training_batches"] .problem').innerText(),
    /training_batches.*-1/,
  );
  assert.deepEqual(complaints, []);
  await close();
});

test('train and eval of a whole network: the core’s digits, and a notice while no batch was seen', async () => {
  const { page, complaints, close } = await open(browser, server.url);
  const lab = await labOf(page, '[preset="train-and-eval"]');
  const check = async (/** @type {number} */ training_batches) => {
    const found = await printed(lab);
    for (const [label, norm_mode] of [
      ['in training', 'train'],
      ['at inference', 'eval'],
    ]) {
      const record = {
        depth: 20,
        width: 64,
        batch: 32,
        norm: 'batch',
        norm_placement: 'inside',
        loss: 'random',
      };
      const { value } = core.propagate(/** @type {any} */ ({ ...record, norm_mode, training_batches }));
      assert.equal(Number(found[`${label} rms@20`]).toPrecision(4), value?.rms[19].toPrecision(4));
      assert.equal(Number(found[`${label} grad_rms@1`]).toPrecision(4), value?.grad_rms[0].toPrecision(4));
    }
  };
  await check(0);
  assert.match(
    await lab.locator('[data-notice="no_batches_seen"]').innerText(),
    /^at inference: .*0 batches seen/,
  );
  await page.locator('#training button.set[data-value="100"]').click();
  await settled(lab);
  await check(100);
  assert.match(
    await lab.locator('[data-notice="running_statistics"]').innerText(),
    /100 training batches, new = 0\.9/,
  );
  assert.deepEqual(complaints, []);
  await close();
});

test('an example’s output changes with its neighbours under BatchNorm and not under LayerNorm', async () => {
  const { page, complaints, close } = await open(browser, server.url);
  const lab = await labOf(page, '[preset="neighbours"]');
  const found = await printed(lab);
  const drawn = (/** @type {number} */ seed) => normalised({ norm: 'layer', batch: 8, width: 4, seed }).x;
  const example = drawn(0).values.slice(0, 4);
  for (const [label, norm] of [
    ['BatchNorm in training', 'batch'],
    ['LayerNorm', 'layer'],
  ]) {
    for (const [set, seed] of [1, 2, 3].entries()) {
      const { rows, columns, values } = drawn(seed);
      const x = { rows, columns, values: Float64Array.from(values) };
      x.values.set(example);
      const { y } = normalised({ norm, x });
      for (const at of [0, 1, 2, 3])
        assert.equal(found[`${label}, neighbours ${'ABC'[set]} f${at + 1}`], fixed(y.values[at]));
    }
  }
  assert.match(
    await lab.locator('.finding').innerText(),
    /BatchNorm in training: four of four outputs; LayerNorm: none of four/,
  );
  assert.deepEqual(complaints, []);
  await close();
});
