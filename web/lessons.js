// Joins the lessons, one file a section, into the page; the table of contents comes from their headings.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The sections in the order of the page; each is lessons/NAME.html. */
const order = [
  'initialisation',
  'gain',
  'symmetry',
  'norms',
  'training',
  'batch-of-two',
  'padding',
  'residual',
  'placement',
  'block',
  'cost',
  'bench',
];

const folder = join(import.meta.dirname, 'lessons');

/**
 * @param {string} name
 * @returns {{text: string, entry: string}}
 */
function lesson(name) {
  const text = readFileSync(join(folder, `${name}.html`), 'utf8');
  const [, id, heading] = /^<section id="([\w-]+)">\s*<h2>([^<]+)<\/h2>/.exec(text) ?? [];
  if (id !== name) throw new Error(`lessons/${name}.html must open with its section and its heading`);
  return { text, entry: `<li><a href="#${id}">${heading.trim()}</a></li>` };
}

/** @returns {import('vite').Plugin} */
export function lessons() {
  return {
    name: 'lessons',
    transformIndexHtml: {
      order: 'pre',
      handler(html) {
        const all = order.map(lesson);
        return html
          .replace('<!-- contents -->', () => all.map(({ entry }) => entry).join('\n'))
          .replace('<!-- lessons -->', () => all.map(({ text }) => text).join('\n'));
      },
    },
    // A lesson is no module, so the server is told that the page depends on it.
    configureServer(server) {
      server.watcher.add(folder);
      server.watcher.on('change', (file) => {
        if (file.startsWith(folder)) server.ws.send({ type: 'full-reload' });
      });
    },
  };
}
