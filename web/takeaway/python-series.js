// One program made of the programs of several series.
//
// A generator writes each series as slots, in the same order for every series; a slot is a few lines. Slots that differ in
// nothing but holes become one text with variables of a loop over the series; slots that differ otherwise become branches
// on the field that explains the difference.
import { comment, holes, indented, literal, outside, quoted } from './python-text.js';

/**
 * @typedef {object} Part one series
 * @property {string} label
 * @property {Record<string, unknown>} fields by which slots may be told apart
 * @property {Map<string, string[]>} head definitions, by name
 * @property {string[][]} body slots
 */

const longest = 100;

/** @param {string[]} lines what is left when the holes are open */
const skeleton = (lines) => lines.join('\n').replace(holes, '\ue000$1\ue002');

/**
 * Items on one line, or one a line where that would be too long.
 * @param {string} open
 * @param {string[]} items
 * @param {string} close
 */
function listed(open, items, close) {
  const line = open + items.join(', ') + close;
  return line.length <= longest ? [line] : [open, ...indented(items.map((item) => `${item},`)), close];
}

/**
 * When a branch is taken: the field has one of the values that it has in these series, and in no others.
 * @param {string} field
 * @param {string[]} own
 * @param {string[]} others
 */
function condition(field, own, others) {
  const [first, ...more] = own;
  if (more.length > 0) return `${field} in (${own.join(', ')})`;
  if (first === 'None') return `${field} is None`;
  if (others.every((value) => value === 'None')) return `${field} is not None`;
  if (first === 'True') return field;
  return first === 'False' ? `not ${field}` : `${field} == ${first}`;
}

/**
 * Two assignments to the same name, or two returns, as one line.
 * @param {{lines: string[], when: string}[]} branches
 */
function oneLine(branches) {
  const [one, other] = branches.map(({ lines }) => /^( *(?:return|[\w.]+ =) )(.*)$/.exec(lines.join('\n')));
  if (branches.length !== 2 || !one || !other || one[1] !== other[1]) return undefined;
  if (outside(one[2] + other[2]).includes(',')) return undefined;
  const line = `${one[1]}${one[2]} if ${branches[0].when} else ${other[2]}`;
  return line.length <= longest ? line : undefined;
}

/**
 * @param {{lines: string[], when: string}[]} branches the last one may be empty
 * @returns {string[]}
 */
function branched(branches) {
  const short = oneLine(branches);
  if (short) return [short];
  const margin = /^ */.exec(branches[0].lines[0])?.[0] ?? '';
  return branches.flatMap(({ lines, when }, at) => {
    if (lines.length === 0) return [];
    const word = at === 0 ? `if ${when}:` : at < branches.length - 1 ? `elif ${when}:` : 'else:';
    return [margin + word, ...indented(lines)];
  });
}

/** The series as one loop: its variables are found while the slots are joined. */
class Loop {
  /** @param {Part[]} parts */
  constructor(parts) {
    this.parts = parts;
    /** @type {Map<string, string[]>} each variable with its value for every series */
    this.variables = new Map();
    this.values = parts.map(({ head, body }) => {
      const text = [...head.values(), ...body].flat().join('\n');
      return new Map([...text.matchAll(holes)].map(([, name, value]) => [name, value]));
    });
  }

  /** Holes filled with the number that all series have, or with a variable. @param {string[]} lines */
  filled(lines) {
    /** @param {string} _ @param {string} name @param {string} value */
    const fill = (_, name, value) => {
      const own = this.values.map((of) => of.get(name) ?? 'None');
      if (this.values.every((of) => (of.get(name) ?? value) === value)) return value;
      this.variables.set(name, own);
      return name;
    };
    return lines.map((line) => line.replace(holes, fill));
  }

