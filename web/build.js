// Builds everything that is served: the page, the element as modules, and the script that stands alone, for the embed
// page and for the one file that works from a disk.
//
//   node web/build.js [FOLDER]    dist/ by default
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { load } from '../wasm/loader.js';
import { manifest, types } from './element/describe.js';
import page, { target } from './vite.config.js';

const web = import.meta.dirname;
const wasm = join(web, '../wasm/dist/signalscope-core.wasm');

/** What all builds share. @returns {import('vite').InlineConfig} */
const common = () => ({
  configFile: false,
  root: web,
  base: './',
  logLevel: 'warn',
  define: { 'process.env.NODE_ENV': '"production"' },
});

/** The element for pages with modules: names without hashes, because others refer to them. @param {string} out */
const element = (out) => ({
  ...common(),
  // Lit's modules for browsers need a document when they are imported; those for Node need none, and are the same.
  resolve: {
    conditions: ['module', 'node', 'production'],
    alias: [{ find: '@lit-labs/ssr-dom-shim', replacement: join(web, 'element/no-document.js') }],
  },
  worker: {
    format: /** @type {const} */ ('es'),
    rolldownOptions: { output: { entryFileNames: 'worker.js' } },
  },
  build: {
    ...page.build,
    // The list of what to load ahead names files as they stand here, and a bundler that takes them up moves them.
    modulePreload: false,
    outDir: join(out, 'element'),
    emptyOutDir: true,
    rolldownOptions: {
      input: {
        define: join(web, 'element/define.js'),
        'signal-scope': join(web, 'element/signal-scope.js'),
        anywidget: join(web, 'element/anywidget.js'),
      },
      preserveEntrySignatures: /** @type {const} */ ('exports-only'),
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'parts/[name]-[hash].js',
      },
    },
  },
});

/** Gives core-source.inline.js the core as text. @returns {import('vite').Plugin} */
function packedCore() {
  const name = 'virtual:packed-core';
  return {
    name: 'packed-core',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) =>
      id === `\0${name}`
        ? `export default ${JSON.stringify(gzipSync(readFileSync(wasm), { level: 9 }).toString('base64'))}`
        : undefined,
  };
}

/** One classic script with everything in it. */
const standalone = () => ({
  ...common(),
  plugins: [packedCore()],
  resolve: {
    alias: [
      { find: './core-source.js', replacement: join(web, 'core-source.inline.js') },
      { find: './address.js', replacement: join(web, 'embed/no-address.js') },
    ],
  },
  build: {
    target,
    write: false,
    lib: {
      entry: join(web, 'embed/embed.js'),
      formats: [/** @type {const} */ ('iife')],
      name: 'signalscope',
      fileName: () => 'embed.js',
    },
    rolldownOptions: { output: { codeSplitting: false } },
  },
});

/** What editors and TypeScript read, beside the element. @param {string} folder */
async function describeElement(folder) {
  const { value: catalog } = (await load()).catalog();
  if (!catalog) throw new Error('the core gave no catalog');
  writeFileSync(join(folder, 'custom-elements.json'), `${JSON.stringify(manifest(catalog), null, 2)}\n`);
  writeFileSync(join(folder, 'signal-scope.d.ts'), types(catalog));
  writeFileSync(join(folder, 'define.d.ts'), "export { SignalScope } from './signal-scope.js';\n");
  writeFileSync(
    join(folder, 'anywidget.d.ts'),
    'declare const widget: {\n  render(place: { model: unknown; el: HTMLElement }): () => void;\n};\nexport default widget;\n',
  );
}

/** A script's text inside a page must not close its own element. @param {string} script */
const inlined = (script) => script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');

/** @param {string} folder */
export async function buildAll(folder) {
  const out = resolve(folder);
  await build({ ...page, configFile: false, logLevel: 'warn', build: { ...page.build, outDir: out } });
  await build(element(out));
  await describeElement(join(out, 'element'));
  const [bundle] = /** @type {any[]} */ (await build(standalone()));
  const script = bundle.output.find((/** @type {any} */ file) => file.type === 'chunk').code;
  const style = bundle.output.find((/** @type {any} */ file) => file.fileName.endsWith('.css')).source;
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'embed.js'), script);
  writeFileSync(join(out, 'embed.css'), style);
  writeFileSync(join(out, 'host.js'), readFileSync(join(web, 'embed/host.js')));
  writeFileSync(join(out, 'embed.html'), readFileSync(join(web, 'embed/embed.html')));
  const template = readFileSync(join(web, 'embed/standalone.html'), 'utf8');
  const whole = template.replace('/* style */', () => style).replace('/* script */', () => inlined(script));
  writeFileSync(join(out, 'signalscope.html'), whole);
}

if (process.argv[1] === import.meta.filename) {
  const folder = process.argv[2] ?? join(web, '../dist');
  rmSync(folder, { recursive: true, force: true });
  await buildAll(folder);
}
