// One way to drive any of the engines. An adapter (chromium.js, firefox.js, webkit.js) gives a `Tab`, the few things that
// differ between them; `Page` builds on it what a journey says.
//
// A selector may lie inside open shadow roots at any depth. `outer >>> inner` looks for `inner` only inside `outer`, its
// shadow root included. Functions that are handed to the page see nothing but their arguments, which travel as JSON.
import { until } from './waiting.js';

/**
 * @typedef {object} View
 * @property {string} url
 * @property {number} width of the viewport, in CSS pixels
 * @property {number} height
 * @property {boolean} dark the colour scheme that the reader's system prefers
 */

/**
 * @typedef {object} Tab
 * @property {(expression: string) => Promise<string>} evaluate an expression for a string, or for a promise of one
 * @property {(x: number, y: number) => Promise<void>} clickAt in CSS pixels of the viewport
 * @property {(key: string) => Promise<void>} press a name of `KeyboardEvent.key`, perhaps with `Shift+` before it
 * @property {(text: string) => Promise<void>} type key by key, into whatever has the focus
 * @property {(file: string) => Promise<void>} screenshot of the viewport, a PNG
 * @property {() => Promise<string[]>} complaints of the console, and errors that nothing caught
 * @property {() => Promise<void>} close
 */

/** @typedef {{open: (view: View) => Promise<Tab>, close: () => Promise<void>}} Engine which has one tab open at a time */

/** In the page. @param {string} selector @returns {Element[]} */
function reach(selector) {
  /** @param {Document | ShadowRoot | Element} root @param {string} step @returns {Element[]} */
  const search = (root, step) => {
    const inside = [root, ...root.querySelectorAll('*')].flatMap((element) =>
      'shadowRoot' in element && element.shadowRoot ? search(element.shadowRoot, step) : [],
    );
    return [...root.querySelectorAll(step), ...inside];
  };
  /** @type {(Document | Element)[]} */
  let roots = [document];
  for (const step of selector.split('>>>')) {
    roots = [...new Set(roots.flatMap((root) => search(root, step)))];
  }
  return /** @type {Element[]} */ (roots);
}

