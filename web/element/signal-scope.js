// `<signal-scope>`: one lab of the page as an element for any page. Its attributes are a scenario's fields; it alone
// changes its scenario, and what its reader changes is written back to the attributes. Importing this has no effect;
// `define.js` names the element.
import { LitElement, html, nothing, unsafeCSS } from 'lit';
import { clientFor } from '../core-client.js';
import { register } from '../register.js';
import base from '../base.css?inline';
import charts from '../charts/charts.css?inline';
import matrices from '../charts/matrices.css?inline';
import controls from '../controls/controls.css?inline';
import labs from '../labs/labs.css?inline';
import room from '../labs/room.css?inline';
import theme from '../theme.css?inline';
import own from './signal-scope.css?inline';
import { isQuantity } from '../labs/quantities.js';
import { attributeOf, fieldNames, propertyOf } from '../link/fields.js';
import english from '../language/english.js';
import { problemWords } from '../labs/notices.js';
import {
  asAttributes,
  changesOf,
  fewer,
  isOfLinks,
  readLink,
  shortened,
  sorted,
  unknownSetting,
  writeLink,
} from '../link/link.js';
import { plainPreset } from '../labs/own-presets.js';
import { labOf, presetNames, shownOf } from './shown.js';

/** @typedef {import('../labs/lab.js').Lab} Lab */
/** @typedef {import('../../wasm/signalscope.js').Problem} Problem */

/** Attributes that say nothing about the scenario. */
const ordinary =
  /^(id|class|style|slot|part|exportparts|title|dir|hidden|tabindex|role|is|inert|nonce|translate|draggable|accesskey|autofocus|itemid|itemprop|itemref|itemscope|itemtype|popover|contenteditable|spellcheck)$|^(aria|data|on)|[^a-z-]/;

/** @param {unknown} value as a property was given it */
const asText = (value) => (value === undefined || value === null ? undefined : String(value));

/** @param {string} names separated by blanks or commas */
const words = (names) => names.split(/[\s,]+/).filter(Boolean);

/**
 * Attributes: every field of the core with `-` for `_` (`weight-std`), and those below. Properties have their names in
 * camel case (`weightStd`) and reflect. Events: `load` once the first chart stands, `change` (`detail`: `field`,
 * `value`, `series`, `scenario`) when its reader changed something, `progress` (`detail.fraction`, 0 to 1) while it
 * runs, `error` (`detail`: the problem's `code`, `field`, `message`). What stands inside is shown where it cannot run.
 *
 * @slot - A picture or a link for readers whose browser cannot run it.
 * @csspart scope - Everything.
 * @csspart notices - What was wrong with attributes.
 */
export class SignalScope extends LitElement {
  static tag = 'signal-scope';
  static fields = fieldNames;

  static styles = [base, charts, matrices, controls, labs, room, theme, own].map((text) => unsafeCSS(text));

  /** @type {import('lit').PropertyDeclarations} */
  static properties = {
    /** A preset's name; without one the fields describe one network. */
    preset: { reflect: true },
    /** The fields that the reader may move, `none` or `all`; by default those that belong to the preset. */
    controls: { reflect: true },
    /** `light`, `dark`; by default the reader's. */
    theme: { reflect: true },
    /** The quantity that is shown first, such as `grad_rms`. */
    show: { reflect: true },
    /** Fields as a link has them, for one series of several: `weight_std.0=0.02&depth=30`. Goes before attributes. */
    scenario: { reflect: true },
    /** Where `signalscope-core.wasm` stands, if not beside the script. */
    wasmUrl: { attribute: 'wasm-url', reflect: true },
    /** A Signalscope page, for the links that a reader can take away. */
    pageUrl: { attribute: 'page-url', reflect: true },
    /** Of the chart's title, in the outline of the page around it. */
    headingLevel: { attribute: 'heading-level', type: Number },
    ...Object.fromEntries(
      fieldNames.map((field) => [propertyOf(field), { attribute: attributeOf(field), reflect: true }]),
    ),
    lab: { state: true },
    bad: { state: true },
    failure: { state: true },
  };

  static get observedAttributes() {
    return [...super.observedAttributes, 'lang'];
  }

