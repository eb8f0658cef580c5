import type { Json } from '../../support/client.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, expectRefusal } from '../../support/core-shapes.js';
import { configureEducation, newClass, newStudent } from '../../support/education.js';
import { newAttendance, newGrade, resultShapes as shapes, seat } from '../../support/education-results.js';
import { must, trailOf } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { inTurns, malaysianDay } from '../../support/retail.js';

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const of = (id: string, what: string, query: Record<string, string> = {}, by = token) =>
  on.get(`/education/students/${id}/${what}?${new URLSearchParams(query)}`, by);
const card = async (id: string, query: Record<string, string> = {}, by = token): Promise<Json> =>
  must(await of(id, 'report-card', query, by), 200);
const gradesOf = async (student_id: string, ...grades: Record<string, unknown>[]): Promise<Json[]> =>
  inTurns(
    1,
    grades.map((grade) => () => newGrade(tenant, { student_id, ...grade })),
  );

/** A-223's student. */
async function ofForm4(extra: Record<string, unknown> = {}): Promise<Json> {
  const student = await newStudent(tenant, { current_grade: 'Form 4', ...extra });
  await gradesOf(
    student.id,
    { subject_id: 'math', score: 45, max_score: 50, assessment_date: '2026-05-20', remarks: 'syabas' },
    { subject_id: 'bm', score: 60, assessment_date: '2026-05-21' },
    { subject_id: 'math', score: 80, assessment_date: '2026-03-01' },
  );
  return student;
}

