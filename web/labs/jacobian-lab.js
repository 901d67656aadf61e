// The Jacobian lab: singular values of the product of (I + ∂F/∂x), layer by layer.
import { html, nothing } from 'lit';
import { sample } from '../charts/frame.js';
import { ScopeDots } from '../charts/dots.js';
import { capitalised, scientific, spoken } from '../format.js';
import { ScopeEveryValue } from './every-value.js';
import { Lab } from './lab.js';
import { noticeList } from './notices.js';
import { whatWasRun } from './scenario.js';
import { stylesOf } from './styles.js';
import { isUsed } from './use.js';

/** @typedef {import('../../wasm/signalscope.js').Jacobian} Jacobian */
/** @typedef {{label: string, record: import('./scenario.js').Fields, value: Jacobian}} Result */

/** The layers after which to look, as far as the stack goes, and its last one. @param {unknown} depth */
export function layersOf(depth) {
  const last = Number(depth);
  const usual = [1, 5, 10, 20, 40].filter((layer) => layer < last);
  return Number.isInteger(last) && last >= 1 ? [...usual, last] : usual;
}

/** The middle one of sorted numbers, or between the two. @param {ArrayLike<number>} sorted */
export function middleOf(sorted) {
  const half = sorted.length / 2;
  return (sorted[Math.ceil(half) - 1] + sorted[Math.floor(half)]) / 2;
}

/** Its scenarios are those of the preset `residual`. */
export class JacobianLab extends Lab {
  static tag = 'scope-jacobian-lab';
  static parts = [...Lab.parts, ScopeDots, ScopeEveryValue];

  /** @type {import('lit').PropertyDeclarations} */
  static properties = { results: { state: true } };

  constructor() {
    super();
    this.preset = 'jacobian';
    /** @type {Result[]} */
    this.results = [];
    this.busy = false;
    this.again = false;
  }

  get definition() {
    const preset = this.given ?? this.known?.presets.residual;
    return preset && { ...preset, verb: /** @type {const} */ ('jacobian'), columns: [] };
  }

  /** A Jacobian takes a moment: while one is under way only the newest change waits for its turn. */
  async run() {
    if (this.busy) {
      this.again = true;
      return;
    }
    this.busy = true;
    do {
      this.again = false;
      await this.ask();
    } while (this.again);
    this.busy = false;
  }

  async ask() {
    this.phase = 'running';
    const records = this.records.map((record) => ({
      ...record,
      layers: layersOf(record.depth ?? this.entries.get('depth')?.default),
    }));
    const answers = await this.askAll('jacobian', records);
    if (!answers || !this.known || !this.definition) return;
    this.results = answers.map((value, at) => ({
      value,
      record: records[at],
      label: this.labelFor(at, records[at]),
    }));
    if (!this.again) this.phase = 'done';
  }

  relabel() {
    this.results = this.results.map((result, at) => ({ ...result, label: this.labelFor(at, result.record) }));
  }

  get styles() {
    return stylesOf(this.definition?.series ?? []);
  }

  /** @param {number} series */
  sampleOf(series) {
    return sample(this.styles[series]);
  }

  /** @param {string} name */
  isUsed(name) {
    return isUsed(name, this.records);
  }

  /**
   * @param {string} series
   * @param {string} column `rank`, `largest` or `middle` after the last layer
   */
  numberOf(series, column) {
    const at = this.definition?.series.findIndex(({ label }) => label === series) ?? -1;
    const last = this.results[at]?.value.layers.at(-1);
    if (!last) return undefined;
    if (column === 'rank') return last.rank;
    return column === 'largest' ? last.singular_values[0] : middleOf(last.singular_values);
  }

  // ---- what is drawn -----------------------------------------------------------------------------------------------

  /** @returns {import('../charts/dots.js').Column[]} */
  get columns() {
    const layers = this.results[0]?.value.layers ?? [];
    return layers.map(({ layer }, at) => ({
      name: [String(layer)],
      strips: this.results.map(({ label, value }, series) => ({
        label,
        style: this.styles[series],
        values: value.layers[at].singular_values,
        middle: middleOf(value.layers[at].singular_values),
      })),
    }));
  }

