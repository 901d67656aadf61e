// Placement, the block, depth, Jacobians, the cost and the bench: digits against PyTorch's (tests/golden), and the
// sentences that quote them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { load } from '../../../wasm/loader.js';
import { scientific, spoken } from '../../../web/format.js';
import { labOf, launch, open, printed, serve, settled, unfold } from './chromium.js';

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

/** @param {string} path */
const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const stacks = read('../../golden/stacks.json');
const jacobians = read('../../golden/jacobian.json');
const presets = read('../../../core/presets.json');

/** @param {object} wanted */
const caseOf = (wanted) => {
  const found = stacks.cases.find((/** @type {any} */ one) =>
    Object.entries(wanted).every(([key, value]) => one[key] === value),
  );
  assert.ok(found);
  return found;
};

/** The table of every layer, one list a series. @param {import('playwright-core').Locator} lab */
async function everyLayer(lab) {
  const rows = await lab
    .locator('.tall tbody tr')
    .evaluateAll((found) =>
      found.map((row) => [...row.querySelectorAll('td')].map((cell) => (cell.textContent ?? '').trim())),
    );
  return rows[0].map((_, series) => rows.map((row) => row[series]));
}

/** @type {Record<string, string>} */
const names = {
  rms: 'forward_rms',
  grad_rms: 'grad_rms',
  'weight_grad_norm[0]': 'first_linear_weight_grad_norm',
  'weight_grad_norm[1]': 'second_linear_weight_grad_norm',
  skip_path: 'skip_path',
};

/** @type {[string, object[]][]} the cases in the order of each preset's series */
const shown = [
  [
    'placement',
    [
      { init: 'kaiming_normal', norm: 'layernorm', placement: 'pre', residual: true, final_norm: false },
      { init: 'kaiming_normal', norm: 'layernorm', placement: 'pre', residual: true, final_norm: true },
      { init: 'kaiming_normal', norm: 'layernorm', placement: 'post', residual: true },
    ],
  ],
  [
    'block',
    [
      { init: 'default', norm: 'layernorm', placement: 'pre', residual: true, final_norm: false },
      { init: 'default', norm: 'layernorm', placement: 'pre', residual: false },
    ],
  ],
];

for (const [preset, wanted] of shown) {
  test(`${preset}: every layer of every view has PyTorch’s digits`, async () => {
    const { page, complaints, close } = await open(browser, server.url);
    const lab = await labOf(page, `[preset="${preset}"]`);
    await unfold(lab.locator('details.layers'));
    for (const [view, name] of Object.entries(names)) {
      const choice = lab.locator(`[data-choice="${view}"]`);
      if ((await choice.count()) === 0) continue;
      await choice.click();
      const found = await everyLayer(lab);
      wanted.forEach((one, series) => {
        assert.deepEqual(
          found[series],
          caseOf(one)[name].map((/** @type {number} */ value) => scientific(value)),
          `${view} ${series}`,
        );
      });
    }
    assert.deepEqual(complaints, []);
    await close();
  });
}

test('the direct path is read from the trace, in the sentence as in the table', async () => {
  const { page, close } = await open(browser, server.url);
  const lab = await labOf(page, '[preset="placement"]');
  const left = page.locator('#placement scope-value[series="post-norm"][column="skip_path@last"]');
  assert.equal(await left.innerText(), '3.756e-06');
  assert.equal((await printed(lab))['post-norm skip_path@24'], '3.756e-06');
  await lab.locator('[data-choice="skip_path"]').click();
  assert.equal(
    await lab.locator('.finding').innerText(),
    'Direct path at the last layer: 1 for pre-norm; pre-norm, final norm; 3.8 × 10⁻⁶ for post-norm',
  );
  await lab.locator('[data-field="depth"] .entry').fill('6');
  await settled(lab);
  assert.equal(await left.innerText(), (await printed(lab))['post-norm skip_path@6']);
  assert.equal(await page.locator('#placement scope-value[column="depth"]').innerText(), '6');
  await close();
});

