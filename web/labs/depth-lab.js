// The depth lab: one number of each run against how deep the stack is, every point a run of its own.
import { html, nothing } from 'lit';
import { sample } from '../charts/frame.js';
import { ScopeLines } from '../charts/lines.js';
import { wordChoice } from '../controls/words.js';
import { capitalised, scientific, spoken } from '../format.js';
import { Lab } from './lab.js';
import { cellOf, columnsFor } from './quantities.js';
import { whatWasRun } from './scenario.js';
import { stylesOf } from './styles.js';
import { isUsed } from './use.js';

/** @typedef {import('../../wasm/signalscope.js').Trace} Trace */

const depths = [6, 12, 24, 48, 96];

/** @typedef {'weight_grad_norm[1]@last' | 'rms@last' | 'skip_path@last'} View */

/** The norm of a gradient that falls as 1/√L, through the first point of a line. @param {number} first */
const guideFrom = (first) => depths.map((depth) => first * Math.sqrt(depths[0] / depth));

/** Its scenarios are those of the preset `placement`, at depths of its own. */
export class DepthLab extends Lab {
  static tag = 'scope-depth-lab';
  static parts = [...Lab.parts, ScopeLines];

  /** @type {import('lit').PropertyDeclarations} */
  static properties = { view: { state: true }, results: { state: true } };

  constructor() {
    super();
    this.streams = true;
    this.preset = 'depths';
    /** @type {View} */
    this.view = 'weight_grad_norm[1]@last';
    /** @type {(Trace | undefined)[][]} by series, then depth */
    this.results = [];
    this.runs = 0;
  }

  get definition() {
    return this.given ?? this.known?.presets.placement;
  }

  /** @param {boolean} urgent */
  async run(urgent) {
    const mine = (this.runs += 1);
    const records = this.records.flatMap((record) => depths.map((depth) => ({ ...record, depth })));
    this.phase = 'running';
    /** @type {(Trace | undefined)[][]} */
    const results = this.records.map(() => depths.map(() => undefined));
    // Those of an older run stay until the first of this one; where there are none, all have their places at once.
    if (this.results.length === 0) this.results = [...results];
    /** @param {number} at @param {Trace} trace @param {import('../../wasm/signalscope.js').Progress} progress */
    const onTrace = (at, trace, progress) => {
      if (mine !== this.runs || !progress.done) return;
      results[Math.floor(at / depths.length)][at % depths.length] = trace;
      this.results = [...results];
    };
    const outcome = await this.client.run(this.lane, records, { urgent, onTrace });
    if (mine !== this.runs) return;
    this.phase = outcome.state;
    this.problem =
      outcome.state === 'problem'
        ? { problem: outcome.problem, index: Math.floor(outcome.index / depths.length) }
        : undefined;
  }

  /** @param {string} name */
  isUsed(name) {
    return isUsed(name, this.records);
  }

  get styles() {
    return stylesOf(this.definition?.series ?? []);
  }

  /** @param {number} series */
  sampleOf(series) {
    return sample(this.styles[series]);
  }

  /**
   * @param {Trace | undefined} trace
   * @param {string} column
   */
  read(trace, column) {
    if (!trace) return undefined;
    const { length } = trace.rms;
    const [found] = columnsFor([column], length, length);
    return cellOf(found, trace, { forward: length, backward: length, fraction: 1, done: true });
  }

  /**
   * @param {string} series
   * @param {string} column such as `rms@last,96`: what is read, and at which depth
   */
  numberOf(series, column) {
    const [name, depth] = column.split(',');
    const at = this.definition?.series.findIndex(({ label }) => label === series) ?? -1;
    return this.read(this.results[at]?.[depths.indexOf(Number(depth))], name);
  }

  // ---- what is drawn -----------------------------------------------------------------------------------------------

  /** By series and depth. */
  get values() {
    return this.results.map((row) => row.map((trace) => this.read(trace, this.view)));
  }

