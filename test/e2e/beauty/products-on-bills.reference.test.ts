import {
  act,
  book,
  broughtBy,
  change,
  newSalon,
  readAppointment,
  registerForSst,
  type Salon,
} from '../../support/beauty-money.js';
import { beautyRecord, configureBeauty, expectBalanced, newBeautyProduct } from '../../support/beauty.js';
import { call, type Json } from '../../support/client.js';
import { expectInvalid, expectKeys } from '../../support/core-shapes.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { must } from '../../support/healthcare.js';
import { newTenant } from '../../support/people.js';
import { print } from '../../support/printed.js';
import { atOnce } from '../../support/retail.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';

/** Products and treatments on one bill. */

jest.setTimeout(120_000);

let salon: Salon;
let serum: Json;
beforeEach(async () => {
  salon = await newSalon();
  serum = await newBeautyProduct(salon.tenant, { price: 45.9, stock_quantity: 10, tax_rate: 8 });
});

const stockOf = async ({ id }: Json): Promise<number> =>
  must(await on.get(`/beauty/products/${id}`, salon.token), 200).stock_quantity;
const two = (more: Json = {}): Promise<Json> =>
  book(salon, {
    services: [{ service_id: salon.cut, staff_id: salon.members[0] }],
    products: [{ product_id: serum.id, quantity: 2 }],
    ...more,
  });
const done = async (id: string, body: unknown = {}): Promise<Json> => must(await act(salon, id, 'complete', body), 200);
const sales = async (group_by = 'day'): Promise<{ rows: Json[]; totals: Json }> =>
  must(await call('GET', `/api/v1/beauty/reports/sales/?group_by=${group_by}`, { token: salon.token }), 200);

it('are charged with the services, paid with them and printed with them', async () => {
  await registerForSst(salon);
  const made = await two();
  expect(made).toMatchObject({
    total_price: 171.8,
    products: [{ product_id: serum.id, product_name: 'Serum', quantity: 2, unit_price: 45.9, price: 91.8 }],
  });
  expectKeys(made.products[0], ['product_id', 'product_name', 'quantity', 'unit_price', 'price']);
  const visit = await done(made.id, { payment_received: true, payment_method: 'card' });
  expect(visit).toMatchObject({ total_amount: 171.8, amount_paid: 171.8 });
  expect(await broughtBy(made.id)).toMatchObject([{ share: 80, commission: 8 }]);
  const { totals } = await sales();
  expect(totals).toMatchObject({ total: 171.8, service_sales: 80, product_sales: 91.8, tax: 6.8, collected: 171.8 });
  for (const group_by of ['service', 'staff', 'client']) expect((await sales(group_by)).totals).toEqual(totals);
  expect((await sales('service')).rows.at(-1)).toMatchObject({ group: 'products', product_sales: 91.8, total: 91.8 });
  const { texts } = await print(`/beauty/appointments/${made.id}/receipt/`, salon.token);
  expect(texts).toEqual(expect.arrayContaining(['Invoice', 'Potongan', 'Serum', '91.80', 'MYR 171.80']));
});

it('leave the stock when the visit is completed, and come back when it is no longer', async () => {
  const { id } = await two();
  expect(await stockOf(serum)).toBe(10);
  await done(id);
  expect(await stockOf(serum)).toBe(8);
  must(await change(salon, id, { products: [{ product_id: serum.id, quantity: 5 }] }), 200);
  expect(await stockOf(serum)).toBe(5);
  must(await change(salon, id, { products: [{ product_id: serum.id }] }), 200);
  expect(await stockOf(serum)).toBe(9);
  must(await change(salon, id, { status: 'cancelled' }), 200);
  expect(await stockOf(serum)).toBe(10);
  const rows = await expectBalanced(salon.tenant, serum.id);
  expect(rows.map(({ kind, quantity_changed }) => [kind, quantity_changed])).toEqual([
    ['opening', 10],
    ['sold', -2],
    ['sold', -3],
    ['returned', 4],
    ['returned', 1],
  ]);
});

it('too little stock refuses nothing: the shortage is noted, and comes back as it was taken', async () => {
  const { id } = await two({ products: [{ product_id: serum.id, quantity: 12 }] });
  await done(id);
  expect(await stockOf(serum)).toBe(0);
  must(await change(salon, id, { products: [{ product_id: serum.id, quantity: 11 }] }), 200);
  expect(await stockOf(serum)).toBe(0);
  must(await change(salon, id, { products: [] }), 200);
  expect(await stockOf(serum)).toBe(10);
  const rows = await expectBalanced(salon.tenant, serum.id);
  expect(rows.map(({ quantity_changed, shortage }) => [quantity_changed, shortage])).toEqual([
    [10, 0],
    [-10, 2],
    [10, 0],
  ]);
});

