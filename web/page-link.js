// A link to the page carries the scenario of one of its labs: the lab takes it before its first run, and what of it
// cannot be used is named above the chart.
import { html, render } from 'lit';
import english from './language/english.js';
import { changesOf, fewer, isOfLinks, readLink, sorted, unknownSetting } from './link/link.js';
import { problemWords } from './labs/notices.js';

/** @typedef {import('./labs/lab.js').Lab} Lab */

/** @param {unknown[]} messages what to say, one a line */
function noticeOf(messages) {
  const list = document.createElement('ul');
  list.className = 'notices link-notices';
  list.setAttribute('role', 'status');
  render(
    messages.map((message) => html`<li class="problem">${message}</li>`),
    list,
  );
  return list;
}

/**
 * @param {Lab} lab
 * @param {import('./link/link.js').Link} link
 */
async function take(lab, link) {
  lab.takeSettings(link.settings);
  const { definition } = lab;
  if (!definition) return;
  const { good, bad } = await sorted(link, lab);
  lab.changes = { ...lab.changes, ...changesOf(good, definition) };
  if (bad.length === 0) return;
  const words = fewer(bad, lab.texts).map(({ problem, value }) =>
    isOfLinks(problem) ? problem.message : problemWords(problem, { [problem.field]: value }, lab.context),
  );
  lab.before(noticeOf(words));
}

/** What a link calls a lab; the one of the four norms has a matrix of its own and no preset. @param {Lab} lab */
const nameOf = (lab) => lab.getAttribute('preset') ?? 'cells';

/** Reads the page's address and gives it to the lab that it is about. */
export function followLink() {
  const link = readLink(location.search);
  const { preset } = link.settings;
  if (preset === undefined && link.pairs.length === 0) return;
  const labs = /** @type {NodeListOf<Lab>} */ (document.querySelectorAll('[preset], scope-statistics-lab'));
  const lab = [...labs].find((candidate) => nameOf(candidate) === (preset ?? 'initialisation'));
  if (!lab) {
    const names = [...labs].map(nameOf);
    const { problem } = unknownSetting('preset', preset ?? '', names, english);
    document.querySelector('main')?.prepend(noticeOf([problem.message]));
    return;
  }
  lab.prepare = () => take(lab, link);
  if (!location.hash) lab.scrollIntoView({ block: 'center' });
}
