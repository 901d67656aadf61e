// From a chart to the program that prints its numbers, in one of two dialects.
import { overDepths } from './depths.js';
import { jacobianParts } from './jacobian.js';
import { momentumBody } from './momentum.js';
import * as normalise from './normalise.js';
import { fitted, isKnown } from './plan.js';
import { propagateParts } from './propagate.js';
import { printCall } from './python-cells.js';
import { columnsOf, complete, matrixOf, propagateDefaults } from './python-scenario.js';
import { program } from './python-series.js';
import { indented } from './python-text.js';
import * as symmetry from './symmetry.js';

/** @typedef {import('./python-scenario.js').Fields} Fields */
/** @typedef {import('./python-scenario.js').Column} Column */
/** @typedef {import('./python-series.js').Part} Part */
/** @typedef {import('./plan.js').Dialect} Dialect */

/**
 * @typedef {object} Chart
 * @property {string} title
 * @property {string} kind a verb, or what is made of several runs of one: `depths`, whose records have a list of depths,
 *   `neighbours`, of `normalise` with how many sets of neighbours, and `momentum`, of `normalise` with `training_batches`
 * @property {Fields[]} records complete or partial, as `recordsOf` gives them, each with its `label`
 * @property {string[]} columns as in a preset; where there are none, the rms of every layer
 */

/** What is printed where no column is named. @type {Record<string, () => string[]>} */
const usual = {
  propagate: () => ['rms'],
  symmetry: () => ['gradient[0]', 'distinct_columns'],
  normalise: () => ['output_mean_max', 'output_std_min'],
  neighbours: () => ['y[0]'],
  jacobian: () => [],
  momentum: () => [],
  depths: () => ['rms@last'],
};

/** @type {Record<string, (series: Fields[], columns: Column[], dialect: Dialect, prefix: string) => Part[] | undefined>} */
const kinds = {
  propagate(records, columns, dialect, prefix) {
    const series = records.map((record) => ({ label: record.label, s: complete(record, propagateDefaults) }));
    if (!columns.every(isKnown) || series.some(({ s }) => s === undefined || !dialect.knows(s)))
      return undefined;
    const known = /** @type {{label: string, s: Fields}[]} */ (series);
    return propagateParts(
      known,
      fitted(
        columns,
        known.map(({ s }) => s),
      ),
      dialect,
      prefix,
    );
  },
  symmetry: simple(symmetry.isKnown, symmetry.symmetryBody, symmetry.cells),
  normalise: simple(normalise.isKnown, normalise.normaliseBody, normalise.cells),
  neighbours: simple(normalise.isKnown, normalise.normaliseBody, normalise.cells),
  jacobian: (records, columns, dialect, prefix) =>
    columns.length > 0 ? undefined : jacobianParts(records, dialect, prefix),
  momentum(records, columns, { torch }, prefix) {
    const bodies = records.map((record) => momentumBody(record, torch, prefix));
    if (columns.length > 0 || bodies.includes(undefined)) return undefined;
    return bodies.map((made, at) => ({
      label: records[at].label,
      head: new Map(),
      .../** @type {{fields: Fields, body: string[][]}} */ (made),
    }));
  },
  depths(records, columns, dialect, prefix) {
    const lists = records.map(({ depth }) => matrixOf([depth])?.[0] ?? []);
    const deepest = records.map((record, at) => ({ ...record, depth: Math.max(...lists[at]) }));
    const parts = kinds.propagate(deepest, columns, dialect, `${prefix} {depth:2}`.trim());
    return parts?.map((part, at) => overDepths(part, lists[at]));
  },
};

/**
 * @param {(column: Column) => boolean} knows
 * @param {(record: Fields, torch: boolean, names: string[], masks: boolean) => {fields: Fields, open?: string[][], body: string[][]} | undefined} bodyOf
 * @param {(columns: Column[]) => string[]} cells
 */
function simple(knows, bodyOf, cells) {
  /** @param {Fields[]} records @param {Column[]} columns @param {Dialect} dialect @param {string} prefix */
  return (records, columns, { torch }, prefix) => {
    if (!columns.every(knows)) return undefined;
    const names = columns.map(({ name }) => name);
    const masks = records.some(({ mask }) => mask?.length > 0);
    const parts = records.map((record) => {
      const made = bodyOf(record, torch, names, masks);
      if (!made) return undefined;
      const { fields, open = [], body } = made;
      const slots = [...body, printCall(cells(columns), prefix)];
      const inside = open.length > 0 ? slots.map(indented) : slots;
      return { label: record.label, fields, head: new Map(), body: [...open, ...inside] };
    });
    return parts.includes(undefined) ? undefined : /** @type {Part[]} */ (parts);
  };
}

/**
 * @param {Chart} chart
 * @param {Dialect} dialect
 * @returns {string | null}
 */
export function programOf({ title, kind, records, columns }, dialect) {
  if (records.length === 0 || !Object.hasOwn(kinds, kind)) return null;
  const read = columnsOf(columns.length > 0 ? columns : usual[kind]());
  if (!read) return null;
  const labelled = records.map((record) => ({ ...record, label: String(record.label ?? '') }));
  const width = Math.max(...labelled.map(({ label }) => [...label].length));
  const parts = kinds[kind](labelled, read, dialect, records.length > 1 ? `{label:${width}}` : '');
  if (!parts) return null;
  return program(
    title,
    dialect.torch ? 'NumPy draws, PyTorch computes' : 'PyTorch draws, NumPy computes',
    parts,
  );
}
