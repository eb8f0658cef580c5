import type { Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { must } from '../../support/healthcare.js';
import { check, decide, readRequest } from '../../support/payment-attempts.js';
import { REQUESTS, requestOf } from '../../support/payment-requests.js';
import { newTenant, unique, type TestTenant } from '../../support/people.js';
import { giveBack, newCustomer, newProduct, sell } from '../../support/retail.js';
import { eventually } from '../../support/system-service.js';

/** Voids and refunds of sales give money that came by a payment request back the way it came. */

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const refundsOf = async ({ id }: Json): Promise<Json[]> => must(await on.get(`${REQUESTS}/${id}/refunds`, token), 200);
const readSale = async ({ id }: Json): Promise<Json> => must(await on.get(`/retail/sales/${id}`, token), 200);
const makeVoid = ({ id }: Json) => on.post(`/retail/sales/${id}/void`, { reason: 'Salah jual' }, token);
const openDifferences = async ({ id }: Json): Promise<Json[]> => {
  const all = must(await on.get('/payment-differences?status=open&page_size=100', token), 200);
  return all.filter(({ payment_request_id }: Json) => payment_request_id === id);
};

/** A sale on account of two at 40, of which nothing is paid. */
async function onAccount(): Promise<Json> {
  const [{ id: product_id }, { id: customer_id }] = await Promise.all([
    newProduct(tenant, { current_stock: 10, tax_rate: 0 }),
    newCustomer(tenant),
  ]);
  return sell(tenant, [{ product_id, quantity: 2, unit_price: 40 }], { customer_id, on_account: true });
}
/** A request of a sale, paid at the gateway. */
async function paidOnline(sale: Json, extra: Json = {}): Promise<Json> {
  const request = await requestOf(tenant, 'retail.sale', sale.id, { method: 'fpx', ...extra });
  await decide(request, { outcome: 'pay', callback: false });
  return must(await check(tenant, request), 200);
}
const refunded = (request: Json, amount: number): Promise<Json> =>
  eventually('the money has gone back', async () => {
    const read = await readRequest(tenant, request);
    return read.refunded_amount === amount && read;
  });

it('a void gives all of it back by the gateway', async () => {
  const sale = await onAccount();
  const request = await paidOnline(sale);
  must(await makeVoid(sale), 200);
  expect(await refunded(request, 80)).toMatchObject({ status: 'paid', unapplied_amount: 0 });
  const [refund, ...more] = await refundsOf(request);
  expect(more).toEqual([]);
  expect(refund).toMatchObject({ amount: 80, by: 'gateway', status: 'completed', reason: 'Salah jual' });
  expect(await openDifferences(request)).toEqual([]);
  expect(await readSale(sale)).toMatchObject({ status: 'cancelled', outstanding_amount: 0 });
  expect((await on.post(`${REQUESTS}/${request.id}/refunds`, { reason: 'Lagi' }, token)).status).toBe(409);
});

it('a refund of a part gives that part back, what is owed first', async () => {
  const sale = await onAccount();
  const request = await paidOnline(sale, { amount: 50 });
  const { items } = await readSale(sale);
  // 30 of the 40 are owed, and owed no more.
  must(await giveBack(tenant, sale.id, { items: [{ product_id: items[0].product_id, quantity: 1 }] }), 200);
  await refunded(request, 10);
  must(await giveBack(tenant, sale.id), 200);
  await refunded(request, 50);
  expect((await refundsOf(request)).map(({ amount }) => amount)).toEqual([40, 10]);
});

it('money that came at the counter goes back there', async () => {
  const sale = await onAccount();
  must(await on.post(`/retail/sales/${sale.id}/payments`, { amount: 30, method: 'cash' }, token), 201);
  const request = await paidOnline(sale);
  expect(request.paid_amount).toBe(50);
  must(await makeVoid(sale), 200);
  await refunded(request, 50);
});

it('a refund in another way is given by hand, and the gateway is not asked', async () => {
  const sale = await onAccount();
  const request = await paidOnline(sale);
  must(await giveBack(tenant, sale.id, { refund_method: 'cash' }), 200);
  expect([await refundsOf(request), (await readRequest(tenant, request)).refunded_amount]).toEqual([[], 0]);
  const again = await on.post(`${REQUESTS}/${request.id}/refunds`, { reason: 'Lagi' }, token);
  expect(again.status).toBe(409);
});

it('money that came to the bank is given by hand, under the number of the credit note', async () => {
  const sale = await onAccount();
  const request = await requestOf(tenant, 'retail.sale', sale.id);
  must(await on.post(`${REQUESTS}/${request.id}/confirm`, { reference: unique('QR') }, token), 200);
  must(await makeVoid(sale), 200);
  const { credit_note_number } = (await readSale(sale)).refunds[0];
  expect(await readRequest(tenant, request)).toMatchObject({ refunded_amount: 80, unapplied_amount: 0 });
  expect(await refundsOf(request)).toMatchObject([
    { amount: 80, by: 'transfer', status: 'completed', reference: credit_note_number },
  ]);
});

it('two voids at once give back once', async () => {
  const sale = await onAccount();
  const request = await paidOnline(sale);
  const answers = await Promise.all([makeVoid(sale), makeVoid(sale), giveBack(tenant, sale.id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  await refunded(request, 80);
  expect(await refundsOf(request)).toHaveLength(1);
});
