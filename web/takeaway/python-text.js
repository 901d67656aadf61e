// Python text: literals, and one program made of the programs of several series.
//
// A generator writes each series as slots, in the same order for every series; a slot is a few lines. Numbers that may
// differ between series are holes with a name. Slots that differ in nothing but holes become one text with variables of a
// loop over the series; slots that differ otherwise become branches on the field that explains the difference.

/**
 * @typedef {object} Part one series
 * @property {string} label
 * @property {Record<string, unknown>} fields by which slots may be told apart
 * @property {Map<string, string[]>} head definitions, by name
 * @property {string[][]} body slots
 */

const longest = 100;

/**
 * A string as a Python literal: what is neither letter, mark, number, sign nor plain space is escaped.
 * @param {string} value
 */
export function quoted(value) {
  const escaped = JSON.stringify(value.replace(/\p{Surrogate}/gu, '\ufffd'));
  return escaped.replace(/[\p{C}\u2028\u2029]/gu, (character) => {
    const code = /** @type {number} */ (character.codePointAt(0)).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
  });
}

/**
 * @param {unknown} value
 * @returns {string}
 */
export function literal(value) {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return value === undefined ? 'None' : number(value);
}

/**
 * A number as Python would print it, or nearly so; anything else as it is.
 * @param {unknown} value
 */
function number(value) {
  return typeof value === 'number' && value !== 0 && Math.abs(value) < 1e-3
    ? value.toExponential()
    : String(value);
}

/**
 * A number that NumPy must not take for an integer.
 * @param {number} value
 */
export function float(value) {
  return Number.isInteger(value) && !String(value).includes('e') ? `${value}.0` : String(value);
}

/**
 * @param {string} name the variable, where the series differ
 * @param {unknown} value the text, where they do not
 */
export function hole(name, value) {
  return `\ue000${name}\ue001${number(value)}\ue002`;
}

const holes = /\ue000(\w+)\ue001([^\ue002]*)\ue002/g;

/** @param {string[]} lines what is left when the holes are open */
const skeleton = (lines) => lines.join('\n').replace(holes, '\ue000$1\ue002');

/** What stands outside all brackets. @param {string} text @returns {string} */
export function outside(text) {
  const less = text.replace(/\([^()]*\)|\[[^[\]]*\]/g, '');
  return less === text ? text : outside(less);
}

/** @param {string[]} lines @param {number} by */
const indented = (lines, by = 1) => lines.map((line) => (line ? ' '.repeat(4 * by) + line : line));

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
 * Two assignments to the same name, or two returns, as one line.
 * @param {string} condition
 * @param {string[][]} branches
 */
function oneLine(condition, branches) {
  const [one, other] = branches.map((lines) => /^( *(?:return|[\w.]+ =) )(.*)$/.exec(lines.join('\n')));
  if (branches.length !== 2 || !one || !other || one[1] !== other[1]) return undefined;
  if (outside(one[2] + other[2]).includes(',')) return undefined;
  const line = `${one[1]}${one[2]} if ${condition} else ${other[2]}`;
  return line.length <= longest ? [line] : undefined;
}

/**
 * One program for all parts, or nothing where no field explains how they differ.
 * @param {Part[]} parts
 * @param {boolean} named whether there is a label to be told
 * @returns {{head: string[], body: string[]} | undefined}
 */
