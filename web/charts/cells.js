// A matrix of cells that share statistics: point at one, and those that share its mean stand out.
import { html, nothing } from 'lit';
import * as frame from './frame.js';

/** @typedef {import('../../wasm/signalscope.js').Matrix} Matrix */
/** @typedef {{row: number, column: number}} Cell */

/**
 * `shared` has the statistic that each cell belongs to; `selected` is the cell that is read; `moved` marks cells whose
 * value is no longer what it was. Emits `cell-point` while a pointer is over a cell, `cell-choose` for a click or a key.
 */
export class ScopeCells extends frame.Chart {
  static tag = 'scope-cells';

  /** @type {import('lit').PropertyDeclarations} */
  static properties = {
    name: {},
    matrix: { attribute: false },
    shared: { attribute: false },
    selected: { attribute: false },
    moved: { attribute: false },
    digits: { type: Number },
  };

  constructor() {
    super();
    this.name = '';
    /** @type {Matrix | undefined} */
    this.matrix = undefined;
    /** @type {Matrix | undefined} */
    this.shared = undefined;
    /** @type {Cell | undefined} */
    this.selected = undefined;
    /** @type {boolean[]} */
    this.moved = [];
    this.digits = 2;
  }

  /**
   * @param {string} type
   * @param {Cell | undefined} cell
   */
  emit(type, cell) {
    this.dispatchEvent(new CustomEvent(type, { detail: cell, bubbles: true }));
  }

  /** @param {KeyboardEvent} event @param {Cell} cell */
  onKey(event, { row, column }) {
    const { rows = 1, columns = 1 } = this.matrix ?? {};
    /** @type {Record<string, Cell>} */
    const targets = {
      ArrowUp: { row: row - 1, column },
      ArrowDown: { row: row + 1, column },
      ArrowLeft: { row, column: column - 1 },
      ArrowRight: { row, column: column + 1 },
      Home: { row, column: 0 },
      End: { row, column: columns - 1 },
    };
    const target = targets[event.key];
    if (!target) return;
    event.preventDefault();
    if (target.row < 0 || target.row >= rows || target.column < 0 || target.column >= columns) return;
    this.emit('cell-choose', target);
    const selector = `[data-row="${target.row}"][data-column="${target.column}"]`;
    /** @type {HTMLElement | null} */ (this.querySelector(selector))?.focus();
  }

  render() {
    const { matrix } = this;
    if (!matrix) return nothing;
    const range = (/** @type {number} */ count) => Array.from({ length: count }, (_, index) => index);
    return html`<div class="table-space">
      <table
        class="cells"
        role="grid"
        aria-label=${this.name}
        data-matrix=${this.name}
        @pointerleave=${() => this.emit('cell-point', undefined)}
      >
        <caption>
          ${this.name}
        </caption>
        <thead>
          <tr>
            <td class="corner"></td>
            ${range(matrix.columns).map((column) => html`<th scope="col">${this.texts.chart.feature(column + 1)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${range(matrix.rows).map(
            (row) =>
              html`<tr>
                <th scope="row">${this.texts.chart.example(row + 1)}</th>
                ${range(matrix.columns).map((column) => this.renderCell(matrix, { row, column }))}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  /**
   * @param {Matrix} matrix
   * @param {Cell} cell
   */
  renderCell({ values, columns }, cell) {
    const at = cell.row * columns + cell.column;
    const here = this.selected?.row === cell.row && this.selected.column === cell.column;
    const group = this.selected && this.shared?.values[this.selected.row * columns + this.selected.column];
    const shares = group !== undefined && group >= 0 && this.shared?.values[at] === group;
    const classes = `cell ${here ? 'here' : ''} ${shares ? 'shares' : ''} ${this.moved[at] ? 'moved' : ''}`;
    const focusable = here || (!this.selected && at === 0);
    return html`<td
      class=${classes}
      role="gridcell"
      tabindex=${focusable ? 0 : -1}
      aria-selected=${here}
      data-row=${cell.row}
      data-column=${cell.column}
      data-shares=${shares}
      data-moved=${Boolean(this.moved[at])}
      data-value=${values[at]}
      @pointerenter=${() => this.emit('cell-point', cell)}
      @click=${() => this.emit('cell-choose', cell)}
      @keydown=${(/** @type {KeyboardEvent} */ event) => this.onKey(event, cell)}
    >
      ${frame.fixed(values[at], this.digits)}
    </td>`;
  }
}