  /**
   * One slot of several series, or nothing where no field explains how they differ.
   * @param {Part[]} members
   * @param {string[][]} slots
   * @returns {string[] | undefined}
   */
  joined(members, slots) {
    const texts = slots.map(skeleton);
    const kinds = [...new Set(texts)];
    if (kinds.length === 1) return this.filled(slots[0]);
    const valuesOf = (/** @type {string} */ name) => members.map(({ fields }) => literal(fields[name]));
    const field = Object.keys(members[0].fields).find((name) => {
      const values = valuesOf(name);
      const explained = new Map(values.map((value, at) => [value, texts[at]]));
      return values.every((value, at) => explained.get(value) === texts[at]);
    });
    // A branch cannot open a block that the lines after it belong to.
    if (field === undefined || slots.some((lines) => lines.at(-1)?.endsWith(':'))) return undefined;
    this.variables.set(
      field,
      this.parts.map(({ fields }) => literal(fields[field])),
    );
    const values = valuesOf(field);
    const branches = kinds.map((kind) => ({
      lines: this.filled(slots[texts.indexOf(kind)]),
      when: condition(
        field,
        [...new Set(values.filter((_, at) => texts[at] === kind))],
        values.filter((_, at) => texts[at] !== kind),
      ),
    }));
    // What is empty comes last and needs no branch; before it, what reads as no negation comes first.
    const rank = (/** @type {{lines: string[], when: string}} */ { lines, when }) =>
      lines.length === 0 ? 2 : Number(/^not /.test(when));
    return branched(branches.sort((one, other) => rank(one) - rank(other)));
  }

  /** Definitions, each once. @returns {string[] | undefined} */
  head() {
    const lines = [];
    for (const name of new Set(this.parts.flatMap((part) => [...part.head.keys()]))) {
      const members = this.parts.filter((part) => part.head.has(name));
      const all = members.map((part) => /** @type {string[]} */ (part.head.get(name)));
      const opening = /^def /.test(all[0][0]) ? 1 : 0;
      const rest = this.joined(
        members,
        all.map((definition) => definition.slice(opening)),
      );
      if (!rest) return undefined;
      lines.push(...all[0].slice(0, opening), ...rest, '');
    }
    return lines;
  }

  /** @returns {string[] | undefined} */
  body() {
    const lines = [];
    for (let at = 0; at < this.parts[0].body.length; at += 1) {
      const slot = this.joined(
        this.parts,
        this.parts.map((part) => part.body[at]),
      );
      if (!slot) return undefined;
      lines.push(...slot);
    }
    return lines;
  }
}

/**
 * One program for all parts, or nothing where no field explains how they differ.
 * @param {Part[]} parts
 * @param {boolean} named whether there is a label to be told
 * @returns {{head: string[], body: string[]} | undefined}
 */
function together(parts, named) {
  const loop = new Loop(parts);
  const [head, body] = [loop.head(), loop.body()];
  if (!head || !body) return undefined;
  const labels = parts.map(({ label }) => quoted(label));
  const columns = [...(named ? [/** @type {const} */ (['label', labels])] : []), ...loop.variables];
  if (columns.length === 0) return { head, body };
  const names = columns.map(([name]) => name).join(', ');
  const rows = parts.map((_, at) => columns.map(([, values]) => values[at]).join(', '));
  if (parts.length === 1) return { head, body: [`${names} = ${rows[0]}`, ...body] };
  const items = columns.length === 1 ? rows : rows.map((row) => `(${row})`);
  return { head, body: [...listed(`for ${names} in [`, items, ']:'), ...indented(body)] };
}

const modules = [
  ['math.', 'import math'],
  ['np.', 'import numpy as np'],
  ['torch.', 'import torch'],
  ['F.', 'import torch.nn.functional as F'],
  ['nn.', 'from torch import nn'],
];

/**
 * The whole program: in one loop over the series, or one series after the other where that is shorter.
 * @param {string} title
 * @param {string} both what is to be said where both libraries are at work
 * @param {Part[]} parts
 */
export function program(title, both, parts) {
  const named = parts.length > 1;
  const apart = parts.map(
    (part) => /** @type {{head: string[], body: string[]}} */ (together([part], named)),
  );
  const definitions = apart.map(({ head }) => head.join('\n'));
  // A definition that the last series left as it is need not be said again.
  const split = apart.flatMap(({ head, body }, at) => [
    ...(definitions[at] === definitions[at - 1] ? [] : head),
    ...body,
    '',
  ]);
  const whole = together(parts, named);
  const lines =
    whole && whole.head.length + whole.body.length <= split.length ? [...whole.head, ...whole.body] : split;
  const code = parts
    .flatMap(({ head, body }) => [...head.values(), ...body])
    .flat()
    .join('\n');
  const imports = modules.filter(([use]) => new RegExp(`(?<![\\w.])${use.replace('.', '\\.')}`).test(code));
  const mixed = ['np.', 'torch.'].every((use) => imports.some(([name]) => name === use));
  const comments = [title, ...(mixed ? [both] : [])].map(comment).filter((line) => line !== '# ');
  const text = [...comments, ...imports.map(([, line]) => line), '', ...lines].join('\n');
  return `${text.trim()}\n`;
}