it('keep their price, also when what was read is sent back', async () => {
  const made = await two();
  must(await on.put(`/beauty/products/${serum.id}`, { price: 50 }, salon.token), 200);
  const { products, ...more } = await readAppointment(salon, made.id);
  expect(must(await change(salon, made.id, { ...more, products }), 200)).toMatchObject({
    total_price: 171.8,
    products,
  });
  const mask = await newBeautyProduct(salon.tenant, { name: 'Mask', price: 10 });
  const added = must(await change(salon, made.id, { products: [...products, { product_id: mask.id }] }), 200);
  expect(added).toMatchObject({ total_price: 181.8, products: [{ unit_price: 45.9 }, { unit_price: 10 }] });
  expect(must(await change(salon, made.id, { notes: 'x' }), 200).products).toHaveLength(2);
});

it('are refunded as lines of the bill', async () => {
  const { id } = await two();
  await done(id, { payment_received: true });
  const refund = { lines: [{ line: 1, amount: 45.9 }], reason: 'Bocor' };
  const made = must(await act(salon, id, 'refunds', refund), 201);
  expect((await sales()).totals).toMatchObject({ service_sales: 80, product_sales: 45.9, total: 125.9 });
  const { texts } = await print(`/beauty/payments/${made.id}/receipt/`, salon.token);
  expect(texts).toEqual(expect.arrayContaining(['Credit note', 'Serum', '45.90']));
});

it('are refused where they are unknown, not sold any more or no number, and nothing changes', async () => {
  const services = [{ service_id: salon.cut }];
  const idle = await newBeautyProduct(salon.tenant, { name: 'Old', is_active: false });
  const foreign = await newBeautyProduct(await newTenant());
  const create = (products: unknown) =>
    on.post('/beauty/appointments', { client_id: salon.client_id, services, products }, salon.token);
  for (const product_id of [UNKNOWN_ID, 'x', foreign.id, idle.id])
    expectInvalid(on, await create([{ product_id }]), 'products.0.product_id');
  for (const quantity of [0, -1, 1.5])
    expectInvalid(on, await create([{ product_id: serum.id, quantity }]), 'products.0.quantity');
  expectInvalid(on, await create('x'), 'products');
  expect(must(await on.get('/beauty/appointments', salon.token), 200)).toEqual([]);
});

it('20 bills at once take the stock there is, and the movements add up', async () => {
  const visits = await atOnce(20, () => two({ products: [{ product_id: serum.id, quantity: 1 }] }));
  await atOnce(20, () => {
    const { id } = visits.pop();
    return act(salon, id, 'complete');
  });
  expect(await stockOf(serum)).toBe(0);
  const rows = await expectBalanced(salon.tenant, serum.id);
  expect(rows.reduce((sum, { shortage }) => sum + (shortage as number), 0)).toBe(10);
  await beautyRecord(salon.tenant, '/products', { name: 'x', price: 1 });
});

it('A-259: more units than a count can hold are short, and refuse no visit', async () => {
  const cheap = await newBeautyProduct(salon.tenant, { price: 0.01, stock_quantity: 3 });
  const most = { product_id: cheap.id, quantity: 2 ** 31 - 1 };
  const { id } = await two({ products: [most, most] });
  await done(id);
  expect(await stockOf(cheap)).toBe(0);
  must(await change(salon, id, { products: [] }), 200);
  expect(await stockOf(cheap)).toBe(3);
});

it('A-260: visits that sell what the other one uses wait for no deadlock when they are completed again', async () => {
  const { ownerUrl } = workerState();
  const deadlocks = async (): Promise<number> => {
    // PostgreSQL counts them a second later.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const text = 'select deadlocks::int as n from pg_stat_database where datname = current_database()';
    return (await sql<{ n: number }>(ownerUrl as string, text))[0]?.n as number;
  };
  await configureBeauty(salon.tenant, { deduct_products_used: true });
  const other = await newBeautyProduct(salon.tenant, { stock_quantity: 10 });
  const visits = await atOnce(20, async (i) => {
    const [sold, used] = i % 2 === 0 ? [serum, other] : [other, serum];
    const { id } = await two({ products: [{ product_id: sold.id, quantity: 1 }] });
    const services_rendered = [{ service_id: salon.cut, products_used: [{ product_id: used.id, quantity: 1 }] }];
    return { id: id as string, body: { services_rendered } };
  });
  // The series of invoices makes completions wait for each other; one that is completed again has its number.
  const completed = () => Promise.all(visits.map(({ id, body }) => done(id, body)));
  await completed();
  const before = await deadlocks();
  for (let round = 0; round < 3; round += 1) {
    for (const { id } of visits) must(await change(salon, id, { status: 'confirmed' }), 200);
    await completed();
  }
  expect(await deadlocks()).toBe(before);
  for (const one of [serum, other]) await expectBalanced(salon.tenant, one.id);
});
