import type { Answer, Json } from '../../support/client.js';
import { expectConflict, expectInvalid } from '../../support/core-shapes.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { newClass, newStudent } from '../../support/education.js';
import { newFile, uploadRaw } from '../../support/files.js';
import { newPatient } from '../../support/healthcare.js';
import { newTenant, newUser, type TestTenant } from '../../support/people.js';

/** Files that attachments of medical records and documents of enrollments name. */

let tenant: TestTenant;
let token: string;
let school_class: Json;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  school_class = await newClass(tenant);
});

/** A stated field that names files, of records of a person. */
interface Citing {
  name: string;
  path: string;
  /** The collection of the person. */
  persons: string;
  resource: string;
  newPerson: () => Promise<Json>;
  body: (person: Json, ids: readonly string[]) => Json;
  idsOf: (record: Json) => string[];
  field: (n: number) => string;
}

const citings: Citing[] = [
  {
    name: 'attachments of medical records',
    path: '/healthcare/medical-records',
    persons: 'healthcare.patients',
    resource: 'healthcare.medical-records',
    newPerson: () => newPatient(tenant),
    body: ({ id: patient_id }, attachments) => ({ patient_id, attachments }),
    idsOf: ({ attachments }) => attachments as string[],
    field: (n) => `attachments.${n}`,
  },
  {
    name: 'documents of enrollments',
    path: '/education/enrollment',
    persons: 'education.students',
    resource: 'education.enrollment',
    newPerson: () => newStudent(tenant),
    body: ({ id: student_id }, ids) => ({
      student_id,
      class_id: school_class.id,
      documents: ids.map((file_id) => ({ type: 'certificate', file_id })),
    }),
    idsOf: ({ documents }) => (documents as Json[]).map(({ file_id }) => file_id as string),
    field: (n) => `documents.${n}.file_id`,
  },
];

describe.each(citings)('A-490: $name', ({ path, persons, resource, newPerson, body, idsOf, field }) => {
  const create = (person: Json, ids: readonly string[], by = token): Promise<Answer> =>
    on.post(path, body(person, ids), by);
  const created = async (person: Json, ids: readonly string[]): Promise<Json> => {
    const answer = await create(person, ids);
    if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
    return on.data(answer);
  };
  const put = (id: string, person: Json, ids: readonly string[]) => on.put(`${path}/${id}`, body(person, ids), token);
  const fileOf = async (id: string): Promise<Json> => on.data(await on.get(`/files/${id}`, token));
  const remove = (id: string) => on.send('DELETE', `/files/${id}`, { token });

  it('keep any text, and attach files: these are not deleted before they are taken off', async () => {
    const [person, file] = [await newPerson(), await newFile(tenant)];
    const ids = ['xray-1', file.id.toUpperCase(), UNKNOWN_ID];
    const record = await created(person, ids);
    expect(idsOf(record)).toEqual(ids);
    expect(await fileOf(file.id)).toMatchObject({ resource, record_id: record.id });
    expectConflict(on, await remove(file.id), 'file_id');
    const changed = on.data(await put(record.id, person, ['xray-1']));
    expect(idsOf(changed)).toEqual(['xray-1']);
    expect((await remove(file.id)).status).toBe(200);
  });

  it('name files of the person and of its other records, which are kept as long', async () => {
    const person = await newPerson();
    const own = on.data(await uploadRaw(tenant.admin, 'x', { fields: { resource: persons, record_id: person.id } }));
    const record = await created(person, [own.id]);
    expect(await fileOf(own.id)).toMatchObject({ resource: persons, record_id: person.id });
    expectConflict(on, await remove(own.id), 'file_id');
    expect((await put(record.id, person, [])).status).toBe(200);
    const more = await newFile(tenant);
    expect((await put(record.id, person, [own.id, more.id])).status).toBe(200);
    expect(await fileOf(more.id)).toMatchObject({ resource, record_id: record.id });
  });

  it('refuse a file of another person, and one that another user uploaded, by its place', async () => {
    const [person, other] = await Promise.all([newPerson(), newPerson()]);
    const file = await newFile(tenant);
    const record = await created(other, [file.id]);
    const fields = { resource: persons, record_id: other.id };
    const papers = on.data(await uploadRaw(tenant.admin, 'x', { fields }));
    const product = on.data(
      await uploadRaw(tenant.admin, 'x', { fields: { resource: 'tenants', record_id: tenant.id } }),
    );
    for (const { id } of [file, papers, product]) expectInvalid(on, await create(person, ['xray-1', id]), field(1));
    const staff = await newUser(tenant, 'staff');
    const unseen = await newFile(tenant);
    expectInvalid(on, await create(person, [unseen.id], staff.token), field(0));
    expect(await fileOf(unseen.id)).toMatchObject({ resource: null });
    // Sent back, what is stored is refused by no rule.
    expect((await put(record.id, other, [file.id])).status).toBe(200);
  });

  it('attach a file to one of two records that name it at once', async () => {
    const file = await newFile(tenant);
    const people = await Promise.all([newPerson(), newPerson()]);
    const answers = await Promise.all(people.map((person) => create(person, [file.id])));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
  });

  it('and a deletion at once leave no record that names a deleted file', async () => {
    for (let i = 0; i < 5; i += 1) {
      const [person, file] = [await newPerson(), await newFile(tenant)];
      const record = await created(person, []);
      const [named, gone] = await Promise.all([put(record.id, person, [file.id]), remove(file.id)]);
      expect(named.status).toBe(200);
      const isThere = (await on.get(`/files/${file.id}`, token)).status === 200;
      expect(isThere).toBe(gone.status === 409);
    }
  });
});

it('A-372: files of a patient who is merged go to the other one', async () => {
  const [source, target] = await Promise.all([newPatient(tenant), newPatient(tenant)]);
  const fields = { resource: 'healthcare.patients', record_id: source.id };
  const { id } = on.data(await uploadRaw(tenant.admin, 'x', { fields }));
  expect((await on.post(`/healthcare/patients/${source.id}/merge`, { into: target.id }, token)).status).toBe(200);
  expect(on.data(await on.get(`/files/${id}`, token))).toMatchObject({ record_id: target.id });
});
