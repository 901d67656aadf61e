// The snippets of web/embed/README.md, as an author copies them, and what the systems that they are for make of them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformWithOxc } from 'vite';

/** The address that the snippets have. */
export const written = 'https://example.org/signalscope/';

/** @typedef {{section: string, language: string, text: string}} Snippet */

/** Every fenced block, under the heading that it stands below. @returns {Snippet[]} */
export function snippets() {
  const text = readFileSync(fileURLToPath(new URL('../../../web/embed/README.md', import.meta.url)), 'utf8');
  /** @type {Snippet[]} */
  const found = [];
  let section = '';
  for (const [, heading, , language, body] of text.matchAll(/^## (.*)$|^(`{3,})(\S*)\n([\s\S]*?)^\2$/gm)) {
    if (heading !== undefined) section = heading;
    else found.push({ section, language, text: body });
  }
  return found;
}

/** Quarto passes a raw block on as it stands. @param {string} markdown */
export function asQuarto(markdown) {
  const [, raw] = /^```\{=html\}\n([\s\S]*?)^```$/m.exec(markdown) ?? [];
  return raw ?? '';
}

const headModule = `export default (props) => { globalThis.signalscopeHead.push(props.children); return ''; };`;

/** As React writes elements into a page: names and texts as they are, flags without a value. */
const runtime = `
const flat = (children) => children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false).join('');
export const Fragment = ({ children }) => flat([children]);
export function h(type, props, ...children) {
  if (typeof type === 'function') return type({ ...props, children: flat(children) });
  const attributes = Object.entries(props ?? {}).map(([name, value]) => (value === true ? ' ' + name : ' ' + name + '="' + value + '"'));
  return '<' + type + attributes.join('') + '>' + flat(children) + '</' + type + '>';
}`;

/**
 * MDX of imports and elements: its JSX is compiled and run, and Docusaurus' Head gathers what belongs into the head.
 * @param {string} mdx
 * @returns {Promise<{head: string, body: string}>}
 */
export async function asDocusaurus(mdx) {
  const lines = mdx.split('\n');
  const imports = lines.filter((line) => line.startsWith('import '));
  const elements = lines.filter((line) => !line.startsWith('import ')).join('\n');
  const source = `import { h, Fragment } from 'runtime';\n${imports.join('\n')}\nexport default () => <>${elements}</>;\n`;
  const { code } = await transformWithOxc(source, 'page.jsx', {
    lang: 'jsx',
    jsx: { runtime: 'classic', pragma: 'h', pragmaFrag: 'Fragment' },
  });
  const folder = mkdtempSync(join(tmpdir(), 'signalscope-mdx-'));
  try {
    for (const [name, text] of [
      ['@docusaurus/Head', headModule],
      ['runtime', runtime],
    ]) {
      const place = join(folder, 'node_modules', name);
      mkdirSync(place, { recursive: true });
      writeFileSync(join(place, 'index.js'), text);
      writeFileSync(join(place, 'package.json'), '{"type": "module", "exports": "./index.js"}');
    }
    writeFileSync(join(folder, 'page.mjs'), code);
    /** @type {string[]} */
    const head = [];
    Object.assign(globalThis, { signalscopeHead: head });
    const page = await import(pathToFileURL(join(folder, 'page.mjs')).href);
    return { body: page.default(), head: head.join('') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** MyST's directive: an address and the model's values. @param {string} markdown */
export function asMyst(markdown) {
  const [, module = '', json = ''] = /^:::\{anywidget\} (\S+)\n([\s\S]*?)^:::$/m.exec(markdown) ?? [];
  return { module, values: JSON.parse(json) };
}

/** Stands in for the two packages: a widget says which of its values are sent to the page. */
const python = `
import json, sys, types
class Trait:
    def __init__(self, default=None): self.default, self.sent = default, False
    def tag(self, sync=False): self.sent = sync; return self
class AnyWidget:
    def __init__(self, **given):
        own = {name: trait.default for name, trait in vars(type(self)).items() if isinstance(trait, Trait) and trait.sent}
        assert all(name in own for name in given), given
        print(json.dumps({"module": type(self)._esm, "values": {**own, **given}}))
for name, content in {"traitlets": dict(Unicode=Trait, Int=Trait, Float=Trait, Bool=Trait), "anywidget": dict(AnyWidget=AnyWidget)}.items():
    sys.modules[name] = types.ModuleType(name)
    vars(sys.modules[name]).update(content)
exec(compile(sys.stdin.read(), "cell", "exec"))
`;

/** What a notebook's cell sends to its page. @param {string} cell @returns {{module: string, values: object}} */
export function asJupyter(cell) {
  return JSON.parse(execFileSync('/usr/bin/python3', ['-c', python], { input: cell, encoding: 'utf8' }));
}
