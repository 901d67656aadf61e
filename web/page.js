// The page: brings the labs to life and lets words in the text set their fields.
import { SignalLab } from './labs/signal-lab.js';
import { SymmetryLab } from './labs/symmetry-lab.js';
import { NormaliseLab } from './labs/normalise-lab.js';
import { StatisticsLab } from './labs/statistics-lab.js';
import { MomentumLab } from './labs/momentum-lab.js';
import { NeighboursLab } from './labs/neighbours-lab.js';
import { ScatterLab } from './labs/scatter-lab.js';
import { PaddingLab } from './labs/padding-lab.js';
import { DepthLab } from './labs/depth-lab.js';
import { JacobianLab } from './labs/jacobian-lab.js';
import { CostLab } from './labs/cost-lab.js';
import { BenchLab } from './labs/bench-lab.js';
import { ScopeValue } from './labs/value.js';
import { followLink } from './page-link.js';
import { register } from './register.js';

register(
  SignalLab,
  SymmetryLab,
  NormaliseLab,
  StatisticsLab,
  MomentumLab,
  NeighboursLab,
  ScatterLab,
  PaddingLab,
  DepthLab,
  JacobianLab,
  CostLab,
  BenchLab,
  ScopeValue,
);

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

const here = new URL(location.pathname, location.href).href;
for (const lab of document.querySelectorAll('[preset], scope-statistics-lab'))
  Object.assign(lab, { pageUrl: here });
followLink();
