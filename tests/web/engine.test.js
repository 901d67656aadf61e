// The engine against a core that counts: order, stopping, freeing.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { Engine } from '../../web/engine.js';

/** A core whose runs take `depth` steps, if need be without an end; it remembers which tokens are open. */
function countingCore() {
  let next = 1;
  /** @type {Map<number, {depth: number, step: number}>} */
  const open = new Map();
  return {
    open,
    begun: 0,
    advanced: 0,
    validate(/** @type {any} */ scenario) {
      const problem =
        scenario.depth > 0 ? null : { code: 'out_of_range', field: 'depth', message: 'depth: no.' };
      return problem ? { value: null, problem } : { value: { memory_needed: 1 }, problem: null };
    },
    begin(/** @type {any} */ scenario) {
      this.begun += 1;
      open.set(next, { depth: scenario.depth, step: 0 });
      return { value: next++, problem: null };
    },
    advance(/** @type {number} */ token, /** @type {number} */ layers) {
      this.advanced += 1;
      const run = open.get(token);
      if (!run) return { value: null, problem: { code: 'bad_token', field: '', message: 'no such run' } };
      run.step = Math.min(run.step + layers, run.depth);
      const done = run.step === run.depth;
      return {
        value: {
          trace: {},
          progress: { forward: run.step, backward: 0, fraction: run.step / run.depth, done },
        },
        problem: null,
      };
    },
    end(/** @type {number} */ token) {
      open.delete(token);
      return { value: true, problem: null };
    },
    symmetry() {
      return { value: 'answer', problem: null };
    },
  };
}

/** @param {ReturnType<typeof countingCore>} core */
function engineOf(core) {
  /** @type {any[]} */
  const posted = [];
  const engine = new Engine(Promise.resolve(/** @type {any} */ (core)), (message) => posted.push(message));
  return { engine, posted };
}

