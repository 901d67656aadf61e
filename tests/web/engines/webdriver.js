// As much of the W3C WebDriver protocol as the journeys need: https://www.w3.org/TR/webdriver2/

/** What the protocol calls the keys that write nothing. @type {Record<string, string>} */
const keys = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Escape: '\uE00C',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
};

/** @param {string} value */
const stroke = (value) => [
  { type: 'keyDown', value },
  { type: 'keyUp', value },
];

/** One session of a driver that listens at `address`. */
export class Session {
  /** @param {string} address without a slash at its end */
  constructor(address) {
    this.address = address;
    this.path = '';
  }

  /**
   * @param {'GET' | 'POST' | 'DELETE'} method
   * @param {string} path below the session
   * @param {object} [body]
   * @returns {Promise<any>}
   */
  async ask(method, path, body) {
    const response = await fetch(`${this.address}${this.path}${path}`, {
      method,
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(90000),
    });
    const { value } = /** @type {{value: any}} */ (await response.json());
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  }

  /** @param {object} capabilities */
  async start(capabilities) {
    const { sessionId } = await this.ask('POST', '/session', { capabilities: { alwaysMatch: capabilities } });
    this.path = `/session/${sessionId}`;
    await this.ask('POST', '/timeouts', { script: 60000, pageLoad: 60000 });
  }

  /**
   * @param {string} expression whose value may be a promise
   * @returns {Promise<any>}
   */
  evaluate(expression) {
    return this.ask('POST', '/execute/sync', { script: `return ${expression}`, args: [] });
  }

  /** @param {string} key */
  press(key) {
    const [name, held] = key.split('+').reverse();
    const pressed = stroke(keys[name] ?? name);
    const down = held ? [{ type: 'keyDown', value: keys[held] }] : [];
    const up = held ? [{ type: 'keyUp', value: keys[held] }] : [];
    return this.act({ type: 'key', id: 'keyboard', actions: [...down, ...pressed, ...up] });
  }

  /** @param {string} text */
  type(text) {
    return this.act({ type: 'key', id: 'keyboard', actions: [...text].flatMap(stroke) });
  }

  /** @param {number} x @param {number} y */
  clickAt(x, y) {
    return this.act({
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    });
  }

  /** @param {object} source */
  act(source) {
    return this.ask('POST', '/actions', { actions: [source] });
  }
}
