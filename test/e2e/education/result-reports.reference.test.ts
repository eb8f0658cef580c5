import { call, type Answer, type Json } from '../../support/client.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys } from '../../support/core-shapes.js';
import { configureEducation, newClass, newStudent } from '../../support/education.js';
import { newAttendance, newGrade, seat } from '../../support/education-results.js';
import { must } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { allRows, inTurns } from '../../support/retail.js';

const paths = ['student-performance', 'attendance'] as const;

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const ask = (path: string, query: Record<string, string> = {}, by = token): Promise<Answer> =>
  call('GET', `/api/v1/education/reports/${path}/?${new URLSearchParams(query)}`, { token: by });
const report = async (path: string, query: Record<string, string> = {}, by = token): Promise<Json> =>
  must(await ask(path, query, by), 200);

it.each(paths)('A-150, A-153: %s is JSON, CSV or PDF, and zeros where there is nothing', async (path) => {
  const without = await newTenant();
  const empty = await report(path, {}, without.admin.token);
  expectKeys(empty, ['report', 'title', 'filters', 'rows', 'totals']);
  expect(empty.rows).toEqual([]);
  expect(Object.values(empty.totals).every((figure) => figure === 0)).toBe(true);
  const [csv, pdf] = [await ask(path, { format: 'csv' }), await ask(path, { format: 'pdf' })];
  expect([csv.status, csv.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(csv.text.replace('\uFEFF', '')).toMatch(/^group,label,/);
  expect([pdf.status, pdf.text.slice(0, 5)]).toEqual([200, '%PDF-']);
  expectInvalid(on, await ask(path, { format: 'xlsx' }), 'format');
  expectInvalid(on, await ask(path, { date_from: '2025-02-30' }), 'date_from');
});

describe('A-236: attendance', () => {
  let own: TestTenant;
  let by: string;
  let classes: Json[];
  beforeAll(async () => {
    own = await newTenant();
    by = own.admin.token;
    classes = await inTurns(
      1,
      ['Bestari', 'amanah'].map((name) => () => newClass(own, { name })),
    );
    const levels = ['Form 4', 'form 4 ', null, 'Form 5'];
    const students = await inTurns(
      1,
      levels.map((current_grade, i) => () => newStudent(own, { first_name: `S${i}`, current_grade })),
    );
    const statuses = ['present', 'absent', 'late', 'excused', 'present', 'present'];
    const records = students.flatMap((student, i) =>
      statuses.slice(i).map((status, j) => ({
        student_id: student.id,
        status,
        date: `2026-03-${10 + j}`,
        class_id: [classes[0]?.id, classes[1]?.id, null][(i + j) % 3],
      })),
    );
    await inTurns(
      4,
      records.map((body) => () => newAttendance(own, body)),
    );
    must(await on.send('DELETE', `/education/students/${students[3]?.id}`, { token: by }), 200);
    must(await on.send('DELETE', `/education/classes/${classes[0]?.id}`, { token: by }), 200);
  });

  const figures = ['total', 'present', 'absent', 'late', 'excused'] as const;

  it.each(['class', 'student', 'grade'])(
    'by %s adds up to the list of the same filter, after deletions too',
    async (group_by) => {
      const filters: Record<string, string>[] = [
        {},
        { date_from: '2026-03-11', date_to: '2026-03-12' },
        { class_id: classes[1]?.id },
        { class_id: UNKNOWN_ID },
        { class_id: 'abc' },
      ];
      for (const filter of filters) {
        const listed = await allRows(`/education/attendance?${new URLSearchParams(filter)}`, by);
        const { rows, totals } = await report('attendance', { ...filter, group_by }, by);
        for (const figure of figures) {
          const expected = listed.filter(({ status }) => figure === 'total' || status === figure).length;
          expect([figure, totals[figure]]).toEqual([figure, expected]);
          expect(rows.reduce((sum: number, row: Json) => sum + row[figure], 0)).toBe(expected);
        }
        for (const { total, present, late, attendance_rate } of [...rows, totals])
          expect(attendance_rate).toBe(total === 0 ? 0 : Math.round(((present + late) / total) * 10_000) / 100);
      }
    },
  );

  it('is by class unless told otherwise, with names, and “unspecified”', async () => {
    const { rows, filters } = await report('attendance', {}, by);
    expect(filters).toEqual({ class_id: null, date_from: null, date_to: null, group_by: 'class' });
    expect(rows.map(({ group, label }: Json) => [group, label])).toEqual([
      [classes[1]?.id, 'amanah'],
      [classes[0]?.id, 'Bestari'],
      ['unspecified', 'unspecified'],
    ]);
    expectInvalid(on, await ask('attendance', { group_by: 'teacher' }, by), 'group_by');
  });

  it('by level takes one for one however it is written; by student a deleted one is not named (A-207)', async () => {
    const byLevel = await report('attendance', { group_by: 'grade' }, by);
    expect(byLevel.rows.map(({ label, total }: Json) => [label, total])).toEqual([
      [expect.stringMatching(/^form 4$/i), 11],
      ['Form 5', 3],
      ['unspecified', 4],
    ]);
    const byStudent = await report('attendance', { group_by: 'student' }, by);
    expect(byStudent.rows.map(({ label }: Json) => label)).toEqual([
      'S0 Rahman',
      'S1 Rahman',
      'S2 Rahman',
      'deleted student',
    ]);
  });

  it('summary and report agree', async () => {
    for (const { group, label, total, attendance_rate } of (await report('attendance', { group_by: 'student' }, by))
      .rows) {
      if (label === 'deleted student') continue;
      const summary = must(await on.get(`/education/students/${group}/attendance-summary`, by), 200);
      expect(summary).toMatchObject({ total, attendance_rate });
    }
  });
});

describe('A-235: student performance', () => {
  it('has of every student the figures of the report card of the same days, for any marks and scales', async () => {
    const own = await newTenant();
    const by = own.admin.token;
    const levels = ['Form 2', 'Form 4', 'Upper 6', null, 'Form 4'];
    const students: Json[] = await inTurns(
      1,
      levels.map((current_grade) => () => newStudent(own, { current_grade })),
    );
    const { id } = await newClass(own);
    // Figures that fall on halves as often as can be: thirds, eighths, and pairs of them.
    const assess = async (i: number) => {
      const scores = students
        .slice(0, 4)
        .map((student, j) => ({ student_id: student.id, score: ((i * 7 + j * 3) % 9) + 0.25 * (i % 4) }));
      const body = {
        subject_id: ['Math', 'math ', 'BM', null, 'Sejarah'][i % 5],
        assessment_type: i % 2 ? 'exam' : 'Quiz',
        assessment_date: `${2025 + (i % 2)}-0${(i % 9) + 1}-15`,
        max_score: [9, 12, 16, 24][i % 4],
        scores,
      };
      must(await on.post(`/education/classes/${id}/grades`, body, by), 201);
    };
    await inTurns(
      1,
      Array.from({ length: 24 }, (_, i) => () => assess(i)),
    );
    await configureEducation(own, {
      grade_scale: [
        { grade: 'Lulus', from: 50 },
        { grade: 'Cemerlang', from: 75 },
      ],
    });
    await assess(24);
    const ownScale = students[4];
    await newGrade(own, { student_id: ownScale.id, score: 49.49 });
    await newGrade(own, { student_id: ownScale.id, score: 49.5, subject_id: 'x' });

    for (const year of ['2025', '2026']) {
      const cards = await Promise.all(
        students.map(async (student) =>
          must(await on.get(`/education/students/${student.id}/report-card?year=${year}`, by), 200),
        ),
      );
      const { date_from, date_to } = cards[0];
      const { rows, totals } = await report('student-performance', { date_from, date_to }, by);
      const shown = new Map<string, Json>(rows.map((row: Json) => [row.group, row]));
      for (const { student_id, overall, subjects } of cards) {
        const row = shown.get(student_id);
        if (overall.assessments === 0) {
          expect(row).toBeUndefined();
          continue;
        }
        const percentages = subjects.flatMap((s: Json) => s.assessments.map(({ percentage }: Json) => percentage));
        const { subjects: count, assessments, average_percentage, grade } = overall;
        expect(row).toMatchObject({ subjects: count, assessments, average_percentage, grade });
        expect(row).toMatchObject({ highest: Math.max(...percentages), lowest: Math.min(...percentages) });
      }
      const averages = rows.map(({ average_percentage }: Json) => Math.round(average_percentage * 100));
      expect(averages).toEqual([...averages].sort((a, b) => b - a));
      const sum = averages.reduce((a: number, b: number) => a + b, 0);
      const mean = Math.floor((2 * sum + averages.length) / (2 * averages.length)) / 100;
      expect(totals).toMatchObject({ students: rows.length, average_percentage: mean });
    }
  });

  it('counts the grades of the list with the same filter, and takes the students of a class', async () => {
    const own = await newTenant();
    const by = own.admin.token;
    const [a, b, gone] = await inTurns(
      1,
      ['A', 'B', 'C'].map((first_name) => () => newStudent(own, { first_name })),
    );
    const { id: class_id } = await newClass(own);
    await seat(own, a?.id, class_id);
    for (const student of [a, b, gone])
      for (const [subject_id, assessment_type] of [
        ['Math', 'exam'],
        ['BM', 'exam'],
        ['math', 'quiz'],
      ])
        await newGrade(own, { student_id: student?.id, subject_id, assessment_type, assessment_date: '2026-03-10' });
    must(await on.send('DELETE', `/education/students/${gone?.id}`, { token: by }), 200);
    const filters: Record<string, string>[] = [
      {},
      { subject_id: 'MATH' },
      { assessment_type: 'Exam', subject_id: 'bm' },
      { date_from: '2026-03-11' },
    ];
    for (const filter of filters) {
      const listed = await allRows(`/education/grades?${new URLSearchParams(filter)}`, by);
      const { totals, rows } = await report('student-performance', filter, by);
      expect([totals.assessments, totals.students]).toEqual([listed.length, rows.length]);
    }
    const labels = async (query: Record<string, string>) =>
      (await report('student-performance', query, by)).rows.map(({ label }: Json) => label);
    expect(await labels({})).toEqual(['A Rahman', 'B Rahman', 'deleted student']);
    expect(await labels({ class_id })).toEqual(['A Rahman']);
    for (const none of [UNKNOWN_ID, 'abc']) expect(await labels({ class_id: none })).toEqual([]);
  });
});
