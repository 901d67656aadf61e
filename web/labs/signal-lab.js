// The signal lab: lines by layer for each series of a preset, forward and backward, with the printed table.
import { html, nothing } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { sample } from '../charts/frame.js';
import { ScopeLines } from '../charts/lines.js';
import { wordChoice } from '../controls/words.js';
import { titleOf } from '../verdicts.js';
import { Gathered } from './gathered.js';
import { Lab } from './lab.js';
import { noticeList } from './notices.js';
import { ScopeEveryValue } from './every-value.js';
import { printedTable } from './printed-table.js';
import { remembered } from './remembered.js';
import { cellOf, columnsFor, factorsOf, quantityOf, valuesOf } from './quantities.js';
import { shortName, whatWasRun } from './scenario.js';
import { stylesOf } from './styles.js';
import { isUsed } from './use.js';

/** @typedef {import('../../wasm/signalscope.js').Trace} Trace */
/** @typedef {import('../../wasm/signalscope.js').Progress} Progress */

/**
 * @typedef {object} Result
 * @property {import('./scenario.js').Fields} record
 * @property {string} label
 * @property {Trace} trace
 * @property {Progress} progress
 * @property {boolean} stale
 */

/** A run that is over before this would only make a bar flash. */
const barAfter = 400;

const formats = ['float32', 'float16', 'bfloat16'].map((name) => ({ name, label: name }));

/** @type {import('./scenario.js').Preset['series']} */
const noSeries = [];

/**
 * @param {(Result | undefined)[]} results
 * @param {string} key the quantity
 * @param {string} reading
 * @param {number} depth
 * @param {import('./styles.js').Style[]} styles
 * @returns {import('../scale/plot.js').Line[]}
 */
function linesOf(results, key, reading, depth, styles) {
  const read = reading === 'factor' ? factorsOf : valuesOf;
  return results.flatMap((result, index) => {
    if (!result) return [];
    const { label, stale } = result;
    const measured = read(result.trace, result.progress, key);
    const to = Math.min(measured.to, depth);
    return [{ key: String(index), label, style: styles[index], ...measured, to, stale }];
  });
}

/** `quantities` are the views in their order; `lead` opens the title of several series. */
export class SignalLab extends Lab {
  static tag = 'scope-signal-lab';
  static parts = [...Lab.parts, ScopeLines, ScopeEveryValue];

  /** @type {import('lit').PropertyDeclarations} */
  static properties = {
    quantities: {},
    lead: {},
    view: { state: true },
    reading: { state: true },
    format: { state: true },
    results: { state: true },
    slow: { state: true },
    fraction: { state: true },
  };

  constructor() {
    super();
    this.streams = true;
    this.quantities = 'rms grad_rms';
    this.lead = '';
    this.view = '';
    this.reading = 'value';
    this.format = 'float32';
    /** @type {(Result | undefined)[]} */
    this.results = [];
    this.slow = false;
    this.fraction = 0;
    /** Which run is the newest; answers of older ones are dropped. */
    this.runs = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.slowness = undefined;
    this.linesFor = remembered(linesOf);
    this.stylesFor = remembered(stylesOf);
  }

  /** @param {boolean} urgent */
  async run(urgent) {
    const mine = (this.runs += 1);
    const records = this.records;
    // A series that is as it was keeps its line; only what changed is run again.
    const pending = records
      .map((_, index) => index)
      .filter((index) => !this.isCurrent(records[index], index));
    const wanted = pending.map((index) => records[index]);
    /** @type {number[]} how much of each is done */
    const fractions = pending.map(() => 0);
    let faded = false;
    /** @type {Gathered<{trace: Trace, progress: Progress}>} */
    const gathered = new Gathered((fresh) => {
      if (mine !== this.runs) return;
      // The first answer shows that the run is legal; only then does the older chart begin to give way.
      if (!faded) this.fade(pending);
      faded = true;
      for (const [at, answer] of fresh) {
        fractions[at] = answer.progress.fraction;
        this.receive(pending[at], { record: wanted[at], ...answer });
      }
      this.fraction = fractions.reduce((sum, fraction) => sum + fraction, 0) / fractions.length;
    });
    /** @param {number} at @param {Trace} trace @param {Progress} progress */
    const onTrace = (at, trace, progress) => gathered.add(at, { trace, progress });
    const running = this.client.run(this.lane, wanted, { urgent, onTrace });
    this.slow = false;
    clearTimeout(this.slowness);
    this.slowness = setTimeout(() => (this.slow = this.phase === 'running'), barAfter);
    this.fraction = 0;
    this.phase = 'running';
    const outcome = await running;
    gathered.flush();
    if (mine !== this.runs) return;
    this.slow = false;
    this.phase = outcome.state;
    this.problem =
      outcome.state === 'problem' ? { problem: outcome.problem, index: pending[outcome.index] } : undefined;
  }

