// Numbers as words: Python's notation in tables, powers of ten on axes, few digits in prose.

const superscripts = new Map([...'-0123456789'].map((digit, index) => [digit, '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'[index]]));

/** @param {number} exponent */
function raised(exponent) {
  return [...String(exponent)].map((digit) => superscripts.get(digit)).join('');
}

/** @param {number} value */
function nonFinite(value) {
  if (Number.isNaN(value)) return 'nan';
  return value > 0 ? 'inf' : '-inf';
}

/**
 * JavaScript rounds an exact tie away from zero, Python to the even digit. A double that lies on a tie has few decimal
 * digits, so a longer expansion shows it: a 5 and then nothing but zeros.
 * @param {string} short digits as rounded
 * @param {string} long the same number with 40 digits more
 * @param {string} down the digits that are kept, not rounded
 */
function evenOnTie(short, long, down) {
  const rest = long.slice(down.length);
  const tie = /^\.?50*$/.test(rest);
  return tie && Number(down.at(-1)) % 2 === 0 ? down : short;
}

/**
 * As Python's `f"{value:.3e}"`.
 * @param {number} value
 * @param {number} [digits] after the point
 */
export function scientific(value, digits = 3) {
  if (!Number.isFinite(value)) return nonFinite(value);
  const [short, exponent] = value.toExponential(digits).split('e');
  const [long, longExponent] = value.toExponential(digits + 40).split('e');
  const even = exponent === longExponent ? evenOnTie(short, long, long.slice(0, short.length)) : short;
  const power = Math.abs(Number(exponent));
  const sign = Object.is(value, -0) ? '-' : '';
  return `${sign}${even}e${exponent.startsWith('-') ? '-' : '+'}${String(power).padStart(2, '0')}`;
}

/**
 * As Python's `f"{value:.4f}"`.
 * @param {number} value
 * @param {number} [digits] after the point
 */
export function fixed(value, digits = 4) {
  if (!Number.isFinite(value)) return nonFinite(value);
  if (Math.abs(value) >= 1e21) return scientific(value);
  const short = value.toFixed(digits);
  const long = value.toFixed(digits + 40);
  const down = long.slice(0, long.length - 40);
  const sign = Object.is(value, -0) ? '-' : '';
  return sign + (down === short ? short : evenOnTie(short, long, down));
}

/**
 * A power of ten as an axis says it: 1, 10, 10⁻³⁰.
 * @param {number} exponent whole
 */
export function powerOfTen(exponent) {
  if (exponent === 0) return '1';
  return exponent === 1 ? '10' : `10${raised(exponent)}`;
}

/**
 * A tick between two powers of ten, at most seven characters. It goes by digits: 2e308 would be no number any more.
 * @param {string} lead its digits
 * @param {number} exponent
 */
export function digitsLabel(lead, exponent) {
  if (lead === '1') return powerOfTen(exponent);
  const long = `${lead}×10${raised(exponent)}`;
  return long.length <= 7 ? long : `${lead}e${exponent}`;
}

/**
 * A tick's label, at most seven characters.
 * @param {number} value
 */
export function axisLabel(value) {
  if (value === 0) return '0';
  const plain = String(Number(value.toPrecision(4))).replace('-', '−');
  if (plain.length <= 6 && !plain.includes('e')) return plain;
  const labels = [3, 0].map((digits) => {
    const [mantissa, exponent] = value.toExponential(digits).split('e');
    return digitsLabel(String(Number(mantissa)).replace('-', '−'), Number(exponent));
  });
  return labels[0].length <= 7 ? labels[0] : labels[1];
}

/**
 * Two or three significant digits, for a sentence: 4.3, 0.0032, 5.3 × 10¹⁴.
 * @param {number} value
 * @param {number} [digits]
 */
export function spoken(value, digits = 2) {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  if (value === 0) return '0';
  const rounded = Number(value.toPrecision(digits));
  const size = Math.abs(rounded);
  if (size >= 0.001 && size < 10000) return String(rounded).replace('-', '−');
  const [mantissa, exponent] = value.toExponential(digits - 1).split('e');
  const lead = mantissa.replace('-', '−');
  return `${lead} × 10${raised(Number(exponent))}`;
}

/** @param {string} text */
export function capitalised(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * A number with a decimal comma (0,5) has a point. A single comma before three digits may part thousands (1,500), so
 * such a text stays as it is, and so does everything else.
 * @param {string} text
 */
export function withPoint(text) {
  const one = /^\s*[+-]?\d+,\d+(e[+-]?\d+)?\s*$/i.test(text);
  return one && !/^\s*[+-]?[1-9]\d{0,2},\d{3}\s*$/.test(text) ? text.replace(',', '.') : text;
}
