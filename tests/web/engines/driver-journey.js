// A journey for the driver's own sake: the page of lessons has no shadow roots, the element has.
import assert from 'node:assert/strict';

/** @typedef {import('./driver.js').Page} Page */

/** That the driver itself comes to what lies in shadow roots, in all its ways. @param {Page} page */
export async function shadowRoots(page) {
  await page.evaluate(() => {
    const outer = document.createElement('div');
    const inner = document.createElement('div');
    outer.id = 'outer';
    outer.attachShadow({ mode: 'open' }).append(inner);
    inner.attachShadow({ mode: 'open' }).innerHTML = '<input value="old"><button>press me</button>';
    document.querySelector('main')?.prepend(outer);
    const [field, button] = inner.shadowRoot?.children ?? [];
    button.addEventListener('click', () => (button.textContent = 'pressed'));
    field.addEventListener('keydown', (event) => {
      /** @type {HTMLElement} */ (field).dataset.key = /** @type {KeyboardEvent} */ (event).key;
    });
  });
  await page.click('#outer >>> button');
  assert.equal(await page.text('#outer >>> button'), 'pressed');
  await page.fill('#outer >>> input', '1e-5é');
  assert.equal(await page.value('#outer >>> input'), '1e-5é');
  await page.press('#outer >>> input', 'ArrowDown');
  assert.equal(await page.attribute('#outer >>> input', 'data-key'), 'ArrowDown');
  await page.keys('Tab');
  assert.ok(await page.at('#outer >>> button', (element) => element.getRootNode().activeElement === element));
  await assert.rejects(
    page.at('#outer >>> select', () => true),
    /#outer >>> select: .*there is none/,
  );
}
