// Readers who use no mouse, hear the page, set their own colours, read on paper, on a phone or from afar.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { presetNames } from '../../../web/element/shown.js';
import { launch, open, serve, unfold } from './chromium.js';
import { pageOf } from './lesson.js';

/** @typedef {import('playwright-core').Page} Page */

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;

const small = '<signal-scope preset="initialisation" depth="12" width="32" batch="16"></signal-scope>';

const pages = {
  '/lesson.html': pageOf(`<a id="first" href="#first">before</a>${small}<a id="last" href="#last">after</a>`),
  '/cells.html': pageOf('<signal-scope preset="cells"></signal-scope>'),
  '/dark.html': pageOf(small.replace('preset', 'theme="dark" preset')),
  '/long.html': pageOf(
    `<p>before</p><signal-scope preset="initialisation" depth="120" width="256" batch="128"></signal-scope>${'<p>text</p>'.repeat(60)}`,
  ),
};

before(async () => {
  [server, browser] = await Promise.all([serve({ pages }), launch()]);
});
after(async () => {
  await browser.close();
  server.close();
});

/**
 * @param {string} path
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
async function drawn(path, options) {
  const opened = await open(browser, `${server.url}${path}`, options, server.url);
  opened.page.setDefaultTimeout(15000);
  await opened.page.locator('[data-state="done"]').first().waitFor({ timeout: 60000 });
  return opened;
}

// ---- by ear --------------------------------------------------------------------------------------------------------

/**
 * What a screen reader is given, in order.
 * @param {Page} page
 * @returns {Promise<{role: string, name: string}[]>}
 */
async function heard(page) {
  const client = await page.context().newCDPSession(page);
  const { nodes } = await client.send('Accessibility.getFullAXTree');
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name }) => ({ role: String(role?.value ?? ''), name: String(name?.value ?? '') }));
}

for (const preset of ['', ...presetNames]) {
  test(`a name, one sentence and a table of numbers behind the chart: ${preset || 'no preset'}`, async () => {
    const { page, close } = await drawn(`embed.html?v=1&${preset ? `preset=${preset}` : 'depth=6&width=32'}`);
    const finding = ((await page.locator('.finding').first().textContent()) ?? '')
      .replace(/\s+/g, ' ')
      .trim();
    assert.ok(finding.length > 10, finding);
    const tree = await heard(page);
    const named = (/** @type {string} */ role) => tree.filter((node) => node.role === role);
    assert.ok(
      named('heading').some(({ name }) => name.replace(/\s+/g, ' ') === finding),
      finding,
    );
    // The plot carries the same sentence; what can be pressed has a name.
    if (await page.locator('svg.plot').count())
      assert.ok(tree.some(({ role, name }) => role === 'group' && name.replace(/\s+/g, ' ') === finding));
    for (const { role, name } of tree)
      if (['button', 'slider', 'textbox', 'combobox', 'checkbox', 'radio', 'table', 'grid'].includes(role))
        assert.ok(name.trim(), `a ${role} without a name`);
    const shown = named('table').length + named('grid').length;
    assert.ok(shown > 0, 'no table');
    // Every mark of a chart of lines or dots stands in a table.
    const every = page.locator('scope-every-value');
    if (await page.locator('scope-lines, scope-dots').count()) {
      const marks = await page.evaluate(() => {
        const lab = /** @type {any} */ (
          document.querySelector('signal-scope')?.shadowRoot?.querySelector('[data-state]')
        );
        const chart = lab.querySelector('scope-lines, scope-dots');
        if (chart.lines)
          return chart.lines.reduce(
            (/** @type {number} */ sum, /** @type {any} */ { from, to }) => sum + to - from,
            0,
          );
        return chart.columns
          .flatMap((/** @type {any} */ { strips }) => strips)
          .reduce((/** @type {number} */ sum, /** @type {any} */ { values }) => sum + values.length, 0);
      });
      const where = preset === 'depths' ? page.locator('table.printed').first() : every;
      if (preset !== 'depths') await unfold(every.locator('details'));
      const numbers = await where
        .locator('tbody td')
        .evaluateAll((cells) => cells.filter((cell) => !/^\s*–?\s*$/.test(cell.textContent ?? '')).length);
      // The line of theory is drawn and no run.
      const theory = preset === 'depths' ? 5 : 0;
      assert.equal(numbers, marks - theory);
    }
    await close();
  });
}

