// Answers that come faster than they can be seen are gathered, and drawn together.

/** Milliseconds from one drawing to the next; what is left of them is the workers'. */
const betweenDraws = 30;

/**
 * The newest answer under each number. The first is handed over at once. Whatever is drawn is drawn in a task of its
 * own and not in a frame, whose layout and painting would make one long task of both.
 * @template T
 */
export class Gathered {
  /** @param {(fresh: Map<number, T>) => void} draw is given what came since it was called last */
  constructor(draw) {
    this.draw = draw;
    /** @type {Map<number, T>} */
    this.fresh = new Map();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.before = -Infinity;
  }

  /** @param {number} at @param {T} answer */
  add(at, answer) {
    this.fresh.set(at, answer);
    if (this.timer !== undefined) return;
    const rest = this.before + betweenDraws - performance.now();
    if (rest <= 0) this.flush();
    else this.timer = setTimeout(() => this.flush(), rest);
  }

  /** Hands over what there is, at once. */
  flush() {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.fresh.size === 0) return;
    this.before = performance.now();
    const { fresh } = this;
    this.fresh = new Map();
    this.draw(fresh);
  }
}
