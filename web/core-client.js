// How the page asks the core: one worker for all labs, answers by number, and for each lane (a lab) the newest run only.

/** @import { Problem, Progress, Trace } from '../wasm/signalscope.js' */

/**
 * @typedef {object} Watcher
 * @property {(index: number, trace: Trace, progress: Progress) => void} onTrace
 * @property {AbortSignal} [signal]
 * @property {boolean} [urgent] whether a reader waits for it; such a run goes before those that nobody asked for
 */

/** @typedef {{state: 'done' | 'stopped'} | {state: 'problem', problem: Problem, index: number}} Outcome */

/**
 * A worker that answers, or an engine in the page where none may start (another origin, a sandbox).
 * @param {(message: any) => void} receive
 * @returns {Promise<(message: object) => void>} the way to send
 */
async function connect(receive) {
  try {
    return await startWorker(receive);
  } catch {
    const [{ Engine }, { load }] = await Promise.all([import('./engine.js'), import('../wasm/loader.js')]);
    const engine = new Engine(load(), receive);
    return (message) => void engine.receive(/** @type {any} */ (message));
  }
}

/**
 * @param {(message: any) => void} receive
 * @returns {Promise<(message: object) => void>}
 */
function startWorker(receive) {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  return new Promise((resolve, reject) => {
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      reject(new Error(event.message));
    };
    worker.onmessage = ({ data }) => {
      if (data.kind === 'ready') resolve((message) => worker.postMessage(message));
      else receive(data);
    };
  });
}

export class CoreClient {
  constructor() {
    this.next = 1;
    /** @type {Map<number, (message: any) => void>} who waits for which number */
    this.waiting = new Map();
    /** @type {Map<string, AbortController>} the run that each lane has under way */
    this.lanes = new Map();
    /** @type {Promise<(message: object) => void> | undefined} */
    this.link = undefined;
    /** @type {Map<string, Promise<any>>} */
    this.kept = new Map();
  }

  /** Nobody watches a hidden page, so its runs pause. */
  heed() {
    this.send({ id: 0, kind: document.hidden ? 'pause' : 'resume' });
  }

  /** @param {object} message */
  async send(message) {
    if (!this.link) {
      this.link = connect((answer) => this.waiting.get(answer.id)?.(answer));
      document.addEventListener('visibilitychange', () => this.heed());
      if (document.hidden) this.heed();
    }
    (await this.link)(message);
  }

  /**
   * One verb, one answer.
   * @param {import('./engine.js').Verb} verb
   * @param {object} [record]
   * @returns {Promise<{value: any, problem: Problem | null}>}
   */
  call(verb, record = {}) {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, (answer) => {
        this.waiting.delete(id);
        if (answer.kind === 'failed') reject(new Error(answer.message));
        else resolve({ value: answer.value ?? null, problem: answer.problem ?? null });
      });
      this.send({ id, kind: 'call', verb, record }).catch(reject);
    });
  }

  /** What the core knows of itself, asked once. @param {'catalog' | 'presets'} verb */
  known(verb) {
    const kept =
      this.kept.get(verb) ??
      this.call(verb).then(({ value }) => (verb === 'presets' ? JSON.parse(value) : value));
    this.kept.set(verb, kept);
    return kept;
  }

  /**
   * Runs the scenarios one after the other. A newer run in the same lane stops this one between two layers.
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
    return new Promise((resolve, reject) => {
      const stop = () => {
        if (!this.waiting.delete(id)) return;
        this.send({ id, kind: 'stop' });
        resolve({ state: 'stopped' });
      };
      /** @param {() => void} settle */
      const finish = (settle) => {
        this.waiting.delete(id);
        either.removeEventListener('abort', stop);
        if (this.lanes.get(lane) === own) this.lanes.delete(lane);
        settle();
      };
      this.waiting.set(id, (answer) => {
        if (answer.kind === 'trace') onTrace(answer.index, answer.trace, answer.progress);
        else if (answer.kind === 'done') finish(() => resolve({ state: 'done' }));
        else if (answer.kind === 'problem')
          finish(() => resolve({ state: 'problem', problem: answer.problem, index: answer.index }));
        else if (answer.kind === 'failed') finish(() => reject(new Error(answer.message)));
      });
      either.addEventListener('abort', stop);
      if (either.aborted) stop();
      else this.send({ id, kind: 'run', scenarios, urgent }).catch(reject);
    });
  }
}

export const client = new CoreClient();
