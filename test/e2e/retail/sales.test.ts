import type { Json } from '../../support/client.js';
import { contractSurface, UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectConflict, expectInvalid } from '../../support/core-shapes.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { configureRetail, giveBack, newCustomer, newProduct, readSale, sell, stockOf } from '../../support/retail.js';

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const one = (product_id: string, quantity = 1) => [{ product_id, quantity }];
const setStatus = (id: string, status: string, reason?: string) =>
  on.put(`/retail/sales/${id}/status`, { status, reason }, token);

describe('A-96: the status of a sale', () => {
  it('completed → refunded → pending → cancelled → completed: 200 each, and the history tells', async () => {
    const { id: product_id } = await newProduct(tenant, { current_stock: 5 });
    const sale = await sell(tenant, one(product_id, 2));
    const way = ['refunded', 'pending', 'cancelled', 'completed', 'completed'];
    for (const status of way) {
      const answer = await setStatus(sale.id, status, `to ${status}`);
      expect([answer.status, answer.body.data.status, answer.body.data.status_reason]).toEqual([
        200,
        status,
        `to ${status}`,
      ]);
      expect(answer.body.data.payment_status).toBe(status === 'refunded' ? 'refunded' : 'completed');
    }
    const shown = await readSale(tenant, sale.id);
    expect(shown.status_history.map((change: Json) => change.status)).toEqual(way);
    expect(await stockOf(tenant, product_id)).toBe(3);
    expect(shown).toMatchObject({ total: sale.total, refunded_total: 0, refunds: [] });
  });

  it('has no value but the four', async () => {
    const { id } = await sell(tenant, one((await newProduct(tenant)).id));
    for (const status of ['paid', 'COMPLETED', '']) expectInvalid(on, await setStatus(id, status), 'status');
  });
});

describe('A-97: a refund', () => {
  it('3 × 10 less 10 % is 28.62: 1 is 9.54, 3 are refused, 2 are 19.08, then nothing is left', async () => {
    const { id: product_id } = await newProduct(tenant, { current_stock: 10 });
    const sale = await sell(tenant, [{ product_id, quantity: 3, discount_rate: 10 }]);
    expect(sale.total).toBe(28.62);
    const refund = (quantity: number) => giveBack(tenant, sale.id, { items: one(product_id, quantity) });
    expect((await refund(1)).body.data).toMatchObject({
      refund_amount: 9.54,
      status: 'completed',
      payment_status: 'partially_refunded',
    });
    expect(await stockOf(tenant, product_id)).toBe(8);
    expectInvalid(on, await refund(3), 'items.0.quantity');
    expect((await refund(2)).body.data).toMatchObject({
      refund_amount: 19.08,
      refunded_total: 28.62,
      status: 'refunded',
      payment_status: 'refunded',
    });
    expect(await stockOf(tenant, product_id)).toBe(10);
    expectConflict(on, await refund(1), 'status');
  });

  it('of many products, some of them on two lines: each by its own price, the sum to the sen', async () => {
    const [a, b] = [await newProduct(tenant, { current_stock: 9 }), await newProduct(tenant)];
    const sale = await sell(tenant, [
      { product_id: a.id, quantity: 2, unit_price: 3.33 },
      { product_id: b.id, quantity: 3, unit_price: 0.35, discount_rate: 3.3 },
      { product_id: a.id, quantity: 1, unit_price: 7.77 },
    ]);
    const first = (await giveBack(tenant, sale.id, { items: [...one(b.id, 2), ...one(a.id, 3)] })).body.data;
    expect(first.refunds[0].items.map((item: Json) => [item.product_id, item.quantity])).toEqual([
      [b.id, 2],
      [a.id, 2],
      [a.id, 1],
    ]);
    expect(first.refunds[0].items[1].amount).toBe(sale.items[0].total);
    expect(first.refunds[0].items[2].amount).toBe(sale.items[2].total);
    const last = (await giveBack(tenant, sale.id)).body.data;
    expect(last).toMatchObject({ status: 'refunded', refunded_total: sale.total });
    expect(Math.round((first.refund_amount + last.refund_amount) * 100)).toBe(Math.round(sale.total * 100));
    expect(await stockOf(tenant, a.id)).toBe(9);
  });

  it('of what cost nothing gives nothing, and is one', async () => {
    const sale = await sell(tenant, [{ product_id: (await newProduct(tenant)).id, quantity: 1, discount_rate: 100 }]);
    expect((await giveBack(tenant, sale.id)).body.data).toMatchObject({ refund_amount: 0, status: 'refunded' });
  });

  it('of a sale of the contract surface too, where it shows as nothing but REFUNDED (A-65)', async () => {
    const { id: product_id } = await newProduct(tenant, { current_stock: 2 });
    const body = { customer_id: UNKNOWN_ID, items: one(product_id, 2) };
    const { id } = (await contractSurface.post('/retail/sales', body, token)).body;
    expect((await giveBack(tenant, id)).body.data).toMatchObject({ refund_amount: 21.2, status: 'refunded' });
    expect(await stockOf(tenant, product_id)).toBe(2);
  });

  it('counts what is sold today: a product that changed since is refunded as it was sold', async () => {
    const { id: product_id } = await newProduct(tenant, { selling_price: 10 });
    const sale = await sell(tenant, one(product_id, 2));
    await on.put(`/retail/products/${product_id}`, { selling_price: 99, tax_rate: 0, is_active: false }, token);
    expect((await giveBack(tenant, sale.id, { items: one(product_id) })).body.data.refund_amount).toBe(10.6);
  });
});

