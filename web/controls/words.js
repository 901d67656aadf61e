// Choices as words in a row: one is pressed, the others can be.
import { html } from 'lit';

/**
 * @param {string} legend
 * @param {{name: string, label: string}[]} choices
 * @param {string} chosen
 * @param {(name: string) => void} choose
 */
export function wordChoice(legend, choices, chosen, choose) {
  return html`<div class="words" role="radiogroup" aria-label=${legend}>
    <span class="words-legend" aria-hidden="true">${legend}</span>
    ${choices.map(
      ({ name, label }) =>
        html`<button
          type="button"
          class="word-choice"
          role="radio"
          aria-checked=${name === chosen}
          tabindex=${name === chosen ? 0 : -1}
          data-choice=${name}
          @click=${() => choose(name)}
          @keydown=${(/** @type {KeyboardEvent} */ event) => onKey(event, choices, chosen, choose)}
        >
          ${label}
        </button>`,
    )}
  </div>`;
}

/**
 * @param {KeyboardEvent} event
 * @param {{name: string}[]} choices
 * @param {string} chosen
 * @param {(name: string) => void} choose
 */
function onKey(event, choices, chosen, choose) {
  const move = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!move) return;
  event.preventDefault();
  const at = choices.findIndex((choice) => choice.name === chosen);
  const next = (at + move + choices.length) % choices.length;
  choose(choices[next].name);
  const group = /** @type {HTMLElement} */ (event.currentTarget).closest('[role=radiogroup]');
  const buttons = /** @type {NodeListOf<HTMLElement> | undefined} */ (
    group?.querySelectorAll('[role=radio]')
  );
  buttons?.[next]?.focus();
}
