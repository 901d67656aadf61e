// Numbers as Python prints them, axis labels of seven characters, and words for sentences.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as format from '../../web/format.js';

const python = JSON.parse(readFileSync(new URL('./python_notation.json', import.meta.url), 'utf8'));

test('three digits after the point as Python prints them, ties to even', () => {
  for (const [text, printed] of python.scientific)
    assert.equal(format.scientific(Number(text)), printed, text);
});

test('four decimals as Python prints them, ties to even', () => {
  for (const [text, printed] of python.fixed) assert.equal(format.fixed(Number(text), 4), printed, text);
});

test('what is not finite has Python’s names', () => {
  const values = [NaN, Infinity, -Infinity];
  assert.deepEqual(
    values.map((value) => format.scientific(value)),
    ['nan', 'inf', '-inf'],
  );
  assert.deepEqual(
    values.map((value) => format.fixed(value)),
    ['nan', 'inf', '-inf'],
  );
});

test('powers of ten are raised, 1 and 10 stand as they are', () => {
  assert.deepEqual([-320, -30, 0, 1, 2, 308].map(format.powerOfTen), [
    '10⁻³²⁰',
    '10⁻³⁰',
    '1',
    '10',
    '10²',
    '10³⁰⁸',
  ]);
});

test('no axis label is longer than seven characters', () => {
  for (let exponent = -323; exponent <= 308; exponent += 1) {
    assert.ok([...format.powerOfTen(exponent)].length <= 7);
    for (const digits of ['1', '2', '5']) assert.ok([...format.digitsLabel(digits, exponent)].length <= 7);
    for (const digits of ['1', '1.234', '-1', '-1.5']) {
      const label = format.axisLabel(Number(`${digits}e${exponent}`));
      assert.ok([...label].length <= 7, `${digits}e${exponent}: ${label}`);
    }
  }
});

test('sentences get two digits, powers of ten where a number is long', () => {
  const cases = /** @type {[number, string][]} */ ([
    [4.258864160636579, '4.3'],
    [5.324e14, '5.3 × 10¹⁴'],
    [2.388e-48, '2.4 × 10⁻⁴⁸'],
    [0.4985, '0.5'],
    [238.75, '240'],
    [-0.5, '−0.5'],
    [0, '0'],
    [NaN, 'NaN'],
    [-Infinity, '−∞'],
  ]);
  for (const [value, words] of cases) assert.equal(format.spoken(value), words);
});

test('a decimal comma is a point where it can be nothing else', () => {
  const read = ['0,5', '-0,125', ' 12,5 ', '1,5e-3', '1,500', '12,345', '1,2,3', ',5', '5,', 'a,b', '1.5'];
  assert.deepEqual(read.map(format.withPoint), [
    '0.5',
    '-0.125',
    ' 12.5 ',
    '1.5e-3',
    '1,500',
    '12,345',
    '1,2,3',
    ',5',
    '5,',
    'a,b',
    '1.5',
  ]);
});

test('a sentence begins with a capital', () => {
  assert.equal(format.capitalised('only He'), 'Only He');
});
