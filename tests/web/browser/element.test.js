// The element on pages that are not ours: its attributes, properties and events, several of it, and what a hostile page
// or an odd reader does to it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fewWorkers, launch, open, policy, serve } from './chromium.js';
import { pageOf } from './lesson.js';

/** @typedef {import('playwright-core').Page} Page */

/** @type {import('playwright-core').Browser} */
let browser;

before(async () => {
  browser = await launch();
});
after(() => browser.close());

const script = '<script type="module" src="/element/define.js"></script>';

/**
 * A page with the element, and a look at it.
 * @param {string} html
 * @param {(page: Page, about: {complaints: string[], asked: string[], url: string}) => Promise<void>} body
 * @param {{serving?: Parameters<typeof serve>[0], options?: import('playwright-core').BrowserContextOptions}} [how]
 */
async function on(html, body, { serving = {}, options = {} } = {}) {
  /** @type {string[]} */
  const asked = [];
  const server = await serve({ pages: { '/lesson.html': html }, asked, ...serving });
  const opened = await open(browser, `${server.url}lesson.html`, options, server.url);
  opened.page.setDefaultTimeout(15000);
  try {
    await body(opened.page, { complaints: opened.complaints, asked, url: server.url });
  } finally {
    await opened.close();
    server.close();
  }
}

/** @param {Page} page @param {string} [selector] */
const drawn = (page, selector = 'signal-scope') =>
  page.locator(`${selector} [data-state="done"]`).first().waitFor({ timeout: 60000 });

/** What a look into an element gives. @param {Page} page @param {string} column such as `He √(2/n) rms@50` */
const digits = (page, series = '', column = '', selector = 'signal-scope') =>
  page.locator(`${selector} [data-series="${series}"][data-column="${column}"]`).innerText();

test('attributes are the scenario’s fields: the digits are the core’s, under the strict policy', async () => {
  await on(pageOf('<signal-scope preset="initialisation"></signal-scope>'), async (page, { complaints }) => {
    await drawn(page);
    assert.equal(await digits(page, 'too small (0.01)', 'rms@50'), '2.388e-48');
    assert.equal(await digits(page, 'He √(2/n)', 'rms@50'), '4.985e-01');
    await fewWorkers(page);
    assert.deepEqual(complaints, []);
  });
});

test('a property reflects, an attribute changes the run, and the reader’s change comes back to both', async () => {
  await on(pageOf('<signal-scope preset="residual" depth="6" id="one"></signal-scope>'), async (page) => {
    await drawn(page);
    const element = page.locator('#one');
    assert.equal(
      await digits(page, 'with residual', 'weight_grad_norm[0]@6').then((text) => text.length > 0),
      true,
    );
    await element.evaluate((/** @type {any} */ one) => (one.depth = 4));
    await page.locator('#one [data-column="weight_grad_norm[0]@4"]').first().waitFor();
    assert.equal(await element.getAttribute('depth'), '4');
    await element.evaluate((one) =>
      one.addEventListener('change', (event) => {
        /** @type {any} */ (window).heard = /** @type {CustomEvent} */ (event).detail;
      }),
    );
    await page.locator('#one [data-field="width"] .entry').fill('32');
    const heard = await (await page.waitForFunction(() => /** @type {any} */ (window).heard)).jsonValue();
    assert.equal(heard.field, 'width');
    assert.equal(heard.value, '32');
    assert.equal(heard.scenario, 'v=1&preset=residual&depth=4&width=32');
    await page.waitForFunction(() => document.querySelector('#one')?.getAttribute('width') === '32');
    assert.equal(await element.evaluate((/** @type {any} */ one) => Number(one.width)), 32);
    await page.locator('#one .reset').click();
    await page.waitForFunction(() => !document.querySelector('#one')?.hasAttribute('width'));
  });
});

