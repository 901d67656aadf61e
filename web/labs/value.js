// A number in a sentence, read from a lab: it changes when the lab does, and nobody typed it.
import { LitElement } from 'lit';
import { scientific, spoken } from '../format.js';

/** @typedef {import('./lab.js').Lab} Lab */

/**
 * `of` is the lab's preset, `series` a label of it, `column` what is read, such as `skip_path@last`; `as` is `spoken`
 * or `scientific`.
 */
export class ScopeValue extends LitElement {
  static tag = 'scope-value';

  /** @type {import('lit').PropertyDeclarations} */
  static properties = {
    of: {},
    series: {},
    column: {},
    as: {},
    value: { state: true },
  };

  constructor() {
    super();
    this.of = '';
    this.series = '';
    this.column = '';
    this.as = 'spoken';
    /** @type {number | undefined} */
    this.value = undefined;
    /** @param {Event} event */
    this.onLab = ({ target }) => {
      const lab = /** @type {Lab} */ (target);
      if (lab.getAttribute('preset') === this.of) this.value = lab.numberOf(this.series, this.column);
    };
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener('lab-drawn', this.onLab);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener('lab-drawn', this.onLab);
  }

  /** Until there is a number its room is kept (page.css), so that the sentence seldom breaks anew. */
  willUpdate() {
    this.toggleAttribute('awaited', this.value === undefined);
  }

  render() {
    if (this.value === undefined) return '…';
    if (Number.isInteger(this.value)) return String(this.value);
    return this.as === 'scientific' ? scientific(this.value) : spoken(this.value);
  }
}
