import type { Answer, Json } from '../../support/client.js';
import { everyRole, UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, expectRefusal, INSTANT, UUID } from '../../support/core-shapes.js';
import { educationShapes as shapes, newClass, newEnrollment, newStudent } from '../../support/education.js';
import { must } from '../../support/healthcare.js';
import { newTenant, unique, type TestTenant } from '../../support/people.js';

const PATH = '/education/classes';
const DETAILS = {
  name: 'Tingkatan 4 Sains',
  grade_level: 'Form 4',
  stream: 'science',
  academic_year: 2026,
  room_number: 'B-2-04',
  capacity: 35,
  teacher_id: 'guru-aminah',
  assistant_teacher_id: 'guru-lim',
  schedule: { tuesday: ['19:30-21:00'], saturday: ['09:00-10:30', '11:00-12:30'] },
  subjects: [
    { name: 'Matematik', teacher_id: 'guru-tan', hours_per_week: 4.5 },
    { name: null, teacher_id: null, hours_per_week: null },
  ],
  special_requirements: ['projektor'],
  notes: 'Kelas malam',
};

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const create = (body: unknown): Promise<Answer> => on.post(PATH, body, token);
const made = (extra: Record<string, unknown> = {}): Promise<Json> => newClass(tenant, extra);
const read = async (id: string): Promise<Json> => must(await on.get(`${PATH}/${id}`, token), 200);
const change = (id: string, body: unknown): Promise<Answer> => on.put(`${PATH}/${id}`, body, token);
const changed = async (id: string, body: unknown): Promise<Json> => must(await change(id, body), 200);
const remove = (id: string): Promise<Answer> => on.send('DELETE', `${PATH}/${id}`, { token });
const found = async (query: string): Promise<string[]> =>
  must(await on.get(`${PATH}?${query}&page_size=100`, token), 200).map((row: Json) => row.id);
const enrol = (class_id: string): Promise<Json> => newEnrollment(tenant, { class_id });

describe('POST /api/v1/education/classes/', () => {
  it('A-209: answers 201 with the class as it was sent, and no tenant', async () => {
    const answer = await create(DETAILS);
    expect(answer.status).toBe(201);
    const record = on.data(answer);
    expectKeys(record, shapes.class);
    expect(record).toEqual({
      ...DETAILS,
      id: expect.stringMatching(UUID),
      current_enrollment: 0,
      created_at: expect.stringMatching(INSTANT),
      updated_at: record.created_at,
    });
    expect(await read(record.id)).toEqual(record);
  });

  it('§14: asks for a name alone; what is not said is null or empty', async () => {
    expect(must(await create({ name: 'Kelas' }), 201)).toMatchObject({
      grade_level: null,
      stream: null,
      academic_year: null,
      capacity: null,
      current_enrollment: 0,
      schedule: {},
      subjects: [],
      special_requirements: [],
      notes: null,
    });
    expectInvalid(on, await create({}), 'name');
    expectInvalid(on, await create({ name: '  ' }), 'name');
  });

  it('A-209: keeps the academic year as a number or a text', async () => {
    expect((await made({ academic_year: 2026 })).academic_year).toBe(2026);
    expect((await made({ academic_year: '2026' })).academic_year).toBe('2026');
    expect((await made({ academic_year: '2025/2026' })).academic_year).toBe('2025/2026');
    expectInvalid(on, await create({ name: 'x', academic_year: [2026] }), 'academic_year');
  });

  it.each(['2025/2026', '2026', '', 2026])('A-209: an academic year %j can become another, and none', async (first) => {
    for (const academic_year of [2027, '2026/2027', null]) {
      const { id } = await made({ academic_year: first });
      expect((await changed(id, { academic_year })).academic_year).toBe(academic_year);
      expect((await read(id)).academic_year).toBe(academic_year);
    }
  });

  it.each([
    ['capacity', -1],
    ['capacity', 1.5],
    ['capacity', 10 ** 12],
    ['capacity', '35'],
    ['current_enrollment', -1],
    ['current_enrollment', null],
    ['academic_year', true],
    ['schedule', []],
    ['schedule', 'pagi'],
    ['subjects', {}],
    ['special_requirements', 'x'],
    ['teacher_id', 7],
    ['grade_level', { level: 4 }],
  ])('refuses %s %j', async (field, value) => {
    expectInvalid(on, await create({ name: 'x', [field]: value }), field);
  });

  it('A-22: refuses hours below 0, and NUL', async () => {
    expect((await create({ name: 'x', subjects: [{ hours_per_week: -0.5 }] })).status).toBe(400);
    expect((await create({ name: 'x\u0000y' })).status).toBe(400);
    expect((await create({ name: 'x', schedule: { isnin: ['\u0000'] } })).status).toBe(400);
  });
});