test('without a preset the fields describe one network; controls, theme, language and first view are the author’s', async () => {
  const html = pageOf(
    '<signal-scope depth="8" width="32" norm="layer" residual="add" loss="random" controls="depth" theme="dark" lang="de" show="grad_rms"></signal-scope>',
  );
  await on(html, async (page) => {
    await drawn(page);
    assert.deepEqual(
      await page.locator('signal-scope .field').evaluateAll((all) => all.map((one) => one.dataset.field)),
      ['depth'],
    );
    assert.match(await page.locator('signal-scope .what').innerText(), /Verlustgradient/);
    assert.equal(await page.locator('signal-scope .field label').innerText(), 'Tiefe');
    const ground = await page
      .locator('signal-scope')
      .evaluate((one) => getComputedStyle(one).backgroundColor);
    assert.equal(ground, 'rgb(21, 23, 26)');
  });
});

test('an explicit theme wins over the reader’s, both ways', async () => {
  for (const [theme, colorScheme, ground] of /** @type {const} */ ([
    ['light', 'dark', 'rgb(255, 255, 255)'],
    ['dark', 'light', 'rgb(21, 23, 26)'],
  ])) {
    const html = pageOf(`<signal-scope preset="symmetry" theme="${theme}"></signal-scope>`);
    await on(
      html,
      async (page) => {
        await drawn(page);
        const found = await page
          .locator('signal-scope')
          .evaluate((one) => getComputedStyle(one).backgroundColor);
        assert.equal(found, ground);
      },
      { options: { colorScheme } },
    );
  }
});

test('what is wrong with an attribute is named, and the rest is used', async () => {
  const html = pageOf(
    '<signal-scope preset="initialisation" depth="5" width="0" weigth-std="1" scenario="seed.9=1" theme="blue" controls="depth deep" id="x" class="y" data-z="1"></signal-scope>',
  );
  await on(html, async (page) => {
    await drawn(page);
    const notices = await page.locator('signal-scope .notices .problem').allInnerTexts();
    assert.equal(notices.length, 5);
    assert.ok(notices.some((text) => /^width: was 0; may be a whole number from 1 to 4096\.$/.test(text)));
    assert.ok(notices.some((text) => /^"weigth_std": is no field here/.test(text)));
    assert.ok(notices.some((text) => /seed\.9/.test(text)));
    assert.ok(notices.includes('theme: was "blue"; may be one of light, dark.'));
    assert.ok(notices.some((text) => /^controls: was "deep"; may be one of all, none, depth/.test(text)));
    // Where its author can find it.
    assert.equal(await page.locator('signal-scope').getAttribute('width'), '0');
    assert.match(await page.locator('signal-scope .what').innerText(), /5 ReLU layers, width 256/);
  });
});

test('groups that do not divide the width: the field is named and dropped, the chart stands', async () => {
  await on(
    pageOf('<signal-scope depth="4" width="30" norm="group" groups="4"></signal-scope>'),
    async (page) => {
      await drawn(page);
      assert.match(await page.locator('signal-scope .notices .problem').first().innerText(), /^groups: /);
    },
  );
});

test('events: progress, load once, and an error with the problem’s code', async () => {
  const html = pageOf('<signal-scope preset="symmetry" hiden="3"></signal-scope>');
  const record = () => {
    /** @type {any} */ (window).heard = [];
    for (const name of ['load', 'progress', 'error', 'change']) {
      // A `load` never reaches the window from within the page.
      document.addEventListener(
        name,
        (event) => {
          if (event.target instanceof Element && event.target.localName === 'signal-scope')
            /** @type {any} */ (window).heard.push([
              name,
              /** @type {CustomEvent} */ (event).detail?.code ?? null,
            ]);
        },
        true,
      );
    }
  };
  const server = await serve({ pages: { '/lesson.html': html } });
  const context = await browser.newContext();
  await context.addInitScript(record);
  const page = await context.newPage();
  await page.goto(`${server.url}lesson.html`);
  await drawn(page);
  /** @type {[string, string | null][]} */
  const heard = await page.evaluate(() => /** @type {any} */ (window).heard);
  assert.equal(heard.filter(([name]) => name === 'load').length, 1);
  assert.ok(heard.some(([name]) => name === 'progress'));
  assert.deepEqual(
    heard.filter(([name]) => name === 'error'),
    [['error', 'unknown_field']],
  );
  await context.close();
  server.close();
});

