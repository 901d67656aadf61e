// Lines by layer, or by another count: the signal chart.
import { html, nothing, svg } from 'lit';
import * as frame from './frame.js';

/** @typedef {import('../scale/plot.js').Line} Line */

/** Straight from point to point, to a tenth of a pixel. @param {import('../scale/plot.js').Point[]} points */
const draw = (points) =>
  `M${points.map(({ x, y }) => `${Number(x.toFixed(1))},${Number(y.toFixed(1))}`).join('L')}`;

/**
 * `lines` are drawn in their order over `depth` layers; `kind` is the axis; `format` names the number format whose
 * limits are shown as bands; `arrives` says at which end the value beside a name is read. Where entries are no layers,
 * `unit` says what they are and `places` where each stands.
 */
export class ScopeLines extends frame.Chart {
  static tag = 'scope-lines';

  /** @type {import('lit').PropertyDeclarations} */
  static properties = {
    finding: {},
    what: {},
    lines: { attribute: false },
    depth: { type: Number },
    kind: {},
    format: {},
    arrives: {},
    expected: { type: Number },
    unit: {},
    places: { attribute: false },
    spacing: {},
    cursor: { state: true },
    leftOut: { state: true },
  };

  constructor() {
    super();
    this.finding = '';
    this.what = '';
    /** @type {Line[]} */
    this.lines = [];
    this.depth = 1;
    /** @type {'log' | 'linear' | 'factor'} */
    this.kind = 'log';
    this.format = 'float32';
    /** @type {'last' | 'first'} */
    this.arrives = 'last';
    /** How many lines there will be; their labels above a narrow plot have their place from the start. */
    this.expected = 0;
    /** Layers, unless something else. */
    this.unit = '';
    /** @type {number[] | undefined} */
    this.places = undefined;
    this.spacing = 'linear';
    /** @type {number | null} the entry that is read, counted from 1 */
    this.cursor = null;
    /** @type {Set<string>} keys of the lines that do not set the scale */
    this.leftOut = new Set();
  }

  /** @param {string} key */
  toggle(key) {
    const leftOut = new Set(this.leftOut);
    if (!leftOut.delete(key)) leftOut.add(key);
    // A scale needs a line to be a scale of.
    if (this.lines.every((line) => leftOut.has(line.key))) leftOut.clear();
    this.leftOut = leftOut;
  }

  /** @param {number} entry */
  moveTo(entry) {
    this.cursor = Math.min(Math.max(entry, 1), this.depth);
  }

  get unitWord() {
    return this.unit || this.texts.chart.layer;
  }

  /** Where an entry stands, counted from 1. @param {number} entry */
  placeOf(entry) {
    return this.places?.[entry - 1] ?? entry;
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const here = this.cursor ?? this.depth;
    /** @type {Record<string, number>} */
    const targets = {
      ArrowLeft: here - 1,
      ArrowDown: here - 1,
      ArrowRight: here + 1,
      ArrowUp: here + 1,
      PageDown: here - 10,
      PageUp: here + 10,
      Home: 1,
      End: this.depth,
    };
    if (event.key === 'Escape') this.cursor = null;
    else if (event.key in targets) this.moveTo(targets[event.key]);
    else return;
    event.preventDefault();
  }

  /** @param {PointerEvent} event */
  onPointer(event) {
    const plot = /** @type {SVGElement} */ (event.currentTarget).getBoundingClientRect();
    const { nearest } = frame.placesOf(this.boxOf(this.width));
    this.moveTo(nearest(event.clientX - plot.left) + 1);
  }

  /** @param {number} width */
  boxOf(width) {
    const names = this.lines.map(({ label }) => label);
    return { ...frame.boxOf(width, names), depth: this.depth, places: this.places, spacing: this.spacing };
  }

  /**
   * @param {Line} line
   * @returns {string} its value at the cursor, or where it arrives
   */
  valueText(line) {
    if (this.cursor !== null) return this.valueAt(line, this.cursor);
    if (line.to <= line.from) return '–';
    if (this.arrives === 'last') return frame.scientific(line.values[line.to - 1]);
    const first = frame.scientific(line.values[line.from]);
    return this.texts.chart.at(first, this.unitWord, this.placeOf(line.from + 1));
  }

  /**
   * @param {Line} line
   * @param {number} entry
   */
  valueAt(line, entry) {
    const measured = entry > line.from && entry <= line.to;
    return measured ? frame.scientific(line.values[entry - 1]) : '–';
  }

  render() {
    const box = this.boxOf(this.width || 960);
    const scaled = this.lines.filter((line) => !this.leftOut.has(line.key));
    const plotted = frame.plan(this.lines, scaled, this.kind, box);
    return html`<figure class="chart">
      ${frame.caption(this.finding, this.what)}
      ${
        box.narrow
          ? frame.endList(this.labels, (key) => this.toggle(key), this.texts, {
              count: this.expected,
              long: this.arrives === 'first',
            })
          : nothing
      }
      ${this.width ? this.renderPlot(box, plotted) : html`<div class="chart-space"></div>`}
    </figure>`;
  }

