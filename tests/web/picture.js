// Draws web/picture.png, the picture of the README, from the built page: the chart of the preset `initialisation`.
//
//   npm run build && node tests/web/picture.js
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { labOf, launch, open, serve } from './browser/chromium.js';

const out = fileURLToPath(new URL('../../web/picture.png', import.meta.url));

const server = await serve();
const browser = await launch();
const margin = 16;
const { page } = await open(browser, server.url, {
  colorScheme: 'light',
  deviceScaleFactor: 2,
  viewport: { width: 780, height: 900 },
});
const lab = await labOf(page, '[preset="initialisation"]');
// The margin below is the picture's, not of what stands there on the page.
await lab
  .locator('scope-lines ~ *')
  .evaluateAll((found) => found.forEach((element) => element.setAttribute('class', 'spoken')));
const { left, top, width, height } = await lab.locator('figure.chart').evaluate((chart) => {
  const finding = /** @type {Element} */ (chart.querySelector('.finding')).getBoundingClientRect();
  const { x, bottom, width } = chart.getBoundingClientRect();
  return { left: x + scrollX, top: finding.top + scrollY, width, height: bottom - finding.top };
});
const picture = await page.screenshot({
  animations: 'disabled',
  fullPage: true,
  clip: { x: left - margin, y: top - margin, width: width + 2 * margin, height: height + 2 * margin },
});
writeFileSync(out, picture);
console.log(`${out}: ${Math.round(picture.length / 1024)} KiB`);
await browser.close();
server.close();
