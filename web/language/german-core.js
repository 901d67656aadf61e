// German for what the core has to say. Its own words are English, so each notice and each refusal is said again here
// from its code and what it is about. Numbers that only the core knows are taken from its message.
import { fields } from './german-names.js';

/** @typedef {import('./english.js').NoticeAbout} NoticeAbout */
/** @typedef {import('./english.js').ProblemAbout} ProblemAbout */
/** @typedef {import('./english.js').FieldEntry} FieldEntry */

/** A number in the core's notation: as short as it can be, with Python's exponent. @param {number} value */
export function plainNumber(value) {
  const small = value !== 0 && Math.abs(value) < 1e-4;
  return (small ? value.toExponential() : String(value)).replace(/e([+-])(\d)$/, 'e$10$2');
}

/** @param {string} text */
const numbersIn = (text) => text.match(/\d+(\.\d+)?(e[+-]?\d+)?/g) ?? [];

/** @param {string} formula such as `new = 0.9 · old + 0.1 · batch` */
export function formula(formula) {
  return formula.replace('new', 'neu').replace('old', 'alt').replace('batch', 'Batch');
}

// ---- notices -------------------------------------------------------------------------------------------------------

/** @param {NoticeAbout} about @param {string} what */
const onlySign = ({ norm }, what) => `${norm} über ${what} lässt nur übrig, welches größer ist.`;

/** @param {string} norm whether its statistic is a variance */
const spreadOf = (norm) => (norm === 'RMSNorm' ? 'mittleres Quadrat' : 'Varianz');

/** @type {Record<string, (about: NoticeAbout) => string>} */
export const notices = {
  no_batches_seen: () =>
    'Die laufenden Statistiken sind noch nie erneuert worden (0 Batches): Mittel 0 und Varianz 1, BatchNorm bewirkt fast nichts.',
  running_statistics: ({ field, message }) =>
    `Laufende Statistiken nach ${field('training_batches')} Trainingsbatches, ${formula(/new = .* batch/.exec(message)?.[0] ?? '')}.`,
  sign_only: (about) => onlySign(about, about.norm === 'BatchNorm' ? 'zwei Beispiele' : 'zwei Merkmale'),
  signal_lost: ({ norm }) => `${norm} über ein Merkmal nimmt dieses Merkmal weg: Jede Ausgabe ist beta.`,
  two_zero_factors: () =>
    'Beide linearen Abbildungen des Blocks sind null, keine bekommt durch die andere einen Gradienten: Der Zweig bleibt tot.',
  identical_units: () =>
    'Alle Einheiten einer Schicht rechnen dasselbe und bekommen denselben Gradienten: Sie trennen sich nie.',
  loss_constant: ({ field }) =>
    `Der Verlust ${field('loss') === 'sum' ? 'Summe' : 'mittleres Quadrat'} ist nach der letzten Norm konstant, sein Gradient also null durch die Bauart; der zufällige Verlust zeigt, was die Norm durchlässt.`,
  dead_units: ({ answer, message }) =>
    `${answer.dead_units.at(-1)} von ${numbersIn(message)[1]} Einheiten der letzten Schicht sind für den ganzen Batch null und bekommen keinen Gradienten.`,
  batch_left_out: () =>
    'Eine Statistik dieses Batches ist nicht endlich; die laufenden Statistiken bleiben, wie sie waren.',
  zero_variance: ({ norm, answer }) =>
    `Eine Statistik hat ${norm === 'RMSNorm' ? 'das mittlere Quadrat' : 'die Varianz'} 0: Ihre Ausgaben sind ${norm === 'RMSNorm' ? '0' : 'beta'}, und ihr Gradient wird um 1 / √eps = ${plainNumber(Math.round(1e4 / Math.sqrt(answer.eps)) / 1e4)} verstärkt.`,
  eps_counts: ({ norm, answer }) =>
    `${spreadOf(norm)} ${plainNumber(Math.min(...answer.variance))}, die kleinste, ist nicht viel größer als eps, ${plainNumber(answer.eps)}: Die Ausgabe bleibt sichtbar kleiner als 1.`,
  no_beta: ({ norm }) => `${norm} hat kein beta: Das gegebene blieb außer Acht.`,
  float64: () => 'Jacobi-Matrizen werden immer in float64 gerechnet: Ihre kleinsten Werte brauchen es.',
  others_fixed: () =>
    'BatchNorm verknüpft im Training die Beispiele; dies ist die Jacobi-Matrix eines Beispiels bei festgehaltenen anderen.',
  not_finite: () => 'Unterwegs sind Zahlen übergelaufen: Der Gradient ist nicht endlich.',
  gradient_zero: () => 'Jeder Gradient der ersten Schicht ist genau null: Sie kann nicht lernen.',
};

// ---- refusals ------------------------------------------------------------------------------------------------------

/** Fields whose least value is itself too small. */
const above = new Set(['norm_eps']);

/** @param {FieldEntry} entry */
function range({ name, minimum, maximum }) {
  if (minimum === null || maximum === null) return '';
  const [low, high] = [plainNumber(minimum), plainNumber(maximum)];
  return above.has(name) ? ` über ${low} und höchstens ${high}` : ` von ${low} bis ${high}`;
}

