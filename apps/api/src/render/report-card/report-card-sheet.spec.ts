import { Sheet } from '../pdf/sheet.js';
import { Typesetter } from '../pdf/typesetter.js';
import { drawReportCards, type PrintedCard } from './report-card-sheet.js';

const card = (name: string, score: number, assessments: number): PrintedCard => ({
  first_name: name,
  last_name: 'binti Ali',
  current_grade: 'Form 4',
  classes: [{ name: '4 Bestari', teacher: 'Puan Aminah' }],
  year: '2026',
  term: '1',
  date_from: '2026-01-01',
  date_to: '2026-06-30',
  religious_education: 'islamic_education',
  subjects:
    assessments === 0
      ? []
      : [
          {
            subject_id: 'unspecified',
            assessments: Array.from({ length: assessments }, () => ({
              assessment_type: 'exam',
              assessment_name: 'Ujian',
              score,
              max_score: 1000,
              percentage: score / 10,
              grade: 'A',
              assessment_date: '2026-03-10',
              remarks: `remark on ${score}`,
            })),
            average_percentage: score / 10,
            grade: 'A',
          },
        ],
  overall: { average_percentage: assessments === 0 ? null : score / 10, grade: null, gps: 2.5, cgpa: null },
  attendance: { total: 4, present: 2, absent: 1, late: 1, excused: 0, attendance_rate: 75 },
});

/** The texts of every page, in the order in which they are drawn. */
async function pagesOf(cards: PrintedCard[], language: 'en' | 'ms' = 'en'): Promise<string[][]> {
  const pages: string[][] = [[]];
  const foot = new Set<Sheet>();
  const draw = jest.spyOn(Typesetter.prototype, 'draw').mockImplementation((text) => {
    if (foot.size === 0) pages.at(-1)?.push(text);
  });
  const begin = Sheet.prototype.beginPage;
  const newPage = jest.spyOn(Sheet.prototype, 'beginPage').mockImplementation(function (this: Sheet) {
    begin.call(this);
    pages.push([]);
  });
  const end = Sheet.prototype.finish;
  const finish = jest.spyOn(Sheet.prototype, 'finish').mockImplementation(function (this: Sheet) {
    foot.add(this);
    return end.call(this);
  });
  try {
    await drawReportCards({ business: 'SMK Harapan', language, cards });
  } finally {
    [draw, newPage, finish].forEach((spy) => spy.mockRestore());
  }
  return pages;
}

describe('printed report cards', () => {
  it('never put marks of a student on a page of another', async () => {
    const students = [card('Siti', 901, 120), card('Aminah', 802, 0), card('Mei', 703, 30), card('Kavitha', 604, 1)];
    const pages = await pagesOf(students);
    expect(pages.length).toBeGreaterThan(students.length);
    const marks = [901, 802, 703, 604];
    let last = 0;
    for (const texts of pages) {
      const said = texts.join('\n');
      const named = students.findIndex(({ first_name }) => said.includes(`${first_name} binti Ali`));
      expect(named).toBeGreaterThanOrEqual(last);
      last = named;
      marks.forEach((mark, i) => {
        if (i !== last) expect(said).not.toMatch(new RegExp(`${mark} / 1000|remark on ${mark}`));
      });
    }
    expect(last).toBe(students.length - 1);
    expect(pages.flat().filter((text) => text === '901 / 1000')).toHaveLength(120);
  });

  it('say what there is to say in either language', async () => {
    const [english = []] = await pagesOf([card('Siti', 900, 1)]);
    expect(english).toEqual(
      expect.arrayContaining(['Report card', 'Siti binti Ali', 'Unspecified', 'Overall', '2.50']),
    );
    expect(english.join(' ')).toContain('75.00 % of 4 records: present 2, late 1, absent 1, excused 0');
    const [malay = []] = await pagesOf([card('Siti', 900, 0)], 'ms');
    expect(malay).toEqual(expect.arrayContaining(['Kad laporan', 'Tiada pentaksiran dalam tempoh ini.']));
  });

  it('of no student say so', async () => {
    const [english = []] = await pagesOf([]);
    expect(english).toEqual(['SMK Harapan', 'Report card', 'No student has an active enrollment in this class.']);
    const pages = await pagesOf([], 'ms');
    expect(pages).toEqual([['SMK Harapan', 'Kad laporan', 'Tiada pelajar berdaftar aktif dalam kelas ini.']]);
  });
});
