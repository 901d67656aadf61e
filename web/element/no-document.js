// In place of the stand-in for a document that Lit takes along to Node: the element's class, imported there, needs no more
// than something to extend.
export const { HTMLElement = class {}, customElements } = globalThis;
