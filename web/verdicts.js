// What a chart's title says: the core's verdict in plain words, and for several series what sets them apart. The
// thresholds are the core's; nothing here decides whether a signal got through.
import { capitalised, spoken } from './format.js';
import english from './language/english.js';

/** @typedef {import('../wasm/signalscope.js').Trace} Trace */
/** @typedef {import('./language/language.js').Texts} Texts */
/** @typedef {{name: string, trace: Trace}} Finding */

/** @param {Trace} trace @param {Texts} [texts] */
export function verdictWords({ verdict: { code, value, layer } }, texts = english) {
  const words = texts.verdicts.alone[/** @type {'stable'} */ (code)];
  return words?.({ value: spoken(value), inverse: spoken(1 / value), layer }) ?? code;
}

/** The other codes say what becomes of the signal instead. @param {Finding} finding */
const arrives = ({ trace }) => !(trace.verdict.code in english.verdicts.together);

/** The factor by which a signal arrives. @param {Finding} finding */
const factor = ({ trace }) => trace.rms[trace.rms.length - 1] / trace.input_rms;

/** @param {Finding} finding */
const sized = (finding) => `${finding.name}\u00a0×\u00a0${spoken(factor(finding))}`;

/**
 * The forward view of several series.
 * @param {Finding[]} findings
 * @param {Texts} texts
 */
function forward(findings, { verdicts, words }) {
  const fine = findings.filter(arrives);
  const lost = findings.filter((finding) => !arrives(finding));
  const sizes = findings.map(sized).join('; ');
  if (lost.length === 0) return verdicts.all(fine.length, sizes);
  if (fine.length === 1) return verdicts.only(fine[0].name, spoken(factor(fine[0])));
  if (fine.length > 1) return verdicts.some(words.listed(fine.map(sized)), fates(lost, { verdicts, words }));
  return verdicts.none(lost.length, sizes);
}

/**
 * @param {Finding[]} lost
 * @param {Pick<Texts, 'verdicts' | 'words'>} texts
 */
function fates(lost, { verdicts, words }) {
  const codes = [...new Set(lost.map(({ trace }) => trace.verdict.code))];
  return words.listed(
    codes.map((code) => {
      const found = lost.filter(({ trace }) => trace.verdict.code === code);
      const fate = verdicts.together[/** @type {'signal_zero'} */ (code)];
      return fate(words.listed(found.map(sized)), found.length > 1);
    }),
  );
}

/**
 * Any other quantity: what it is at the last layer, series with one value together.
 * @param {Finding[]} findings
 * @param {string} key
 * @param {string} short what it is called
 * @param {Texts} texts
 */
function levels(findings, key, short, { verdicts }) {
  /** @type {Map<string, string[]>} */
  const names = new Map();
  for (const { name, trace } of findings) {
    const values = /** @type {any} */ (trace)[key];
    const value = spoken(values[values.length - 1]);
    names.set(value, [...(names.get(value) ?? []), name]);
  }
  const parts = [...names].map(([value, of]) => verdicts.level(value, of));
  return verdicts.levels(short, parts.join('; '));
}

/** How far a ratio is from 1, either way. @param {number} ratio */
const distance = (ratio) => (Number.isFinite(ratio) && ratio > 0 ? Math.abs(Math.log10(ratio)) : Infinity);

/**
 * How the last layer's gradient compares with the first one's.
 * @param {Trace} trace
 * @param {string} key the gradient that is shown
 */
function ratioOf(trace, key) {
  if (key === 'weight_grad_norm[0]') return trace.gradient_ratio;
  const map = /^weight_grad_norm\[(\d+)\]$/.exec(key)?.[1];
  const values = map === undefined ? trace.grad_rms : (trace.weight_grad_norm[Number(map)] ?? []);
  return values[values.length - 1] / values[0];
}

/** @param {number} ratio @param {Texts} texts */
function ratioWords(ratio, { verdicts }) {
  return ratio >= 1 ? verdicts.smaller(spoken(ratio)) : verdicts.larger(spoken(1 / ratio));
}

/**
 * The backward view: the series whose gradient changes least against the one where it changes most.
 * @param {Finding[]} findings
 * @param {string} key
 * @param {Texts} texts
 */
function backward(findings, key, texts) {
  const found = findings.map(({ name, trace }) => ({ name, ratio: ratioOf(trace, key) }));
  const lost = found.filter(({ ratio }) => !Number.isFinite(ratio) || ratio === 0);
  const kept = found
    .filter((one) => !lost.includes(one))
    .sort((a, b) => distance(a.ratio) - distance(b.ratio));
  const nothing = lost.length > 0 ? texts.verdicts.noGradient(lost.map(({ name }) => name)) : '';
  if (kept.length === 0) return nothing;
  const [best, worst] = [kept[0], kept[kept.length - 1]];
  const first = texts.verdicts.gradient(best.name, key.startsWith('weight'), ratioWords(best.ratio, texts));
  const second = best === worst ? '' : `${worst.name}: ${ratioWords(worst.ratio, texts)}`;
  return [first, second, nothing].filter(Boolean).join('; ');
}

/**
 * @param {Finding[]} findings of runs that are complete
 * @param {string} key the quantity that is shown
 * @param {'forward' | 'backward'} direction in which it travels
 * @param {string} [lead] what the series have in common
 * @param {string} [short] what the quantity is called
 * @param {Texts} [texts]
 */
export function titleOf(findings, key, direction, lead = '', short = key, texts = english) {
  if (findings.length === 0) return lead;
  if (direction === 'backward') return capitalised(backward(findings, key, texts));
  if (key !== 'rms') return capitalised(levels(findings, key, short, texts));
  if (findings.length === 1) return capitalised(verdictWords(findings[0].trace, texts));
  return lead ? `${lead}: ${forward(findings, texts)}` : capitalised(forward(findings, texts));
}