test('thirty ticks of a slider are told at most twice, and a page that is only read says nothing', async () => {
  const { page, close } = await open(browser, `${server.url}lesson.html`, {}, server.url);
  page.setDefaultTimeout(15000);
  await page.locator('signal-scope .lab').waitFor();
  await page.evaluate(() => {
    /** @type {string[]} */
    const said = [];
    /** @type {any} */ (window).said = said;
    const root = /** @type {ShadowRoot} */ (document.querySelector('signal-scope')?.shadowRoot);
    new MutationObserver((changes) => {
      const regions = changes.map(({ target }) =>
        (target instanceof Element ? target : target.parentElement)?.closest(
          '[role=status], [role=alert], [aria-live]',
        ),
      );
      for (const region of new Set(regions)) {
        const words = region?.textContent?.trim();
        if (words) said.push(words);
      }
    }).observe(root, { subtree: true, childList: true, characterData: true });
  });
  await page.locator('[data-state="done"]').waitFor({ timeout: 60000 });
  await page.waitForTimeout(1500);
  assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).said), []);
  await page.locator('[data-field="seed"] .range').focus();
  for (let tick = 0; tick < 30; tick += 1) {
    await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(30);
  }
  await page.waitForFunction(() => /** @type {any} */ (window).said.length > 0);
  await page.waitForTimeout(1500);
  const said = await page.evaluate(() => /** @type {any} */ (window).said);
  assert.ok(said.length <= 2, said.join('\n'));
  assert.equal(said.at(-1), ((await page.locator('.finding').textContent()) ?? '').trim());
  await close();
});

// ---- by keyboard ---------------------------------------------------------------------------------------------------

/** What has the focus, through shadow roots, with how it shows. @param {Page} page */
const focused = (page) =>
  page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    if (!element) return null;
    const label = element.classList.contains('end-label');
    const style = getComputedStyle(label ? /** @type {Element} */ (element.querySelector('.hit')) : element);
    const field = element.closest('[data-field]')?.getAttribute('data-field') ?? '';
    const words = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
    return {
      id: element.id,
      what: `${element.localName}.${element.classList[0] ?? ''} ${field} ${words.replace(/\s+/g, ' ').slice(0, 60)}`,
      ring: label
        ? { width: parseFloat(style.strokeWidth), colour: style.stroke }
        : {
            width: style.outlineStyle === 'none' ? 0 : parseFloat(style.outlineWidth),
            colour: style.outlineColor,
          },
    };
  });

test('by keyboard alone: through every control in order, out at the end, and back; the focus always shows', async () => {
  const { page, close } = await drawn('lesson.html');
  const expected = await page.evaluate(() => {
    const root = /** @type {ShadowRoot} */ (document.querySelector('signal-scope')?.shadowRoot);
    const all = root.querySelectorAll('button, input, select, summary, [tabindex]');
    return [...all].filter(
      (one) =>
        one.getAttribute('tabindex') !== '-1' &&
        one.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true }) &&
        !(one.closest('details:not([open])') && one.localName !== 'summary'),
    ).length;
  });
  await page.locator('#first').focus();
  /** @type {string[]} */
  const there = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const now = await focused(page);
    assert.ok(now && there.length < 200, 'a trap');
    if (now.id === 'last') break;
    assert.ok(now.ring.width >= 2, `${now.what}: a ring of ${now.ring.width} px`);
    assert.equal(now.ring.colour, 'rgb(26, 28, 31)', now.what);
    there.push(now.what);
  }
  assert.equal(there.length, expected, there.join('\n'));
  assert.ok(expected > 15);
  /** @type {string[]} */
  const back = [];
  for (;;) {
    await page.keyboard.press('Shift+Tab');
    const now = await focused(page);
    assert.ok(now && back.length < 200, 'a trap');
    if (now.id === 'first') break;
    back.push(now.what);
  }
  assert.deepEqual(back.reverse(), there);
  await close();
});

