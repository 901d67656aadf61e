// What all labs show: a control for each field, and what can be taken away.
import { html, nothing } from 'lit';
import { ScopeField } from '../controls/field.js';
import { ScopeOffer } from '../takeaway/offer.js';
import { problemWords } from './notices.js';
import { remembered } from './remembered.js';
import { RunningLab } from './running-lab.js';
import { choiceLabel, labelOf, nameFor, owners, textOf } from './scenario.js';

/**
 * @typedef {import('./running-lab.js').Known} Known
 * @typedef {import('./running-lab.js').Preset} Preset
 * @typedef {import('./running-lab.js').Problem} Problem
 * @typedef {import('./running-lab.js').Texts} Texts
 */

/** @typedef {{label: string, record: import('./scenario.js').Fields, value: any}} Taken one series */

/**
 * @param {import('../../wasm/signalscope.js').Catalog} catalog
 * @param {import('../../wasm/signalscope.js').FieldEntry} entry
 * @param {Texts} texts
 */
const choicesOf = (catalog, entry, texts) =>
  entry.choices.map((name) => ({ name, label: choiceLabel(catalog, entry.name, name, texts) }));

/** @param {string} names */
const words = (names) => names.split(/\s+/).filter(Boolean);

export class Lab extends RunningLab {
  static tag = '';
  /** The elements that it draws with. @type {import('../register.js').Registrable[]} */
  static parts = [ScopeField, ScopeOffer];

  constructor() {
    super();
    /** The same objects as long as they say the same. @type {Map<string, typeof choicesOf>} by field */
    this.choicesFor = new Map();
  }

  // ---- what can be taken away --------------------------------------------------------------------------------------

  /** The answers that are drawn. Overridden by each lab that has any. @returns {Taken[]} */
  get taken() {
    return [];
  }

  /** What its chart is made of: a verb's answers, or what a lab makes of several of them. @returns {string} */
  get kind() {
    return this.definition?.verb ?? 'propagate';
  }

  /** What a program prints of each series; where nothing is named, what is usual for the kind. */
  get printed() {
    return this.definition?.columns ?? [];
  }

  /** Whether its chart is drawn as SVG. */
  get hasPicture() {
    const { parts } = /** @type {typeof Lab} */ (this.constructor);
    return parts.some(({ tag }) => tag === 'scope-lines' || tag === 'scope-dots');
  }

  /** What a link says of it beside fields. @returns {Record<string, string>} */
  get linkSettings() {
    return { preset: this.preset };
  }

  /** Takes back what `linkSettings` gave. @param {Record<string, string>} _settings */
  takeSettings(_settings) {}

  /** Whose field it is, for a lab whose runs are made of more than one verb. @param {string} _field */
  verbOf(_field) {
    return this.definition?.verb ?? 'propagate';
  }

  /** A record as its verb takes it. @param {import('./scenario.js').Fields} record */
  forVerb(record) {
    return record;
  }

  /** What a link may ask to be shown first. @returns {string[]} */
  get views() {
    return [];
  }

  /** Whether a name in a link is this lab's own, beside the core's fields. @param {string} _name */
  isOwn(_name) {
    return false;
  }

  /**
   * What is wrong with a pair of its own.
   * @param {[string, string]} _pair
   * @param {import('./scenario.js').Fields} _record of the first series
   * @returns {Problem | null}
   */
  problemOf(_pair, _record) {
    return null;
  }

  /** Whether `<signal-scope>` can show it. */
  get hasElement() {
    return true;
  }

  /** What stands under every lab. */
  renderFoot() {
    return html`<scope-offer
        .lab=${this}
        .taken=${this.phase === 'done' ? this.taken : []}
        .texts=${this.texts}
        .page=${this.pageUrl}
      ></scope-offer>
      <p class="spoken" role="status">${this.spoken}</p>`;
  }

  // ---- controls ----------------------------------------------------------------------------------------------------

