// How the page comes to its core: under a strict policy, with odd servers, and where no worker may start.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fewWorkers, labOf, launch, open, policy, printed, serve, settled } from './chromium.js';

/** @type {import('playwright-core').Browser} */
let browser;

before(async () => {
  browser = await launch();
});
after(() => browser.close());

/**
 * @param {Parameters<typeof serve>[0]} serving
 * @param {(page: import('playwright-core').Page, complaints: string[]) => Promise<void>} body
 */
async function on(serving, body) {
  const server = await serve(serving);
  const { page, complaints, close } = await open(browser, server.url);
  try {
    await body(page, complaints);
  } finally {
    await close();
    server.close();
  }
}

test('under the strict policy it loads, runs in a worker, and the console stays clean', async () => {
  await on({}, async (page, complaints) => {
    const lab = await labOf(page, '[preset="residual"]');
    assert.equal((await printed(lab))['with residual gradient_ratio'], '4.259e+00');
    await fewWorkers(page);
    assert.equal(await page.locator('[style]').count(), 0);
    assert.deepEqual(complaints, []);
  });
});

for (const wasmType of ['application/octet-stream', 'text/plain']) {
  test(`a core served as ${wasmType} runs, and the console stays clean`, async () => {
    await on({ wasmType }, async (page, complaints) => {
      const lab = await labOf(page, '[preset="symmetry"]');
      assert.equal((await printed(lab))['random weights distinct_columns'], '6');
      assert.deepEqual(complaints, []);
    });
  });
}

test('where a worker is refused, the same digits come from the page itself', async () => {
  await on({ policy: `${policy}; worker-src 'none'` }, async (page) => {
    const lab = await labOf(page, '[preset="residual"]');
    assert.equal(page.workers().length, 0);
    assert.equal((await printed(lab))['without residual gradient_ratio'], '5.324e+14');
    assert.equal((await printed(lab))['with residual weight_grad_norm[0]@1'], '6.565e+06');
  });
});

test('an HTML page in place of the core: the reader is told which address failed', async () => {
  await on({ wasmMissing: true }, async (page) => {
    const lab = page.locator('[preset="initialisation"]');
    await lab.scrollIntoViewIfNeeded();
    await settled(lab, 'failed');
    assert.match(
      await lab.locator('.problem.orphan').innerText(),
      /\/assets\/signalscope-core[^ ]*\.wasm.*404/,
    );
    assert.match(await page.locator('#initialisation').innerText(), /standard deviation/);
  });
});

test('no focus is taken on load, and a few workers serve all labs', async () => {
  await on({}, async (page) => {
    for (const section of await page.locator('section').all()) await section.scrollIntoViewIfNeeded();
    await labOf(page, '[preset="initialisation"]');
    await labOf(page, '[preset="residual"]');
    await fewWorkers(page);
    assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
  });
});
