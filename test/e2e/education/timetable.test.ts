import type { Answer, Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { expectConflict } from '../../support/core-shapes.js';
import { configureEducation, newClass, newEnrollment, newStudent } from '../../support/education.js';
import { must } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { atOnce, withStatus } from '../../support/retail.js';

// Many requests at once, on a machine that may be busy.
jest.setTimeout(120_000);

let tenant: TestTenant;
let token: string;

async function school(prevent_timetable_clashes: unknown): Promise<void> {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  if (prevent_timetable_clashes !== undefined) await configureEducation(tenant, { prevent_timetable_clashes });
}

const MONDAY = { monday: ['10:00-11:00'] };
const tryClass = (extra: Record<string, unknown> = {}): Promise<Answer> =>
  on.post('/education/classes', { name: 'B', schedule: MONDAY, ...extra }, token);
const made = (extra: Record<string, unknown> = {}): Promise<Json> =>
  newClass(tenant, { name: 'A', schedule: MONDAY, ...extra });
const change = (id: string, body: unknown): Promise<Answer> => on.put(`/education/classes/${id}`, body, token);
const tryEnrol = (student_id: string, class_id: string): Promise<Answer> =>
  on.post('/education/enrollment', { student_id, class_id }, token);
const remove = (path: string): Promise<Answer> => on.send('DELETE', `/education${path}`, { token });

describe.each([[undefined], [false], ['yes']])('prevent_timetable_clashes %j', (setting) => {
  it('A-209: lets classes and students have one time', async () => {
    await school(setting);
    const same = { teacher_id: 'guru-aminah', room_number: 'B-2' };
    const [a, b] = [await made(same), must(await tryClass(same), 201)];
    const { id } = await newStudent(tenant);
    for (const one of [a, b]) must(await tryEnrol(id, one.id), 201);
  });
});

describe('prevent_timetable_clashes', () => {
  beforeEach(() => school(true));

  it.each([
    ['teacher_id', { teacher_id: 'Guru-Aminah ' }],
    ['assistant_teacher_id', { teacher_id: 'x', assistant_teacher_id: 'guru-aminah' }],
    ['room_number', { room_number: 'b-2' }],
    ['teacher_id', { teacher_id: 'guru-aminah', assistant_teacher_id: 'guru-lim', room_number: 'B-2' }],
    ['teacher_id', { teacher_id: 'guru-lim' }],
  ])('refuses a class naming %s, for %j', async (field, extra) => {
    await made({ teacher_id: 'guru-aminah', assistant_teacher_id: 'guru-lim', room_number: 'B-2' });
    expectConflict(on, await tryClass(extra), field);
    expect(on.total(await on.get('/education/classes', token))).toBe(1);
  });

  it.each([
    [{ monday: ['11:00-12:00'] }, true],
    [{ monday: ['09:00-10:00'] }, true],
    [{ Monday: ['10:59-12:00'] }, false],
    [{ MONDAY: ['08:00-09:00', ' 09:30 - 10:01 '] }, false],
    [{ monday: ['10:15-10:30'] }, false],
    [{ tuesday: ['10:00-11:00'] }, true],
    [{ isnin: ['10:00-11:00'] }, true],
    [{}, true],
  ])('next to Monday, 10:00 to 11:00, %j is free: %s', async (schedule, free) => {
    await made({ teacher_id: 'guru-aminah' });
    const answer = await tryClass({ schedule, teacher_id: 'guru-aminah' });
    if (free) must(answer, 201);
    else expectConflict(on, answer, 'teacher_id');
  });

  it('A-363: is of academic years that have a year in common: 2036, "2036" and "2035/2036" have, and none is this year', async () => {
    await made({ teacher_id: 'guru-aminah', academic_year: 2036 });
    must(await tryClass({ teacher_id: 'guru-aminah' }), 201);
    must(await tryClass({ teacher_id: 'guru-aminah', academic_year: '2034/2035' }), 201);
    for (const academic_year of ['2036', '2035/2036', '2036-2037', null])
      expectConflict(on, await tryClass({ teacher_id: 'guru-aminah', academic_year }), 'teacher_id');
  });

  it('does not ask without a name: blank names, and a class that is deleted or another tenant’s', async () => {
    const same = { teacher_id: ' ', room_number: '', assistant_teacher_id: null };
    await made(same);
    must(await tryClass(same), 201);
    const gone = await made({ teacher_id: 'guru-aminah' });
    must(await remove(`/classes/${gone.id}`), 200);
    await newClass(await newTenant(), { schedule: MONDAY, teacher_id: 'guru-aminah' });
    must(await tryClass({ teacher_id: 'guru-aminah' }), 201);
  });

  it('looks at a change of hours, year, teacher or room, and at nothing else', async () => {
    await made({ teacher_id: 'guru-aminah', room_number: 'B-2' });
    const { id } = await made({ schedule: { monday: ['11:00-12:00'] }, teacher_id: 'guru-aminah', room_number: 'B-2' });
    expectConflict(on, await change(id, { schedule: { monday: ['10:30-12:00'] } }), 'teacher_id');
    must(await change(id, { schedule: { monday: ['10:30-12:00'] }, teacher_id: 'x', room_number: 'y' }), 200);
    expectConflict(on, await change(id, { room_number: 'B-2' }), 'room_number');
    const after = must(await change(id, { notes: 'x', capacity: 3 }), 200);
    expect(after).toMatchObject({ notes: 'x', room_number: 'y', schedule: { monday: ['10:30-12:00'] } });
    // Its own hours are not in its way.
    must(await change(id, { schedule: { monday: ['10:30-12:30'] } }), 200);
  });

  it('lets what was there before it was set be changed elsewhere', async () => {
    await configureEducation(tenant, { prevent_timetable_clashes: false });
    const same = { teacher_id: 'guru-aminah' };
    const [, b] = [await made(same), await made(same)];
    await configureEducation(tenant, { prevent_timetable_clashes: true });
    must(await change(b.id, { name: 'x', room_number: 'B-9' }), 200);
    expectConflict(on, await change(b.id, { schedule: { monday: ['10:00-10:30'] } }), 'teacher_id');
  });

  it('says in Malay who is busy, with which class, and when', async () => {
    await made({ teacher_id: 'guru-aminah', name: '3 Mawar' });
    const answer = await on.send('POST', '/education/classes', {
      token,
      body: { name: 'B', schedule: MONDAY, teacher_id: 'guru-aminah' },
      headers: { 'Accept-Language': 'ms' },
    });
    expect(on.error(answer).message).toBe('Guru guru-aminah mengajar kelas 3 Mawar pada hari Isnin, 10:00-11:00');
  });

  it('refuses a student in two classes at one time, by enrollment and by change', async () => {
    const [a, b, c] = [
      await made(),
      await made({ schedule: { monday: ['10:30-12:00'] } }),
      await made({ schedule: { monday: ['11:00-12:00'] } }),
    ];
    const { id } = await newStudent(tenant);
    const first = must(await tryEnrol(id, a.id), 201);
    expectConflict(on, await tryEnrol(id, b.id), 'class_id');
    const third = must(await tryEnrol(id, c.id), 201);
    expectConflict(on, await on.put(`/education/enrollment/${first.id}`, { class_id: b.id }, token), 'class_id');
    // What it leaves is not in its way.
    must(await on.post(`/education/enrollment/${third.id}/withdraw`, {}, token), 200);
    must(await on.put(`/education/enrollment/${first.id}`, { class_id: b.id }, token), 200);
    expectConflict(on, await on.put(`/education/enrollment/${third.id}`, { status: 'active' }, token), 'class_id');
    const seats = async (of: Json) => must(await on.get(`/education/classes/${of.id}`, token), 200).current_enrollment;
    expect([await seats(a), await seats(b), await seats(c)]).toEqual([0, 1, 0]);
    const past = await newEnrollment(tenant, { student_id: id, class_id: a.id, status: 'graduated' });
    expect(past.status).toBe('graduated');
  });

  it('gives a teacher’s time to one of twenty classes at once, and a room’s', async () => {
    for (const field of ['teacher_id', 'room_number']) {
      const answers = await atOnce(20, () => tryClass({ [field]: 'x' }));
      expect(withStatus(answers, 201)).toHaveLength(1);
      for (const refused of withStatus(answers, 409)) expectConflict(on, refused, field);
      expect(withStatus(answers, 409)).toHaveLength(19);
    }
  });

  it('gives teachers and rooms that are swapped at once to one of them, without a deadlock', async () => {
    const answers = await atOnce(20, (i) =>
      tryClass(
        i % 2
          ? { teacher_id: 'a', assistant_teacher_id: 'b', room_number: 'c' }
          : { teacher_id: 'b', assistant_teacher_id: 'a', room_number: 'c' },
      ),
    );
    expect([withStatus(answers, 201).length, withStatus(answers, 409).length]).toEqual([1, 19]);
  });

  it('gives a student’s time to one of ten classes at once', async () => {
    const classes = await atOnce(10, () => made());
    const { id } = await newStudent(tenant);
    const answers = await atOnce(10, (i) => tryEnrol(id, classes[i]!.id));
    expect([withStatus(answers, 201).length, withStatus(answers, 409).length]).toEqual([1, 9]);
  });
});