  constructor() {
    super();
    this.preset = /** @type {string | undefined} */ (undefined);
    this.controls = /** @type {string | undefined} */ (undefined);
    this.theme = /** @type {string | undefined} */ (undefined);
    this.show = /** @type {string | undefined} */ (undefined);
    this.scenario = /** @type {string | undefined} */ (undefined);
    this.wasmUrl = /** @type {string | undefined} */ (undefined);
    this.pageUrl = /** @type {string | undefined} */ (undefined);
    this.headingLevel = 2;
    /** @type {Lab | undefined} */
    this.lab = undefined;
    /** @type {import('../link/link.js').Refused[]} what was dropped */
    this.bad = [];
    this.failure = '';
    /** The pairs that the lab has been given. */
    this.given = '';
    /** Which choice of a lab, and which look at the fields, is the newest. */
    this.choices = 0;
    this.looks = 0;
    this.loaded = false;
    /** What was said last, so that nothing is said twice. */
    this.said = { problem: '', fraction: -1 };
  }

  /** @param {string} name @param {string | null} old @param {string | null} value */
  attributeChangedCallback(name, old, value) {
    super.attributeChangedCallback(name, old, value);
    if (name === 'lang') this.requestUpdate();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (this.choices === 0 || changed.has('preset') || changed.has('wasmUrl')) void this.choose();
    else if (this.lab) {
      this.dress(this.lab);
      if (changed.has('show')) this.lab.takeSettings({ show: this.show ?? '' });
      if (this.lab.known && JSON.stringify(this.pairs) !== this.given)
        void this.apply().then(() => this.lab?.rerun());
    }
  }

