// What all labs share: a preset, what the reader changed, the controls for it, and a state that can be read from outside.
// Data runs one way: a control emits an event, the lab changes its own fields, asks the core, and draws the answer.
import { LitElement, html, nothing } from 'lit';
import { clientFor } from '../core-client.js';
import { ScopeField } from '../controls/field.js';
import english from '../language/english.js';
import { isForeign, languageAround, textsOf } from '../language/language.js';
import { ScopeOffer } from '../takeaway/offer.js';
import { problemWords } from './notices.js';
import { ownPresets } from './own-presets.js';
import { remembered } from './remembered.js';
import { choiceLabel, entriesOf, labelOf, nameFor, owners, recordsOf, slot, textOf } from './scenario.js';

/**
 * @typedef {import('./scenario.js').Preset} Preset
 * @typedef {import('./scenario.js').Changes} Changes
 * @typedef {import('../../wasm/signalscope.js').Problem} Problem
 * @typedef {import('../language/language.js').Texts} Texts
 */

/** @typedef {{catalog: import('../../wasm/signalscope.js').Catalog, presets: Record<string, Preset>}} Known */

/** @typedef {{label: string, record: import('./scenario.js').Fields, value: any}} Taken one series */

let labs = 0;

/**
 * @param {import('../../wasm/signalscope.js').Catalog} catalog
 * @param {import('../../wasm/signalscope.js').FieldEntry} entry
 * @param {Texts} texts
 */
const choicesOf = (catalog, entry, texts) =>
  entry.choices.map((name) => ({ name, label: choiceLabel(catalog, entry.name, name, texts) }));

/** @param {string} names */
const words = (names) => names.split(/\s+/).filter(Boolean);

/**
 * `preset` names the scenarios, `own` the fields that the section is about, `fields` and `more` the others with a
 * control. `given` is a preset of one's own, in place of a named one. `language` is a language tag; by default the lab
 * speaks as its surroundings do.
 */
export class Lab extends LitElement {
  static tag = '';
  /** The elements that it draws with. @type {import('../register.js').Registrable[]} */
  static parts = [ScopeField, ScopeOffer];

  /** @type {import('lit').PropertyDeclarations} */
  static properties = {
    preset: {},
    given: { attribute: false },
    language: { attribute: false, noAccessor: true },
    texts: { state: true },
    own: {},
    fields: {},
    more: {},
    changes: { state: true },
    known: { state: true },
    problem: { state: true },
    failure: { state: true },
    phase: { state: true },
    spoken: { state: true },
  };

