import { Sheet } from '../pdf/sheet.js';
import { bars, drawBars, drawSquares, mm, moduleOf, squares, type Box, type Code } from './codes.js';

const NUMBER = 'MY261122W7Q2R5TX';
const LINK = `https://usaha.example/track/${'Az09-_'.repeat(12)}`;
const place: Box = { x: 2, y: 17, width: 96, height: 20 };
const square: Box = { x: 2, y: 110, width: 33, height: 33 };

type Rectangle = [x: number, y: number, width: number, height: number];

/** The drawing, in millimetres. */
function drawn(draw: (pdf: Sheet['pdf']) => void): Rectangle[] {
  const { pdf } = new Sheet({ title: 'x', author: 'x', language: 'en', foot: 'x' });
  const rectangles: Rectangle[] = [];
  jest.spyOn(pdf, 'rect').mockImplementation((...points) => {
    rectangles.push(points.map((point) => point / mm(1)) as Rectangle);
    return pdf;
  });
  draw(pdf);
  return rectangles;
}

/** Whether all of it stands in its place, with the quiet zone around it. */
function expectQuiet(rectangles: readonly Rectangle[], within: Box, code: Code, room: number): void {
  const quiet = code.quiet * moduleOf(code, room);
  const left = Math.min(...rectangles.map(([x]) => x));
  const right = Math.max(...rectangles.map(([x, , width]) => x + width));
  expect(left - within.x).toBeGreaterThanOrEqual(quiet - 0.13);
  expect(within.x + within.width - right).toBeGreaterThanOrEqual(quiet - 0.13);
}

const isOnDot = (millimetres: number): boolean => Math.abs(millimetres * 8 - Math.round(millimetres * 8)) < 1e-6;

describe('the bar code of a tracking number', () => {
  it('begins and ends as Code 128 does, with bars of one to four modules', () => {
    const { dark, width } = bars(NUMBER);
    // Start B or C, and stop: both are stated by ISO/IEC 15417.
    expect(dark.slice(0, 3).map(([x, , wide]) => [x, wide])).toEqual([
      [0, 2],
      [3, 1],
      [6, 1],
    ]);
    expect(dark.slice(-4).map(([x, , wide]) => [width - x, wide])).toEqual([
      [13, 2],
      [8, 3],
      [4, 1],
      [2, 2],
    ]);
    expect(Math.max(...dark.map(([, , wide]) => wide))).toBeLessThanOrEqual(4);
  });

  it('is as high as its place, begins on dots of the printer, and keeps ten modules free at both ends', () => {
    const code = bars(NUMBER);
    const rectangles = drawn((pdf) => drawBars(pdf, code, place));
    expectQuiet(rectangles, place, code, place.width);
    for (const [x, y, width, height] of rectangles) {
      expect([isOnDot(x), isOnDot(width)]).toEqual([true, true]);
      expect(y).toBeCloseTo(place.y);
      expect(height).toBeCloseTo(place.height);
    }
    expect(moduleOf(code, place.width)).toBeGreaterThanOrEqual(0.25);
  });
});

describe('the QR code of a link', () => {
  it('has a finder in three of its corners', () => {
    const { dark, width, height } = squares(LINK);
    expect(height).toBe(width);
    const row = (at: number): [number, number][] => dark.filter(([, y]) => y === at).map(([x, , wide]) => [x, wide]);
    expect(row(0)[0]).toEqual([0, 7]);
    expect(row(0).at(-1)).toEqual([width - 7, 7]);
    expect(row(height - 1)[0]).toEqual([0, 7]);
    expect(row(height - 1).at(-1)).not.toEqual([width - 7, 7]);
  });

  it('fits into its place with four modules free around it, however long the link is', () => {
    for (const length of [40, 100, 400]) {
      const code = squares(LINK.padEnd(length, 'x'));
      const rectangles = drawn((pdf) => drawSquares(pdf, code, square));
      expectQuiet(rectangles, square, code, square.width);
      for (const [x, y] of rectangles) expect([isOnDot(x), isOnDot(y)]).toEqual([true, true]);
      expect(moduleOf(code, square.width)).toBeGreaterThanOrEqual(0.25);
    }
  });
});