  /**
   * @param {import('./scenario.js').Fields} record
   * @param {number} index
   */
  isCurrent(record, index) {
    const result = this.results[index];
    return Boolean(
      result?.progress.done && !result.stale && JSON.stringify(result.record) === JSON.stringify(record),
    );
  }

  /** What is drawn of these is of an older run. @param {number[]} indices */
  fade(indices) {
    // The series answer in any order; those to come have their places.
    this.results = this.records.map((_, index) => {
      const result = this.results[index];
      return result && (indices.includes(index) ? { ...result, stale: true } : result);
    });
  }

  /**
   * @param {number} index
   * @param {{record: import('./scenario.js').Fields, trace: Trace, progress: Progress}} answer
   */
  receive(index, answer) {
    const results = [...this.results];
    const before = results[index];
    const label = before?.record === answer.record ? before.label : this.labelFor(index, answer.record);
    results[index] = { ...answer, label, stale: false };
    this.results = results;
    this.problem = undefined;
  }

  relabel() {
    this.results = this.results.map(
      (result, index) => result && { ...result, label: this.labelFor(index, result.record) },
    );
  }

  /**
   * @param {string} series
   * @param {string} column such as `rms@1` or `skip_path@last`, or a field of the record
   */
  numberOf(series, column) {
    const at = this.definition?.series.findIndex(({ label }) => label === series) ?? -1;
    const result = this.results[at];
    if (!result || result.stale) return undefined;
    if (column in result.record) return Number(result.record[column]);
    const { length } = result.trace.rms;
    const [read] = columnsFor([column], length, length);
    return read && cellOf(read, result.trace, result.progress);
  }

  stop() {
    this.client.lanes.get(this.lane)?.abort();
  }

  get views() {
    return this.quantities.split(/\s+/).filter(Boolean);
  }

  get styles() {
    return this.stylesFor(this.definition?.series ?? noSeries);
  }

  /** @param {number} series */
  nameOf(series) {
    return shortName(super.nameOf(series));
  }

  /** @param {number} series */
  sampleOf(series) {
    return sample(this.styles[series]);
  }

  /** @param {string} name */
  isUsed(name) {
    const series = this.definition?.series ?? [];
    return isUsed(
      name,
      this.records.filter((_, index) => !(name in series[index])),
    );
  }

  // ---- what is drawn -----------------------------------------------------------------------------------------------

  get depth() {
    return Math.max(
      1,
      ...this.results.map((result) => (result && !result.stale ? result.trace.rms.length : 1)),
    );
  }

  get lines() {
    return this.linesFor(this.results, this.view || this.views[0], this.reading, this.depth, this.styles);
  }

  /** @param {string} key */
  finding(key) {
    if (this.phase === 'failed') return this.texts.core.failed;
    const current = this.results.filter((result) => result !== undefined && !result.stale);
    const complete = current.filter((result) => result?.progress.done);
    if (complete.length < (this.definition?.series.length ?? 1))
      return this.texts.names.preset(this.lead) || this.heading;
    const findings = complete.map((result) => ({
      name: shortName(result?.label ?? ''),
      trace: /** @type {Trace} */ (result?.trace),
    }));
    const { direction, short } = quantityOf(key, this.texts);
    const lead = this.texts.names.preset(this.lead);
    return titleOf(findings, key, direction, lead, short, this.texts);
  }

  /** @param {string} key */
  what(key) {
    const preset = this.definition;
    if (!this.known || !preset) return '';
    const drawn = this.results.flatMap((result) => (result && !result.stale ? [result.record] : []));
    const { name } = quantityOf(key, this.texts);
    const read = this.reading === 'factor' ? this.texts.signal.factorOf(name) : name;
    return whatWasRun(read, drawn, preset, this.entries, this.known.catalog, this.texts);
  }

