import { readFileSync } from 'node:fs';
import type { Answer, Json } from '../../support/client.js';
import { newBeautyProduct, newClient, newStaffMember } from '../../support/beauty.js';
import { expectConflict, expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { newEnrollment, newStudent } from '../../support/education.js';
import { newFile, uploadForm, uploadRaw } from '../../support/files.js';
import { newMedicalRecord, newPatient } from '../../support/healthcare.js';
import { newDriver, newShipment, newVehicle } from '../../support/logistics.js';
import { newTenant, newUser, unique, type Person, type TestTenant } from '../../support/people.js';
import { newCustomer, newProduct, sell } from '../../support/retail.js';

/** Files of records: their readers and changers, DICOM. */

const { files: table } = JSON.parse(readFileSync('test/specification/data-tables.json', 'utf8'));
const resources = table.records as string[];

let tenant: TestTenant;
let admin: Person;
let staff: Person;
let viewer: Person;
/** A record of each collection. */
let records: Record<string, string>;
beforeAll(async () => {
  tenant = await newTenant();
  admin = tenant.admin;
  [staff, viewer] = await Promise.all([newUser(tenant, 'staff'), newUser(tenant, 'user')]);
  const product = await newProduct(tenant, { current_stock: 10 });
  const patient = await newPatient(tenant);
  const made: Record<string, Promise<Json>> = {
    tenants: Promise.resolve(tenant),
    'retail.products': Promise.resolve(product),
    'retail.customers': newCustomer(tenant),
    'retail.sales': sell(tenant, [{ product_id: product.id, quantity: 1 }]),
    'healthcare.patients': Promise.resolve(patient),
    'healthcare.medical-records': newMedicalRecord(tenant, { patient_id: patient.id }),
    'education.students': newStudent(tenant),
    'education.enrollment': newEnrollment(tenant),
    'beauty.products': newBeautyProduct(tenant),
    'beauty.clients': newClient(tenant),
    'beauty.staff': newStaffMember(tenant),
    'logistics.drivers': newDriver(tenant),
    'logistics.vehicles': newVehicle(tenant),
    'logistics.shipments': newShipment(tenant),
  };
  const all = await Promise.all(Object.entries(made).map(async ([name, record]) => [name, (await record).id]));
  records = Object.fromEntries(all);
});

const fieldsOf = (resource: string, record_id = records[resource] as string) => ({ resource, record_id });
const upload = (person: Pick<Person, 'token'>, resource: string, record_id?: string): Promise<Answer> =>
  uploadRaw(person, 'of a record', { fields: fieldsOf(resource, record_id) });
const uploaded = async (person: Pick<Person, 'token'>, resource: string, record_id?: string): Promise<Json> => {
  const answer = await upload(person, resource, record_id);
  if (answer.status !== 201) throw new Error(`${resource}: ${answer.status} ${answer.text}`);
  return on.data(answer);
};
const get = ({ token }: Pick<Person, 'token'>, id: string) => on.get(`/files/${id}`, token);
const content = ({ token }: Pick<Person, 'token'>, id: string) => on.get(`/files/${id}/content`, token);
const put = (id: string, body: Json, { token }: Pick<Person, 'token'> = admin) => on.put(`/files/${id}`, body, token);
const remove = (id: string, { token }: Pick<Person, 'token'>) => on.send('DELETE', `/files/${id}`, { token });
const listed = async ({ token }: Pick<Person, 'token'>, query: Record<string, string>): Promise<string[]> => {
  const answer = await on.get(`/files?${new URLSearchParams({ page_size: '100', ...query }).toString()}`, token);
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return on.rows(answer, 'files').map(({ id }) => id as string);
};

describe('A-489: a file of a record', () => {
  it('can be of each collection of the table, and of no other', async () => {
    const document = on.data(await get(admin, (await newFile(tenant)).id));
    expect([document.resource, document.record_id]).toEqual([null, null]);
    expect(Object.keys(records).sort()).toEqual([...resources].sort());
    for (const resource of resources) {
      const file = await uploaded(admin, resource);
      expect(file).toMatchObject(fieldsOf(resource));
      expect(await listed(admin, fieldsOf(resource))).toEqual([file.id]);
    }
    for (const resource of ['retail.reports', 'users', 'retail/products'])
      expectInvalid(on, await upload(admin, resource, UNKNOWN_ID), 'resource');
  });

  it('is read by callers who read the record: role user reads none of those that the table closes', async () => {
    for (const resource of resources) {
      const { id } = await uploaded(admin, resource);
      const isClosed = (table.closed_to_role_user as string[]).includes(resource);
      for (const answer of [await get(viewer, id), await content(viewer, id)])
        expect([resource, answer.status]).toEqual([resource, isClosed ? 403 : 200]);
      expect([resource, (await get(staff, id)).status]).toEqual([resource, 200]);
      const list = on.get(`/files?resource=${resource}&record_id=${records[resource]}`, viewer.token);
      expect([resource, (await list).status]).toEqual([resource, isClosed ? 403 : 200]);
      expect((await listed(viewer, {})).includes(id)).toBe(!isClosed);
    }
  });

  it('is changed and added by callers who change the record', async () => {
    for (const resource of resources) {
      const isOpen = resource !== 'tenants';
      const { id } = await uploaded(admin, resource);
      expectRefusal(on, await put(id, { name: 'x' }, viewer), 403);
      expect([resource, (await put(id, { name: 'x' }, staff)).status]).toEqual([resource, isOpen ? 200 : 403]);
      expect([resource, (await upload(staff, resource)).status]).toEqual([resource, isOpen ? 201 : 403]);
      expectRefusal(on, await remove(id, viewer), 403);
      expect([resource, (await remove(id, staff)).status]).toEqual([resource, isOpen ? 200 : 403]);
      expect((await get(admin, id)).status).toBe(isOpen ? 404 : 200);
    }
  });

  it('names its record by both fields, in forms also behind the bytes', async () => {
    const resource = 'retail.products';
    expectInvalid(on, await uploadRaw(admin, 'x', { fields: { resource } }), 'record_id');
    expectInvalid(on, await uploadRaw(admin, 'x', { fields: { record_id: UNKNOWN_ID } }), 'resource');
    for (const record_id of [UNKNOWN_ID, 'x', records['retail.customers'] as string])
      expectInvalid(on, await upload(admin, resource, record_id), 'record_id');
    const { id: foreign } = await newProduct(await newTenant());
    expectInvalid(on, await upload(admin, resource, foreign), 'record_id');
    const form = await uploadForm(admin, 'x', { fields: fieldsOf(resource) });
    expect(on.data(form)).toMatchObject(fieldsOf(resource));
    const { used_bytes, files } = on.data(await on.get('/files/usage', admin.token));
    await upload(admin, resource, UNKNOWN_ID);
    expect(on.data(await on.get('/files/usage', admin.token))).toMatchObject({ used_bytes, files });
  });

  it('stays with its record once it has one', async () => {
    const { id } = await newFile(tenant);
    const product = fieldsOf('retail.products');
    expectInvalid(on, await put(id, { resource: 'retail.products' }), 'record_id');
    expectInvalid(on, await put(id, { record_id: UNKNOWN_ID }), 'resource');
    expectInvalid(on, await put(id, { ...product, record_id: UNKNOWN_ID }), 'record_id');
    expect(on.data(await put(id, { resource: null, record_id: null }))).toMatchObject({ resource: null });
    expect(on.data(await put(id, product))).toMatchObject(product);
    // An answer is sent back as it is.
    const { name, resource, record_id } = on.data(await get(admin, id));
    expect(on.data(await put(id, { name, resource, record_id }))).toMatchObject(product);
    for (const other of [
      fieldsOf('retail.customers'),
      { ...product, record_id: (await newProduct(tenant)).id },
      { resource: null, record_id: null },
    ])
      expectConflict(on, await put(id, other), 'resource');
    expect(on.data(await get(admin, id))).toMatchObject(product);
  });

  it('goes to one of two records that want it at once', async () => {
    const { id } = await newFile(tenant);
    const wanted = ['retail.products', 'retail.customers', 'beauty.clients'].map((resource) => fieldsOf(resource));
    const answers = await Promise.all(wanted.map((record) => put(id, record)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const [won] = wanted.filter((_, i) => answers[i]?.status === 200);
    expect(on.data(await get(admin, id))).toMatchObject(won as Json);
  });

  it('is not given to a record that the caller may not change', async () => {
    const { id } = on.data(await uploadRaw(staff, 'mine'));
    expectRefusal(on, await put(id, fieldsOf('tenants'), staff), 403);
    expect((await put(id, fieldsOf('retail.sales'), staff)).status).toBe(200);
  });

  it('is there no more where its record is deleted, nor does a list show it', async () => {
    for (const [resource, path, record] of [
      ['retail.products', '/retail/products', await newProduct(tenant)],
      ['healthcare.patients', '/healthcare/patients', await newPatient(tenant)],
      ['logistics.drivers', '/logistics/drivers', await newDriver(tenant)],
    ] as const) {
      const { id } = await uploaded(admin, resource, record.id);
      const link = new URL(on.data(await on.post(`/files/${id}/link`, {}, admin.token)).url);
      expect((await fetch(link)).status).toBe(200);
      await on.send('DELETE', `${path}/${record.id}`, { token: admin.token });
      for (const answer of [
        await get(admin, id),
        await content(admin, id),
        await put(id, { name: 'x' }),
        await remove(id, admin),
      ])
        expectRefusal(on, answer, 404);
      expect((await listed(admin, {})).includes(id)).toBe(false);
      expect(await listed(admin, fieldsOf(resource, record.id))).toEqual([]);
      expect((await fetch(link)).status).toBe(404);
    }
  });

  it('is closed with its module, and so is its link', async () => {
    const own = await newTenant();
    const { id: record_id } = await newProduct(own);
    const { id } = await uploaded(own.admin, 'retail.products', record_id);
    const link = new URL(on.data(await on.post(`/files/${id}/link`, {}, own.admin.token)).url);
    await on.post('/modules/retail/disable', {}, own.admin.token);
    expectRefusal(on, await get(own.admin, id), 403, 'MODULE_DISABLED');
    expectRefusal(on, await upload(own.admin, 'retail.products', record_id), 403, 'MODULE_DISABLED');
    const list = await on.get('/files?resource=retail.products', own.admin.token);
    expectRefusal(on, list, 403, 'MODULE_DISABLED');
    expect(await listed(own.admin, {})).toEqual([]);
    expect((await fetch(link)).status).toBe(404);
  });

  it('has a link that ends with the right to read its record', async () => {
    const own = await newTenant();
    const maker = await newUser(own, 'staff');
    const patient = await newPatient(own);
    const { id } = await uploaded(maker, 'healthcare.patients', patient.id);
    const link = new URL(on.data(await on.post(`/files/${id}/link`, {}, maker.token)).url);
    const opened = await fetch(link);
    expect([opened.status, opened.headers.get('cache-control')]).toEqual([200, 'no-store']);
    await on.put(`/users/${maker.id}`, { role: 'user' }, own.admin.token);
    expect((await fetch(link)).status).toBe(404);
  });

  it('A-416: asks API keys for the scope of its module too', async () => {
    const { id } = await uploaded(admin, 'retail.products');
    const keyOf = async (scopes: string[]) =>
      on.data(await on.post('/api-keys', { name: unique('key'), role: 'staff', scopes }, admin.token)).key as string;
    const [files, both] = await Promise.all([
      keyOf(['files:read', 'files:write']),
      keyOf(['files:read', 'files:write', 'retail:read']),
    ]);
    expectRefusal(on, await get({ token: files }, id), 403, 'SCOPE_MISSING');
    expect((await get({ token: both }, id)).status).toBe(200);
    expectRefusal(on, await upload({ token: both }, 'retail.products'), 403, 'SCOPE_MISSING');
    expectRefusal(on, await put(id, { name: 'x' }, { token: both }), 403, 'SCOPE_MISSING');
    expect((await listed({ token: files }, {})).includes(id)).toBe(false);
  });
});

describe('A-373: files of patients and drivers', () => {
  it('are on the trail with each reading, and the patient is told the readers', async () => {
    const patient = await newPatient(tenant);
    const { id } = await uploaded(admin, 'healthcare.patients', patient.id);
    await content(staff, id);
    await get(staff, id);
    await listed(staff, fieldsOf('healthcare.patients', patient.id));
    const link = new URL(on.data(await on.post(`/files/${id}/link`, {}, staff.token)).url);
    await fetch(link);
    const entries = on.rows(await on.get(`/audit?record_id=${id}&action=read`, admin.token), 'audit');
    // Content, facts, the making of the link, and its opening.
    expect(entries.map(({ actor_id }) => actor_id)).toEqual(Array(4).fill(staff.id));
    const accesses = on.rows(await on.get(`/healthcare/patients/${patient.id}/accesses`, admin.token), 'accesses');
    expect(accesses.map(({ actor_id, record_type }) => [actor_id, record_type])).toEqual(
      Array(5).fill([staff.id, 'patient']),
    );
    // Files of others are not: what shops keep of products is no health data.
    const product = await uploaded(admin, 'retail.products');
    await content(staff, product.id);
    expect(on.rows(await on.get(`/audit?record_id=${product.id}&action=read`, admin.token), 'audit')).toEqual([]);
  });

  it('users who are drivers read those of shipments assigned to them, and nothing else of logistics', async () => {
    const driver = await newDriver(tenant);
    const person = await newUser(tenant, 'staff', { driver_id: driver.id });
    const [own, other] = await Promise.all([newShipment(tenant), newShipment(tenant)]);
    await on.post(
      `/logistics/shipments/${own.id}/update-status`,
      { status: 'in_transit', driver_id: driver.id },
      admin.token,
    );
    const [mine, theirs, papers] = await Promise.all([
      uploaded(admin, 'logistics.shipments', own.id),
      uploaded(admin, 'logistics.shipments', other.id),
      uploaded(admin, 'logistics.drivers', driver.id),
    ]);
    expect((await get(person, mine.id)).status).toBe(200);
    expectRefusal(on, await get(person, theirs.id), 404);
    expectRefusal(on, await get(person, papers.id), 403);
    expectRefusal(on, await put(mine.id, { name: 'x' }, person), 403);
    expectRefusal(on, await upload(person, 'logistics.shipments', own.id), 403);
    expect(await listed(person, fieldsOf('logistics.shipments', own.id))).toEqual([mine.id]);
    expect(await listed(person, fieldsOf('logistics.shipments', other.id))).toEqual([]);
    const all = await listed(person, {});
    expect([mine, theirs, papers].filter(({ id }) => all.includes(id))).toEqual([]);
  });
});

it('A-482: DICOM is taken for records of healthcare alone', async () => {
  const image = Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), Buffer.alloc(64)]);
  const filename = 'scan.dcm';
  expectInvalid(on, await uploadForm(admin, image, { filename }), 'file');
  expectInvalid(on, await uploadForm(admin, image, { filename, fields: fieldsOf('retail.products') }), 'file');
  const file = on.data(await uploadForm(admin, image, { filename, fields: fieldsOf('healthcare.patients') }));
  expect(file).toMatchObject({ media_type: 'application/dicom', name: 'scan.dcm' });
});
