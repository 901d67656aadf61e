// Many numbers of one kind as dots over a few columns: singular values by layer, means by norm.
import { html, nothing, svg } from 'lit';
import * as frame from './frame.js';

/**
 * @typedef {object} Strip
 * @property {string} label
 * @property {{name: string, dash: string, mark: string}} style
 * @property {ArrayLike<number>} values
 * @property {number} [middle] drawn as a bar across the dots
 */

/** @typedef {{name: string[], strips: Strip[]}} Column the lines of its name stand below it */

/** Few dots are drawn larger. @param {number} count */
const radiusOf = (count) => (count > 64 ? 2.2 : 3.4);

/** Steps of the golden ratio spread dots evenly, and the same each time. */
const step = 0.6180339887498949;

/**
 * `columns` stand side by side; `kind` is the axis; `unit` names the columns. With `labelled` the strips of the last
 * column carry their names, and `values` what is read beside each.
 */
export class ScopeDots extends frame.Chart {
  static tag = 'scope-dots';

  /** @type {import('lit').PropertyDeclarations} */
  static properties = {
    finding: {},
    what: {},
    columns: { attribute: false },
    values: { attribute: false },
    kind: {},
    unit: {},
    labelled: { type: Boolean },
    leftOut: { state: true },
  };

  constructor() {
    super();
    this.finding = '';
    this.what = '';
    /** @type {Column[]} */
    this.columns = [];
    /** @type {string[]} one a strip */
    this.values = [];
    /** @type {'log' | 'linear'} */
    this.kind = 'linear';
    this.unit = '';
    this.labelled = false;
    /** @type {Set<string>} labels of the strips that do not set the scale */
    this.leftOut = new Set();
  }

  /** @param {string} label */
  toggle(label) {
    const leftOut = new Set(this.leftOut);
    if (!leftOut.delete(label)) leftOut.add(label);
    const strips = this.columns.at(-1)?.strips ?? [];
    if (strips.every((strip) => leftOut.has(strip.label))) leftOut.clear();
    this.leftOut = leftOut;
  }

  get labels() {
    return (this.columns.at(-1)?.strips ?? []).map(({ label, style }, index) => ({
      key: label,
      label,
      style,
      value: this.values[index] ?? '',
      out: this.leftOut.has(label),
    }));
  }

  /** Everything that has a place, or only what sets the scale. @param {boolean} scaled */
  *numbers(scaled) {
    for (const { strips } of this.columns)
      for (const { label, values } of strips)
        if (!scaled || !this.leftOut.has(label)) yield* Array.from(values);
  }

  /** @param {ReturnType<typeof frame.boxOf>} box */
  plan(box) {
    const axis =
      this.kind === 'log' ? frame.logAxis(this.numbers(true)) : frame.linearAxis(this.numbers(true));
    const needed = new Set([...this.numbers(false)].map((value) => frame.placeOf(value, this.kind)));
    const room = frame.layLanes(needed, box.top, box.bottom);
    const [low, high] = axis.domain;
    const y = (/** @type {number} */ at) =>
      room.bottom - ((at - low) / (high - low)) * (room.bottom - room.top);
    /** @param {number} value */
    const heightOf = (value) => {
      const place = frame.placeOf(value, this.kind);
      return place === 'plot' ? y(axis.place(value)) : (room.lanes.get(place) ?? 0);
    };
    return { axis, room, y, heightOf };
  }

  render() {
    const box = this.box(this.width || 960);
    return html`<figure class="chart">
      ${frame.caption(this.finding, this.what)}
      ${this.labelled && box.narrow ? frame.endList(this.labels, (key) => this.toggle(key), this.texts) : nothing}
      ${this.width && this.columns.length ? this.renderPlot(box) : html`<div class="chart-space"></div>`}
    </figure>`;
  }

  /** Names of several lines need room below, end labels room beside. @param {number} width */
  box(width) {
    const box = frame.boxOf(width);
    const lines = Math.max(1, ...this.columns.map(({ name }) => name.length));
    const right = this.labelled || box.narrow ? box.right : width - 12;
    return { ...box, right, bottom: box.bottom - (lines - 1) * 16 + (this.unit ? 0 : 18) };
  }

  /** @param {ReturnType<ScopeDots['box']>} box */
  renderPlot(box) {
    const { axis, room, y, heightOf } = this.plan(box);
    const area = { ...box, top: room.top, bottom: room.bottom };
    const wide = (box.right - box.left) / this.columns.length;
    return html`<svg
      class="plot"
      width=${box.width}
      height=${box.height}
      viewBox="0 0 ${box.width} ${box.height}"
      role="group"
      aria-label=${this.finding}
    >
      <clipPath id=${this.chartId}>
        <rect
          x=${box.left}
          y=${area.top - 6}
          width=${box.right - box.left}
          height=${area.bottom - area.top + 12}
        ></rect>
      </clipPath>
      ${frame.grid(axis.ticks, y, area)} ${frame.laneRows(room.lanes, area)}
      ${this.columns.map((column, index) => {
        const centre = box.left + (index + 0.5) * wide;
        return svg`${column.strips.map((strip, at) => this.renderStrip(strip, centre, at, column.strips.length, wide, heightOf))}
          ${column.name.map((line, row) => svg`<text class=${row ? 'tick' : 'tick column-name'} x=${centre} y=${box.bottom + 20 + row * 16} text-anchor="middle">${line}</text>`)}`;
      })}
      ${frame.axisTitle(this.unit, box)}
      ${this.labelled && !box.narrow ? this.renderLabels(box, heightOf) : nothing}
    </svg>`;
  }

  /**
   * @param {Strip} strip
   * @param {number} centre of its column
   * @param {number} at which strip of the column
   * @param {number} of how many
   * @param {number} wide the column
   * @param {(value: number) => number} heightOf
   */
  renderStrip(strip, centre, at, of, wide, heightOf) {
    const room = (wide * 0.8) / of;
    const x = centre + (at - (of - 1) / 2) * room;
    const spread = Math.min(room * 0.7, 90);
    const radius = radiusOf(strip.values.length);
    const dots = Array.from(strip.values, (value, index) => {
      const dx = (((index + 1) * step) % 1) * spread - spread / 2;
      return `M${(x + dx - radius).toFixed(1)} ${heightOf(value).toFixed(1)}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;
    });
    const out = this.leftOut.has(strip.label);
    const bar = strip.middle === undefined ? undefined : heightOf(strip.middle);
    return svg`<g class="series series-${strip.style.name} ${out ? 'faint' : ''}" data-series=${strip.label} data-dots=${strip.values.length} clip-path=${out ? `url(#${this.chartId})` : nothing}>
      <path class=${strip.values.length > 64 ? 'dots many' : 'dots'} d=${dots.join('')}></path>
      ${bar === undefined ? nothing : svg`<path class="middle" d="M${x - spread / 2} ${bar}H${x + spread / 2}"></path>`}
    </g>`;
  }

  /**
   * @param {ReturnType<ScopeDots['box']>} box
   * @param {(value: number) => number} heightOf
   */
  renderLabels(box, heightOf) {
    const ends = (this.columns.at(-1)?.strips ?? []).map(({ middle, values }) => {
      const y = Math.min(Math.max(heightOf(middle ?? values[0]), box.top), box.bottom);
      return { y, start: y };
    });
    return frame.endLabels(this.labels, ends, box, (key) => this.toggle(key), this.texts);
  }
}