describe('A-210: the schedule of a class', () => {
  it('is echoed as it was sent, other keys and overlapping hours too', async () => {
    const schedule = {
      tuesday: ['19:30-21:00', '20:00 - 22:00'],
      Friday: ['08:00-09:00'],
      isnin: ['19:30-21:00'],
      note: { since: 2024 },
      sunday: null,
    };
    const { id } = await made({ schedule });
    expect((await read(id)).schedule).toEqual(schedule);
  });

  it.each([
    [{ monday: ['25:00-26:00'] }],
    [{ monday: ['21:00-19:30'] }],
    [{ monday: ['pagi'] }],
    [{ monday: '19:30-21:00' }],
    [{ MONDAY: 'pagi' }],
    [{ Monday: [null] }],
    [{ monday: {} }],
    [{ monday: [{}] }],
    [{ monday: [['19:30-21:00']] }],
  ])('%j is refused, by POST and PUT', async (schedule) => {
    const refused = await create({ name: 'x', schedule });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(on.error(refused))).toMatch(/schedule/);
    const { id } = await made({ schedule: { monday: ['08:00-09:00'] } });
    expect((await change(id, { schedule })).status).toBe(400);
    expect((await read(id)).schedule).toEqual({ monday: ['08:00-09:00'] });
  });

  it('is said in the language that is asked for to have no hours', async () => {
    const headers = { 'Accept-Language': 'ms' };
    const body = { name: 'x', schedule: { Isnin: [], Monday: ['pagi'] } };
    const answer = await on.send('POST', PATH, { token, body, headers });
    expect(on.error(answer).message).toBe('schedule.Monday mestilah senarai waktu seperti 19:30-21:00');
  });
});

describe('PUT /api/v1/education/classes/{class_id}/', () => {
  it('A-09, A-18: the whole class sent back changes nothing', async () => {
    const before = await made(DETAILS);
    await enrol(before.id);
    const now = await read(before.id);
    expect(await changed(before.id, now)).toEqual(now);
    expect(await changed(before.id, {})).toEqual(now);
  });

  it('A-18: absent fields stay, null clears, lists and schedule are replaced', async () => {
    const { id } = await made(DETAILS);
    const after = await changed(id, { notes: null, subjects: null, schedule: { monday: [] }, capacity: null });
    expect(after).toMatchObject({
      notes: null,
      subjects: [],
      schedule: { monday: [] },
      capacity: null,
      stream: 'science',
    });
    expectInvalid(on, await change(id, { name: null }), 'name');
  });

  it('A-212: a capacity below the seats taken puts no student out, and admits none', async () => {
    const { id } = await made({ capacity: 5 });
    const [first] = [await enrol(id), await enrol(id), await enrol(id)];
    expect(await changed(id, { capacity: 2 })).toMatchObject({ capacity: 2, current_enrollment: 3 });
    const student = await newStudent(tenant);
    const body = { student_id: student.id, class_id: id };
    expect((await on.post('/education/enrollment', body, token)).status).toBe(409);
    expect(await changed(id, { current_enrollment: 0 })).toMatchObject({ current_enrollment: 3 });
    expect(await changed(id, { current_enrollment: 5 })).toMatchObject({ current_enrollment: 5 });
    must(await on.post(`/education/enrollment/${first.id}/withdraw`, {}, token), 200);
    expect((await read(id)).current_enrollment).toBe(4);
  });

  it('A-120: starts with the seats that are stated, above the capacity too', async () => {
    const { id } = await made({ current_enrollment: 20, capacity: 21 });
    await enrol(id);
    expect((await read(id)).current_enrollment).toBe(21);
    expect(must(await create({ name: 'x', capacity: 1, current_enrollment: 9 }), 201).current_enrollment).toBe(9);
    const most = 2 ** 31 - 1;
    const largest = await made({ current_enrollment: most });
    const answer = await on.post(
      '/education/enrollment',
      { student_id: (await newStudent(tenant)).id, class_id: largest.id },
      token,
    );
    expect(answer.status).toBe(409);
  });

  it('412 for another version, 404 for another tenant’s', async () => {
    const { id } = await made();
    const headers = { 'If-Match': '"1.7"' };
    expect((await on.send('PUT', `${PATH}/${id}`, { token, body: {}, headers })).status).toBe(412);
    const other = await newTenant();
    expectRefusal(on, await on.put(`${PATH}/${id}`, { name: 'x' }, other.admin.token), 404);
  });
});

