// The free bench: any field of any series, series added and taken away, all in one chart.
import { html, nothing } from 'lit';
import { sample } from '../charts/frame.js';
import { wordChoice } from '../controls/words.js';
import { remembered } from './remembered.js';
import { slot } from './scenario.js';
import { SignalLab } from './signal-lab.js';
import { orderedStyles } from './styles.js';

const letters = [...'ABCDEFGH'];

/** A plain stack, and one with a norm and a skip. @type {import('./scenario.js').Changes} */
const start = { [slot('norm', 1)]: 'layer', [slot('residual', 1)]: 'add' };

/** The fields in the order of the page; the catalog says what they are. */
const groups = /** @type {const} */ ([
  { legend: 'stack', fields: 'depth width batch block expansion activation slope residual' },
  { legend: 'weights', fields: 'initialiser gain weight_std weight_value bias bias_std' },
  {
    legend: 'norm',
    fields:
      'norm norm_placement final_norm norm_eps groups norm_mode momentum momentum_convention training_batches',
  },
  { legend: 'run', fields: 'stream seed input_mean input_std loss precision' },
]);

/** @param {import('./scenario.js').Changes} changes @param {number} series */
function ownChanges(changes, series) {
  return Object.entries(changes).filter(([key]) => key.endsWith(`@${series}`));
}

/**
 * @param {string[]} names of the series
 * @param {string} title
 */
const presetOf = (names, title) => ({
  title,
  verb: /** @type {const} */ ('propagate'),
  base: {},
  series: names.map((label) => ({ label })),
  columns: ['rms@1', 'rms@last', 'grad_rms@1', 'weight_grad_norm[0]@1', 'gradient_ratio', 'skip_path@last'],
});

export class BenchLab extends SignalLab {
  static tag = 'scope-bench-lab';

  /** @type {import('lit').PropertyDeclarations} */
  static properties = { chosen: { state: true }, names: { state: true } };

  constructor() {
    super();
    this.preset = 'bench';
    this.quantities =
      'rms mean std cosine zero_fraction dead_units saturated_fraction nonfinite_count grad_rms weight_grad_norm[0] weight_grad_norm[1] skip_path';
    this.chosen = 0;
    /** @type {string[]} the letters in use; a letter keeps its colour when others go */
    this.names = ['A', 'B'];
    this.changes = start;
    this.definitionFor = remembered(presetOf);
    this.lettersFor = remembered((/** @type {string[]} */ names) =>
      names.map((name) => orderedStyles[letters.indexOf(name)]),
    );
  }

  get definition() {
    return this.definitionFor(this.names, this.texts.bench.title);
  }

  get controlled() {
    return [...super.controlled, this.chosen];
  }

  relabel() {
    this.lead = this.texts.bench.lead;
    super.relabel();
  }

  get styles() {
    return this.lettersFor(this.names);
  }

  get changed() {
    return this.names.join() !== 'A,B' || JSON.stringify(this.changes) !== JSON.stringify(start);
  }

  reset() {
    this.names = ['A', 'B'];
    this.results = this.results.slice(0, 2);
    this.chosen = 0;
    this.problem = undefined;
    super.reset();
    this.changes = start;
  }

  /** Every field that is not at its default, in words. @param {number} series */
  differences(series) {
    const own = ownChanges(this.changes, series).flatMap(([key, text]) => {
      const field = key.split('@')[0];
      const entry = this.entries.get(field);
      if (!entry || text === entry.default) return [];
      return [`${field}=${text}`];
    });
    return own.length ? own.join(', ') : this.texts.bench.defaults;
  }

  add() {
    const free = letters.find((letter) => !this.names.includes(letter));
    if (!free) return;
    const at = this.names.length;
    const copied = ownChanges(this.changes, this.chosen).map(([key, text]) => [
      slot(key.split('@')[0], at),
      text,
    ]);
    this.names = [...this.names, free];
    this.changes = { ...this.changes, ...Object.fromEntries(copied) };
    this.chosen = at;
    this.rerun();
  }

  /** Those that follow move up, with their fields and their lines. */
  remove() {
    const gone = this.chosen;
    const kept = this.names.map((_, index) => index).filter((index) => index !== gone);
    this.changes = Object.fromEntries(
      kept.flatMap((from, to) =>
        ownChanges(this.changes, from).map(([key, text]) => [slot(key.split('@')[0], to), text]),
      ),
    );
    this.names = kept.map((index) => this.names[index]);
    this.results = kept.map((index) => this.results[index]);
    this.chosen = Math.min(gone, kept.length - 1);
    this.problem = undefined;
    this.rerun();
  }

  /** @param {number} series */
  sampleOf(series) {
    return sample(this.styles[series]);
  }

  get linkSettings() {
    return { ...super.linkSettings, series: this.names.join('') };
  }

  /** Each letter that there is, once, in its order. @param {Record<string, string>} settings */
  takeSettings(settings) {
    super.takeSettings(settings);
    const names = letters.filter((letter) => settings.series?.includes(letter));
    if (names.length === 0) return;
    this.names = names;
    this.changes = {};
  }

  get hasElement() {
    return false;
  }

  /** Every field can be set, whether another choice leaves it unused or not. */
  isUsed() {
    return true;
  }

  renderControls() {
    if (!this.known) return super.renderControls();
    const { bench, controls } = this.texts;
    const choices = this.names.map((name, index) => ({ name: String(index), label: name }));
    const elsewhere = this.problem && this.problem.index !== this.chosen ? this.problem : undefined;
    return html`<div class="controls bench">
      <div class="view-row">
        ${wordChoice(controls.series, choices, String(this.chosen), (name) => (this.chosen = Number(name)))}
        <button
          type="button"
          class="word add"
          ?disabled=${this.names.length >= letters.length}
          @click=${() => this.add()}
        >
          ${bench.add(this.names[this.chosen])}
        </button>
        <button
          type="button"
          class="word remove"
          ?disabled=${this.names.length < 2}
          @click=${() => this.remove()}
        >
          ${bench.remove(this.names[this.chosen])}
        </button>
        <button type="button" class="word start-again" ?hidden=${!this.changed} @click=${() => this.reset()}>
          ${controls.reset}
        </button>
      </div>
      <ul class="series-list">
        ${this.names.map(
          (name, index) =>
            html`<li class="series-${this.styles[index].name}">
              ${sample(this.styles[index])}<span class="name">${name}</span> ${this.differences(index)}
            </li>`,
        )}
      </ul>
      ${elsewhere ? html`<p class="problem orphan" role="alert">${this.names[elsewhere.index]}: ${this.problemWords}</p>` : nothing}
      ${this.failure ? this.renderOrphan() : nothing}
      ${groups.map(
        ({ legend, fields }) =>
          html`<div class="control-row">
            <p class="group-legend">${bench.of(bench[legend], this.names[this.chosen])}</p>
            ${fields.split(' ').map((name) => this.renderField(name, this.chosen))}
          </div>`,
      )}
    </div>`;
  }
}