function together(parts, named) {
  /** @type {Map<string, string[]>} the loop's variables, each with its value for every part */
  const variables = new Map();
  if (named)
    variables.set(
      'label',
      parts.map(({ label }) => quoted(label)),
    );
  const values = parts.map(({ head, body }) => {
    const text = [...head.values(), ...body].flat().join('\n');
    return new Map([...text.matchAll(holes)].map(([, name, value]) => [name, value]));
  });

  /** @param {string[]} lines */
  const filled = (lines) =>
    lines.map((line) =>
      line.replace(holes, (_, name, value) => {
        const own = values.map((of) => of.get(name));
        if (own.every((other) => other === undefined || other === value)) return value;
        variables.set(
          name,
          own.map((other) => other ?? 'None'),
        );
        return name;
      }),
    );

  /** @param {Part[]} members @param {string[][]} slots @returns {string[] | undefined} */
  const joined = (members, slots) => {
    const kinds = [...new Set(slots.map(skeleton))];
    if (kinds.length === 1) return filled(slots[0]);
    // What is written differently nowhere comes last, so that it needs no branch.
    kinds.sort((a, b) => Number(a === '') - Number(b === ''));
    const field = Object.keys(members[0].fields).find((name) => {
      const seen = new Map(members.map(({ fields }, at) => [literal(fields[name]), skeleton(slots[at])]));
      return members.every(({ fields }, at) => seen.get(literal(fields[name])) === skeleton(slots[at]));
    });
    if (field === undefined) return undefined;
    variables.set(
      field,
      parts.map(({ fields }) => literal(fields[field])),
    );
    const branches = kinds.map((kind) => filled(slots[slots.findIndex((lines) => skeleton(lines) === kind)]));
    const conditions = kinds.map((kind) => {
      const own = members
        .filter((_, at) => skeleton(slots[at]) === kind)
        .map(({ fields }) => literal(fields[field]));
      const [first, ...more] = new Set(own);
      if (more.length > 0) return `${field} in (${[first, ...more].join(', ')})`;
      if (first === 'None') return `${field} is None`;
      const others = members.map(({ fields }) => literal(fields[field])).filter((value) => value !== first);
      if (others.every((value) => value === 'None')) return `${field} is not None`;
      if (first === 'True' || first === 'False') return first === 'True' ? field : `not ${field}`;
      return `${field} == ${first}`;
    });
    // A branch cannot open a block that the lines after it belong to.
    if (branches.some((lines) => lines.at(-1)?.endsWith(':'))) return undefined;
    if (conditions.length === 2 && conditions[0].startsWith('not ') && branches[1].length > 0) {
      conditions.reverse();
      branches.reverse();
    }
    const short = oneLine(conditions[0], branches);
    if (short) return short;
    const margin = /^ */.exec(branches[0][0])?.[0] ?? '';
    return branches.flatMap((lines, at) => {
      if (lines.length === 0) return [];
      const word = at === 0 ? 'if' : 'elif';
      const line = at === kinds.length - 1 ? 'else:' : `${word} ${conditions[at]}:`;
      return [margin + line, ...indented(lines)];
    });
  };

  const head = [];
  for (const name of new Set(parts.flatMap((part) => [...part.head.keys()]))) {
    const members = parts.filter((part) => part.head.has(name));
    const definitions = members.map((part) => /** @type {string[]} */ (part.head.get(name)));
    const opening = /^def /.test(definitions[0][0]) ? definitions[0].slice(0, 1) : [];
    const rest = joined(
      members,
      definitions.map((lines) => lines.slice(opening.length)),
    );
    if (!rest) return undefined;
    head.push(...opening, ...rest, '');
  }
  const body = [];
  for (let at = 0; at < parts[0].body.length; at += 1) {
    const lines = joined(
      parts,
      parts.map((part) => part.body[at] ?? []),
    );
    if (!lines) return undefined;
    body.push(...lines);
  }
  if (variables.size === 0) return { head, body };
  const names = [...variables.keys()];
  const rows = parts.map((_, at) =>
    names.map((name) => /** @type {string[]} */ (variables.get(name))[at]).join(', '),
  );
  if (parts.length === 1) return { head, body: [`${names.join(', ')} = ${rows[0]}`, ...body] };
  const items = names.length === 1 ? rows : rows.map((row) => `(${row})`);
  return { head, body: [...listed(`for ${names.join(', ')} in [`, items, ']:'), ...indented(body)] };
}

const modules = [
  ['math.', 'import math'],
  ['np.', 'import numpy as np'],
  ['torch.', 'import torch'],
  ['F.', 'import torch.nn.functional as F'],
  ['nn.', 'from torch import nn'],
];

/** @param {string} text for a comment */
const comment = (text) => `# ${text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()}`;

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
  const comments = mixed ? [comment(title), comment(both)] : [comment(title)];
  const text = [...comments, ...imports.map(([, line]) => line), '', ...lines].join('\n');
  return `${text.trim()}\n`;
}
