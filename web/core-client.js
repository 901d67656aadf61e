// How the page asks the core: a few workers for all labs, answers by number, and for each lane (a lab) the newest run
// only. The series of a run go side by side; what comes back is the same whatever the number of workers.
import { CorePool } from './core-pool.js';

/** @import { Problem, Progress, Trace } from '../wasm/signalscope.js' */

/**
 * @typedef {object} Watcher
 * @property {(index: number, trace: Trace, progress: Progress) => void} onTrace
 * @property {AbortSignal} [signal]
 * @property {boolean} [urgent] whether a reader waits for it; such a run goes before those that nobody asked for
 */

/** @typedef {{state: 'done' | 'stopped'} | {state: 'problem', problem: Problem, index: number}} Outcome */

/** Verbs that take long enough to go side by side. */
const slow = new Set(['jacobian']);

export class CoreClient {
  /** @param {string} [wasmUrl] absolute; without it the core comes from where the script does */
  constructor(wasmUrl) {
    this.pool = new CorePool(wasmUrl, (answer) => this.waiting.get(answer.id)?.(answer));
    this.open = false;
    this.next = 1;
    /** @type {Map<number, (message: any) => void>} who waits for which number */
    this.waiting = new Map();
    /** @type {Map<string, AbortController>} the run that each lane has under way */
    this.lanes = new Map();
    /** @type {Map<string, Promise<any>>} */
    this.kept = new Map();
    this.holders = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.closing = undefined;
    this.heed = this.heed.bind(this);
  }

  /** Whoever asks holds the workers; when nobody does any more they end. */
  hold() {
    clearTimeout(this.closing);
    this.holders += 1;
  }

  release() {
    this.holders -= 1;
    // An element that moves within its page is released and held again at once.
    if (this.holders === 0) this.closing = setTimeout(() => this.close(), 1000);
  }

  close() {
    this.open = false;
    document.removeEventListener('visibilitychange', this.heed);
    return this.pool.close();
  }

  /** Nobody watches a hidden page, so its runs pause. */
  heed() {
    void this.pool.tell({ id: 0, kind: document.hidden ? 'pause' : 'resume' });
  }

  /** @param {object} message @param {number} [at] which worker */
  async send(message, at) {
    if (!this.open) document.addEventListener('visibilitychange', this.heed);
    this.open = true;
    await this.pool.post(message, at);
  }

  /**
   * One verb, one answer.
   * @param {import('./engine.js').Verb} verb
   * @param {object} [record]
   * @returns {Promise<{value: any, problem: Problem | null}>}
   */
  call(verb, record = {}) {
    const message = { kind: 'call', verb, record };
    if (!slow.has(verb)) return this.ask(message);
    const parts = this.pool.deal(1);
    return this.ask(message, parts[0].at).finally(() => this.pool.done(parts));
  }

  /**
   * What is wrong with each of these fields and texts, as a link or an attribute gives them; null where nothing is.
   * @param {import('../wasm/signalscope.js').VerbName} verb
   * @param {[string, string][]} pairs
   * @returns {Promise<(Problem | null)[]>}
   */
  async check(verb, pairs) {
    return (await this.ask({ kind: 'assign', verb, pairs })).value;
  }

  /**
   * @param {object} message
   * @param {number} [at] which worker
   * @returns {Promise<{value: any, problem: Problem | null}>}
   */
  ask(message, at) {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, (answer) => {
        this.waiting.delete(id);
        if (answer.kind === 'failed') reject(new Error(answer.message));
        else resolve({ value: answer.value ?? null, problem: answer.problem ?? null });
      });
      this.send({ id, ...message }, at).catch(reject);
    });
  }

  /** What the core knows of itself, asked once. @param {'catalog' | 'presets'} verb */
  known(verb) {
    const kept =
      this.kept.get(verb) ??
      this.call(verb).then(({ value }) => (verb === 'presets' ? JSON.parse(value) : value));
    this.kept.set(verb, kept);
    kept.catch(() => this.kept.delete(verb));
    return kept;
  }

  /**
   * Runs the scenarios, some side by side. A newer run in the same lane stops this one between two layers.
   * @param {string} lane
   * @param {object[]} scenarios
   * @param {Watcher} watcher
   * @returns {Promise<Outcome>}
   */
  run(lane, scenarios, { onTrace, signal, urgent = false }) {
    this.lanes.get(lane)?.abort();
    if (scenarios.length === 0) return Promise.resolve({ state: 'done' });
    const own = new AbortController();
    this.lanes.set(lane, own);
    const either = signal ? AbortSignal.any([own.signal, signal]) : own.signal;
    const id = this.next++;
    const parts = this.pool.deal(scenarios.length);
    let left = parts.length;
    return new Promise((resolve, reject) => {
      /** @param {() => void} settle @param {boolean} [early] whether any part may still run */
      const finish = (settle, early = true) => {
        if (!this.waiting.delete(id)) return;
        if (early) for (const { at } of parts) void this.send({ id, kind: 'stop' }, at);
        this.pool.done(parts);
        either.removeEventListener('abort', stop);
        if (this.lanes.get(lane) === own) this.lanes.delete(lane);
        settle();
      };
      const stop = () => finish(() => resolve({ state: 'stopped' }));
      this.waiting.set(id, (answer) => {
        if (answer.kind === 'trace') onTrace(answer.index, answer.trace, answer.progress);
        else if (answer.kind === 'problem')
          finish(() => resolve({ state: 'problem', problem: answer.problem, index: answer.index }));
        else if (answer.kind === 'failed') finish(() => reject(new Error(answer.message)));
        else if (answer.kind === 'done' && (left -= 1) === 0) finish(() => resolve({ state: 'done' }), false);
      });
      either.addEventListener('abort', stop);
      if (either.aborted) stop();
      else
        for (const { at, mine } of parts)
          this.send({ id, kind: 'run', scenarios, mine, urgent }, at).catch((error) =>
            finish(() => reject(error)),
          );
    });
  }
}

/** @type {Map<string, CoreClient>} */
const clients = new Map();

/**
 * One client, and with it one compiled core, for each address that the core comes from.
 * @param {string} [wasmUrl] as in an attribute; empty for the core beside the script
 */
export function clientFor(wasmUrl = '') {
  const address = wasmUrl && new URL(wasmUrl, document.baseURI).href;
  const client = clients.get(address) ?? new CoreClient(address);
  clients.set(address, client);
  return client;
}
