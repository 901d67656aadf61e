// Texts inside of markup.

/** Stands in an attribute or between tags, of HTML and of SVG. @param {string} text */
export const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
