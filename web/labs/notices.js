// What the core has to say about a run, under the chart that shows it.
import { html, nothing } from 'lit';

/** @typedef {import('../../wasm/signalscope.js').Notice} Notice */

/**
 * One line a notice, with the series that it is about; what several series share is said once.
 * @param {{name: string, notices: Notice[]}[]} about
 */
export function noticeList(about) {
  /** @type {Map<string, {code: string, names: string[]}>} */
  const said = new Map();
  for (const { name, notices } of about) {
    for (const { code, message } of notices) {
      const entry = said.get(message) ?? { code, names: [] };
      entry.names.push(name);
      said.set(message, entry);
    }
  }
  if (said.size === 0) return nothing;
  return html`<ul class="notices">
    ${[...said].map(
      ([message, { code, names }]) =>
        html`<li data-notice=${code}>
          ${names.filter(Boolean).length ? html`<span class="notice-of">${names.join(', ')}:</span> ` : nothing}${message}
        </li>`,
    )}
  </ul>`;
}
