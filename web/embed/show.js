// The page of one chart: what to show stands in its address. It tells the page around it how high it is, and it makes
// do without everything that a sandbox refuses.
import { register } from '../register.js';
import { SignalScope } from '../element/signal-scope.js';
import { readLink } from '../link/link.js';
import { presetNames } from '../element/shown.js';
import '../theme.css';
import './embed.css';

const { body, documentElement: root } = document;

/** Whether this is a page of its own, with all presets to choose from. */
const alone = body.classList.contains('alone');

/** A link may be in the query, or behind the `#` where a server or a disk knows no query. */
const address = () => (location.hash.length > 1 ? location.hash : location.search);

/** The element of an address. @param {string} link */
function elementOf(link) {
  const { settings, pairs } = readLink(link);
  const { theme, lang } = settings;
  const element = new SignalScope();
  element.headingLevel = alone ? 2 : 1;
  // A page on a disk has no address that a link could carry.
  if (location.protocol !== 'file:') element.pageUrl = new URL('.', location.href).href;
  // Fields alone describe one network; an address that says nothing shows the first preset.
  element.preset = settings.preset ?? (pairs.length ? undefined : 'initialisation');
  for (const name of ['show', 'controls', 'theme', 'lang']) {
    if (name in settings) element.setAttribute(name, settings[name]);
  }
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  if (lang) root.lang = lang;
  element.scenario = link.replace(/^[?#]+/, '');
  return element;
}

/** The presets as links, where this is a page of its own. */
function contents() {
  if (!alone) return [];
  const heading = document.createElement('h1');
  heading.textContent = 'Signalscope';
  const nav = document.createElement('nav');
  const here = readLink(address()).settings.preset ?? 'initialisation';
  for (const name of presetNames) {
    const link = document.createElement('a');
    link.href = `#v=1&preset=${name}`;
    link.textContent = name;
    if (name === here) link.setAttribute('aria-current', 'page');
    nav.append(link);
  }
  const header = document.createElement('header');
  header.append(heading, nav);
  return [header];
}

function show() {
  const main = document.createElement('main');
  main.append(elementOf(address()));
  body.replaceChildren(...contents(), main);
}

/** How high the chart is, for the page around it; `host.js` listens. */
function tell() {
  const height = Math.ceil(body.getBoundingClientRect().height);
  window.parent.postMessage({ signalscope: 1, height }, '*');
}

register(SignalScope);
show();
addEventListener('hashchange', show);
if (window.parent !== window) new ResizeObserver(tell).observe(body);
