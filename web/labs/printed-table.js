// The numbers behind a chart, in Python's notation, so that they can be compared with a notebook.
import { html, nothing } from 'lit';
import { sample } from '../charts/parts.js';
import { scientific } from '../format.js';
import { verdictWords } from '../verdicts.js';
import { cellOf, columnsFor, headOf } from './quantities.js';

/** @typedef {import('./signal-lab.js').Result} Result */
/** @typedef {import('./styles.js').Style} Style */
/** @typedef {import('../language/language.js').Texts} Texts */

/** @param {number | undefined} value */
const shown = (value) => (value === undefined ? '–' : scientific(value));

/**
 * One row a series, the columns that the preset names.
 * @param {import('./scenario.js').Preset} preset
 * @param {(Result | undefined)[]} results
 * @param {Style[]} styles
 * @param {number} depth
 * @param {Texts} texts
 */
export function printedTable(preset, results, styles, depth, texts) {
  const columns = columnsFor(preset.columns, preset.base.depth, depth);
  const heads = columns.map((column) => headOf(column, texts));
  return html`<div class="table-space">
    <table class="printed stacked">
      <thead>
        <tr>
          <td></td>
          ${heads.map(({ short, at }) => html`<th scope="col">${short} <span class="at">${at}</span></th>`)}
          <th scope="col" class="verdict">${texts.columns.verdict}</th>
        </tr>
      </thead>
      <tbody>
        ${results.map((result, index) => (result ? printedRow(result, styles[index], columns, texts) : nothing))}
      </tbody>
    </table>
  </div>`;
}

/**
 * @param {Result} result
 * @param {Style} style
 * @param {import('./quantities.js').Column[]} columns
 * @param {Texts} texts
 */
function printedRow({ label, trace, progress, stale }, style, columns, texts) {
  return html`<tr class=${stale ? 'faint' : ''}>
    <th scope="row" class="series-${style.name}">${sample(style)}<span class="name">${label}</span></th>
    ${columns.map(
      (column) =>
        html`<td data-series=${label} data-column=${column.key}>
          ${shown(cellOf(column, trace, progress))}
        </td>`,
    )}
    <td class="verdict" data-series=${label} data-column="verdict" data-code=${trace.verdict.code}>
      ${progress.done ? verdictWords(trace, texts) : ''}
    </td>
  </tr>`;
}

/**
 * Every layer of what the chart shows; made only when a reader opens it.
 * @param {import('../scale/plot.js').Line[]} lines
 * @param {number} depth
 * @param {string} quantity
 * @param {Texts} texts
 */
export function layerTable(lines, depth, quantity, texts) {
  const rows = Array.from({ length: depth }, (_, index) => index);
  return html`<div class="table-space tall" tabindex="0" role="group" aria-label=${texts.signal.everyLayer}>
    <table class="printed">
      <caption>
        ${quantity}
      </caption>
      <thead>
        <tr>
          <th scope="col">${texts.chart.layer}</th>
          ${lines.map(({ label }) => html`<th scope="col">${label}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              <th scope="row">${row + 1}</th>
              ${lines.map(({ values, from, to }) => html`<td>${row >= from && row < to ? scientific(values[row]) : '–'}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
