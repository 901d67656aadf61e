// What a reader downloads before the first chart: the WebAssembly module stays within the budget of one element.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const mostBrotli = 150_000;

/** @param {number} bytes */
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;

test('the WebAssembly module is within 150 KB compressed', async (context) => {
  const wasm = await readFile(new URL('../../wasm/dist/signalscope-core.wasm', import.meta.url));
  const gzip = gzipSync(wasm, { level: 9 }).length;
  const brotli = brotliCompressSync(wasm, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
  const sizes = `${kilobytes(wasm.length)} raw, ${kilobytes(gzip)} gzip, ${kilobytes(brotli)} brotli`;
  context.diagnostic(sizes);
  assert.ok(brotli <= mostBrotli, `signalscope-core.wasm: ${sizes}; may be ${kilobytes(mostBrotli)} brotli`);
});
