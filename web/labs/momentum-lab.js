// Running statistics, batch by batch, in both conventions; then one batch in training and at inference.
import { html, nothing } from 'lit';
import { sample } from '../charts/frame.js';
import { ScopeLines } from '../charts/lines.js';
import { wordChoice } from '../controls/words.js';
import { fixed, spoken } from '../format.js';
import { ScopeEveryValue } from './every-value.js';
import { Lab } from './lab.js';
import { noticeList } from './notices.js';
import { entriesOf } from './scenario.js';

/** @typedef {import('../../wasm/signalscope.js').Normalised} Normalised */
/** @typedef {import('./scenario.js').Fields} Fields */
/** @typedef {{batches: Normalised[], train: Normalised, eval: Normalised}} Course one a series */

const styles = [
  { name: 'he', dash: '', mark: 'circle' },
  { name: 'xavier', dash: '7 4', mark: 'square' },
];

/**
 * All batches and then the one that is measured, of feature 1.
 * @param {Course} course
 * @returns {Record<string, (number | string | null)[]>}
 */
function columnsOf({ batches, train, eval: later }) {
  const all = [...batches, train, later];
  const gathered = batches.map(({ running_mean, running_var }) => [running_mean[0], running_var[0]]);
  return {
    batch: [...batches.map((_, at) => at + 1), 'training', 'inference'],
    feature: all.map(() => 1),
    mean: all.map(({ mean }) => mean[0]),
    variance: all.map(({ variance }) => variance[0]),
    unbiased_variance: [...[...batches, train].map((of) => of.unbiased_variance[0]), null],
    running_mean: [...gathered.map(([mean]) => mean), null, null],
    running_var: [...gathered.map(([, variance]) => variance), null, null],
    y: [...batches.map(() => null), train.y.values[0], later.y.values[0]],
  };
}

export class MomentumLab extends Lab {
  static tag = 'scope-momentum-lab';
  static parts = [...Lab.parts, ScopeLines, ScopeEveryValue];

  /** @type {import('lit').PropertyDeclarations} */
  static properties = { courses: { state: true }, drawn: { state: true }, view: { state: true } };

  constructor() {
    super();
    this.preset = 'momentum';
    this.view = 'running_mean';
    /** @type {Course[]} */
    this.courses = [];
    /** @type {Fields[]} the records of what is drawn */
    this.drawn = [];
    this.runs = 0;
  }

  /** How many batches come first is a field of a whole run; the verb takes one batch at a time. */
  get entries() {
    const { catalog } = /** @type {import('./lab.js').Known} */ (this.known);
    const batches = entriesOf(catalog, 'propagate', this.texts).get('training_batches');
    return new Map([
      ...super.entries,
      ...(batches ? [/** @type {const} */ (['training_batches', batches])] : []),
    ]);
  }

  /** @param {string} field */
  verbOf(field) {
    return field === 'training_batches' ? /** @type {const} */ ('propagate') : super.verbOf(field);
  }

  /** @param {Fields} record */
  forVerb({ training_batches: _, ...record }) {
    return record;
  }

  async run() {
    const mine = (this.runs += 1);
    const records = this.records;
    this.phase = 'running';
    /** @type {Course[]} */
    const courses = [];
    for (let index = 0; index < records.length; index += 1) {
      const course = await this.course(records[index], index, () => mine !== this.runs);
      if (!course) return;
      courses.push(course);
    }
    this.problem = undefined;
    this.courses = courses;
    this.drawn = records;
    this.phase = 'done';
  }

  /**
   * Training batch after training batch, each with the running statistics that the last one left; the batch that is
   * measured has the seed itself, those before it the seeds that follow.
   * @param {Fields} record
   * @param {number} index
   * @param {() => boolean} overtaken
   * @returns {Promise<Course | undefined>}
   */
  async course({ training_batches: count, ...record }, index, overtaken) {
    if (!Number.isInteger(count) || count < 0 || count > 10000) return this.refuse(count, index);
    const batches = [];
    let running = {};
    /** @param {Fields} more @returns {Promise<Normalised | undefined>} */
    const ask = async (more) => {
      const { value, problem } = await this.client.call('normalise', { ...record, ...running, ...more });
      if (overtaken()) return undefined;
      if (problem) {
        this.problem = { problem, index };
        this.phase = 'problem';
      }
      return value ?? undefined;
    };
    for (let batch = 1; batch <= count; batch += 1) {
      const seen = await ask({ norm_mode: 'train', seed: record.seed + batch });
      if (!seen) return undefined;
      const { running_mean, running_var, batches_seen } = seen;
      running = { running_mean, running_var, batches_seen };
      batches.push(seen);
    }
    const train = await ask({ norm_mode: 'train' });
    const inference = train && (await ask({ norm_mode: 'eval' }));
    return inference && { batches, train, eval: inference };
  }

  /**
   * The core refuses a count as it does in a whole run, in its own words.
   * @param {unknown} count
   * @param {number} index
   */
  async refuse(count, index) {
    const scenario = { depth: 1, width: 1, batch: 2, training_batches: count };
    const outcome = await this.client.run(this.lane, [scenario], { onTrace: () => {}, urgent: true });
    if (outcome.state === 'problem') this.problem = { problem: outcome.problem, index };
    this.phase = 'problem';
    return undefined;
  }

  /** @param {number} series */
  sampleOf(series) {
    return sample(styles[series]);
  }

