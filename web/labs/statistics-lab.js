// The statistics lab: which cells share a mean, and which outputs move when one input does.
import { html, nothing } from 'lit';
import { caption } from '../charts/frame.js';
import { ScopeCells } from '../charts/cells.js';
import { wordChoice } from '../controls/words.js';
import { withPoint } from '../format.js';
import { short } from '../link/link.js';
import { Lab } from './lab.js';
import { noticeList } from './notices.js';
import { isByFeature, statisticsTable } from './statistics-table.js';
import { isUsed } from './use.js';

/** @typedef {import('../../wasm/signalscope.js').Normalised} Normalised */
/** @typedef {import('../charts/cells.js').Cell} Cell */

/** A matrix of its own. */
const matrix = {
  verb: /** @type {const} */ ('normalise'),
  base: { batch: 6, width: 6, seed: 0, stream: 'numpy', input_mean: 1, input_std: 2, groups: 2 },
  series: ['batch', 'layer', 'rms', 'group'].map((norm) => ({ label: norm, norm })),
  columns: ['mean[0]', 'variance[0]', 'y[0]'],
};

/** @param {string} text */
const isNumber = (text) => text.trim() !== '' && Number.isFinite(Number(withPoint(text)));

/** Where a cell stands, as links have it: counted from 1. @param {number} row @param {number} column */
const placeOf = (row, column) => `${row + 1}.${column + 1}`;

/** Without a preset it draws a matrix of its own and offers the four norms. */
export class StatisticsLab extends Lab {
  static tag = 'scope-statistics-lab';
  static parts = [...Lab.parts, ScopeCells];

  /** @type {import('lit').PropertyDeclarations} */
  static properties = {
    chosen: { state: true },
    selected: { state: true },
    pointed: { state: true },
    original: { state: true },
    current: { state: true },
  };

  constructor() {
    super();
    this.chosen = 0;
    /** @type {Cell} */
    this.selected = { row: 1, column: 2 };
    /** @type {Cell | undefined} */
    this.pointed = undefined;
    /** @type {Normalised[]} of the matrix as it was, one a series */
    this.original = [];
    /** @type {Normalised[]} of the matrix as it is */
    this.current = [];
    /** @type {import('./scenario.js').Fields[]} what the core was asked for it */
    this.askedFor = [];
    this.runs = 0;
  }

  get definition() {
    return super.definition ?? (this.preset ? undefined : { ...matrix, title: this.texts.statistics.title });
  }

  async run() {
    const mine = (this.runs += 1);
    const { records, edits } = this;
    this.phase = 'running';
    const before = await this.askAll('normalise', records);
    const x = before && this.edited(before[0].x);
    const asked = edits.size > 0 ? records.map((record) => ({ ...record, x })) : records;
    const after = x && edits.size > 0 ? await this.askAll('normalise', asked) : before;
    if (mine !== this.runs || !before || !after) return;
    const { rows, columns } = before[0].x;
    const { row, column } = this.selected;
    // A matrix may have become too small for the cell that was chosen.
    this.selected = { row: Math.min(row, rows - 1), column: Math.min(column, columns - 1) };
    this.original = before;
    this.current = after;
    this.askedFor = asked;
    this.phase = 'done';
  }

  /** What the reader typed into cells, by row and column from 1. @returns {Map<string, string>} */
  get edits() {
    const cells = Object.entries(this.changes).filter(([key]) => key.startsWith('cell@'));
    return new Map(cells.map(([key, text]) => [key.slice('cell@'.length), text]));
  }

  /** @param {import('../../wasm/signalscope.js').Matrix} x */
  edited(x) {
    const { edits } = this;
    return Array.from({ length: x.rows }, (_, row) =>
      Array.from({ length: x.columns }, (_, column) => {
        const text = edits.get(placeOf(row, column));
        if (text === undefined) return x.values[row * x.columns + column];
        return isNumber(text) ? Number(withPoint(text)) : text;
      }),
    );
  }

  /**
   * The chosen cell as it was drawn, in as many digits as a reader would type.
   * @returns {string}
   */
  get home() {
    const x = this.original[this.chosen].x;
    return String(Number(x.values[this.selected.row * x.columns + this.selected.column].toPrecision(6)));
  }

  /** @param {string} text */
  edit(text) {
    const { row, column } = this.selected;
    // Back where it was, the cell has all its digits again.
    this.change('cell', text, placeOf(row, column), text === this.home);
  }

  /** @param {string} name */
  isOwn(name) {
    return name.startsWith('cell.');
  }

  /**
   * @param {[string, string]} pair
   * @param {import('./scenario.js').Fields} record
   */
  problemOf([name, text], { x, batch, width }) {
    const { cell } = this.texts.link;
    const [rows, columns] = x ? [x.length, x[0]?.length ?? 0] : [batch, width];
    const [, row, column] = /^cell\.([1-9]\d*)\.([1-9]\d*)$/.exec(name)?.map(Number) ?? [];
    const exists = row <= rows && column <= columns;
    if (exists && isNumber(text)) return null;
    return { code: 'unknown_cell', field: 'cell', message: cell(short(name), short(text), rows, columns) };
  }

  /** @param {string} name */
  isUsed(name) {
    return isUsed(name, [this.records[this.chosen]]);
  }

  /** @param {number} series */
  nameOf(series) {
    const chosen = this.definition?.series[series];
    if (!chosen) return '';
    const rows = this.known?.catalog.norm ?? [];
    // A series that is called by its norm is called by another one when that is set.
    const isNorm = rows.some(({ name }) => name === chosen.label);
    const row = isNorm ? rows.find(({ name }) => name === this.records[series].norm) : undefined;
    return row?.label ?? this.texts.names.preset(chosen.label);
  }

