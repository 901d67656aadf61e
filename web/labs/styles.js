// Each series has one colour, dash and mark, the same everywhere on the page.

/** @typedef {{name: string, dash: string, mark: string}} Style */

/** @type {Record<string, Style>} */
const styles = {
  he: { name: 'he', dash: '', mark: 'circle' },
  xavier: { name: 'xavier', dash: '7 4', mark: 'square' },
  large: { name: 'large', dash: '2 3', mark: 'triangle' },
  small: { name: 'small', dash: '10 3 2 3', mark: 'diamond' },
  rose: { name: 'rose', dash: '', mark: 'plus' },
  ochre: { name: 'ochre', dash: '5 3', mark: 'wedge' },
  slate: { name: 'slate', dash: '12 3', mark: 'hexagon' },
  brick: { name: 'brick', dash: '1 3', mark: 'bar' },
};

/** For series that have no name of their own. */
export const orderedStyles = Object.values(styles);

/** The series of the presets, by name. */
/** @type {Record<string, string>} */
const byLabel = {
  'too small (0.01)': 'small',
  'too large (0.1)': 'large',
  'Xavier √(1/n)': 'xavier',
  'He √(2/n)': 'he',
  'Xavier with ReLU': 'xavier',
  'He with ReLU': 'he',
  'Xavier with tanh': 'slate',
  'with residual': 'rose',
  'without residual': 'ochre',
  'with the skip': 'rose',
  'without the skip': 'ochre',
  'all weights 0.5': 'ochre',
  'random weights': 'rose',
  'pre-norm': 'xavier',
  'pre-norm, final norm': 'slate',
  'post-norm': 'brick',
  'in training': 'ochre',
  'at inference': 'rose',
  'BatchNorm, batch of 2': 'large',
  'BatchNorm, batch of 128': 'ochre',
  'LayerNorm, batch of 2': 'slate',
};

/**
 * @param {{label: string, initialiser?: string}[]} series
 * @returns {Style[]} no two alike, as long as there are enough
 */
export function stylesOf(series) {
  const taken = new Set(series.map(({ label }) => byLabel[label]));
  const free = Object.keys(styles).filter((name) => !taken.has(name));
  return series.map(({ label, initialiser = '' }) => {
    const known = byLabel[label];
    if (known) return styles[known];
    const wanted = initialiser.startsWith('he_') ? 'he' : initialiser.startsWith('xavier_') ? 'xavier' : '';
    const at = Math.max(free.indexOf(wanted), 0);
    return styles[free.splice(at, 1)[0] ?? 'slate'];
  });
}
