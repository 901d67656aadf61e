// A link to the page carries the scenario of one of its labs: the lab takes it before its first run, and what of it
// cannot be used is named above the chart.
import { changesOf, readLink, sorted } from './link/link.js';

/** @typedef {import('./labs/lab.js').Lab} Lab */

/** @param {import('../wasm/signalscope.js').Problem[]} problems */
function noticeOf(problems) {
  const list = document.createElement('ul');
  list.className = 'notices link-notices';
  list.setAttribute('role', 'status');
  for (const { message } of problems) {
    const item = document.createElement('li');
    item.className = 'problem';
    item.textContent = message;
    list.append(item);
  }
  return list;
}

/**
 * @param {Lab} lab
 * @param {import('./link/link.js').Link} link
 */
async function take(lab, link) {
  const { definition } = lab;
  if (!definition) return;
  const { good, bad } = await sorted(link, definition, lab.client, lab.entries);
  if (link.settings.show) lab.showFirst(link.settings.show);
  lab.changes = { ...lab.changes, ...changesOf(good, definition) };
  if (bad.length) lab.before(noticeOf(bad));
}

/** Reads the page's address and gives it to the lab that it is about. */
export function followLink() {
  const link = readLink(location.search);
  const { preset } = link.settings;
  if (preset === undefined && link.pairs.length === 0) return;
  const labs = /** @type {NodeListOf<Lab>} */ (document.querySelectorAll('[preset]'));
  const lab = [...labs].find(
    (candidate) => candidate.getAttribute('preset') === (preset ?? 'initialisation'),
  );
  if (!lab) {
    const names = [...labs].map((candidate) => candidate.getAttribute('preset')).join(', ');
    const message = `preset: was "${preset?.slice(0, 40)}"; may be one of ${names}.`;
    document.querySelector('main')?.prepend(noticeOf([{ code: 'unknown_choice', field: 'preset', message }]));
    return;
  }
  lab.prepare = () => take(lab, link);
  if (!location.hash) lab.scrollIntoView({ block: 'center' });
}
