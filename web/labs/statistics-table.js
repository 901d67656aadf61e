// The statistics that a norm took, one row each, as the core gave them.
import { html, nothing } from 'lit';
import { fixed } from '../format.js';

/** @typedef {import('../../wasm/signalscope.js').Normalised} Normalised */

/**
 * What the cells of one statistic have in common.
 * @param {string} norm
 */
export function groupWord(norm) {
  return norm === 'batch' ? 'feature' : 'example';
}

/**
 * @param {import('./scenario.js').Fields} record
 * @param {number} index of a statistic, in the core's order
 */
function nameOf({ norm, groups }, index) {
  if (norm !== 'group') return `${groupWord(norm)} ${index + 1}`;
  return `e${Math.floor(index / groups) + 1}, group ${(index % groups) + 1}`;
}

/**
 * @param {Normalised} result
 * @param {import('./scenario.js').Fields} record
 * @param {number} chosen the statistic that is pointed at
 */
export function statisticsTable(result, record, chosen) {
  const centred = record.norm !== 'rms';
  return html`<div class="table-space">
    <table class="printed statistics">
      <caption>
        statistics
      </caption>
      <thead>
        <tr>
          <td></td>
          ${centred ? html`<th scope="col">mean</th>` : nothing}
          <th scope="col">${centred ? 'variance' : 'mean square'}</th>
          <th scope="col">values</th>
        </tr>
      </thead>
      <tbody>
        ${Array.from(
          result.variance,
          (variance, index) =>
            html`<tr class=${index === chosen ? 'shares' : ''}>
              <th scope="row">${nameOf(record, index)}</th>
              ${centred ? html`<td data-column="mean[${index}]">${fixed(result.mean[index])}</td>` : nothing}
              <td data-column="variance[${index}]">${fixed(variance)}</td>
              <td data-column="count[${index}]">${result.count[index]}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
