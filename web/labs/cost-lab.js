// What the mean of LayerNorm costs, timed in the reader's own browser when the reader asks for it.
import { html, nothing } from 'lit';
import { caption } from '../charts/frame.js';
import { spoken } from '../format.js';
import { Lab } from './lab.js';

/** @typedef {import('../../wasm/signalscope.js').Cost} Cost */
/** @typedef {import('../../wasm/signalscope.js').Spread} Spread */

/** @type {{name: keyof Omit<Cost, 'rounds'>, share: boolean}[]} */
const rows = [
  { name: 'layer_norm', share: false },
  { name: 'rms_norm', share: false },
  { name: 'block', share: false },
  { name: 'share_of_norm', share: true },
  { name: 'share_of_block', share: true },
];

/** @param {number} value a share, or microseconds @param {boolean} share */
function printed(value, share) {
  if (share) return `${spoken(value * 100)} %`;
  return value < 1000 ? `${spoken(value, 3)} µs` : `${spoken(value / 1000, 3)} ms`;
}

export class CostLab extends Lab {
  static tag = 'scope-cost-lab';

  /** @type {import('lit').PropertyDeclarations} */
  static properties = { cost: { state: true }, record: { state: true } };

  constructor() {
    super();
    this.preset = 'cost';
    /** @type {Cost | undefined} */
    this.cost = undefined;
    /** @type {import('./scenario.js').Fields} of what was measured */
    this.record = {};
    this.busy = false;
  }

  /** @returns {import('./scenario.js').Preset} */
  get definition() {
    return { title: this.texts.cost.title, verb: 'cost', base: {}, series: [{ label: '' }], columns: [] };
  }

  /** Nothing is timed before the reader asks, and a change of a control only makes the last result an old one. */
  async run() {
    this.problem = undefined;
    if (!this.busy) this.phase = 'done';
  }

  async measure() {
    if (this.busy) return;
    this.busy = true;
    this.phase = 'running';
    const [record] = this.records;
    try {
      const answers = await this.askAll('cost', [record]);
      if (answers) {
        [this.cost] = answers;
        this.record = record;
        this.phase = 'done';
      }
    } catch (error) {
      this.fail(error);
    }
    this.busy = false;
  }

  /** @param {string} _series @param {string} column such as `share_of_norm` */
  numberOf(_series, column) {
    const row = rows.find(({ name }) => name === column);
    return row && this.cost?.[row.name].median;
  }

  get finding() {
    const { cost } = this;
    if (!cost) return this.heading;
    const { share_of_norm: norm, share_of_block: block } = cost;
    const shares = [printed(norm.median, true), printed(block.median, true)];
    return this.texts.cost.finding(shares[0], shares[1], norm.lower > 0);
  }

  get what() {
    if (!this.cost) return this.texts.cost.before;
    /** @param {string} field */
    const of = (field) => this.record[field] ?? this.entries.get(field)?.default;
    const { cost, run } = this.texts;
    const shape = [run.width(of('width')), run.batch(of('batch')), of('precision')].join(', ');
    return [cost.rounds(this.cost.rounds), shape, cost.how].join(' · ');
  }

  get hasElement() {
    return false;
  }

  render() {
    const running = this.phase === 'running';
    const words = this.texts.cost;
    return html`<div class="lab" data-lab="cost">
      <figure class="chart">
        ${this.known ? caption(this.finding, this.what) : nothing}
        ${this.cost ? this.renderTable(this.cost) : nothing}
      </figure>
      <p class="status" role="status">
        <button
          type="button"
          class="press measure"
          ?disabled=${running || !this.known}
          @click=${() => this.measure()}
        >
          ${running ? words.running : this.cost ? words.again : words.measure}
        </button>
      </p>
      ${this.renderControls()} ${this.renderFoot()}
    </div>`;
  }

  /** @param {Cost} cost */
  renderTable(cost) {
    const words = this.texts.cost;
    return html`<div class="table-space">
      <table class="printed stacked" aria-label=${this.heading}>
        <thead>
          <tr>
            <td></td>
            <th scope="col">${words.median}</th>
            <th scope="col">${words.first}</th>
            <th scope="col">${words.third}</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(({ name, share }) => {
            /** @type {(keyof Spread)[]} */
            const columns = ['median', 'lower', 'upper'];
            return html`<tr>
              <th scope="row">${words.rows[name]}</th>
              ${columns.map(
                (column) =>
                  html`<td data-series=${name} data-column=${column} data-value=${cost[name][column]}>
                    ${printed(cost[name][column], share)}
                  </td>`,
              )}
            </tr>`;
          })}
        </tbody>
      </table>
    </div>`;
  }
}
