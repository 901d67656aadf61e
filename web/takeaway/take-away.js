// What a reader can take along from a lab: a program, the numbers, a picture, a link, a piece of HTML. Where the
// clipboard or a download is refused the text stands there to be selected.
import { LitElement, html, nothing } from 'lit';
import english from '../language/english.js';
import { attributeOf } from '../link/fields.js';
import { asAttributes, shortened, writeLink } from '../link/link.js';
import { chartOf } from './chart.js';
import { escaped } from './markup.js';
import { asPng, asSvg, pictureOf } from './picture.js';
import { asCsv, asJson, complete, hasCsv } from './tables.js';

/** @typedef {import('../labs/lab.js').Lab} Lab */

/** A frame without an origin has no clipboard and saves no file. */
const isSandboxed = () => globalThis.origin === 'null' && location.protocol !== 'file:';

/** Asking all the same makes Chromium complain on the console; engines that cannot say are simply asked. */
const mayCopy = () => /** @type {any} */ (document).featurePolicy?.allowsFeature('clipboard-write') ?? true;

export class ScopeTakeAway extends LitElement {
  static tag = 'scope-take-away';

  /** @type {import('lit').PropertyDeclarations} */
  static properties = {
    lab: { attribute: false },
    taken: { attribute: false },
    texts: { attribute: false },
    page: {},
    shown: { state: true },
    said: { state: true },
  };

  constructor() {
    super();
    /** @type {Lab | undefined} */
    this.lab = undefined;
    /** What is drawn; anew with each answer, so that this draws again. @type {import('../labs/lab.js').Taken[]} */
    this.taken = [];
    /** @type {import('../language/language.js').Texts} */
    this.texts = english;
    /** The address of a Signalscope page, with `embed.html` beside it; empty where none is known. */
    this.page = '';
    /** What was taken last, where it is text. */
    this.shown = '';
    this.said = '';
  }

  createRenderRoot() {
    return this;
  }

  /** Whether every series has its answer. */
  get isWhole() {
    const { lab, taken } = this;
    return taken.length > 0 && taken.length >= (lab?.definition?.series.length ?? 0);
  }

  /** The same with whole scenarios, once all is there. @returns {import('./tables.js').Answered[]} */
  get answered() {
    const { lab, taken } = this;
    if (!lab || !this.isWhole) return [];
    return taken.map(({ label, record, value }) => ({
      label,
      scenario: complete(record, lab.entries),
      answer: value,
    }));
  }

  /** @param {string} text @param {string} what */
  async copy(text, what) {
    this.shown = text;
    try {
      if (!mayCopy()) throw new Error('closed');
      await navigator.clipboard.writeText(text);
      this.said = this.texts.take.copied(what);
    } catch {
      this.said = this.texts.take.select(what);
      await this.updateComplete;
      this.querySelector('textarea')?.select();
    }
  }

  /** @param {Blob} blob @param {string} ending @param {string} [text] the same, for where no file can be saved */
  async save(blob, ending, text = '') {
    const name = `signalscope-${this.lab?.preset || 'chart'}.${ending}`;
    if (isSandboxed()) {
      if (text) return this.copy(text, name);
      this.shown = '';
      this.said = this.texts.take.refused(name);
      return undefined;
    }
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    this.shown = '';
    this.said = this.texts.take.saved(name);
    return undefined;
  }

  /** @param {string} what */
  async program(what) {
    const { lab, taken } = this;
    if (!lab || !this.isWhole) return;
    const write =
      what === 'NumPy' ? (await import('./numpy.js')).asNumPy : (await import('./pytorch.js')).asPyTorch;
    const text = write(chartOf(lab, taken));
    if (text) await this.copy(text, what);
    else this.said = this.texts.take.noProgram(what);
  }

  /** @param {'csv' | 'json'} ending */
  numbers(ending) {
    const { definition, kind } = /** @type {Lab} */ (this.lab);
    const { answered } = this;
    if (!definition) return;
    const { title } = definition;
    const text = ending === 'csv' ? asCsv(kind, answered) : asJson(title, kind, answered);
    void this.save(
      new Blob([text], { type: ending === 'csv' ? 'text/csv' : 'application/json' }),
      ending,
      text,
    );
  }

