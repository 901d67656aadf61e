// What journeys read from the labs of a page.
import assert from 'node:assert/strict';

/** @typedef {import('./driver.js').Page} Page */
/** @typedef {import('./journeys.js').Readings} Readings */

/** A lab's printed digits, by series and column. @param {Page} page @param {string} lab @returns {Promise<Readings>} */
export async function printed(page, lab) {
  return page.all(`${lab} >>> [data-series][data-column]`, (cells) =>
    Object.fromEntries(
      cells.map((cell) => [`${cell.dataset.series} ${cell.dataset.column}`, cell.textContent.trim()]),
    ),
  );
}

/** @param {Readings} readings @param {Readings} expected */
export function holds(readings, expected) {
  for (const [key, digits] of Object.entries(expected)) assert.equal(readings[key], digits, key);
}

/** Every lab of the page, as a reader meets them who scrolls down. @param {Page} page */
export async function scrollThrough(page) {
  const labs = await page.all('section > *', (found) =>
    found
      .map((element) => element.localName)
      .filter((name) => /^scope-.*-lab$/.test(name))
      .map((name, at, names) => `${name} ${names.slice(0, at).filter((other) => other === name).length}`),
  );
  assert.ok(labs.length >= 10, `${labs.length} labs`);
  for (const lab of labs) {
    const [name, index] = lab.split(' ');
    const ask = () =>
      page.all(
        `section > ${name}`,
        (found, at) => {
          found[at].scrollIntoView({ block: 'start', behavior: 'instant' });
          // What a norm costs is measured only when asked for.
          const drawn = found[at].querySelector('svg, table, button.measure:enabled') !== null;
          return `${found[at].dataset.state}, drawn: ${drawn}`;
        },
        Number(index),
      );
    await page.until(`${lab} to draw`, ask, (now) => now === 'done, drawn: true');
  }
}

/** The bits of all numbers that the lines and dots of the page stand on. @param {Page} page @returns {Promise<Readings>} */
export function bitsOfAll(page) {
  return page.all('scope-signal-lab, scope-jacobian-lab', (labs) => {
    /** @type {Record<string, string>} */
    const bits = {};
    /** @param {string} path @param {unknown} value */
    const walk = (path, value) => {
      if (value instanceof Float64Array) {
        const words = new BigUint64Array(
          value.buffer.slice(value.byteOffset, value.byteOffset + value.byteLength),
        );
        bits[path] = [...words].map((word) => word.toString(16)).join(' ');
      } else if (value && typeof value === 'object') {
        for (const [key, part] of Object.entries(value)) walk(`${path}.${key}`, part);
      }
    };
    for (const lab of labs) walk(lab.getAttribute('preset'), lab.results);
    return bits;
  });
}