test('by keyboard alone: cursor, labels, words, sliders, numbers, what is folded', async () => {
  const { page, close } = await drawn('lesson.html');
  const keys = page.locator('.keys');
  await keys.focus();
  await page.keyboard.press('ArrowLeft');
  assert.equal(await keys.getAttribute('aria-valuenow'), '11');
  assert.match((await keys.getAttribute('aria-valuetext')) ?? '', /^layer 11: .*\d\.\d{3}e/);
  await page.keyboard.press('Home');
  assert.equal(await keys.getAttribute('aria-valuenow'), '1');
  assert.match((await focused(page))?.what ?? '', /^rect\.keys/);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.cursor').count(), 0);

  const label = page.locator('.end-label').first();
  await label.focus();
  await page.keyboard.press('Enter');
  assert.equal(await label.getAttribute('aria-pressed'), 'true');
  await page.keyboard.press('Space');
  assert.equal(await label.getAttribute('aria-pressed'), 'false');

  const chosen = page.locator('[role=radio][aria-checked=true]').first();
  const before = await chosen.getAttribute('data-choice');
  await chosen.focus();
  await page.keyboard.press('ArrowRight');
  assert.notEqual(await chosen.getAttribute('data-choice'), before);
  assert.equal(await chosen.evaluate((one) => one.matches(':focus')), true);

  const range = page.locator('[data-field="seed"] .range');
  await range.focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.querySelector('signal-scope')?.getAttribute('seed') === '1');
  assert.match((await focused(page))?.what ?? '', /^input\.range seed/);
  const entry = page.locator('[data-field="seed"] .entry');
  await entry.focus();
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction(() => document.querySelector('signal-scope')?.getAttribute('seed') === '2');
  assert.match((await focused(page))?.what ?? '', /^input\.entry seed/);

  await page.locator('details.more > summary').focus();
  await page.keyboard.press('Enter');
  await page.locator('details.more .field').first().waitFor();
  await close();
});

test('by keyboard alone: cells of a matrix, one stop for all of them', async () => {
  const { page, close } = await drawn('cells.html');
  assert.equal(await page.locator('.cells >> nth=0 >> [tabindex="0"]').count(), 1);
  await page.locator('.cells >> nth=0 >> [tabindex="0"]').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  const here = page.locator('.cells >> nth=0 >> [aria-selected=true]');
  assert.deepEqual([await here.getAttribute('data-row'), await here.getAttribute('data-column')], ['2', '5']);
  assert.equal(await here.evaluate((cell) => cell.matches(':focus')), true);
  await close();
});

// ---- by eye --------------------------------------------------------------------------------------------------------

test('forced colours: dashes and marks differ, what is chosen and what has the focus shows', async () => {
  const { page, close } = await drawn('lesson.html', { forcedColors: 'active' });
  const series = await page.locator('.plot .series').evaluateAll((all) =>
    all.map((one) => {
      const line = /** @type {Element} */ (one.querySelector('.line, .lane-line'));
      const mark = /** @type {Element} */ (one.querySelector('.mark'));
      return {
        colour: getComputedStyle(line).stroke,
        look: `${line.getAttribute('stroke-dasharray')} ${mark?.getAttribute('d')}`,
      };
    }),
  );
  assert.equal(series.length, 4);
  assert.equal(new Set(series.map(({ colour }) => colour)).size, 1);
  assert.equal(new Set(series.map(({ look }) => look)).size, 4);
  const of = (/** @type {string} */ selector, /** @type {string} */ property) =>
    page
      .locator(selector)
      .first()
      .evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), property);
  const under = (/** @type {boolean} */ checked) =>
    of(`[role=radio][aria-checked=${checked}]`, 'border-bottom-color');
  const ground = await of('.chart', 'background-color');
  assert.equal(await under(false), ground);
  assert.notEqual(await under(true), ground);
  await page.locator('[data-field="seed"] .range').focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await of('[data-field="seed"] .range', 'outline-style'), 'solid');
  await close();
});