  get picture() {
    const figure = this.lab?.querySelector('figure.chart:has(svg.plot)');
    return figure ? pictureOf(figure) : undefined;
  }

  async picturePng() {
    const { picture } = this;
    if (picture) await this.save(await asPng(picture), 'png');
  }

  pictureSvg() {
    const { picture } = this;
    if (!picture) return;
    const text = asSvg(picture);
    void this.save(new Blob([text], { type: 'image/svg+xml' }), 'svg', text);
  }

  get settings() {
    return /** @type {Lab} */ (this.lab).linkSettings;
  }

  get changes() {
    const { definition, changes } = /** @type {Lab} */ (this.lab);
    return definition ? shortened(changes, definition) : {};
  }

  get query() {
    return writeLink(this.settings, this.changes);
  }

  get address() {
    return `${new URL(this.page, document.baseURI).href}?${this.query}`;
  }

  /** The chart as an element of another page. */
  get element() {
    const { fields, scenario } = asAttributes(this.changes);
    /** @type {[string, string][]} */
    const attributes = [
      ...Object.entries(this.settings),
      ...Object.entries(fields).map(
        ([field, text]) => /** @type {[string, string]} */ ([attributeOf(field), text]),
      ),
      ['scenario', scenario],
    ];
    const tag = attributes.filter(([, text]) => text).map(([name, text]) => ` ${name}="${escaped(text)}"`);
    const script = this.page
      ? new URL('element/define.js', new URL(this.page, document.baseURI)).href
      : 'define.js';
    return `<script type="module" src="${script}"></script>\n<signal-scope${tag.join('')}></signal-scope>\n`;
  }

  /** The chart as a frame. */
  get frame() {
    const base = new URL(this.page, document.baseURI);
    const source = new URL(`embed.html?${this.query}`, base).href;
    const host = new URL('host.js', base).href;
    const title = this.lab?.definition?.title ?? 'Signalscope';
    return `<iframe src="${escaped(source)}" title="${escaped(title)}" width="100%" height="600" data-signalscope></iframe>\n<script src="${host}"></script>\n`;
  }

  /** @param {string} name @param {string} label @param {() => unknown} take */
  button(name, label, take) {
    return html`<button type="button" class="word" data-take=${name} @click=${take}>${label}</button>`;
  }

  render() {
    const { lab, texts } = this;
    if (!lab?.known || !lab.definition) return nothing;
    const { take } = texts;
    return html`<div class="view-row">
        ${
          this.isWhole
            ? html`${this.button('numpy', take.numpy, () => this.program('NumPy'))}
              ${this.button('pytorch', take.pytorch, () => this.program('PyTorch'))}
              ${hasCsv(lab.kind) ? this.button('csv', 'CSV', () => this.numbers('csv')) : nothing}
              ${this.button('json', 'JSON', () => this.numbers('json'))}`
            : nothing
        }
        ${
          lab.hasPicture
            ? html`${this.button('svg', 'SVG', () => this.pictureSvg())}
              ${this.button('png', 'PNG', () => this.picturePng())}`
            : nothing
        }
        ${
          this.page
            ? html`${this.button('link', take.link, () => this.copy(this.address, take.link))}
              ${lab.hasElement ? this.button('frame', take.frame, () => this.copy(this.frame, take.frame)) : nothing}`
            : nothing
        }
        ${lab.hasElement ? this.button('element', take.element, () => this.copy(this.element, take.element)) : nothing}
      </div>
      <p class="status" role="status">${this.said}</p>
      ${
        this.shown
          ? html`<textarea
              class="taken"
              readonly
              dir="ltr"
              spellcheck="false"
              rows=${Math.min(this.shown.split('\n').length + 1, 16)}
              aria-label=${take.text}
              .value=${this.shown}
            ></textarea>`
          : nothing
      }`;
  }
}
