// Chromium, as in the other tests of the page.
import { launch, open } from '../browser/chromium.js';

/** @param {string[]} options of its command line @returns {Promise<import('./driver.js').Engine>} */
export async function launchChromium(...options) {
  const browser = await launch(...options);
  return {
    async open({ url, width, height, dark }) {
      const { page, complaints, close } = await open(
        browser,
        url,
        { viewport: { width, height }, colorScheme: dark ? 'dark' : 'light' },
        url.startsWith('http:') ? new URL('/', url).href : url,
      );
      return {
        evaluate: (expression) => page.evaluate(expression),
        clickAt: (x, y) => page.mouse.click(x, y),
        press: (key) => page.keyboard.press(key),
        type: (text) => page.keyboard.type(text),
        screenshot: async (file) => void (await page.screenshot({ path: file })),
        // The worker of the file that works from a disk is part of that file.
        complaints: async () => complaints.filter((complaint) => !complaint.startsWith('asked blob:')),
        close,
      };
    },
    close: () => browser.close(),
  };
}

/** As on a processor that cannot fuse a multiplication with an addition. */
export const launchPlainChromium = () => launchChromium('--js-flags=--no-enable-fma3');
