import { Sheet } from '../pdf/sheet.js';
import { Typesetter } from '../pdf/typesetter.js';
import { drawStatement, type StatementEntry, type StatementSheet } from './statement-sheet.js';

const entry = (number: string, charged: number | null, paid: number | null, balance: number): StatementEntry => ({
  date: '2026-03-10',
  number,
  description: 'Yuran bulanan · 2026-03',
  charged,
  paid,
  balance,
});

const account = (extra: Partial<StatementSheet> = {}): StatementSheet => ({
  business: 'SMK Harapan',
  language: 'en',
  holder: { label: { en: 'Student', ms: 'Pelajar' }, name: 'Siti binti Ali' },
  printed_on: '2026-03-31',
  currency: 'MYR',
  entries: [entry('EDU-2026-000001', 1234.5, null, 1234.5), entry('RCP-2026-000001', null, 50, 1184.5)],
  charged: 1234.5,
  paid: 50,
  balance: 1184.5,
  ...extra,
});

/** The texts of the body of every page, in the order in which they are drawn. */
async function pagesOf(data: StatementSheet): Promise<string[][]> {
  const pages: string[][] = [[]];
  let isBody = true;
  const draw = jest.spyOn(Typesetter.prototype, 'draw').mockImplementation((text) => {
    if (isBody) pages.at(-1)?.push(text);
  });
  const begin = Sheet.prototype.beginPage;
  const newPage = jest.spyOn(Sheet.prototype, 'beginPage').mockImplementation(function (this: Sheet) {
    begin.call(this);
    pages.push([]);
  });
  const end = Sheet.prototype.finish;
  const finish = jest.spyOn(Sheet.prototype, 'finish').mockImplementation(function (this: Sheet) {
    isBody = false;
    return end.call(this);
  });
  try {
    await drawStatement(data);
  } finally {
    [draw, newPage, finish].forEach((spy) => spy.mockRestore());
  }
  return pages;
}

describe('a printed statement of account', () => {
  it('has a line for what was charged and what was paid, the balance after each, and the sums', async () => {
    const [texts = [], ...more] = await pagesOf(account());
    expect(more).toEqual([]);
    expect(texts.slice(0, 4)).toEqual([
      'SMK Harapan',
      'Statement of account',
      'Student: Siti binti Ali',
      'Date: 31/03/2026',
    ]);
    const said = texts.join(' | ');
    expect(said).toContain('10/03/2026 | EDU-2026-000001 | Yuran bulanan · 2026-03 | 1,234.50');
    expect(said).toContain('RCP-2026-000001');
    expect(texts.at(-1)).toBe('Balance due: MYR 1,184.50');
    expect(texts.filter((text) => text === '1,184.50')).toHaveLength(2);
  });

  it('names no tax, in either language (A-233)', async () => {
    for (const language of ['en', 'ms'] as const)
      expect((await pagesOf(account({ language }))).flat().join(' ')).not.toMatch(/SST|tax|cukai/i);
  });

  it('says what was paid beyond what is owed, in Malay', async () => {
    const [texts = []] = await pagesOf(account({ language: 'ms', balance: -20 }));
    expect(texts).toEqual(expect.arrayContaining(['Penyata akaun', 'Pelajar: Siti binti Ali', 'Caj (MYR)']));
    expect(texts.at(-1)).toBe('Lebihan bayaran: MYR 20.00');
  });

  it('says that nothing happened, where nothing did', async () => {
    const [texts = []] = await pagesOf(account({ entries: [], charged: 0, paid: 0, balance: 0 }));
    expect(texts.slice(-2)).toEqual(['Nothing has been charged or paid.', 'Balance due: MYR 0.00']);
  });

  it('goes on over pages, with the student and the head of the table on each, and every entry once', async () => {
    const entries = Array.from({ length: 120 }, (_, i) =>
      entry(`EDU-2026-${String(i).padStart(6, '0')}`, 1, null, i + 1),
    );
    const pages = await pagesOf(account({ entries }));
    expect(pages.length).toBeGreaterThan(2);
    for (const texts of pages) expect(texts.filter((text) => text === 'Description')).toHaveLength(1);
    for (const texts of pages) expect(texts).toContain('Student: Siti binti Ali');
    const numbers = pages.flat().filter((text) => text.startsWith('EDU-'));
    expect(numbers).toEqual(entries.map(({ number }) => number));
  });
});
