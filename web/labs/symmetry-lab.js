// The symmetry lab: the first layer's gradient with equal and with random weights.
import { html } from 'lit';
import { caption, sample } from '../charts/frame.js';
import { ScopeMatrix } from '../charts/matrix.js';
import { capitalised } from '../format.js';
import { Lab } from './lab.js';
import { stylesOf } from './styles.js';
import { isUsed } from './use.js';

/** @typedef {{label: string, record: import('./scenario.js').Fields, value: import('../../wasm/signalscope.js').Symmetry}} Result */

export class SymmetryLab extends Lab {
  static tag = 'scope-symmetry-lab';
  static parts = [...Lab.parts, ScopeMatrix];

  /** @type {import('lit').PropertyDeclarations} */
  static properties = { results: { state: true } };

  constructor() {
    super();
    this.preset = 'symmetry';
    /** @type {Result[]} */
    this.results = [];
    this.runs = 0;
  }

  async run() {
    const mine = (this.runs += 1);
    this.phase = 'running';
    const records = this.records;
    const answers = await this.askAll('symmetry', records);
    if (mine !== this.runs || !answers || !this.known || !this.definition) return;
    this.phase = 'done';
    this.results = answers.map((value, at) => ({
      record: records[at],
      value,
      label: this.labelFor(at, records[at]),
    }));
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
    return (
      isUsed(name, this.records) &&
      (name !== 'weight_std' || this.records.some(({ weights }) => weights === 'normal'))
    );
  }

  get finding() {
    const words = this.results.map(
      ({ label, value }) =>
        `${label}: ${this.texts.symmetry.columns(value.distinct_columns, value.gradient.columns)}`,
    );
    return capitalised(words.join('; '));
  }

  get what() {
    const record = this.results[0]?.record;
    if (!record) return '';
    const { inputs, hidden, batch, seed } = record;
    const { run, symmetry } = this.texts;
    return [symmetry.what, symmetry.network(inputs, hidden, batch), run.seed('numpy', seed)].join(' · ');
  }

  get taken() {
    return this.results;
  }

  render() {
    return html`<div class="lab" data-lab="symmetry" data-preset=${this.preset}>
      <figure class="chart">
        ${caption(this.finding || this.heading, this.what)}
        <div class="pair">
          ${this.results.map(
            ({ label, value }, index) =>
              html`<div>
                <scope-matrix
                  .texts=${this.texts}
                  .name=${label}
                  .matrix=${value.gradient}
                  .look=${this.styles[index]}
                  .rowWord=${this.texts.chart.input}
                  .columnWord=${this.texts.chart.unit}
                ></scope-matrix>
                <p class="note">
                  ${this.texts.symmetry.differ}
                  <output data-series=${label} data-column="distinct_columns"
                    >${value.distinct_columns}</output
                  >
                  ${this.texts.symmetry.of(value.gradient.columns)}
                </p>
              </div>`,
          )}
        </div>
      </figure>
      ${this.renderControls()} ${this.renderFoot()}
    </div>`;
  }
}
