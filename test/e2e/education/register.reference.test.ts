import { call, type Json } from '../../support/client.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, expectRefusal } from '../../support/core-shapes.js';
import { newClass, newStudent } from '../../support/education.js';
import { newAttendance, resultShapes as shapes, seat } from '../../support/education-results.js';
import { must } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { allRows, atOnce, malaysianDay, withStatus } from '../../support/retail.js';

/** what is done to a whole class at once. */

const DAY = '2026-03-10';

let tenant: TestTenant;
let token: string;
let students: Json[];
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  students = await atOnce(30, (i) => newStudent(tenant, { first_name: `Murid ${i}`, current_grade: 'Form 4' }));
});

const path = (class_id: string, what = 'attendance') => `/education/classes/${class_id}/${what}`;
const send = (class_id: string, records: unknown, date: unknown = DAY, by = token) =>
  on.post(path(class_id), { date, records }, by);
const lines = (status = 'present') => students.map(({ id: student_id }) => ({ student_id, status }));
const recordedIn = (class_id: string) => allRows(`/education/attendance?class_id=${class_id}`, token);

describe('POST /api/v1/education/classes/{class_id}/attendance/', () => {
  it('records one of each student, in the order of the lines; sent again, it changes the same', async () => {
    const { id } = await newClass(tenant);
    const first = must(await send(id, lines()), 201);
    expect(first).toHaveLength(30);
    for (const record of first) expectKeys(record, shapes.attendance);
    expect(first.map(({ student_id }: Json) => student_id)).toEqual(students.map((student) => student.id));
    expect(first[0]).toMatchObject({ class_id: id, date: DAY, status: 'present', recorded_by: tenant.admin.id });

    expect(must(await send(id, lines()), 201)).toEqual(first);
    const [line] = lines('late');
    const again = must(await send(id, [{ ...line, remarks: 'bas lewat' }, ...lines().slice(1)]), 201);
    expect(again.map(({ id: record }: Json) => record)).toEqual(first.map(({ id: record }: Json) => record));
    expect(again[0]).toMatchObject({ status: 'late', remarks: 'bas lewat' });
    // What a line does not say stays.
    expect(must(await send(id, lines().slice(0, 1)), 201)[0]).toMatchObject({
      status: 'present',
      remarks: 'bas lewat',
    });
    expect(await recordedIn(id)).toHaveLength(30);
  });

  it('changes the latest of that student, class and day, and no other', async () => {
    const [{ id }, another] = [await newClass(tenant), await newClass(tenant)];
    const own = students[0]?.id;
    const older = await newAttendance(tenant, { student_id: own, class_id: id });
    const latest = await newAttendance(tenant, { student_id: own, class_id: id });
    const others = await Promise.all([
      newAttendance(tenant, { student_id: own, class_id: another.id }),
      newAttendance(tenant, { student_id: own, class_id: id, date: '2026-03-11' }),
      newAttendance(tenant, { student_id: own }),
    ]);
    const [changed] = must(await send(id, [{ student_id: own, status: 'excused' }]), 201);
    expect(changed.id).toBe(latest.id);
    for (const record of [older, ...others])
      expect(must(await on.get(`/education/attendance/${record.id}`, token), 200)).toEqual(record);
  });

  it('has each student once when it is sent many times at once', async () => {
    const { id } = await newClass(tenant);
    const answers = await atOnce(6, (i) => send(id, i % 2 ? lines() : lines().reverse()));
    withStatus(answers, 201);
    const rows = await recordedIn(id);
    expect(new Set(rows.map(({ student_id }) => student_id)).size).toBe(30);
    expect(rows).toHaveLength(30);
  });

  it('records all or none: a wrong line is named, and nothing is kept', async () => {
    const { id } = await newClass(tenant);
    const other = await newTenant();
    const deleted = await newStudent(tenant);
    must(await on.send('DELETE', `/education/students/${deleted.id}`, { token }), 200);
    for (const student_id of [UNKNOWN_ID, 'abc', (await newStudent(other)).id, deleted.id, students[0]?.id]) {
      const wrong = [...lines().slice(0, 3), { student_id, status: 'absent' }];
      expectInvalid(on, await send(id, wrong), 'records.3.student_id');
    }
    const line = { student_id: students[0]?.id, status: 'present' };
    expectInvalid(on, await send(id, [{ ...line, status: 'sick' }]), 'records.0.status');
    expectInvalid(on, await send(id, [{ ...line, time_in: '25:00' }]), 'records.0.time_in');
    expectInvalid(on, await send(id, [{ ...line, remarks: 5 }]), 'records.0.remarks');
    for (const records of [[], 'x', {}, null, undefined]) expectInvalid(on, await send(id, records), 'records');
    for (const date of ['2026-02-30', null, undefined, 5])
      expectRefusal(on, await on.post(path(id), { date, records: [line] }, token), 400);
    expect(await recordedIn(id)).toEqual([]);
  });

  it('A-179: takes 1,000 lines at most, and refuses ten thousand of them quickly', async () => {
    const { id } = await newClass(tenant);
    const many = (count: number) =>
      Array.from({ length: count }, () => ({ student_id: UNKNOWN_ID, status: 'present' }));
    expectInvalid(on, await send(id, many(1_001)), 'records');
    const began = Date.now();
    expectRefusal(on, await send(id, many(10_000)), 400);
    expect(Date.now() - began).toBeLessThan(5_000);
    expect(await recordedIn(id)).toEqual([]);
  });

  it('A-51: is 404 for a class that is unknown, deleted or another tenant’s', async () => {
    const other = await newTenant();
    const deleted = await newClass(tenant);
    must(await on.send('DELETE', `/education/classes/${deleted.id}`, { token }), 200);
    for (const id of [UNKNOWN_ID, 'abc', (await newClass(other)).id, deleted.id])
      for (const body of [{ date: DAY, records: lines() }, {}])
        expectRefusal(on, await on.post(path(id), body, token), 404);
  });
});

