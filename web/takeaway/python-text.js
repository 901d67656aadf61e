// Python's literals, and holes: numbers that may differ between the series of a chart.

/**
 * A string as a Python literal: what is neither letter, mark, number, sign nor plain space is escaped.
 * @param {string} value
 */
export function quoted(value) {
  const escaped = JSON.stringify(value.replace(/\p{Surrogate}/gu, '\ufffd'));
  return escaped.replace(/[\p{C}\u2028\u2029]/gu, (character) => {
    const code = /** @type {number} */ (character.codePointAt(0)).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
  });
}

/**
 * @param {unknown} value
 * @returns {string}
 */
export function literal(value) {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return value === undefined ? 'None' : number(value);
}

/**
 * A number as Python would print it, or nearly so; anything else as it is.
 * @param {unknown} value
 */
function number(value) {
  return typeof value === 'number' && value !== 0 && Math.abs(value) < 1e-3
    ? value.toExponential()
    : String(value);
}

/**
 * A number that NumPy must not take for an integer.
 * @param {number} value
 */
export function float(value) {
  return Number.isInteger(value) && !String(value).includes('e') ? `${value}.0` : String(value);
}

/**
 * @param {string} name the variable, where the series differ
 * @param {unknown} value the text, where they do not
 */
export function hole(name, value) {
  return `\ue000${name}\ue001${number(value)}\ue002`;
}

export const holes = /\ue000(\w+)\ue001([^\ue002]*)\ue002/g;

/** What stands outside all brackets. @param {string} text @returns {string} */
export function outside(text) {
  const less = text.replace(/\([^()]*\)|\[[^[\]]*\]/g, '');
  return less === text ? text : outside(less);
}

/** Deeper by one level. @param {string[]} lines */
export const indented = (lines) => lines.map((line) => (line ? `    ${line}` : line));

/** @param {string} text */
export const comment = (text) => `# ${text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()}`;