  /**
   * @param {ReturnType<ScopeLines['boxOf']>} box
   * @param {ReturnType<typeof frame.plan>} plotted
   */
  renderPlot(box, plotted) {
    const area = { ...box, top: plotted.top, bottom: plotted.bottom };
    const layers = frame.placesOf(box, box.narrow ? 4 : 6).ticks;
    const bands =
      plotted.kind === 'log' && this.kind === 'log'
        ? frame.bandsIn(this.format, plotted.axis.domain, this.texts)
        : [];
    return html`<svg
      class="plot"
      width=${box.width}
      height=${box.height}
      viewBox="0 0 ${box.width} ${box.height}"
      role="group"
      aria-label=${this.finding}
      @pointermove=${this.onPointer}
      @pointerdown=${this.onPointer}
      @pointerleave=${() => (this.cursor = null)}
    >
      <clipPath id=${this.chartId}>
        <rect
          x=${box.left}
          y=${area.top - 6}
          width=${box.right - box.left + 6}
          height=${area.bottom - area.top + 12}
        ></rect>
      </clipPath>
      ${frame.bandRows(bands, plotted.y, area)} ${frame.grid(plotted.axis.ticks, plotted.y, area)}
      ${frame.laneRows(plotted.lanes, area)} ${frame.layerAxis(layers, plotted.x, box.bottom)}
      ${frame.axisTitle(this.unitWord, box)} ${this.renderCursor(box, plotted)}
      ${this.lines.map((line) => this.renderLine(line, plotted, layers))}
      ${box.narrow ? nothing : this.renderLabels(box, plotted)} ${this.renderKeys(box)}
    </svg>`;
  }

  /**
   * @param {Line} line
   * @param {ReturnType<typeof frame.plan>} plotted
   * @param {number[]} layers
   */
  renderLine(line, plotted, layers) {
    const runs = frame.runsOf(line, plotted);
    const marked = new Set(layers);
    const faint = line.stale || this.leftOut.has(line.key);
    return svg`<g class="series series-${line.style.name} ${faint ? 'faint' : ''}" data-series=${line.label} clip-path=${this.leftOut.has(line.key) ? `url(#${this.chartId})` : nothing}>
      ${runs.map((run) => (run.place === 'plot' ? this.renderRun(line, run.points, marked) : this.renderLane(run, marked)))}
    </g>`;
  }

  /**
   * @param {Line} line
   * @param {import('../scale/plot.js').Point[]} points
   * @param {Set<number>} marked
   */
  renderRun(line, points, marked) {
    const path = points.length > 1 ? draw(frame.thinned(points)) : null;
    const last = points[points.length - 1];
    const shown = points.filter((point) => marked.has(point.layer) || point === last);
    return svg`${path ? svg`<path class="line" d=${path} stroke-dasharray=${line.style.dash || nothing}></path>` : nothing}
      ${shown.map((point) => frame.mark(line.style.mark, point.x, point.y))}`;
  }

  /**
   * @param {import('../scale/plot.js').Run} run
   * @param {Set<number>} marked
   */
  renderLane(run, marked) {
    const { points, place } = run;
    const first = points[0];
    const last = points[points.length - 1];
    const shown = points.filter((point) => marked.has(point.layer) || point === first || point === last);
    return svg`<path class="lane-line" d="M${first.x} ${first.y}H${last.x}"></path>
      ${shown.map((point) => frame.laneMark(place, point.x, point.y))}`;
  }

  /**
   * @param {ReturnType<ScopeLines['boxOf']>} box
   * @param {ReturnType<typeof frame.plan>} plotted
   */
  renderCursor(box, plotted) {
    if (this.cursor === null) return nothing;
    const x = plotted.x(this.placeOf(this.cursor));
    return svg`<line class="cursor" x1=${x} x2=${x} y1=${box.top} y2=${box.bottom}></line>
      <rect class="cursor-ground" x=${x - 34} y=${box.bottom + 5} width="68" height="18"></rect>
      <text class="cursor-text" x=${x} y=${box.bottom + 18} text-anchor="middle">${this.unitWord} ${this.placeOf(this.cursor)}</text>`;
  }

  /** @returns {frame.EndLabel[]} */
  get labels() {
    return this.lines.map((line) => ({
      key: line.key,
      label: line.label,
      style: line.style,
      value: this.valueText(line),
      out: this.leftOut.has(line.key),
    }));
  }

  /**
   * @param {ReturnType<ScopeLines['boxOf']>} box
   * @param {ReturnType<typeof frame.plan>} plotted
   */
  renderLabels(box, plotted) {
    /** @param {Line} line @param {number} entry */
    const height = (line, entry) => {
      const [run] = frame.runsOf({ ...line, from: entry, to: entry + 1 }, plotted);
      return Math.min(Math.max(run?.points[0].y ?? box.bottom, box.top), box.bottom);
    };
    const ends = this.lines.map((line) => {
      if (line.to <= line.from) return { y: box.bottom, start: box.bottom };
      return { y: height(line, line.to - 1), start: height(line, line.from) };
    });
    return frame.endLabels(this.labels, ends, box, (key) => this.toggle(key), this.texts);
  }

  /**
   * The cursor for the keyboard: one slider over the layers, which reads out all series.
   * @param {ReturnType<ScopeLines['boxOf']>} box
   */
  renderKeys(box) {
    const entry = this.cursor ?? this.depth;
    const place = this.placeOf(entry);
    const values = this.lines.map((line) => `${line.label} ${this.valueAt(line, entry)}`).join(', ');
    return svg`<rect class="keys" x=${box.left - 4} y=${box.top - 4} width=${box.right - box.left + 8} height=${box.bottom - box.top + 8} rx="3"
      role="slider" tabindex="0" aria-label=${this.unitWord} aria-valuemin=${this.placeOf(1)} aria-valuemax=${this.placeOf(this.depth)} aria-valuenow=${place}
      aria-valuetext="${this.unitWord} ${place}: ${values}" @keydown=${this.onKey}></rect>`;
  }
}