test('a loss that is constant under the norm is said to be so', async () => {
  const { page, close } = await open(browser, server.url);
  const lab = await labOf(page, '[preset="placement"]');
  await page.locator('button.set[data-lab="placement"][data-value="sum"]').click();
  await settled(lab);
  assert.equal(
    await lab.locator('[data-series="post-norm"][data-column="verdict"]').getAttribute('data-code'),
    'loss_constant',
  );
  assert.match(await lab.locator('[data-notice="loss_constant"]').innerText(), /zero by construction/);
  await close();
});

test('the last layer’s gradient by depth: every point the core’s, level in post-norm, falling under a final norm', async () => {
  const { page, complaints, close } = await open(browser, server.url);
  const lab = await labOf(page, '[preset="depths"]');
  const found = await printed(lab);
  const core = await load();
  const { base, series } = presets.placement;
  for (const { label, ...own } of series) {
    for (const depth of [6, 12, 24, 48, 96]) {
      const { value } = core.propagate({ ...base, ...own, depth });
      assert.equal(
        found[`${label} depth ${depth}`],
        scientific(value?.weight_grad_norm[1][depth - 1] ?? NaN),
        `${label} ${depth}`,
      );
    }
  }
  const first = Number(found['pre-norm, final norm depth 6']);
  const last = Number(found['pre-norm, final norm depth 96']);
  assert.ok(first / last > 3 && first / last < 6, `${first / last} is near √16`);
  const level = Number(found['post-norm depth 12']) / Number(found['post-norm depth 96']);
  assert.ok(level > 0.8 && level < 1.25);
  assert.equal(
    await page.locator('scope-value[of="depths"][series="post-norm"][column$="96"]').innerText(),
    spoken(Number(found['post-norm depth 96'])),
  );
  assert.deepEqual(complaints, []);
  await close();
});

test('singular values by depth: the largest, the median and the rank of the reference', async () => {
  const { page, complaints, close } = await open(browser, server.url);
  const lab = await labOf(page, '[preset="jacobian"]');
  const found = await printed(lab);
  for (const [label, golden] of [
    ['without residual', jacobians.plain],
    ['with residual', jacobians.residual],
  ]) {
    for (const layer of [1, 5, 10, 20, 40]) {
      const { largest, median, rank } = golden[layer];
      assert.equal(found[`${label} largest@${layer}`], scientific(largest));
      assert.equal(found[`${label} rank@${layer}`], String(rank));
      // Without the residual the median is rounding noise of the reference from layer 5 on.
      if (label === 'with residual' || layer === 1)
        assert.equal(found[`${label} median@${layer}`], scientific(median));
      else assert.ok(Number(found[`${label} median@${layer}`]) <= 1e-13 * largest);
    }
  }
  assert.equal(await lab.locator('.series').count(), 10);
  assert.match(
    await lab.locator('.finding').innerText(),
    /rank 47 of 128.*rank 128 of 128, median singular value 1\.2/s,
  );
  await lab.locator('[data-field="depth"] .entry').fill('3');
  await settled(lab);
  await page.locator('button.set[data-lab="jacobian"]').click();
  await settled(lab);
  assert.match(await lab.locator('[data-notice="others_fixed"]').innerText(), /others held fixed/);
  assert.equal((await printed(lab))['with residual rank@3'], '128');
  assert.deepEqual(complaints, []);
  await close();
});

test('the cost of the mean is measured when asked, with its spread', async () => {
  const { page, complaints, close } = await open(browser, server.url);
  const lab = await labOf(page, '[preset="cost"]');
  assert.equal(await lab.locator('[data-series]').count(), 0);
  await lab.locator('[data-field="rounds"] .entry').fill('5');
  await lab.locator('[data-field="width"] .entry').fill('64');
  await lab.locator('.measure').click();
  await lab.locator('[data-series="block"]').first().waitFor({ timeout: 60000 });
  const values = Object.fromEntries(
    await lab
      .locator('[data-series]')
      .evaluateAll((found) =>
        found.map((cell) => [
          `${cell.getAttribute('data-series')} ${cell.getAttribute('data-column')}`,
          Number(cell.getAttribute('data-value')),
        ]),
      ),
  );
  for (const name of ['layer_norm', 'rms_norm', 'block', 'share_of_norm', 'share_of_block']) {
    assert.ok(
      values[`${name} lower`] <= values[`${name} median`] &&
        values[`${name} median`] <= values[`${name} upper`],
      name,
    );
  }
  assert.ok(values['layer_norm median'] > 0 && values['block median'] > values['layer_norm median']);
  assert.match(await lab.locator('.what').innerText(), /5 rounds · width 64/);
  await lab.locator('[data-field="width"] .entry').fill('1');
  await lab.locator('.measure').click();
  await settled(lab, 'problem');
  assert.match(await lab.locator('[data-field="width"] .problem').innerText(), /width.*1/);
  assert.deepEqual(complaints, []);
  await close();
});

