// The package as npm makes it, installed in a folder of its own without a network: from Node, from TypeScript, and in a
// page that Vite serves and builds.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { dist, fewWorkers, launch, open, serve } from './chromium.js';
import { snippets } from './snippets.js';

/** @typedef {import('playwright-core').Page} Page */

const root = fileURLToPath(new URL('../../..', import.meta.url));
const packageJson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'signalscope-package-')));
const home = join(folder, 'home');
const installed = join(home, 'node_modules/signalscope');

/** What npm said that it packed. @type {{files: {path: string, size: number}[], size: number, unpackedSize: number}} */
let packed;

/** @type {import('playwright-core').Browser} */
let browser;

/** @param {string} name @param {string} text */
function write(name, text) {
  mkdirSync(dirname(join(home, name)), { recursive: true });
  writeFileSync(join(home, name), text);
}

/** @param {string} command @param {string[]} args @param {string} [cwd] */
const run = (command, args, cwd = home) =>
  execFileSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: '', NODE_PATH: '', npm_config_cache: join(folder, 'cache') },
  });

/** A tool of the project's own. @param {string} name */
const tool = (name) => join(root, 'node_modules', name);

/** The project as it is packed from, with the build that is tested in its place. */
function stage() {
  const place = join(folder, 'stage');
  mkdirSync(join(place, 'core'), { recursive: true });
  for (const name of ['package.json', 'README.md', 'LICENSE', '.gitignore', 'core/presets.json', 'wasm'])
    cpSync(join(root, name), join(place, name), { recursive: true });
  cpSync(dist, join(place, 'dist'), { recursive: true });
  return place;
}

before(async () => {
  browser = await launch();
  const place = stage();
  [packed] = JSON.parse(
    run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], place),
  );
  const archive = join(folder, `signalscope-${packageJson.version}.tgz`);
  write('package.json', '{"name": "home", "version": "1.0.0", "private": true, "type": "module"}');
  run('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', archive]);
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

test('it holds what it exports and no more: no sources of the page, no tests, no maps', (context) => {
  const names = packed.files.map(({ path }) => path);
  context.diagnostic(`${names.length} files, ${packed.size} bytes packed, ${packed.unpackedSize} unpacked`);
  assert.deepEqual(
    names.filter(
      (name) => !/^(package\.json|README\.md|LICENSE|core\/presets\.json|wasm\/|dist\/)/.test(name),
    ),
    [],
  );
  assert.deepEqual(
    names.filter((name) => /\.(cpp|hpp|map|cjs|test\.js)$|CMakeLists|dist\/index\.html/.test(name)),
    [],
  );
  assert.ok(packed.size < 1_200_000, `${packed.size} bytes`);
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  assert.deepEqual(manifest.dependencies ?? {}, {});
});

test('every export is a file that is there, types and all', () => {
  const targets = [
    ...Object.values(packageJson.exports).flatMap((to) =>
      typeof to === 'string' ? [to] : Object.values(to),
    ),
    packageJson.types,
    packageJson.customElements,
  ];
  assert.ok(targets.length >= 14);
  for (const target of targets) assert.ok(existsSync(join(installed, target)), target);
  const wanted = Object.keys(packageJson.exports).map((name) => join('signalscope', name));
  write(
    'resolve.js',
    `for (const name of ${JSON.stringify(wanted)}) console.log(import.meta.resolve(name));\nlet refused = '';\ntry { import.meta.resolve('signalscope/web/page.js'); } catch (error) { refused = error.code; }\nconsole.log(refused);`,
  );
  const lines = run('node', ['resolve.js']).trim().split('\n');
  assert.equal(lines.pop(), 'ERR_PACKAGE_PATH_NOT_EXPORTED');
  assert.equal(lines.length, wanted.length);
  for (const line of lines) assert.ok(existsSync(fileURLToPath(line)), line);
});

/** The README's snippet for npm, without the line that names the element. */
function readmeScript() {
  const snippet = snippets().find(({ section, language }) => section === 'npm' && language === 'js');
  assert.ok(snippet);
  return snippet.text;
}

test('in Node the README’s script prints what it says, and the files of data are there', () => {
  const script = readmeScript();
  const [, digits] = /console\.log\(.*\); \/\/ ([\d.]+)…/.exec(script) ?? [];
  assert.ok(digits);
  write('core.js', script);
  const printed = run('node', ['core.js']).trim();
  assert.ok(printed.startsWith(digits), `${printed}, not ${digits}…`);
  assert.equal(Number(printed).toExponential(3), '4.985e-1');
  write(
    'data.js',
    `import presets from 'signalscope/presets.json' with { type: 'json' };
    import elements from 'signalscope/custom-elements.json' with { type: 'json' };
    const [declaration] = elements.modules[0].declarations;
    console.log(presets.initialisation.series.length, declaration.tagName, declaration.attributes.length > 40);`,
  );
  assert.equal(run('node', ['--no-warnings', 'data.js']).trim(), '4 signal-scope true');
});