  // ---- what is drawn -----------------------------------------------------------------------------------------------

  /** The cell that is read now: the one under the pointer, else the chosen one. */
  get cell() {
    return this.pointed ?? this.selected;
  }

  /** @param {number} series */
  movedOf(series) {
    const before = this.original[series]?.y.values ?? [];
    const after = this.current[series]?.y.values ?? [];
    return Array.from(after, (value, index) => !Object.is(value, before[index]));
  }

  /** The statistic of the cell that is read. */
  get statistic() {
    const result = this.current[this.chosen];
    return result ? result.statistic.values[this.cell.row * result.x.columns + this.cell.column] : -1;
  }

  get finding() {
    const result = this.current[this.chosen];
    if (!result) return this.heading;
    const words = this.texts.statistics;
    const name = this.nameOf(this.chosen);
    const { row, column } = this.cell;
    if (this.statistic < 0) return words.padding(name, row + 1);
    const size = result.statistic.values.filter((value) => value === this.statistic).length;
    const byFeature = isByFeature(this.records[this.chosen].norm);
    return words.shares(name, byFeature, (byFeature ? column : row) + 1, size - 1);
  }

  get what() {
    const result = this.current[this.chosen];
    if (!result) return '';
    const { run, statistics } = this.texts;
    const [first] = this.records;
    const moved = this.movedOf(this.chosen).filter(Boolean).length;
    const ofText = 'x' in (this.definition?.base ?? {}) && !('x' in this.changes);
    const normal = `normal(${first.input_mean}, ${first.input_std}), ${run.seed(first.stream, first.seed)}`;
    const drawn = ofText ? statistics.text : 'x' in first ? '' : normal;
    const edits = this.edits.size > 0 ? ` · ${statistics.edits(this.edits.size, moved)}` : '';
    const shape = run.matrix(result.x.rows, result.x.columns);
    return [shape, drawn].filter(Boolean).join(', ') + edits;
  }

  get linkSettings() {
    const show = this.views[this.chosen] ?? '';
    return { preset: this.preset || 'cells', show: this.chosen > 0 ? show : '' };
  }

  /** @param {Record<string, string>} settings */
  takeSettings({ show = '' }) {
    this.chosen = Math.max(this.views.indexOf(show), 0);
  }

  /** The norms, of which one is shown. */
  get views() {
    return this.definition?.series.map(({ label }) => label) ?? [];
  }

  get taken() {
    return this.current.map((value, at) => ({ label: this.nameOf(at), record: this.askedFor[at], value }));
  }

  render() {
    const result = this.current[this.chosen];
    const choices = (this.definition?.series ?? []).map((_, series) => ({
      name: String(series),
      label: this.nameOf(series),
    }));
    return html`<div
      class="lab"
      data-lab="statistics"
      data-preset=${this.preset}
      data-chosen=${this.nameOf(this.chosen)}
    >
      ${this.known ? html`<div class="view-row">${wordChoice(this.texts.controls.norm, choices, String(this.chosen), (name) => (this.chosen = Number(name)))}</div>` : nothing}
      <figure
        class="chart"
        @cell-point=${(/** @type {CustomEvent} */ event) => (this.pointed = event.detail)}
        @cell-choose=${(/** @type {CustomEvent} */ event) => this.choose(event.detail)}
      >
        ${caption(this.finding, this.what)} ${result ? this.renderMatrices(result) : nothing}
      </figure>
      ${result ? this.renderNotices([this.chosen]) : nothing} ${result ? this.renderEditor() : nothing}
      ${this.renderControls()} ${this.renderFoot()}
    </div>`;
  }

  /** @param {number[]} each the series that are shown */
  renderNotices(each) {
    const { records } = this;
    const abouts = each.map((series) => ({
      name: this.nameOf(series),
      record: records[series],
      answer: this.current[series],
    }));
    return noticeList(abouts, this.context);
  }

  /** @param {Cell} cell */
  choose(cell) {
    this.selected = cell;
    this.pointed = undefined;
  }

  /** @param {Normalised} result */
  renderMatrices(result) {
    return html`<div class="matrices">
      <scope-cells
        .texts=${this.texts}
        .name=${this.texts.chart.input}
        .matrix=${result.x}
        .shared=${result.statistic}
        .selected=${this.cell}
      ></scope-cells>
      <scope-cells
        .texts=${this.texts}
        .name=${this.texts.chart.output}
        .matrix=${result.y}
        .shared=${result.statistic}
        .selected=${this.cell}
        .moved=${this.movedOf(this.chosen)}
      ></scope-cells>
      ${statisticsTable(result, this.records[this.chosen], this.statistic, this.texts)}
    </div>`;
  }

  renderEditor() {
    const { row, column } = this.selected;
    const kept = this.edits.get(placeOf(row, column)) ?? this.home;
    const entry = {
      name: 'x',
      label: this.texts.statistics.cell(row + 1, column + 1),
      help: this.texts.statistics.help,
      kind: /** @type {const} */ ('number'),
      minimum: null,
      maximum: null,
      choices: [],
      default: '0',
    };
    const mine = this.problem?.problem.field === 'x' ? this.problemWords : '';
    return html`<div class="control-row wide">
      <scope-field
        .texts=${this.texts}
        .entry=${entry}
        .text=${kept}
        .home=${this.home}
        .problem=${mine}
        @field-change=${(/** @type {CustomEvent} */ event) => this.edit(event.detail.text)}
      ></scope-field>
    </div>`;
  }
}
