import type { INestApplicationContext } from '@nestjs/common';
import { PaymentRequestExpiry } from '@usaha/core';
import type { Database } from '@usaha/shared';
import { call, type Answer, type Json } from '../../support/client.js';
import { openContexts } from '../../support/contexts.js';
import { expectInvalid } from '../../support/core-shapes.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { must } from '../../support/healthcare.js';
import { openDatabase } from '../../support/opened-database.js';
import { check, decide, readRequest } from '../../support/payment-attempts.js';
import { REQUESTS, requestOf } from '../../support/payment-requests.js';
import { newProduct } from '../../support/retail.js';
import { newTenant, unique, type TestTenant } from '../../support/people.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';

/** Sales that their customers pay by a payment request. */

let tenant: TestTenant;
let token: string;
let product: Json;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});
beforeEach(async () => {
  product = await newProduct(tenant, { current_stock: 10, tax_rate: 0 });
});

const sell = (payment_request: Json = {}, extra: Json = {}): Promise<Answer> =>
  on.post(
    '/retail/sales',
    { items: [{ product_id: product.id, quantity: 2, unit_price: 40 }], payment_request, ...extra },
    token,
  );
const sold = async (payment_request: Json = {}, extra: Json = {}): Promise<Json> =>
  must(await sell(payment_request, extra), 201);
const readSale = async ({ id }: Json): Promise<Json> => must(await on.get(`/retail/sales/${id}`, token), 200);
const stock = async (): Promise<number> =>
  must(await on.get(`/retail/products/${product.id}`, token), 200).current_stock;
const cancel = (request: Json) => on.post(`${REQUESTS}/${request.id}/cancel`, {}, token);

it('is pending, has taken the stock, and asks for the total within 15 minutes', async () => {
  const sale = await sold({ method: 'duitnow_qr' });
  expect(sale).toMatchObject({
    status: 'pending',
    payment_status: 'pending',
    outstanding_amount: 80,
    customer_id: null,
  });
  expect(sale.payment_request).toMatchObject({
    subject_type: 'retail.sale',
    subject_id: sale.id,
    subject_number: sale.invoice_number,
    amount: 80,
    status: 'open',
    waiting: { method: 'duitnow_qr', qr: expect.any(String) },
  });
  const { created_at, expires_at } = sale.payment_request;
  expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(15 * 60_000);
  expect(await stock()).toBe(8);
});

it('is completed by the money, with one payment', async () => {
  const sale = await sold({ method: 'fpx', methods: ['fpx'] });
  await decide(sale.payment_request, { outcome: 'pay', callback: false });
  expect(must(await check(tenant, sale.payment_request), 200)).toMatchObject({ status: 'paid', unapplied_amount: 0 });
  const read = await readSale(sale);
  expect(read).toMatchObject({ status: 'completed', outstanding_amount: 0, voided_at: null });
  expect(read.payments).toMatchObject([{ method: 'fpx', amount: 80, payment_request_id: sale.payment_request.id }]);
});

it('takes part of the total at the till, and asks for the rest', async () => {
  const sale = await sold({}, { payments: [{ method: 'cash', amount: 30 }] });
  expect(sale).toMatchObject({ outstanding_amount: 50, payment_request: { amount: 50 } });
  must(await cancel(sale.payment_request), 200);
  // Money was taken: the sale stays, and the rest is owed.
  expect(await readSale(sale)).toMatchObject({ status: 'pending', voided_at: null });
});

it('is void once the request is cancelled, and the stock is back; late money stays unapplied', async () => {
  const sale = await sold({ method: 'fpx' });
  must(await cancel(sale.payment_request), 200);
  expect(await readSale(sale)).toMatchObject({ status: 'cancelled', voided_at: expect.any(String) });
  expect(await stock()).toBe(10);
  await decide(sale.payment_request, { outcome: 'pay', late: true, callback: false });
  const paid = must(await check(tenant, sale.payment_request), 200);
  expect(paid).toMatchObject({ status: 'paid', paid_amount: 80, unapplied_amount: 80 });
});

