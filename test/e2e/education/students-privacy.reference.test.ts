import type { Answer, Json } from '../../support/client.js';
import { everyRole, UNKNOWN_ID, referenceSurface as on, type Role } from '../../support/core-surfaces.js';
import { expectKeys, expectRefusal, INSTANT } from '../../support/core-shapes.js';
import { educationShapes, newStudent } from '../../support/education.js';
import { must, trailOf } from '../../support/healthcare.js';
import { newTenant, type Person, type TestTenant } from '../../support/people.js';

let tenant: TestTenant;
let people: Record<Role, Person>;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  people = await everyRole(tenant);
  ({ token } = tenant.admin);
});

const path = '/education/students';
const get = (id: string, by?: string) => on.get(`${path}/${id}`, by);
const exportOf = (id: string, by = token) => on.get(`${path}/${id}/export`, by);
const erase = (id: string, by = token) => on.send('POST', `${path}/${id}/erase`, { token: by });
const remove = (id: string) => on.send('DELETE', `${path}/${id}`, { token });
const actions = async (id: string): Promise<string[]> =>
  (await trailOf(tenant, id)).map(({ action }) => action as string).reverse();

const SECRETS = ['Rahsia', '100215-10-1236', '100215101236', 'Buddha', 'asma', '2010-02-15', 'Jalan Sunyi', 'Yayasan'];
const STUDENT = {
  first_name: 'Rahsia',
  last_name: 'Rahsia',
  ic_number: '100215-10-1236',
  date_of_birth: '2010-02-15',
  gender: 'Rahsia',
  email: 'Rahsia@example.com',
  phone_number: 'Rahsia',
  address: { street: 'Jalan Sunyi' },
  parent_guardian: { name: 'Rahsia', phone_number: '012' },
  emergency_contact: { name: 'Rahsia', phone_number: '012' },
  previous_school: 'Rahsia',
  previous_grade: 'Rahsia',
  current_grade: 'Form 4',
  subjects: ['Rahsia'],
  special_needs: ['Rahsia'],
  medical_conditions: ['asma'],
  allergies: ['Rahsia'],
  blood_type: 'Rahsia',
  religion: 'Buddha',
  nationality: 'Rahsia',
  scholarship_info: { has_scholarship: true, scholarship_name: 'Yayasan' },
  pdpa_consent: true,
};
const expectNoSecretIn = (text: string): void => {
  for (const secret of SECRETS) expect([secret, text.includes(secret)]).toEqual([secret, false]);
};

describe('reading a student', () => {
  it('is written to the audit trail with its actor, each time', async () => {
    const { id } = await newStudent(tenant, STUDENT);
    await get(id, people.VIEWER.token);
    await get(id, people.STAFF.token);
    const [second, first] = await trailOf(tenant, id);
    expect(first).toMatchObject({ action: 'read', record_type: 'student', actor_id: people.VIEWER.id, changes: {} });
    expect(second).toMatchObject({ action: 'read', actor_id: people.STAFF.id });
    expect(await actions(id)).toEqual(['create', 'read', 'read']);
  });

  it('is written down where the answer is "not modified" too', async () => {
    const { id } = await newStudent(tenant, STUDENT);
    const tag = (await get(id, token)).headers.get('etag') ?? '';
    const again = await on.send('GET', `${path}/${id}`, { token, headers: { 'if-none-match': tag } });
    expect(again.status).toBe(304);
    expect(await actions(id)).toEqual(['create', 'read', 'read']);
  });

  it('is not written down where the student was not shown: refused, unknown, deleted', async () => {
    const { id } = await newStudent(tenant);
    const other = await newTenant();
    expectRefusal(on, await get(id, other.admin.token), 404);
    expectRefusal(on, await get(id), 401);
    expect((await remove(id)).status).toBe(200);
    expectRefusal(on, await get(id, token), 404);
    expect(await actions(id)).toEqual(['create', 'delete']);
  });

  it('A-205: leaves no value of a personal field on the trail, after any operation; the trail names the fields', async () => {
    const { id } = await newStudent(tenant, STUDENT);
    const changes = {
      ic_number: '100215101236',
      religion: 'Rahsia lagi',
      allergies: ['asma'],
      nationality: 'Rahsiaan',
    };
    must(await on.put(`${path}/${id}`, { ...changes, current_grade: 'Form 5' }, token), 200);
    const [updated, created] = await trailOf(tenant, id);
    expectNoSecretIn(JSON.stringify([updated, created]));
    const withheld = { withheld: true };
    expect(updated.changes).toEqual({
      ic_number: withheld,
      religion: withheld,
      allergies: withheld,
      nationality: withheld,
      current_grade: { before: 'Form 4', after: 'Form 5' },
    });
    for (const name of Object.keys(STUDENT).filter((field) => !['current_grade', 'pdpa_consent'].includes(field)))
      expect([name, created.changes[name]]).toEqual([name, withheld]);
    must(await erase(id), 200);
    expectNoSecretIn((await on.get(`/audit?record_id=${id}&page_size=100`, token)).text);
  });
});

