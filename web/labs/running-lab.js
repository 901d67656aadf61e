// How a lab lives: a preset, what the reader changed, its language, its runs, and a state that can be read from outside.
// Data runs one way: a control emits an event, the lab changes its own fields, asks the core, and draws the answer.
import { LitElement } from 'lit';
import { clientFor } from '../core-client.js';
import english from '../language/english.js';
import { isForeign, languageAround, textsOf } from '../language/language.js';
import { ownPresets } from './own-presets.js';
import { remembered } from './remembered.js';
import { entriesOf, recordsOf, slot } from './scenario.js';

/**
 * @typedef {import('./scenario.js').Preset} Preset
 * @typedef {import('./scenario.js').Changes} Changes
 * @typedef {import('../../wasm/signalscope.js').Problem} Problem
 * @typedef {import('../language/language.js').Texts} Texts
 */

/** @typedef {{catalog: import('../../wasm/signalscope.js').Catalog, presets: Record<string, Preset>}} Known */

let labs = 0;

/**
 * `preset` names the scenarios, `own` the fields that the section is about, `fields` and `more` the others with a
 * control. `given` is a preset of one's own, in place of a named one. `language` is a language tag; by default the lab
 * speaks as its surroundings do.
 */
export class RunningLab extends LitElement {
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
    this.begun ||= (this.streams && this.known !== undefined) || !['waiting', 'running'].includes(this.phase);
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
}
