// What a chart's title says: the core's verdict in plain words, and for several series what sets them apart. The
// thresholds are the core's; nothing here decides whether a signal got through.
import { capitalised, counted, listed, spoken } from './format.js';

/** @typedef {import('../wasm/signalscope.js').Trace} Trace */
/** @typedef {import('../wasm/signalscope.js').Verdict} Verdict */
/** @typedef {{name: string, trace: Trace}} Finding */

/** @type {Record<string, (verdict: Verdict) => string>} each names the number that it rests on */
const alone = {
  stable: (v) => `the signal arrives ${spoken(v.value)} times as large, and a gradient comes back`,
  signal_zero: (v) => `nothing is left of the signal from layer ${v.layer} on: its RMS is ${spoken(v.value)}`,
  signal_vanishes: (v) => `the signal vanishes: ${spoken(v.value)} of it arrives`,
  signal_explodes: (v) => `the signal explodes: it arrives ${spoken(v.value)} times as large`,
  not_finite: (v) => `from layer ${v.layer} on the signal is no longer finite: its RMS is ${spoken(v.value)}`,
  gradient_vanishes: (v) =>
    `the gradient vanishes: ${spoken(v.value)} times smaller at the first layer than at the last`,
  gradient_explodes: (v) =>
    `the gradient explodes: ${spoken(1 / v.value)} times larger at the first layer than at the last`,
  gradient_zero: (v) => `the first layer receives no gradient: its norm is ${spoken(v.value)}`,
  gradient_not_finite: (v) =>
    `at layer ${v.layer} the gradient is no longer finite: its norm is ${spoken(v.value)}`,
  loss_constant: (v) =>
    `this loss is constant behind the norm, so its gradient is zero by construction: ${spoken(v.value)} at the first layer`,
};

/** What becomes of several series; the other codes say that the signal arrives. */
/** @type {Record<string, (names: string, many: boolean) => string>} */
const together = {
  signal_zero: (names, many) => `${names} ${many ? 'end' : 'ends'} in zeros`,
  signal_vanishes: (names, many) => `${names} ${many ? 'vanish' : 'vanishes'}`,
  signal_explodes: (names, many) => `${names} ${many ? 'explode' : 'explodes'}`,
  not_finite: (names, many) => `${names} ${many ? 'are' : 'is'} no longer finite`,
};

/** @param {Trace} trace */
export function verdictWords(trace) {
  return alone[trace.verdict.code]?.(trace.verdict) ?? trace.verdict.code;
}

/** @param {Finding} finding */
const arrives = ({ trace }) => !(trace.verdict.code in together);

/** The factor by which a signal arrives. @param {Finding} finding */
const factor = ({ trace }) => trace.rms[trace.rms.length - 1] / trace.input_rms;

/** @param {Finding} finding */
const sized = (finding) => `${finding.name}\u00a0×\u00a0${spoken(factor(finding))}`;

/**
 * The forward view of several series.
 * @param {Finding[]} findings
 */
function forward(findings) {
  const fine = findings.filter(arrives);
  const lost = findings.filter((finding) => !arrives(finding));
  const sizes = findings.map(sized).join('; ');
  if (lost.length === 0)
    return `${counted(fine.length) === 'two' ? 'both' : `all ${counted(fine.length)}`} arrive: ${sizes}`;
  if (fine.length === 1) return `only ${fine[0].name} arrives, ${spoken(factor(fine[0]))} times as large`;
  if (fine.length > 1) return `${listed(fine.map(sized))} arrive, ${fates(lost)}`;
  return `none of the ${counted(lost.length)} arrives as it left: ${sizes}`;
}

/** @param {Finding[]} lost */
function fates(lost) {
  const codes = [...new Set(lost.map(({ trace }) => trace.verdict.code))];
  return listed(
    codes.map((code) => {
      const found = lost.filter(({ trace }) => trace.verdict.code === code);
      return together[code](listed(found.map(sized)), found.length > 1);
    }),
  );
}

/**
 * Any other quantity: what it is at the last layer, series with one value together.
 * @param {Finding[]} findings
 * @param {string} key
 * @param {string} short what it is called
 */
function levels(findings, key, short) {
  /** @type {Map<string, string[]>} */
  const names = new Map();
  for (const { name, trace } of findings) {
    const values = /** @type {any} */ (trace)[key];
    const value = spoken(values[values.length - 1]);
    names.set(value, [...(names.get(value) ?? []), name]);
  }
  const parts = [...names].map(([value, of]) => `${value} for ${of.join('; ')}`);
  return `${short} at the last layer: ${parts.join('; ')}`;
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

/** @param {number} ratio */
function ratioWords(ratio) {
  return ratio >= 1 ? `${spoken(ratio)} times smaller` : `${spoken(1 / ratio)} times larger`;
}

/**
 * The backward view: the series whose gradient changes least against the one where it changes most.
 * @param {Finding[]} findings
 * @param {string} key
 */
function backward(findings, key) {
  const found = findings.map(({ name, trace }) => ({ name, ratio: ratioOf(trace, key) }));
  const lost = found.filter(({ ratio }) => !Number.isFinite(ratio) || ratio === 0);
  const kept = found
    .filter((one) => !lost.includes(one))
    .sort((a, b) => distance(a.ratio) - distance(b.ratio));
  const nothing = lost.length > 0 ? `no gradient to compare in ${listed(lost.map(({ name }) => name))}` : '';
  if (kept.length === 0) return nothing;
  const [best, worst] = [kept[0], kept[kept.length - 1]];
  const what = key.startsWith('weight') ? 'the weight gradient' : 'the gradient';
  const first = `${best.name}: ${what} is ${ratioWords(best.ratio)} at the first layer than at the last`;
  const second = best === worst ? '' : `${worst.name}: ${ratioWords(worst.ratio)}`;
  return [first, second, nothing].filter(Boolean).join('; ');
}

/**
 * @param {Finding[]} findings of runs that are complete
 * @param {string} key the quantity that is shown
 * @param {'forward' | 'backward'} direction in which it travels
 * @param {string} [lead] what the series have in common
 * @param {string} [short] what the quantity is called
 */
export function titleOf(findings, key, direction, lead = '', short = key) {
  if (findings.length === 0) return lead;
  if (direction === 'backward') return capitalised(backward(findings, key));
  if (key !== 'rms') return capitalised(levels(findings, key, short));
  if (findings.length === 1) return capitalised(verdictWords(findings[0].trace));
  return lead ? `${lead}: ${forward(findings)}` : capitalised(forward(findings));
}