describe('GET /api/v1/education/students/{student_id}/report-card/', () => {
  it('A-223, A-228: has the averages of the subjects, and of these the overall one', async () => {
    const student = await ofForm4({ religion: 'Islam', stream: 'academic' });
    const shown = await card(student.id, { year: '2026' });
    expectKeys(shown, shapes.reportCard);
    expect(shown).toMatchObject({ student_id: student.id, first_name: 'Aisyah', current_grade: 'Form 4' });
    expect(shown).toMatchObject({ stream: 'academic', religious_education: 'islamic_education', classes: [] });
    expect(shown).toMatchObject({ term: null, year: 2026, date_from: '2026-01-01', date_to: '2026-12-31' });
    const [bm, math] = shown.subjects;
    for (const subject of [bm, math]) expectKeys(subject, shapes.reportCardSubject);
    expect([bm.subject_id, bm.average_percentage, bm.grade]).toEqual(['bm', 60, 'B']);
    expect([math.subject_id, math.average_percentage, math.grade]).toEqual(['math', 85, 'A']);
    for (const assessment of math.assessments) expectKeys(assessment, shapes.reportCardAssessment);
    expect(math.assessments.map(({ score, percentage, remarks }: Json) => [score, percentage, remarks])).toEqual([
      [80, 80, null],
      [45, 90, 'syabas'],
    ]);
    expect(shown.overall).toEqual({
      subjects: 2,
      assessments: 3,
      average_percentage: 72.5,
      grade: 'A-',
      gps: 2.5,
      cgpa: null,
    });
  });

  it('A-228: without grades has no subjects, and figures that are null', async () => {
    const shown = await card((await newStudent(tenant)).id);
    const none = { average_percentage: null, grade: null, gps: null, cgpa: null };
    expect(shown).toMatchObject({ subjects: [], overall: { subjects: 0, assessments: 0, ...none } });
    expect(shown.year).toBe(Number(malaysianDay().slice(0, 4)));
    expect(shown.attendance).toMatchObject({ total: 0, attendance_rate: 0 });
  });

  it('A-228: names the classes that the student is in or has finished, the last first', async () => {
    const student = await newStudent(tenant);
    const [now, left, finished] = await Promise.all([
      newClass(tenant, { name: '4 Sains', teacher_id: 'cikgu-lim' }),
      newClass(tenant),
      newClass(tenant, { name: '3 Bestari' }),
    ]);
    const enrolled = await inTurns(
      1,
      [finished, left, now].map(
        ({ id }) =>
          () =>
            seat(tenant, student.id, id),
      ),
    );
    must(await on.put(`/education/enrollment/${enrolled[0]?.id}`, { status: 'graduated' }, token), 200);
    must(await on.post(`/education/enrollment/${enrolled[1]?.id}/withdraw`, {}, token), 200);
    expect((await card(student.id)).classes).toEqual([
      { class_id: now.id, name: '4 Sains', teacher_id: 'cikgu-lim' },
      { class_id: finished.id, name: '3 Bestari', teacher_id: null },
    ]);
  });

  it('A-228: its attendance is the summary of the same days', async () => {
    const student = await newStudent(tenant);
    for (const date of ['2025-12-31', '2026-01-01', '2026-06-30', '2026-07-01'])
      await newAttendance(tenant, { student_id: student.id, date });
    const { date_from, date_to, attendance } = await card(student.id, { term: '1', year: '2026' });
    const summary = await of(student.id, 'attendance-summary', { start_date: date_from, end_date: date_to });
    expect(attendance).toEqual(must(summary, 200));
    expect(attendance.total).toBe(2);
  });

  it('A-229: a grade is in its term and its year, and is the newest of them without a year', async () => {
    const student = await newStudent(tenant);
    const [grade] = await gradesOf(student.id, { assessment_date: '2024-08-20' });
    const has = async (query: Record<string, string>) =>
      (await card(student.id, query)).subjects.some((s: Json) => s.assessments[0].id === grade?.id);
    for (const term of ['2', 'Term 2', 'Penggal 2', 'second']) expect(await has({ term, year: '2024' })).toBe(true);
    for (const year of ['2024', '2024/2025', '2024-2025']) expect(await has({ year })).toBe(true);
    expect(await has({})).toBe(true);
    expect(await has({ term: '1', year: '2024' })).toBe(false);
    expect(await has({ year: '2023' })).toBe(false);
    expect(await has({ term: '', year: '' })).toBe(true);
    for (const year of ['abc', '26', '2024/25', '0000'])
      expectInvalid(on, await of(student.id, 'report-card', { year }), 'year');
  });

  it('A-229, A-237: is there for the first and the last day that there are', async () => {
    const student = await newStudent(tenant);
    for (const assessment_date of ['0001-01-01', '9999-12-31']) {
      const [grade] = await gradesOf(student.id, { assessment_date });
      const { year, subjects } = await card(student.id);
      expect([year, subjects[0].assessments[0].id]).toEqual([Number(assessment_date.slice(0, 4)), grade?.id]);
    }
    expect(await card(student.id, { year: '9999', term: '2' })).toMatchObject({ date_to: '9999-12-31' });
  });

  it('A-229: of a term that there is not it is empty, its attendance zeros', async () => {
    const student = await ofForm4();
    await newAttendance(tenant, { student_id: student.id });
    const shown = await card(student.id, { term: '9' });
    expect(shown).toMatchObject({ term: '9', date_from: null, date_to: null, subjects: [] });
    expect(shown.attendance).toMatchObject({ start_date: null, end_date: null, total: 0 });
  });

  it('A-229: terms are those of the tenant’s configuration, over the turn of the year', async () => {
    const own = await newTenant();
    const terms = [
      { term: 1, from: '09-01', to: '12-20' },
      { term: 2, from: '01-05', to: '05-31' },
    ];
    await configureEducation(own, { terms });
    const { id: student_id } = await newStudent(own);
    await newGrade(own, { student_id, assessment_date: '2027-02-01' });
    const second = await card(student_id, { term: '2' }, own.admin.token);
    expect(second).toMatchObject({ year: 2026, date_from: '2027-01-05', date_to: '2027-05-31' });
    expect(second.overall.assessments).toBe(1);
    const whole = await card(student_id, { year: '2026/2027' }, own.admin.token);
    expect(whole).toMatchObject({ date_from: '2026-09-01', date_to: '2027-08-31' });
  });

  it('A-225, A-240: one subject however it is written, and “unspecified” where none is named', async () => {
    const student = await newStudent(tenant);
    await gradesOf(student.id, { subject_id: 'Math' }, { subject_id: 'math ' }, { subject_id: null });
    const { subjects } = await card(student.id);
    expect(subjects.map(({ subject_id, assessments }: Json) => [subject_id, assessments.length])).toEqual([
      ['math', 2],
      ['unspecified', 1],
    ]);
  });

  it('is 404 for an unknown student, and on the audit trail of the student', async () => {
    const student = await newStudent(tenant);
    await card(student.id);
    must(await of(student.id, 'academic-record'), 200);
    const trail = await trailOf(tenant, student.id);
    expect(trail.map(({ action }) => action)).toEqual(['read', 'read', 'create']);
    must(await on.send('DELETE', `/education/students/${student.id}`, { token }), 200);
    for (const id of [UNKNOWN_ID, 'abc', student.id])
      for (const what of ['report-card', 'academic-record', 'attendance-summary'])
        expectRefusal(on, await of(id, what, { year: 'abc', start_date: 'x', page: 'x' }), 404);
  });
});

