// Answers in any number, drawn no faster than can be seen, the newest of each.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Gathered } from '../../web/labs/gathered.js';

/** @type {Map<number, (now: number) => void>} frames that were asked for */
let asked = new Map();
let next = 1;

beforeEach(() => {
  asked = new Map();
  Object.assign(globalThis, {
    requestAnimationFrame: (/** @type {(now: number) => void} */ look) => {
      asked.set(next, look);
      return next++;
    },
    cancelAnimationFrame: (/** @type {number} */ frame) => asked.delete(frame),
  });
});

/** @param {number} now */
function frame(now) {
  const looks = [...asked.values()];
  asked.clear();
  for (const look of looks) look(now);
}

test('the newest answer under each number, once a frame and not within thirty milliseconds', () => {
  /** @type {[number, string][][]} */
  const drawn = [];
  const gathered = new Gathered((/** @type {Map<number, string>} */ fresh) => drawn.push([...fresh]));
  gathered.add(0, 'a');
  gathered.add(1, 'b');
  gathered.add(0, 'c');
  assert.equal(asked.size, 1);
  assert.deepEqual(drawn, []);
  frame(16);
  assert.deepEqual(drawn, [
    [
      [0, 'c'],
      [1, 'b'],
    ],
  ]);
  gathered.add(0, 'd');
  frame(32);
  assert.equal(drawn.length, 1);
  gathered.add(0, 'e');
  frame(48);
  assert.deepEqual(drawn[1], [[0, 'e']]);
  frame(96);
  assert.equal(drawn.length, 2);
});

test('at the end of a run what is left comes at once, and no frame follows', () => {
  /** @type {[number, string][][]} */
  const drawn = [];
  const gathered = new Gathered((/** @type {Map<number, string>} */ fresh) => drawn.push([...fresh]));
  gathered.flush();
  assert.deepEqual(drawn, []);
  gathered.add(3, 'a');
  gathered.flush();
  assert.deepEqual(drawn, [[[3, 'a']]]);
  assert.equal(asked.size, 0);
});
