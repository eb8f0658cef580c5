import type { Json } from '../../support/client.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import {
  expectInvalid,
  expectKeys,
  expectRefusal,
  INSTANT,
  not,
  UUID,
  wrongBodies,
} from '../../support/core-shapes.js';
import { configureEducation, newStudent } from '../../support/education.js';
import { newGrade, resultShapes as shapes } from '../../support/education-results.js';
import { must, trailOf } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { atOnce, malaysianDay } from '../../support/retail.js';

const PATH = '/education/grades';
const DETAILS = {
  subject_id: 'Matematik',
  assessment_type: 'exam',
  assessment_name: 'Pertengahan Tahun',
  score: 45.5,
  max_score: 50,
  grade: 'Cemerlang',
  remarks: 'Semakin baik',
  teacher_id: UNKNOWN_ID,
  assessment_date: '2026-05-20',
};

let tenant: TestTenant;
let token: string;
let student: Json;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  student = await newStudent(tenant);
});

const create = (body: unknown) => on.post(PATH, body, token);
const made = (body: Record<string, unknown> = {}) => newGrade(tenant, { student_id: student.id, ...body });
const change = (id: string, body: unknown) => on.put(`${PATH}/${id}`, body, token);
const changed = async (id: string, body: unknown): Promise<Json> => must(await change(id, body), 200);

describe('POST /api/v1/education/grades/', () => {
  it('A-124: answers 201 with the grade as it was sent', async () => {
    const grade = must(await create({ student_id: student.id, ...DETAILS }), 201);
    expectKeys(grade, shapes.grade);
    expect(grade).toEqual({
      ...DETAILS,
      student_id: student.id,
      absent: false,
      class_id: null,
      tenant_id: tenant.id,
      id: expect.stringMatching(UUID),
      created_at: expect.stringMatching(INSTANT),
      updated_at: grade.created_at,
    });
    expect(must(await on.get(`${PATH}/${grade.id}`, token), 200)).toEqual(grade);
  });

  it('A-226, A-237: needs student and scores; it was assessed today, without an assessor', async () => {
    for (const none of [{}, { assessment_date: null, grade: null }]) {
      const days = [malaysianDay()];
      const grade = must(await create({ student_id: student.id, score: 0, max_score: 1, ...none }), 201);
      days.push(malaysianDay());
      expect(days).toContain(grade.assessment_date);
      const empty = { subject_id: null, assessment_type: null, assessment_name: null, remarks: null, teacher_id: null };
      expect(grade).toMatchObject({ ...empty, grade: 'G' });
    }
  });

  it('A-221: keeps two decimals, half-up, and several of one assessment', async () => {
    const grades = await atOnce(2, () => made({ ...DETAILS, score: 45.005, max_score: 49.994 }));
    for (const grade of grades) expect(grade).toMatchObject({ score: 45.01, max_score: 49.99 });
  });

  it.each(
    wrongBodies({ student_id: UNKNOWN_ID, score: 80, max_score: 100 }, ['student_id', 'score', 'max_score'], {
      student_id: not.text,
      subject_id: [5, {}, ['x'], '\u0000'],
      score: ['80', -0.01, {}, 1e15],
      max_score: ['100', -1, 1e15],
      grade: not.text,
      remarks: [5, {}, 'x'.repeat(10_001)],
      teacher_id: not.text,
      assessment_date: ['2026-02-30', 'soon', 5],
    }),
  )('A-22: refuses %s', async (_what, field, body) => expectInvalid(on, await create(body), field));

  it('A-124: refuses a score above max_score, and a max_score that is not above 0', async () => {
    expectInvalid(on, await create({ student_id: student.id, score: 101, max_score: 100 }), 'score');
    for (const max_score of [0, 0.004])
      expectInvalid(on, await create({ student_id: student.id, score: 0, max_score }), 'max_score');
  });

  it('A-207: refuses a student who is unknown, deleted or another tenant’s', async () => {
    const [theirs, gone] = [await newStudent(await newTenant()), await newStudent(tenant)];
    must(await on.send('DELETE', `/education/students/${gone.id}`, { token }), 200);
    for (const student_id of [UNKNOWN_ID, 'abc', theirs.id, gone.id])
      expectInvalid(on, await create({ student_id, score: 1, max_score: 2 }), 'student_id');
  });
});

describe('A-222: the scale', () => {
  const letter = async (current_grade: string | null, score: number): Promise<string> => {
    const { id: student_id } = await newStudent(tenant, { current_grade });
    return (await made({ student_id, score })).grade;
  };

  it.each([
    ['Form 2', 82, 'A'],
    ['Form 2', 81, 'B'],
    ['Tahun 6', 19, 'F'],
    ['Form 5', 82, 'A'],
    ['Tingkatan 4 Sains', 81, 'A'],
    ['Form 4', 89.5, 'A+'],
    ['Form 4', 89.49, 'A'],
    ['Matriculation', 34, 'F'],
    ['Upper 6', 60, 'B-'],
    [null, 95, 'A+'],
    ['4', 39, 'G'],
    ['Form 10', 81, 'A'],
  ])('of %j at %d gives %s', async (level, score, grade) => expect(await letter(level, score)).toBe(grade));

  it('stays with the grade when the student moves up', async () => {
    const own = await newStudent(tenant, { current_grade: 'Form 3' });
    const grade = await made({ student_id: own.id, score: 66 });
    must(await on.put(`/education/students/${own.id}`, { current_grade: 'Form 4' }, token), 200);
    expect(await changed(grade.id, { score: 82 })).toMatchObject({ grade: 'A' });
    expect(await changed(grade.id, { score: 66 })).toMatchObject({ grade: 'B' });
    expect((await made({ student_id: own.id, score: 66 })).grade).toBe('B+');
  });

  it('of a tenant replaces all others; one that is none counts as not set', async () => {
    const own = await newTenant();
    const { id: student_id } = await newStudent(own, { current_grade: 'Form 4' });
    const letterOf = async (score: number) => (await newGrade(own, { student_id, score })).grade;
    await configureEducation(own, {
      grade_scale: [
        { grade: 'Gagal', from: 0 },
        { grade: 'Lulus', from: 50 },
      ],
    });
    expect([await letterOf(49.5), await letterOf(49.49)]).toEqual(['Lulus', 'Gagal']);
    for (const grade_scale of ['x', [], [{ grade: 'A', from: '0' }]]) {
      await configureEducation(own, { grade_scale });
      expect(await letterOf(49)).toBe('D');
    }
  });
});