/** @param {() => boolean} condition */
async function until(condition) {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** @param {Engine} engine */
async function settled(engine) {
  for (let i = 0; i < 2000 && (engine.busy || engine.jobs.length > 0); i += 1)
    await new Promise((resolve) => setTimeout(resolve, 1));
}

test('scenarios run one after the other, each to its end, and every token is closed', async () => {
  const core = countingCore();
  const { engine, posted } = engineOf(core);
  engine.receive({ id: 1, kind: 'run', scenarios: [{ depth: 5 }, { depth: 3 }], urgent: false });
  await settled(engine);
  const order = posted.filter(({ kind }) => kind === 'trace').map(({ index }) => index);
  assert.deepEqual(order, [...order].sort());
  assert.deepEqual(posted.at(-1), { id: 1, kind: 'done' });
  assert.equal(posted.filter(({ progress }) => progress?.done).length, 2);
  assert.equal(core.open.size, 0);
});

test('a part of a run: its own scenarios and no others, after all were looked at', async () => {
  const core = countingCore();
  const { engine, posted } = engineOf(core);
  const scenarios = [{ depth: 5 }, { depth: 3 }, { depth: 4 }];
  engine.receive({ id: 1, kind: 'run', scenarios, mine: [0, 2], urgent: false });
  engine.receive({ id: 2, kind: 'run', scenarios: [{ depth: 5 }, { depth: 0 }], mine: [0], urgent: false });
  await settled(engine);
  const ended = posted.filter(({ progress }) => progress?.done).map(({ index }) => index);
  assert.deepEqual(ended, [0, 2]);
  assert.deepEqual(
    posted.filter(({ kind }) => kind !== 'trace').map(({ id, kind, index }) => [id, kind, index]),
    [
      [1, 'done', undefined],
      [2, 'problem', 1],
    ],
  );
  assert.equal(core.begun, 2);
});

test('a stop ends both parts of a run that one engine was given', async () => {
  const core = countingCore();
  const { engine } = engineOf(core);
  const scenarios = [{ depth: Infinity }, { depth: Infinity }];
  engine.receive({ id: 1, kind: 'run', scenarios, mine: [0], urgent: false });
  engine.receive({ id: 1, kind: 'run', scenarios, mine: [1], urgent: true });
  await until(() => core.advanced > 2);
  await engine.receive({ id: 1, kind: 'stop' });
  await settled(engine);
  assert.equal(engine.jobs.length, 0);
  assert.equal(core.open.size, 0);
});

test('one bad scenario stops all before anything was begun', async () => {
  const core = countingCore();
  const { engine, posted } = engineOf(core);
  engine.receive({ id: 1, kind: 'run', scenarios: [{ depth: 5 }, { depth: 0 }], urgent: false });
  await settled(engine);
  assert.equal(posted.length, 1);
  assert.equal(posted[0].kind, 'problem');
  assert.equal(posted[0].index, 1);
  assert.equal(core.begun, 0);
});

test('a stop between two layers frees the token, and nothing more is said of that run', async () => {
  const core = countingCore();
  const { engine, posted } = engineOf(core);
  engine.receive({ id: 1, kind: 'run', scenarios: [{ depth: Infinity }], urgent: false });
  await until(() => core.advanced > 2);
  assert.equal(core.open.size, 1);
  await engine.receive({ id: 1, kind: 'stop' });
  const said = posted.length;
  await settled(engine);
  assert.equal(core.open.size, 0);
  assert.equal(posted.length, said);
});

test('what a reader waits for goes first, and the older run is finished after it', async () => {
  const core = countingCore();
  const { engine, posted } = engineOf(core);
  engine.receive({ id: 1, kind: 'run', scenarios: [{ depth: Infinity }], urgent: false });
  await until(() => core.advanced > 1);
  const [older] = core.open.values();
  engine.receive({ id: 2, kind: 'run', scenarios: [{ depth: 4 }], urgent: true });
  await until(() => posted.some(({ kind }) => kind === 'done'));
  older.depth = older.step + 3;
  await settled(engine);
  assert.deepEqual(
    posted.filter(({ kind }) => kind === 'done').map(({ id }) => id),
    [2, 1],
  );
});

test('a hidden page pauses its runs, and a shown one goes on', async () => {
  const core = countingCore();
  const { engine, posted } = engineOf(core);
  engine.receive({ id: 1, kind: 'run', scenarios: [{ depth: Infinity }], urgent: false });
  await until(() => core.advanced > 1);
  engine.receive({ id: 0, kind: 'pause' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  const [steps, said] = [core.advanced, posted.length];
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual([core.advanced, posted.length], [steps, said]);
  engine.receive({ id: 0, kind: 'resume' });
  await until(() => posted.length > said);
  await engine.receive({ id: 1, kind: 'stop' });
});

test('of a run the first step and the last are told, and between them no more than can be drawn', async () => {
  let now = 1000;
  mock.method(performance, 'now', () => now);
  const core = countingCore();
  const { advance } = core;
  // Each step takes 7 of the 8 milliseconds that a worker has before it looks at its messages.
  core.advance = function (token) {
    now += 7;
    return advance.call(this, token, 1);
  };
  const { engine, posted } = engineOf(core);
  engine.receive({ id: 1, kind: 'run', scenarios: [{ depth: 10 }, { depth: 2 }], urgent: false });
  await settled(engine);
  mock.reset();
  assert.deepEqual(
    posted.filter(({ kind }) => kind === 'trace').map(({ index, progress }) => [index, progress.forward]),
    [
      [0, 1],
      [0, 5],
      [0, 9],
      [0, 10],
      [1, 1],
      [1, 2],
    ],
  );
});

test('a verb is answered at once, and a core that cannot be loaded says so', async () => {
  const { engine, posted } = engineOf(countingCore());
  await engine.receive({ id: 7, kind: 'call', verb: 'symmetry', record: {} });
  assert.deepEqual(posted, [{ id: 7, kind: 'value', value: 'answer' }]);
  /** @type {any[]} */
  const said = [];
  const broken = new Engine(Promise.reject(new Error('not found at x.wasm')), (message) =>
    said.push(message),
  );
  await broken.receive({ id: 8, kind: 'call', verb: 'catalog', record: {} });
  await broken.receive({ id: 9, kind: 'run', scenarios: [{ depth: 1 }], urgent: false });
  assert.deepEqual(
    said.map(({ id, kind, message }) => [id, kind, message]),
    [
      [8, 'failed', 'not found at x.wasm'],
      [9, 'failed', 'not found at x.wasm'],
    ],
  );
});