  /**
   * @param {string} series
   * @param {string} column `train`, `eval` or `batches`
   */
  numberOf(series, column) {
    const at = this.definition?.series.findIndex(({ label }) => label === series) ?? -1;
    const course = this.courses[at];
    if (column === 'batches') return course?.eval.batches_seen;
    return column === 'train' ? course?.train.y.values[0] : course?.eval.y.values[0];
  }

  // ---- what is drawn -----------------------------------------------------------------------------------------------

  /** @returns {import('../scale/plot.js').Line[]} */
  get lines() {
    const lines = this.courses.map(({ batches }, index) => ({
      key: String(index),
      label: this.nameOf(index),
      style: styles[index],
      values: batches.map((batch) => /** @type {any} */ (batch)[this.view][0]),
      from: 0,
      to: batches.length,
    }));
    const each = this.courses[0]?.batches ?? [];
    const stored = this.view === 'running_mean' ? 'mean' : 'unbiased_variance';
    const style = { name: 'guide', dash: '2 4', mark: 'none' };
    const values = each.map((batch) => batch[/** @type {'mean'} */ (stored)][0]);
    return [
      { key: 'own', label: this.texts.momentum.each, style, values, from: 0, to: values.length },
      ...lines,
    ];
  }

  get finding() {
    if (this.courses.length === 0) return this.heading;
    const [{ train }] = this.courses;
    const words = this.texts.momentum;
    const parts = this.courses.map((course, index) =>
      words.by(spoken(course.eval.y.values[0]), this.nameOf(index)),
    );
    return words.finding(spoken(train.x.values[0]), spoken(train.y.values[0]), parts);
  }

  get kind() {
    return 'momentum';
  }

  get taken() {
    return this.courses.map((course, at) => ({
      label: this.nameOf(at),
      record: this.drawn[at],
      value: columnsOf(course),
    }));
  }

  get what() {
    if (this.courses.length === 0) return '';
    const [record] = this.drawn;
    const { momentum, run } = this.texts;
    const label = this.view === 'running_mean' ? momentum.mean : momentum.variance;
    const drawn = `normal(${record.input_mean}, ${record.input_std})`;
    const parts = [drawn, run.batch(record.batch), run.seed(record.stream, record.seed)];
    return `${momentum.what(label)} · ${parts.join(', ')}`;
  }

  render() {
    const { chart, controls, momentum } = this.texts;
    const views = [
      { name: 'running_mean', label: momentum.mean },
      { name: 'running_var', label: momentum.variance },
    ];
    const depth = Math.max(1, this.courses[0]?.batches.length ?? 1);
    return html`<div class="lab" data-lab="momentum">
      <scope-lines
        .texts=${this.texts}
        .finding=${this.finding}
        .what=${this.what}
        .lines=${this.lines}
        .depth=${depth}
        .kind=${'linear'}
        .unit=${chart.seen}
      ></scope-lines>
      ${this.known ? this.renderNotices() : nothing}
      <div class="view-row">${wordChoice(controls.show, views, this.view, (name) => (this.view = name))}</div>
      ${this.courses.length ? this.renderTable() : ''} ${this.renderControls()}
      <scope-every-value
        .summary=${chart.asTable}
        .name=${chart.everyValue}
        .caption=${this.what}
        .head=${chart.seen}
        .drawn=${this.lines}
      ></scope-every-value>
      ${this.renderFoot()}
    </div>`;
  }

  renderNotices() {
    const abouts = this.courses.map((course, index) => ({
      name: this.nameOf(index),
      record: { ...this.drawn[index], norm_mode: 'eval' },
      answer: course.eval,
    }));
    return noticeList(abouts, this.context);
  }

  renderTable() {
    const { momentum, names, statistic } = this.texts;
    const [{ train }] = this.courses;
    return html`<div class="table-space">
      <table class="printed stacked" aria-label=${this.heading}>
        <thead>
          <tr>
            <td></td>
            <th scope="col">${statistic.mean}</th>
            <th scope="col">${statistic.variance}</th>
            <th scope="col">${statistic.output}</th>
            <th scope="col" class="verdict">${momentum.source}</th>
          </tr>
        </thead>
        <tbody>
          ${this.row(momentum.training, train, html`${momentum.alone}<output data-series=${momentum.training} data-column="unbiased">${fixed(train.unbiased_variance[0])}</output>`)}
          ${this.courses.map((course, index) => {
            const { momentum_formula: formula, batches_seen: seen } = course.eval;
            const label = this.nameOf(index);
            return this.row(
              label,
              course.eval,
              html`<output data-series=${label} data-column="seen">${momentum.seen(seen)}</output>,
                <output data-series=${label} data-column="formula">${names.formula(formula)}</output>`,
              styles[index],
            );
          })}
        </tbody>
      </table>
    </div>`;
  }

  /**
   * @param {string} label
   * @param {Normalised} result
   * @param {unknown} source
   * @param {import('./styles.js').Style} [style]
   */
  row(label, result, source, style) {
    return html`<tr>
      <th scope="row" class=${style ? `series-${style.name}` : ''}>
        ${style ? sample(style) : ''}<span class=${style ? 'name' : ''}>${label}</span>
      </th>
      <td data-series=${label} data-column="mean">${fixed(result.mean[0])}</td>
      <td data-series=${label} data-column="variance">${fixed(result.variance[0])}</td>
      <td data-series=${label} data-column="y">${fixed(result.y.values[0])}</td>
      <td class="verdict">${source}</td>
    </tr>`;
  }
}
