// Answers that come faster than they can be seen are gathered, and drawn together.

/** Milliseconds from one drawing to the next; the frames between are the workers'. */
const betweenDraws = 30;

/** The newest answer under each number, handed over in a frame of the page. @template T */
export class Gathered {
  /** @param {(fresh: Map<number, T>) => void} draw is given what came since it was called last */
  constructor(draw) {
    this.draw = draw;
    /** @type {Map<number, T>} */
    this.fresh = new Map();
    this.frame = 0;
    this.before = -Infinity;
    this.look = this.look.bind(this);
  }

  /** @param {number} at @param {T} answer */
  add(at, answer) {
    this.fresh.set(at, answer);
    this.frame ||= requestAnimationFrame(this.look);
  }

  /** @param {number} now of the frame */
  look(now) {
    if (now - this.before < betweenDraws) {
      this.frame = requestAnimationFrame(this.look);
      return;
    }
    this.before = now;
    this.flush();
  }

  /** Hands over what there is, at once. */
  flush() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    if (this.fresh.size === 0) return;
    const { fresh } = this;
    this.fresh = new Map();
    this.draw(fresh);
  }
}
