// A scenario as a link carries it: `v=1&preset=initialisation&depth=30&weight_std.0=0.02`. Names are the fields', a
// number after the point is the series that the field belongs to. Version 1 is read for ever: what a later version
// calls differently gets a number of its own.
import { owners, recordsOf, slot } from '../labs/scenario.js';
import { fieldNames } from './fields.js';

/** @typedef {import('../labs/scenario.js').Changes} Changes */
/** @typedef {import('../labs/lab.js').Lab} Lab */
/** @typedef {import('../labs/scenario.js').Preset} Preset */
/** @typedef {import('../../wasm/signalscope.js').Problem} Problem */
/** @typedef {import('../language/language.js').Texts} Texts */

export const version = '1';

/** A link of more fields than this was not written by the page. */
const mostFields = 100;

/** No field's text is longer, but for a matrix, which has no place in a link. */
const longestText = 2000;

/** What a link says beside fields. */
const reserved = ['v', 'preset', 'show', 'series', 'controls', 'theme', 'lang'];

/**
 * @typedef {object} Link
 * @property {Record<string, string>} settings what was said beside fields
 * @property {[string, string][]} pairs fields, or `field.series`, with their texts
 * @property {number} left how many more fields there were than are looked at
 */

/**
 * Never throws, whatever it is given.
 * @param {string} text a query, with or without its `?` or `#`
 * @returns {Link}
 */
