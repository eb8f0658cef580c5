import { randomUUID } from 'node:crypto';
import type { Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { expectConflict, expectInvalid } from '../../support/core-shapes.js';
import { configureEducation, educationRecord, newClass, newEnrollment, newStudent } from '../../support/education.js';
import { must } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const graded = (body: Record<string, unknown>, own = tenant) =>
  educationRecord(own, '/grades', { score: 80, max_score: 100, assessment_date: '2026-05-20', ...body });
const card = async (id: string, own = tenant): Promise<Json> =>
  must(await on.get(`/education/students/${id}/report-card?year=2026`, own.admin.token), 200);
const performance = async (query: string, own = tenant): Promise<Json> =>
  must(await on.get(`/education/reports/student-performance${query}`, own.admin.token), 200);

describe('A-363: weights of types of assessments', () => {
  it('make averages of report card, academic record and report alike; a type without one weighs 1', async () => {
    const own = await newTenant();
    await configureEducation(own, { assessment_weights: { Exam: 7, quiz: 3 } });
    const { id } = await newStudent(own, { current_grade: 'Form 4' });
    const of = (assessment_type: string | null, score: number, subject_id: string) =>
      graded({ student_id: id, subject_id, assessment_type, score }, own);
    await of('exam', 80, 'math');
    await of('Quiz', 60, 'math');
    await of(' quiz', 100, 'math');
    await of('exam', 50, 'bm');
    await of(null, 90, 'bm');
    const { subjects, overall } = await card(id, own);
    // math: (7 × 80 + 3 × 80) / 10; bm: (7 × 50 + 1 × 90) / 8.
    expect(subjects.map((s: Json) => [s.subject_id, s.average_percentage])).toEqual([
      ['bm', 55],
      ['math', 80],
    ]);
    expect(overall.average_percentage).toBe(67.5);
    const record = must(await on.get(`/education/students/${id}/academic-record`, own.admin.token), 200);
    expect(record.overall.average_percentage).toBe(67.5);
    const { rows, totals } = await performance('', own);
    expect(rows).toEqual([expect.objectContaining({ group: id, average_percentage: 67.5, assessments: 5 })]);
    expect(totals).toMatchObject({ students: 1, average_percentage: 67.5 });
  });

  it('that are none leave all assessments alike', async () => {
    const own = await newTenant();
    await configureEducation(own, { assessment_weights: { exam: 'much' } });
    const { id } = await newStudent(own);
    await graded({ student_id: id, assessment_type: 'exam', score: 90 }, own);
    await graded({ student_id: id, assessment_type: 'quiz', score: 30 }, own);
    await graded({ student_id: id, assessment_type: 'quiz', score: 30 }, own);
    expect((await card(id, own)).overall.average_percentage).toBe(50);
  });
});

describe('A-363: an assessment that was not sat', () => {
  it.each([{ absent: true, score: null }, { absent: true }, { grade: 'TH', score: 0 }, { grade: ' th ', score: 0 }])(
    'as %j says is shown, and in no average',
    async (said) => {
      const { id } = await newStudent(tenant);
      await graded({ student_id: id, subject_id: 'math', score: 80 });
      const { score: _, ...body } = { student_id: id, subject_id: 'math', max_score: 100, score: 0 };
      const made = await educationRecord(tenant, '/grades', { ...body, assessment_date: '2026-05-21', ...said });
      expect(made).toMatchObject({ absent: true, grade: said.grade ?? 'TH', score: said.score ?? null });
      const { subjects, overall } = await card(id);
      expect(overall).toMatchObject({ average_percentage: 80, assessments: 2 });
      expect(subjects[0].assessments[1]).toMatchObject({ id: made.id, absent: true, percentage: null });
      const { rows } = await performance('');
      const row = rows.find(({ group }: Json) => group === id);
      expect(row).toMatchObject({ average_percentage: 80, lowest: 80, assessments: 2 });
    },
  );

  it('alone has no average anywhere, and no part in the mean of all', async () => {
    const own = await newTenant();
    const [absent, present] = [(await newStudent(own)).id, (await newStudent(own)).id];
    await graded({ student_id: absent, absent: true, score: null }, own);
    await graded({ student_id: present, score: 60 }, own);
    expect((await card(absent, own)).overall).toMatchObject({ average_percentage: null, grade: null, assessments: 1 });
    const { rows, totals } = await performance('', own);
    expect(rows.map((r: Json) => [r.group, r.average_percentage, r.highest, r.grade])).toEqual([
      [present, 60, 60, 'B'],
      [absent, null, null, null],
    ]);
    expect(totals).toMatchObject({ students: 2, assessments: 2, average_percentage: 60 });
    expect((await on.get(`/education/students/${absent}/report-card/pdf`, own.admin.token)).status).toBe(200);
  });

  it('otherwise needs a score, for a class too; a score that comes later says that it was sat', async () => {
    const { id } = await newStudent(tenant);
    const body = { student_id: id, max_score: 100 };
    expectInvalid(on, await on.post('/education/grades', body, token), 'score');
    const { id: class_id } = await newClass(tenant);
    const assess = (score: Record<string, unknown>) =>
      on.post(
        `/education/classes/${class_id}/grades`,
        { max_score: 100, scores: [{ student_id: id, ...score }] },
        token,
      );
    expectInvalid(on, await assess({}), 'scores.0.score');
    const [made] = must(await assess({ absent: true }), 201);
    expect(made).toMatchObject({ absent: true, grade: 'TH', score: null, class_id });
    const again = must(await on.send('PUT', `/education/grades/${made.id}`, { token, body: made }), 200);
    expect(again).toMatchObject({ absent: true, grade: 'TH' });
    const sat = must(await on.send('PUT', `/education/grades/${made.id}`, { token, body: { score: 80 } }), 200);
    expect(sat).toMatchObject({ absent: false, score: 80, grade: 'A' });
  });
});

describe('A-363: the class of a grade', () => {
  it('is optional, has to be known, and narrows the list', async () => {
    const [{ id }, schoolClass] = [await newStudent(tenant), await newClass(tenant)];
    const made = await graded({ student_id: id, class_id: schoolClass.id });
    expect(made.class_id).toBe(schoolClass.id);
    expect((await graded({ student_id: id })).class_id).toBeNull();
    const listed = must(await on.get(`/education/grades?class_id=${schoolClass.id}`, token), 200);
    expect(listed.map((grade: Json) => grade.id)).toEqual([made.id]);
    const sent = (class_id: string) =>
      on.post('/education/grades', { student_id: id, score: 1, max_score: 2, class_id }, token);
    expectInvalid(on, await sent(randomUUID()), 'class_id');
    expectInvalid(on, await sent((await newClass(await newTenant())).id), 'class_id');
    await on.send('DELETE', `/education/classes/${schoolClass.id}`, { token });
    const back = must(await on.send('PUT', `/education/grades/${made.id}`, { token, body: made }), 200);
    expect(back.class_id).toBe(schoolClass.id);
  });

  it('report of a class counts its subjects and its grades alone; of one without subjects all of its students', async () => {
    const own = await newTenant();
    const { id } = await newStudent(own);
    const subjects = [{ name: 'Math ', teacher_id: null, hours_per_week: null }];
    const [math, home, other] = [await newClass(own, { subjects }), await newClass(own), await newClass(own)];
    for (const { id: class_id } of [math, home]) await newEnrollment(own, { student_id: id, class_id });
    await graded({ student_id: id, subject_id: 'math', score: 80 }, own);
    await graded({ student_id: id, subject_id: 'bm', score: 40 }, own);
    await graded({ student_id: id, subject_id: 'bm', score: 60, class_id: math.id }, own);
    await graded({ student_id: id, subject_id: 'math', score: 10, class_id: other.id }, own);
    const of = async (class_id: string) =>
      (await performance(`?class_id=${class_id}`, own)).rows.map((r: Json) => [r.assessments, r.lowest, r.highest]);
    expect(await of(math.id)).toEqual([[2, 60, 80]]);
    expect(await of(home.id)).toEqual([[2, 40, 80]]);
    expect(await of(other.id)).toEqual([[1, 10, 10]]);
  });
});

describe('A-363: timetable clashes', () => {
  const schedule = { monday: ['08:00-09:00'] };
  it.each([
    ['2026', '2026/2027', true],
    ['2025/2026', 2026, true],
    ['2025/2026', 2027, false],
    ['Sesi 1', 'Sesi 2', false],
  ])('between %j and %j: %j', async (first, second, clashes) => {
    const own = await newTenant();
    await configureEducation(own, { prevent_timetable_clashes: true });
    const of = (academic_year: unknown) => ({ name: 'x', academic_year, teacher_id: 'cikgu', schedule });
    await newClass(own, of(first));
    const answer = await on.post('/education/classes', of(second), own.admin.token);
    if (clashes) expectConflict(on, answer, 'teacher_id');
    else must(answer, 201);
  });

  it('of a class without a year are those of this year', async () => {
    const own = await newTenant();
    await configureEducation(own, { prevent_timetable_clashes: true });
    const year = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear();
    await newClass(own, { room_number: 'A1', schedule });
    const sent = (academic_year: number) =>
      on.post('/education/classes', { name: 'y', room_number: 'a1', academic_year, schedule }, own.admin.token);
    expectConflict(on, await sent(year), 'room_number');
    must(await sent(year + 1), 201);
  });
});
