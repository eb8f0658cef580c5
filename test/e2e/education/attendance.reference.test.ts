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
import { newClass, newStudent } from '../../support/education.js';
import { newAttendance, resultShapes as shapes } from '../../support/education-results.js';
import { must, trailOf } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { allRows } from '../../support/retail.js';

const PATH = '/education/attendance';
const DETAILS = {
  date: '2026-03-10',
  status: 'late',
  time_in: '07:45:00',
  time_out: '07:30:00',
  remarks: 'Hujan lebat',
  recorded_by: 'cikgu-lim',
};

let tenant: TestTenant;
let token: string;
let student: Json;
let schoolClass: Json;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  [student, schoolClass] = await Promise.all([newStudent(tenant), newClass(tenant)]);
});

const create = (body: unknown, by = token) => on.post(PATH, body, by);
const made = (body: Record<string, unknown> = {}) => newAttendance(tenant, { student_id: student.id, ...body });
const change = (id: string, body: unknown) => on.put(`${PATH}/${id}`, body, token);
const gone = async (path: string): Promise<string> => {
  const { id } = path === 'students' ? await newStudent(tenant) : await newClass(tenant);
  must(await on.send('DELETE', `/education/${path}/${id}`, { token }), 200);
  return id;
};

describe('POST /api/v1/education/attendance/', () => {
  it('A-219: answers 201 with the attendance as it was sent, of a student who is not in the class', async () => {
    const answer = await create({ student_id: student.id, class_id: schoolClass.id, ...DETAILS });
    expect(answer.status).toBe(201);
    const attendance = on.data(answer);
    expectKeys(attendance, shapes.attendance);
    expect(attendance).toEqual({
      ...DETAILS,
      student_id: student.id,
      class_id: schoolClass.id,
      tenant_id: tenant.id,
      id: expect.stringMatching(UUID),
      created_at: expect.stringMatching(INSTANT),
      updated_at: attendance.created_at,
    });
    expect(must(await on.get(`${PATH}/${attendance.id}`, token), 200)).toEqual(attendance);
  });

  it('A-155: needs student, day and status; the caller has recorded it', async () => {
    const attendance = await made();
    expectKeys(attendance, shapes.attendance);
    const none = { class_id: null, time_in: null, time_out: null, remarks: null };
    expect(attendance).toMatchObject({ ...none, status: 'present', recorded_by: tenant.admin.id });
  });

  it('A-125: takes several of a student on a day, in the future too', async () => {
    const two = await Promise.all([made({ date: '2031-01-01' }), made({ date: '2031-01-01', status: 'absent' })]);
    expect(new Set(two.map(({ id }) => id)).size).toBe(2);
  });

  it('A-23: takes HH:MM', async () => expect((await made({ time_in: '07:25' })).time_in).toBe('07:25:00'));

  it.each(
    wrongBodies({ student_id: UNKNOWN_ID, date: '2026-03-10', status: 'present' }, ['student_id', 'date', 'status'], {
      student_id: not.text,
      class_id: not.text,
      date: ['2026-02-30', '10/03/2026', '2026-03-10T00:00:00Z', 5, ''],
      status: ['PRESENT', 'sick', '', 5],
      time_in: ['24:00', '25:00:00', '7:25', 'pagi', 5, ''],
      time_out: ['12:60', '12:00:60', '12', 5],
      remarks: [5, {}, 'x'.repeat(10_001), '\u0000'],
      recorded_by: not.text,
    }),
  )('A-22, A-23: refuses %s', async (_what, field, body) => expectInvalid(on, await create(body), field));

  it('A-219: refuses a student or class that is unknown, deleted or another tenant’s, and keeps nothing', async () => {
    const other = await newTenant();
    const [theirs, theirClass] = await Promise.all([newStudent(other), newClass(other)]);
    const before = await allRows(PATH, token);
    for (const student_id of [UNKNOWN_ID, 'abc', theirs.id, await gone('students')])
      expectInvalid(on, await create({ ...DETAILS, student_id }), 'student_id');
    for (const class_id of [UNKNOWN_ID, 'abc', '', theirClass.id, await gone('classes')])
      expectInvalid(on, await create({ ...DETAILS, student_id: student.id, class_id }), 'class_id');
    expect(await allRows(PATH, token)).toHaveLength(before.length);
  });
});

