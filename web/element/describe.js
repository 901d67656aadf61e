// What the element is, for editors and for TypeScript: its fields come from the core's catalog, so that the two cannot
// part. Written beside the built element by web/build.js.
import { orderedStyles } from '../labs/styles.js';
import { fieldNames, attributeOf, propertyOf } from '../link/fields.js';

/** @typedef {import('../../wasm/signalscope.js').Catalog} Catalog */
/** @typedef {import('../../wasm/signalscope.js').FieldEntry} FieldEntry */

/** @typedef {{name: string, type: string, text: string, default?: string}} Described */

/** Each has a colour, dash and mark of its own. */
const seriesNames = orderedStyles.map(({ name }) => name);

/** @type {Described[]} */
const settings = [
  { name: 'preset', type: 'string', text: 'A preset’s name; without one the fields describe one network.' },
  {
    name: 'controls',
    type: 'string',
    text: 'The fields that the reader may move, separated by blanks; `none`; `all`. By default those of the preset.',
  },
  { name: 'theme', type: "'light' | 'dark'", text: 'By default the reader’s own.' },
  { name: 'show', type: 'string', text: 'The quantity that is shown first, such as `grad_rms`.' },
  {
    name: 'scenario',
    type: 'string',
    text: 'Fields as a link has them, also for one series: `weight_std.0=0.02&depth=30`. Goes before attributes.',
  },
  {
    name: 'wasm-url',
    type: 'string',
    text: 'Where `signalscope-core.wasm` stands, if not beside the script.',
  },
  {
    name: 'page-url',
    type: 'string',
    text: 'A Signalscope page, for the links that a reader can take away.',
  },
  {
    name: 'heading-level',
    type: 'number',
    text: 'Of the chart’s title, in the outline of the page around it; 2.',
  },
  { name: 'lang', type: 'string', text: '`en` or `de`; by default that of the page around it.' },
];

/** @type {{name: string, type: string, text: string}[]} */
const events = [
  { name: 'load', type: 'CustomEvent<null>', text: 'The first chart stands.' },
  {
    name: 'change',
    type: 'CustomEvent<{field: string, value: string, series?: number, scenario: string}>',
    text: 'The reader changed a field.',
  },
  { name: 'progress', type: 'CustomEvent<{fraction: number}>', text: 'How much of a run is done, 0 to 1.' },
  {
    name: 'error',
    type: 'CustomEvent<{code: string, field: string, message: string}>',
    text: 'A field was refused (the core’s problem), or the core could not start (`core_failed`).',
  },
];

const parts = [
  { name: 'scope', text: 'Everything.' },
  { name: 'notices', text: 'What was wrong with attributes.' },
];

/** The variables of the style sheet that a page may set on the element. */
const variables = [
  { name: '--ground', text: 'Ground of the chart.' },
  { name: '--ink', text: 'Text and strong lines.' },
  { name: '--soft', text: 'Second text.' },
  { name: '--line', text: 'Grid lines.' },
  { name: '--edge', text: 'Edges of controls.' },
  { name: '--sans', text: 'Font families.' },
  { name: '--text', text: 'Size of headings.' },
  { name: '--little', text: 'Size of everything else.' },
  ...seriesNames.map((name) => ({ name: `--${name}`, text: 'Colour of a series.' })),
];

/** Attributes are texts, and a property reads as it was set last. @param {FieldEntry} entry */
function typeOf({ kind, choices }) {
  if (kind === 'choice') return choices.map((choice) => `'${choice}'`).join(' | ');
  if (kind === 'flag') return 'boolean | string';
  return kind === 'list' || kind === 'matrix' ? 'string' : 'number | string';
}

/** @param {Catalog} catalog @returns {Described[]} */
function fieldsOf(catalog) {
  const entries = new Map(
    catalog.records.flatMap(({ fields }) =>
      fields.map((entry) => /** @type {const} */ ([entry.name, entry])),
    ),
  );
  return fieldNames.map((field) => {
    const entry = entries.get(field);
    if (!entry) throw new Error(`the core knows no field ${field}`);
    return { name: field, type: typeOf(entry), text: entry.help || entry.label, default: entry.default };
  });
}

/** @param {Catalog} catalog @returns {object} a custom elements manifest, schema 2.1.0 */
export function manifest(catalog) {
  const fields = fieldsOf(catalog);
  const attributes = [
    ...settings.map(({ name, type, text }) => ({
      name,
      type: { text: type },
      description: text,
      fieldName: camel(name),
    })),
    ...fields.map(({ name, type, text, default: value }) => ({
      name: attributeOf(name),
      type: { text: type },
      description: text,
      default: value,
      fieldName: propertyOf(name),
    })),
  ];
  const members = attributes.map(({ fieldName, type, description, name }) => ({
    kind: 'field',
    name: fieldName,
    type,
    description,
    attribute: name,
    reflects: true,
  }));
  const declaration = {
    kind: 'class',
    customElement: true,
    name: 'SignalScope',
    tagName: 'signal-scope',
    description: 'One chart of how a signal travels through a deep network, with its controls.',
    superclass: { name: 'LitElement', package: 'lit' },
    attributes,
    members,
    events: events.map(({ name, type, text }) => ({ name, type: { text: type }, description: text })),
    slots: [{ name: '', description: 'Shown where the chart cannot run: a picture, a link.' }],
    cssParts: parts.map(({ name, text }) => ({ name, description: text })),
    cssProperties: variables.map(({ name, text }) => ({ name, description: text })),
  };
  const reference = { name: 'SignalScope', module: 'signal-scope.js' };
  return {
    schemaVersion: '2.1.0',
    modules: [
      {
        kind: 'javascript-module',
        path: 'signal-scope.js',
        declarations: [declaration],
        exports: [{ kind: 'js', name: 'SignalScope', declaration: reference }],
      },
      {
        kind: 'javascript-module',
        path: 'define.js',
        exports: [{ kind: 'custom-element-definition', name: 'signal-scope', declaration: reference }],
      },
    ],
  };
}

/** @param {string} name */
const camel = (name) => propertyOf(name.replaceAll('-', '_'));

/** @param {Catalog} catalog @returns {string} the types of the element's module */
export function types(catalog) {
  const fields = fieldsOf(catalog).map(({ name, type, text, default: value }) => ({
    name: propertyOf(name),
    type,
    text: value === undefined || value === '' ? text : `${text} Default: ${value}.`,
  }));
  const own = settings
    .filter(({ name }) => name !== 'lang')
    .map(({ name, type, text }) => ({ name: camel(name), type, text }));
  const members = [...own, ...fields].map(
    ({ name, type, text }) => `  /** ${text} */\n  ${name}: ${type} | undefined;`,
  );
  const listeners = events.map(({ name, type }) => `  ${name}: ${type};`);
  return `/** Written by the build from the core's catalog. */
export interface SignalScopeEvents {
${listeners.join('\n')}
}

/** \`<signal-scope>\`: properties reflect attributes, which are the fields with \`-\` for \`_\`. */
export class SignalScope extends HTMLElement {
  static readonly tag: 'signal-scope';
  static readonly fields: readonly string[];
${members.join('\n')}
  /** The scenario as a link carries it. */
  readonly link: string;
  addEventListener<K extends keyof SignalScopeEvents>(
    name: K,
    listener: (event: SignalScopeEvents[K]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    name: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'signal-scope': SignalScope;
  }
}
`;
}
