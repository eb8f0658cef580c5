import type { Answer, Json } from '../../support/client.js';
import { newBeautyProduct, newClient, newService, newStaffMember } from '../../support/beauty.js';
import { expectConflict, expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { UNKNOWN_ID, contractSurface, everyRole, referenceSurface as on } from '../../support/core-surfaces.js';
import { educationRecord, newClass, newEnrollment, newStudent } from '../../support/education.js';
import { newPatient } from '../../support/healthcare.js';
import { newDriver, newVehicle } from '../../support/logistics.js';
import { newTenant, newUser, unique, type TestTenant } from '../../support/people.js';
import { ledgerOf, newCustomer, newProduct, sell, stockOf } from '../../support/retail.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';
import { watchEvents } from '../../support/valid-events.js';

/** Deleted records are listed and restored. */

const DAY_MS = 86_400_000;

let tenant: TestTenant;
let token: string;
beforeEach(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const must = (answer: Answer): Json => {
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body.data;
};
const remove = async (path: string) => must(await on.send('DELETE', path, { token }));
const restore = (path: string, by = token) => on.send('POST', `${path}/restore`, { token: by });
const binOf = async (query = '', by = token): Promise<Json[]> => must(await on.get(`/bin${query}`, by));
const owner = (statement: string, values: unknown[]) => sql(workerState().ownerUrl as string, statement, values);
/** Moves a deletion into the past. */
const deletedDaysAgo = (table: string, id: string, days: number) =>
  owner(`update ${table} set deleted_at = $2 where id = $1`, [id, new Date(Date.now() - days * DAY_MS)]);
const settings = (body: Json) => on.put(`/tenants/${tenant.id}`, { settings: body }, token);

/** Every resource of the bin, and what people know its records by. */
const resources: [resource: string, path: string, label: string, make: (of: TestTenant) => Promise<Json>][] = [
  ['retail.products', '/retail/products', 'Kopi O', (of) => newProduct(of, { name: 'Kopi O' })],
  ['retail.customers', '/retail/customers', 'Siti Nur', newCustomer],
  [
    'healthcare.patients',
    '/healthcare/patients',
    'Siti Nur',
    (of) => newPatient(of, { first_name: 'Siti', last_name: 'Nur' }),
  ],
  [
    'education.students',
    '/education/students',
    'Siti Nur',
    (of) => newStudent(of, { first_name: 'Siti', last_name: 'Nur' }),
  ],
  ['education.classes', '/education/classes', '4 Amanah', (of) => newClass(of, { name: '4 Amanah' })],
  [
    'education.fees',
    '/education/fees',
    'tuition',
    (of) => educationRecord(of, '/fees', { fee_type: 'tuition', amount: 180 }),
  ],
  ['beauty.clients', '/beauty/clients', 'Siti Nur', (of) => newClient(of, { first_name: 'Siti', last_name: 'Nur' })],
  ['beauty.staff', '/beauty/staff', 'Siti Nur', (of) => newStaffMember(of, { first_name: 'Siti', last_name: 'Nur' })],
  ['beauty.services', '/beauty/services', 'Facial', (of) => newService(of, { name: 'Facial' })],
  ['beauty.products', '/beauty/products', 'Serum', (of) => newBeautyProduct(of, { name: 'Serum' })],
  [
    'logistics.drivers',
    '/logistics/drivers',
    'Ali Rahman',
    (of) => newDriver(of, { first_name: 'Ali', last_name: 'Rahman' }),
  ],
  [
    'logistics.vehicles',
    '/logistics/vehicles',
    'WXY 1234',
    (of) => newVehicle(of, { registration_number: 'WXY 1234' }),
  ],
  ['users', '/users', 'Mei Ling', (of) => newUser(of, 'staff', { first_name: 'Mei', last_name: 'Ling' })],
];

/** What a restoration changes. */
const unchanged = ({ updated_at: _, is_active: __, ...record }: Json): Json => record;

describe.each(resources)('A-508: %s', (resource, path, label, make) => {
  it('are in the bin once they are deleted, and as they were once they are restored', async () => {
    const { id } = await make(tenant);
    const before = must(await on.get(`${path}/${id}`, token));
    const since = Date.now();
    const { deleted_at } = await remove(`${path}/${id}`);
    expect((await on.get(`${path}/${id}`, token)).status).toBe(404);
    const [entry, ...more] = await binOf(`?resource=${resource}`);
    expect(more).toEqual([]);
    expect(entry).toEqual({
      ...{ resource, id, label, deleted_by: tenant.admin.id },
      deleted_at: expect.any(String),
      restorable_until: new Date(Date.parse(entry.deleted_at) + 30 * DAY_MS).toISOString(),
    });
    expect(entry.deleted_at).toBe(deleted_at ?? entry.deleted_at);
    expect(Date.parse(entry.deleted_at)).toBeGreaterThanOrEqual(since - 1_000);
    expect(await binOf()).toEqual([entry]);

    const restored = must(await restore(`${path}/${id}`));
    expect(unchanged(restored)).toEqual(unchanged(before));
    expect(must(await on.get(`${path}/${id}`, token))).toEqual(restored);
    expect((must(await on.get(path, token)) as Json[]).map((row) => row.id)).toContain(id);
    expect(await binOf()).toEqual([]);
    expectRefusal(on, await restore(`${path}/${id}`), 404);
  });

  it('are restored by one of ten requests at once, announced and on the audit trail once', async () => {
    // Before anything is deleted: what a tenant awaits is known for a second.
    const events = await watchEvents(tenant.id);
    const { id } = await make(tenant);
    await remove(`${path}/${id}`);
    await events.since();
    const answers = await Promise.all(Array.from({ length: 10 }, () => restore(`${path}/${id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 404)]);
    const told = (await events.since()).map(({ type, data }) => [type.split('.').at(-1), data.id]);
    expect(told).toEqual([['restored', id]]);
    const trail: Json[] = must(await on.get(`/audit?action=restore&record_id=${id}`, token));
    expect(trail).toEqual([expect.objectContaining({ actor_id: tenant.admin.id, record_id: id })]);
    expect(trail[0].changes.deleted_at.after).toBeNull();
  });
});

describe('A-508: what the deletion ended stays ended', () => {
  it('a product is back with its stock and its ledger, on both surfaces', async () => {
    const product = await newProduct(tenant, { current_stock: 12 });
    await sell(tenant, [{ product_id: product.id, quantity: 2 }]);
    await remove(`/retail/products/${product.id}`);
    must(await restore(`/retail/products/${product.id}`));
    expect(await stockOf(tenant, product.id)).toBe(10);
    expect(await ledgerOf(tenant, product.id)).toEqual([
      ['opening', 12, 12],
      ['sale', -2, 10],
    ]);
    const rows: Json[] = contractSurface.rows(await contractSurface.get('/retail/products', token), 'products');
    expect(rows.map(({ id, stock_quantity }) => [id, stock_quantity])).toEqual([[product.id, 10]]);
    await sell(tenant, [{ product_id: product.id, quantity: 1 }]);
    expect(await stockOf(tenant, product.id)).toBe(9);
  });

  it('a user is inactive, without sessions and without a second factor, until an administrator activates the user', async () => {
    const user = await newUser(tenant, 'staff');
    await remove(`/users/${user.number}`);
    const restored = must(await restore(`/users/${user.number}`));
    expect(restored).toMatchObject({ id: user.id, is_active: false, mfa_enabled: false });
    expect((await on.get('/auth/me', user.token)).status).toBe(401);
    expect((await on.login(user.username, user.password, tenant.id)).status).toBe(401);
    must(await on.put(`/users/${user.id}`, { is_active: true }, token));
    expect((await on.login(user.username, user.password, tenant.id)).status).toBe(200);
  });

  it('enrollments of a class and of a student, and the assignment of a vehicle', async () => {
    const { student_id, class_id } = await newEnrollment(tenant);
    await remove(`/education/classes/${class_id}`);
    must(await restore(`/education/classes/${class_id}`));
    expect(must(await on.get(`/education/classes/${class_id}/students`, token))).toEqual([]);
    expect(must(await on.get(`/education/classes/${class_id}`, token)).current_enrollment).toBe(0);
    must(await on.post('/education/enrollment', { student_id, class_id, enrollment_date: '2026-01-05' }, token));
    await remove(`/education/students/${student_id}`);
    must(await restore(`/education/students/${student_id}`));
    expect(must(await on.get(`/education/classes/${class_id}/students`, token))).toEqual([]);

    const driver = await newDriver(tenant);
    const vehicle = await newVehicle(tenant, { assigned_driver_id: driver.id });
    await remove(`/logistics/vehicles/${vehicle.id}`);
    expect(must(await restore(`/logistics/vehicles/${vehicle.id}`)).assigned_driver_id).toBeNull();
  });

  it('a class that clashes by now is refused where the business refuses clashes', async () => {
    const configuration = { education: { prevent_timetable_clashes: true } };
    must(await on.post('/modules/education/enable', { configuration }, token));
    const lessons = { room_number: 'A1', schedule: { monday: ['10:00-11:00'] } };
    const { id } = await newClass(tenant, lessons);
    await remove(`/education/classes/${id}`);
    const other = await newClass(tenant, lessons);
    expectConflict(on, await restore(`/education/classes/${id}`), 'room_number');
    await remove(`/education/classes/${other.id}`);
    must(await restore(`/education/classes/${id}`));
  });
});

describe('A-508: a name that was taken meanwhile', () => {
  it('is 409 naming the field, and free again once the other is gone', async () => {
    for (const path of ['/retail/products', '/beauty/products']) {
      const sku = unique('SKU');
      const make = (): Promise<Json> =>
        path === '/retail/products' ? newProduct(tenant, { sku }) : newBeautyProduct(tenant, { sku });
      const first = await make();
      await remove(`${path}/${first.id}`);
      const second = await make();
      expectConflict(on, await restore(`${path}/${first.id}`), 'sku');
      expect((await binOf()).map(({ id }) => id)).toContain(first.id);
      await remove(`${path}/${second.id}`);
      must(await restore(`${path}/${first.id}`));
      expectConflict(on, await restore(`${path}/${second.id}`), 'sku');
    }
  });

  it('of users too: username and e-mail', async () => {
    const user = await newUser(tenant, 'staff');
    await remove(`/users/${user.id}`);
    const { id } = await newUser(tenant, 'staff', { username: user.username });
    expectConflict(on, await restore(`/users/${user.id}`), 'username');
    await remove(`/users/${id}`);
    await newUser(tenant, 'staff', { email: user.email });
    expectConflict(on, await restore(`/users/${user.id}`), 'email');
  });

  it('by a creation at the same time: one of both, and never both', async () => {
    for (let round = 0; round < 8; round += 1) {
      const sku = unique('SKU');
      const { id } = await newProduct(tenant, { sku });
      await remove(`/retail/products/${id}`);
      const body = { sku, name: 'Teh', selling_price: 3 };
      const [back, made] = await Promise.all([
        restore(`/retail/products/${id}`),
        on.post('/retail/products', body, token),
      ]);
      expect([
        [200, 409],
        [409, 201],
      ]).toContainEqual([back.status, made.status]);
      const rows: Json[] = must(await on.get(`/retail/products?search=${sku}`, token));
      expect(rows.filter((row) => row.sku === sku)).toHaveLength(1);
    }
  });
});

describe('A-508: is not found', () => {
  it('a live one, an unknown one, and one of another tenant', async () => {
    const { id } = await newProduct(tenant);
    for (const name of [id, UNKNOWN_ID, 'x']) expectRefusal(on, await restore(`/retail/products/${name}`), 404);
    await remove(`/retail/products/${id}`);
    const other = await newTenant();
    expectRefusal(on, await restore(`/retail/products/${id}`, other.admin.token), 404);
    expect(await binOf('', other.admin.token)).toEqual([]);
  });

  it('one that was erased, or merged into another', async () => {
    const [erased, merged, into] = [await newPatient(tenant), await newPatient(tenant), await newPatient(tenant)];
    must(await on.post(`/healthcare/patients/${erased.id}/erase`, { reason: 'Asked for it' }, token));
    must(await on.post(`/healthcare/patients/${merged.id}/merge`, { into: into.id }, token));
    expect(await binOf()).toEqual([]);
    for (const { id } of [erased, merged]) expectRefusal(on, await restore(`/healthcare/patients/${id}`), 404);
  });

  it('one that was deleted longer ago than settings.bin_days, 30 unless set', async () => {
    const { id } = await newProduct(tenant);
    await remove(`/retail/products/${id}`);
    await deletedDaysAgo('retail.products', id, 30.01);
    expect(await binOf()).toEqual([]);
    expectRefusal(on, await restore(`/retail/products/${id}`), 404);
    must(await settings({ bin_days: 365 }));
    const [{ deleted_at, restorable_until }] = await binOf();
    expect(Date.parse(restorable_until) - Date.parse(deleted_at)).toBe(365 * DAY_MS);
    must(await settings({ bin_days: 1 }));
    expect(await binOf()).toEqual([]);
    must(await settings({ bin_days: null }));
    await deletedDaysAgo('retail.products', id, 29.99);
    must(await restore(`/retail/products/${id}`));
  });
});

describe('A-508: settings', () => {
  it.each([0, 366, 1.5, '30', true])('bin_days %j is refused, and changes nothing', async (bin_days) => {
    must(await settings({ bin_days: 7, theme: 'dark' }));
    expectInvalid(on, await settings({ bin_days }), 'settings.bin_days');
    expect(must(await on.get(`/tenants/${tenant.id}`, token)).settings).toEqual({ bin_days: 7, theme: 'dark' });
  });

  it('stay when a change of either surface does not name them', async () => {
    must(await settings({ bin_days: 7 }));
    const { status } = await contractSurface.put(`/tenants/${tenant.id}`, { settings: { theme: 'dark' } }, token);
    expect(status).toBe(200);
    const kept = { bin_days: 7, theme: 'dark' };
    expect(must(await on.get(`/tenants/${tenant.id}`, token)).settings).toEqual(kept);
  });
});

describe('A-508: the list', () => {
  it('is of what the caller may delete', async () => {
    const people = await everyRole(tenant);
    const made = [
      await newProduct(tenant),
      await newPatient(tenant),
      await newDriver(tenant),
      await newUser(tenant, 'user'),
    ];
    const paths = ['/retail/products', '/healthcare/patients', '/logistics/drivers', '/users'];
    for (const [i, path] of paths.entries()) await remove(`${path}/${made[i]?.id}`);
    const seen = async (by: string) => (await binOf('', by)).map(({ resource }) => resource).sort();
    expect(await seen(people.ADMIN.token)).toEqual([
      'healthcare.patients',
      'logistics.drivers',
      'retail.products',
      'users',
    ]);
    expect(await seen(people.MANAGER.token)).toEqual(['healthcare.patients', 'logistics.drivers', 'retail.products']);
    expect(await seen(people.STAFF.token)).toEqual(['retail.products']);
    for (const resource of ['healthcare.patients', 'users'])
      expectRefusal(on, await on.get(`/bin?resource=${resource}`, people.STAFF.token), 403);
    expectRefusal(on, await on.get('/bin?resource=users', people.MANAGER.token), 403);
    expectRefusal(on, await on.get('/bin', people.VIEWER.token), 403);
    expectRefusal(on, await restore(`/healthcare/patients/${made[1]?.id}`, people.STAFF.token), 403);
    expectInvalid(on, await on.get('/bin?resource=retail.sales', token), 'resource');
  });

  it('leaves out disabled modules, and refuses them where they are named', async () => {
    const { id } = await newProduct(tenant);
    await remove(`/retail/products/${id}`);
    must(await on.send('POST', '/modules/retail/disable', { token }));
    expect(await binOf()).toEqual([]);
    expectRefusal(on, await on.get('/bin?resource=retail.products', token), 403, 'MODULE_DISABLED');
  });

  it('shows API keys what they may read', async () => {
    const [{ id }, patient] = [await newProduct(tenant), await newPatient(tenant)];
    await remove(`/retail/products/${id}`);
    await remove(`/healthcare/patients/${patient.id}`);
    const keyOf = async (...scopes: string[]): Promise<string> =>
      must(await on.post('/api-keys', { name: unique('key'), role: 'admin', scopes }, token)).key;
    const key = await keyOf('bin:read', 'retail:read');
    expect((await binOf('', key)).map(({ resource }) => resource)).toEqual(['retail.products']);
    expectRefusal(on, await on.get('/bin?resource=healthcare.patients', key), 403, 'SCOPE_MISSING');
    expectRefusal(on, await on.get('/bin', await keyOf('retail:read')), 403, 'SCOPE_MISSING');
    expectRefusal(on, await restore(`/retail/products/${id}`, key), 403, 'SCOPE_MISSING');
    const writer = await keyOf('retail:write');
    must(await restore(`/retail/products/${id}`, writer));
  });

  it('is paged over all resources, the latest deletion first, and shows the fields that are asked for', async () => {
    const deleted: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      const [product, customer] = [await newProduct(tenant), await newCustomer(tenant)];
      await remove(`/retail/products/${product.id}`);
      await remove(`/retail/customers/${customer.id}`);
      deleted.unshift(customer.id, product.id);
    }
    const answer = await on.get('/bin?page_size=4', token);
    expect(answer.body.pagination).toEqual({ page: 1, page_size: 4, total: 6, pages: 2 });
    const second = await binOf('?page_size=4&page=2');
    expect([...must(answer), ...second].map(({ id }: Json) => id)).toEqual(deleted);
    expect(await binOf('?fields=label&resource=retail.products&page_size=1')).toEqual([
      { id: deleted[1], label: 'Kopi O' },
    ]);
    expectInvalid(on, await on.get('/bin?sort=label', token), 'sort');
  });

  it('names the API key that deleted, and nothing where the service did', async () => {
    const body = { name: 'sync', role: 'staff', scopes: ['retail:write'] };
    const { id: key_id, key } = must(await on.post('/api-keys', body, token));
    const product = await newProduct(tenant);
    must(await on.send('DELETE', `/retail/products/${product.id}`, { token: key }));
    expect(await binOf()).toEqual([expect.objectContaining({ id: product.id, deleted_by: key_id })]);
  });
});

it('A-508: a client that follows changes hears of the deletion, and of the restoration (A-505)', async () => {
  const { id } = await newProduct(tenant);
  const since = new Date(Date.now() - 60_000).toISOString();
  const changesOf = async (): Promise<Json[]> =>
    (must(await on.get(`/retail/products?updated_since=${since}`, token)) as Json[]).filter((row) => row.id === id);
  await remove(`/retail/products/${id}`);
  expect(await changesOf()).toEqual([expect.objectContaining({ id, deleted: true })]);
  must(await restore(`/retail/products/${id}`));
  expect(await changesOf()).toEqual([expect.objectContaining({ id, name: 'Kopi O' })]);
});

it('A-508: If-Match with another version than that of the deletion is refused', async () => {
  const { id } = await newProduct(tenant);
  const before = (await on.get(`/retail/products/${id}`, token)).headers.get('etag') as string;
  await remove(`/retail/products/${id}`);
  const headers = { 'if-match': before };
  expect((await on.send('POST', `/retail/products/${id}/restore`, { token, headers })).status).toBe(412);
  must(await restore(`/retail/products/${id}`));
});
