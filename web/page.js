// The page: brings the labs to life and lets words in the text set their fields.
import './labs/signal-lab.js';
import './labs/symmetry-lab.js';
import './labs/normalise-lab.js';
import './labs/statistics-lab.js';
import './labs/momentum-lab.js';
import './labs/neighbours-lab.js';
import './labs/scatter-lab.js';
import './labs/padding-lab.js';
import './labs/depth-lab.js';
import './labs/jacobian-lab.js';
import './labs/cost-lab.js';
import './labs/bench-lab.js';
import './labs/value.js';

/** @param {Event} event */
function onWord(event) {
  const word = /** @type {HTMLElement} */ (event.target).closest('button.set');
  if (!(word instanceof HTMLElement)) return;
  const { lab, field = '', value = '', series } = word.dataset;
  const element = /** @type {import('./labs/lab.js').Lab | null} */ (
    document.querySelector(`[preset="${lab}"]`)
  );
  element?.change(field, value, series === undefined ? undefined : Number(series));
}

document.addEventListener('click', onWord);
