// WebKit: Debian's WebKitWebDriver with WebKitGTK's MiniBrowser, on a screen of Xvfb's.
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { end, miniBrowser, onPath, remove, scratchFolder, start } from './processes.js';
import { startRecorder } from './recorder.js';
import { until } from './waiting.js';
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

/**
 * A window without bars, which unlike the browser's first may be as narrow as a phone, and the only one that counts.
 * @param {Session} session
 * @param {string} first the browser's own window
 * @param {View} view
 */
async function openWindow(session, first, { width, height }) {
  await session.ask('POST', '/window', { handle: first });
  await session.evaluate(
    `void window.open('about:blank', '_blank', 'popup,width=${width},height=${height}')`,
  );
  const handles = await until(
    'WebKit to open a window',
    () => session.ask('GET', '/window/handles'),
    (/** @type {string[]} */ all) => all.some((one) => one !== first),
  );
  await session.ask('POST', '/window', {
    handle: handles.find((/** @type {string} */ one) => one !== first),
  });
}

/** Closes all but the browser's own window. @param {Session} session @param {string} first */
async function closeWindows(session, first) {
  for (const handle of await session.ask('GET', '/window/handles')) {
    if (handle === first) continue;
    await session.ask('POST', '/window', { handle });
    await session.ask('DELETE', '/window');
  }
  await until(
    'WebKit to close its windows',
    () => session.ask('GET', '/window/handles'),
    (/** @type {string[]} */ all) => all.length === 1,
  );
}

/** @param {Session} session @param {View} view */
async function setViewport(session, { width, height }) {
  let asked = 0;
  await until(
    `WebKit to give a viewport of ${width} × ${height}`,
    async () => {
      const seen = await session.evaluate('[innerWidth, innerHeight]');
      asked += 1;
      // A window takes a while to come to the size that it was opened with, and is told so again where it does not.
      if (asked % 20 === 0) await session.ask('POST', '/window/rect', { x: 0, y: 0, width, height });
      return seen;
    },
    (/** @type {number[]} */ [wide, high]) => wide === width && high === height,
  );
}

/**
 * A screen of Xvfb's with the driver, which starts one browser a session.
 * @param {string} home a folder in place of the reader's own
 */
async function startDriver(home) {
  const screen = start(
    onPath(['Xvfb'], 'Xvfb', 'xvfb'),
    ['-displayfd', '3', '-screen', '0', '2600x1600x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const [display, port] = await Promise.all([displayOf(screen), freePort()]);
  const driver = onPath(['WebKitWebDriver'], 'WebKitWebDriver', 'webkit2gtk-driver');
  const server = start(driver, [`--port=${port}`, '--replace-on-new-session'], {
    env: {
      ...process.env,
      HOME: home,
      XDG_CONFIG_HOME: join(home, 'config'),
      XDG_CACHE_HOME: join(home, 'cache'),
      XDG_DATA_HOME: join(home, 'data'),
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
  const close = () => [server, screen].forEach(end);
  const idle = new Session(address);
  try {
    await until('WebKitWebDriver to answer', () => idle.ask('GET', '/status').catch(() => null), Boolean);
  } catch (error) {
    close();
    throw error;
  }
  return { address, close };
}

/** @param {string} url of a page that came through the recorder, which a file does not @param {Session} session */
async function complaintsOf(url, session) {
  if (!url.startsWith('http:')) return [];
  return JSON.parse(await session.evaluate('JSON.stringify(window.recordedComplaints)'));
}

/** @returns {Promise<import('./driver.js').Engine>} */
export async function launchWebKit() {
  const binary = miniBrowser();
  const home = scratchFolder();
  const driver = await startDriver(home);
  const recorder = await startRecorder();
  /** @type {{dark: boolean, session: Session, first: string} | undefined} */
  let running;

  /** The browser takes its colour scheme when it starts. @param {boolean} dark */
  async function launch(dark) {
    const session = new Session(driver.address);
    const args = ['--automation', '--javascript-can-open-windows-automatically=1'];
    await session.start({
      proxy: { proxyType: 'manual', httpProxy: recorder.host },
      'webkitgtk:browserOptions': { binary, args: dark ? [...args, '--dark-mode'] : args },
    });
    const [first] = await session.ask('GET', '/window/handles');
    return { dark, session, first };
  }

  return {
    async open(view) {
      if (running?.dark !== view.dark) {
        await running?.session.ask('DELETE', '');
        running = await launch(view.dark);
      }
      const { session, first } = running;
      await openWindow(session, first, view);
      await setViewport(session, view);
      await session.ask('POST', '/url', { url: view.url });
      return {
        evaluate: (expression) => session.evaluate(expression),
        clickAt: (x, y) => session.clickAt(x, y),
        press: (key) => session.press(key),
        type: (text) => session.type(text),
        screenshot: async (file) => writeFile(file, await session.ask('GET', '/screenshot'), 'base64'),
        complaints: () => complaintsOf(view.url, session),
        close: () => closeWindows(session, first),
      };
    },
    async close() {
      await running?.session.ask('DELETE', '').catch(() => {});
      driver.close();
      recorder.close();
      remove(home);
    },
  };
}