  /** Every dot, one column a series and layer, the largest first. */
  get drawn() {
    return this.results.flatMap(({ label, value }) =>
      value.layers.map(({ layer, singular_values: values }) => ({
        label: `${label}, ${this.texts.columns.layer(layer)}`,
        values,
      })),
    );
  }

  get finding() {
    if (this.results.length === 0) return this.heading;
    const parts = this.results.map(({ label, value }) => {
      const last = value.layers[value.layers.length - 1];
      const of = last.singular_values.length;
      const median = spoken(middleOf(last.singular_values));
      return this.texts.jacobian.finding(label, last.rank, of, median);
    });
    return capitalised(`${parts.join('; ')}`);
  }

  get what() {
    const preset = this.definition;
    if (!this.known || !preset || this.results.length === 0) return '';
    const records = this.results.map(({ record }) => record);
    const entries = new Map(
      [...this.entries].filter(([name]) => !['layers', 'example', 'precision', 'loss'].includes(name)),
    );
    const quantity = this.texts.jacobian.quantity((records[0].example ?? 0) + 1);
    return whatWasRun(
      quantity,
      records.map((record) => ({ ...record, precision: 'float64' })),
      preset,
      entries,
      this.known.catalog,
      this.texts,
    );
  }

  get taken() {
    return this.results;
  }

  render() {
    const { chart, jacobian } = this.texts;
    const values = this.results.map(({ value }) =>
      scientific(middleOf(value.layers[value.layers.length - 1].singular_values)),
    );
    return html`<div class="lab" data-lab="jacobian">
      <scope-dots
        .texts=${this.texts}
        .finding=${this.finding}
        .what=${this.what}
        .columns=${this.columns}
        .values=${values}
        .kind=${'log'}
        .unit=${chart.layer}
        .labelled=${true}
      ></scope-dots>
      ${
        this.known
          ? noticeList(
              this.results.map(({ label, record, value }) => ({ name: label, record, answer: value })),
              this.context,
            )
          : nothing
      }
      <p class="status">${this.phase === 'running' ? jacobian.running : jacobian.legend}</p>
      ${this.results.length ? this.renderTable() : nothing} ${this.renderControls()}
      <scope-every-value
        .summary=${chart.asTable}
        .name=${chart.everyValue}
        .caption=${this.what}
        .head=${jacobian.number}
        .drawn=${this.drawn}
      ></scope-every-value>
      ${this.renderFoot()}
    </div>`;
  }

  renderTable() {
    const layers = this.results[0].value.layers;
    return html`<div class="table-space">
      <table class="printed stacked" aria-label=${this.heading}>
        <thead>
          <tr>
            <td></td>
            ${layers.map(({ layer }) => html`<th scope="col">${this.texts.columns.layer(layer)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${this.results.map(({ label, value }, series) => this.renderRows(label, value, this.styles[series]))}
        </tbody>
      </table>
    </div>`;
  }

  /**
   * @param {string} label
   * @param {Jacobian} value
   * @param {import('./styles.js').Style} style
   */
  renderRows(label, { layers }, style) {
    const words = this.texts.jacobian;
    /** @type {['largest' | 'median' | 'rank', (of: import('../../wasm/signalscope.js').JacobianLayer) => string][]} */
    const rows = [
      ['largest', ({ singular_values: all }) => scientific(all[0])],
      ['median', ({ singular_values: all }) => scientific(middleOf(all))],
      ['rank', ({ rank }) => String(rank)],
    ];
    return rows.map(
      ([name, print]) =>
        html`<tr>
          <th scope="row" class="series-${style.name}">
            ${sample(style)}<span class="name">${label}</span>, ${words[name]}
          </th>
          ${layers.map((of) => html`<td data-series=${label} data-column="${name}@${of.layer}">${print(of)}</td>`)}
        </tr>`,
    );
  }
}
