// The log axis over the whole range of doubles, lanes for what has no place on it, and labels that do not overlap.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bandsIn } from '../../web/scale/bands.js';
import { spread } from '../../web/scale/labels.js';
import { layLanes, placeOf } from '../../web/scale/lanes.js';
import { layerTicks, linearAxis } from '../../web/scale/linear.js';
import { logAxis } from '../../web/scale/log.js';
import { plan, runsOf, thinned } from '../../web/scale/plot.js';

const style = { name: 'he', dash: '', mark: 'circle' };

/** @param {number[]} values */
function lineOf(values) {
  return { key: '0', label: 'line', style, values, from: 0, to: values.length };
}

/** @param {number} depth */
const boxOf = (depth) => ({ top: 0, bottom: 400, left: 0, right: 800, depth });

test('the log axis holds its data and has two to eight ticks, from subnormals to the largest double', () => {
  const ends = [
    5e-324, 1e-320, 2.3e-308, 1e-300, 3e-46, 1e-7, 0.02, 0.7, 1, 1.3, 40, 2e5, 7e38, 1e300,
    1.7976931348623157e308,
  ];
  for (const low of ends) {
    for (const high of ends.filter((value) => value >= low)) {
      const { domain, ticks } = logAxis([low, high]);
      const where = `${low} to ${high}`;
      assert.ok(domain[0] <= Math.log10(low) + 1e-9 && domain[1] >= Math.log10(high) - 1e-9, where);
      assert.ok(ticks.length >= 2 && ticks.length <= 8, `${where}: ${ticks.length} ticks`);
      assert.ok(
        ticks.every(({ at }) => at >= domain[0] && at <= domain[1]),
        where,
      );
      assert.equal(new Set(ticks.map(({ label }) => label)).size, ticks.length, where);
      assert.ok(
        ticks.every(({ label }) => [...label].length <= 7),
        where,
      );
    }
  }
});

test('the line at 1 is marked, and only that one', () => {
  const { ticks } = logAxis([1e-48, 200]);
  assert.deepEqual(
    ticks.filter(({ one }) => one).map(({ label }) => label),
    ['1'],
  );
});

test('nothing to place leaves an axis around 1', () => {
  for (const values of [[], [0, 0], [NaN], [-1, -Infinity, Infinity]]) {
    const { domain, ticks } = logAxis(values);
    assert.ok(domain.every(Number.isFinite) && domain[0] <= 0 && domain[1] >= 0);
    assert.ok(ticks.some(({ one }) => one));
  }
});

test('a linear axis shows what it must and stands for one value, none, and huge ones', () => {
  for (const values of [[], [3], [NaN], [-1, 1], [0, 0], [1e300, -1e300]]) {
    const { domain, ticks } = linearAxis(values);
    assert.ok(domain[0] < domain[1] && domain.every(Number.isFinite), String(values));
    assert.ok(ticks.length >= 2 && ticks.length <= 11, String(values));
  }
  assert.deepEqual(linearAxis([0.9, 1.1], [0, 1]).domain[0], 0);
});

test('each kind of value has a place of its own', () => {
  const values = [1, 5e-324, 0, -0, NaN, Infinity, -Infinity, -2];
  const places = ['plot', 'plot', 'zero', 'zero', 'nan', 'plus', 'minus', 'negative'];
  assert.deepEqual(
    values.map((value) => placeOf(value, 'log')),
    places,
  );
  assert.equal(placeOf(0, 'linear'), 'plot');
  assert.equal(placeOf(-2, 'linear'), 'plot');
});

test('lanes lie outside the plot, in order, and only where they are needed', () => {
  const { lanes, top, bottom } = layLanes(
    new Set(/** @type {const} */ (['nan', 'plus', 'zero', 'minus', 'plot'])),
    0,
    400,
  );
  assert.deepEqual([...lanes.keys()], ['nan', 'plus', 'zero', 'minus']);
  const [nan, plus, zero, minus] = [...lanes.values()];
  assert.ok(nan < plus && plus < top && top < bottom && bottom < zero && zero < minus && minus < 400);
  assert.deepEqual(layLanes(new Set(/** @type {const} */ (['plot'])), 0, 400), {
    lanes: new Map(),
    top: 0,
    bottom: 400,
  });
});

