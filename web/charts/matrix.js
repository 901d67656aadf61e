// A small matrix of numbers, each on a ground as strong as its size; columns that are equal stand under one bracket.
import { html, nothing } from 'lit';
import * as frame from './frame.js';

/** @typedef {import('../../wasm/signalscope.js').Matrix} Matrix */

const mostColumns = 12;
const mostRows = 12;
const tints = 6;

/**
 * @param {Matrix} matrix
 * @param {number} column
 */
function columnOf({ rows, columns, values }, column) {
  return Array.from({ length: rows }, (_, row) => values[row * columns + column]);
}

/**
 * Runs of neighbouring columns that are equal entry by entry.
 * @param {Matrix} matrix
 * @param {number} shown
 */
export function equalRuns(matrix, shown) {
  /** @type {{from: number, span: number}[]} */
  const runs = [];
  for (let column = 0; column < shown; column += 1) {
    const last = runs.at(-1);
    const same =
      last &&
      columnOf(matrix, last.from).every((value, row) => Object.is(value, columnOf(matrix, column)[row]));
    if (last && same) last.span += 1;
    else runs.push({ from: column, span: 1 });
  }
  return runs;
}

export class ScopeMatrix extends frame.Chart {
  static tag = 'scope-matrix';

  /** @type {import('lit').PropertyDeclarations} */
  static properties = {
    name: {},
    matrix: { attribute: false },
    look: { attribute: false },
    rowWord: {},
    columnWord: {},
  };

  constructor() {
    super();
    this.name = '';
    /** @type {Matrix | undefined} */
    this.matrix = undefined;
    this.look = { name: 'slate', dash: '', mark: 'circle' };
    this.rowWord = '';
    this.columnWord = '';
  }

  render() {
    const { matrix, look } = this;
    if (!matrix) return nothing;
    const rows = Math.min(matrix.rows, mostRows);
    const columns = Math.min(matrix.columns, mostColumns);
    const largest = matrix.values.reduce(
      (most, value) => (Math.abs(value) > most ? Math.abs(value) : most),
      0,
    );
    const left = matrix.columns - columns + matrix.rows - rows;
    return html`<div class="table-space">
      <table class="matrix series-${look.name}" data-series=${this.name}>
        <caption>
          ${frame.sample(look)}<span class="name">${this.name}</span>
        </caption>
        <thead>
          <tr class="brackets" aria-hidden="true">
            <td></td>
            ${equalRuns(matrix, columns).map((run) => html`<td colspan=${run.span}><span class="bracket">${run.span > 1 ? this.texts.chart.equal : ''}</span></td>`)}
          </tr>
          <tr>
            <td></td>
            ${Array.from({ length: columns }, (_, column) => html`<th scope="col"><span class="word-of">${this.columnWord || this.texts.chart.column}</span> ${column + 1}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${Array.from({ length: rows }, (_, row) => this.renderRow(matrix, row, columns, largest))}
        </tbody>
      </table>
      ${left > 0 ? html`<p class="note">${this.texts.chart.part(`${rows} × ${columns}`, `${matrix.rows} × ${matrix.columns}`)}</p>` : nothing}
    </div>`;
  }

  /**
   * @param {Matrix} matrix
   * @param {number} row
   * @param {number} columns
   * @param {number} largest
   */
  renderRow(matrix, row, columns, largest) {
    const values = Array.from(
      { length: columns },
      (_, column) => matrix.values[row * matrix.columns + column],
    );
    return html`<tr>
      <th scope="row"><span class="word-of">${this.rowWord || this.texts.chart.row}</span> ${row + 1}</th>
      ${values.map((value, column) => {
        const tint = largest > 0 ? Math.ceil((Math.abs(value) / largest) * tints) : 0;
        return html`<td class="tint-${tint}" data-row=${row} data-column=${column}>
          ${frame.fixed(value, 4)}
        </td>`;
      })}
    </tr>`;
  }
}
