// Runs the core on behalf of the page, message by message. The worker wraps one engine; where a worker is refused the
// page holds the engine itself. Between two steps it looks at its messages, so a newer change stops an older run.

/**
 * @typedef {'symmetry' | 'normalise' | 'jacobian' | 'draw' | 'activate' | 'cost' | 'catalog' | 'presets' | 'validate'} Verb
 * @typedef {{id: number, kind: 'call', verb: Verb, record: any}} Call
 * @typedef {{id: number, kind: 'assign', verb: import('../wasm/signalscope.js').VerbName, pairs: [string, string][]}} Assign
 * @typedef {{id: number, kind: 'run', scenarios: object[], mine?: number[], urgent: boolean}} Run `mine` are those that
 * this engine runs, all of them by default; all are checked
 * @typedef {{id: number, kind: 'stop' | 'pause' | 'resume'}} Order
 * @typedef {Call | Assign | Run | Order} Request
 */

/**
 * @typedef {object} Job
 * @property {number} id
 * @property {object[]} scenarios
 * @property {number[]} left which of them are still to be run, the first of which is running
 * @property {boolean} checked
 * @property {number} token of its open run, 0 for none
 * @property {number} layers how many steps fit into one budget
 * @property {number} answered when the last answer of its open run left
 */

/** Milliseconds between two looks at the messages: in a worker, and in a page that has to answer its reader. */
export const budgets = { worker: 8, page: 6 };

/** Milliseconds from one answer of a run to the next: no page draws faster, and each takes a little of its time. */
const betweenAnswers = 24;

/** Lets messages in that arrived meanwhile. A timer would be held back to 4 ms, this is not. */
function turn() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve(undefined);
    };
    port2.postMessage(0);
  });
}

/**
 * After the check only the core itself can fail, by running out of memory.
 * @template T
 * @param {import('../wasm/signalscope.js').Outcome<T>} outcome
 * @returns {T}
 */
function valueOf({ value, problem }) {
  if (problem) throw new Error(problem.message);
  return /** @type {T} */ (value);
}

export class Engine {
  /**
   * @param {Promise<import('../wasm/signalscope.js').Core>} loading
   * @param {(message: object) => void} post
   * @param {number} [budget] milliseconds
   */
  constructor(loading, post, budget = budgets.worker) {
    this.loading = loading;
    this.post = post;
    this.budget = budget;
    /** @type {Job[]} the first is the one that runs */
    this.jobs = [];
    this.paused = false;
    this.busy = false;
  }

  /** @param {Request} request */
  async receive(request) {
    switch (request.kind) {
      case 'call':
        return this.call(request);
      case 'assign':
        return this.assign(request);
      case 'stop':
        return this.stop(request.id);
      case 'pause':
        this.paused = true;
        return undefined;
      case 'resume':
        this.paused = false;
        return this.work();
      default:
        return this.run(request);
    }
  }

  /** @param {Run} request */
  run({ id, scenarios, mine = [...scenarios.keys()], urgent }) {
    const job = { id, scenarios, left: mine, checked: false, token: 0, layers: 1, answered: -Infinity };
    if (urgent) this.jobs.unshift(job);
    else this.jobs.push(job);
    return this.work();
  }

  /** @param {Call} request */
  async call({ id, verb, record }) {
    try {
      const core = await this.loading;
      this.answer(id, core[verb](record));
    } catch (error) {
      this.fail(id, error);
    }
  }

  /**
   * Looks at fields from a link or from attributes one by one; for each what is wrong with it, or null.
   * @param {Assign} request
   */
  async assign({ id, verb, pairs }) {
    try {
      const core = await this.loading;
      const value = pairs.map(([field, text]) => core.assign_text(verb, field, text).problem);
      this.post({ id, kind: 'value', value });
    } catch (error) {
      this.fail(id, error);
    }
  }

  /**
   * @param {number} id
   * @param {import('../wasm/signalscope.js').Outcome<unknown>} result
   */
  answer(id, { value, problem }) {
    this.post(problem ? { id, kind: 'problem', problem } : { id, kind: 'value', value });
  }

  /**
   * @param {number} id
   * @param {unknown} error
   */
  fail(id, error) {
    this.post({ id, kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }

  /** @param {number} id */
  async stop(id) {
    // Two parts of one run, where there is no second worker.
    const stopped = this.jobs.filter((job) => job.id === id);
    this.jobs = this.jobs.filter((job) => job.id !== id);
    for (const job of stopped) {
      if (job.token) (await this.loading).end(job.token);
      job.token = 0;
    }
  }

  /** Works through the jobs until none is left. */
  async work() {
    if (this.busy) return;
    this.busy = true;
    while (this.jobs.length > 0 && !this.paused) {
      const job = this.jobs[0];
      try {
        const core = await this.loading;
        if (this.jobs[0] === job && !this.step(core, job))
          this.jobs = this.jobs.filter((other) => other !== job);
      } catch (error) {
        this.jobs = this.jobs.filter((other) => other !== job);
        this.fail(job.id, error);
      }
      await turn();
    }
    this.busy = false;
  }

  /**
   * @param {import('../wasm/signalscope.js').Core} core
   * @param {Job} job
   * @returns {boolean} whether there is more to do
   */
  step(core, job) {
    if (!job.checked && !this.check(core, job)) return false;
    const [index] = job.left;
    const start = performance.now();
    if (!job.token) job.token = valueOf(core.begin(job.scenarios[index]));
    const { trace, progress } = valueOf(core.advance(job.token, job.layers));
    const taken = Math.max(performance.now() - start, 0.01);
    // Towards as many layers as the budget holds, at most doubling, since the first step also sets buffers up.
    job.layers = Math.max(1, Math.min(job.layers * 2, Math.floor((job.layers * this.budget) / taken)));
    if (progress.done || start - job.answered >= betweenAnswers) {
      job.answered = start;
      this.post({ id: job.id, kind: 'trace', index, trace, progress });
    }
    if (!progress.done) return true;
    core.end(job.token);
    job.token = 0;
    job.answered = -Infinity;
    job.left = job.left.slice(1);
    if (job.left.length > 0) return true;
    this.post({ id: job.id, kind: 'done' });
    return false;
  }

  /**
   * All scenarios are looked at before the first one runs, so that a bad one leaves the page as it was.
   * @param {import('../wasm/signalscope.js').Core} core
   * @param {Job} job
   */
  check(core, job) {
    for (let index = 0; index < job.scenarios.length; index += 1) {
      const { problem } = core.validate(job.scenarios[index]);
      if (!problem) continue;
      this.post({ id: job.id, kind: 'problem', problem, index });
      return false;
    }
    job.checked = true;
    return true;
  }
}
