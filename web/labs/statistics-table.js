// The statistics that a norm took, one row each, as the core gave them.
import { html, nothing } from 'lit';
import { fixed } from '../format.js';

/** @typedef {import('../../wasm/signalscope.js').Normalised} Normalised */
/** @typedef {import('../language/language.js').Texts} Texts */

/** Whether the cells of one statistic have their feature in common, else their example. @param {string} norm */
export const isByFeature = (norm) => norm === 'batch';

/**
 * @param {import('./scenario.js').Fields} record
 * @param {number} index of a statistic, in the core's order
 * @param {Texts['statistics']} words
 */
function nameOf({ norm, groups }, index, words) {
  if (norm === 'group') return words.group(Math.floor(index / groups) + 1, (index % groups) + 1);
  return isByFeature(norm) ? words.feature(index + 1) : words.example(index + 1);
}

/**
 * @param {Normalised} result
 * @param {import('./scenario.js').Fields} record
 * @param {number} chosen the statistic that is pointed at
 * @param {Texts} texts
 */
export function statisticsTable(result, record, chosen, { statistics, statistic }) {
  const centred = record.norm !== 'rms';
  return html`<div class="table-space">
    <table class="printed statistics">
      <caption>
        ${statistics.caption}
      </caption>
      <thead>
        <tr>
          <td></td>
          ${centred ? html`<th scope="col">${statistic.mean}</th>` : nothing}
          <th scope="col">${centred ? statistic.variance : statistic.meanSquare}</th>
          <th scope="col">${statistics.values}</th>
        </tr>
      </thead>
      <tbody>
        ${Array.from(
          result.variance,
          (variance, index) =>
            html`<tr class=${index === chosen ? 'shares' : ''}>
              <th scope="row">${nameOf(record, index, statistics)}</th>
              ${centred ? html`<td data-column="mean[${index}]">${fixed(result.mean[index])}</td>` : nothing}
              <td data-column="variance[${index}]">${fixed(variance)}</td>
              <td data-column="count[${index}]">${result.count[index]}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
