import type { ReportColumn } from '@usaha/shared';
import type { ReportReading, ReportRow } from '@usaha/shared/operation';
import { csvCell, csvOf, neutral } from './csv.js';

const title = { en: 'x', ms: 'x' };
const columns: ReportColumn[] = [
  { key: 'label', title, kind: 'text' },
  { key: 'count', title, kind: 'count' },
  { key: 'total', title, kind: 'money' },
];

async function written(...batches: ReportRow[][]): Promise<string> {
  const reading = {
    report: { columns },
    columns,
    async *batches() {
      yield* await Promise.resolve(batches);
    },
  } as unknown as ReportReading;
  let text = '';
  for await (const chunk of csvOf(reading)) text += chunk;
  return text;
}

it.each(['=1+1', '+60 12', '-2', '@SUM(A1)', '\tx', '\rx', '\nx', ' =1', '\u00A0 =1', '＝1', '＋1', '－1', '＠x'])(
  'A-150: %j is no formula',
  (text) => expect(neutral(text)).toBe(`'${text}`),
);

it.each([
  ['Kopi;=1+1', "Kopi;'=1+1"],
  ['a; @x;-2', "a; '@x;'-2"],
  [';＝1', ";'＝1"],
  ['=1;=2', "'=1;'=2"],
])('A-150: %j is no formula where a semicolon begins a cell', (text, neutralised) =>
  expect(neutral(text)).toBe(neutralised),
);

it.each(['Kopi', '1-2', 'a=b', 'a; b', '', ' x', '陳美玲', 'முத்து'])('A-150: %j stays as it is', (text) =>
  expect(neutral(text)).toBe(text),
);

it('A-150: numbers of ours stay numbers, negative ones too', () => {
  const [, count, money] = columns as [ReportColumn, ReportColumn, ReportColumn];
  expect([csvCell(count, -3), csvCell(money, -3), csvCell(money, 1234.5), csvCell(money, null)]).toEqual([
    '-3',
    '-3.00',
    '1234.50',
    '',
  ]);
});

it('is a mark, a header and the rows, each on a separate line', async () => {
  expect(await written([['a', 1, 2]], [['b', 3, 4]])).toBe('\uFEFFlabel,count,total\r\na,1,2.00\r\nb,3,4.00\r\n');
  expect(await written([])).toBe('\uFEFFlabel,count,total\r\n');
  expect(await written()).toBe('\uFEFFlabel,count,total\r\n');
});

it('quotes separators, quotes and every kind of line break', async () => {
  const rows: ReportRow[] = ['a,b', 'a"b', 'a\nb', 'a\rb', 'a\r\nb'].map((text) => [text, 1, null]);
  expect(await written(rows)).toBe(
    '\uFEFFlabel,count,total\r\n"a,b",1,\r\n"a""b",1,\r\n"a\nb",1,\r\n"a\rb",1,\r\n"a\r\nb",1,\r\n',
  );
});
