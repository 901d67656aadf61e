// A chart as a picture of its own: what stands in the page's SVG is read once, with the colours and the type that the
// style sheets gave it, and written as an SVG file or painted on a canvas. The canvas is painted stroke by stroke: a
// strict policy lets no image be loaded from data.

import { escaped } from './markup.js';

/**
 * @typedef {object} Shape
 * @property {string} [path]
 * @property {string} [text]
 * @property {number} x of a text, and what a path is moved by
 * @property {number} y
 * @property {string} fill
 * @property {string} stroke
 * @property {number} width of the stroke
 * @property {number[]} dash
 * @property {number} opacity
 * @property {string} font as CSS writes it
 * @property {CanvasTextAlign} align
 * @property {boolean} struck
 * @property {DOMRect | undefined} clip
 */

/** @typedef {{shapes: Shape[], width: number, height: number, ground: string, title: string}} Picture */

const margin = 16;
const line = 20;

/** @param {string} colour */
const isSeen = (colour) => colour !== 'none' && colour !== 'transparent' && !/, 0\)$|\/ 0\)$/.test(colour);

/** @param {SVGElement} element @param {string} name */
const number = (element, name) => Number(element.getAttribute(name) ?? 0);

/** @param {SVGElement} element */
function outline(element) {
  /** @param {string} name */
  const at = (name) => number(element, name);
  switch (element.tagName) {
    case 'path':
      return element.getAttribute('d') ?? '';
    case 'line':
      return `M${at('x1')} ${at('y1')}L${at('x2')} ${at('y2')}`;
    case 'rect':
      return `M${at('x')} ${at('y')}h${at('width')}v${at('height')}h${-at('width')}z`;
    case 'circle':
      return `M${at('cx') - at('r')} ${at('cy')}a${at('r')} ${at('r')} 0 1 0 ${2 * at('r')} 0a${at('r')} ${at('r')} 0 1 0 ${-2 * at('r')} 0z`;
    default:
      return '';
  }
}

/** Opacity counts for everything inside. @param {Element} element @param {Element} top */
function opacityOf(element, top) {
  let opacity = 1;
  for (let at = /** @type {Element | null} */ (element); at && at !== top; at = at.parentElement)
    opacity *= Number(getComputedStyle(at).opacity);
  return opacity;
}

/** @param {SVGElement} element @param {SVGSVGElement} svg */
function clipOf(element, svg) {
  const clipped = element.closest('[clip-path]');
  const id = /#([^)"]+)/.exec(clipped?.getAttribute('clip-path') ?? '')?.[1];
  const rect = id ? svg.querySelector(`clipPath[id="${id}"] rect`) : null;
  if (!(rect instanceof SVGElement)) return undefined;
  return new DOMRect(number(rect, 'x'), number(rect, 'y'), number(rect, 'width'), number(rect, 'height'));
}

