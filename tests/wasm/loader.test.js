import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';

import { load } from '../../wasm/loader.js';
import { valueOf } from './outcomes.js';

const wasmFile = new URL('../../wasm/dist/signalscope-core.wasm', import.meta.url);

/** What the server answers: by path, the status, the type and the body. */
const answers = new Map();
/** How often each path was asked for. */
const asked = new Map();
/** @type {import('node:http').Server} */
let server;
let origin = '';

before(async () => {
  const wasm = await readFile(wasmFile);
  answers.set('/right.wasm', [200, 'application/wasm', wasm]);
  answers.set('/untyped.wasm', [200, 'application/octet-stream', wasm]);
  answers.set('/page.wasm', [200, 'text/html', '<!doctype html><title>Not found</title>']);
  answers.set('/cut.wasm', [200, 'application/wasm', wasm.subarray(0, 1000)]);
  answers.set('/other.wasm', [200, 'application/wasm', Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])]);
  server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.set(path, (asked.get(path) ?? 0) + 1);
    const [status, type, body] = answers.get(path) ?? [404, 'text/html', 'none'];
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  assert.ok(address && typeof address === 'object');
  origin = `http://127.0.0.1:${address.port}`;
});

after(() => server.close());

test('by default the core beside the loader is loaded, once', async () => {
  const [first, second] = await Promise.all([load(), load()]);
  assert.equal(first, second);
  assert.equal(await load({ wasmUrl: wasmFile }), first);
  assert.equal(valueOf(first.complete('propagate', {})).depth, 50);
});

test('one address is fetched once, another gives another core', async () => {
  const address = `${origin}/right.wasm`;
  const [first, second] = await Promise.all([
    load({ wasmUrl: address }),
    load({ wasmUrl: new URL(address) }),
  ]);
  assert.equal(first, second);
  assert.equal(asked.get('/right.wasm'), 1);
  assert.notEqual(first, await load());
});

test('a server that does not know the type still serves the core', async () => {
  const core = await load({ wasmUrl: `${origin}/untyped.wasm` });
  assert.equal(valueOf(core.complete('propagate', {})).width, 256);
});

/** @type {[string, RegExp][]} */
const refused = [
  ['/missing.wasm', /404/],
  ['/page.wasm', /not the Signalscope core/],
  ['/cut.wasm', /not the Signalscope core/],
  ['/other.wasm', /could not be started/],
];
for (const [path, saying] of refused) {
  test(`${path} is refused with its address`, async () => {
    const address = `${origin}${path}`;
    await assert.rejects(load({ wasmUrl: address }), (error) => {
      assert.ok(error instanceof Error);
      assert.ok(error.message.includes(address), error.message);
      assert.match(error.message, saying);
      return true;
    });
  });
}

test('a server that is not there and a file that is not there are named', async () => {
  const nowhere = 'http://127.0.0.1:1/core.wasm';
  await assert.rejects(load({ wasmUrl: nowhere }), (/** @type {Error} */ error) =>
    error.message.includes(nowhere),
  );
  const missing = new URL('./no-such-core.wasm', import.meta.url);
  await assert.rejects(load({ wasmUrl: missing }), (/** @type {Error} */ error) =>
    error.message.includes(missing.href),
  );
});

test('a failed load is tried again', async () => {
  const address = `${origin}/late.wasm`;
  await assert.rejects(load({ wasmUrl: address }), /404/);
  answers.set('/late.wasm', answers.get('/right.wasm'));
  const core = await load({ wasmUrl: address });
  assert.equal(valueOf(core.complete('propagate', {})).batch, 128);
});

test('without WebAssembly the error says so', async () => {
  const saved = globalThis.WebAssembly;
  try {
    Reflect.deleteProperty(globalThis, 'WebAssembly');
    await assert.rejects(load({ wasmUrl: `${origin}/right.wasm?again` }), /no WebAssembly/);
  } finally {
    globalThis.WebAssembly = saved;
  }
});

test('the glue makes no code from text, so that a strict Content-Security-Policy holds', async () => {
  const glue = await readFile(new URL('../../wasm/dist/signalscope-core.js', import.meta.url), 'utf8');
  assert.ok(glue.length > 10000);
  assert.doesNotMatch(glue, /\beval\s*\(|new Function\b|[^\w.]Function\s*\(/);
});
