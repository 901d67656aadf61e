// The element as an anywidget module, for Jupyter and for MyST's `anywidget` directive: the model's values are the
// element's attributes.
import { register } from '../register.js';
import { SignalScope } from './signal-scope.js';

/** What anywidget gives. @typedef {{get: (name: string) => unknown, on?: Function, off?: Function}} Model */

const settings = ['preset', 'controls', 'theme', 'show', 'scenario', 'lang', 'wasm_url'];

/**
 * @param {{model: Model, el: HTMLElement}} place
 * @returns {() => void} takes the element away again
 */
function render({ model, el }) {
  register(SignalScope);
  const element = document.createElement(SignalScope.tag);
  const names = [...settings, ...SignalScope.fields];
  const update = () => {
    for (const name of names) {
      const value = model.get(name);
      const attribute = name.replaceAll('_', '-');
      if (value === undefined || value === null || value === '') element.removeAttribute(attribute);
      else element.setAttribute(attribute, String(value));
    }
  };
  update();
  model.on?.('change', update);
  el.append(element);
  return () => {
    model.off?.('change', update);
    element.remove();
  };
}

export default { render };