  /** Whether theory has a line of its own. */
  get hasGuide() {
    return this.view.startsWith('weight');
  }

  /** @returns {import('../scale/plot.js').Line[]} */
  get lines() {
    const lines = this.values.map((row, index) => ({
      key: String(index),
      label: this.nameOf(index),
      style: this.styles[index],
      values: row.map((value) => value ?? NaN),
      from: 0,
      to: row.includes(undefined) ? row.indexOf(undefined) : row.length,
    }));
    const final = this.definition?.series.findIndex(({ final_norm: last }) => last) ?? -1;
    const first = this.values[final]?.[0];
    if (!this.hasGuide || first === undefined) return lines;
    const style = { name: 'guide', dash: '2 4', mark: 'none' };
    return [
      ...lines,
      {
        key: 'guide',
        label: this.texts.depths.guide,
        style,
        values: guideFrom(first),
        from: 0,
        to: depths.length,
      },
    ];
  }

  get finding() {
    const complete = this.values.every((row) => !row.includes(undefined));
    if (!complete || this.values.length === 0) return this.texts.depths.before;
    const parts = this.values.map(
      (row, index) =>
        `${this.nameOf(index)} ${spoken(/** @type {number} */ (row[0]))}\u00a0→\u00a0${spoken(/** @type {number} */ (row.at(-1)))}`,
    );
    const { views, finding } = this.texts.depths;
    const [shallow, deep] = [depths[0], depths[depths.length - 1]];
    return capitalised(finding(views[this.view].label, shallow, deep, parts.join('; ')));
  }

  get kind() {
    return 'depths';
  }

  get printed() {
    return [this.view];
  }

  get taken() {
    const { records, values } = this;
    if (values.some((row) => row.includes(undefined))) return [];
    return values.map((row, at) => ({
      label: this.nameOf(at),
      record: { ...records[at], depth: depths },
      value: { depth: depths, [this.view]: row },
    }));
  }

  get what() {
    const preset = this.definition;
    if (!this.known || !preset || this.results.length === 0) return '';
    const { short } = this.texts.depths.views[this.view];
    const records = this.records.map((record) => ({ ...record, depth: 'L' }));
    return whatWasRun(short, records, preset, this.entries, this.known.catalog, this.texts);
  }

  render() {
    const { chart, controls, depths: words } = this.texts;
    const choices = Object.entries(words.views).map(([name, { label }]) => ({ name, label }));
    /** @param {string} name */
    const choose = (name) => (this.view = /** @type {View} */ (name));
    return html`<div class="lab" data-lab="depths">
      <scope-lines
        .texts=${this.texts}
        .finding=${this.finding}
        .what=${this.what}
        .lines=${this.lines}
        .depth=${depths.length}
        .places=${depths}
        .spacing=${'log'}
        .unit=${chart.depth}
        .expected=${(this.definition?.series.length ?? 0) + (this.hasGuide ? 1 : 0)}
      ></scope-lines>
      ${this.known ? html`<div class="view-row">${wordChoice(controls.show, choices, this.view, choose)}</div>` : nothing}
      ${this.renderTable()} ${this.renderControls()} ${this.renderFoot()}
    </div>`;
  }

  renderTable() {
    return html`<div class="table-space">
      <table class="printed stacked" aria-label=${this.heading}>
        <thead>
          <tr>
            <td></td>
            ${depths.map((depth) => html`<th scope="col">${this.texts.columns.depth(depth)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${this.values.map((row, index) => {
            const label = this.nameOf(index);
            return html`<tr>
              <th scope="row" class="series-${this.styles[index].name}">
                ${sample(this.styles[index])}<span class="name">${label}</span>
              </th>
              ${row.map(
                (value, at) =>
                  html`<td data-series=${label} data-column="depth ${depths[at]}">
                    ${value === undefined ? '–' : scientific(value)}
                  </td>`,
              )}
            </tr>`;
          })}
        </tbody>
      </table>
    </div>`;
  }
}
