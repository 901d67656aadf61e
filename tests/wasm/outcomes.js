import assert from 'node:assert/strict';

/** @import { Outcome, Problem } from '../../wasm/signalscope.js' */

/**
 * The value of an outcome that must have one, and only one.
 *
 * @template T
 * @param {Outcome<T>} outcome
 * @returns {T}
 */
export function valueOf(outcome) {
  assert.equal(outcome.problem, null, outcome.problem?.message);
  assert.notEqual(outcome.value, null);
  return /** @type {T} */ (outcome.value);
}

/**
 * The problem of an outcome that must be one: one line, and a code.
 *
 * @param {Outcome<unknown>} outcome
 * @returns {Problem}
 */
export function problemOf(outcome) {
  assert.equal(outcome.value, null);
  const problem = /** @type {Problem} */ (outcome.problem);
  assert.match(problem.code, /^[a-z_]+$/);
  assert.equal(typeof problem.field, 'string');
  assert.ok(problem.message.length > 0 && !problem.message.includes('\n'), problem.message);
  return problem;
}
