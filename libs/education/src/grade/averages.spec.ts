import fc from 'fast-check';
import { averagesOf, letterOf, meanOf, percentageOf, shown, type Mark } from './averages.js';
import { scales, type KeptScale, type KnownScale } from './scales.js';

let last = 0;
const mark = (
  subject: string | null,
  score: number,
  max_score: number,
  scale: KnownScale = 'spm',
  assessment_date = '2026-05-20',
  assessment_type: string | null = null,
): Mark & { percentage: number } => ({
  id: String((last += 1)).padStart(6, '0'),
  subject_id: subject,
  subject_key: subject === null ? null : subject.trim().toLowerCase() || null,
  percentage: percentageOf(score, max_score),
  assessment_type,
  assessment_date,
  scale,
  own_scale: null,
});
const kept = (scale: KnownScale): KeptScale => ({ scale, own_scale: null });

describe('A-223: percentages', () => {
  it.each([
    [80, 100, 80],
    [45, 50, 90],
    [1, 3, 33.33],
    [2, 3, 66.67],
    [1, 8, 12.5],
    [0, 5, 0],
    [0.01, 0.01, 100],
    [999_999_999_999.98, 999_999_999_999.99, 100],
    [1, 800, 0.13],
    [1.005, 100, 1.01],
  ])('%d of %d is %d', (score, max, percentage) => expect(shown(percentageOf(score, max))).toBe(percentage));

  /** As it is done on paper: the long division, digit by digit, and the digit after the last decides. */
  const longDivision = (part: bigint, whole: bigint): bigint => {
    const [first, rest] = [(part * 10_000n) / whole, (part * 10_000n) % whole];
    return (rest * 10n) / whole >= 5n ? first + 1n : first;
  };

  it('are those of a long division, for any scores', () => {
    const sen = fc.bigInt({ min: 1n, max: 10n ** 14n - 1n });
    fc.assert(
      fc.property(sen, fc.bigInt({ min: 0n, max: 10n ** 14n }), (whole, any) => {
        const part = any % (whole + 1n);
        const [score, max] = [Number(part) / 100, Number(whole) / 100];
        fc.pre(Math.round(score * 100) === Number(part) && Math.round(max * 100) === Number(whole));
        expect(BigInt(percentageOf(score, max))).toBe(longDivision(part, whole));
      }),
    );
  });

  it('never leave 0 to 100, and rise with the score', () => {
    const whole = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(whole, fc.nat(1_000_000), (max, any) => {
        const score = any % (max + 1);
        const [less, more] = [percentageOf(score, max), percentageOf(Math.min(score + 1, max), max)];
        expect(less).toBeGreaterThanOrEqual(0);
        expect(more).toBeLessThanOrEqual(10_000);
        expect(less).toBeLessThanOrEqual(more);
      }),
    );
  });
});

it('A-223: a mean is the nearest hundredth, and of two equally near the greater', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(10_000), { minLength: 1, maxLength: 60 }), (values) => {
      const [sum, n] = [values.reduce((a, b) => a + b, 0), values.length];
      const mean = meanOf(values);
      // |mean − sum/n| ≤ 1/2, in whole numbers, and exactly a half lies below.
      expect(2 * (mean * n - sum)).toBeLessThanOrEqual(n);
      expect(2 * (sum - mean * n)).toBeLessThan(n);
    }),
  );
});

describe('A-223: letters', () => {
  it.each([
    ['spm', 89.5, 'A+'],
    ['spm', 89.49, 'A'],
    ['spm', 40, 'E'],
    ['spm', 39.49, 'G'],
    ['uasa', 82, 'A'],
    ['uasa', 81.49, 'B'],
    ['uasa', 19, 'F'],
    ['stpm_matric', 80, 'A'],
    ['stpm_matric', 34, 'F'],
    ['general', 100, 'A+'],
    ['general', 0, 'G'],
  ] as const)('by %s %d is %s', (scale, percentage, letter) =>
    expect(letterOf(kept(scale), Math.round(percentage * 100))).toBe(letter),
  );

  it('of every whole percentage there is one, and never a worse one for more', () => {
    for (const [name, { bands }] of Object.entries(scales)) {
      const places = Array.from({ length: 101 }, (_, i) =>
        bands.findIndex(({ grade }) => grade === letterOf(kept(name as KnownScale), i * 100)),
      );
      expect(places).not.toContain(-1);
      expect(places).toEqual([...places].sort((a, b) => b - a));
    }
  });
});