describe('GET /api/v1/education/students/{student_id}/export/', () => {
  it('answers everything that is held on the student, in clear, and the trail about it', async () => {
    const student = await newStudent(tenant, STUDENT);
    await newStudent(tenant, STUDENT);
    const held = must(await exportOf(student.id), 200);
    expectKeys(held, educationShapes.studentExport);
    expect(held.exported_at).toMatch(INSTANT);
    expectKeys(held.student, educationShapes.student);
    expect(held.student).toEqual(student);
    expect(held.audit_entries.map(({ action, record_type }: Json) => `${action} ${record_type}`)).toContain(
      'create student',
    );
    expect(new Set(held.audit_entries.map(({ record_id }: Json) => record_id))).toEqual(new Set([student.id]));
    expect((await actions(student.id)).at(-1)).toBe('export');
  });

  it('A-51: is not found for another tenant’s student, and for a deleted one', async () => {
    const theirs = await newStudent(await newTenant());
    const gone = await newStudent(tenant);
    await remove(gone.id);
    for (const id of [theirs.id, gone.id, UNKNOWN_ID, 'abc']) expectRefusal(on, await exportOf(id), 404);
  });

  it('is for administrators: no other role carries all of it away', async () => {
    const { id } = await newStudent(tenant);
    for (const role of ['MANAGER', 'STAFF', 'VIEWER'] as const) {
      expectRefusal(on, await exportOf(id, people[role].token), 403);
      expectRefusal(on, await erase(id, people[role].token), 403);
    }
    expect(must(await get(id, token), 200).id).toBe(id);
  });
});

describe('POST /api/v1/education/students/{student_id}/erase/', () => {
  it('leaves nothing by which the student could be found or known', async () => {
    const own = await newTenant();
    const by = own.admin.token;
    const { id } = await newStudent(own, STUDENT);
    const erased = must(await erase(id, by), 200);
    expectKeys(erased, educationShapes.studentErasure);
    expect(erased).toEqual({
      id,
      erased: true,
      erased_at: expect.stringMatching(INSTANT),
      enrollments: 0,
      attendance: 0,
      grades: 0,
      payments_kept: 0,
      files: 0,
      invoices_kept: 0,
    });
    expectRefusal(on, await get(id, by), 404);
    expectRefusal(on, await exportOf(id, by), 404);
    expectRefusal(on, await on.put(`${path}/${id}`, { first_name: 'X' }, by), 404);
    for (const query of ['', 'search=rahsia', 'search=100215', 'religion=buddha', 'has_scholarship=true'])
      expect([query, (await on.get(`${path}?${query}`, by)).body.pagination.total]).toEqual([query, 0]);
    expect((await trailOf(own, id))[0]).toMatchObject({ action: 'erase', record_type: 'student' });
  });

  it('erases a student who was deleted before: the data were still there', async () => {
    const { id } = await newStudent(tenant, STUDENT);
    await remove(id);
    expect(must(await erase(id), 200)).toMatchObject({ id, erased: true });
    expectRefusal(on, await erase(id), 404);
  });

  it('forgets answers that were kept for repeated requests and name the student, and no others', async () => {
    const keyed = (key: string, body: unknown): Promise<Answer> =>
      on.send('POST', path, { token, body, headers: { 'idempotency-key': key } });
    const one = must(await keyed('one', STUDENT), 201);
    const other = must(await keyed('other', { ...STUDENT, first_name: 'Lain' }), 201);
    expect(must(await keyed('one', STUDENT), 201).id).toBe(one.id);
    must(await erase(one.id), 200);
    const again = await keyed('one', STUDENT);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, null]);
    expect(again.body.data.id).not.toBe(one.id);
    expect(must(await keyed('other', { ...STUDENT, first_name: 'Lain' }), 201).id).toBe(other.id);
  });

  it('is done once, even if others ask at the same time', async () => {
    const { id } = await newStudent(tenant, STUDENT);
    const answers = await Promise.all(Array.from({ length: 6 }, () => erase(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404]);
    expect((await actions(id)).filter((action) => action === 'erase')).toHaveLength(1);
  });

  it('A-51: erases no other tenant’s student, and leaves every other one', async () => {
    const other = await newTenant();
    const theirs = await newStudent(other, STUDENT);
    const [one, neighbour] = [await newStudent(tenant, STUDENT), await newStudent(tenant, STUDENT)];
    for (const id of [theirs.id, UNKNOWN_ID, 'abc']) expectRefusal(on, await erase(id), 404);
    must(await erase(one.id), 200);
    expect(must(await get(theirs.id, other.admin.token), 200)).toEqual(theirs);
    expect(must(await get(neighbour.id, token), 200)).toEqual(neighbour);
  });
});
