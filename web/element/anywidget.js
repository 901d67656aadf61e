// The element as an anywidget module, for Jupyter and for MyST's `anywidget` directive: the model's values are the
// element's attributes.
import { register } from '../register.js';
import { SignalScope } from './signal-scope.js';

/** What anywidget gives. @typedef {{get: (name: string) => unknown, on?: Function, off?: Function}} Model */

const settings = [
  'preset',
  'controls',
  'theme',
  'show',
  'scenario',
  'lang',
  'wasm_url',
  'page_url',
  'heading_level',
];

/** A value of the model as an attribute; none where it says nothing. @param {unknown} value */
function textOf(value) {
  if (value === undefined || value === null || value === '') return undefined;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * @param {{model: Model, el: HTMLElement}} place
 * @returns {() => void} takes the element away again
 */
function render({ model, el }) {
  register(SignalScope);
  const element = document.createElement(SignalScope.tag);
  const names = [...settings, ...SignalScope.fields];
  /** @type {Map<string, string | undefined>} */
  const given = new Map();
  const update = () => {
    for (const name of names) {
      const text = textOf(model.get(name));
      // What the model does not change stays as the reader left it.
      if (given.get(name) === text) continue;
      given.set(name, text);
      const attribute = name.replaceAll('_', '-');
      if (text === undefined) element.removeAttribute(attribute);
      else element.setAttribute(attribute, text);
    }
  };
  // Not every host of anywidget says a plain `change`.
  const events = ['change', ...names.map((name) => `change:${name}`)];
  update();
  for (const event of events) model.on?.(event, update);
  el.append(element);
  return () => {
    for (const event of events) model.off?.(event, update);
    element.remove();
  };
}

export default { render };