describe('A-223: averages', () => {
  it('are of the subjects, not of all assessments', () => {
    const { subjects, overall } = averagesOf([mark('math', 80, 100), mark('math', 45, 50), mark('bm', 60, 100)]);
    expect(
      subjects.map(({ subject_id, average_percentage, grade }) => [subject_id, average_percentage, grade]),
    ).toEqual([
      ['bm', 60, 'B'],
      ['math', 85, 'A'],
    ]);
    expect(overall).toEqual({
      subjects: 2,
      assessments: 3,
      average_percentage: 72.5,
      grade: 'A-',
      gps: 2.5,
      cgpa: null,
    });
  });

  it('without marks are null', () => {
    const none = { average_percentage: null, grade: null, gps: null, cgpa: null };
    expect(averagesOf([])).toEqual({ subjects: [], overall: { subjects: 0, assessments: 0, ...none } });
  });

  it('have a CGPA before university, and neither it nor a GPS below Form 4, without a level, or by a scale of one’s own', () => {
    const overallOf = (scale: KnownScale) => averagesOf([mark('a', 82, 100, scale), mark('b', 57, 100, scale)]).overall;
    expect(overallOf('stpm_matric')).toMatchObject({ gps: null, cgpa: 3.17 });
    for (const scale of ['uasa', 'general'] as const) expect(overallOf(scale)).toMatchObject({ gps: null, cgpa: null });
    const own = { ...mark('a', 82, 100), scale: 'own' as const, own_scale: [{ grade: 'Lulus', from: 50 }] };
    expect(averagesOf([own]).overall).toMatchObject({ grade: 'Lulus', gps: null, cgpa: null });
    expect(averagesOf([{ ...own, percentage: 4_949 }]).overall.grade).toBeNull();
  });

  it('go by the scale of the newest grade: of a subject its own, overall that of all', () => {
    const { subjects, overall } = averagesOf([
      mark('sains', 82, 100, 'uasa', '2025-10-01'),
      mark('math', 66, 100, 'uasa', '2025-10-01'),
      mark('math', 66, 100, 'spm', '2026-03-01'),
    ]);
    expect(subjects.map(({ grade }) => grade)).toEqual(['B+', 'A']);
    expect(overall).toMatchObject({ average_percentage: 74, grade: 'A-', gps: 2 });
  });

  it('A-225: take a subject for one however it is written, labelled as it was written last, and none for one, too', () => {
    const { subjects } = averagesOf([
      mark('Math', 50, 100, 'spm', '2026-09-01'),
      mark('math ', 60, 100, 'spm', '2026-01-01'),
      mark(null, 70, 100),
      mark(' ', 80, 100),
    ]);
    expect(subjects.map(({ subject_id, marks }) => [subject_id, marks.length])).toEqual([
      ['math', 2],
      ['unspecified', 2],
    ]);
    expect(subjects[0]?.marks.map(({ percentage }) => percentage)).toEqual([6000, 5000]);
  });

  it('A-363: by weights are those of the types, regardless of their number; a type without one weighs 1', () => {
    const of = (type: string | null, score: number) => mark('math', score, 100, 'spm', '2026-05-20', type);
    const weights = new Map([
      ['exam', 70_000],
      ['quiz', 30_000],
      ['homework', 0],
    ]);
    const averaged = (...marks: Mark[]) => averagesOf(marks, weights).subjects[0]?.average_percentage;
    expect(averaged(of(' Exam', 80), of('quiz', 60), of('QUIZ', 100))).toBe(80);
    expect(averaged(of('exam', 80), of('quiz', 55.55))).toBe(72.67);
    expect(averaged(of('exam', 80), of('project', 0))).toBe(70);
    expect(averaged(of('quiz', 64))).toBe(64);
    expect(averaged(of('homework', 64))).toBeNull();
  });

  it('A-363: take no assessment that was not sat; where none was, there is none', () => {
    const absent = { ...mark('math', 0, 100), percentage: null };
    const { subjects, overall } = averagesOf([mark('math', 80, 100), absent, { ...absent, subject_key: 'bm' }]);
    expect(subjects.map((s) => [s.marks.length, s.average_percentage, s.grade])).toEqual([
      [1, null, null],
      [2, 80, 'A'],
    ]);
    expect(overall).toMatchObject({ subjects: 2, assessments: 3, average_percentage: 80, grade: 'A', gps: 1 });
  });

  it('satisfy the printed formulas by the printed figures, for any marks', () => {
    const scores = fc.record({
      subject: fc.constantFrom('bm', 'bi', 'math', 'sejarah', null),
      score: fc.nat(100_00),
      scale: fc.constantFrom<KnownScale>('spm', 'stpm_matric', 'uasa', 'general'),
      day: fc.integer({ min: 1, max: 28 }),
    });
    // Another arithmetic: fractions of whole numbers that are compared, never divided.
    const isMeanOf = (printed: number, figures: readonly number[]): boolean => {
      const [mean, sum, n] = [
        Math.round(printed * 100),
        figures.reduce((a, b) => a + Math.round(b * 100), 0),
        figures.length,
      ];
      return 2 * mean * n - 2 * sum <= n && 2 * sum - 2 * mean * n < n;
    };
    fc.assert(
      fc.property(fc.array(scores, { minLength: 1, maxLength: 40 }), (given) => {
        const marks = given.map(({ subject, score, scale, day }) =>
          mark(subject, score / 100, 100, scale, `2026-03-${String(day).padStart(2, '0')}`),
        );
        const { subjects, overall } = averagesOf(marks);
        for (const { marks: of, average_percentage } of subjects)
          expect(
            isMeanOf(
              average_percentage as number,
              of.map(({ percentage }) => shown(percentage)),
            ),
          ).toBe(true);
        const averages = subjects.map(({ average_percentage }) => average_percentage as number);
        expect(isMeanOf(overall.average_percentage as number, averages)).toBe(true);
        expect(subjects.flatMap(({ marks: of }) => of)).toHaveLength(overall.assessments);
        expect(subjects).toHaveLength(overall.subjects);
        const newest = [...marks].sort((a, b) =>
          a.assessment_date + a.id < b.assessment_date + b.id ? 1 : -1,
        )[0] as Mark;
        const { bands, mean } = scales[newest.scale as KnownScale];
        const points = averages.map((average) => bands.find(({ from }) => Math.round(average) >= from)?.points ?? 0);
        const means = { gps: overall.gps, cgpa: overall.cgpa };
        if (mean) expect(isMeanOf(means[mean] as number, points.map(shown))).toBe(true);
        expect(Object.values(means).filter((value) => value !== null)).toHaveLength(mean ? 1 : 0);
      }),
    );
  });
});
