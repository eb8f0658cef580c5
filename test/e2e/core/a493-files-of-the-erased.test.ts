import { randomUUID } from 'node:crypto';
import { newClient, newStaffMember } from '../../support/beauty.js';
import type { Json } from '../../support/client.js';
import { expectConflict, expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { newClass, newStudent } from '../../support/education.js';
import { newFile, uploadRaw } from '../../support/files.js';
import { must, newPatient } from '../../support/healthcare.js';
import { newDriver, newShipment } from '../../support/logistics.js';
import { newTenant, newUser, type TestTenant } from '../../support/people.js';
import { newCustomer, newProduct, sell } from '../../support/retail.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';

/** Files of persons: listed by an export, thrown away by an erasure. */

let tenant: TestTenant;
let token: string;
beforeEach(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const NAME = 'rahsia.txt';
const upload = (resource: string, record_id: string, headers = {}) =>
  uploadRaw(tenant.admin, 'Hello', { fields: { resource, record_id, name: NAME }, headers });
const fileOf = async (resource: string, record_id: string): Promise<Json> =>
  must(await upload(resource, record_id), 201);
const usage = async (): Promise<Json> => must(await on.get('/files/usage', token), 200);
const erase = async (path: string, id: string): Promise<Json> =>
  must(await on.send('POST', `${path}/${id}/erase`, { token, body: { reason: 'Request' } }), 200);
const exported = async (path: string, id: string): Promise<Json[]> =>
  must(await on.get(`${path}/${id}/export`, token), 200).files;
const owner = (text: string, values: unknown[]) => sql<Json>(workerState().ownerUrl as string, text, values);

const NINE_YEARS_MS = 9 * 366 * 86_400_000;
const makeOld = (sale_id: string) =>
  owner('update retail.sales set created_at = $2 where id = $1', [sale_id, new Date(Date.now() - NINE_YEARS_MS)]);

async function expectGone(...ids: string[]): Promise<void> {
  for (const id of ids) {
    expectRefusal(on, await on.get(`/files/${id}`, token), 404);
    expectRefusal(on, await on.get(`/files/${id}/content`, token), 404);
  }
  const rows = await owner(
    `select r.name, r.key, r.counted_bytes::integer as counted, (select count(*)::integer from core.file_chunks c where c.tenant_id = r.tenant_id and c.file_id = r.id) as chunks
       from core.files r where r.id = any($1)`,
    [ids],
  );
  expect(rows).toEqual(ids.map(() => ({ name: null, key: null, counted: 0, chunks: 0 })));
}
const expectThere = async (id: string): Promise<void> =>
  expect((await on.get(`/files/${id}/content`, token)).status).toBe(200);

interface Kind {
  path: string;
  resource: string;
  make: () => Promise<Json>;
}
const kinds: Kind[] = [
  { path: '/healthcare/patients', resource: 'healthcare.patients', make: () => newPatient(tenant) },
  { path: '/education/students', resource: 'education.students', make: () => newStudent(tenant) },
  { path: '/beauty/clients', resource: 'beauty.clients', make: () => newClient(tenant) },
  { path: '/beauty/staff', resource: 'beauty.staff', make: () => newStaffMember(tenant) },
  { path: '/logistics/drivers', resource: 'logistics.drivers', make: () => newDriver(tenant) },
  { path: '/retail/customers', resource: 'retail.customers', make: () => newCustomer(tenant) },
];

describe.each(kinds)('A-493: files of $resource', ({ path, resource, make }) => {
  it('are listed by an export, and thrown away and counted by an erasure; those of others stay', async () => {
    const [{ id }, neighbour] = [await make(), await make()];
    const first = await fileOf(resource, id);
    const second = await fileOf(resource, id);
    const other = await fileOf(resource, neighbour.id);
    expect(await exported(path, id)).toEqual([second, first]);
    const { used_bytes, files } = await usage();
    expect(files).toBe(3);
    expect((await erase(path, id)).files).toBe(2);
    await expectGone(first.id, second.id);
    await expectThere(other.id);
    expect(await usage()).toMatchObject({ used_bytes: used_bytes - first.bytes - second.bytes, files: 1 });
    expect((await erase(path, neighbour.id)).files).toBe(1);
    expect(await usage()).toMatchObject({ used_bytes: 0, files: 0 });
  });
});

describe('A-493: files of the records about a person', () => {
  it('go with medical records, also where these name them', async () => {
    const patient = await newPatient(tenant);
    const scan = await newFile(tenant);
    const record = must(
      await on.post('/healthcare/medical-records', { patient_id: patient.id, attachments: [scan.id] }, token),
      201,
    );
    const paper = await fileOf('healthcare.medical-records', record.id);
    const own = await fileOf('healthcare.patients', patient.id);
    expectConflict(on, await on.send('DELETE', `/files/${scan.id}`, { token }), 'file_id');
    const listed = await exported('/healthcare/patients', patient.id);
    expect(listed.map(({ id }) => id)).toEqual([own.id, paper.id, scan.id]);
    expect((await erase('/healthcare/patients', patient.id)).files).toBe(3);
    await expectGone(scan.id, paper.id, own.id);
  });

  it('go with enrollments', async () => {
    const [student, school_class] = [await newStudent(tenant), await newClass(tenant)];
    const certificate = await newFile(tenant);
    const documents = [{ type: 'certificate', file_id: certificate.id }];
    const body = { student_id: student.id, class_id: school_class.id, documents };
    must(await on.post('/education/enrollment', body, token), 201);
    expect(await exported('/education/students', student.id)).toHaveLength(1);
    expect((await erase('/education/students', student.id)).files).toBe(1);
    await expectGone(certificate.id);
  });

  it('stay with sales that the law asks for whole, and go with older ones', async () => {
    const [customer, { id: product_id }] = [await newCustomer(tenant), await newProduct(tenant, { current_stock: 9 })];
    const [kept, old] = [
      await sell(tenant, [{ product_id, quantity: 1 }], { customer_id: customer.id }),
      await sell(tenant, [{ product_id, quantity: 1 }], { customer_id: customer.id }),
    ];
    const [order, former] = [await fileOf('retail.sales', kept.id), await fileOf('retail.sales', old.id)];
    await makeOld(old.id);
    expect((await exported('/retail/customers', customer.id)).map(({ id }) => id)).toEqual([former.id, order.id]);
    expect(await erase('/retail/customers', customer.id)).toMatchObject({ files: 1, sales_kept: 1 });
    await expectGone(former.id);
    await expectThere(order.id);
    await makeOld(kept.id);
    // Each erasure looks after what the law no longer asks for of earlier ones.
    const another = await newCustomer(tenant);
    expect((await erase('/retail/customers', another.id)).files).toBe(0);
    await expectGone(order.id);
  });

  it('of shipments are of sender and receiver: they stay when the driver is erased, and are not in the export', async () => {
    const [driver, { id }] = [await newDriver(tenant), await newShipment(tenant)];
    const report = { status: 'in_transit', driver_id: driver.id };
    must(await on.post(`/logistics/shipments/${id}/update-status`, report, token), 200);
    const order = await fileOf('logistics.shipments', id);
    const licence = await fileOf('logistics.drivers', driver.id);
    expect(await exported('/logistics/drivers', driver.id)).toEqual([licence]);
    expect((await erase('/logistics/drivers', driver.id)).files).toBe(1);
    await expectGone(licence.id);
    await expectThere(order.id);
  });

  it('go with a deleted person as well', async () => {
    const { id } = await newCustomer(tenant);
    const paper = await fileOf('retail.customers', id);
    expect((await on.send('DELETE', `/retail/customers/${id}`, { token })).status).toBe(200);
    expect((await erase('/retail/customers', id)).files).toBe(1);
    await expectGone(paper.id);
  });

  it('are more than a hundred: all of them go', async () => {
    const { id } = await newCustomer(tenant);
    const files: Json[] = [];
    for (let n = 0; n < 101; n += 1) files.push(await fileOf('retail.customers', id));
    expect((await erase('/retail/customers', id)).files).toBe(101);
    await expectGone(...files.slice(0, 2).map((file) => file.id as string), files[100]?.id as string);
    expect(await usage()).toMatchObject({ used_bytes: 0, files: 0 });
  });
});

describe('A-493: an erasure', () => {
  it('forgets answers to uploads, which tell the names of files', async () => {
    const { id } = await newCustomer(tenant);
    const headers = { 'idempotency-key': randomUUID() };
    const paper = must(await upload('retail.customers', id, headers), 201);
    expect(must(await upload('retail.customers', id, headers), 201)).toEqual(paper);
    await erase('/retail/customers', id);
    expectInvalid(on, await upload('retail.customers', id, headers), 'record_id');
  });

  it('leaves no file that is uploaded at the same time', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { id } = await newCustomer(tenant);
      const [erased, ...uploads] = await Promise.all([
        on.send('POST', `/retail/customers/${id}/erase`, { token }),
        ...[1, 2, 3, 4].map(() => upload('retail.customers', id)),
      ]);
      const stored = uploads.filter(({ status }) => status === 201);
      for (const answer of uploads) if (answer.status !== 201) expectInvalid(on, answer, 'record_id');
      expect(must(erased, 200).files).toBe(stored.length);
      await expectGone(...stored.map((answer) => on.data(answer).id as string));
    }
    expect(await usage()).toMatchObject({ used_bytes: 0, files: 0 });
  });

  it('of a user throws away what the user uploaded and no record has; the files of records stay', async () => {
    const user = await newUser(tenant, 'staff');
    const { id } = await newCustomer(tenant);
    const own = must(await uploadRaw(user, 'Hello', { fields: { name: NAME } }), 201);
    const fields = { resource: 'retail.customers', record_id: id };
    const paper = must(await uploadRaw(user, 'Hello', { fields }), 201);
    const other = await newFile(tenant);
    expect(await exported('/users', user.id)).toEqual([own]);
    const answer = must(await on.send('POST', `/users/${user.id}/erase`, { token }), 200);
    expect(answer.files).toBe(1);
    await expectGone(own.id);
    await expectThere(paper.id);
    await expectThere(other.id);
    expect(must(await on.get(`/files/${paper.id}`, token), 200).uploaded_by).toBe(user.id);
  });

  it('stands on the audit trail with each file, without its name', async () => {
    const { id } = await newCustomer(tenant);
    const paper = await fileOf('retail.customers', id);
    await erase('/retail/customers', id);
    const trail = must(await on.get(`/audit?record_id=${paper.id}`, token), 200);
    const rows = JSON.stringify(trail);
    expect(rows).toContain('"delete"');
    expect(rows).not.toContain('rahsia');
  });
});
