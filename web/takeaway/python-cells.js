// What a program prints: numbers in f-strings, rows of numbers as arguments of their own.

/**
 * One cell of a table.
 * @param {string} name of a variable
 * @param {number[]} indices
 * @param {number} depth how many indices lead to a number
 * @param {string} style
 */
export function printed(name, indices, depth, style) {
  const at = indices.length > 0 ? `${name}[${indices.join(', ')}]` : name;
  const suffix = style ? `:${style}` : '';
  return indices.length === depth ? `{${at}${suffix}}` : listed(at, style);
}

/** @param {string} list @param {string} style */
export const listed = (list, style) => `*[f"{value:${style}}" for value in ${list}]`;

/**
 * The call of print; lines that would be too long are broken between its arguments.
 * @param {string[]} pieces of f-strings, or whole arguments that begin with a star
 * @param {string} label a piece of an f-string, or nothing
 * @returns {string[]}
 */
export function printCall(pieces, label) {
  /** @type {string[][]} */
  const groups = [];
  for (const piece of [...(label ? [label] : []), ...pieces]) {
    const last = groups.at(-1);
    const joins = last && !last[0].startsWith('*') && !piece.startsWith('*');
    if (joins && last.join(' ').length + piece.length < 84) last.push(piece);
    else groups.push([piece]);
  }
  const parts = groups.map((group) => (group[0].startsWith('*') ? group[0] : `f"${group.join(' ')}"`));
  const line = `print(${parts.join(', ')})`;
  return line.length <= 96 ? [line] : ['print(', ...parts.map((part) => `    ${part},`), ')'];
}