test('in Node the class, the definition and the widget can be imported, and nothing is named', () => {
  write(
    'server.js',
    `const before = Object.keys(globalThis).join();
    const { SignalScope } = await import('signalscope/element');
    const { SignalScope: again } = await import('signalscope/define');
    const { default: widget } = await import('signalscope/anywidget');
    console.log(SignalScope.tag, SignalScope === again, typeof widget.render, typeof globalThis.customElements, typeof globalThis.document);
    console.log(SignalScope.fields.includes('weight_std'), SignalScope.observedAttributes.includes('weight-std'));`,
  );
  assert.deepEqual(run('node', ['server.js']).trim().split('\n'), [
    'signal-scope true function undefined undefined',
    'true true',
  ]);
});

const typed = `
import { load, type Core, type Trace } from 'signalscope';
import { SignalScope } from 'signalscope/element';
import 'signalscope/define';
import widget from 'signalscope/anywidget';

const core: Core = await load();
const { value, problem } = core.propagate({ depth: 50, initialiser: 'he_normal' });
const trace: Trace | null = value;
export const last: number | undefined = trace?.rms[49];
export const message: string | undefined = problem?.message;

const element: SignalScope = document.createElement('signal-scope');
element.preset = 'initialisation';
element.depth = 30;
element.weightStd = 0.02;
element.norm = 'layer';
element.theme = 'dark';
export const link: string = element.link;
element.addEventListener('change', ({ detail }) => detail.field.toUpperCase());
element.addEventListener('error', ({ detail }) => detail.code.toUpperCase());
export const end: () => void = widget.render({ model: {}, el: document.body });

// @ts-expect-error no such norm
element.norm = 'lair';
// @ts-expect-error no such field
element.weigthStd = 1;
// @ts-expect-error a link is read
element.link = '';
// @ts-expect-error no such field of the core
core.propagate({ dept: 50 });
`;

test('TypeScript knows the core and the element, as bundlers and as Node resolve them', () => {
  write('typed.ts', typed);
  for (const [module, moduleResolution] of [
    ['esnext', 'bundler'],
    ['nodenext', 'nodenext'],
  ]) {
    const options = { target: 'es2022', lib: ['es2023', 'dom'], types: [], strict: true, noEmit: true };
    const compilerOptions = { ...options, module, moduleResolution };
    write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['typed.ts'] }));
    run('node', [tool('typescript/bin/tsc'), '--project', 'tsconfig.json']);
  }
});

/** A page with the element, in a few lines of a bundler's own. */
function vitePage() {
  write(
    'page/index.html',
    '<!doctype html><html lang="en"><head><title>A page</title><link rel="icon" href="data:,"></head><body><h1>A page</h1><signal-scope preset="initialisation"></signal-scope><output></output><script type="module" src="./main.js"></script></body></html>',
  );
  write(
    'page/main.js',
    readmeScript().replace(/console\.log\((.*)\);/, "document.querySelector('output').textContent = $1;"),
  );
  write('page/vite.config.js', "export default { optimizeDeps: { exclude: ['signalscope'] } };");
  return join(home, 'page');
}

/** @param {string} url @param {number} workers */
async function drawsAt(url, workers) {
  const { page, complaints, close } = await open(browser, url);
  page.setDefaultTimeout(30000);
  try {
    await page.locator('signal-scope [data-state="done"]').waitFor();
    assert.equal(
      await page.locator('[data-series="He √(2/n)"][data-column="rms@50"]').innerText(),
      '4.985e-01',
    );
    assert.match(await page.locator('output').innerText(), /^0\.4985/);
    if (workers) await fewWorkers(page);
    else assert.equal(page.workers().length, 0);
    assert.deepEqual(complaints, []);
  } finally {
    await close();
  }
}

test('a page that Vite builds draws under the strict policy, with the worker and one core', async () => {
  const place = vitePage();
  const said = run('node', [tool('vite/bin/vite.js'), 'build', '--logLevel', 'warn'], place);
  assert.equal(said.trim(), '');
  const cores = run('find', ['dist', '-name', '*.wasm'], place).trim().split('\n');
  assert.equal(new Set(cores.map((name) => readFileSync(join(place, name)).length)).size, 1);
  const server = await serve({
    folder: join(place, 'dist'),
    policy:
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; img-src 'self' data:",
  });
  await drawsAt(server.url, 1);
  server.close();
});

/**
 * Vite as an author starts it; ended by whoever asked.
 * @param {string} place
 * @returns {Promise<{url: string, end: () => void}>}
 */
function viteServer(place) {
  const child = spawn('node', [tool('vite/bin/vite.js'), '--host', '127.0.0.1', '--port', '5199'], {
    cwd: place,
    env: { ...process.env, NO_COLOR: '1' },
  });
  let said = '';
  return new Promise((resolve, reject) => {
    child.on('exit', () => reject(new Error(`Vite ended: ${said}`)));
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        said += chunk;
        const [url] = /http:\/\/127\.0\.0\.1:\d+\//.exec(said) ?? [];
        if (url) resolve({ url, end: () => child.kill() });
      });
    }
  });
}

test('a page that Vite serves while it is written draws too', async () => {
  const { url, end } = await viteServer(vitePage());
  try {
    await drawsAt(url, 1);
  } finally {
    end();
  }
});
