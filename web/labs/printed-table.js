// The numbers behind a chart, in Python's notation, so that they can be compared with a notebook.
import { html } from 'lit';
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
    <table
      class="printed stacked ${columns.length > 4 ? 'wide' : ''}"
      aria-label=${texts.names.preset(preset.title || preset.series[0].label)}
    >
      <thead>
        <tr>
          <td></td>
          ${heads.map(({ short, at }) => html`<th scope="col">${short} <span class="at">${at}</span></th>`)}
          <th scope="col" class="verdict">${texts.columns.verdict}</th>
        </tr>
      </thead>
      <tbody>
        ${preset.series.map(({ label }, index) => {
          const result = results[index];
          return result
            ? printedRow(result, styles[index], columns, texts)
            : awaitedRow(texts.names.preset(label), styles[index], columns);
        })}
      </tbody>
    </table>
  </div>`;
}

/**
 * As high as a row that has come, so that nothing below it moves.
 * @param {string} label
 * @param {Style} style
 * @param {import('./quantities.js').Column[]} columns
 */
function awaitedRow(label, style, columns) {
  return html`<tr class="faint">
    <th scope="row" class="series-${style.name}">${sample(style)}<span class="name">${label}</span></th>
    ${columns.map(() => html`<td>&nbsp;</td>`)}
    <td class="verdict">&nbsp;</td>
  </tr>`;
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
      ${progress.done ? verdictWords(trace, texts) : '\u00a0'}
    </td>
  </tr>`;
}
