// Custom elements are named here and nowhere else, so that importing a module has no effect of its own.

/** @typedef {CustomElementConstructor & {tag: string, parts?: Registrable[]}} Registrable */

/**
 * Names an element and those that it draws with. A name that is taken stays as it is: a script that is loaded twice,
 * or two versions of it on one page, must not throw.
 * @param {Registrable[]} elements each with its `tag`, and in `parts` the elements that it uses
 */
export function register(...elements) {
  // On a server there is nobody to name them for.
  if (!globalThis.customElements) return;
  for (const element of elements) {
    if (customElements.get(element.tag)) continue;
    register(...(element.parts ?? []));
    customElements.define(element.tag, element);
  }
}
