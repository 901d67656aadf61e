// The pieces that every chart is drawn from: caption, marks, grid, lanes, bands.
import { html, nothing, svg } from 'lit';
import { laneNames } from '../scale/lanes.js';

/**
 * The title says what was found, the second line what was run.
 * @param {string} finding
 * @param {string} what
 */
export function caption(finding, what) {
  return html`<figcaption class="caption">
    <h3 class="finding">${whole(finding)}</h3>
    <p class="what">${what}</p>
  </figcaption>`;
}

/** A name such as pre-norm stays in one line. @param {string} text */
const whole = (text) =>
  text
    .split(/(\p{L}+-\p{L}+)/u)
    .map((part, at) => (at % 2 ? html`<span class="whole">${part}</span>` : part));

/** @type {Record<string, (r: number) => string>} paths around 0,0 */
const shapes = {
  none: () => '',
  circle: (r) => `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`,
  square: (r) => `M${-r} ${-r}h${2 * r}v${2 * r}h${-2 * r}z`,
  triangle: (r) => `M0 ${-r - 1}l${r + 1} ${2 * r + 1}h${-2 * r - 2}z`,
  diamond: (r) => `M0 ${-r - 1}l${r + 1} ${r + 1}l${-r - 1} ${r + 1}l${-r - 1} ${-r - 1}z`,
  wedge: (r) => `M0 ${r + 1}l${r + 1} ${-2 * r - 1}h${-2 * r - 2}z`,
  bar: (r) => `M${-r - 1} ${-r / 2}h${2 * r + 2}v${r}h${-2 * r - 2}z`,
  plus: (r) =>
    `M${-r - 1} ${-r / 2.5}h${r + 1 - r / 2.5}v${-r - 1 + r / 2.5}h${r / 1.25}v${r + 1 - r / 2.5}h${r + 1 - r / 2.5}v${r / 1.25}h${-(r + 1 - r / 2.5)}v${r + 1 - r / 2.5}h${-r / 1.25}v${-(r + 1 - r / 2.5)}h${-(r + 1 - r / 2.5)}z`,
  hexagon: (r) =>
    `M${-r - 0.5} 0l${r / 2 + 0.5} ${-r}h${r - 0.5}l${r / 2 + 0.5} ${r}l${-r / 2 - 0.5} ${r}h${-r + 0.5}z`,
};

/** Marks of what is not a number on the axis: drawn open, so that none can be taken for a measured value. */
/** @type {Record<string, string>} */
const laneShapes = {
  zero: 'M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z',
  nan: 'M-3.5 -3.5L3.5 3.5M-3.5 3.5L3.5 -3.5',
  plus: 'M-4 2L0 -3L4 2M0 -3V5',
  minus: 'M-4 -2L0 3L4 -2M0 3V-5',
  negative: 'M-4 0H4',
};

/**
 * @param {string} kind
 * @param {number} x
 * @param {number} y
 * @param {number} [radius]
 */
export function mark(kind, x, y, radius = 3.4) {
  const shape = (shapes[kind] ?? shapes.circle)(radius);
  return svg`<path class="mark" d=${shape} transform="translate(${x} ${y})"></path>`;
}

/**
 * @param {string} lane
 * @param {number} x
 * @param {number} y
 */
export function laneMark(lane, x, y) {
  return svg`<path class="lane-mark" data-lane=${lane} d=${laneShapes[lane]} transform="translate(${x} ${y})"></path>`;
}

/** @type {WeakMap<object, import('lit').TemplateResult>} */
const samples = new WeakMap();

/**
 * A series' mark and a bit of its line, as it stands before its name in a row of controls. The same object for the same
 * style, so that what shows it sees that nothing has changed.
 * @param {{name: string, dash: string, mark: string}} style
 */
export function sample(style) {
  const known = samples.get(style) ?? sampleOf(style);
  samples.set(style, known);
  return known;
}

/** @param {{name: string, dash: string, mark: string}} style */
const sampleOf = (style) =>
  html`<svg class="sample series-${style.name}" width="28" height="12" viewBox="0 0 28 12" aria-hidden="true">
    <path class="line" d="M0 6H28" stroke-dasharray=${style.dash || nothing}></path>
    ${mark(style.mark, 14, 6)}
  </svg>`;

/**
 * @typedef {object} Box
 * @property {number} left
 * @property {number} right
 * @property {number} top
 * @property {number} bottom
 */

/**
 * @param {import('../scale/log.js').Tick[]} ticks
 * @param {(at: number) => number} y
 * @param {Box} box
 */
export function grid(ticks, y, box) {
  return ticks.map(
    (tick) =>
      svg`<line class=${tick.one ? 'grid one' : 'grid'} x1=${box.left} x2=${box.right} y1=${y(tick.at)} y2=${y(tick.at)}></line>
        <text class="tick" x=${box.left - 10} y=${y(tick.at) + 4} text-anchor="end">${tick.label}</text>`,
  );
}

/**
 * @param {number[]} layers
 * @param {(layer: number) => number} x
 * @param {number} y
 */
export function layerAxis(layers, x, y) {
  return layers.map(
    (layer) => svg`<text class="tick" x=${x(layer)} y=${y + 18} text-anchor="middle">${layer}</text>`,
  );
}

/**
 * What the places along the bottom are.
 * @param {string} unit
 * @param {Box & {height: number}} box
 */
export function axisTitle(unit, box) {
  return svg`<text class="tick" x=${(box.left + box.right) / 2} y=${box.height - 6} text-anchor="middle">${unit}</text>`;
}

/**
 * @param {Map<string, number>} lanes
 * @param {Box} box
 */
export function laneRows(lanes, box) {
  return [...lanes].map(
    ([lane, y]) =>
      svg`<line class="lane" x1=${box.left} x2=${box.right} y1=${y} y2=${y}></line>
        <text class="tick" x=${box.left - 10} y=${y + 4} text-anchor="end">${laneNames[/** @type {'nan'} */ (lane)]}</text>`,
  );
}

/**
 * @param {{from: number, to: number, text: string}[]} bands
 * @param {(at: number) => number} y
 * @param {Box} box
 */
export function bandRows(bands, y, box) {
  return bands.map((band) => {
    const top = y(band.to);
    const height = y(band.from) - top;
    // A narrow chart has room for the first half of the sentence.
    const text = box.right - box.left < 400 ? band.text.replace(/:.*/, '') : band.text;
    const words =
      height >= 14
        ? svg`<text class="band-text" x=${box.left + 8} y=${top + height / 2 + 4}>${text}</text>`
        : nothing;
    return svg`<rect class="band" x=${box.left} y=${top} width=${box.right - box.left} height=${height}></rect>${words}`;
  });
}