describe('GET /api/v1/education/classes/', () => {
  it('A-209, A-208: finds texts in any case, and 2026 whether number or text', async () => {
    const mark = unique('s');
    const number = await made({ stream: ` ${mark.toUpperCase()} `, academic_year: 2026, grade_level: 'Form 4' });
    const text = await made({ stream: mark, academic_year: '2026', teacher_id: 'Guru-Z' });
    const other = await made({ stream: mark, academic_year: '2025/2026' });
    expect(await found(`stream=${mark}`)).toEqual([other.id, text.id, number.id]);
    expect(await found(`stream=${mark}&academic_year=2026`)).toEqual([text.id, number.id]);
    expect(await found(`stream=${mark}&grade_level=form%204`)).toEqual([number.id]);
    expect(await found(`stream=${mark}&grade_level=4`)).toEqual([]);
    expect(await found(`stream=${mark}&teacher_id=%20guru-z`)).toEqual([text.id]);
    expect(await found('stream=nosuch')).toEqual([]);
  });

  it('A-120: has_space is room for another student; without a capacity there always is', async () => {
    const grade_level = unique('g');
    const full = await made({ grade_level, capacity: 1 });
    const none = await made({ grade_level, capacity: 0 });
    const open = await made({ grade_level });
    expect(await found(`grade_level=${grade_level}&has_space=true`)).toEqual([open.id, full.id]);
    const { id } = await enrol(full.id);
    expect(await found(`grade_level=${grade_level}&has_space=true`)).toEqual([open.id]);
    expect(await found(`grade_level=${grade_level}&has_space=false`)).toEqual([none.id, full.id]);
    must(await on.post(`/education/enrollment/${id}/withdraw`, {}, token), 200);
    expect(await found(`grade_level=${grade_level}&has_space=true`)).toEqual([open.id, full.id]);
    expectInvalid(on, await on.get(`${PATH}?has_space=maybe`, token), 'has_space');
  });
});

describe('GET /api/v1/education/classes/{class_id}/students/', () => {
  const studentsOf = (id: string, query = ''): Promise<Answer> => on.get(`${PATH}/${id}/students${query}`, token);

  it('A-211, A-159: pages students with their enrollment, the newest enrollment first', async () => {
    const { id } = await made();
    const enrollments = [];
    for (let i = 0; i < 3; i += 1)
      enrollments.unshift(await newEnrollment(tenant, { class_id: id, enrollment_date: `2026-01-0${i + 1}` }));
    const answer = await studentsOf(id);
    const rows = must(answer, 200) as Json[];
    expect(rows.map((row) => [row.id, row.enrollment_id, row.enrollment_date])).toEqual(
      enrollments.map((one) => [one.student_id, one.id, one.enrollment_date]),
    );
    for (const row of rows) expectKeys(row, [...shapes.student, 'enrollment_id', 'enrollment_date']);
    expect([on.total(answer), (await read(id)).current_enrollment]).toEqual([3, 3]);
    const second = await studentsOf(id, '?page=2&page_size=2');
    expect(must(second, 200).map((row: Json) => row.enrollment_id)).toEqual([enrollments[2]?.id]);
    expect(second.body.pagination).toEqual({ page: 2, page_size: 2, total: 3, pages: 2 });
  });

  it('A-211: has neither withdrawn nor deleted students', async () => {
    const { id } = await made();
    const [left, gone, stays] = [await enrol(id), await enrol(id), await enrol(id)];
    must(await on.post(`/education/enrollment/${left.id}/withdraw`, {}, token), 200);
    must(await on.send('DELETE', `/education/students/${gone.student_id}`, { token }), 200);
    const answer = await studentsOf(id);
    expect(must(answer, 200).map((row: Json) => row.id)).toEqual([stays.student_id]);
    expect([on.total(answer), (await read(id)).current_enrollment]).toEqual([1, 1]);
    expectRefusal(on, await studentsOf(UNKNOWN_ID), 404);
  });
});

