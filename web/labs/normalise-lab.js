// The printed figures of a normalise preset, one row a series.
import { html, nothing } from 'lit';
import { caption } from '../charts/frame.js';
import { fixed } from '../format.js';
import { Lab } from './lab.js';
import { noticeList } from './notices.js';
import { isUsed } from './use.js';

/** @typedef {import('../../wasm/signalscope.js').Normalised} Normalised */

/** @typedef {'output_mean_max' | 'output_std_min' | 'mean_scatter'} Head */

/** How many decimals each column prints. @type {Record<Head, number>} */
const decimals = { output_mean_max: 6, output_std_min: 4, mean_scatter: 4 };

/** @param {string} column @returns {column is Head} */
const isHead = (column) => Object.hasOwn(decimals, column);

export class NormaliseLab extends Lab {
  static tag = 'scope-normalise-lab';

  /** @type {import('lit').PropertyDeclarations} */
  static properties = { results: { state: true } };

  constructor() {
    super();
    this.preset = 'normalise';
    /** @type {Normalised[]} */
    this.results = [];
    this.runs = 0;
  }

  async run() {
    const mine = (this.runs += 1);
    this.phase = 'running';
    const answers = await this.askAll('normalise', this.records);
    if (mine !== this.runs || !answers) return;
    this.results = answers;
    this.phase = 'done';
  }

  /** @param {string} name */
  isUsed(name) {
    return isUsed(name, this.records);
  }

  get what() {
    const x = this.results[0]?.x;
    const record = this.results.length ? this.records[0] : undefined;
    if (!x || !record) return '';
    const { run } = this.texts;
    const drawn = `normal(${record.input_mean}, ${record.input_std})`;
    return [drawn, run.matrix(x.rows, x.columns), run.seed(record.stream, record.seed)].join(' · ');
  }

  get taken() {
    const { records } = this;
    return this.results.map((value, at) => ({ label: this.nameOf(at), record: records[at], value }));
  }

  render() {
    return html`<div class="lab" data-lab="normalise" data-preset=${this.preset}>
      <figure class="chart">${caption(this.heading, this.what)} ${this.renderTable()}</figure>
      ${this.renderNotices()} ${this.renderControls()} ${this.renderFoot()}
    </div>`;
  }

  renderNotices() {
    if (!this.known) return nothing;
    const { records } = this;
    const abouts = this.results.map((answer, series) => ({
      name: this.nameOf(series),
      record: records[series],
      answer,
    }));
    return noticeList(abouts, this.context);
  }

  renderTable() {
    const columns = this.definition?.columns.filter(isHead) ?? [];
    return html`<div class="table-space">
      <table class="printed stacked" aria-label=${this.heading}>
        <thead>
          <tr>
            <td></td>
            ${columns.map((column) => html`<th scope="col">${this.texts.normalise[column]}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${this.results.map((result, index) => {
            const label = this.nameOf(index);
            return html`<tr>
              <th scope="row">${label}</th>
              ${columns.map(
                (column) =>
                  html`<td data-series=${label} data-column=${column}>
                    ${fixed(result[column], decimals[column])}
                  </td>`,
              )}
            </tr>`;
          })}
        </tbody>
      </table>
    </div>`;
  }
}
