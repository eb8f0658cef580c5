import fc from 'fast-check';
import { printedDay } from '@usaha/shared';
import { decimalsOf, printed, printedCount, printedInstant, printedMoney, printedQuantity } from './format.js';
import { shortened, spread, ticks } from './scale.js';
import { Sheet } from './sheet.js';
import { drawTable, shareOut, type TableColumn } from './table.js';

const sheet = () => new Sheet({ title: 'x', author: 'x', language: 'en', foot: 'x' });
const STYLE = { size: 10 };

describe('figures', () => {
  it('are written as people read them', () => {
    expect([printedMoney(1234.5), printedMoney(0), printedMoney(-1234567.891), printedMoney(999.999)]).toEqual([
      '1,234.50',
      '0.00',
      '−1,234,567.89',
      '1,000.00',
    ]);
    expect([printedCount(1234567), printedCount(-12), printedCount(999)]).toEqual(['1,234,567', '−12', '999']);
    expect([printedQuantity(1234.5), printedQuantity(-7323.782), printedQuantity(0)]).toEqual([
      '1,234.5',
      '−7,323.782',
      '0',
    ]);
    expect([printedQuantity(8541, 1), printedQuantity(165.3, 3)]).toEqual(['8,541.0', '165.300']);
    expect([decimalsOf(165.3), decimalsOf(-0.125), decimalsOf(7)]).toEqual([1, 3, 0]);
    expect(printed('percent', 6)).toBe('6.00 %');
    expect(printed('money', null)).toBe('–');
    expect([printed('flag', true), printed('flag', false, 'ms')]).toEqual(['Yes', 'Tidak']);
  });

  it('A-23: dates are those of Malaysia', () => {
    expect(printedDay('2026-03-10')).toBe('10/03/2026');
    expect(printedInstant(new Date('2026-03-10T16:30:00Z'))).toBe('11/03/2026 00:30');
  });
});

describe('an axis', () => {
  it('goes from 0 to at least the greatest value, in even steps', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 1e12, noNaN: true }), (most) => {
        const marks = ticks(most);
        expect(marks[0]).toBe(0);
        expect(marks.at(-1)).toBeGreaterThanOrEqual(most * (1 - 1e-8));
        expect(marks.length).toBeGreaterThanOrEqual(3);
        expect(marks.length).toBeLessThanOrEqual(7);
      }),
    );
  });

  it('has marks where there is nothing to show', () => expect(ticks(0)).toEqual([0, 1]));

  it('shortens great values', () =>
    expect([0, 950, 1500, 2_500_000, 3e9].map(shortened)).toEqual(['0', '950', '1.5k', '2.5M', '3B']));

  it('names at most a given number of points, evenly', () => {
    expect(spread(5, 10)).toEqual([0, 1, 2, 3, 4]);
    expect(spread(10, 4)).toEqual([0, 3, 6, 9]);
    expect(spread(0, 4)).toEqual([]);
    expect(spread(7, 0)).toEqual([0]);
  });
});

describe('columns', () => {
  it('share the rest of the width', () => expect(shareOut([100, 100], [60, 100], 400)).toEqual([200, 200]));

  it('of figures get what they need, and of texts the longest gives way', () =>
    expect(shareOut([300, 60, 100], [60, 60, 100], 360)).toEqual([200, 60, 100]));

  it('all give way alike where the least of them are too wide', () =>
    expect(shareOut([300, 100, 100], [100, 100, 100], 150)).toEqual([50, 50, 50]));
});

describe('a line of text', () => {
  it.each([
    'Siti Nurhaliza binti Zainal',
    '陳美玲',
    '陈美玲',
    'முத்து குமார்',
    'Nguyễn Văn Ánh',
    'Kopi O 陳美玲 முத்து 500g',
    'RM 1,234.50 – 6 %',
    'สมชาย ใจดี',
    'মোহাম্মদ রহিম',
    '김민준 박서연',
  ])('has a glyph for every character of %s, in every weight', (text) => {
    const { type } = sheet();
    for (const weight of ['regular', 'bold'] as const) {
      const runs = type.runs(text, weight);
      expect(runs.map((run) => run.text).join('')).toBe(text);
      for (const { face, text: part } of runs) {
        for (const character of part) expect(type.has(face, character)).toBe(true);
      }
    }
  });

  it('is set in the typeface of each script, marks and spaces with their letters', () =>
    expect(
      sheet()
        .type.runs('Tan 陳 முத்து குமார்')
        .map(({ face, text }) => [face, text]),
    ).toEqual([
      ['regular', 'Tan '],
      ['chinese', '陳 '],
      ['tamil', 'முத்து குமார்'],
    ]));

  it('keeps its line breaks, and breaks a word that is longer than a line', () => {
    const { type } = sheet();
    const width = type.width('aaaa bbbb', STYLE);
    expect(type.lines('aaaa\nbbbb\r\n\r\ncccc', width, 9, STYLE)).toEqual(['aaaa', 'bbbb', '', 'cccc']);
    expect(type.lines('aaaa\nbbbb', width, 1, STYLE)).toEqual(['aaaa…']);
    const long = type.lines('x'.repeat(60), width, Infinity, STYLE);
    expect(long.join('')).toBe('x'.repeat(60));
  });

  it('draws Burmese signs before the consonant that they stand before', () =>
    expect(
      sheet()
        .type.runs('မြန်မာ ကျော်')
        .map(({ text }) => text)
        .join(''),
    ).toBe('\u103cမန်မာ \u1031ကျာ်'));

  it('shows what no typeface has as one replacement, and no control characters', () =>
    expect(sheet().type.runs('a\u{1F600}b\n\tc')).toEqual([{ face: 'regular', text: 'a\uFFFDb c', level: 0 }]));

  it('is broken at spaces and between Chinese characters, and cut where it is too long', () => {
    const { type } = sheet();
    const width = type.width('aaaa bbbb', STYLE);
    expect(type.lines('aaaa bbbb cccc', width, 3, STYLE)).toEqual(['aaaa bbbb', 'cccc']);
    expect(type.lines('aaaa bbbb cccc dddd eeee', width, 2, STYLE)[1]).toMatch(/…$/);
    expect(type.lines('陳美玲陳美玲陳美玲', type.width('陳美玲陳', STYLE), 5, STYLE)).toEqual([
      '陳美玲陳',
      '美玲陳美',
      '玲',
    ]);
    for (const line of type.lines('x'.repeat(500), width, 3, STYLE))
      expect(type.width(line, STYLE)).toBeLessThanOrEqual(width + 0.1);
    expect(type.lines('', width, 3, STYLE)).toEqual(['']);
  });
});

describe('a name with controls of its direction', () => {
  it('is set with the controls shown, so that it reads as it is stored', () => {
    const text = (line: string): string =>
      sheet()
        .type.runs(line)
        .map((run) => run.text)
        .join('');
    expect(text('Siti \u202eruN')).toBe('Siti <U+202E>ruN');
    expect(text('\u2067Siti\u2069')).toBe('<U+2067>Siti<U+2069>');
    expect(text('Siti Nur')).toBe('Siti Nur');
  });
});

it('a table takes long texts of many different words', async () => {
  const row = (first: number): string =>
    Array.from({ length: 1_500 }, (_, i) => (first * 1_500 + i).toString(36)).join(' ');
  const rows = Array.from({ length: 100 }, (_, i) => [row(i), '1']);
  const columns: TableColumn[] = [
    { title: 'Text', align: 'left' },
    { title: 'Count', align: 'right' },
  ];
  await expect(drawTable(sheet(), columns, rows, null)).resolves.toBeUndefined();
});
