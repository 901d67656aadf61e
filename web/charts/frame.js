// The frame that all charts share: an element as wide as its place, its caption, its cursor. Charts import this file
// and nothing else of the page.
import { LitElement } from 'lit';
import english from '../language/english.js';

/** @typedef {import('./end-labels.js').EndLabel} EndLabel */

export * from './end-labels.js';
export * from './parts.js';
export { capitalised, fixed, scientific, spoken } from '../format.js';
export { bandsIn } from '../scale/bands.js';
export { linearAxis } from '../scale/linear.js';
export { logAxis } from '../scale/log.js';
export { layLanes, placeOf } from '../scale/lanes.js';
export { placesOf } from '../scale/places.js';
export { plan, runsOf, thinned } from '../scale/plot.js';

let charts = 0;

/** Draws into the page itself, so that one style sheet and one table of contents serve all charts. */
export class Chart extends LitElement {
  /** @type {import('lit').PropertyDeclarations} */
  static properties = {
    width: { state: true },
    texts: { attribute: false },
  };

  constructor() {
    super();
    /** Pixels; 0 until the element has been laid out. */
    this.width = 0;
    /** @type {import('../language/language.js').Texts} */
    this.texts = english;
    charts += 1;
    this.chartId = `chart-${charts}`;
    /** @type {ResizeObserver | undefined} */
    this.sizes = undefined;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.sizes = new ResizeObserver(([entry]) => {
      // A frame later: drawn within the round of measuring it would change its own height, and browsers report that to
      // the page as an error.
      requestAnimationFrame(() => (this.width = Math.floor(entry.contentRect.width)));
    });
    this.sizes.observe(this);
  }

  /** Asked for before the first drawing, which then keeps its height; from then on the observer tells. */
  willUpdate() {
    this.width ||= Math.floor(this.getBoundingClientRect().width);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.sizes?.disconnect();
    this.sizes = undefined;
  }
}

const narrowBelow = 640;

/** What the names of lines need beside a plot: a little at least, and never most of it. */
const room = { least: 176, letter: 8, around: 30, most: 280 };

/**
 * Where a plot stands; a narrow one keeps 4:3 and has its labels above.
 * @param {number} width
 * @param {string[]} [names] of the lines
 */
export function boxOf(width, names = []) {
  if (width < narrowBelow) {
    const height = Math.round((width * 3) / 4);
    return { narrow: true, width, height, left: 48, right: width - 12, top: 12, bottom: height - 42 };
  }
  const height = Math.round(Math.min(Math.max(width * 0.46, 320), 440));
  const longest = Math.max(0, ...names.map((name) => name.length));
  const beside = Math.min(Math.max(longest * room.letter + room.around, room.least), room.most);
  return { narrow: false, width, height, left: 64, right: width - beside, top: 12, bottom: height - 44 };
}
