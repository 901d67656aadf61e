// How the page asks the core: one worker for all labs, answers by number, and for each lane (a lab) the newest run only.

import { loadOptions, openWorker } from './core-source.js';

/** @import { Problem, Progress, Trace } from '../wasm/signalscope.js' */

/**
 * @typedef {object} Watcher
 * @property {(index: number, trace: Trace, progress: Progress) => void} onTrace
 * @property {AbortSignal} [signal]
 * @property {boolean} [urgent] whether a reader waits for it; such a run goes before those that nobody asked for
 */

/** @typedef {{post: (message: object) => void, close: () => void}} Link */

/** @typedef {{state: 'done' | 'stopped'} | {state: 'problem', problem: Problem, index: number}} Outcome */

/**
 * A worker that answers, or an engine in the page where none may start (another origin, a sandbox, a strict policy).
 * @param {import('../wasm/signalscope.js').LoadOptions} options
 * @param {(message: any) => void} receive
 * @returns {Promise<Link>}
 */
async function connect(options, receive) {
  try {
    const worker = await startWorker(receive);
    worker.postMessage({ options });
    return { post: (message) => worker.postMessage(message), close: () => worker.terminate() };
  } catch {
    const [{ Engine }, { load }] = await Promise.all([import('./engine.js'), import('../wasm/loader.js')]);
    const engine = new Engine(load(options), receive);
    return { post: (message) => void engine.receive(/** @type {any} */ (message)), close: () => {} };
  }
}

/**
 * @param {(message: any) => void} receive
 * @returns {Promise<Worker>} once it has said that it runs
 */
function startWorker(receive) {
  const worker = openWorker();
  return new Promise((resolve, reject) => {
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      reject(new Error(event.message));
    };
    worker.onmessage = ({ data }) => {
      if (data.kind === 'ready') resolve(worker);
      else receive(data);
    };
  });
}

export class CoreClient {
  /** @param {string} [wasmUrl] absolute; without it the core comes from where the script does */
  constructor(wasmUrl) {
    this.wasmUrl = wasmUrl;
    this.next = 1;
    /** @type {Map<number, (message: any) => void>} who waits for which number */
    this.waiting = new Map();
    /** @type {Map<string, AbortController>} the run that each lane has under way */
    this.lanes = new Map();
    /** @type {Promise<Link> | undefined} */
    this.link = undefined;
    /** @type {Map<string, Promise<any>>} */
    this.kept = new Map();
    this.holders = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.closing = undefined;
    this.heed = this.heed.bind(this);
  }

  /** Whoever asks holds the worker; when nobody does any more it ends. */
  hold() {
    clearTimeout(this.closing);
    this.holders += 1;
  }

  release() {
    this.holders -= 1;
    // An element that moves within its page is released and held again at once.
    if (this.holders === 0) this.closing = setTimeout(() => this.close(), 1000);
  }

  async close() {
    const { link } = this;
    this.link = undefined;
    document.removeEventListener('visibilitychange', this.heed);
    (await link)?.close();
  }

  /** Nobody watches a hidden page, so its runs pause. */
  heed() {
    this.send({ id: 0, kind: document.hidden ? 'pause' : 'resume' });
  }

  async connect() {
    const options = await loadOptions();
    if (this.wasmUrl) options.wasmUrl = this.wasmUrl;
    return connect(options, (answer) => this.waiting.get(answer.id)?.(answer));
  }

  /** @param {object} message */
  async send(message) {
    if (!this.link) {
      this.link = this.connect();
      document.addEventListener('visibilitychange', this.heed);
      if (document.hidden) this.heed();
    }
    (await this.link).post(message);
  }

  /**
   * One verb, one answer.
   * @param {import('./engine.js').Verb} verb
   * @param {object} [record]
   * @returns {Promise<{value: any, problem: Problem | null}>}
   */
  call(verb, record = {}) {
    return this.ask({ kind: 'call', verb, record });
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
   * @returns {Promise<{value: any, problem: Problem | null}>}
   */
  ask(message) {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, (answer) => {
        this.waiting.delete(id);
        if (answer.kind === 'failed') reject(new Error(answer.message));
        else resolve({ value: answer.value ?? null, problem: answer.problem ?? null });
      });
      this.send({ id, ...message }).catch(reject);
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

/** @type {Map<string, CoreClient>} */
const clients = new Map();

/**
 * One client, and with it one worker and one compiled core, for each address that the core comes from.
 * @param {string} [wasmUrl] as in an attribute; empty for the core beside the script
 */
export function clientFor(wasmUrl = '') {
  const address = wasmUrl && new URL(wasmUrl, document.baseURI).href;
  const client = clients.get(address) ?? new CoreClient(address);
  clients.set(address, client);
  return client;
}
