// What the tests of the page share: a server for the built page with the strict policy that a careful host would set,
// and Chromium with a record of everything that it complains about.
import assert from 'node:assert/strict';
import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { delimiter, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const dist = process.env.SIGNALSCOPE_DIST ?? fileURLToPath(new URL('../../../dist', import.meta.url));

/** The policy of a careful host, and what the page itself needs of its own: its core by fetch, its icon. */
export const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; img-src 'self'";

/** @type {Record<string, string>} */
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/**
 * @typedef {object} Serving
 * @property {string} [policy] in place of the usual one
 * @property {string} [wasmType] the type that the core is served as
 * @property {boolean} [wasmMissing] an HTML page with status 404 in place of the core
 * @property {Record<string, string>} [pages] files of the test's own, by path such as `/lesson.html`
 * @property {string[]} [asked] takes the path of every request
 * @property {string} [folder] in place of the built page
 * @property {boolean} [open] whether pages of other origins may read what it serves
 */

/**
 * @param {Serving} [serving]
 * @returns {Promise<{url: string, close: () => void}>}
 */
export function serve(serving = {}) {
  // A link of a megabyte reaches the page, as it does on hosts that are generous.
  const server = createServer({ maxHeaderSize: 2 ** 22 }, (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname));
    serving.asked?.push(path);
    const own = serving.pages?.[path] ?? (path === '/favicon.ico' ? '' : undefined);
    const file = join(serving.folder ?? dist, path.endsWith('/') ? join(path, 'index.html') : path);
    const kind = extname(file);
    const missing = (own === undefined && !existsSync(file)) || (kind === '.wasm' && serving.wasmMissing);
    const type = missing
      ? types['.html']
      : kind === '.wasm'
        ? (serving.wasmType ?? types[kind])
        : types[kind];
    response.writeHead(missing ? 404 : 200, {
      'content-type': type ?? 'application/octet-stream',
      'content-security-policy': serving.policy ?? policy,
      ...(serving.open ? { 'access-control-allow-origin': '*' } : {}),
    });
    if (own !== undefined) response.end(own);
    else if (missing) response.end('<!doctype html><title>Not found</title>');
    else createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => {
    // A test that fails before it closes its server must not keep the whole run waiting.
    server.unref();
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      const close = () => {
        server.closeAllConnections();
        server.close();
      };
      resolve({ url: `http://127.0.0.1:${port}/`, close });
    });
  });
}

function chromiumPath() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
  const found = names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
  if (!found) throw new Error('Chromium is not on the PATH; the tests of the page need it.');
  return found;
}

/** @param {string[]} options of its command line */
export function launch(...options) {
  return chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', ...options] });
}

/**
 * A page that has been opened; `complaints` gathers console messages, exceptions and requests to other hosts.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {import('playwright-core').BrowserContextOptions} [options]
 * @param {string | string[]} [home] what all requests have to begin with
 */
export async function open(browser, url, options = {}, home = url) {
  const context = await browser.newContext({ viewport: { width: 1008, height: 900 }, ...options });
  const page = await context.newPage();
  /** @type {string[]} */
  const complaints = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    if (![home, 'data:'].flat().some((start) => request.url().startsWith(start)))
      complaints.push(`asked ${request.url()}`);
  });
  await page.goto(url);
  return { page, complaints, close: () => context.close() };
}

/**
 * A lab of the page, brought into view and run to its end.
 * @param {import('playwright-core').Page} page
 * @param {string} selector
 */
export async function labOf(page, selector) {
  const lab = page.locator(selector);
  await lab.scrollIntoViewIfNeeded();
  await settled(lab);
  return lab;
}

/**
 * @param {import('playwright-core').Locator} lab
 * @param {string} [state]
 */
export async function settled(lab, state = 'done') {
  await lab.and(lab.page().locator(`[data-state="${state}"]`)).waitFor({ timeout: 120000 });
}

/**
 * Opens what is folded. What it holds is drawn only then, a task or a download after the click.
 * @param {import('playwright-core').Locator} details
 */
export async function unfold(details) {
  await details.locator('> summary').click();
  await details.locator('> :not(summary)').first().waitFor();
}

/**
 * The texts of a lab's cells, by series and column.
 * @param {import('playwright-core').Locator} lab
 */
export async function printed(lab) {
  const cells = await lab
    .locator('[data-series][data-column]')
    .evaluateAll((found) =>
      found.map((cell) => [
        `${cell.getAttribute('data-series')} ${cell.getAttribute('data-column')}`,
        (cell.textContent ?? '').trim(),
      ]),
    );
  return Object.fromEntries(cells);
}

/**
 * Types into a control's number, as a reader would.
 * @param {import('playwright-core').Locator} lab
 * @param {string} field
 * @param {string} text
 */
export async function type(lab, field, text) {
  await lab.locator(`[data-field="${field}"] .entry`).first().fill(text);
}

/** The core runs in workers, never in more than the machine has cores or a page needs. @param {import('playwright-core').Page} page */
export async function fewWorkers(page) {
  const cores = await page.evaluate(() => navigator.hardwareConcurrency);
  const count = page.workers().length;
  assert.ok(count >= 1 && count <= Math.min(cores, 4), `${count} workers on ${cores} cores`);
}
