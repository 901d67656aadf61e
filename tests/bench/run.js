// Everything that `npm run bench` shows, as Markdown tables: native beside NumPy and PyTorch, products beside the peak,
// WebAssembly in Chromium beside other libraries, growth, and the page. Times are shown and never judged; it fails only
// where a part cannot run.
//
//   node tests/bench/run.js [--smoke] [--part NAME]… [--native FOLDER] [--wasm FOLDER] [--page FOLDER]
//
// --smoke runs each part once and small. FOLDERs are those of the builds; .ci/bench makes them.
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { measureBrowser } from './browser.js';
import { table } from './figures.js';
import { measureGrowth } from './growth.js';
import { machineLine } from './machine.js';
import { measureNative } from './native.js';
import { measurePage } from './page.js';
import { measureProducts } from './products.js';

const { values: options } = parseArgs({
  options: {
    smoke: { type: 'boolean', default: false },
    part: { type: 'string', multiple: true, default: [] },
    native: { type: 'string', default: 'build' },
    wasm: { type: 'string', default: 'build-wasm' },
    page: { type: 'string', default: 'build/bench-page' },
  },
});
const { smoke } = options;
const rounds = smoke ? 1 : 9;
const stopwatch = resolve(options.native, 'signalscope_stopwatch');

/** @type {Record<string, () => Promise<string>>} */
const parts = {
  native: async () =>
    `Native, one process each, asked in turn; the ratio is theirs to ours, median and quartiles of ${rounds} rounds:\n\n${table(
      ['work', 'path', 'ours', 'theirs', 'ratio'],
      await measureNative({ stopwatch, rounds }),
    )}`,
  products: async () =>
    `Products, the best of many, and their share of the multiply-add peak of the same run:\n\n${table(
      ['product', 'best', 'of the peak'],
      await measureProducts({ bench: join(resolve(options.native), 'signalscope_bench'), smoke }),
    )}`,
  browser: async () => {
    const { beside, products, version } = await measureBrowser({ wasm: resolve(options.wasm), rounds });
    return `Chromium ${version}, asked in turn in workers:\n\n${table(
      ['work', 'ours', 'theirs', 'ratio'],
      beside,
    )}\n\n${table(['product', 'best', 'of the peak'], products)}`;
  },
  growth: async () =>
    `Growth, forward and backward:\n\n${table(['what', 'over', 'result'], await measureGrowth({ stopwatch, smoke }))}`,
  page: async () =>
    `The page, after a change of the seed under the four series:\n\n${table(
      ['what', 'median', 'largest'],
      await measurePage({ page: resolve(options.page), smoke }),
    )}`,
};

const unknown = options.part.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`bench: no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`);
  process.exit(2);
}

console.log(`${machineLine()}\n`);
for (const [name, measure] of Object.entries(parts)) {
  if (options.part.length > 0 && !options.part.includes(name)) continue;
  console.error(`bench: ${name}`);
  try {
    console.log(`${await measure()}\n`);
  } catch (error) {
    process.exitCode = 1;
    console.error(`bench: ${name} could not run: ${error instanceof Error ? error.message : error}`);
  }
}
