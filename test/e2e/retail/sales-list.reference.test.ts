import type { Json } from '../../support/client.js';
import { everyRole, UNKNOWN_ID, referenceSurface as on, roles } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, expectRefusal } from '../../support/core-shapes.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { allRows, malaysianDay, newCustomer, newProduct, retailShapes, sell } from '../../support/retail.js';

let tenant: TestTenant;
let token: string;
let product_id: string;
beforeEach(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  ({ id: product_id } = await newProduct(tenant));
});

const list = (query: string, by?: string) => on.get(`/retail/sales?${query}`, by);
const sold = (more: Record<string, unknown> = {}): Promise<Json> => sell(tenant, [{ product_id, quantity: 1 }], more);

async function found(query: string): Promise<string[]> {
  const answer = await list(query, token);
  expect([query, answer.status]).toEqual([query, 200]);
  expect([query, on.total(answer)]).toEqual([query, answer.body.data.length]);
  return answer.body.data.map((row: Json) => row.notes);
}

it('A-04, A-26: answers an array of whole sales, newest first, every sale once', async () => {
  const made: Json[] = [];
  for (let i = 0; i < 5; i += 1) made.unshift(await sold());
  const answer = await list('', token);
  expectKeys(answer.body, ['success', 'data', 'pagination']);
  expect(answer.body.pagination).toEqual({ page: 1, page_size: 20, total: 5, pages: 1 });
  expect(answer.body.data).toEqual(made);
  for (const row of answer.body.data) expectKeys(row, retailShapes.sale);
  expect(await allRows('/retail/sales', token, 2)).toEqual(made);
  const past = await list('page=4&page_size=2', token);
  expect([past.body.data, past.body.pagination]).toEqual([[], { page: 4, page_size: 2, total: 5, pages: 3 }]);
});

it('A-70, A-97: is narrowed by status in any case, and shows what was given back', async () => {
  const [{ id: whole }, { id: gone }] = [await sold({ notes: 'whole' }), await sold({ notes: 'cancelled' })];
  await sold({ notes: 'kept' });
  await on.post(`/retail/sales/${whole}/refund`, {}, token);
  await on.put(`/retail/sales/${gone}/status`, { status: 'cancelled' }, token);
  expect(await found('status=completed')).toEqual(['kept']);
  expect(await found('status=REFUNDED')).toEqual(['whole']);
  expect(await found('status=cancelled')).toEqual(['cancelled']);
  expect(await found('status=pending')).toEqual([]);
  expect(await found('status=')).toHaveLength(3);
  expectInvalid(on, await list('status=lost', token), 'status');
  const [row] = (await list('status=refunded', token)).body.data;
  expect(row.refunds).toHaveLength(1);
  expect(row.refunds[0].amount).toBe(row.total);
});

it('A-173: is narrowed by payment_method, regardless of case; an unknown one finds nothing', async () => {
  await sold({ notes: 'cash', payment_method: 'Cash' });
  await sold({ notes: 'card', payment_method: ' card ' });
  await sold({ notes: 'none' });
  expect(await found('payment_method=CASH')).toEqual(['cash']);
  expect(await found('payment_method=card')).toEqual(['card']);
  expect(await found('payment_method=cas')).toEqual([]);
  expect(await found('payment_method=')).toHaveLength(3);
});

it('A-51: is narrowed by customer; one that is unknown, impossible or another tenant’s finds nothing', async () => {
  const [one, two] = [await newCustomer(tenant), await newCustomer(tenant)];
  await sold({ notes: 'one', customer_id: one.id });
  await sold({ notes: 'two', customer_id: two.id });
  expect(await found(`customer_id=${one.id}`)).toEqual(['one']);
  expect(await found(`customer_id=${one.id.toUpperCase()}`)).toEqual(['one']);
  const foreign = await newCustomer(await newTenant());
  for (const id of [UNKNOWN_ID, foreign.id, 'abc', '%27']) expect(await found(`customer_id=${id}`)).toEqual([]);
});

it('A-24: is narrowed to days of UTC+8, both included, each alone or together', async () => {
  await sold({ notes: 'now' });
  const [yesterday, today, tomorrow] = [malaysianDay(-1), malaysianDay(), malaysianDay(1)];
  for (const [query, total] of [
    [`date_from=${today}&date_to=${today}`, 1],
    [`date_from=${today}`, 1],
    [`date_to=${today}`, 1],
    [`date_to=${yesterday}`, 0],
    [`date_from=${tomorrow}`, 0],
    [`date_from=${tomorrow}&date_to=${yesterday}`, 0],
  ] as const)
    expect([query, (await found(query)).length]).toEqual([query, total]);
  for (const parameter of ['date_from', 'date_to'])
    for (const value of ['2025-02-30', 'yesterday', '2025-1-1', '2025-01-01T00:00:00Z'])
      expectInvalid(on, await list(`${parameter}=${value}`, token), parameter);
});

it('is narrowed by the number on the receipt, in any case', async () => {
  const made = [await sold({ notes: 'first' }), await sold({ notes: 'second' })];
  expect(await found(`invoice_number=${made[1].invoice_number.toLowerCase()}`)).toEqual(['second']);
  expect(await found('invoice_number=INV-1999-000001')).toEqual([]);
});

it('asks all filters together', async () => {
  const { id: customer_id } = await newCustomer(tenant);
  await sold({ notes: 'right', customer_id, payment_method: 'cash' });
  await sold({ notes: 'wrong', customer_id, payment_method: 'card' });
  await sold({ notes: 'other', payment_method: 'cash' });
  const query = `customer_id=${customer_id}&payment_method=cash&status=completed&date_from=${malaysianDay()}&foo=bar`;
  expect(await found(query)).toEqual(['right']);
});

it('A-51, A-53: shows the tenant’s own sales to everybody in it, and says 401 without a token', async () => {
  await sold({ notes: 'own' });
  const people = await everyRole(tenant);
  for (const role of roles) expect(on.total(await list('', people[role].token))).toBe(1);
  expect(on.total(await list(`tenant_id=${tenant.id}`, (await newTenant()).admin.token))).toBe(0);
  expectRefusal(on, await list(''), 401);
});
