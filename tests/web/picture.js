// Draws web/picture.png, the picture of the README, from the built page: the chart of the preset `initialisation`.
//
//   npm run build && node tests/web/picture.js
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { labOf, launch, open, serve } from './browser/chromium.js';

const out = fileURLToPath(new URL('../../web/picture.png', import.meta.url));

const server = await serve();
const browser = await launch();
const { page } = await open(browser, server.url, {
  colorScheme: 'light',
  deviceScaleFactor: 2,
  viewport: { width: 748, height: 900 },
});
const lab = await labOf(page, '[preset="initialisation"]');
const picture = await lab.locator('figure.chart').screenshot({ animations: 'disabled' });
writeFileSync(out, picture);
console.log(`${out}: ${Math.round(picture.length / 1024)} KiB`);
await browser.close();
server.close();