/** In the page: the middle of an element that has come to rest in the viewport. @param {Element} element */
async function middle(element) {
  const scroll = () => element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  scroll();
  let [x, y] = [NaN, NaN];
  for (let left = 200; left > 0; left -= 1) {
    const box = element.getBoundingClientRect();
    const [nextX, nextY] = [box.x + box.width / 2, box.y + box.height / 2];
    const inView = nextX >= 0 && nextX < innerWidth && nextY >= 0 && nextY < innerHeight;
    if (inView && nextX === x && nextY === y && box.width > 0) break;
    // Something else has moved the page since: labs that grow, or a scroll that was under way.
    if (!inView) scroll();
    [x, y] = [nextX, nextY];
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
  const hit = root.elementFromPoint(x, y);
  if (!hit || !(element.contains(hit) || hit.contains(element)))
    throw new Error(`at ${x}, ${y} lies ${hit?.outerHTML.slice(0, 80)}`);
  return [x, y];
}

export class Page {
  /** @param {Tab} tab */
  constructor(tab) {
    this.tab = tab;
  }

  /**
   * @param {string} call an expression for a value that JSON can hold, or for a promise of one
   * @returns {Promise<any>}
   */
  async run(call) {
    const answer = await this.tab.evaluate(`(async () => {
      try {
        return JSON.stringify({ value: await (${call}) });
      } catch (error) {
        return JSON.stringify({ failure: String(error) });
      }
    })()`);
    const { value, failure } = JSON.parse(answer);
    if (failure !== undefined) throw new Error(`in the page: ${failure}`);
    return value;
  }

  /**
   * @template {any[]} A
   * @template R
   * @param {(...args: A) => R} body
   * @param {A} args
   * @returns {Promise<Awaited<R>>}
   */
  evaluate(body, ...args) {
    return this.run(`(${body})(...${JSON.stringify(args)})`);
  }

  /**
   * @template {any[]} A
   * @template R
   * @param {string} selector
   * @param {(elements: any[], ...args: A) => R} body
   * @param {A} args
   * @returns {Promise<Awaited<R>>}
   */
  all(selector, body, ...args) {
    return this.run(`(${body})((${reach})(${JSON.stringify(selector)}), ...${JSON.stringify(args)})`);
  }

  /**
   * The first element that the selector finds; fails where it finds none.
   * @template {any[]} A
   * @template R
   * @param {string} selector
   * @param {(element: any, ...args: A) => R} body
   * @param {A} args
   * @returns {Promise<Awaited<R>>}
   */
  async at(selector, body, ...args) {
    try {
      return await this.run(`((found, ...args) => {
        if (found.length === 0) throw new Error('there is none');
        return (${body})(found[0], ...args);
      })((${reach})(${JSON.stringify(selector)}), ...${JSON.stringify(args)})`);
    } catch (error) {
      throw new Error(`${selector}: ${/** @type {Error} */ (error).message}`, { cause: error });
    }
  }

  /** @param {string} selector @returns {Promise<string>} */
  text(selector) {
    return this.at(selector, (element) => (element.textContent ?? '').trim().replace(/\s+/g, ' '));
  }

  /** @param {string} selector @returns {Promise<string[]>} */
  texts(selector) {
    return this.all(selector, (found) =>
      found.map((element) => (element.textContent ?? '').trim().replace(/\s+/g, ' ')),
    );
  }

  /** @param {string} selector @returns {Promise<number>} */
  count(selector) {
    return this.all(selector, (found) => found.length);
  }

  /** @param {string} selector @param {string} name @returns {Promise<string | null>} */
  attribute(selector, name) {
    return this.at(selector, (element, of) => element.getAttribute(of), name);
  }

  /** @param {string} selector @returns {Promise<string>} what a control holds */
  value(selector) {
    return this.at(selector, (element) => element.value);
  }

  /**
   * Asks until the answer is as wanted.
   * @template R
   * @param {string} what is waited for, in words
   * @param {() => Promise<R>} ask
   * @param {(answer: R) => boolean} wanted
   */
  until(what, ask, wanted) {
    return until(what, ask, wanted);
  }

  /** @param {string} selector */
  async click(selector) {
    const [x, y] = await this.at(selector, /** @type {(element: Element) => Promise<number[]>} */ (middle));
    await this.tab.clickAt(x, y);
  }

  /** @param {string} selector */
  focus(selector) {
    return this.at(selector, (element) => {
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      element.focus();
      if (element.getRootNode().activeElement !== element) throw new Error('it takes no focus');
    });
  }

  /**
   * @param {string} selector of what is to have the focus
   * @param {string[]} keys
   */
  async press(selector, ...keys) {
    await this.focus(selector);
    await this.keys(...keys);
  }

  /** Keys for whatever has the focus. @param {string[]} names */
  async keys(...names) {
    for (const name of names) await this.tab.press(name);
  }

  /** Types in place of what a field holds. @param {string} selector @param {string} text */
  async fill(selector, text) {
    await this.focus(selector);
    await this.at(selector, (element) => element.select());
    await (text === '' ? this.tab.press('Delete') : this.tab.type(text));
  }

  /**
   * A lab of the page, brought into view and run to its end. What is drawn above pushes it out of view again in an engine
   * that anchors no scrolling, so it is followed until it has begun.
   * @param {string} selector
   * @param {string} [state]
   */
  async lab(selector, state = 'done') {
    const follow = () =>
      this.all(selector, ([element]) => {
        const begun = element !== undefined && ![undefined, 'waiting'].includes(element.dataset.state);
        if (!begun) element?.scrollIntoView({ block: 'start', behavior: 'instant' });
        return begun;
      });
    await this.until(`${selector} to begin`, follow, Boolean);
    await this.settled(selector, state);
  }

  /** @param {string} selector @param {string} [state] */
  async settled(selector, state = 'done') {
    await this.until(
      `${selector} to be ${state}`,
      () => this.all(selector, ([element]) => (element ? (element.dataset.state ?? 'new') : 'not there')),
      (now) => now === state,
    );
  }

  complaints() {
    return this.tab.complaints();
  }

  /** @param {string} file */
  screenshot(file) {
    return this.tab.screenshot(file);
  }

  close() {
    return this.tab.close();
  }
}