test('several elements: each draws its own, ids do not clash, one worker, the core fetched once', async () => {
  const all = ['initialisation', 'symmetry', 'residual', 'padding', 'residual'];
  const html = pageOf(
    all
      .map(
        (preset, at) =>
          `<signal-scope id="s${at}" preset="${preset}" ${preset === 'residual' ? `depth="${4 + at}"` : ''}></signal-scope>`,
      )
      .join(''),
  );
  await on(html, async (page, { asked }) => {
    for (const at of all.keys()) {
      await page.locator(`#s${at}`).scrollIntoViewIfNeeded();
      await drawn(page, `#s${at}`);
    }
    assert.match(await page.locator('#s2 .what').innerText(), /6 ReLU layers/);
    assert.match(await page.locator('#s4 .what').innerText(), /8 ReLU layers/);
    await fewWorkers(page);
    assert.equal(asked.filter((path) => path.endsWith('.wasm')).length, 1);
    const ids = await page.evaluate(() =>
      [...document.querySelectorAll('signal-scope')].flatMap((one) =>
        [...(one.shadowRoot?.querySelectorAll('[id]') ?? [])].map((inner) => inner.id),
      ),
    );
    assert.equal(new Set(ids).size, ids.length);
  });
});

test('the script twice, and the name taken by somebody else: no exception', async () => {
  const twice = `${script}<script type="module" src="/element/define.js?again"></script><script type="module" src="/element/signal-scope.js"></script>`;
  await on(
    pageOf(`${twice}<signal-scope preset="symmetry"></signal-scope>`),
    async (page, { complaints }) => {
      await drawn(page);
      assert.deepEqual(complaints, []);
    },
  );
  const open = policy.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'");
  const taken = '<script>customElements.define("signal-scope", class extends HTMLElement {})</script>';
  await on(
    pageOf('<signal-scope></signal-scope>').replace('<head>', `<head>${taken}`),
    async (page, { complaints }) => {
      await page.waitForLoadState('networkidle');
      assert.deepEqual(complaints, []);
    },
    { serving: { policy: open } },
  );
});

test('importing the class has no effect: nothing is named, nothing is fetched', async () => {
  const open = policy.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'");
  const html =
    '<!doctype html><html lang="en"><title>t</title><script type="module">import { SignalScope } from "/element/signal-scope.js"; window.found = SignalScope.tag; window.done = true;</script>';
  await on(
    html,
    async (page, { asked }) => {
      await page.waitForFunction(() => /** @type {any} */ (window).done);
      assert.equal(await page.evaluate(() => /** @type {any} */ (window).found), 'signal-scope');
      assert.equal(await page.evaluate(() => customElements.get('signal-scope') === undefined), true);
      assert.deepEqual(
        asked.filter((path) => /wasm|worker/.test(path)),
        [],
      );
    },
    { serving: { policy: open } },
  );
});

