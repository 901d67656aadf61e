// The padding lab: rows that are no data, in the statistics of a batch and outside them.
import { html } from 'lit';
import { caption } from '../charts/frame.js';
import { spoken } from '../format.js';
import { StatisticsLab } from './statistics-lab.js';
import { statisticsTable } from './statistics-table.js';

/** All series are shown at once; the mask is that of the series which has one. */
export class PaddingLab extends StatisticsLab {
  static tag = 'scope-padding-lab';

  constructor() {
    super();
    this.preset = 'padding';
    this.selected = { row: 0, column: 0 };
  }

  /** The mask that is in force. @returns {number[]} */
  get marks() {
    return this.records.find((record) => 'mask' in record)?.mask ?? [];
  }

  /** @param {number} row */
  toggle(row) {
    const marks = this.marks.map((mark, at) => (at === row ? 1 - mark : mark));
    const series = this.records.findIndex((record) => 'mask' in record);
    this.change('mask', marks.join(','), series);
  }

  /** All norms are shown at once. @returns {string[]} */
  get views() {
    return [];
  }

  /**
   * @param {string} series
   * @param {string} column such as `mean[0]`
   */
  numberOf(series, column) {
    const at = this.definition?.series.findIndex(({ label }) => label === series) ?? -1;
    const [, name, index] = /^(\w+)\[(\d+)\]$/.exec(column) ?? [];
    return /** @type {any} */ (this.current[at])?.[name]?.[Number(index)];
  }

  get finding() {
    const parts = this.current.map((result, series) =>
      this.texts.padding.part(this.nameOf(series), spoken(result.mean[0]), result.count[0]),
    );
    return parts.length ? this.texts.padding.finding(parts.join('; ')) : this.heading;
  }

  render() {
    return html`<div class="lab" data-lab="padding" data-preset=${this.preset}>
      <figure
        class="chart"
        @cell-point=${(/** @type {CustomEvent} */ event) => (this.pointed = event.detail)}
        @cell-choose=${(/** @type {CustomEvent} */ event) => this.choose(event.detail)}
      >
        ${caption(this.finding, this.what)} ${this.current.length ? this.renderAll() : ''}
      </figure>
      ${this.current.length ? this.renderNotices([...this.current.keys()]) : ''}
      ${this.current.length ? this.renderEditor() : ''} ${this.renderControls()} ${this.renderFoot()}
    </div>`;
  }

  renderAll() {
    return html`<div class="matrices">
        <scope-cells
          .texts=${this.texts}
          .name=${this.texts.chart.input}
          .matrix=${this.current[0].x}
          .selected=${this.cell}
        ></scope-cells>
        <fieldset class="mask">
          <legend>${this.texts.padding.mask}</legend>
          ${this.marks.map(
            (mark, row) =>
              html`<label
                ><input
                  type="checkbox"
                  class="flag"
                  data-mask=${row}
                  .checked=${mark === 1}
                  @change=${() => this.toggle(row)}
                />
                ${this.texts.padding.example(row + 1)}</label
              >`,
          )}
        </fieldset>
      </div>
      <div class="matrices three">
        ${this.current.map((result, series) => this.renderSeries(result, series))}
      </div>`;
  }

  /**
   * @param {import('../../wasm/signalscope.js').Normalised} result
   * @param {number} series
   */
  renderSeries(result, series) {
    const { row, column } = this.cell;
    const statistic = result.statistic.values[row * result.x.columns + column];
    return html`<div data-series=${this.nameOf(series)}>
      <scope-cells
        .texts=${this.texts}
        .name=${this.nameOf(series)}
        .matrix=${result.y}
        .shared=${result.statistic}
        .selected=${this.cell}
        .moved=${this.movedOf(series)}
        .digits=${4}
      ></scope-cells>
      ${statisticsTable(result, this.records[series], statistic, this.texts)}
    </div>`;
  }
}