test('an explicit theme in a page of the other, and on paper: ink on white, without controls, nothing cut off', async () => {
  for (const path of ['dark.html', 'lesson.html']) {
    const { page, close } = await drawn(path, { colorScheme: 'dark' });
    // As printing does: the layout becomes narrower, and no script runs before the page is drawn.
    await page.evaluate(() => {
      const root = document.querySelector('signal-scope')?.shadowRoot;
      for (const chart of /** @type {any} */ (root).querySelectorAll('scope-lines')) chart.sizes.disconnect();
    });
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 640, height: 900 });
    const seen = await page.evaluate(() => {
      const host = /** @type {Element} */ (document.querySelector('signal-scope'));
      const root = /** @type {ShadowRoot} */ (host.shadowRoot);
      const one = (/** @type {string} */ selector) => /** @type {Element} */ (root.querySelector(selector));
      const right = Math.max(
        ...[...root.querySelectorAll('.plot text')].map((text) => text.getBoundingClientRect().right),
      );
      return {
        ground: getComputedStyle(host).backgroundColor,
        chart: getComputedStyle(one('.chart')).backgroundColor,
        ink: getComputedStyle(one('.finding')).color,
        tick: getComputedStyle(one('.tick')).fill,
        finding: one('.finding').checkVisibility(),
        gone: ['.controls', '.view-row', '.take', '.layers'].filter((each) => one(each)?.checkVisibility()),
        right,
        left: Math.min(
          ...[...root.querySelectorAll('.plot text')].map((text) => text.getBoundingClientRect().left),
        ),
        bottom: one('.plot').getBoundingClientRect().bottom,
        wide: document.documentElement.scrollWidth,
      };
    });
    assert.equal(seen.ground, 'rgb(255, 255, 255)', path);
    assert.equal(seen.chart, 'rgb(255, 255, 255)', path);
    assert.equal(seen.ink, 'rgb(26, 28, 31)', path);
    assert.equal(seen.tick, 'rgb(92, 98, 107)', path);
    assert.equal(seen.finding, true);
    assert.deepEqual(seen.gone, []);
    assert.ok(seen.left >= 0 && seen.right <= 640, `${path}: text from ${seen.left} to ${seen.right}`);
    assert.equal(seen.wide, 640);
    const pdf = await page.pdf();
    assert.ok(pdf.length > 5000);
    await close();
  }
});

for (const preset of [
  'initialisation',
  'cells',
  'padding',
  'jacobian',
  'batch-of-two',
  'momentum',
  'block',
]) {
  test(`320 px wide and at 400 % zoom: nothing scrolls sideways, nothing is cut off: ${preset}`, async () => {
    const { page, close } = await drawn(`embed.html?v=1&preset=${preset}`, {
      viewport: { width: 320, height: 256 },
    });
    for (const summary of await page.locator('summary:visible').all()) await unfold(summary.locator('..'));
    const found = await page.evaluate(() => {
      const root = /** @type {ShadowRoot} */ (document.querySelector('signal-scope')?.shadowRoot);
      const shown = [...root.querySelectorAll('.lab *')].filter(
        (one) =>
          one.checkVisibility() && !one.closest('.table-space, .spoken, .sample, defs, clipPath, textarea'),
      );
      const out = shown.filter((one) => {
        const { left, right, width } = one.getBoundingClientRect();
        return width > 0 && (right > innerWidth + 0.5 || left < -0.5);
      });
      const cut = shown.filter(
        (one) =>
          one instanceof HTMLElement &&
          !['INPUT', 'SELECT', 'TEXTAREA'].includes(one.tagName) &&
          one.childElementCount === 0 &&
          getComputedStyle(one).overflowX !== 'visible' &&
          one.scrollWidth > one.clientWidth + 1,
      );
      const say = (/** @type {Element[]} */ all) => all.map((one) => one.outerHTML.slice(0, 120));
      return { wide: document.documentElement.scrollWidth, out: say(out), cut: say(cut) };
    });
    assert.deepEqual(found, { wide: 320, out: [], cut: [] });
    await close();
  });
}

