// The scatter lab: how far the means of small batches lie apart, and what a batch of two turns into.
import { html } from 'lit';
import { ScopeCells } from '../charts/cells.js';
import { ScopeDots } from '../charts/dots.js';
import { capitalised, fixed, spoken } from '../format.js';
import { ScopeEveryValue } from './every-value.js';
import { NormaliseLab } from './normalise-lab.js';
import { stylesOf } from './styles.js';

/** @typedef {import('../../wasm/signalscope.js').Normalised} Normalised */

/** How many outputs print as 1 or -1. @param {Normalised} result */
function ones({ y }) {
  return y.values.filter((value) => fixed(Math.abs(value)) === '1.0000').length;
}

export class ScatterLab extends NormaliseLab {
  static tag = 'scope-scatter-lab';
  static parts = [...NormaliseLab.parts, ScopeDots, ScopeCells, ScopeEveryValue];

  constructor() {
    super();
    this.preset = 'batch-of-two';
  }

  get styles() {
    return stylesOf(this.definition?.series ?? []);
  }

  /** Batch sizes may have been changed; then the name says what was run. @param {number} series */
  nameOf(series) {
    const label = super.nameOf(series);
    const rows = this.results[series]?.x.rows;
    return rows === undefined ? label : label.replace(/\d+$/, String(rows));
  }

  /**
   * @param {string} series
   * @param {string} column
   */
  numberOf(series, column) {
    const at = this.definition?.series.findIndex(({ label }) => label === series) ?? -1;
    return /** @type {any} */ (this.results[at])?.[column];
  }

  /** @returns {import('../charts/dots.js').Column[]} */
  get columns() {
    return this.results.map((result, series) => ({
      name: [...this.nameOf(series).split(', '), this.texts.scatter.of(spoken(result.mean_scatter))],
      strips: [{ label: this.nameOf(series), style: this.styles[series], values: result.mean }],
    }));
  }

  get finding() {
    const parts = this.results.map((result, series) =>
      this.texts.scatter.part(spoken(result.mean_scatter), this.nameOf(series)),
    );
    return parts.length ? this.texts.scatter.finding(parts.join('; ')) : this.heading;
  }

  get what() {
    if (this.results.length === 0) return '';
    const [record] = this.records;
    const { run, scatter } = this.texts;
    const drawn = `normal(${record.input_mean}, ${record.input_std})`;
    const features = run.features(this.results[0].x.columns);
    return `${scatter.what} · ${drawn}, ${features}, ${run.seed(record.stream, record.seed)}`;
  }

  render() {
    return html`<div class="lab" data-lab="scatter" data-preset=${this.preset}>
      <scope-dots
        .texts=${this.texts}
        .finding=${capitalised(this.finding)}
        .what=${this.what}
        .columns=${this.columns}
        .kind=${'linear'}
      ></scope-dots>
      ${this.renderNotices()} ${this.renderTable()} ${this.renderControls()}
      ${this.results.length ? this.renderOutputs(this.results[0]) : ''}
      <scope-every-value
        .summary=${this.texts.chart.asTable}
        .name=${this.texts.chart.everyValue}
        .caption=${this.texts.scatter.what}
        .head=${this.texts.statistic.mean}
        .drawn=${this.results.map(({ mean }, series) => ({ label: this.nameOf(series), values: mean }))}
      ></scope-every-value>
      ${this.renderFoot()}
    </div>`;
  }

  /** @param {Normalised} result */
  renderOutputs(result) {
    return html`<figure class="chart outputs">
      <figcaption class="caption">
        <h3 class="finding">
          ${this.nameOf(0)}: <output data-column="ones">${ones(result)}</output>
          ${this.texts.scatter.ones(result.y.values.length)}
        </h3>
        <p class="what">${this.texts.scatter.outputs}</p>
      </figcaption>
      <scope-cells
        .texts=${this.texts}
        .name=${this.texts.chart.output}
        .matrix=${result.y}
        .digits=${4}
      ></scope-cells>
    </figure>`;
  }
}
