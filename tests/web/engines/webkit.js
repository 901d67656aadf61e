// WebKit: Debian's WebKitWebDriver with WebKitGTK's MiniBrowser, on a screen of Xvfb's.
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { end, miniBrowser, onPath, start } from './processes.js';
import { startRecorder } from './recorder.js';
import { Session } from './webdriver.js';

/** @typedef {import('./driver.js').View} View */
/** @typedef {import('./processes.js').ChildProcess} ChildProcess */

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}

/**
 * Xvfb takes a display that is free and says which.
 * @param {ChildProcess} screen
 * @returns {Promise<string>}
 */
function displayOf(screen) {
  return new Promise((resolve, reject) => {
    screen.stdio[3]?.once('data', (/** @type {Buffer} */ said) => resolve(`:${String(said).trim()}`));
    screen.once('exit', (status) => reject(new Error(`Xvfb ended with ${status}`)));
  });
}

/** @param {Session} session */
async function untilReady(session) {
  for (let left = 100; left > 0; left -= 1) {
    const status = await session.ask('GET', '/status').catch(() => null);
    if (status) return;
    await pause(100);
  }
  throw new Error('WebKitWebDriver does not answer');
}

/**
 * A window without bars, which unlike the browser's first may be as narrow as a phone, and the only one that counts.
 * @param {Session} session
 * @param {View} view
 */
async function openWindow(session, { width, height }) {
  const [first] = await session.ask('GET', '/window/handles');
  await session.evaluate(
    `void window.open('about:blank', '_blank', 'popup,width=${width},height=${height}')`,
  );
  for (let left = 100; left > 0; left -= 1) {
    const handle = (await session.ask('GET', '/window/handles')).find(
      (/** @type {string} */ one) => one !== first,
    );
    if (handle) {
      await session.ask('POST', '/window', { handle });
      return;
    }
    await pause(50);
  }
  throw new Error('WebKit opened no window');
}

/** @param {Session} session @param {View} view */
async function setViewport(session, { width, height }) {
  /** @type {number[]} */
  let seen = [];
  for (let left = 100; left > 0; left -= 1) {
    seen = await session.evaluate('[innerWidth, innerHeight]');
    if (seen[0] === width && seen[1] === height) return;
    if (left % 20 === 0) await session.ask('POST', '/window/rect', { x: 0, y: 0, width, height });
    await pause(50);
  }
  throw new Error(`WebKit gives a viewport of ${seen.join(' × ')} in place of ${width} × ${height}`);
}

/** @returns {Promise<import('./driver.js').Engine>} */
export async function launchWebKit() {
  const driver = onPath(['WebKitWebDriver'], 'WebKitWebDriver', 'webkit2gtk-driver');
  const binary = miniBrowser();
  const xvfb = onPath(['Xvfb'], 'Xvfb', 'xvfb');
  const screen = start(xvfb, ['-displayfd', '3', '-screen', '0', '2600x1600x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [display, port] = await Promise.all([displayOf(screen), freePort()]);
  const server = start(driver, [`--port=${port}`, '--replace-on-new-session'], {
    env: {
      ...process.env,
      DISPLAY: display,
      NO_AT_BRIDGE: '1',
      // The sandbox of WebKit's processes needs rights that root in a container has not; the page under test is our own.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      // Without a graphics card the buffers that are shared with one cost twice the time.
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    },
    stdio: 'ignore',
  });
  const address = `http://127.0.0.1:${port}`;
  await untilReady(new Session(address)).catch((error) => {
    [server, screen].forEach(end);
    throw error;
  });
  const recorder = await startRecorder();

  return {
    async open(view) {
      const session = new Session(address);
      const args = ['--automation', '--javascript-can-open-windows-automatically=1'];
      await session.start({
        proxy: { proxyType: 'manual', httpProxy: recorder.host },
        'webkitgtk:browserOptions': { binary, args: view.dark ? [...args, '--dark-mode'] : args },
      });
      await openWindow(session, view);
      await setViewport(session, view);
      await session.ask('POST', '/url', { url: view.url });
      return {
        evaluate: (expression) => session.evaluate(expression),
        clickAt: (x, y) => session.clickAt(x, y),
        press: (key) => session.press(key),
        type: (text) => session.type(text),
        screenshot: async (file) => writeFile(file, await session.ask('GET', '/screenshot'), 'base64'),
        complaints: async () =>
          JSON.parse(await session.evaluate('JSON.stringify(window.recordedComplaints ?? [])')),
        close: () => session.ask('DELETE', ''),
      };
    },
    async close() {
      [server, screen].forEach(end);
      recorder.close();
    },
  };
}
