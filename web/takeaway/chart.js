// What a program or a table is to be made of: what a lab has drawn, as data.
import { columnsFor } from '../labs/quantities.js';

/** @typedef {import('../labs/lab.js').Taken} Taken */

/**
 * @param {Pick<import('../labs/lab.js').Lab, 'definition' | 'kind' | 'printed'>} lab
 * @param {Taken[]} taken one a series
 * @returns {import('./python-program.js').Chart}
 */
export function chartOf({ definition, kind, printed }, taken) {
  // As the printed table has them: the last layer stays the last one when the depth is another.
  const usual = Number(definition?.base.depth ?? 50);
  const depth = Math.max(...taken.map(({ record }) => Number(record.depth ?? 50)));
  return {
    title: definition?.title ?? '',
    kind,
    records: taken.map(({ label, record }) => ({ ...record, label })),
    columns: columnsFor(printed, usual, depth).map(({ key }) => key),
  };
}
