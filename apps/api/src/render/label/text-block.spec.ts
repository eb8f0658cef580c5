import { Sheet } from '../pdf/sheet.js';
import { Typesetter, type Style } from '../pdf/typesetter.js';
import { mm } from './codes.js';
import { drawBlock, type Part } from './text-block.js';

const { type } = new Sheet({ title: 'x', author: 'x', language: 'en', foot: 'x' });
const place = { x: 4, y: 10, width: 60, height: 20 };
const sizes = { from: 12, to: 5 };

interface Drawn {
  text: string;
  x: number;
  baseline: number;
  style: Style;
}

function drawn(...parts: Part[]): Drawn[] {
  const lines: Drawn[] = [];
  const draw = jest
    .spyOn(Typesetter.prototype, 'draw')
    .mockImplementation((text, x, baseline, style) => void lines.push({ text, x, baseline, style }));
  try {
    drawBlock(type, parts, place, sizes);
  } finally {
    draw.mockRestore();
  }
  return lines;
}

/** Whether lines leave their place at no side. */
function expectWithin(lines: readonly Drawn[]): void {
  for (const { text, x, baseline, style } of lines) {
    expect(x).toBeCloseTo(mm(place.x));
    expect(x + type.width(text, style)).toBeLessThanOrEqual(mm(place.x + place.width) + 0.1);
    expect(baseline - style.size).toBeGreaterThanOrEqual(mm(place.y) - 0.01);
    expect(baseline).toBeLessThanOrEqual(mm(place.y + place.height));
  }
}

const sizeOf = (lines: readonly Drawn[]): number => lines[0]!.style.size;
const joined = (lines: readonly Drawn[]): string => lines.map(({ text }) => text).join('');

describe('a block of texts', () => {
  it('is set in the largest size where there is room', () => {
    const lines = drawn({ text: 'Tan Mei Ling', weight: 'bold' }, { text: '8, Lebuh Pantai', scale: 0.5 });
    expect(lines.map(({ text, style }) => [text, style.size, style.weight])).toEqual([
      ['Tan Mei Ling', 12, 'bold'],
      ['8, Lebuh Pantai', 6, undefined],
    ]);
    expectWithin(lines);
  });

  it.each(['Jalan Telawi ', '吉隆坡武吉免登區', 'எண் 12, ஜாலான் துங்கு ', 'W'])(
    'is set smaller the longer it is, and never leaves its place: %j',
    (words) => {
      const lengths = [20, 100, 250];
      const blocks = lengths.map((length) => drawn({ text: words.repeat(50).slice(0, length) }));
      blocks.forEach(expectWithin);
      const [short, middle, long] = blocks.map(sizeOf) as [number, number, number];
      expect(short).toBeGreaterThan(middle);
      expect(middle).toBeGreaterThanOrEqual(long);
      expect(long).toBeGreaterThanOrEqual(5);
    },
  );

  it('keeps every character, also of a word that is longer than a line', () => {
    const text = Array.from({ length: 120 }, (_, i) => String.fromCharCode(97 + (i % 26))).join('');
    const lines = drawn({ text });
    expect(lines.length).toBeGreaterThan(1);
    expect(joined(lines)).toBe(text);
    const chinese = '吉隆坡武吉免登區蘇丹依斯邁路第二十五號雙子塔大廈'.repeat(3);
    expect(joined(drawn({ text: chinese }))).toBe(chinese);
  });

  it('breaks between no letter and its marks', () => {
    const text = 'கௌ'.repeat(100);
    for (const { text: line } of drawn({ text })) expect(line.replace('…', '')).toMatch(/^(?:கௌ)*$/u);
  });

  it('says by an ellipsis that there was no room for the rest, at the smallest size', () => {
    const lines = drawn({ text: 'Jalan Telawi '.repeat(200) }, { text: 'after it' });
    expectWithin(lines);
    expect(sizeOf(lines)).toBe(5);
    expect(lines.at(-1)!.text).toMatch(/…$/);
    expect(lines.filter(({ text }) => text.endsWith('…'))).toHaveLength(1);
  });

  it('takes no line for what is empty at its ends', () => {
    expect(drawn({ text: '  8, Lebuh \n Pantai  ' }).map(({ text }) => text.replace(/\s+/g, ' '))).toEqual([
      '8, Lebuh Pantai',
    ]);
  });
});