/** @param {FieldEntry} entry */
function allowed(entry) {
  const number = entry.minimum === null ? 'eine endliche Zahl' : `eine Zahl${range(entry)}`;
  if (entry.kind === 'whole') return `eine ganze Zahl${range(entry)}`;
  if (entry.kind === 'number') return number;
  if (entry.kind === 'number_or_auto') return `${number}, oder auto`;
  if (entry.kind === 'flag') return 'true oder false';
  if (entry.kind === 'choice') return `eines von ${entry.choices.join(', ')}`;
  if (entry.kind === 'list') return `eine Liste endlicher Zahlen${range(entry)}`;
  return 'Zeilen endlicher Zahlen, alle gleich lang';
}

const longest = 40;

/** @param {unknown} value */
function shown(value) {
  if (typeof value === 'number') return plainNumber(value);
  if (typeof value !== 'string') return String(value);
  const text = [...value].slice(0, longest).join('');
  return `„${text}${text.length < value.length ? ' …' : ''}“`;
}

/** @param {unknown} value */
const isPlain = (value) => ['number', 'string', 'boolean'].includes(typeof value);

/** @param {string} label @param {unknown} value @param {string} may */
function refused(label, value, may) {
  return isPlain(value)
    ? `${label}: war ${shown(value)}; erlaubt ist ${may}.`
    : `${label}: erlaubt ist ${may}.`;
}

/** Whether a number breaks a rule that is not the field's own. @param {FieldEntry} entry @param {unknown} value */
function isInside({ minimum, maximum }, value) {
  return typeof value === 'number' && value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity);
}

/**
 * Bounds that hang on other fields; the core's message ends with the bound.
 * @type {Record<string, (bound: string) => string>}
 */
const bounds = {
  width: (bound) => `höchstens ${bound} für eine Jacobi-Matrix`,
  example: (bound) => `von 0 bis Batch − 1 = ${bound}`,
  layers: (bound) => `von 1 bis Tiefe = ${bound}`,
};

/** @param {ProblemAbout} about @param {string} label */
function outOfRange({ problem: { field, message }, entry, value }, label) {
  if (!entry) return undefined;
  if (field === 'layers' && /depth/.test(message))
    return refused(label, Number(numbersIn(message)[0]), bounds.layers(numbersIn(message).at(-1) ?? ''));
  if (!isInside(entry, value)) return refused(label, value, allowed(entry));
  if (field === 'weight_std')
    return refused(
      label,
      value,
      `höchstens ${numbersIn(message)[1]} bei einer Normalverteilung, die fest bei 2 abgeschnitten ist`,
    );
  return refused(label, value, bounds[field]?.(numbersIn(message).at(-1) ?? '') ?? allowed(entry));
}

/** @type {Record<string, (about: ProblemAbout, label: string) => string | undefined>} */
export const problems = {
  unknown_field: (_, label) => `„${label}“ ist hier kein Feld.`,
  unknown_choice: ({ entry, value }, label) => entry && refused(label, value, allowed(entry)),
  out_of_range: outOfRange,
  not_whole: ({ entry, value }, label) => entry && refused(label, value, allowed(entry)),
  not_a_number: ({ entry, value }, label) =>
    entry?.kind === 'matrix'
      ? `${label}: Ein Eintrag ist keine Zahl.`
      : entry && refused(label, value, allowed(entry)),
  wrong_kind: ({ entry, value }, label) => entry && refused(label, value, allowed(entry)),
  groups: ({ problem: { message } }, label) => {
    const [was, columns, ...counts] = numbersIn(message);
    return `${label}: war ${was}, was die ${columns} Merkmale nicht teilt; erlaubt ist eines von ${counts.join(', ')}.`;
  },
  one_value_per_channel: ({ problem: { message } }, label) => {
    const values = /no value/.test(message) ? 'kein Wert' : 'ein einziger Wert';
    const way = /training_batches/.test(message) ? 'null Trainingsbatches' : 'der Modus Inferenz';
    return `${label}: Für BatchNorm im Training bleibt je Kanal ${values}; nötig sind zwei Beispiele, oder ${way}.`;
  },
  too_large: ({ problem: { message } }, label) => {
    const [needed, most] = [...message.matchAll(/(\S+) MiB/g)].map(([, size]) => size);
    if (!needed) return undefined;
    return most
      ? `${label}: Der Lauf braucht ${needed} MiB Speicher; erlaubt ist, was in ${most} MiB passt.`
      : `${label}: Dieses Gerät gibt die ${needed} MiB Speicher nicht her, die der Lauf braucht; er muss kleiner sein.`;
  },
  core_stopped: () =>
    'Der Rechenkern ist stehen geblieben, wahrscheinlich aus Mangel an Speicher; der nächste Start nimmt einen neuen.',
};

/** @param {ProblemAbout} about */
export function problem(about) {
  const { code, field } = about.problem;
  return problems[code]?.(about, fields[field]?.[0] ?? field);
}
