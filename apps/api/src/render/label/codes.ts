import { createRequire } from 'node:module';
import type bwip from '@bwip-js/node';
import type { Pdf } from '../pdf/typesetter.js';

const require = createRequire(import.meta.url);
/** Loaded with the first code: most of what is started draws none for a while. */
const loadBwip = (): typeof bwip => require('@bwip-js/node') as typeof bwip;

/** A dot of a label printer (203 dpi) in millimetres: lines of codes that end between two of them are printed unevenly. */
const DOT = 0.125;
const POINTS_PER_MM = 72 / 25.4;
const INK = '#000000';

/** Points of millimetres. */
export const mm = (millimetres: number): number => millimetres * POINTS_PER_MM;

/** A place on the page, in millimetres from its upper left corner. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A code as it is drawn: dark rectangles in modules, the quiet zone that readers need not among them. */
export interface Code {
  /** In modules, without the quiet zone. */
  width: number;
  height: number;
  /** On each side, in modules. */
  quiet: number;
  dark: readonly (readonly [x: number, y: number, width: number, height: number])[];
}

/** One row of bars, as Code 128; they are as high as the place that they are drawn in. */
export function bars(text: string): Code {
  const [drawn] = loadBwip().raw({ bcid: 'code128', text });
  if (!drawn || !('sbs' in drawn)) throw new Error('Code 128 is made of bars');
  const dark: [number, number, number, number][] = [];
  let x = 0;
  drawn.sbs.forEach((width, i) => {
    if (i % 2 === 0) dark.push([x, 0, width, 1]);
    x += width;
  });
  return { width: x, height: 1, quiet: 10, dark };
}

/** A square of dots, as QR code; up to 15 % of it may be damaged. */
export function squares(text: string): Code {
  const [drawn] = loadBwip().raw('qrcode', text, { eclevel: 'M' } as object);
  if (!drawn || !('pixs' in drawn)) throw new Error('A QR code is made of squares');
  const { pixs, pixx: width, pixy: height } = drawn;
  const dark: [number, number, number, number][] = [];
  pixs.forEach((is, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    const last = dark.at(-1);
    if (is === 0) return;
    if (last && last[1] === y && last[0] + last[2] === x) last[2] += 1;
    else dark.push([x, y, 1, 1]);
  });
  return { width, height, quiet: 4, dark };
}

/** Millimetres of a module: as many whole dots as the place has room for, with the quiet zone. */
export function moduleOf({ width, quiet }: Code, room: number): number {
  const dots = Math.floor(room / DOT / (width + 2 * quiet));
  return Math.max(1, dots) * DOT;
}

/** Draws bars in the middle of a place, over all of its height. */
export function drawBars(pdf: Pdf, code: Code, place: Box): void {
  draw(pdf, code, place, { module: moduleOf(code, place.width), row: place.height, top: place.y });
}

/** Draws squares in the middle of a place. */
export function drawSquares(pdf: Pdf, code: Code, place: Box): void {
  const module = moduleOf(code, Math.min(place.width, place.height));
  draw(pdf, code, place, { module, row: module, top: middle(place.y, place.height, code.height * module) });
}

function draw(
  pdf: Pdf,
  code: Code,
  place: Box,
  { module, row, top }: { module: number; row: number; top: number },
): void {
  const left = middle(place.x, place.width, code.width * module);
  // One path: where two of several meet, a renderer would leave a hair of white.
  for (const [x, y, width, height] of code.dark)
    pdf.rect(mm(left + x * module), mm(top + y * row), mm(width * module), mm(height * row));
  pdf.fill(INK);
}

/** Where what is so long begins in the middle of a room, on a dot. */
const middle = (from: number, room: number, length: number): number =>
  Math.round((from + (room - length) / 2) / DOT) * DOT;
