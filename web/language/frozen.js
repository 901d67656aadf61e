/**
 * A table that nobody can change, whatever its depth.
 * @template {object} T
 * @param {T} table
 * @returns {T}
 */
export function frozen(table) {
  for (const entry of Object.values(table)) if (typeof entry === 'object') frozen(entry);
  return Object.freeze(table);
}
