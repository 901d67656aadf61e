// Values that stay the same objects as long as they say the same.

/**
 * Makes its value anew only when it is given something else.
 * @template {(...given: any[]) => any} F
 * @param {F} make
 * @returns {F}
 */
export function remembered(make) {
  /** @type {unknown[]} */
  let last = [];
  /** @type {unknown} */
  let value;
  return /** @type {F} */ (
    (...given) => {
      const isNew = given.length !== last.length || given.some((one, at) => one !== last[at]);
      if (isNew) [last, value] = [given, make(...given)];
      return value;
    }
  );
}
