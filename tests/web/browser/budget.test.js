// What a reader's connection is asked for: how much comes over the line for one element.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { launch, serve } from './chromium.js';

const mostScript = 60000;
const mostCore = 150000;

/** @type {import('playwright-core').Browser} */
let browser;

before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** @param {Buffer} body */
const gzipped = (body) => gzipSync(body, { level: 9 }).length;

/** @param {Buffer} body */
const brotlied = (body) =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

/** @param {string} language */
const lessonIn = (language) =>
  `<!doctype html><html lang="${language}"><title>A lesson</title><script type="module" src="/element/define.js"></script><signal-scope preset="initialisation"></signal-scope>`;

/** All that an element of a page in this language asks for. @param {string} language */
async function fetched(language) {
  const server = await serve({ pages: { '/lesson.html': lessonIn(language) } });
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(15000);
  /** @type {import('playwright-core').Response[]} */
  const responses = [];
  // Of the context, since the worker's are not the page's.
  context.on('response', (response) => responses.push(response));
  await page.goto(`${server.url}lesson.html`);
  await page.locator('signal-scope [data-state="done"]').waitFor({ timeout: 60000 });
  /** @type {Map<string, Buffer>} */
  const bodies = new Map();
  for (const response of responses)
    bodies.set(
      new URL(response.url()).pathname,
      response.status() === 200 ? await response.body() : Buffer.of(),
    );
  await context.close();
  server.close();
  return bodies;
}

test('a German element: its words come beside, at most 60 KB of script as a server compresses it', async (t) => {
  const bodies = await fetched('de');
  const scripts = [...bodies].filter(([path]) => path.endsWith('.js'));
  assert.ok(scripts.some(([path]) => path.includes('german')));
  const script = scripts.reduce((sum, [, body]) => sum + brotlied(body), 0);
  t.diagnostic(`${script} bytes of script`);
  assert.ok(script > 10000 && script <= mostScript, `${script} bytes of script`);
});

test('one element: at most 60 KB of script and 150 KB of WebAssembly, compressed, and nothing else', async (t) => {
  const bodies = await fetched('en');
  const scripts = [...bodies].filter(([path]) => path.endsWith('.js'));
  const cores = [...bodies].filter(([path]) => path.endsWith('.wasm'));
  for (const [path, body] of scripts) t.diagnostic(`${gzipped(body)} bytes of ${body.length}: ${path}`);
  const script = scripts.reduce((sum, [, body]) => sum + gzipped(body), 0);
  const core = cores.reduce((sum, [, body]) => sum + brotlied(body), 0);
  t.diagnostic(`${script} bytes of script, ${core} bytes of WebAssembly`);
  assert.ok(scripts.some(([path]) => path.endsWith('worker.js')));
  assert.equal(cores.length, 1);
  assert.ok(script > 10000 && script <= mostScript, `${script} bytes of script`);
  assert.ok(core > 10000 && core <= mostCore, `${core} bytes of WebAssembly`);
  // What only some readers need comes when they ask for it.
  assert.deepEqual(
    [...bodies.keys()].filter((path) =>
      /german|numpy|pytorch|take-away|loader|engine|matrix|dots/.test(path),
    ),
    [],
  );
  assert.deepEqual(
    [...bodies.keys()].filter((path) => !/\.(js|wasm|html)$/.test(path) && path !== '/favicon.ico'),
    [],
  );
});
