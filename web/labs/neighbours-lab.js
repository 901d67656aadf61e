// One example among different neighbours: whether its own output depends on them.
import { html } from 'lit';
import { caption } from '../charts/frame.js';
import { fixed } from '../format.js';
import { Lab } from './lab.js';
import { isUsed } from './use.js';

/** @typedef {import('../../wasm/signalscope.js').Matrix} Matrix */
/** @typedef {import('../../wasm/signalscope.js').Normalised} Normalised */

const sets = 3;

/** @param {Matrix} matrix @param {number} row */
const rowOf = ({ values, columns }, row) => [...values.subarray(row * columns, (row + 1) * columns)];

/** The first rows of the matrices are made one and the same. @param {Matrix} drawn @param {number[]} example */
function among({ rows, columns, values }, example) {
  const whole = Float64Array.from(values);
  whole.set(example, 0);
  return { rows, columns, values: whole };
}

export class NeighboursLab extends Lab {
  static tag = 'scope-neighbours-lab';

  /** @type {import('lit').PropertyDeclarations} */
  static properties = { results: { state: true }, example: { state: true }, drawn: { state: true } };

  constructor() {
    super();
    this.preset = 'neighbours';
    /** @type {number[]} */
    this.example = [];
    /** @type {Normalised[][]} by series, then set of neighbours */
    this.results = [];
    /** @type {import('./scenario.js').Fields} */
    this.drawn = {};
    this.runs = 0;
  }

  async run() {
    const mine = (this.runs += 1);
    const records = this.records;
    this.phase = 'running';
    const seeds = Array.from({ length: sets }, (_, set) => Number(records[0].seed) + set);
    // The example is the first row of seed 0; the neighbours come from the seeds that the control sets.
    const batches = await this.askAll('normalise', [
      { ...records[0], seed: 0 },
      ...seeds.map((seed) => ({ ...records[0], seed })),
    ]);
    if (mine !== this.runs || !batches) return;
    const example = rowOf(batches[0].x, 0);
    const matrices = batches.slice(1).map(({ x }) => among(x, example));
    const results = await Promise.all(
      records.map((record) =>
        this.askAll(
          'normalise',
          matrices.map((x) => ({ ...record, x })),
        ),
      ),
    );
    if (mine !== this.runs || results.includes(undefined)) return;
    this.example = example;
    this.results = /** @type {Normalised[][]} */ (results);
    this.drawn = records[0];
    this.phase = 'done';
  }

  /** @param {string} name */
  isUsed(name) {
    return isUsed(name, this.records);
  }

  /** How many outputs of the example are not the same among all neighbours. @param {Normalised[]} of */
  moved(of) {
    const outputs = of.map(({ y }) => rowOf(y, 0));
    return this.example.filter((_, at) => outputs.some((row) => !Object.is(row[at], outputs[0][at]))).length;
  }

  get finding() {
    if (this.results.length === 0) return this.heading;
    const words = this.texts.neighbours;
    const parts = this.results.map((of, series) =>
      words.part(this.nameOf(series), this.moved(of), this.example.length),
    );
    return words.finding(parts.join('; '));
  }

  get kind() {
    return 'neighbours';
  }

  get taken() {
    const { records, example } = this;
    const places = Array.from({ length: sets }, (_, set) => example.map((_, at) => ({ set, at }))).flat();
    return this.results.map((of, series) => ({
      label: this.nameOf(series),
      record: { ...records[series], neighbours: sets },
      value: {
        neighbours_seed: places.map(({ set }) => Number(this.drawn.seed) + set),
        feature: places.map(({ at }) => at + 1),
        x: places.map(({ at }) => example[at]),
        y: places.map(({ set, at }) => of[set].y.values[at]),
      },
    }));
  }

  get what() {
    if (this.results.length === 0) return '';
    const { batch, stream, seed, input_mean: mean, input_std: std } = this.drawn;
    const words = this.texts.neighbours;
    const seeds = words.seeds(stream, Number(seed), Number(seed) + sets - 1);
    return `${words.what(Number(batch) - 1)} · normal(${mean}, ${std}), ${seeds}`;
  }

  render() {
    return html`<div class="lab" data-lab="neighbours">
      <figure class="chart">
        ${caption(this.finding, this.what)} ${this.results.length ? this.renderTable() : ''}
      </figure>
      ${this.renderControls()} ${this.renderFoot()}
    </div>`;
  }

  renderTable() {
    return html`<div class="table-space">
      <table class="printed stacked" aria-label=${this.heading}>
        <thead>
          <tr>
            <td></td>
            ${this.example.map((_, at) => html`<th scope="col">${this.texts.chart.feature(at + 1)}</th>`)}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">${this.texts.chart.input}</th>
            ${this.example.map((value, at) => html`<td data-series="input" data-column="f${at + 1}">${fixed(value)}</td>`)}
          </tr>
          ${this.results.map((of, series) =>
            of.map(({ y }, set) => {
              const label = this.texts.neighbours.among(this.nameOf(series), 'ABC'[set]);
              return html`<tr>
                <th scope="row">${label}</th>
                ${rowOf(y, 0).map((value, at) => html`<td data-series=${label} data-column="f${at + 1}">${fixed(value)}</td>`)}
              </tr>`;
            }),
          )}
        </tbody>
      </table>
    </div>`;
  }
}