test('200 times added and removed: no worker, node or listener is left', async () => {
  await on(pageOf('<div id="place"></div>'), async (page) => {
    await page.waitForFunction(() => customElements.get('signal-scope'));
    const client = await page.context().newCDPSession(page);
    const counted = async () => {
      await client.send('HeapProfiler.collectGarbage');
      const { nodes, jsEventListeners } = await client.send('Memory.getDOMCounters');
      return { nodes, jsEventListeners };
    };
    const cycle = (/** @type {number} */ times) =>
      page.evaluate(async (count) => {
        const place = /** @type {HTMLElement} */ (document.getElementById('place'));
        for (let at = 0; at < count; at += 1) {
          const one = document.createElement('signal-scope');
          one.setAttribute('preset', 'symmetry');
          place.append(one);
          await new Promise((resolve) => setTimeout(resolve, at % 20 ? 2 : 120));
          one.remove();
        }
      }, times);
    // What is kept for good, such as the templates of what is drawn, comes with the first one.
    await page.evaluate(async () => {
      const one = document.createElement('signal-scope');
      one.setAttribute('preset', 'symmetry');
      const drawn = new Promise((resolve) => one.addEventListener('load', resolve));
      document.getElementById('place')?.append(one);
      await drawn;
      one.remove();
    });
    await cycle(20);
    await page.waitForTimeout(2500);
    const first = await counted();
    await cycle(200);
    await page.waitForTimeout(2500);
    const last = await counted();
    assert.equal(page.workers().length, 0);
    assert.ok(last.nodes - first.nodes < 200, `${first.nodes} nodes, then ${last.nodes}`);
    assert.ok(
      last.jsEventListeners - first.jsEventListeners < 40,
      `${first.jsEventListeners} listeners, then ${last.jsEventListeners}`,
    );
  });
});

test('a thousand changes of one control: nodes, listeners and workers stay as they were', async () => {
  await on(pageOf('<signal-scope depth="4" width="8" batch="4"></signal-scope>'), async (page) => {
    await drawn(page);
    const client = await page.context().newCDPSession(page);
    const counted = async () => {
      await client.send('HeapProfiler.collectGarbage');
      const { nodes, jsEventListeners } = await client.send('Memory.getDOMCounters');
      const { usedSize } = await client.send('Runtime.getHeapUsage');
      return { nodes, jsEventListeners, usedSize };
    };
    const change = (/** @type {number} */ times) =>
      page.evaluate(async (count) => {
        const one = /** @type {any} */ (document.querySelector('signal-scope'));
        const range = one.shadowRoot.querySelector('[data-field="seed"] .range');
        for (let at = 0; at < count; at += 1) {
          range.value = String(at % 40);
          range.dispatchEvent(new Event('input', { bubbles: true }));
          if (at % 10 === 0) await new Promise((resolve) => requestAnimationFrame(resolve));
        }
      }, times);
    await change(100);
    await drawn(page);
    const first = await counted();
    await change(1000);
    await drawn(page);
    const last = await counted();
    await fewWorkers(page);
    assert.ok(last.nodes - first.nodes < 100, `${first.nodes} nodes, then ${last.nodes}`);
    assert.ok(last.jsEventListeners - first.jsEventListeners < 40);
    assert.ok(last.usedSize < first.usedSize * 1.3 + 2e6, `${first.usedSize} bytes, then ${last.usedSize}`);
  });
});

test('the core is missing: the reader is told which address failed, and sees the picture', async () => {
  const html = pageOf('<signal-scope preset="symmetry"><p id="fallback">See figure 3.</p></signal-scope>');
  await on(
    html,
    async (page, { url }) => {
      await page.locator('signal-scope [data-state="failed"]').waitFor();
      assert.ok(await page.locator('#fallback').isVisible());
      assert.match(
        await page.locator('signal-scope .problem').first().innerText(),
        new RegExp(`${url}element/assets/.*wasm.*404`),
      );
    },
    { serving: { wasmMissing: true } },
  );
});

test('without WebAssembly the reader is told so, and sees the picture', async () => {
  const server = await serve({
    pages: {
      '/lesson.html': pageOf(
        '<signal-scope preset="symmetry"><p id="fallback">See figure 3.</p></signal-scope>',
      ),
    },
    policy: `${policy}; worker-src 'none'`,
  });
  const context = await browser.newContext();
  await context.addInitScript(() => {
    // @ts-expect-error a browser without it
    delete globalThis.WebAssembly;
  });
  const page = await context.newPage();
  await page.goto(`${server.url}lesson.html`);
  await page.locator('signal-scope [data-state="failed"]').waitFor();
  assert.ok(await page.locator('#fallback').isVisible());
  assert.match(await page.locator('signal-scope .problem').first().innerText(), /no WebAssembly/);
  await context.close();
  server.close();
});