describe('GET /api/v1/education/classes/{class_id}/attendance/', () => {
  it('names everybody with a seat, by name, with the latest record of the day or null', async () => {
    const { id } = await newClass(tenant);
    const [b, a, left] = await Promise.all(
      ['Bala', 'aminah', 'Chong'].map((first_name) => newStudent(tenant, { first_name })),
    );
    const [, , withdrawn] = await Promise.all([b, a, left].map((student) => seat(tenant, student?.id, id)));
    must(await on.post(`/education/enrollment/${withdrawn?.id}/withdraw`, {}, token), 200);
    await newAttendance(tenant, { student_id: b?.id, class_id: id, date: malaysianDay() });
    const latest = await newAttendance(tenant, {
      student_id: b?.id,
      class_id: id,
      date: malaysianDay(),
      status: 'late',
    });
    const read = async (query = '') => must(await on.get(`${path(id)}?${query}`, token), 200);
    const register = await read();
    for (const entry of register) expectKeys(entry, shapes.registerEntry);
    expect(register).toEqual([
      { student_id: a?.id, first_name: 'aminah', last_name: 'Rahman', attendance: null },
      { student_id: b?.id, first_name: 'Bala', last_name: 'Rahman', attendance: latest },
    ]);
    expect((await read('date=2026-03-11')).map(({ attendance }: Json) => attendance)).toEqual([null, null]);
    expectInvalid(on, await on.get(`${path(id)}?date=soon`, token), 'date');
    expectRefusal(on, await on.get(path(UNKNOWN_ID), token), 404);
  });
});

describe('POST /api/v1/education/classes/{class_id}/grades/', () => {
  const assess = (class_id: string, body: Record<string, unknown>) => on.post(path(class_id, 'grades'), body, token);

  it('records a grade of each student, with the letter of the student’s level or the one that is sent', async () => {
    const { id } = await newClass(tenant);
    const younger = await newStudent(tenant, { current_grade: 'Form 2' });
    const common = {
      subject_id: 'Math',
      assessment_type: 'exam',
      assessment_name: 'PAT',
      assessment_date: '2026-05-20',
    };
    const scores = [
      { student_id: students[0]?.id, score: 81, remarks: 'bagus' },
      { student_id: younger.id, score: 81 },
      { student_id: students[1]?.id, score: 0, grade: 'TH' },
    ];
    const grades = must(await assess(id, { ...common, max_score: 100, scores }), 201);
    for (const grade of grades) {
      expectKeys(grade, shapes.grade);
      expect(grade).toMatchObject({ ...common, max_score: 100, teacher_id: null });
      expect(must(await on.get(`/education/grades/${grade.id}`, token), 200)).toEqual(grade);
    }
    expect(grades.map(({ grade, remarks }: Json) => [grade, remarks])).toEqual([
      ['A', 'bagus'],
      ['B', null],
      ['TH', null],
    ]);
  });

  it('records all or none: a wrong line is named', async () => {
    const { id } = await newClass(tenant);
    const subject_id = `subject of ${id}`;
    const right = { student_id: students[0]?.id, score: 80 };
    const wrong: [field: string, line: object][] = [
      ['scores.1.score', { student_id: students[1]?.id, score: 101 }],
      ['scores.1.score', { student_id: students[1]?.id, score: -1 }],
      ['scores.1.score', { student_id: students[1]?.id, score: '80' }],
      ['scores.1.student_id', { student_id: UNKNOWN_ID, score: 1 }],
      ['scores.1.student_id', { student_id: students[0]?.id, score: 1 }],
    ];
    for (const [field, line] of wrong)
      expectInvalid(on, await assess(id, { subject_id, max_score: 100, scores: [right, line] }), field);
    expectInvalid(on, await assess(id, { subject_id, max_score: 0, scores: [right] }), 'max_score');
    expectInvalid(on, await assess(id, { subject_id, scores: [right] }), 'max_score');
    expectInvalid(on, await assess(id, { subject_id, max_score: 100 }), 'scores');
    expectRefusal(on, await assess(UNKNOWN_ID, { subject_id, max_score: 100, scores: [right] }), 404);
    expect(await allRows(`/education/grades?subject_id=${encodeURIComponent(subject_id)}`, token)).toEqual([]);
  });

  it('an Idempotency-Key keeps an assessment from being recorded twice', async () => {
    const { id } = await newClass(tenant);
    const body = { max_score: 100, scores: [{ student_id: students[0]?.id, score: 80 }] };
    const sent = () =>
      call('POST', `/api/v1${path(id, 'grades')}/`, {
        token,
        body,
        headers: { 'idempotency-key': `assessment-${id}` },
      });
    const [first, second] = [await sent(), await sent()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
  });
});
