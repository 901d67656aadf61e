// Which words a reader gets. English comes with the code; another language is fetched when it is first asked for.
import english from './english.js';

/** @typedef {typeof english} Texts */

/** @type {Record<string, () => Promise<{default: Texts}>>} by the first part of a language tag */
const others = { de: () => import('./german.js') };

/** @param {string | null | undefined} tag of BCP 47, in any case */
const primaryOf = (tag) => (tag ?? '').trim().toLowerCase().split('-')[0];

/**
 * English at once; another language when it has come, and English where there is none or it does not come.
 * @param {string | null | undefined} tag
 * @returns {Texts | Promise<Texts>}
 */
export function textsOf(tag) {
  const primary = primaryOf(tag);
  if (!Object.hasOwn(others, primary)) return english;
  return others[primary]().then(
    (module) => module.default,
    () => english,
  );
}

/** Whether words in one language stand in another one. @param {string} tag of what is around @param {Texts} texts */
export function isForeign(tag, texts) {
  return primaryOf(tag) !== '' && primaryOf(tag) !== texts.lang;
}

/**
 * The language that a node stands in: that of the nearest element with a `lang`, out of shadow trees into their hosts.
 * @param {Node | null} node
 */
export function languageAround(node) {
  for (let at = node; at; at = at.parentNode ?? /** @type {ShadowRoot} */ (at).host ?? null) {
    const tag = at instanceof Element ? at.getAttribute('lang') : null;
    if (tag !== null) return tag;
  }
  return '';
}
