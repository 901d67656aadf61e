// What a reader does, told once and gone in every engine.
//
// To add a journey: write one function of a `Page` (driver.js says what that can do) in one of the files beside this, and
// put it into `journeys` below. It looks at the built page at 1008 by 900; `path` (from the server's root; own-pages.js
// has more pages), `file` (of the build, from the disk), `width`, `height` and `dark` say otherwise. Journeys with the
// same view that stand together go on in one tab, so each leaves the page as it met it. It throws where something is
// wrong. What it returns, a record of strings, has to be the same in all engines: return the digits that it read; where
// all seventeen of them are read, or what rounding leaves, say `exact`: engines that fuse a multiplication with an
// addition are then compared with each other, and so are those that round twice. A complaint of the console fails it,
// too.
import { shadowRoots } from './driver-journey.js';
import * as embed from './embed-journeys.js';
import * as page from './page-journeys.js';

/** @typedef {import('./driver.js').Page} Page */
/** @typedef {Record<string, string>} Readings */

/**
 * @typedef {object} Journey
 * @property {string} name
 * @property {(page: Page) => Promise<Readings | void>} go
 * @property {string} [path]
 * @property {string} [file]
 * @property {number} [width]
 * @property {number} [height]
 * @property {boolean} [dark]
 * @property {boolean} [exact]
 */

/** @param {Partial<Journey>} view @param {Pick<Journey, 'name' | 'go' | 'exact'>[]} all @returns {Journey[]} */
const seen = (view, all) => all.map((journey) => ({ ...view, ...journey }));

/** @type {Journey[]} */
export const journeys = [
  ...seen({ width: 360, height: 740 }, [
    {
      name: 'every lab that scrolls into view draws, and all numbers are the same bits',
      go: page.everyLab,
      exact: true,
    },
    { name: 'nothing scrolls sideways at 360 px', go: page.narrow },
  ]),
  ...seen({}, [
    {
      name: 'the digits of the text; a depth typed is followed by the second line and the digits',
      go: page.digits,
    },
    { name: 'a slider moved by keyboard moves the digits, and back', go: page.slider },
    { name: 'by keyboard alone to the chart, its cursor and out again', go: page.cursorByKeyboard },
    { name: 'a width of 0 is refused beside its control, and the chart stays', go: page.problem },
    { name: 'words are chosen by arrow keys', go: page.wordsByArrows },
    { name: 'the Jacobian lab draws', go: page.jacobian, exact: true },
    { name: 'the statistics lab shows which cells share and which outputs move', go: page.sharing },
    { name: 'light', go: page.scheme(false) },
    { name: 'the driver reaches into shadow roots', go: shadowRoots },
  ]),
  ...seen({ path: 'lesson.html' }, [
    { name: 'an element draws what its attributes say', go: embed.attributes },
    { name: 'a property of an element is reflected and run, and so is an attribute', go: embed.properties },
    { name: 'what a reader types comes back to the element’s attribute', go: embed.readerTypes },
    { name: 'an element may be dark and German beside one that is not', go: embed.german },
  ]),
  ...seen({ path: '?v=1&preset=initialisation&depth=20&width=0' }, [
    { name: 'a link is followed, and what of it cannot be used is named', go: embed.link },
    { name: 'a program and the numbers are taken away', go: embed.takeAway, exact: true },
  ]),
  {
    name: 'the page of one chart follows its link, in German',
    go: embed.embedded,
    path: 'embed.html?v=1&preset=initialisation&depth=12&lang=de',
  },
  { name: 'a frame draws in a sandbox as it does without', go: embed.sandboxed, path: 'host.html' },
  { name: 'one file works from a disk', go: embed.onDisk, file: 'signalscope.html' },
  { name: 'dark', go: page.scheme(true), dark: true },
];
