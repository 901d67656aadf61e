// The names of lines with their values: at the lines' ends, or above a plot that is too narrow for that.
import { html, nothing, svg } from 'lit';
import { spread } from '../scale/labels.js';
import { sample } from './parts.js';

/**
 * @typedef {object} EndLabel
 * @property {string} key
 * @property {string} label
 * @property {import('../scale/plot.js').Line['style']} style
 * @property {string} value
 * @property {boolean} out whether its line is left out of the scale
 */

/** @typedef {import('../language/language.js').Texts} Texts */

const height = 34;

/** A label that moved further than this keeps a thread to its line. */
const farthest = 14;

/**
 * @param {EndLabel[]} labels
 * @param {{y: number, start: number}[]} ends where each line ends, and where it began
 * @param {import('./parts.js').Box & {width: number}} box
 * @param {(key: string) => void} toggle
 * @param {Texts} texts
 */
export function endLabels(labels, ends, box, toggle, texts) {
  // Lines that end in one point are told apart by where they come from.
  const wanted = ends.map(({ y, start }) => y + start / 1000);
  const centres = spread(wanted, height, box.top - 10, box.bottom + 16);
  const levels = ends.map(({ y }) => y);
  const crowded = Math.max(...levels) - Math.min(...levels) < height;
  return labels.map((label, index) => {
    const moved = !crowded && Math.abs(centres[index] - levels[index]) > farthest;
    const name = texts.chart.takeOut(label.label);
    return endLabel(label, name, box, centres[index], moved ? levels[index] : undefined, toggle);
  });
}

/**
 * @param {EndLabel} label
 * @param {string} accessible its accessible name
 * @param {import('./parts.js').Box & {width: number}} box
 * @param {number} y
 * @param {number | undefined} from where its thread starts
 * @param {(key: string) => void} toggle
 */
function endLabel({ key, label, style, value, out }, accessible, { right, width }, y, from, toggle) {
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    toggle(key);
  };
  const thread = svg`<path class="thread" d="M${right + 5} ${from}L${right + 12} ${y - 4}"></path>`;
  return svg`<g class="end-label series-${style.name}" role="button" tabindex="0" aria-pressed=${out}
      aria-label=${accessible} data-label=${label} @click=${() => toggle(key)} @keydown=${onKey}>
    ${from === undefined ? nothing : thread}
    <rect class="hit" x=${right + 12} y=${y - height / 2} width=${width - right - 12} height=${height} rx="3"></rect>
    <text class="name ${out ? 'out' : ''}" x=${right + 16} y=${y - 2}>${label}</text>
    <text class="value" x=${right + 16} y=${y + 13}>${value}</text>
  </g>`;
}

/**
 * @param {EndLabel[]} labels
 * @param {(key: string) => void} toggle
 * @param {Texts} texts
 * @param {{count: number, long: boolean}} [expected] how many there will be, and whether their values are long
 */
export function endList(labels, toggle, texts, expected = { count: 0, long: false }) {
  const long = expected.long || labels.some(({ value }) => value.length > 12);
  // One that comes takes the place that was kept for it.
  const places = Array.from({ length: Math.max(expected.count, labels.length) }, (_, at) => labels[at]);
  return html`<ul class="end-list ${long ? 'long' : ''}">
    ${places.map(
      (label) =>
        html`<li
          class=${label ? `series-${label.style.name}` : 'awaited'}
          aria-hidden=${label ? nothing : 'true'}
        >
          ${label ? endButton(label, toggle, texts) : awaited}
        </li>`,
    )}
  </ul>`;
}

/** As high as what comes. */
const awaited = html`<span class="end-button">
  <span class="name">&nbsp;</span><span></span><span class="value">&nbsp;</span>
</span>`;

/** @param {EndLabel} label @param {(key: string) => void} toggle @param {Texts} texts */
function endButton({ key, label, style, value, out }, toggle, texts) {
  return html`<button
    type="button"
    class="end-button"
    aria-pressed=${out}
    aria-label=${texts.chart.takeOut(`${label} ${value}`)}
    data-label=${label}
    @click=${() => toggle(key)}
  >
    ${sample(style)}<span class="name ${out ? 'out' : ''}">${label}</span>
    <span class="value">${value}</span>
  </button>`;
}
