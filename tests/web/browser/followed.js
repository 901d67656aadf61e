// A link that is opened, and another one in the same page, by those who test links.
import assert from 'node:assert/strict';
import { open, policy, serve } from './chromium.js';

/** @typedef {import('playwright-core').Page} Page */

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} path @param {(page: Page, url: string) => Promise<void>} body
 * @param {Parameters<typeof serve>[0]} [serving]
 */
export async function on(browser, path, body, serving = {}) {
  const server = await serve({ policy: `${policy}; frame-src 'self'`, ...serving });
  const { page, complaints, close } = await open(browser, `${server.url}${path}`, {}, server.url);
  page.setDefaultTimeout(20000);
  try {
    await body(page, server.url);
    assert.deepEqual(complaints, []);
  } finally {
    await close();
    server.close();
  }
}

export const done = 'signal-scope [data-state="done"]';

/** Opens another link in the same page. @param {Page} page @param {string} link */
export async function show(page, link) {
  await page.locator('signal-scope').evaluate((one) => one.setAttribute('id', 'before'));
  await page.evaluate((hash) => (location.hash = hash), link);
  await page.locator('#before').waitFor({ state: 'detached' });
  await page.locator(done).waitFor();
}
