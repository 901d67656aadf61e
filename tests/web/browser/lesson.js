// A page of somebody else with the element in it.

/** @param {string} body @param {string} [attributes] of the document element */
export const pageOf = (body, attributes = 'lang="en"') =>
  `<!doctype html><html ${attributes}><head><title>A lesson</title><meta name="viewport" content="width=device-width"><script type="module" src="/element/define.js"></script></head><body><h1>A lesson</h1>${body}</body></html>`;
