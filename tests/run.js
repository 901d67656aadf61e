// Every test of the project, one stage after the other: the C++ tests native (by CTest) and as WebAssembly (under
// Node), then the JavaScript tests of the bindings and the page, those that drive Chromium, and the main journeys in
// three engines. A stage that finds no test fails, and so do two builds that do not run the same number of C++ tests.
//
//   node tests/run.js [native | wasm | scripts | browser | engines]…    only these stages; all where none is named

import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const jobs = String(availableParallelism());

/**
 * Runs a command, shows what it prints and keeps it.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {boolean} [quiet] whether it is shown only where it fails
 * @returns {Promise<string>} Rejects where the command fails.
 */
function run(command, args, quiet = false) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.on('data', (/** @type {Buffer} */ chunk) => {
      printed += chunk;
      if (!quiet) process.stdout.write(chunk);
    });
    child.on('error', reject);
    child.on('close', (status, signal) => {
      if (status === 0) resolve(printed);
      else if (quiet) reject(new Error(`${printed}\n${command} ended with ${signal ?? `status ${status}`}`));
      else reject(new Error(`${command} ${args.join(' ')}: ended with ${signal ?? `status ${status}`}`));
    });
  });
}

/**
 * The number that a runner's closing lines give.
 *
 * @param {string} printed
 * @param {RegExp} pattern
 * @param {string} what
 */
function countIn(printed, pattern, what) {
  const count = Number(pattern.exec(printed)?.[1] ?? 0);
  if (count === 0) throw new Error(`${what}: no test was found`);
  return count;
}

/** @param {string[]} folders */
function testFiles(...folders) {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name)))
    .filter((path) => path.endsWith('.test.js'))
    .sort();
}

/** @param {string} what @param {string[]} files @param {string[]} options @param {boolean} quiet */
async function nodeTests(what, files, options = [], quiet = false) {
  if (files.length === 0) throw new Error(`${what}: no test was found`);
  const printed = await run('node', ['--test', '--test-reporter=spec', ...options, ...files], quiet);
  return countIn(printed, /^ℹ tests (\d+)$/m, what);
}

/** @type {Promise<string> | undefined} */
let building;

/** What the browsers are shown, built once for all stages. */
const builtPage = () => (building ??= run('node', ['web/build.js']));

/** How many of the C++ tests that both builds hold ran in each. */
const sharedTests = { native: 0, wasm: 0 };

/** The journeys wait more than they work, so they run beside the tests in Chromium. @type {Promise<number> | undefined} */
let journeys;
/** @type {[string, string[], string[]]} */
const journeysRow = ['journeys in three engines', testFiles('tests/web/engines'), ['--test-concurrency=1']];

/** Runs them and keeps their number. @param {string[]} options of Node */
async function wasmTests(...options) {
  const printed = await run('node', [...options, 'build-wasm/signalscope_tests.js', '--gtest_brief=1']);
  sharedTests.wasm = countIn(printed, /(\d+) tests? from .* ran/, 'WebAssembly C++ tests');
  return printed;
}

const stages = {
  async native() {
    await run('.ci/build-native', []);
    const printed = await run('ctest', ['--test-dir', 'build', '--output-on-failure', '--parallel', jobs]);
    sharedTests.native = countIn(printed, /^shared\s+=.*\((\d+) tests?\)/m, 'shared C++ tests');
    return countIn(printed, /tests failed out of (\d+)/, 'native C++ tests');
  },

  async wasm() {
    await run('.ci/build-wasm', ['tests']);
    let printed = await wasmTests();
    // Browsers have relaxed SIMD, and Node 20 only where it is asked for: there the tests run with and without it.
    if (!printed.includes('products: fused')) printed = await wasmTests('--experimental-wasm-relaxed-simd');
    if (!printed.includes('products: fused')) throw new Error('no product was fused in WebAssembly');
    if (sharedTests.native > 0 && sharedTests.native !== sharedTests.wasm) {
      throw new Error(
        `C++ tests that both builds hold: ${sharedTests.native} ran native, ${sharedTests.wasm} as WebAssembly`,
      );
    }
    return sharedTests.wasm;
  },

  async scripts() {
    return nodeTests('JavaScript tests', testFiles('tests/wasm', 'tests/web'));
  },

  async browser() {
    await builtPage();
    const files = testFiles('tests/web/browser');
    // How far a page shifts while it is read hangs on how late its parts come: nothing else runs beside that.
    const alone = files.filter((path) => path.endsWith('/shift.test.js'));
    const counted = await nodeTests('Chromium tests that measure', alone);
    if (chosen.includes('engines')) journeys = nodeTests(...journeysRow, true);
    // A failure of theirs is told in their own turn.
    journeys?.catch(() => {});
    const others = files.filter((path) => !alone.includes(path));
    return counted + (await nodeTests('Chromium tests', others, [`--test-concurrency=${jobs}`]));
  },

  async engines() {
    await builtPage();
    return journeys ?? nodeTests(...journeysRow);
  },
};

const names = /** @type {(keyof typeof stages)[]} */ (Object.keys(stages));
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !names.some((known) => known === name));
if (unknown.length > 0) {
  console.error(`tests: no stage ${unknown.join(', ')}; there are ${names.join(', ')}`);
  process.exit(2);
}

const chosen = names.filter((known) => asked.length === 0 || asked.includes(known));

const summary = [];
let failed = false;
for (const name of chosen) {
  const started = performance.now();
  console.log(`\n== tests: ${name}`);
  try {
    const count = await stages[name]();
    summary.push(`${name}: ${count} tests passed in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  } catch (error) {
    failed = true;
    summary.push(`${name}: FAILED, ${error instanceof Error ? error.message : error}`);
  }
}
console.log(`\n${summary.join('\n')}`);
process.exit(failed ? 1 : 0);