  render() {
    const key = this.view || this.views[0];
    const { direction, kind } = quantityOf(key);
    const lines = this.lines;
    return html`<div class="lab" data-lab="signal" data-preset=${this.preset}>
      <scope-lines
        .texts=${this.texts}
        .finding=${this.finding(key)}
        .what=${this.what(key)}
        .lines=${lines}
        .depth=${this.depth}
        .kind=${this.reading === 'factor' ? 'factor' : kind}
        .format=${this.format}
        .expected=${this.definition?.series.length ?? 0}
        .arrives=${direction === 'forward' ? 'last' : 'first'}
      ></scope-lines>
      ${this.renderProgress()} ${this.renderViews(key)} ${guard(this.controlled, () => this.renderControls())}
      ${this.definition && this.known ? printedTable(this.definition, this.results, this.styles, this.depth, this.texts) : nothing}
      <div class="notice-space">${this.renderNotices()}</div>
      <scope-every-value
        .summary=${this.texts.signal.asTable}
        .name=${this.texts.signal.everyLayer}
        .caption=${quantityOf(key, this.texts).name}
        .head=${this.texts.chart.layer}
        .drawn=${lines}
      ></scope-every-value>
      ${this.renderFoot()}
    </div>`;
  }

  get taken() {
    return this.results.flatMap((result) =>
      result?.progress.done && !result.stale
        ? [{ label: result.label, record: result.record, value: result.trace }]
        : [],
    );
  }

  get linkSettings() {
    return { ...super.linkSettings, show: this.view };
  }

  /** @param {Record<string, string>} settings */
  takeSettings({ show = '' }) {
    if (this.views.includes(show)) this.view = show;
  }

  renderNotices() {
    if (!this.known) return nothing;
    const complete = this.results.flatMap((result) =>
      result?.progress.done && !result.stale ? [result] : [],
    );
    return noticeList(
      complete.map(({ label, record, trace }) => ({ name: label, record, answer: trace })),
      this.context,
    );
  }

  renderProgress() {
    const running = this.phase === 'running' && this.slow;
    return html`<div class="progress-row">
      ${
        running
          ? html`<progress
                max="1"
                .value=${this.fraction}
                aria-label=${this.texts.controls.progress}
              ></progress>
              <button type="button" class="word stop" @click=${() => this.stop()}>
                ${this.texts.controls.stop}
              </button>`
          : html`<p class="status">${this.statusWords()}</p>`
      }
      ${this.phase === 'stopped' ? html`<button type="button" class="word again" @click=${() => this.rerun()}>${this.texts.controls.again}</button>` : nothing}
    </div>`;
  }

  statusWords() {
    if (this.phase === 'stopped') return this.texts.signal.stopped;
    if (this.phase !== 'done') return '';
    const total = this.results.reduce((sum, result) => sum + (result?.trace.milliseconds ?? 0), 0);
    return this.texts.signal.computed(total);
  }

  /** What the controls say: the same while lines grow, so that they are not drawn again with each layer. @returns {unknown[]} */
  get controlled() {
    const { known, definition, changes, initial, problem, failure, texts, own, fields, more } = this;
    return [known, definition, changes, initial, problem, failure, texts, own, fields, more];
  }

  /** @param {string} key */
  viewName(key) {
    const name = this.texts.signal.views[/** @type {'rms'} */ (key)];
    return name ?? quantityOf(key, this.texts).short;
  }

  /** @param {string} key */
  renderViews(key) {
    if (!this.known) return nothing;
    const { controls, signal } = this.texts;
    const views = this.views.map((name) => ({ name, label: this.viewName(name) }));
    const readings = [
      { name: 'value', label: signal.value },
      { name: 'factor', label: signal.factor },
    ];
    return html`<div class="view-row">
      ${views.length > 1 ? wordChoice(controls.show, views, key, (name) => (this.view = name)) : nothing}
      ${wordChoice(controls.as, readings, this.reading, (name) => (this.reading = name))}
      ${this.reading === 'value' ? wordChoice(controls.limits, formats, this.format, (name) => (this.format = name)) : nothing}
    </div>`;
  }
}
