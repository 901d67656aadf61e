// How far two colours stand apart, as WCAG 2 measures it.

/** Relative luminance. @param {number[]} colour red, green and blue, 0 to 255 */
export function luminance(colour) {
  const [red, green, blue] = colour
    .map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** 1 to 21. @param {number[]} one @param {number[]} other */
export function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}