describe('PUT /api/v1/education/attendance/{attendance_id}/', () => {
  it('A-18, A-219: changes what is sent, every field of it, and nothing by {}', async () => {
    const attendance = await made({ class_id: schoolClass.id, remarks: 'x' });
    expect(must(await change(attendance.id, {}), 200)).toEqual(attendance);
    const another = await newStudent(tenant);
    const changed = { ...DETAILS, student_id: another.id, class_id: null };
    expect(must(await change(attendance.id, changed), 200)).toEqual({
      ...attendance,
      ...changed,
      updated_at: expect.stringMatching(INSTANT),
    });
    expect(must(await change(attendance.id, { remarks: null }), 200)).toMatchObject({ ...changed, remarks: null });
  });

  it('A-09: takes back what it answered, and states nothing by it', async () => {
    const attendance = await made({ class_id: schoolClass.id });
    expect(must(await change(attendance.id, attendance), 200)).toEqual(attendance);
  });

  it('A-216: does not look at student and class again that are sent back, and refuses unknown others', async () => {
    const [own, ownClass] = await Promise.all([newStudent(tenant), newClass(tenant)]);
    const attendance = await made({ student_id: own.id, class_id: ownClass.id });
    must(await on.send('DELETE', `/education/classes/${ownClass.id}`, { token }), 200);
    must(await on.send('DELETE', `/education/students/${own.id}`, { token }), 200);
    const answer = await change(attendance.id, { ...attendance, status: 'absent' });
    expect(must(answer, 200)).toMatchObject({ student_id: own.id, class_id: ownClass.id, status: 'absent' });
    expectInvalid(on, await change(attendance.id, { student_id: UNKNOWN_ID }), 'student_id');
    for (const class_id of [UNKNOWN_ID, ''])
      expectInvalid(on, await change(attendance.id, { class_id, status: 'late' }), 'class_id');
    expect(must(await on.get(`${PATH}/${attendance.id}`, token), 200).status).toBe('absent');
  });

  it('A-15: is 404 for what is not there, with any wrong body', async () => {
    for (const id of [UNKNOWN_ID, 'abc']) expectRefusal(on, await change(id, { status: 5 }), 404);
    for (const field of ['student_id', 'date', 'status'])
      expectInvalid(on, await change((await made()).id, { [field]: null }), field);
  });

  it('A-205: remarks are on the audit trail without their values', async () => {
    const attendance = await made({ remarks: 'demam denggi' });
    must(await change(attendance.id, { remarks: 'demam panas', status: 'absent' }), 200);
    const trail = await trailOf(tenant, attendance.id);
    expect(trail[0]?.changes).toMatchObject({ status: { before: 'present', after: 'absent' } });
    expect(Object.keys(trail[0]?.changes)).toContain('remarks');
    expect(JSON.stringify(trail)).not.toContain('demam');
  });
});

describe('GET /api/v1/education/attendance/', () => {
  it('A-24, A-26: finds by student, class, status and days, newest first', async () => {
    const own = await newTenant();
    const [s, c] = [await newStudent(own), await newClass(own)];
    const days = ['2026-03-10', '2026-03-11', '2026-03-12'];
    const rows: Json[] = [];
    for (const date of days) rows.unshift(await newAttendance(own, { student_id: s.id, date, class_id: c.id }));
    rows.unshift(await newAttendance(own, { student_id: (await newStudent(own)).id, status: 'absent' }));
    const ids = rows.map(({ id }) => id);
    const found = async (query: string) =>
      must(await on.get(`${PATH}?${query}`, own.admin.token), 200).map(({ id }: Json) => id);
    expect(await found('')).toEqual(ids);
    expect(await found(`student_id=${s.id}`)).toEqual(ids.slice(1));
    expect(await found(`class_id=${c.id}&date_from=2026-03-11`)).toEqual(ids.slice(1, 3));
    expect(await found('status=ABSENT')).toEqual(ids.slice(0, 1));
    expect(await found('date_to=2026-03-11&date_from=2026-03-11')).toEqual(ids.slice(2, 3));
    expect(await found('date_from=2026-03-12&date_to=2026-03-11')).toEqual([]);
    for (const none of [`student_id=${UNKNOWN_ID}`, 'student_id=abc', 'class_id=x'])
      expect(await found(none)).toEqual([]);
    expectInvalid(on, await on.get(`${PATH}?status=sick`, token), 'status');
    expectInvalid(on, await on.get(`${PATH}?date_from=2026-02-30`, token), 'date_from');
  });
});

describe('GET /api/v1/education/students/{student_id}/attendance-summary/', () => {
  const summary = (id: string, query = '') => on.get(`/education/students/${id}/attendance-summary?${query}`, token);

  it('A-125: counts by status, and who came of all', async () => {
    const own = await newStudent(tenant);
    for (const status of ['present', 'present', 'late', 'absent']) await made({ student_id: own.id, status });
    const counts = { total: 4, present: 2, absent: 1, late: 1, excused: 0, attendance_rate: 75 };
    const read = must(await summary(own.id), 200);
    expectKeys(read, shapes.summary);
    expect(read).toEqual({ student_id: own.id, start_date: null, end_date: null, ...counts });
  });

  it('A-220: has excused in the total alone, within days that are both included', async () => {
    const own = await newStudent(tenant);
    const at = (date: string, status: string) => made({ student_id: own.id, date, status });
    await Promise.all([at('2026-03-01', 'present'), at('2026-03-02', 'present'), at('2026-03-03', 'excused')]);
    expect(must(await summary(own.id), 200)).toMatchObject({ total: 3, attendance_rate: 66.67 });
    const days = { start_date: '2026-03-02', end_date: '2026-03-03' };
    const narrowed = must(await summary(own.id, String(new URLSearchParams(days))), 200);
    expect(narrowed).toMatchObject({ ...days, total: 2, present: 1, excused: 1, attendance_rate: 50 });
    const none = { total: 0, present: 0, absent: 0, late: 0, excused: 0, attendance_rate: 0 };
    expect(must(await summary(own.id, 'start_date=2026-03-03&end_date=2026-03-02'), 200)).toMatchObject(none);
    expect(must(await summary(own.id, 'date_from=2030-01-01'), 200).total).toBe(3);
    expect(must(await summary((await newStudent(tenant)).id), 200)).toMatchObject(none);
    for (const field of ['start_date', 'end_date'])
      expectInvalid(on, await summary(own.id, `${field}=2026-02-30`), field);
  });

  it('A-207: is 404 for a student who is not there or deleted, whose attendance stays', async () => {
    const own = await newStudent(tenant);
    const attendance = await made({ student_id: own.id });
    must(await on.send('DELETE', `/education/students/${own.id}`, { token }), 200);
    for (const id of [own.id, UNKNOWN_ID, 'abc']) expectRefusal(on, await summary(id), 404);
    expect(must(await on.get(`${PATH}/${attendance.id}`, token), 200)).toEqual(attendance);
  });
});
