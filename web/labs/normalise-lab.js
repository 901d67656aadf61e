// The printed figures of a normalise preset, one row a series.
import { html } from 'lit';
import { caption } from '../charts/frame.js';
import { fixed } from '../format.js';
import { Lab } from './lab.js';
import { noticeList } from './notices.js';
import { isUsed } from './use.js';

/** @typedef {import('../../wasm/signalscope.js').Normalised} Normalised */

/** @type {Record<string, {head: string, print: (value: number) => string}>} */
const heads = {
  output_mean_max: { head: 'largest mean of the output', print: (value) => fixed(value, 6) },
  output_std_min: { head: 'smallest standard deviation', print: (value) => fixed(value, 4) },
  mean_scatter: { head: 'scatter of the means', print: (value) => fixed(value, 4) },
};

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
    return `normal(${record.input_mean}, ${record.input_std}) · ${x.rows} examples × ${x.columns} features · ${record.stream} seed ${record.seed}`;
  }

  render() {
    return html`<div class="lab" data-lab="normalise" data-preset=${this.preset}>
      <figure class="chart">${caption(this.definition?.title ?? '', this.what)} ${this.renderTable()}</figure>
      ${noticeList(this.results.map((result, series) => ({ name: this.nameOf(series), notices: result.notices })))}
      ${this.renderControls()}
    </div>`;
  }

  renderTable() {
    const columns = this.definition?.columns.filter((column) => column in heads) ?? [];
    return html`<div class="table-space">
      <table class="printed stacked">
        <thead>
          <tr>
            <td></td>
            ${columns.map((column) => html`<th scope="col">${heads[column].head}</th>`)}
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
                    ${heads[column].print(/** @type {any} */ (result)[column])}
                  </td>`,
              )}
            </tr>`;
          })}
        </tbody>
      </table>
    </div>`;
  }
}
