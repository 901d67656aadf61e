// One control for one field of a record, as the catalog describes it. It says what the reader did and changes nothing.
import { LitElement, html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { withPoint } from '../format.js';
import english from '../language/english.js';
import { nearest, stepsOf } from './steps.js';

/** @typedef {import('../../wasm/signalscope.js').FieldEntry} FieldEntry */

let fields = 0;

/**
 * `text` is what the reader gave, right or wrong; `choices` are the words to choose from with their labels; `of` names
 * the one series that it is about. Emits `field-change` with the name and the new text.
 */
export class ScopeField extends LitElement {
  static tag = 'scope-field';

  /** @type {import('lit').PropertyDeclarations} */
  static properties = {
    entry: { attribute: false },
    text: {},
    home: {},
    choices: { attribute: false },
    of: {},
    problem: { attribute: false },
    sample: { attribute: false },
    texts: { attribute: false },
  };

  constructor() {
    super();
    /** @type {FieldEntry | undefined} */
    this.entry = undefined;
    this.text = '';
    /** What it showed before the reader touched it. */
    this.home = '';
    /** @type {{name: string, label: string}[]} */
    this.choices = [];
    this.of = '';
    /** @type {unknown} */
    this.problem = '';
    /** @type {import('../language/language.js').Texts} */
    this.texts = english;
    /** @type {unknown} */
    this.sample = nothing;
    fields += 1;
    this.fieldId = `field-${fields}`;
  }

  createRenderRoot() {
    return this;
  }

  /** @param {string} text */
  emit(text) {
    const detail = { field: this.entry?.name, text };
    this.dispatchEvent(new CustomEvent('field-change', { detail, bubbles: true }));
  }

  render() {
    const entry = this.entry;
    if (!entry) return nothing;
    const kind = entry.kind === 'choice' ? 'choice' : entry.kind === 'flag' ? 'flag' : 'number';
    return html`<div class="field ${kind} ${this.of ? 'of' : ''}" data-field=${entry.name}>
      <div class="field-label">
        ${this.sample}<label for=${this.fieldId} title=${entry.help}>${this.of || entry.label}</label>
        ${this.renderAuto(entry)}
      </div>
      ${kind === 'choice' ? this.renderChoice(entry) : kind === 'flag' ? this.renderFlag(entry) : this.renderNumber(entry)}
      <p class="problem" id="${this.fieldId}-problem" ?hidden=${!this.problem}>${this.problem}</p>
    </div>`;
  }

  /** @param {FieldEntry} entry */
  name(entry) {
    return this.of ? `${entry.label}, ${this.of}` : entry.label;
  }

  /** @param {FieldEntry} entry */
  renderNumber(entry) {
    const steps = stepsOf(entry, this.home === '' ? NaN : Number(this.home));
    const at = nearest(steps, Number(withPoint(this.text)) || (entry.name === 'gain' ? 1 : 0));
    return html`<input
        class="range"
        type="range"
        min="0"
        max=${steps.length - 1}
        step="1"
        .value=${live(String(at))}
        aria-label=${this.texts.controls.slider(this.name(entry))}
        aria-valuetext=${this.text}
        @input=${(/** @type {Event} */ event) => this.emit(String(steps[Number(/** @type {HTMLInputElement} */ (event.target).value)]))}
      /><input
        class="entry"
        id=${this.fieldId}
        type="text"
        inputmode="decimal"
        autocomplete="off"
        spellcheck="false"
        dir="ltr"
        .value=${live(this.text)}
        aria-label=${this.name(entry)}
        aria-invalid=${this.problem ? 'true' : 'false'}
        aria-describedby="${this.fieldId}-problem"
        @input=${(/** @type {Event} */ event) => this.emit(/** @type {HTMLInputElement} */ (event.target).value)}
        @keydown=${(/** @type {KeyboardEvent} */ event) => this.onKey(event, steps, at)}
      />`;
  }

  /** The way back from a number to what the core would choose. @param {FieldEntry} entry */
  renderAuto(entry) {
    if (entry.kind !== 'number_or_auto' || this.text === 'auto') return nothing;
    return html`<button type="button" class="word" @click=${() => this.emit('auto')}>
      ${this.texts.controls.auto}
    </button>`;
  }

  /**
   * Up and down step through the slider's values, as a number input would.
   * @param {KeyboardEvent} event
   * @param {number[]} steps
   * @param {number} at
   */
  onKey(event, steps, at) {
    const move = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!move) return;
    event.preventDefault();
    this.emit(String(steps[Math.min(Math.max(at + move, 0), steps.length - 1)]));
  }

  /** @param {FieldEntry} entry */
  renderChoice(entry) {
    return html`<select
      class="pick"
      id=${this.fieldId}
      aria-label=${this.name(entry)}
      aria-invalid=${this.problem ? 'true' : 'false'}
      aria-describedby="${this.fieldId}-problem"
      @change=${(/** @type {Event} */ event) => this.emit(/** @type {HTMLSelectElement} */ (event.target).value)}
    >
      ${this.choices.map(
        (choice) =>
          html`<option value=${choice.name} .selected=${live(choice.name === this.text)}>
            ${choice.label}
          </option>`,
      )}
    </select>`;
  }

  /** @param {FieldEntry} entry */
  renderFlag(entry) {
    return html`<input
      id=${this.fieldId}
      class="flag"
      type="checkbox"
      .checked=${live(this.text === 'true')}
      aria-label=${this.name(entry)}
      aria-describedby="${this.fieldId}-problem"
      @change=${(/** @type {Event} */ event) => this.emit(String(/** @type {HTMLInputElement} */ (event.target).checked))}
    />`;
  }
}
