// The script element that this runs from. It has to be asked before anything waits; in a worker there is none.

export const ownScript =
  typeof document === 'undefined' ? null : /** @type {HTMLScriptElement | null} */ (document.currentScript);
