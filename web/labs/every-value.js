// The table behind a chart, folded away: all that is drawn as numbers, made only when a reader opens it.
import { LitElement, html, nothing } from 'lit';
import { scientific } from '../format.js';

/**
 * One column. Entries from..to (counted from 0, `to` left out) are measured.
 * @typedef {{label: string, values: ArrayLike<number>, from?: number, to?: number}} Drawn
 */

/**
 * `caption` says what the numbers are; `head` what counts the rows, as many as the longest column has; `summary` and
 * `name` are what opens the table and what the opened one is called.
 */
export class ScopeEveryValue extends LitElement {
  static tag = 'scope-every-value';

  /** @type {import('lit').PropertyDeclarations} */
  static properties = {
    summary: {},
    name: {},
    caption: {},
    head: {},
    drawn: { attribute: false },
    open: { state: true },
  };

  constructor() {
    super();
    this.summary = '';
    this.name = '';
    this.caption = '';
    this.head = '';
    /** @type {Drawn[]} */
    this.drawn = [];
    this.open = false;
  }

  createRenderRoot() {
    return this;
  }

  /** @param {Event} event */
  onToggle({ target }) {
    this.open = /** @type {HTMLDetailsElement} */ (target).open;
  }

  render() {
    return html`<details class="layers" @toggle=${this.onToggle}>
      <summary>${this.summary}</summary>
      ${this.open ? this.renderTable() : nothing}
    </details>`;
  }

  renderTable() {
    const length = Math.max(0, ...this.drawn.map(({ values, to }) => to ?? values.length));
    const rows = Array.from({ length }, (_, index) => index);
    return html`<div class="table-space tall" tabindex="0" role="group" aria-label=${this.name}>
      <table class="printed">
        <caption>
          ${this.caption}
        </caption>
        <thead>
          <tr>
            <th scope="col">${this.head}</th>
            ${this.drawn.map(({ label }) => html`<th scope="col">${label}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) =>
              html`<tr>
                <th scope="row">${row + 1}</th>
                ${this.drawn.map(
                  ({ values, from = 0, to = values.length }) =>
                    html`<td>${row >= from && row < to ? scientific(values[row]) : '–'}</td>`,
                )}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }
}