describe('GET /api/v1/education/classes/{class_id}/schedule/', () => {
  it('A-211: is an object, the schedule as stored and {} when none', async () => {
    const one = await made(DETAILS);
    const record = must(await on.get(`${PATH}/${one.id}/schedule`, token), 200);
    expectKeys(record, shapes.classSchedule);
    const { name, academic_year, room_number, teacher_id, assistant_teacher_id, schedule, subjects } = DETAILS;
    const same = { name, academic_year, room_number, teacher_id, assistant_teacher_id, schedule, subjects };
    expect(record).toEqual({ class_id: one.id, ...same });
    const bare = await made();
    expect(must(await on.get(`${PATH}/${bare.id}/schedule`, token), 200)).toMatchObject({ schedule: {}, subjects: [] });
    expectRefusal(on, await on.get(`${PATH}/${UNKNOWN_ID}/schedule`, token), 404);
  });
});

describe('DELETE /api/v1/education/classes/{class_id}/', () => {
  it('A-213: ends the active enrollments, which stay readable', async () => {
    const { id } = await made();
    const [active, graduated] = [await enrol(id), await newEnrollment(tenant, { class_id: id, status: 'graduated' })];
    expect(must(await remove(id), 200)).toEqual({ id, deleted: true });
    const after = async ({ id: of }: Json) => must(await on.get(`/education/enrollment/${of}`, token), 200);
    expect(await after(active)).toMatchObject({ status: 'inactive', class_id: id, withdrawal: null });
    expect(await after(graduated)).toMatchObject({ status: 'graduated' });
    for (const path of ['', '/students', '/schedule'])
      expectRefusal(on, await on.get(`${PATH}/${id}${path}`, token), 404);
    expectRefusal(on, await remove(id), 404);
    expectRefusal(on, await change(id, { name: 'x' }), 404);
    const listed = must(await on.get(`/education/enrollment?class_id=${id}`, token), 200) as Json[];
    expect(listed.map((one) => one.id)).toEqual([graduated.id, active.id]);
    const again = { student_id: active.student_id, class_id: id };
    expectInvalid(on, await on.post('/education/enrollment', again, token), 'class_id');
  });
});

it('A-53: viewers read, staff write', async () => {
  const people = await everyRole(tenant);
  const { id } = await made();
  expectRefusal(on, await on.post(PATH, { name: 'x' }, people.VIEWER.token), 403);
  expect((await on.get(`${PATH}/${id}`, people.VIEWER.token)).status).toBe(200);
  expect((await on.post(PATH, { name: 'x' }, people.STAFF.token)).status).toBe(201);
});

describe('GET /api/v1/education/teachers/{teacher_id}/schedule/', () => {
  const scheduleOf = async (teacher: string, by = token): Promise<Json> =>
    must(await on.get(`/education/teachers/${encodeURIComponent(teacher)}/schedule`, by), 200);

  it('A-226: has the classes for any text that names a teacher, newest first; no name is unknown', async () => {
    const teacher = `Cikgu ${unique('Ümit')}`;
    const first = await made({ ...DETAILS, teacher_id: teacher });
    await made({ teacher_id: `${teacher}x` });
    const second = await made({ assistant_teacher_id: ` ${teacher.toUpperCase()} ` });
    const gone = await made({ teacher_id: teacher });
    must(await remove(gone.id), 200);
    const record = await scheduleOf(teacher);
    expectKeys(record, ['teacher_id', 'classes']);
    expect(record.teacher_id).toBe(teacher);
    expect(record.classes.map((one: Json) => one.class_id)).toEqual([second.id, first.id]);
    expect(record.classes[1]).toEqual(must(await on.get(`${PATH}/${first.id}/schedule`, token), 200));
    expect(await scheduleOf('unknown')).toEqual({ teacher_id: 'unknown', classes: [] });
    expect(await scheduleOf('a\u0000b')).toEqual({ teacher_id: 'a\u0000b', classes: [] });
    const other = await newTenant();
    expect((await scheduleOf(teacher, other.admin.token)).classes).toEqual([]);
  });
});