test('a line is split where it leaves the axis, and no point is lost or not finite', () => {
  const values = [1e-320, 1e308, 0, 0, NaN, Infinity, 1e-46, -1, -Infinity, 3];
  const plotted = plan([lineOf(values)], [lineOf(values)], 'log', boxOf(values.length));
  const runs = runsOf(lineOf(values), plotted);
  assert.deepEqual(
    runs.map(({ place }) => place),
    ['plot', 'zero', 'nan', 'plus', 'plot', 'negative', 'minus', 'plot'],
  );
  const points = runs.flatMap((run) => run.points);
  assert.equal(points.length, values.length);
  assert.ok(points.every(({ x, y }) => x >= 0 && x <= 800 && y >= 0 && y <= 400));
});

test('what has not been measured is not drawn, and a measured NaN is', () => {
  const line = { ...lineOf([NaN, NaN, NaN, 2]), from: 2 };
  const runs = runsOf(line, plan([line], [line], 'log', boxOf(4)));
  assert.deepEqual(
    runs.map(({ place, points }) => [place, points.length]),
    [
      ['nan', 1],
      ['plot', 1],
    ],
  );
});

test('factors near 1 lie on a linear axis, others on a log axis', () => {
  const near = lineOf([0.9, 1.1, NaN]);
  const far = lineOf([0.9, 1e9]);
  assert.equal(plan([near], [near], 'factor', boxOf(3)).kind, 'linear');
  assert.equal(plan([far], [far], 'factor', boxOf(2)).kind, 'log');
});

test('ten thousand layers are thinned to a few a pixel, and the highest peak stays', () => {
  const values = Array.from({ length: 10000 }, (_, index) => (index === 5432 ? 1e9 : 1 + (index % 7)));
  const line = lineOf(values);
  const [run] = runsOf(line, plan([line], [line], 'log', boxOf(values.length)));
  const kept = thinned(run.points);
  assert.ok(kept.length <= 4 * 801);
  assert.ok(kept.some(({ layer }) => layer === 5433));
  assert.deepEqual([kept[0].layer, kept[kept.length - 1].layer], [1, 10000]);
  assert.ok(kept.every((point, index) => index === 0 || point.layer > kept[index - 1].layer));
});

test('labels keep their order and their distance, and stay inside', () => {
  let state = 7;
  const random = () => (state = (state * 16807) % 2147483647) / 2147483647;
  for (let round = 0; round < 500; round += 1) {
    const wanted = Array.from({ length: 1 + Math.floor(random() * 8) }, () => random() * 400);
    const placed = spread(wanted, 34, 0, 400);
    const sorted = [...placed].sort((a, b) => a - b);
    assert.ok(sorted.every((y, index) => index === 0 || y - sorted[index - 1] >= 34 - 1e-9));
    assert.ok(sorted[0] >= 17 - 1e-9 && sorted[sorted.length - 1] <= 383 + 1e-9);
    for (const i of wanted.keys())
      for (const j of wanted.keys()) if (wanted[i] < wanted[j]) assert.ok(placed[i] < placed[j]);
  }
});

test('more labels than there is room for share it evenly', () => {
  const placed = spread(
    Array.from({ length: 30 }, () => 200),
    34,
    0,
    400,
  );
  const sorted = [...placed].sort((a, b) => a - b);
  assert.ok(sorted[0] >= 0 && sorted[29] <= 400);
  assert.ok(sorted.every((y, index) => index === 0 || y > sorted[index - 1]));
});

test('layers along the bottom begin at the first and end at the last', () => {
  assert.deepEqual(layerTicks(50), [1, 10, 20, 30, 40, 50]);
  assert.deepEqual(layerTicks(1), [1]);
  assert.deepEqual(layerTicks(2), [1, 2]);
  for (const depth of [3, 7, 24, 97, 128, 200, 10000]) {
    const ticks = layerTicks(depth);
    assert.deepEqual([ticks[0], ticks[ticks.length - 1]], [1, depth]);
    assert.ok(
      ticks.every((layer, index) => Number.isInteger(layer) && (index === 0 || layer > ticks[index - 1])),
    );
  }
});

test('bands begin where a format ends', () => {
  const below = bandsIn('float32', [-50, 5]);
  assert.equal(below.length, 1);
  assert.ok(Math.abs(below[0].to - Math.log10(1.401298464324817e-45)) < 1e-12);
  assert.match(below[0].text, /below the smallest float32/);
  assert.match(bandsIn('float16', [0, 6])[0].text, /above the largest float16/);
  assert.deepEqual(bandsIn('float32', [-10, 10]), []);
  assert.deepEqual(bandsIn('float64', [-320, 308]), []);
});
