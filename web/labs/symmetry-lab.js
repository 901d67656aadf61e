// The symmetry lab: the first layer's gradient with equal and with random weights.
import { html } from 'lit';
import { caption, sample } from '../charts/frame.js';
import { ScopeMatrix } from '../charts/matrix.js';
import { capitalised, counted } from '../format.js';
import { Lab } from './lab.js';
import { labelOf } from './scenario.js';
import { stylesOf } from './styles.js';
import { isUsed } from './use.js';

/** @typedef {{label: string, record: import('./scenario.js').Fields, value: import('../../wasm/signalscope.js').Symmetry}} Result */

/**
 * @param {number} distinct
 * @param {number} all
 */
function columnWords(distinct, all) {
  if (all === 1) return 'there is one column';
  if (distinct === 1) return `all ${counted(all)} columns are equal`;
  return distinct === all ? `all ${counted(all)} differ` : `${counted(distinct)} of ${counted(all)} differ`;
}

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
    const { catalog } = this.known;
    const preset = this.definition;
    this.phase = 'done';
    this.results = answers.map((value, at) => ({
      record: records[at],
      value,
      label: labelOf(preset, this.changes, at, records[at], catalog),
    }));
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
      ({ label, value }) => `${label}: ${columnWords(value.distinct_columns, value.gradient.columns)}`,
    );
    return capitalised(words.join('; '));
  }

  get what() {
    const record = this.results[0]?.record;
    if (!record) return '';
    const { inputs, hidden, batch, seed } = record;
    return `loss gradient of the first layer’s weights · ${inputs} inputs, ${hidden} hidden ReLU units, batch ${batch} · numpy seed ${seed}`;
  }

  render() {
    return html`<div class="lab" data-lab="symmetry" data-preset=${this.preset}>
      <figure class="chart">
        ${caption(this.finding || this.definition?.title || '', this.what)}
        <div class="pair">
          ${this.results.map(
            ({ label, value }, index) =>
              html`<div>
                <scope-matrix
                  .name=${label}
                  .matrix=${value.gradient}
                  .look=${this.styles[index]}
                  .rowWord=${'input'}
                  .columnWord=${'unit'}
                ></scope-matrix>
                <p class="note">
                  Columns that differ:
                  <output data-series=${label} data-column="distinct_columns"
                    >${value.distinct_columns}</output
                  >
                  of ${value.gradient.columns}
                </p>
              </div>`,
          )}
        </div>
      </figure>
      ${this.renderControls()}
    </div>`;
  }
}