export function readLink(text) {
  /** @type {Map<string, string>} */
  const settings = new Map();
  /** @type {Map<string, string>} */
  const pairs = new Map();
  for (const [name, value] of new URLSearchParams(text.replace(/^[?#]+/, ''))) {
    (reserved.includes(name) ? settings : pairs).set(name, value.slice(0, longestText));
  }
  return {
    settings: Object.fromEntries(settings),
    pairs: [...pairs].slice(0, mostFields),
    left: Math.max(pairs.size - mostFields, 0),
  };
}

/**
 * @param {Record<string, string>} settings empty ones are left out
 * @param {Changes} changes
 * @returns {string} without a `?`
 */
export function writeLink(settings, changes) {
  const query = new URLSearchParams({ v: version });
  for (const [name, value] of Object.entries(settings)) if (value) query.append(name, value);
  for (const [key, text] of Object.entries(changes)) query.append(key.replace('@', '.'), text);
  return String(query);
}

/**
 * The pairs as changes of a preset. A field that no series is named for is every series' own, as `--set` has it.
 * @param {[string, string][]} pairs
 * @param {Preset} preset
 * @returns {Changes}
 */
export function changesOf(pairs, preset) {
  /** @type {Changes} */
  const changes = {};
  for (const [name, text] of pairs) {
    if (name.includes('.')) continue;
    changes[name] = text;
    for (const series of owners(preset, name)) changes[slot(name, series)] = text;
  }
  for (const [name, text] of pairs) {
    if (name.includes('.')) changes[name.replace('.', '@')] = text;
  }
  return changes;
}

/**
 * The way back: fields that hold for all series, then those of one.
 * @param {Changes} changes
 * @param {Preset} preset
 * @returns {Changes} without what `changesOf` adds by itself
 */
export function shortened(changes, preset) {
  const kept = Object.entries(changes).filter(([key, text]) => {
    const [field, series] = key.split('@');
    return series === undefined || changes[field] !== text || !owners(preset, field).includes(Number(series));
  });
  return Object.fromEntries(kept);
}

/**
 * Changes as an element has them: what an attribute of its own can say, and the rest as its attribute `scenario` does.
 * @param {Changes} changes as `shortened` gives them
 * @returns {{fields: Changes, scenario: string}}
 */
export function asAttributes(changes) {
  const entries = Object.entries(changes);
  const fields = Object.fromEntries(entries.filter(([key]) => fieldNames.includes(key)));
  const others = Object.fromEntries(entries.filter(([key]) => !fieldNames.includes(key)));
  return { fields, scenario: writeLink({}, others).replace(/^v=1&?/, '') };
}

/** A pair that cannot be used: why, and what it said. @typedef {{problem: Problem, value: string}} Refused */
/** @typedef {{good: [string, string][], bad: Refused[]}} Sorted */

/**
 * Splits what can be used from what cannot: field by field, and then what the fields make together.
 * @param {Link} link
 * @param {Lab} lab whom it is for, with a definition
 * @returns {Promise<Sorted>}
 */
export async function sorted(link, lab) {
  const { client, entries } = lab;
  const preset = /** @type {Preset} */ (lab.definition);
  const fields = link.pairs.filter(([name]) => !lab.isOwn(name));
  const { good, bad } = await eachAlone(fields, preset, lab);
  bad.push(...ofTheLink(link, lab));
  // A run is looked at before it begins; the other verbs are quick, and say themselves what is wrong.
  const verb = preset.verb === 'propagate' ? 'validate' : preset.verb;
  while (good.length > 0) {
    const records = recordsOf(preset, changesOf(good, preset), entries);
    const answers = await Promise.all(records.map((record) => client.call(verb, lab.forVerb(record))));
    const problem = answers.find((answer) => answer.problem)?.problem;
    if (!problem) break;
    // The field that is named may have its default; then what was said last has to go.
    const at = good.findLastIndex(([name]) => name.split('.')[0] === problem.field);
    const [[, value]] = good.splice(at < 0 ? good.length - 1 : at, 1);
    bad.push({ problem, value: at < 0 ? String(records[0][problem.field] ?? '') : value });
  }
  const [record] = recordsOf(preset, changesOf(good, preset), entries);
  for (const pair of link.pairs.filter(([name]) => lab.isOwn(name))) {
    const problem = lab.problemOf(pair, record);
    if (problem) bad.push({ problem, value: pair[1] });
    else good.push(pair);
  }
  return { good, bad };
}

/** What is wrong with a link as a whole. @param {Link} link @param {Lab} lab @returns {Refused[]} */
function ofTheLink({ settings: { v = version, show = '' }, left }, { texts, views }) {
  const { link: words } = texts;
  /** @type {Refused[]} */
  const found = [];
  if (v !== version) {
    const problem = { code: 'link_version', field: 'v', message: words.version(short(v), version) };
    found.push({ problem, value: v });
  }
  if (show && !views.includes(show)) {
    found.push(unknownSetting('show', show, views, texts));
  }
  if (left > 0) {
    const problem = { code: 'too_many_fields', field: '', message: words.tooMany(left, mostFields) };
    found.push({ problem, value: '' });
  }
  return found;
}

/**
 * A preset, a view, a theme that is none.
 * @param {string} name of the setting
 * @param {string} value
 * @param {string[]} may what it may be
 * @param {Texts} texts
 * @returns {Refused}
 */
export function unknownSetting(name, value, may, { link: words }) {
  const message = words.setting(name, short(value), may.join(', '));
  return { problem: { code: `unknown_${name}`, field: name, message }, value };
}

/** Whether a problem is a link's own, in the reader's language already; the core's are in English. @param {Problem} problem */
export const isOfLinks = ({ code }) =>
  [
    ...['link_version', 'too_many_fields', 'unknown_series', 'unknown_cell', 'more_problems'],
    ...['unknown_preset', 'unknown_show', 'unknown_theme', 'unknown_controls'],
  ].includes(code);

/** More than these say no more to a reader. */
const mostNotices = 8;

/** The first ones, and how many there are beside them. @param {Refused[]} bad @param {Texts} texts @returns {Refused[]} */
export function fewer(bad, { link: words }) {
  const left = bad.length - mostNotices;
  if (left < 2) return bad;
  const problem = { code: 'more_problems', field: '', message: words.more(left) };
  return [...bad.slice(0, mostNotices), { problem, value: '' }];
}

/** Enough of a text to know it by. @param {string} text */
export const short = (text) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

/**
 * @param {[string, string][]} pairs
 * @param {Preset} preset
 * @param {Lab} lab
 * @returns {Promise<Sorted>}
 */
async function eachAlone(pairs, preset, lab) {
  const asked = pairs.map(([name, text]) => /** @type {[string, string]} */ ([name.split('.')[0], text]));
  const verbs = asked.map(([field]) => lab.verbOf(field));
  /** @type {Partial<Record<string, (Problem | null)[]>>} */
  const problems = {};
  for (const verb of new Set(verbs)) problems[verb] = await lab.client.check(verb, asked);
  const found = pairs.map(
    ([name], index) => problems[verbs[index]]?.[index] ?? seriesProblem(name, preset, lab.texts),
  );
  return {
    good: pairs.filter((_, index) => !found[index]),
    bad: found.flatMap((problem, index) => (problem ? [{ problem, value: pairs[index][1] }] : [])),
  };
}

/**
 * @param {string} name
 * @param {Preset} preset
 * @param {Texts} texts
 * @returns {Problem | null}
 */
function seriesProblem(name, preset, { link: words }) {
  const [field, series] = name.split(/\.(.*)/s);
  if (series === undefined || (/^\d+$/.test(series) && Number(series) < preset.series.length)) return null;
  const message = words.series(field, short(series), preset.series.length - 1);
  return { code: 'unknown_series', field, message };
}
