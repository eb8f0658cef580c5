import type { Json } from '../../support/client.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import {
  expectConflict,
  expectInvalid,
  expectKeys,
  expectRefusal,
  INSTANT,
  UUID,
  wrongBodies,
} from '../../support/core-shapes.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { giveBack, ledgerOf, newProduct, readSale, retailShapes, sell, stockOf } from '../../support/retail.js';

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

/** 3 × 10 less 10 % at 6 %: 28.62. */
async function aSale(): Promise<{ sale: Json; product_id: string }> {
  const { id: product_id } = await newProduct(tenant, { current_stock: 10 });
  return { product_id, sale: await sell(tenant, [{ product_id, quantity: 3, discount_rate: 10 }]) };
}
const refund = (id: string, body: unknown, by?: string) => on.post(`/retail/sales/${id}/refund`, body, by);

it('A-97: of one of three answers the sale with what was given back, and its credit note', async () => {
  const { sale, product_id } = await aSale();
  const items = [{ product_id, quantity: 1, reason: 'Broken seal' }];
  const answer = await refund(sale.id, { items, refund_method: 'cash', notes: 'With receipt' }, token);
  expect(answer.status).toBe(200);
  const { data } = answer.body;
  expectKeys(data, [...retailShapes.sale, 'refund_amount']);
  expectKeys(data.refunds[0], retailShapes.refund);
  expectKeys(data.refunds[0].items[0], retailShapes.refundItem);
  expect(data).toEqual({
    ...sale,
    payment_status: 'partially_refunded',
    refund_amount: 9.54,
    refunded_total: 9.54,
    refunds: [
      {
        id: expect.stringMatching(UUID),
        credit_note_number: expect.stringMatching(/^CN-\d{4}-\d{6}$/),
        items: [{ ...items[0], subtotal: 9, tax_amount: 0.54, amount: 9.54 }],
        refund_method: 'cash',
        notes: 'With receipt',
        client_reference: null,
        amount: 9.54,
        credited: 0,
        is_void: false,
        created_at: data.updated_at,
      },
    ],
    updated_at: expect.stringMatching(INSTANT),
  });
  const { refund_amount: _, ...shown } = data;
  expect(await readSale(tenant, sale.id)).toEqual(shown);
  expect(await ledgerOf(tenant, product_id)).toEqual([
    ['opening', 10, 10],
    ['sale', -3, 7],
    ['refund', 1, 8],
  ]);
});

it('A-97: takes no body, an empty one, or no items: then all that remains is given back', async () => {
  for (const body of [undefined, {}, { items: null, refund_method: null, notes: null }]) {
    const { sale, product_id } = await aSale();
    await giveBack(tenant, sale.id, { items: [{ product_id, quantity: 1 }] });
    const answer =
      body === undefined
        ? await on.send('POST', `/retail/sales/${sale.id}/refund`, { token })
        : await refund(sale.id, body, token);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ refund_amount: 19.08, status: 'refunded', payment_status: 'refunded' });
    expect(answer.body.data.refunds[1].items).toEqual([
      { product_id, quantity: 2, reason: null, subtotal: 18, tax_amount: 1.08, amount: 19.08 },
    ]);
    expect(await stockOf(tenant, product_id)).toBe(10);
  }
});

it.each([
  ...wrongBodies({ product_id: 'own', quantity: 1 }, [], {
    product_id: [UNKNOWN_ID, 'abc'],
    quantity: [4],
  }).map(([what, field, item]) => [`items with ${what}`, `items.0.${field}`, { items: [item] }] as const),
])('A-97: refuses %s, and gives nothing back', async (_, field, body) => {
  const { sale, product_id } = await aSale();
  const own = (item: Json) => (item.product_id === 'own' ? { ...item, product_id } : item);
  expectInvalid(on, await refund(sale.id, { items: body.items.map(own) }, token), field);
  expect(await readSale(tenant, sale.id)).toEqual(sale);
  expect(await stockOf(tenant, product_id)).toBe(7);
});

it('A-97: gives back none where one item of it is too many', async () => {
  const { sale, product_id } = await aSale();
  const items = [
    { product_id, quantity: 2 },
    { product_id, quantity: 2 },
  ];
  expectInvalid(on, await refund(sale.id, { items }, token), 'items.1.quantity');
  const other = await newProduct(tenant);
  const mixed = [
    { product_id, quantity: 1 },
    { product_id: other.id, quantity: 1 },
  ];
  expectInvalid(on, await refund(sale.id, { items: mixed }, token), 'items.1.product_id');
  expect(await readSale(tenant, sale.id)).toEqual(sale);
});

it('A-343: works in every status; of a sale that is refunded whole it is a conflict, however it came to be so', async () => {
  for (const status of ['refunded', 'cancelled', 'pending', 'completed']) {
    const { sale, product_id } = await aSale();
    await on.put(`/retail/sales/${sale.id}/status`, { status }, token);
    expect((await refund(sale.id, {}, token)).status).toBe(200);
    for (const then of [status, 'refunded', 'completed', 'pending']) {
      await on.put(`/retail/sales/${sale.id}/status`, { status: then }, token);
      expectConflict(on, await refund(sale.id, {}, token), 'status');
      expectConflict(on, await refund(sale.id, { items: [{ product_id, quantity: 1 }] }, token), 'status');
    }
    expect(await stockOf(tenant, product_id)).toBe(10);
  }
});

it('A-15, A-51: says 404 before 400 where the sale is not there', async () => {
  const other = await newTenant();
  const foreign = await sell(other, [{ product_id: (await newProduct(other)).id, quantity: 1 }]);
  for (const id of [UNKNOWN_ID, foreign.id, 'not-a-uuid'])
    for (const body of [{}, { items: 'x' }]) expectRefusal(on, await refund(id, body, token), 404);
  expect((await readSale(other, foreign.id)).refunded_total).toBe(0);
});

it('says 401 without a token', async () => expectRefusal(on, await refund(UNKNOWN_ID, {}), 401));
