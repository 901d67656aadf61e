// Bad input, long runs, and changes that overtake each other.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { labOf, launch, open, printed, serve, settled, type } from './chromium.js';

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

const chart = (/** @type {import('playwright-core').Locator} */ lab) =>
  lab.locator('.series .line').evaluateAll((paths) => paths.map((path) => path.getAttribute('d')));

test('a bad value shows its problem beside the control and keeps the last good chart', async () => {
  const { page, complaints, close } = await open(browser, server.url);
  const lab = await labOf(page, '[preset="residual"]');
  const [table, lines, title] = [
    await printed(lab),
    await chart(lab),
    await lab.locator('.what').innerText(),
  ];
  const cases = [
    ['depth', '1e99', /depth.*1e\+99.*1 to 10000/],
    ['depth', '2.5', /depth.*2\.5/],
    ['depth', '', /depth/],
    ['depth', 'forty', /depth.*forty/],
    ['depth', '<img src=x onerror=alert(1)>', /depth.*<img/],
    ['width', '-3', /width.*-3.*1 to 4096/],
    ['batch', '5000', /batch.*5000.*1 to 4096/],
    ['seed', '1.5', /seed.*1\.5/],
  ];
  for (const [field, text, problem] of /** @type {[string, string, RegExp][]} */ (cases)) {
    await type(lab, field, text);
    await settled(lab, 'problem');
    const control = lab.locator(`[data-field="${field}"]`);
    const shown = control.locator('.problem');
    assert.match(await shown.innerText(), problem, text);
    const input = control.locator('.entry');
    assert.equal(await input.getAttribute('aria-invalid'), 'true');
    assert.equal(await input.getAttribute('aria-describedby'), await shown.getAttribute('id'));
    assert.equal(await input.inputValue(), text);
    assert.deepEqual(await printed(lab), table, text);
    assert.deepEqual(await chart(lab), lines, text);
    assert.equal(await lab.locator('.what').innerText(), title, text);
    await lab.locator('.reset').click();
    await settled(lab);
    assert.equal(await lab.locator('.problem:visible').count(), 0);
  }
  assert.deepEqual(await printed(lab), table);
  assert.deepEqual(complaints, []);
  await close();
});

test('a run beyond the memory cap is refused with what it needs, beside the depth', async () => {
  const { page, close } = await open(browser, server.url);
  const lab = await labOf(page, '[preset="residual"]');
  const table = await printed(lab);
  await type(lab, 'width', '4096');
  await type(lab, 'depth', '10000');
  await settled(lab, 'problem');
  assert.match(await lab.locator('[data-field="depth"] .problem').innerText(), /needs \d+ MiB.*2048 MiB/);
  assert.deepEqual(await printed(lab), table);
  await close();
});

test('a problem of one series stands beside that series’ control', async () => {
  const { page, close } = await open(browser, server.url);
  const lab = await labOf(page, '[preset="initialisation"]');
  const controls = lab.locator('[data-field="weight_std"]');
  await controls.nth(1).locator('.entry').fill('-1');
  await settled(lab, 'problem');
  assert.equal(await controls.nth(0).locator('.problem').isVisible(), false);
  assert.match(await controls.nth(1).locator('.problem').innerText(), /weight_std.*-1/);
  await close();
});

test('a long run shows how far it is and can be stopped; the lines end where it did', async () => {
  const { page, complaints, close } = await open(browser, server.url);
  const lab = await labOf(page, '[preset="residual"]');
  await type(lab, 'width', '512');
  await settled(lab);
  await type(lab, 'depth', '300');
  const bar = lab.locator('progress');
  await bar.waitFor();
  const early = Number(await bar.evaluate((found) => /** @type {HTMLProgressElement} */ (found).value));
  await page.waitForTimeout(600);
  const later = Number(await bar.evaluate((found) => /** @type {HTMLProgressElement} */ (found).value));
  assert.ok(later > early && later < 1, `${early} to ${later}`);
  await lab.locator('.stop').click();
  await settled(lab, 'stopped');
  assert.match(await lab.locator('.progress-row .status').innerText(), /Stopped/);
  assert.equal(await bar.count(), 0);
  const lines = await chart(lab);
  await page.waitForTimeout(400);
  assert.deepEqual(await chart(lab), lines);
  await lab.locator('.reset').click();
  await settled(lab);
  assert.equal((await printed(lab))['with residual gradient_ratio'], '4.259e+00');
  assert.deepEqual(complaints, []);
  await close();
});

test('lines grow layer by layer', async () => {
  const { page, close } = await open(browser, server.url);
  const lab = await labOf(page, '[preset="initialisation"]');
  /** @type {Set<number>} */
  const lengths = new Set();
  // Long enough that a fast machine is looked at in the middle, too.
  await type(lab, 'depth', '500');
  while ((await lab.getAttribute('data-state')) === 'running') {
    const paths = await chart(lab);
    lengths.add((paths.at(0) ?? '').split(/[LC]/).length);
    if (lengths.size > 3) break;
  }
  assert.ok(lengths.size > 3, `seen with ${[...lengths]} points`);
  await close();
});

test('of many changes the last one wins, and the older runs never reach the table', async () => {
  const { page, complaints, close } = await open(browser, server.url);
  const lab = await labOf(page, '[preset="residual"]');
  const box = lab.locator('[data-field="depth"] .entry');
  for (let depth = 150; depth < 170; depth += 1) await box.fill(String(depth));
  await box.fill('40');
  await settled(lab);
  const table = await printed(lab);
  assert.equal(table['without residual weight_grad_norm[0]@40'], '2.072e+02');
  await page.waitForTimeout(500);
  assert.deepEqual(await printed(lab), table);
  assert.deepEqual(complaints, []);
  await close();
});

test('a change while a long run is under way does not wait for its end', async () => {
  const { page, close } = await open(browser, server.url);
  const lab = await labOf(page, '[preset="residual"]');
  await type(lab, 'width', '1024');
  await type(lab, 'depth', '150');
  await lab.locator('progress').waitFor();
  const started = Date.now();
  await lab.locator('.reset').click();
  await settled(lab);
  assert.ok(Date.now() - started < 20000);
  assert.equal((await printed(lab))['with residual weight_grad_norm[0]@1'], '6.565e+06');
  await close();
});

test('a word in the text sets a field', async () => {
  const { page, close } = await open(browser, server.url);
  const lab = await labOf(page, '[preset="initialisation"]');
  await page.locator('button.set[data-value="0.0884"]').click();
  await settled(lab);
  assert.equal(await lab.locator('[data-field="weight_std"] .entry').first().inputValue(), '0.0884');
  assert.match(await lab.locator('.finding').innerText(), /arrive/);
  assert.equal(await lab.locator('tbody .name').first().innerText(), 'normal, std 0.0884');
  await close();
});