it('stays where its request is replaced, or it is paid at the till', async () => {
  const sale = await sold();
  const next = await requestOf(tenant, 'retail.sale', sale.id, { replace: true });
  expect(await readSale(sale)).toMatchObject({ status: 'pending', voided_at: null });
  must(await on.post(`/retail/sales/${sale.id}/payments`, { amount: 80, method: 'card' }, token), 201);
  expect(await readRequest(tenant, next)).toMatchObject({ status: 'cancelled', status_reason: 'settled_elsewhere' });
  expect(await readSale(sale)).toMatchObject({ status: 'completed', voided_at: null });
  const other = await sold();
  must(await cancel(await requestOf(tenant, 'retail.sale', other.id, { replace: true })), 200);
  expect(await readSale(other)).toMatchObject({ status: 'cancelled' });
});

it('ends once when a cancellation and a payment at the till come at once', async () => {
  const sale = await sold();
  const [ended, paid] = await Promise.all([
    cancel(sale.payment_request),
    on.post(`/retail/sales/${sale.id}/payments`, { amount: 80, method: 'card' }, token),
  ]);
  expect([
    [200, 409],
    [409, 201],
  ]).toContainEqual([ended.status, paid.status]);
  const { status } = await readSale(sale);
  expect(status).toBe(ended.status === 200 ? 'cancelled' : 'completed');
});

it('is one for an Idempotency-Key and for a client_reference', async () => {
  const items = [{ product_id: product.id, quantity: 1, unit_price: 40 }];
  const body = { items, payment_request: { method: 'fpx' } };
  const key = unique('key');
  const send = () => call('POST', '/api/v1/retail/sales/', { token, body, headers: { 'idempotency-key': key } });
  const [first, second] = [await send(), await send()];
  expect([first.status, second.status, second.body.data]).toEqual([201, 201, first.body.data]);
  const client_reference = unique('TILL');
  const again = [
    await sold({ method: 'fpx' }, { client_reference }),
    must(await sell({ method: 'fpx' }, { client_reference }), 200),
  ];
  expect([again[1]?.id, again[1]?.payment_request.id]).toEqual([again[0]?.id, again[0]?.payment_request.id]);
  expect(await stock()).toBe(10 - 1 - 2);
});

it('refuses what cannot be asked for, and sells nothing then', async () => {
  const paid = await sell({}, { payments: [{ method: 'cash', amount: 80 }] });
  expect([paid.status, paid.body.error.code]).toEqual([409, 'NOTHING_OPEN']);
  expectInvalid(on, await sell({}, { payment_method: 'cash' }), 'payment_method');
  for (const wrong of [{ method: 'cash' }, { expires_at: '2020-01-01T00:00:00Z' }, 7])
    expect((await sell(wrong as Json)).status).toBe(400);
  expect(await stock()).toBe(10);
});

describe('whose request expires', () => {
  let database: Database;
  let app: INestApplicationContext;
  beforeAll(async () => {
    database = await openDatabase(workerState().databaseUrl as string);
    app = await openContexts(database);
  });
  afterAll(async () => {
    await app?.close();
    await database?.end();
  });

  it('is void, once, also when two instances end it', async () => {
    const sale = await sold();
    const { id } = sale.payment_request;
    await sql(
      workerState().ownerUrl as string,
      'update core.payment_requests r set expires_at = now() where r.id = $1',
      [id],
    );
    const run = () =>
      app.get(PaymentRequestExpiry).run(() => new Date(), {
        failed: (error: unknown) => {
          throw error;
        },
        isStopping: () => false,
      });
    await Promise.all([run(), run()]);
    expect(await readRequest(tenant, { id })).toMatchObject({ status: 'expired' });
    expect(await readSale(sale)).toMatchObject({ status: 'cancelled', voided_at: expect.any(String) });
    expect(await stock()).toBe(10);
  });
});