test('the bench: every field has its control, series come and go, a problem stands beside its field', async () => {
  const { page, complaints, close } = await open(browser, server.url);
  const lab = await labOf(page, '[preset="bench"]');
  const core = await load();
  const fields = core.catalog().value?.records.find(({ verb }) => verb === 'propagate')?.fields ?? [];
  const controls = await lab
    .locator('.field')
    .evaluateAll((found) => found.map((field) => field.getAttribute('data-field')));
  assert.deepEqual([...controls].sort(), fields.map(({ name }) => name).sort());
  assert.equal((await printed(lab))['A rms@last'], '4.985e-01');
  await lab.locator('.add').click();
  await settled(lab);
  assert.equal((await printed(lab))['C rms@last'], '4.985e-01');
  await lab.locator('[data-field="depth"] .entry').fill('10');
  await settled(lab);
  const found = await printed(lab);
  assert.equal(found['C rms@last'], '1.035e+00');
  assert.equal(found['A rms@last'], '4.985e-01');
  assert.match(await lab.locator('.series-list li').nth(2).innerText(), /C\s+depth=10/);
  await lab.locator('[data-field="groups"] .entry').fill('7');
  await lab.locator('[data-field="norm"] select').selectOption('group');
  await settled(lab, 'problem');
  assert.match(await lab.locator('[data-field="groups"] .problem').innerText(), /groups.*7.*1, 2, 4/);
  await lab.getByRole('radio', { name: 'A', exact: true }).click();
  assert.match(await lab.locator('.problem.orphan').innerText(), /^C: groups/);
  const second = found['B rms@last'];
  await lab.locator('.remove').click();
  await lab.getByRole('radio', { name: 'C', exact: true }).click();
  await lab.locator('[data-field="groups"] .entry').fill('8');
  await settled(lab);
  const left = await printed(lab);
  assert.ok(!('A rms@last' in left));
  assert.equal(left['B rms@last'], second);
  const { value } = core.propagate({ depth: 10, norm: 'group', groups: 8 });
  assert.equal(left['C rms@last'], scientific(value?.rms[9] ?? NaN));
  await lab.locator('.start-again').click();
  await settled(lab);
  assert.equal((await printed(lab))['A rms@last'], '4.985e-01');
  for (const choice of await lab
    .locator('[data-choice^="weight"], [data-choice$="count"], [data-choice="mean"]')
    .all())
    await choice.click();
  assert.deepEqual(complaints, []);
  await close();
});

test('every section is in the contents, has a formula and a lab', async () => {
  const { page, close } = await open(browser, server.url);
  const sections = await page.locator('section').evaluateAll((found) =>
    found.map((section) => ({
      id: section.id,
      formulas: section.querySelectorAll('math').length,
      labs: section.querySelectorAll(':scope > [preset], :scope > [fields]').length,
    })),
  );
  const contents = await page
    .locator('nav a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  assert.deepEqual(
    contents,
    sections.map(({ id }) => `#${id}`),
  );
  assert.deepEqual(
    sections.map(({ id }) => id),
    [
      'initialisation',
      'gain',
      'symmetry',
      'norms',
      'training',
      'batch-of-two',
      'padding',
      'residual',
      'placement',
      'block',
      'cost',
      'bench',
    ],
  );
  for (const { id, formulas, labs } of sections) assert.ok(formulas > 0 && labs > 0, id);
  await close();
});