describe('PUT /api/v1/education/grades/{grade_id}/', () => {
  it('A-221: checks the pair that results', async () => {
    const grade = await made();
    for (const body of [{ score: 101 }, { score: -1 }, { max_score: 79 }])
      expectInvalid(on, await change(grade.id, body), 'score');
    expectInvalid(on, await change(grade.id, { max_score: 0 }), 'max_score');
    expect(must(await on.get(`${PATH}/${grade.id}`, token), 200)).toEqual(grade);
    expect(await changed(grade.id, { score: 101, max_score: 120 })).toMatchObject({ score: 101, max_score: 120 });
  });

  it('A-224: a worked-out letter follows the score, one that was sent stays', async () => {
    const grade = await made({ score: 95 });
    expect(await changed(grade.id, { score: 40 })).toMatchObject({ grade: 'E' });
    expect(await changed(grade.id, { ...grade, score: 50, grade: 'E' })).toMatchObject({ grade: 'C' });
    expect(await changed(grade.id, { grade: 'Lulus' })).toMatchObject({ grade: 'Lulus' });
    expect(await changed(grade.id, { score: 90 })).toMatchObject({ grade: 'Lulus' });
    expect(await changed(grade.id, { grade: null })).toMatchObject({ grade: 'A+' });
  });

  it('A-09: takes back what it answered, and states nothing by it', async () => {
    const grade = await made(DETAILS);
    expect(await changed(grade.id, grade)).toEqual(grade);
    expect(await changed(grade.id, {})).toEqual(grade);
  });

  it('A-216: does not look at a deleted student again that is sent back', async () => {
    const own = await newStudent(tenant);
    const grade = await made({ student_id: own.id });
    must(await on.send('DELETE', `/education/students/${own.id}`, { token }), 200);
    expect(await changed(grade.id, { ...grade, score: 90 })).toMatchObject({ student_id: own.id, score: 90 });
    expectInvalid(on, await change(grade.id, { student_id: UNKNOWN_ID }), 'student_id');
    expect(await changed(grade.id, { student_id: student.id })).toMatchObject({ student_id: student.id });
  });

  it('A-237: null is today', async () => {
    const grade = await made({ assessment_date: '2020-01-01' });
    const days = [malaysianDay()];
    const { assessment_date } = await changed(grade.id, { assessment_date: null });
    expect([...days, malaysianDay()]).toContain(assessment_date);
  });

  it('If-Match: of two changes of what was read once one is refused', async () => {
    const read = await on.get(`${PATH}/${(await made()).id}`, token);
    const { id } = on.data(read);
    const headers = { 'if-match': read.headers.get('etag') ?? '' };
    const answers = await atOnce(2, (i) => on.send('PUT', `${PATH}/${id}`, { token, body: { score: i }, headers }));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  it('A-205: remarks are on the audit trail without their values, scores with them', async () => {
    const grade = await made({ remarks: 'perlu bimbingan' });
    await changed(grade.id, { remarks: 'lebih baik', score: 90 });
    const trail = await trailOf(tenant, grade.id);
    expect(trail[0]?.changes).toMatchObject({ score: { before: 80, after: 90 } });
    expect(JSON.stringify(trail)).not.toMatch(/bimbingan|lebih baik/);
  });

  it('A-16: is 404 for what is not there', async () => {
    for (const id of [UNKNOWN_ID, 'abc']) expectRefusal(on, await change(id, { score: 'x' }), 404);
  });
});

describe('GET /api/v1/education/grades/', () => {
  it('A-24, A-208, A-225: finds by student, subject and type in any case, and days, newest first', async () => {
    const own = await newTenant();
    const [s, another] = [await newStudent(own), await newStudent(own)];
    const make = (student_id: string, subject_id: string | null, assessment_type: string, assessment_date: string) =>
      newGrade(own, { student_id, subject_id, assessment_type, assessment_date });
    const rows = [
      await make(s.id, 'Math ', 'exam', '2026-03-01'),
      await make(s.id, 'math', 'Quiz', '2026-03-02'),
      await make(another.id, null, 'quiz', '2026-03-03'),
    ].map(({ id }) => id);
    const found = async (query: string) =>
      must(await on.get(`${PATH}?${query}`, own.admin.token), 200).map(({ id }: Json) => rows.indexOf(id));
    expect(await found('')).toEqual([2, 1, 0]);
    expect(await found(`student_id=${s.id}`)).toEqual([1, 0]);
    expect(await found('subject_id=MATH')).toEqual([1, 0]);
    expect(await found('assessment_type=%20QUIZ')).toEqual([2, 1]);
    expect(await found('date_from=2026-03-02&date_to=2026-03-02')).toEqual([1]);
    expect(await found('subject_id=unknown')).toEqual([]);
    expectInvalid(on, await on.get(`${PATH}?date_to=2026-13-01`, token), 'date_to');
  });
});