test('on a screen of 3840 px the chart keeps 960 px, the text its measure', async () => {
  for (const path of ['', 'lesson.html', 'embed.html?v=1&preset=symmetry']) {
    const { page, close } = await drawn(path, { viewport: { width: 3840, height: 2160 } });
    const widths = await page
      .locator('.lab')
      .evaluateAll((labs) => labs.map((lab) => lab.getBoundingClientRect().width));
    assert.ok(widths.length > 0 && widths.every((width) => width <= 960), `${path}: ${widths.join(', ')}`);
    const size = await page
      .locator('.what')
      .first()
      .evaluate((what) => parseFloat(getComputedStyle(what).fontSize));
    assert.ok(size >= 13, `${size} px`);
    await close();
  }
});

test('what can be pressed is at least 24 px high and wide', async () => {
  for (const path of ['lesson.html', 'cells.html', 'embed.html?v=1&preset=padding']) {
    for (const width of [360, 1008]) {
      const { page, close } = await drawn(path, { viewport: { width, height: 800 } });
      for (const summary of await page.locator('summary:visible').all()) await unfold(summary.locator('..'));
      const little = await page.evaluate(() => {
        const root = /** @type {ShadowRoot} */ (document.querySelector('signal-scope')?.shadowRoot);
        return [...root.querySelectorAll('button, summary, select, input, [role=button], [role=gridcell]')]
          .filter((one) => one.checkVisibility())
          .map((one) => {
            const box = (one.closest('label') ?? one).getBoundingClientRect();
            return {
              what: `${one.localName}.${one.classList[0] ?? ''} ${one.textContent?.trim().slice(0, 30)}`,
              box,
            };
          })
          .filter(({ what, box }) => !what.startsWith('input.flag') && (box.width < 24 || box.height < 24))
          .map(({ what, box }) => `${what}: ${box.width} × ${box.height}`);
      });
      assert.deepEqual(little, [], `${path} at ${width}`);
      await close();
    }
  }
});

test('reduced motion: nothing moves by itself', async () => {
  const { page, close } = await drawn('lesson.html', { reducedMotion: 'reduce' });
  const moving = await page.evaluate(() => document.getAnimations().length);
  assert.equal(moving, 0);
  await close();
});

// ---- a page that nobody looks at -----------------------------------------------------------------------------------

test('a hidden page rests; coming back goes on where it was, and nothing jumps', async () => {
  const { page, close } = await open(browser, `${server.url}long.html`, {}, server.url);
  page.setDefaultTimeout(60000);
  await page.evaluate(() => {
    /** @type {number[]} */
    const told = [];
    /** @type {any} */ (window).told = told;
    document.querySelector('signal-scope')?.addEventListener('progress', (event) => {
      told.push(/** @type {CustomEvent} */ (event).detail.fraction);
    });
    scrollTo(0, 300);
  });
  const turn = (/** @type {boolean} */ hidden) =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => now });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  const told = () => page.evaluate(() => /** @type {number[]} */ (/** @type {any} */ (window).told));
  await page.waitForFunction(() =>
    /** @type {any} */ (window).told.some((/** @type {number} */ part) => part > 0.01 && part < 0.6),
  );
  await turn(true);
  // What was under way when the page was hidden comes to its end.
  await page.waitForTimeout(1000);
  const before = await told();
  const place = await page.evaluate(() => scrollY);
  assert.ok(/** @type {number} */ (before.at(-1)) < 1);
  await page.waitForTimeout(2000);
  assert.deepEqual(await told(), before);
  await turn(false);
  await page.locator('signal-scope [data-state="done"]').waitFor({ timeout: 120000 });
  const after = await told();
  assert.ok(after.length > before.length);
  // It went on: no step back to the start.
  assert.ok(after[before.length] >= /** @type {number} */ (before.at(-1)));
  assert.equal(await page.evaluate(() => scrollY), place);
  assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
  await close();
});