  /** Every field that is set, as a link would have it. @returns {[string, string][]} */
  get pairs() {
    const fields = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (this));
    /** @type {Map<string, string>} */
    const pairs = new Map();
    for (const field of fieldNames) {
      const text = asText(fields[propertyOf(field)]);
      if (text !== undefined) pairs.set(field, text);
    }
    for (const name of this.strangers) pairs.set(name.replaceAll('-', '_'), this.getAttribute(name) ?? '');
    for (const [name, text] of readLink(this.scenario ?? '').pairs) pairs.set(name, text);
    return [...pairs];
  }

  /** Attributes that are neither HTML's nor ours: a slip of the pen, to be named. */
  get strangers() {
    const { observedAttributes } = SignalScope;
    return this.getAttributeNames().filter(
      (name) => !observedAttributes.includes(name) && !ordinary.test(name),
    );
  }

  /** The lab of the preset, in place of the one before. */
  async choose() {
    const mine = (this.choices += 1);
    const preset = String(this.preset ?? '');
    const shown = shownOf(preset);
    try {
      const element = await labOf(shown);
      if (mine !== this.choices) return;
      register(element);
      const lab = new element();
      lab.client = clientFor(this.wasmUrl);
      lab.preset = preset === 'cells' ? '' : preset;
      if (!presetNames.includes(preset)) lab.given = plainPreset(this.title);
      lab.prepare = () => {
        lab.takeSettings({ show: this.show ?? '' });
        return this.apply();
      };
      this.dress(lab);
      this.lab = lab;
      this.given = '';
    } catch (error) {
      this.fail(error);
    }
  }

  /** What of the lab does not depend on the scenario. @param {Lab} lab */
  dress(lab) {
    const shown = shownOf(this.preset ?? '');
    if (shown.quantities) Object.assign(lab, { quantities: this.quantities(shown.quantities) });
    else if (this.show) Object.assign(lab, { quantities: this.quantities('rms grad_rms') });
    lab.language = this.lang || undefined;
    lab.pageUrl = this.pageUrl ?? '';
    const named = words(this.controls ?? '');
    lab.own = '';
    if (this.controls === undefined || this.controls === null) {
      lab.fields = shown.fields;
      lab.more = shown.more ?? everyOther(shown.fields);
    } else {
      lab.fields = named.includes('all')
        ? `${shown.fields} ${shown.more ?? everyOther(shown.fields)}`
        : named.join(' ');
      lab.more = '';
    }
  }

  /** The views with the one asked for in front. @param {string} names */
  quantities(names) {
    const { show } = this;
    return show && isQuantity(show)
      ? [show, ...words(names).filter((name) => name !== show)].join(' ')
      : names;
  }

  /** Gives the lab the fields that can be used, and names the others. */
  async apply() {
    const { lab, pairs } = this;
    if (!lab?.known || !lab.definition) return;
    const mine = (this.looks += 1);
    this.given = JSON.stringify(pairs);
    const { settings, left } = readLink(this.scenario ?? '');
    const link = { settings: { ...settings, show: this.show ?? '' }, pairs, left };
    const { good, bad } = await sorted(link, lab);
    if (mine !== this.looks || lab !== this.lab) return;
    this.bad = [...this.badSettings, ...bad];
    for (const { problem } of this.bad) this.say('error', problem);
    lab.initial = lab.changes = changesOf(good, lab.definition);
  }

  /** What is wrong beside fields. */
  get badSettings() {
    const { preset = '', theme = '', controls = '', lab } = this;
    const texts = lab?.texts ?? english;
    const known = ['all', 'none', ...(lab?.entries.keys() ?? [])];
    /** @type {[string, string, string[]][]} */
    const rows = [
      ['preset', preset, presetNames],
      ['theme', theme, ['light', 'dark']],
      ...words(controls).map((name) => /** @type {[string, string, string[]]} */ (['controls', name, known])),
    ];
    return rows
      .filter(([, value, may]) => value && !may.includes(value))
      .map(([name, value, may]) => unknownSetting(name, value, may, texts));
  }

  /** In the reader's language. @param {import('../link/link.js').Refused} refused */
  wordsOf({ problem, value }) {
    const { lab } = this;
    return lab && !isOfLinks(problem)
      ? problemWords(problem, { [problem.field]: value }, lab.context)
      : problem.message;
  }

  /** The scenario as a link carries it. */
  get link() {
    const changes = this.lab?.definition ? shortened(this.lab.changes, this.lab.definition) : {};
    return writeLink({ preset: this.preset ?? '', show: this.show ?? '' }, changes);
  }

  /** @param {unknown} error */
  fail(error) {
    this.failure = error instanceof Error ? error.message : String(error);
    this.say('error', { code: 'core_failed', field: '', message: this.failure });
  }

  /** @param {string} name @param {object} [detail] */
  say(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** The reader moved a control. @param {CustomEvent<{field: string, text: string, series?: number}>} event */
  onChange({ detail: { field, text, series } }) {
    this.say('change', { field, value: text, series, scenario: this.link });
  }

  /** The lab has drawn: what there is to say of it, and what its reader changed, on the element. */
  onDrawn() {
    const { lab } = this;
    if (!lab) return;
    this.level(lab);
    // Its charts draw after it has.
    setTimeout(() => this.level(lab));
    const fraction = lab.phase === 'running' ? lab.fraction : 1;
    if (fraction !== this.said.fraction && lab.known) this.say('progress', { fraction });
    const { problem } = lab.problem ?? {};
    const trouble = lab.failure || problem?.message || '';
    if (trouble && trouble !== this.said.problem) {
      this.say('error', problem ?? { code: 'core_failed', field: '', message: lab.failure });
    }
    this.said = { problem: trouble, fraction };
    this.failure = lab.failure;
    if (lab.phase !== 'done') return;
    this.reflect(lab);
    if (!this.loaded) this.say('load');
    this.loaded = true;
  }

  /** Titles in the outline of the page around. @param {Lab} lab */
  level(lab) {
    for (const title of lab.querySelectorAll('.finding')) {
      title.setAttribute('aria-level', String(this.headingLevel));
    }
  }

  /** A scenario that has run stands in the attributes. @param {Lab} lab */
  reflect(lab) {
    if (!lab.definition) return;
    const { fields, scenario } = asAttributes(shortened(lab.changes, lab.definition));
    const properties = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (this));
    const refused = this.bad.map(({ problem }) => problem.field);
    for (const field of fieldNames) {
      const now = fields[field];
      // What was refused stays where its author can find it.
      if (now === undefined && refused.includes(field)) continue;
      if (asText(properties[propertyOf(field)]) !== now) properties[propertyOf(field)] = now;
    }
    if (scenario !== (this.scenario ?? '')) this.scenario = scenario || undefined;
    this.given = JSON.stringify(this.pairs);
  }

  render() {
    const failed = this.failure !== '';
    return html`<div class="scope" part="scope" @lab-change=${this.onChange} @lab-drawn=${this.onDrawn}>
      ${
        this.bad.length
          ? html`<ul class="notices" part="notices" role="status">
              ${fewer(this.bad, this.lab?.texts ?? english).map((refused) => html`<li class="problem">${this.wordsOf(refused)}</li>`)}
            </ul>`
          : nothing
      }
      ${failed ? html`<slot></slot>` : nothing}
      ${failed && !this.lab ? html`<p class="problem" role="alert">${this.failure}</p>` : nothing}
      ${
        this.lab ??
        html`<div class="caption"></div>
          <div class="chart-space"></div>`
      }
    </div>`;
  }
}

/** The other fields of a run, in the catalog's order. @param {string} fields */
function everyOther(fields) {
  const taken = words(fields);
  const last = fieldNames.indexOf('precision') + 1;
  return fieldNames
    .slice(0, last)
    .filter((field) => !taken.includes(field))
    .join(' ');
}