describe('A-95: loyalty and sales', () => {
  const pointsOf = async (shop: TestTenant, id: string): Promise<number> =>
    (await on.get(`/retail/customers/${id}`, shop.admin.token)).body.data.loyalty_points;

  it('a gold customer gets no discount that was not given', async () => {
    const customer = await newCustomer(tenant, { loyalty_points: 6_000 });
    expect(customer.loyalty_tier).toBe('gold');
    const sale = await sell(tenant, one((await newProduct(tenant)).id), { customer_id: customer.id });
    expect([sale.discount_amount, sale.total]).toEqual([0, 10.6]);
  });

  it.each([
    [undefined],
    [{ enable_loyalty_program: true }],
    [{ loyalty_points_per_ringgit: 2 }],
    [{ enable_loyalty_program: false, loyalty_points_per_ringgit: 2 }],
    [{ enable_loyalty_program: true, loyalty_points_per_ringgit: 0 }],
  ])('with %j a sale earns nothing', async (settings) => {
    const shop = await newTenant();
    if (settings) await configureRetail(shop, settings);
    const { id: customer_id } = await newCustomer(shop, { loyalty_points: 10 });
    await sell(shop, one((await newProduct(shop)).id), { customer_id });
    expect(await pointsOf(shop, customer_id)).toBe(10);
  });

  it('with both, floor(rate × (subtotal − discount)), and refunds take back what was earned', async () => {
    const shop = await newTenant();
    await configureRetail(shop, { enable_loyalty_program: true, loyalty_points_per_ringgit: 1.5 });
    const { id: customer_id } = await newCustomer(shop);
    const { id: product_id } = await newProduct(shop, { selling_price: 9.99 });
    const sale = await sell(shop, [{ product_id, quantity: 3, discount_rate: 10 }], { customer_id });
    expect(sale.subtotal - sale.discount_amount).toBeCloseTo(26.97, 5);
    expect(await pointsOf(shop, customer_id)).toBe(40);
    await giveBack(shop, sale.id, { items: one(product_id) });
    expect(await pointsOf(shop, customer_id)).toBe(26);
    await giveBack(shop, sale.id);
    expect(await pointsOf(shop, customer_id)).toBe(0);
  });

  it('never takes a customer below 0, and gives nothing to a walk-in or a stranger', async () => {
    const shop = await newTenant();
    await configureRetail(shop, { enable_loyalty_program: true, loyalty_points_per_ringgit: 1 });
    const { id: customer_id } = await newCustomer(shop);
    const { id: product_id } = await newProduct(shop);
    const sale = await sell(shop, one(product_id, 10), { customer_id });
    expect(await pointsOf(shop, customer_id)).toBe(100);
    await on.post('/retail/loyalty/redeem', { customer_id, points: 80 }, shop.admin.token);
    expect((await giveBack(shop, sale.id)).status).toBe(200);
    expect(await pointsOf(shop, customer_id)).toBe(0);
    await sell(shop, one(product_id, 10));
    const body = { customer_id: UNKNOWN_ID, items: one(product_id) };
    expect((await contractSurface.post('/retail/sales', body, shop.admin.token)).status).toBe(201);
    expect(await pointsOf(shop, customer_id)).toBe(0);
  });

  it('a sale of the contract surface to a customer of the other earns as any', async () => {
    const shop = await newTenant();
    await configureRetail(shop, { enable_loyalty_program: true, loyalty_points_per_ringgit: 1 });
    const { id: customer_id } = await newCustomer(shop, { loyalty_points: 995 });
    const body = { customer_id, items: one((await newProduct(shop)).id) };
    await contractSurface.post('/retail/sales', body, shop.admin.token);
    const { data } = (await on.get(`/retail/customers/${customer_id}`, shop.admin.token)).body;
    expect([data.loyalty_points, data.loyalty_tier]).toEqual([1_005, 'silver']);
  });
});

describe('A-168: payment_details', () => {
  it.each([
    [{ card_last_four: '4242', transaction_id: 'T', nested: { a: [1, null] }, '钥 匙': '值' }, '4242'],
    [{ card_last_four: '4111 1111 1111 1234' }, '1234'],
    [{ card_last_four: 41_111_111 }, '1111'],
    [{ card_last_four: 4242 }, 4242],
    [{ card_last_four: null }, null],
    [{}, undefined],
  ])('%j is kept as sent, but of a card the last four', async (payment_details: Record<string, unknown>, last) => {
    const sale = await sell(tenant, one((await newProduct(tenant)).id), { payment_details });
    const expected = last === undefined ? payment_details : { ...payment_details, card_last_four: last };
    expect(sale.payment_details).toEqual(expected);
    expect((await readSale(tenant, sale.id)).payment_details).toEqual(expected);
  });
});
