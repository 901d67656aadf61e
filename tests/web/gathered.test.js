// Answers in any number, drawn no faster than can be seen, the newest of each.
import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { Gathered } from '../../web/labs/gathered.js';

/** @type {[number, string][][]} what was handed over, and when it was */
let drawn = [];
let now = 0;
/** @type {Gathered<string>} */
let gathered;

beforeEach(() => {
  drawn = [];
  now = 1000;
  mock.reset();
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout'] });
  mock.method(performance, 'now', () => now);
  gathered = new Gathered((fresh) => drawn.push([...fresh]));
});

/** @param {number} milliseconds */
function pass(milliseconds) {
  now += milliseconds;
  mock.timers.tick(milliseconds);
}

test('the first answer at once, then the newest under each number, thirty milliseconds apart', () => {
  gathered.add(0, 'a');
  assert.deepEqual(drawn, [[[0, 'a']]]);
  pass(4);
  gathered.add(0, 'b');
  gathered.add(1, 'c');
  gathered.add(0, 'd');
  pass(25);
  assert.equal(drawn.length, 1);
  pass(1);
  assert.deepEqual(drawn[1], [
    [0, 'd'],
    [1, 'c'],
  ]);
  pass(29);
  gathered.add(1, 'e');
  assert.equal(drawn.length, 2);
  pass(1);
  assert.deepEqual(drawn[2], [[1, 'e']]);
  pass(100);
  assert.equal(drawn.length, 3);
  gathered.add(1, 'f');
  assert.deepEqual(drawn[3], [[1, 'f']]);
});

test('at the end of a run what is left comes at once, and nothing follows', () => {
  gathered.flush();
  assert.deepEqual(drawn, []);
  gathered.add(3, 'a');
  gathered.add(3, 'b');
  gathered.flush();
  assert.deepEqual(drawn, [[[3, 'a']], [[3, 'b']]]);
  pass(100);
  assert.equal(drawn.length, 2);
});
