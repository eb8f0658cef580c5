import { Grade } from './grade.entity.js';

const recorded = (details: Partial<Grade>): Grade => {
  const grade = new Grade();
  grade.measureBy({ scale: 'spm', own_scale: null });
  grade.describe({ score: 95, max_score: 100, ...details });
  return grade;
};

describe('A-224: the letter of a grade', () => {
  it('follows the score when it was worked out', () => {
    const grade = recorded({});
    expect(grade.grade).toBe('A+');
    grade.describe({ score: 40 });
    expect([grade.grade, grade.percentage]).toEqual(['E', 4000]);
  });

  it('stays when it was sent, until null has it worked out again', () => {
    const grade = recorded({ grade: 'Lulus' });
    grade.describe({ score: 90 });
    expect(grade.grade).toBe('Lulus');
    grade.describe({ grade: null });
    expect(grade.grade).toBe('A+');
    grade.describe({ score: 40 });
    expect(grade.grade).toBe('E');
  });

  it('is not stated by what a client sends back', () => {
    const grade = recorded({});
    grade.describe({ grade: 'A+', score: 40 });
    expect(grade.grade).toBe('E');
    grade.describe({ grade: 'B', score: 95 });
    expect(grade.grade).toBe('B');
    grade.describe({ score: 40 });
    expect(grade.grade).toBe('B');
  });

  it('is kept as it is sent at first, also where the scale has the same', () => {
    const grade = recorded({ grade: 'A+' });
    grade.describe({ score: 40 });
    expect(grade.grade).toBe('A+');
  });

  it('a blank one is none', () => expect(recorded({ grade: ' ' }).grade).toBe('A+'));

  it('is that of another scale when the grade is another student’s, unless it was sent', () => {
    const [worked, sent] = [recorded({ score: 81 }), recorded({ score: 81, grade: 'X' })];
    for (const grade of [worked, sent]) grade.measureBy({ scale: 'uasa', own_scale: null });
    expect([worked.grade, sent.grade]).toEqual(['B', 'X']);
  });
});

describe('A-363: an assessment that was not sat', () => {
  const figures = ({ absent, score, percentage, grade }: Grade) => [absent, score, percentage, grade];

  it('is said by absent or by the grade TH, and has no percentage', () => {
    expect(figures(recorded({ absent: true, score: null }))).toEqual([true, null, null, 'TH']);
    expect(figures(recorded({ grade: ' th ', score: 0 }))).toEqual([true, 0, null, ' th ']);
  });

  it('was sat after all where a score, another grade or absent: false says so', () => {
    const said = recorded({ absent: true, score: null });
    said.describe({ score: 80 });
    expect(figures(said)).toEqual([false, 80, 8000, 'A']);
    const sent = recorded({ grade: 'TH', score: 0 });
    sent.describe({ score: 80 });
    expect(figures(sent)).toEqual([true, 80, null, 'TH']);
    sent.describe({ grade: 'A' });
    expect(figures(sent)).toEqual([false, 80, 8000, 'A']);
  });

  it('sent back as it was read stays as it is', () => {
    const grade = recorded({ absent: true, score: null });
    grade.describe({ absent: true, score: null, max_score: 100, grade: 'TH' });
    expect(figures(grade)).toEqual([true, null, null, 'TH']);
  });

  it('otherwise needs a score', () => {
    expect(() => recorded({ score: null })).toThrow(/score is required/);
    const grade = recorded({ absent: true, score: null });
    expect(() => grade.describe({ absent: false })).toThrow(/score is required/);
  });
});

describe('A-124, A-221: scores', () => {
  it.each([
    [{ score: 101 }, 'score'],
    [{ score: -0.01 }, 'score'],
    [{ score: 100.005 }, 'score'],
    [{ max_score: 0 }, 'max_score'],
    [{ max_score: 0.004 }, 'max_score'],
    [{ max_score: -1 }, 'max_score'],
    [{ max_score: 1e12 }, 'max_score'],
  ])('%j is refused', (wrong, field) => {
    const errors = [expect.objectContaining({ field })];
    const refusal = expect.objectContaining({ kind: 'invalid', errors });
    expect(() => recorded(wrong)).toThrow(refusal);
  });

  it('are rounded half-up to two decimals, and the pair that results is checked', () => {
    const grade = recorded({ score: 99.994, max_score: 99.99 });
    expect([grade.score, grade.max_score, grade.percentage]).toEqual([99.99, 99.99, 10_000]);
    grade.describe({ score: 101, max_score: 120 });
    expect([grade.score, grade.max_score]).toEqual([101, 120]);
    expect(() => grade.describe({ max_score: 100 })).toThrow(
      /score must be from 0 to max_score, which is 100; it is 101/,
    );
  });
});
