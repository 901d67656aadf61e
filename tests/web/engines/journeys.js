// What a reader does on the page, told once and gone in every engine.
//
// To add a journey: write one function of a `Page` (driver.js says what that can do), beside those of page-journeys.js or
// in a file of its own, and put it into `journeys` below. It opens the built page in a fresh tab at 1008 by 900; `path`
// (from the server's root), `width`, `height` and `dark` say otherwise. It throws where something is wrong. What it
// returns, a record of strings, has to be the same in all engines: return the digits that it read. A complaint of the
// console fails it, too.
import { shadowRoots } from './driver-journey.js';
import * as page from './page-journeys.js';

/** @typedef {import('./driver.js').Page} Page */
/** @typedef {Record<string, string>} Readings */

/**
 * @typedef {object} Journey
 * @property {string} name
 * @property {(page: Page) => Promise<Readings | void>} go
 * @property {string} [path]
 * @property {number} [width]
 * @property {number} [height]
 * @property {boolean} [dark]
 */

/** @type {Journey[]} */
export const journeys = [
  { name: 'every lab that scrolls into view draws, and all numbers are the same bits', go: page.everyLab },
  {
    name: 'the digits of the text; a depth typed is followed by the second line and the digits',
    go: page.digits,
  },
  { name: 'a slider moved by keyboard moves the digits, and back', go: page.slider },
  { name: 'by keyboard alone to the chart, its cursor and out again', go: page.cursorByKeyboard },
  { name: 'a width of 0 is refused beside its control, and the chart stays', go: page.problem },
  { name: 'words are chosen by arrow keys', go: page.wordsByArrows },
  { name: 'the Jacobian lab draws', go: page.jacobian },
  { name: 'the statistics lab shows which cells share and which outputs move', go: page.sharing },
  { name: 'light', go: page.scheme(false) },
  { name: 'dark', go: page.scheme(true), dark: true },
  { name: 'nothing scrolls sideways at 360 px', go: page.narrow, width: 360, height: 740 },
  { name: 'the driver reaches into shadow roots', go: shadowRoots },
];