/** @param {CSSStyleDeclaration} style */
const fontOf = (style) => `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;

/** @type {Record<string, CanvasTextAlign>} */
const aligns = { start: 'left', middle: 'center', end: 'right' };

/**
 * @param {SVGElement} element
 * @param {SVGSVGElement} svg
 * @param {number} top where the chart begins under its caption
 * @returns {Shape | undefined} nothing for what cannot be seen
 */
function shapeOf(element, svg, top) {
  const style = getComputedStyle(element);
  const text = element.tagName === 'text' ? (element.textContent ?? '').trim() : undefined;
  const path = outline(element);
  if (style.visibility === 'hidden' || (!text && !path)) return undefined;
  if (!isSeen(style.fill) && !isSeen(style.stroke)) return undefined;
  const [, moveX = 0, moveY = 0] =
    /translate\(([-\d.]+)[ ,]([-\d.]+)\)/.exec(element.getAttribute('transform') ?? '') ?? [];
  return {
    text,
    path: text === undefined ? path : undefined,
    x: margin + Number(moveX) + (text === undefined ? 0 : number(element, 'x')),
    y: top + Number(moveY) + (text === undefined ? 0 : number(element, 'y')),
    fill: isSeen(style.fill) && (text !== undefined || element.tagName !== 'line') ? style.fill : 'none',
    stroke: text === undefined && isSeen(style.stroke) ? style.stroke : 'none',
    width: parseFloat(style.strokeWidth) || 1,
    dash: style.strokeDasharray === 'none' ? [] : style.strokeDasharray.split(/[ ,]+/).map(parseFloat),
    opacity: opacityOf(element, svg),
    font: fontOf(style),
    align: aligns[style.textAnchor] ?? 'left',
    struck: style.textDecorationLine === 'line-through',
    clip: clipOf(element, svg),
  };
}

/** @param {string} text @param {string} font @param {number} width @returns {string[]} */
function wrapped(text, font, width) {
  const context = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));
  context.font = font;
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(/[ \n\t]+/).filter(Boolean)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length && context.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/**
 * The lines of an element's text, one under the other.
 * @param {Element | null} element
 * @param {number} top
 * @param {number} width
 * @returns {Shape[]}
 */
function paragraph(element, top, width) {
  if (!element) return [];
  const style = getComputedStyle(element);
  const font = fontOf(style);
  return wrapped(element.textContent ?? '', font, width).map((text, at) => ({
    text,
    x: margin,
    y: top + (at + 1) * line - 5,
    fill: style.color,
    stroke: 'none',
    width: 1,
    dash: [],
    opacity: 1,
    font,
    align: 'left',
    struck: false,
    clip: undefined,
  }));
}

/**
 * @param {Element} figure a chart's figure with one SVG in it
 * @returns {Picture | undefined} nothing where the chart is no SVG
 */
export function pictureOf(figure) {
  const svg = figure.querySelector('svg.plot');
  if (!(svg instanceof SVGSVGElement)) return undefined;
  const { width, height } = svg.getBoundingClientRect();
  const title = figure.querySelector('.finding');
  const shapes = paragraph(title, margin, width);
  shapes.push(...paragraph(figure.querySelector('.what'), margin + shapes.length * line, width));
  // A narrow chart has its names above it, outside the SVG.
  for (const name of figure.querySelectorAll('.end-button')) {
    const words = paragraph(name, margin + shapes.length * line, width);
    const colour = getComputedStyle(name.querySelector('.name') ?? name).color;
    shapes.push(...words.map((shape) => ({ ...shape, fill: colour })));
  }
  const top = margin + shapes.length * line + 8;
  for (const element of svg.querySelectorAll('path, line, rect, circle, text')) {
    if (!(element instanceof SVGElement) || element.closest('clipPath, .keys')) continue;
    const shape = shapeOf(element, svg, top);
    if (shape) shapes.push(shape);
  }
  return {
    shapes,
    width: Math.ceil(width + 2 * margin),
    height: Math.ceil(top + height + margin),
    ground: getComputedStyle(figure).backgroundColor,
    title: (title?.textContent ?? '').trim(),
  };
}

/** @param {Shape} shape @param {number} index */
function asElement(
  { text, path, x, y, fill, stroke, width, dash, opacity, font, align, struck, clip },
  index,
) {
  const faint = opacity < 1 ? ` opacity="${opacity}"` : '';
  if (text !== undefined) {
    const [weight, size, ...family] = font.split(' ');
    const anchor = { left: 'start', center: 'middle', right: 'end' }[/** @type {'left'} */ (align)];
    const line = struck ? ' text-decoration="line-through"' : '';
    return `<text x="${x}" y="${y}" fill="${fill}" font-family="${escaped(family.join(' '))}" font-size="${size}" font-weight="${weight}" text-anchor="${anchor}"${line}${faint}>${escaped(text)}</text>`;
  }
  const dashes = dash.length ? ` stroke-dasharray="${dash.join(' ')}"` : '';
  const paint = `fill="${fill}" stroke="${stroke}" stroke-width="${width}" stroke-linejoin="round"${dashes}${faint}`;
  const drawn = `<path d="${path}" transform="translate(${x} ${y})" ${paint}/>`;
  if (!clip) return drawn;
  const box = `<rect x="${clip.x + x}" y="${clip.y + y}" width="${clip.width}" height="${clip.height}"/>`;
  return `<clipPath id="clip-${index}">${box}</clipPath><g clip-path="url(#clip-${index})">${drawn}</g>`;
}

/** @param {Picture} picture @returns {string} a file of its own */
export function asSvg({ shapes, width, height, ground, title }) {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="${ground}"/>`,
    ...shapes.map(asElement),
    '</svg>\n',
  ].join('\n');
}

/** @param {CanvasRenderingContext2D} context @param {Shape} shape */
function paint(context, { text, path, x, y, fill, stroke, width, dash, opacity, font, align, struck, clip }) {
  context.save();
  context.globalAlpha = opacity;
  context.translate(x, y);
  if (text !== undefined) {
    context.font = font;
    context.textAlign = align;
    context.fillStyle = fill;
    context.fillText(text, 0, 0);
    const long = struck ? context.measureText(text).width : 0;
    if (struck) context.fillRect(align === 'right' ? -long : align === 'center' ? -long / 2 : 0, -5, long, 1);
  } else {
    if (clip) {
      context.beginPath();
      context.rect(clip.x, clip.y, clip.width, clip.height);
      context.clip();
    }
    const drawn = new Path2D(path);
    context.lineWidth = width;
    context.lineJoin = 'round';
    context.setLineDash(dash);
    if (fill !== 'none') {
      context.fillStyle = fill;
      context.fill(drawn);
    }
    if (stroke !== 'none') {
      context.strokeStyle = stroke;
      context.stroke(drawn);
    }
  }
  context.restore();
}

/**
 * @param {Picture} picture
 * @param {number} [scale] pixels for each of the page's
 * @returns {Promise<Blob>} PNG
 */
export function asPng({ shapes, width, height, ground }, scale = 2) {
  const canvas = document.createElement('canvas');
  canvas.width = width * scale;
  canvas.height = height * scale;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.scale(scale, scale);
  context.fillStyle = ground;
  context.fillRect(0, 0, width, height);
  for (const shape of shapes) paint(context, shape);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the picture is too large'))),
      'image/png',
    );
  });
}
