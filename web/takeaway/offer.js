// What a reader can take along, folded away under every lab: it is fetched when a reader first opens it.
import { LitElement, html, nothing } from 'lit';
import english from '../language/english.js';
import { register } from '../register.js';

/** `taken` is what is drawn, anew with each answer; `page` as in take-away.js. */
export class ScopeOffer extends LitElement {
  static tag = 'scope-offer';

  /** @type {import('lit').PropertyDeclarations} */
  static properties = {
    lab: { attribute: false },
    taken: { attribute: false },
    texts: { attribute: false },
    page: {},
    ready: { state: true },
    failure: { state: true },
  };

  constructor() {
    super();
    /** @type {import('../labs/lab.js').Lab | undefined} */
    this.lab = undefined;
    /** @type {import('../labs/lab.js').Taken[]} */
    this.taken = [];
    /** @type {import('../language/language.js').Texts} */
    this.texts = english;
    this.page = '';
    /** Whether the rest has come. */
    this.ready = false;
    this.failure = '';
  }

  createRenderRoot() {
    return this;
  }

  async onToggle() {
    if (this.ready) return;
    try {
      register((await import('./take-away.js')).ScopeTakeAway);
      this.failure = '';
      this.ready = true;
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
    }
  }

  render() {
    const { lab } = this;
    if (!lab?.known || !lab.definition) return nothing;
    return html`<details class="take" @toggle=${this.onToggle}>
      <summary>${this.texts.take.title}</summary>
      ${this.failure ? html`<p class="problem" role="alert" lang="en">${this.failure}</p>` : nothing}
      ${
        this.ready
          ? html`<scope-take-away
              .lab=${lab}
              .taken=${this.taken}
              .texts=${this.texts}
              .page=${this.page}
            ></scope-take-away>`
          : nothing
      }
    </details>`;
  }
}