  constructor() {
    super();
    this.preset = '';
    /** Whom it asks; one for all labs unless the core comes from an address of its own. */
    this.client = clientFor();
    /** @type {Preset | undefined} */
    this.given = undefined;
    /** @type {string | undefined} */
    this.asLanguage = undefined;
    /** All that it says. @type {Texts} */
    this.texts = english;
    /** Whether the words have come; until then nothing is drawn. */
    this.worded = false;
    this.own = '';
    this.fields = '';
    this.more = '';
    /** @type {Changes} */
    this.changes = {};
    /** Where `reset` goes back to. @type {Changes} */
    this.initial = {};
    /** What has to be done before the first run, by whoever holds the lab. @type {() => Promise<void>} */
    this.prepare = async () => {};
    /** @type {Known | undefined} */
    this.known = undefined;
    /** @type {{problem: Problem, index: number} | undefined} */
    this.problem = undefined;
    this.failure = '';
    /** How much of the run is done, 0 to 1. */
    this.fraction = 0;
    /** @type {'waiting' | 'running' | 'done' | 'stopped' | 'problem' | 'failed'} */
    this.phase = 'waiting';
    labs += 1;
    this.lane = `lab-${labs}`;
    // The same objects as long as they say the same, so that controls are not drawn again with every layer.
    this.entriesFor = remembered(entriesOf);
    this.recordsFor = remembered(recordsOf);
    /** @type {Map<string, typeof choicesOf>} by field */
    this.choicesFor = new Map();
    /** @type {IntersectionObserver | undefined} */
    this.nearness = undefined;
    this.asked = false;
    /** The address of a Signalscope page, for links that can be taken away; empty where none is known. */
    this.pageUrl = '';
    /** Whether it draws while it runs; others come whole with their first answer, so that no part pushes another. */
    this.streams = false;
    this.begun = false;
    /** What a screen reader is told once a change has settled. */
    this.spoken = '';
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.speaking = undefined;
    /** Whether the reader has changed anything, so that a page that is only read stays silent. */
    this.touched = false;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.speak();
    this.client.hold();
    // Work starts a screen ahead of the reader, not for sections that nobody scrolls to.
    this.nearness = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && this.start(),
      {
        rootMargin: '100% 0px',
      },
    );
    this.nearness.observe(this);
  }

  /** @returns {string} */
  get language() {
    return this.asLanguage ?? languageAround(this);
  }

  /** @param {string | undefined} tag */
  set language(tag) {
    this.asLanguage = tag;
    if (this.isConnected) this.speak();
  }

  /** Takes the words of its language, at once or when they have come. */
  speak() {
    const tag = this.language;
    const texts = textsOf(tag);
    /** @param {Texts} found */
    const take = (found) => {
      if (this.language !== tag) return;
      this.texts = found;
      this.worded = true;
      // Whatever the page around: all languages that there are words for run from left to right.
      this.dir = 'ltr';
      // What is around is in a language that there are no words for.
      if (isForeign(tag, found)) this.lang = found.lang;
      this.relabel();
    };
    if (texts instanceof Promise) texts.then(take);
    else take(texts);
  }

  /** Puts names that are kept with the answers into the language of now. Overridden where there are any. */
  relabel() {}

  /** Says how far it is even while there is nothing to draw. */
  shouldUpdate() {
    this.dataset.state = this.phase;
    this.begun ||= this.streams || !['waiting', 'running'].includes(this.phase);
    return this.worded && this.begun;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.nearness?.disconnect();
    clearTimeout(this.speaking);
    this.client.lanes.get(this.lane)?.abort();
    this.client.release();
  }

  async start() {
    this.nearness?.disconnect();
    try {
      const [catalog, presets] = await Promise.all([
        this.client.known('catalog'),
        this.client.known('presets'),
      ]);
      this.known = { catalog, presets };
      await this.prepare();
      await this.run(false);
    } catch (error) {
      this.fail(error);
    }
  }

  /** @param {unknown} error */
  fail(error) {
    this.failure = error instanceof Error ? error.message : String(error);
    this.phase = 'failed';
  }

  /** @returns {Preset | undefined} */
  get definition() {
    return this.given ?? (this.known && (this.known.presets[this.preset] ?? ownPresets[this.preset]));
  }

  /** The fields of the verb that this lab asks for. */
  get entries() {
    const { catalog } = /** @type {Known} */ (this.known);
    return this.entriesFor(catalog, this.definition?.verb ?? 'propagate', this.texts);
  }

  /** The title of the preset, in the reader's words. */
  get heading() {
    return this.texts.names.preset(this.definition?.title ?? '');
  }

  /** What notices and refusals are read with. */
  get context() {
    const { catalog } = /** @type {Known} */ (this.known);
    return { texts: this.texts, entries: this.entries, catalog };
  }

  /** One record a series, as the reader has set them. */
  get records() {
    return this.recordsFor(/** @type {Preset} */ (this.definition), this.changes, this.entries);
  }

  /**
   * Sets one field, as a control, a word in the text or a link does.
   * @param {string} field
   * @param {string} text
   * @param {number | string} [series] its index, or the place of a cell
   * @param {boolean} [isBack] whether the field is as it was, and no change any more
   */
  change(field, text, series, isBack = false) {
    const { [slot(field, series)]: _, ...others } = this.changes;
    this.changes = isBack ? others : { ...this.changes, [slot(field, series)]: text };
    this.touched = true;
    this.rerun();
    this.dispatchEvent(new CustomEvent('lab-change', { detail: { field, text, series }, bubbles: true }));
  }

  /** Whether there is anything to reset. */
  get changed() {
    return JSON.stringify(this.changes) !== JSON.stringify(this.initial);
  }

  reset() {
    this.changes = this.initial;
    this.rerun();
  }

  /** Several changes in one go are one run; it is asked for before anything is drawn, so that the workers begin. */
  rerun() {
    if (this.asked || !this.known) return;
    this.asked = true;
    queueMicrotask(async () => {
      this.asked = false;
      try {
        await this.run(true);
      } catch (error) {
        this.fail(error);
      }
    });
    this.phase = 'running';
  }

  /**
   * Asks the core and keeps the answer. Overridden by each lab.
   * @param {boolean} _urgent whether the reader waits for it
   * @returns {Promise<void>}
   */
  async run(_urgent) {}

  /**
   * One answer a record; on the first problem none, and the lab says which it was.
   * @param {import('../engine.js').Verb} verb
   * @param {object[]} records
   * @returns {Promise<any[] | undefined>}
   */
  async askAll(verb, records) {
    const answers = await Promise.all(records.map((record) => this.client.call(verb, record)));
    const index = answers.findIndex(({ problem }) => problem);
    const problem = answers[index]?.problem;
    this.problem = problem ? { problem, index } : undefined;
    if (problem) this.phase = 'problem';
    return problem ? undefined : answers.map(({ value }) => value);
  }

  updated() {
    if (this.touched) this.speakSoon();
    this.dispatchEvent(new CustomEvent('lab-drawn', { bubbles: true }));
  }

  /**
   * A number of the answer that is drawn, for a sentence; nothing where there is none.
   * @param {string} _series a label of the preset
   * @param {string} _column
   * @returns {number | undefined}
   */
  numberOf(_series, _column) {
    return undefined;
  }

  /** One sentence for a whole run of slider ticks. */
  speakSoon() {
    clearTimeout(this.speaking);
    this.speaking = setTimeout(() => {
      if (this.phase === 'done') this.spoken = this.querySelector('.finding')?.textContent?.trim() ?? '';
    }, 800);
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
