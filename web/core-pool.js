// The workers of one core, each with an instance of its own: the first compiles the module, the others are opened when
// there is work for them and take what it compiled. Where no worker may start there is one engine, in the page.
import { loadOptions, openWorker } from './core-source.js';

/** @typedef {{post: (message: object) => void, close: () => void}} Link */
/** @typedef {import('../wasm/signalscope.js').LoadOptions} LoadOptions */

/** More would hardly be seen: no chart has many more series, and each instance takes memory. */
const mostWorkers = 4;

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

export class CorePool {
  /**
   * @param {string | undefined} wasmUrl absolute; without it the core comes from where the script does
   * @param {(answer: any) => void} receive
   */
  constructor(wasmUrl, receive) {
    this.wasmUrl = wasmUrl;
    this.receive = receive;
    /** Those that are open, by number. @type {Map<number, Promise<Link>>} */
    this.links = new Map();
    /** What the first worker compiled. @type {WebAssembly.Module | undefined} */
    this.module = undefined;
    /** The same, for those who wait for it. @type {Promise<WebAssembly.Module>} */
    this.compiled = new Promise((resolve) => (this.give = resolve));
    /** How many workers there may be; 1 where the page has to do the work itself. */
    this.size = Math.max(1, Math.min(navigator.hardwareConcurrency || 1, mostWorkers));
    /** How much each of them has to do. */
    this.load = Array.from({ length: this.size }, () => 0);
  }

  /**
   * Deals so many pieces of work out to the workers, those first that have the least to do.
   * @param {number} count
   * @returns {{at: number, mine: number[]}[]} the worker, and its pieces
   */
  deal(count) {
    const workers = Array.from({ length: this.size }, (_, at) => at);
    workers.sort((one, other) => this.load[one] - this.load[other]);
    const pieces = Array.from({ length: count }, (_, index) => index);
    const parts = workers.slice(0, count).map((at, part, { length }) => ({
      at,
      mine: pieces.filter((index) => index % length === part),
    }));
    for (const { at, mine } of parts) this.load[at] += mine.length;
    return parts;
  }

  /** What was dealt is done, or is no longer wanted. @param {{at: number, mine: number[]}[]} parts */
  done(parts) {
    for (const { at, mine } of parts) this.load[at] -= mine.length;
  }

  /** @param {object} message @param {number} [at] which worker */
  async post(message, at = 0) {
    (await this.open(at)).post(message);
  }

  /** To all that there are. @param {object} message */
  async tell(message) {
    for (const link of this.links.values()) (await link).post(message);
  }

  /** @param {number} at */
  open(at) {
    const link = this.links.get(at) ?? (at === 0 ? this.first() : this.further());
    this.links.set(at, link);
    return link;
  }

  /** @returns {Promise<Link>} */
  async first() {
    const options = this.module ? { wasmModule: this.module } : await this.options();
    try {
      return await this.worker(options);
    } catch {
      this.size = 1;
      const [{ Engine, budgets }, { load }] = await Promise.all([
        import('./engine.js'),
        import('../wasm/loader.js'),
      ]);
      const engine = new Engine(load(options), this.receive, budgets.page);
      return { post: (message) => void engine.receive(/** @type {any} */ (message)), close: () => {} };
    }
  }

  async options() {
    const options = await loadOptions();
    if (this.wasmUrl) options.wasmUrl = this.wasmUrl;
    return options;
  }

  /** Where no second one may start, the first does its work. @returns {Promise<Link>} */
  async further() {
    try {
      return await this.worker({ wasmModule: await this.compiled });
    } catch {
      this.size = 1;
      return this.open(0);
    }
  }

  /** @param {LoadOptions} options @returns {Promise<Link>} */
  async worker(options) {
    const worker = await startWorker((answer) => {
      if (answer.kind !== 'compiled') return this.receive(answer);
      this.module = answer.module;
      this.give?.(answer.module);
    });
    worker.postMessage({ options });
    // Nobody watches a hidden page; what is opened in one waits.
    if (document.hidden) worker.postMessage({ id: 0, kind: 'pause' });
    return { post: (message) => worker.postMessage(message), close: () => worker.terminate() };
  }

  async close() {
    const links = [...this.links.values()];
    this.links.clear();
    for (const link of links) (await link).close();
  }
}
