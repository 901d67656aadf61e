// Firefox: the stock browser, driven over BiDi.
import puppeteer from 'puppeteer-core';
import { onPath, remove, scratchFolder } from './processes.js';

/** @typedef {import('puppeteer-core').KeyInput} KeyInput */

/**
 * BiDi has no way to ask for a colour scheme, so each scheme is a browser of its own.
 * @param {boolean} dark
 * @param {string} downloads a folder
 */
function launch(dark, downloads) {
  return puppeteer.launch({
    browser: 'firefox',
    executablePath: onPath(['firefox-esr', 'firefox'], 'Firefox', 'firefox-esr'),
    headless: true,
    extraPrefsFirefox: {
      'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1,
      'browser.download.folderList': 2,
      'browser.download.dir': downloads,
    },
  });
}

/** The browser reports what scripts say; what the policy refuses it would keep to itself. */
function sayViolations() {
  addEventListener('securitypolicyviolation', (event) => {
    console.error(`policy ${event.effectiveDirective} refused ${event.blockedURI}`);
  });
}

/**
 * @param {import('puppeteer-core').Page} page
 * @returns {string[]} which grows with what the page complains about
 */
function listen(page) {
  /** @type {string[]} */
  const complaints = [];
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
  page.on('requestfailed', (request) => complaints.push(`could not load ${request.url()}`));
  return complaints;
}

/** @returns {Promise<import('./driver.js').Engine>} */
export async function launchFirefox() {
  const downloads = scratchFolder();
  /** @type {{dark: boolean, browser: import('puppeteer-core').Browser} | undefined} */
  let running;
  const close = async () => {
    const { browser } = running ?? {};
    running = undefined;
    await browser?.close();
  };
  return {
    async open({ url, width, height, dark }) {
      if (running?.dark !== dark) await close();
      running ??= { dark, browser: await launch(dark, downloads) };
      const context = await running.browser.createBrowserContext();
      const page = await context.newPage();
      const complaints = listen(page);
      await page.setViewport({ width, height });
      await page.evaluateOnNewDocument(sayViolations);
      await page.goto(url, { timeout: 60000 });
      return {
        evaluate: async (expression) => String(await page.evaluate(expression)),
        clickAt: (x, y) => page.mouse.click(x, y),
        async press(key) {
          const [name, held] = /** @type {KeyInput[]} */ (key.split('+').reverse());
          if (held) await page.keyboard.down(held);
          await page.keyboard.press(name);
          if (held) await page.keyboard.up(held);
        },
        type: (text) => page.keyboard.type(text),
        screenshot: async (file) =>
          void (await page.screenshot({ path: /** @type {`${string}.png`} */ (file) })),
        complaints: async () => complaints,
        close: () => context.close(),
      };
    },
    async close() {
      await close();
      remove(downloads);
    },
  };
}
