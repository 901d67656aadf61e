// What the core has to say, about a run and about what it refuses, in the reader's language where there are words for it.
import { html, nothing } from 'lit';

/**
 * @typedef {import('../../wasm/signalscope.js').Notice} Notice
 * @typedef {import('../../wasm/signalscope.js').Problem} Problem
 * @typedef {import('../../wasm/signalscope.js').FieldEntry} FieldEntry
 * @typedef {import('../../wasm/signalscope.js').Catalog} Catalog
 * @typedef {import('../language/language.js').Texts} Texts
 * @typedef {import('./scenario.js').Fields} Fields
 */

/**
 * What the notices of one answer are about.
 * @typedef {object} About
 * @property {string} name of the series
 * @property {Fields} record
 * @property {{notices: Notice[]}} answer
 */

/** @typedef {{texts: Texts, entries: Map<string, FieldEntry>, catalog: Catalog}} Context a record's gaps are defaults */

/**
 * The words of the table, or the core's own, which are English.
 * @param {string | undefined} own
 * @param {string} message
 */
const ownOrEnglish = (own, message) => own ?? html`<span lang="en">${message}</span>`;

/**
 * @param {Notice} notice
 * @param {About} about
 * @param {Context} context
 */
function noticeWords({ code, message }, { record, answer }, { texts, entries, catalog }) {
  /** @param {string} name */
  const field = (name) => record[name] ?? entries.get(name)?.default;
  const norm = catalog.norm.find(({ name }) => name === field('norm'))?.label ?? '';
  return ownOrEnglish(texts.core.notice({ code, message, norm, field, answer }), message);
}

/**
 * @param {Problem} problem
 * @param {Fields | undefined} record that was refused
 * @param {Pick<Context, 'texts' | 'entries'>} context
 */
export function problemWords(problem, record, { texts, entries }) {
  const about = { problem, entry: entries.get(problem.field), value: record?.[problem.field] };
  return ownOrEnglish(texts.core.problem(about), problem.message);
}

/**
 * One line a notice, with the series that it is about; what several series share is said once.
 * @param {About[]} abouts
 * @param {Context} context
 */
export function noticeList(abouts, context) {
  /** @type {Map<string, {code: string, names: string[], words: unknown}>} */
  const said = new Map();
  for (const about of abouts) {
    for (const notice of about.answer.notices) {
      const { code, message } = notice;
      const entry = said.get(message) ?? { code, names: [], words: noticeWords(notice, about, context) };
      entry.names.push(about.name);
      said.set(message, entry);
    }
  }
  if (said.size === 0) return nothing;
  return html`<ul class="notices">
    ${[...said.values()].map(
      ({ words, code, names }) =>
        html`<li data-notice=${code}>
          ${names.filter(Boolean).length ? html`<span class="notice-of">${names.join(', ')}:</span> ` : nothing}${words}
        </li>`,
    )}
  </ul>`;
}
