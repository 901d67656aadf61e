// Who goes the journeys in one engine: browsers and pages take most of a run's time, so a journey goes on in the tab of
// the one before where both look at the same page in the same way, and after a failure in a fresh one.
import assert from 'node:assert/strict';
import { Page } from './driver.js';
import { within } from './waiting.js';

/** @typedef {import('./driver.js').Engine} Engine */
/** @typedef {import('./driver.js').View} View */

/** More than any journey takes, on a loaded machine too. */
const longest = 200000;

export class Visitor {
  /** @param {() => Promise<Engine>} launch */
  constructor(launch) {
    this.launch = launch;
    /** @type {Promise<Engine> | undefined} */
    this.engine = undefined;
    /** @type {{page: Page, view: string} | undefined} */
    this.at = undefined;
  }

  /**
   * @template R
   * @param {View} view
   * @param {(page: Page) => Promise<R>} go
   * @param {string} [picture] a file for where it ended
   * @returns {Promise<R>}
   */
  async visit(view, go, picture) {
    try {
      return await within(this.travel(view, go, picture), longest);
    } catch (error) {
      await this.leave();
      throw error;
    }
  }

  /**
   * @template R
   * @param {View} view
   * @param {(page: Page) => Promise<R>} go
   * @param {string} [picture]
   */
  async travel(view, go, picture) {
    const page = await this.pageOf(view);
    try {
      const found = await go(page);
      assert.deepEqual(await page.complaints(), []);
      return found;
    } finally {
      if (picture) await page.screenshot(picture).catch(() => {});
    }
  }

  /** @param {View} view */
  async pageOf(view) {
    const same = JSON.stringify(view);
    if (this.at?.view === same) return this.at.page;
    await this.leave();
    this.engine ??= this.launch();
    const page = new Page(await (await this.engine).open(view));
    this.at = { page, view: same };
    return page;
  }

  async leave() {
    const { page } = this.at ?? {};
    this.at = undefined;
    await page?.close().catch(() => {});
  }

  async close() {
    await this.leave();
    await (await this.engine?.catch(() => undefined))?.close();
  }
}
