import type { Json } from '../../support/client.js';
import { expectConflict, expectKeys, expectRefusal, INSTANT } from '../../support/core-shapes.js';
import { everyRole, referenceSurface as on, type Role } from '../../support/core-surfaces.js';
import { must, trailOf } from '../../support/healthcare.js';
import { newTenant, type Person, type TestTenant } from '../../support/people.js';
import { print } from '../../support/printed.js';
import { giveBack, newCustomer, newProduct, readSale, sell } from '../../support/retail.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';

/** What a shop holds on a customer, exported and erased on request. */

const PERSON = {
  first_name: 'Rahsia',
  last_name: 'Sulit',
  email: 'rahsia@example.com',
  phone_number: '+60129876543',
  ic_number: '900101-14-5678',
  address: { street: 'Jalan Sunyi', city: 'Ipoh' },
  notes: 'anak ramai',
  loyalty_points: 20,
  pdpa_consent: true,
  client_reference: 'rahsia-9876543',
};
const TOLD = /rahsia|sulit|9876543|900101|Jalan Sunyi|anak ramai/i;

let tenant: TestTenant;
let people: Record<Role, Person>;
let token: string;
let product_id: string;
beforeAll(async () => {
  tenant = await newTenant();
  people = await everyRole(tenant);
  ({ token } = tenant.admin);
  ({ id: product_id } = await newProduct(tenant, { current_stock: 50 }));
});

const exportOf = (id: string, by = token) => on.get(`/retail/customers/${id}/export`, by);
const erase = (id: string, by = token, body?: Json) =>
  on.send('POST', `/retail/customers/${id}/erase`, { token: by, body });
const stored = async (table: string, column: string, id: string): Promise<string> =>
  JSON.stringify(
    await sql(workerState().ownerUrl as string, `select to_jsonb(r) from ${table} r where ${column} = $1`, [id]),
  );
let made = 0;
const customer = (extra: Json = {}) =>
  newCustomer(tenant, { ...PERSON, client_reference: `rahsia-${++made}`, ...extra });

it('A-503: an export holds the customer, points, and sales with lines, payments and refunds', async () => {
  const { id } = await customer();
  const sale = await sell(tenant, [{ product_id, quantity: 2 }], { customer_id: id });
  await giveBack(tenant, sale.id, { items: [{ product_id, quantity: 1 }], refund_method: 'cash' });
  const held = must(await exportOf(id), 200);
  expectKeys(held, [
    'exported_at',
    'customer',
    'messages',
    'einvoice_buyers',
    'einvoices',
    'points_movements',
    'sales',
    'former_names',
    'files',
    'audit_entries',
  ]);
  expect(held.exported_at).toMatch(INSTANT);
  expect(held.customer).toEqual(must(await on.get(`/retail/customers/${id}`, token), 200));
  expect(held.points_movements.map(({ kind }: Json) => kind)).toContain('opening');
  expect(held.sales).toEqual([expect.objectContaining({ id: sale.id })]);
  expect(held.sales[0].lines).toEqual([expect.objectContaining({ product_id, quantity: 2 })]);
  expect(held.sales[0].refunds).toHaveLength(1);
  expect((await trailOf(tenant, id)).map(({ action }) => action)).toContain('export');
});

it('A-503: an erasure leaves the sale whole, and nothing of who bought; the customer is not found', async () => {
  const { id } = await customer();
  const sale = await sell(tenant, [{ product_id, quantity: 1 }], { customer_id: id, notes: 'hadiah' });
  must(await on.put(`/retail/customers/${id}`, { first_name: 'Rahsia Baharu' }, token), 200);
  const before = await readSale(tenant, sale.id);
  const answer = must(await erase(id, token, { reason: 'Permintaan Rahsia Sulit' }), 200);
  expect(answer).toEqual({
    id,
    erased: true,
    erased_at: expect.stringMatching(INSTANT),
    points_movements: expect.any(Number),
    sales_kept: 1,
    files: 0,
  });
  expect(await readSale(tenant, sale.id)).toEqual(before);
  expectRefusal(on, await on.get(`/retail/customers/${id}`, token), 404);
  expectRefusal(on, await exportOf(id), 404);
  expectRefusal(on, await erase(id), 404);
  expect(await stored('retail.customers', 'id', id)).not.toMatch(TOLD);
  expect(await stored('kernel.audit_entries', 'record_id', id)).not.toMatch(TOLD);
  expect(await stored('core.former_parties', 'owner_id', id)).toBe('[]');
  const page = await on.get('/retail/customers?search=rahsia', token);
  expect(page.body.data.map((row: Json) => row.id)).not.toContain(id);
});

it('A-503: reprints of an erased customer name no buyer', async () => {
  const { id } = await customer();
  const sale = await sell(tenant, [{ product_id, quantity: 1 }], { customer_id: id });
  const receipt = async () => (await print(`/retail/sales/${sale.id}/receipt/`, token)).texts.join(' ');
  expect(await receipt()).toContain('Rahsia');
  must(await erase(id), 200);
  expect(await receipt()).toContain(sale.invoice_number);
  expect(await receipt()).not.toMatch(TOLD);
});

it('A-503, A-509: a till that sends the reference of an erased customer again makes no second one', async () => {
  const body = { ...PERSON, client_reference: 'kaunter-3-000012' };
  const { id } = await newCustomer(tenant, body);
  must(await erase(id), 200);
  const again = await on.post('/retail/customers', body, token);
  expectConflict(on, again, 'client_reference');
  expect(again.body.details ?? again.body.error?.details).toEqual({ id });
  expect(await stored('retail.customers', 'id', id)).not.toContain('kaunter-3');
});

it('A-503: both are for administrators; another tenant finds none, a deleted customer can be erased', async () => {
  const { id } = await customer();
  for (const role of ['MANAGER', 'STAFF', 'VIEWER'] as const) {
    expectRefusal(on, await exportOf(id, people[role].token), 403);
    expectRefusal(on, await erase(id, people[role].token), 403);
  }
  const other = await newTenant();
  expectRefusal(on, await exportOf(id, other.admin.token), 404);
  expectRefusal(on, await erase(id, other.admin.token), 404);
  must(await on.send('DELETE', `/retail/customers/${id}`, { token }), 200);
  must(await erase(id), 200);
  expect(await stored('retail.customers', 'id', id)).not.toMatch(TOLD);
});