  /**
   * @param {string} name
   * @param {number} [series]
   * @param {string} [of] the series' name
   * @param {unknown} [sample]
   */
  renderField(name, series, of = '', sample = nothing) {
    const entry = this.entries.get(name);
    const preset = this.definition;
    if (!entry || !preset || !this.known) return nothing;
    const { catalog } = this.known;
    if (!this.choicesFor.has(name)) this.choicesFor.set(name, remembered(choicesOf));
    const choices = this.choicesFor.get(name)?.(catalog, entry, this.texts) ?? [];
    const mine =
      this.problem?.problem.field === name && (series === undefined || series === this.problem.index);
    return html`<scope-field
      .entry=${entry}
      .text=${textOf(preset, this.changes, entry, series)}
      .home=${textOf(preset, {}, entry, series)}
      .choices=${choices}
      .of=${of}
      .sample=${sample}
      .texts=${this.texts}
      .problem=${mine ? this.problemWords : ''}
      @field-change=${(/** @type {CustomEvent} */ event) => this.change(name, event.detail.text, series)}
    ></scope-field>`;
  }

  /**
   * Controls that are shared first, then for each field that the series differ in one control a series.
   * @param {string[]} names
   */
  renderRow(names) {
    const preset = this.definition;
    if (!preset || names.length === 0) return nothing;
    const shared = names.filter(
      (name) => owners(preset, name).length < preset.series.length && this.isUsed(name),
    );
    const split = names.filter((name) => owners(preset, name).length > 0);
    return html`<div class="control-row">
      ${shared.map((name) => this.renderField(name))}
      ${split.map((name) => this.renderGroup(name, owners(preset, name)))}
    </div>`;
  }

  /**
   * @param {string} name
   * @param {number[]} each
   */
  renderGroup(name, each) {
    return html`<p class="group-legend">${this.texts.controls.each(this.entries.get(name)?.label ?? '')}</p>
      ${each.map((series) => this.renderField(name, series, this.nameOf(series), this.sampleOf(series)))}`;
  }

  /** What a control of one series is called. @param {number} series */
  nameOf(series) {
    const { definition, entries, texts } = this;
    return definition ? nameFor(definition, series, this.records[series], entries, texts) : '';
  }

  /** What a series is called that was run with this record. @param {number} series @param {object} record */
  labelFor(series, record) {
    const { catalog } = /** @type {Known} */ (this.known);
    return labelOf(
      /** @type {Preset} */ (this.definition),
      this.changes,
      series,
      record,
      catalog,
      this.texts,
    );
  }

  /** The mark of one series. @param {number} _series @returns {unknown} */
  sampleOf(_series) {
    return nothing;
  }

  /** Whether a shared control would change anything now. @param {string} _name */
  isUsed(_name) {
    return true;
  }

  /** The problem in the reader's words. */
  get problemWords() {
    if (!this.problem) return '';
    const { problem, index } = this.problem;
    return problemWords(problem, this.records[index], this.context);
  }

  /** A problem without a control beside which it could stand. */
  renderOrphan() {
    if (this.failure) return html`<p class="problem orphan" role="alert" lang="en">${this.failure}</p>`;
    if (!this.problem) return nothing;
    const shown = [...words(this.own), ...words(this.fields), ...words(this.more)];
    const { field } = this.problem.problem;
    if (shown.includes(field) && this.isUsed(field)) return nothing;
    return html`<p class="problem orphan" role="alert">${this.problemWords}</p>`;
  }

  /** The fields of the section and the others: one row, unless the first have a control a series. */
  get rows() {
    const preset = /** @type {Preset} */ (this.definition);
    const [own, fields] = [words(this.own), words(this.fields)];
    return own.some((name) => owners(preset, name).length > 0) ? [own, fields] : [[...own, ...fields], []];
  }

  renderControls() {
    if (!this.known) return this.failure ? this.renderOrphan() : html`<div class="controls-space"></div>`;
    const more = words(this.more).filter((name) => this.entries.has(name) && this.isUsed(name));
    const [own, fields] = this.rows;
    return html`<div class="controls">
      ${this.renderRow(own)} ${this.renderRow(fields)}
      ${
        more.length
          ? html`<details class="more" ?open=${this.problem && more.includes(this.problem.problem.field)}>
              <summary>${this.texts.controls.more}</summary>
              ${this.renderRow(more)}
            </details>`
          : nothing
      }
      <button type="button" class="word reset" ?hidden=${!this.changed} @click=${() => this.reset()}>
        ${this.texts.controls.reset}
      </button>
      ${this.renderOrphan()}
    </div>`;
  }
}