describe('GET /api/v1/education/students/{student_id}/academic-record/', () => {
  it('A-227: has everything the student did here, as the resources show it', async () => {
    const student = await ofForm4({ previous_school: 'SK Taman Melati', previous_grade: 'Form 3' });
    const enrollment = await seat(tenant, student.id, (await newClass(tenant)).id);
    const record = must(await of(student.id, 'academic-record'), 200);
    expectKeys(record, shapes.academicRecord);
    const grades = must(await on.get(`/education/grades?student_id=${student.id}`, token), 200);
    expect(record).toMatchObject({ previous_school: 'SK Taman Melati', previous_grade: 'Form 3', grades });
    expect(record.enrollments).toEqual([must(await on.get(`/education/enrollment/${enrollment.id}`, token), 200)]);
    expect(record.subjects).toEqual([
      { subject_id: 'bm', assessments: 1, average_percentage: 60, grade: 'B' },
      { subject_id: 'math', assessments: 2, average_percentage: 85, grade: 'A' },
    ]);
    expect(record.overall).toEqual({ assessments: 3, average_percentage: 72.5, grade: 'A-', gps: 2.5, cgpa: null });
    expect(record.totals).toEqual({ enrollments: 1, grades: 3 });
  });

  it('A-227: pages its two lists, and averages everything', async () => {
    const student = await newStudent(tenant);
    const { id } = await newClass(tenant);
    const scores = [{ student_id: student.id, score: 50 }];
    const made = await inTurns(
      6,
      Array.from(
        { length: 105 },
        () => () => on.post(`/education/classes/${id}/grades`, { max_score: 100, scores }, token),
      ),
    );
    expect(made.every(({ status }) => status === 201)).toBe(true);
    const read = async (query: Record<string, string> = {}) =>
      must(await of(student.id, 'academic-record', query), 200);
    const [first, second, wide] = [await read(), await read({ page: '2' }), await read({ page_size: '1000' })];
    expect([first.grades.length, second.grades.length, wide.grades.length]).toEqual([100, 5, 100]);
    for (const { totals, overall } of [first, second])
      expect([totals.grades, overall.assessments, overall.average_percentage]).toEqual([105, 105, 50]);
    const ids = [...first.grades, ...second.grades].map(({ id: grade }: Json) => grade);
    expect(ids).toEqual([...ids].sort().reverse());
    expectInvalid(on, await of(student.id, 'academic-record', { page: '0' }), 'page');
  });
});

describe('additions: report cards as PDF', () => {
  const asked = (path: string, by = token) => on.get(`/education/${path}`, by);

  it('are handed out of a student and of a class, in English and Malay, and entered on the trail', async () => {
    const [student, { id: class_id }] = [await ofForm4(), await newClass(tenant)];
    await seat(tenant, student.id, class_id);
    for (const path of [
      `students/${student.id}/report-card/pdf`,
      `classes/${class_id}/report-cards/pdf?term=1&year=2026`,
    ])
      for (const language of ['en', 'ms']) {
        const answer = await on.send('GET', `/education/${path}`, { token, headers: { 'accept-language': language } });
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
        expect([answer.text.slice(0, 5), answer.headers.get('cache-control')]).toEqual(['%PDF-', 'no-store']);
      }
    const reads = (await trailOf(tenant, student.id)).filter(({ action }: Json) => action === 'read');
    expect(reads).toHaveLength(4);
  });

  it('are refused where the student or class is unknown, deleted or another tenant’s, and of no year that is none', async () => {
    const [{ id }, { id: class_id }] = [await newStudent(tenant), await newClass(tenant)];
    const stranger = (await newTenant()).admin.token;
    for (const path of [`students/${id}/report-card/pdf`, `classes/${class_id}/report-cards/pdf`]) {
      expectInvalid(on, await asked(`${path}?year=abc`), 'year');
      expectRefusal(on, await asked(path, stranger), 404);
      must(await on.send('DELETE', `/education/${path.split('/').slice(0, 2).join('/')}`, { token }), 200);
      expectRefusal(on, await asked(path), 404);
      expectRefusal(on, await asked(path.replace(/[0-9a-f-]{36}/, UNKNOWN_ID)), 404);
    }
  });
});