test('a script from another origin: its worker is refused, and the element works', async () => {
  const elsewhere = await serve({ open: true });
  const address = elsewhere.url.replace('127.0.0.1', 'localhost');
  const html = `<!doctype html><html lang="en"><title>t</title><script type="module" src="${address}element/define.js"></script><signal-scope preset="residual" depth="6"></signal-scope>`;
  const server = await serve({
    pages: { '/lesson.html': html },
    policy:
      "default-src 'none'; script-src * 'wasm-unsafe-eval'; style-src 'self'; connect-src *; img-src 'self'",
  });
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${server.url}lesson.html`);
  await drawn(page);
  assert.equal(page.workers().length, 0);
  assert.equal((await digits(page, 'with residual', 'gradient_ratio')).length, 9);
  await page.context().close();
  elsewhere.close();
  server.close();
});

test('right-to-left and German pages: the plot stays left to right, a point is a decimal point', async () => {
  for (const attributes of ['lang="fa-IR" dir="rtl"', 'lang="de-DE"']) {
    const html = pageOf(
      '<signal-scope preset="initialisation" depth="6" width="32"></signal-scope>',
      attributes,
    );
    await on(
      html,
      async (page) => {
        await drawn(page);
        await page.locator('signal-scope [data-field="weight_std"] .entry').first().fill('0.25');
        await page.waitForFunction(
          () => document.querySelector('signal-scope')?.getAttribute('scenario') === 'weight_std.0=0.25',
        );
        const [first, last] = await page
          .locator('signal-scope .plot .tick[text-anchor="middle"]')
          .evaluateAll((ticks) => {
            const named = ticks.filter((tick) => /^\d+$/.test(tick.textContent ?? ''));
            return [named[0], named[named.length - 1]].map((tick) => tick.getBoundingClientRect().left);
          });
        assert.ok(first < last);
        assert.equal(
          await page
            .locator('signal-scope .plot, signal-scope .what')
            .evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).direction))].join(' ')),
          'ltr',
        );
        const wide = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        assert.equal(wide, 0);
      },
      { options: { locale: attributes.includes('fa') ? 'fa-IR' : 'de-DE' } },
    );
  }
});

test('no focus is taken on load, and the wheel scrolls the page over a chart', async () => {
  const html = pageOf(
    `<signal-scope preset="residual" depth="4"></signal-scope>${'<p>text</p>'.repeat(100)}`,
  );
  await on(html, async (page) => {
    await drawn(page);
    assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
    await page.locator('signal-scope .plot').hover();
    await page.mouse.wheel(0, 400);
    await page.waitForFunction(() => scrollY > 200);
  });
});

test('the layout does not shift while the element comes', async () => {
  const html = pageOf(
    '<p>before</p><signal-scope preset="initialisation"></signal-scope><p id="after">after</p>',
  ).replace('<head>', '<head><link rel="stylesheet" href="/lesson.css">');
  const style = 'signal-scope { display: block; min-height: 1060px }';
  const server = await serve({ pages: { '/lesson.html': html, '/lesson.css': style } });
  const context = await browser.newContext({ viewport: { width: 1000, height: 900 } });
  await context.addInitScript(() => {
    /** @type {any} */ (window).shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        /** @type {any} */ (window).shift += /** @type {any} */ (entry).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const page = await context.newPage();
  await page.goto(`${server.url}lesson.html`);
  await drawn(page);
  await page.waitForTimeout(500);
  const shift = await page.evaluate(() => /** @type {any} */ (window).shift);
  assert.ok(shift < 0.05, `cumulative layout shift ${shift}`);
  await context.close();
  server.close();
});
