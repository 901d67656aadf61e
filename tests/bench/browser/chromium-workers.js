// Chromium with a page that only holds workers, each asked by name, and a server for what they load.
import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { launch } from '../../web/browser/chromium.js';

const root = join(import.meta.dirname, '../../..');

/** @type {Record<string, string>} */
const types = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };

const isolating = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

/**
 * @param {string} build the folder of the WebAssembly build
 * @param {Record<string, string>} headers of every answer
 */
function serve(build, headers) {
  /** @type {[string, string][]} */
  const folders = [
    ['/bench/', import.meta.dirname],
    ['/peers/', join(root, 'tests/bench/peers/node_modules')],
    ['/wasm/dist/', build],
    ['/wasm/', join(root, 'wasm')],
    ['/stopwatch/', build],
  ];
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://host').pathname);
    const [prefix, folder] = folders.find(([start]) => path.startsWith(start)) ?? ['', ''];
    const file = join(folder, path.slice(prefix.length));
    if (folder && existsSync(file)) {
      response.writeHead(200, {
        ...headers,
        'content-type': types[extname(file)] ?? 'application/octet-stream',
      });
      createReadStream(file).pipe(response);
    } else {
      response.writeHead(['/', '/favicon.ico'].includes(path) ? 200 : 404, {
        ...headers,
        'content-type': 'text/html',
      });
      response.end('<!doctype html><title>Workers</title>');
    }
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      resolve({
        url: `http://127.0.0.1:${port}/`,
        close: () => (server.closeAllConnections(), server.close()),
      });
    });
  });
}

/**
 * @typedef {object} Workers
 * @property {string} version of Chromium
 * @property {(names: string[]) => Promise<void>} start a name is a script's, with `#2` and so on for further workers
 * @property {(asked: {name: string, request: unknown}[]) => Promise<{values: number[], milliseconds: number}>} ask
 *   all at the same time; the milliseconds are those until the last has answered
 * @property {() => Promise<void>} close
 */

/**
 * @param {string} build
 * @param {{isolated?: boolean}} [options] whether the page is one whose clock tells 5 µs, not 100 µs, apart. Workers
 *   there may share memory too, which some libraries take as leave to use threads.
 * @returns {Promise<Workers>}
 */
export async function chromiumWorkers(build, { isolated = false } = {}) {
  const server = await serve(build, isolated ? isolating : {});
  const browser = await launch();
  const page = await browser.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') console.error(`bench: Chromium says ${message.text()}`);
  });
  await page.goto(server.url);
  return {
    version: browser.version(),
    start: (names) => page.evaluate(startInPage, names),
    ask: (asked) => page.evaluate(askInPage, asked),
    close: async () => {
      await browser.close();
      server.close();
    },
  };
}

/** @param {string[]} names */
async function startInPage(names) {
  const { workers = {} } = /** @type {any} */ (globalThis);
  Object.assign(globalThis, { workers });
  await Promise.all(
    names.map(
      (name) =>
        new Promise((resolve, reject) => {
          const worker = new Worker(`/bench/${name.split('#')[0]}.js`, { type: 'module' });
          worker.onerror = (event) => reject(new Error(`${name}: ${event.message}`));
          worker.onmessage = resolve;
          workers[name] = worker;
        }),
    ),
  );
}

/** @param {{name: string, request: unknown}[]} asked */
async function askInPage(asked) {
  const { workers } = /** @type {any} */ (globalThis);
  const start = performance.now();
  const values = await Promise.all(
    asked.map(
      ({ name, request }) =>
        new Promise((resolve, reject) => {
          workers[name].onmessage = (/** @type {MessageEvent} */ { data }) =>
            data.error ? reject(new Error(`${name}: ${data.error}`)) : resolve(data.value);
          workers[name].postMessage({ id: 0, request });
        }),
    ),
  );
  return { values: /** @type {number[]} */ (values), milliseconds: performance.now() - start };
}
