import { contractSurface, UNKNOWN_ID, referenceSurface as on, surfaces } from '../../support/core-surfaces.js';
import { expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { newTenant, unique, type TestTenant } from '../../support/people.js';
import {
  giveBack,
  ledgerOf,
  movementsOf,
  newProduct,
  readProduct,
  sell,
  stockOf,
  trySell,
} from '../../support/retail.js';

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const one = (product_id: string, quantity = 1) => [{ product_id, quantity }];
const change = (id: string, body: unknown) => on.put(`/retail/products/${id}`, body, token);
const updateStock = (id: string, body: unknown) => on.post(`/retail/products/${id}/update-stock`, body, token);
const sales = async (): Promise<number> => on.total(await on.get('/retail/sales', token));

describe.each(surfaces)('A-93, A-94: a sale on the $name surface', (surface) => {
  const customer = surface === contractSurface ? { customer_id: UNKNOWN_ID } : {};
  const trySale = (items: unknown) => surface.post('/retail/sales', { ...customer, items }, token);

  it('reduces the stock at once, to 0 and not below', async () => {
    const { id } = await newProduct(tenant, { current_stock: 5 });
    expect((await trySale(one(id, 5))).status).toBe(201);
    expect(await stockOf(tenant, id)).toBe(0);
    expectInvalid(surface, await trySale(one(id)), 'items.0.quantity');
  });

  it('takes two lines of one product together: 3 and 3 of 5 are refused, and 5 are left', async () => {
    const { id } = await newProduct(tenant, { current_stock: 5 });
    const before = await sales();
    expectRefusal(surface, await trySale([...one(id, 3), ...one(id, 3)]), 400);
    expect([await stockOf(tenant, id), await sales()]).toEqual([5, before]);
    expect((await trySale([...one(id, 3), ...one(id, 2)])).status).toBe(201);
    expect(await ledgerOf(tenant, id)).toEqual([
      ['opening', 5, 5],
      ['sale', -5, 0],
    ]);
  });

  it('takes all its lines or none', async () => {
    const [full, scarce] = [
      await newProduct(tenant, { current_stock: 9 }),
      await newProduct(tenant, { current_stock: 1 }),
    ];
    expectInvalid(surface, await trySale([...one(full.id, 2), ...one(scarce.id, 2)]), 'items.1.quantity');
    expect([await stockOf(tenant, full.id), await stockOf(tenant, scarce.id)]).toEqual([9, 1]);
    expect(await movementsOf(tenant, full.id)).toHaveLength(1);
  });

  it('of what is not tracked needs no stock, and moves none', async () => {
    const { id } = await newProduct(tenant);
    expect((await trySale(one(id, 7))).status).toBe(201);
    expect([await stockOf(tenant, id), await movementsOf(tenant, id)]).toEqual([0, []]);
  });

  it('A-94: of what is inactive, deleted or unknown is refused', async () => {
    const [off, gone] = [await newProduct(tenant), await newProduct(tenant)];
    await change(off.id, { is_active: false });
    await on.send('DELETE', `/retail/products/${gone.id}`, { token });
    for (const id of [off.id, gone.id, UNKNOWN_ID])
      expectInvalid(surface, await trySale(one(id)), 'items.0.product_id');
    await change(off.id, { is_active: true });
    expect((await trySale(one(off.id))).status).toBe(201);
  });
});

describe('A-93: a stock is tracked', () => {
  const isTracked = async (id: string) => (await trySell(tenant, one(id, 1_000))).status === 400;

  it.each([
    ['one is given at creation, even 0', async () => newProduct(tenant, { current_stock: 0 })],
    [
      'one is given at creation on the contract surface, even 0',
      async () => {
        const body = { name: 'x', sku: unique('SKU'), price: 1, cost: 1, stock_quantity: 0 };
        return (await contractSurface.post('/retail/products', body, token)).body;
      },
    ],
    [
      'one is stated by a PUT',
      async () => {
        const product = await newProduct(tenant);
        await change(product.id, { current_stock: 3 });
        return product;
      },
    ],
    [
      'it is set, even to 0',
      async () => {
        const product = await newProduct(tenant);
        await updateStock(product.id, { operation: 'set', quantity: 0 });
        return product;
      },
    ],
    [
      'it is adjusted',
      async () => {
        const product = await newProduct(tenant);
        await on.post('/retail/inventory/adjust', { product_id: product.id, quantity: 2 }, token);
        return product;
      },
    ],
  ])('from when %s', async (_, make) => {
    const { id } = await make();
    expect(await isTracked(id)).toBe(true);
  });

  it('A-09: not because a PUT sends back the 0 that is shown', async () => {
    const product = await newProduct(tenant);
    expect((await change(product.id, product)).status).toBe(200);
    expect((await change(product.id, { current_stock: 0 })).status).toBe(200);
    expect(await isTracked(product.id)).toBe(false);
    expect(await movementsOf(tenant, product.id)).toEqual([]);
  });

  it('A-97: a sale from before it was returns none', async () => {
    const { id } = await newProduct(tenant);
    const sale = await sell(tenant, one(id, 3));
    await updateStock(id, { operation: 'set', quantity: 10 });
    expect((await giveBack(tenant, sale.id)).status).toBe(200);
    expect(await stockOf(tenant, id)).toBe(10);
  });
});

describe('A-167: the stock is the sum of its movements', () => {
  it('created with 10, corrected to 7, 2 sold: +10, −3, −2, and 5 are left', async () => {
    const { id } = await newProduct(tenant, { current_stock: 10 });
    await change(id, { current_stock: 7 });
    const sale = await sell(tenant, one(id, 2));
    expect(await ledgerOf(tenant, id)).toEqual([
      ['opening', 10, 10],
      ['correction', -3, 7],
      ['sale', -2, 5],
    ]);
    expect(await stockOf(tenant, id)).toBe(5);
    expect((await movementsOf(tenant, id))[0].sale_id).toBe(sale.id);
  });

  it('of the contract surface too', async () => {
    const body = { name: 'x', sku: unique('SKU'), price: 1, cost: 1, stock_quantity: 4 };
    const { id } = (await contractSurface.post('/retail/products', body, token)).body;
    await contractSurface.post('/retail/sales', { customer_id: UNKNOWN_ID, items: one(id) }, token);
    expect(await ledgerOf(tenant, id)).toEqual([
      ['opening', 4, 4],
      ['sale', -1, 3],
    ]);
  });

  it('the same value makes none, and neither does an opening of 0 or another field', async () => {
    const { id } = await newProduct(tenant, { current_stock: 0 });
    for (const body of [{ current_stock: 0 }, { name: 'Teh' }, {}]) await change(id, body);
    expect(await movementsOf(tenant, id)).toEqual([]);
    await change(id, { current_stock: 4, name: 'Kopi' });
    await change(id, { current_stock: 4, minimum_stock: 1 });
    expect(await ledgerOf(tenant, id)).toEqual([['correction', 4, 4]]);
  });

  it('what a refund returns is one; a refund without stock to return to makes none', async () => {
    const { id } = await newProduct(tenant, { current_stock: 3 });
    const sale = await sell(tenant, one(id, 3));
    await giveBack(tenant, sale.id, { items: [{ ...one(id, 2)[0], reason: 'Stale' }] });
    expect((await movementsOf(tenant, id))[0]).toMatchObject({
      kind: 'refund',
      quantity_changed: 2,
      balance: 2,
      reason: 'Stale',
      sale_id: sale.id,
    });
    await on.send('DELETE', `/retail/products/${id}`, { token });
    expect((await giveBack(tenant, sale.id)).body.data.status).toBe('refunded');
  });
});

describe('A-100: what lies where', () => {
  const transfer = (product_id: string, quantity: number, from_location: string, to_location: string) =>
    on.post('/retail/inventory/transfer', { product_id, quantity, from_location, to_location }, token);
  /** How much can be moved from a location, and no unit more: what lies there and what lies nowhere. */
  const changesOf = async (id: string) => (await movementsOf(tenant, id))[0].location_changes;

  it('a transfer takes from its location, then from what lies nowhere; more than both is refused', async () => {
    const { id } = await newProduct(tenant, { current_stock: 10 });
    expect((await transfer(id, 4, 'Store', 'Front')).status).toBe(200);
    expect(await changesOf(id)).toEqual([{ location: 'Front', quantity_changed: 4, balance: 4 }]);
    expect((await transfer(id, 6, 'Front', 'Van')).status).toBe(200);
    expect(await changesOf(id)).toEqual([
      { location: 'Front', quantity_changed: -4, balance: 0 },
      { location: 'Van', quantity_changed: 6, balance: 6 },
    ]);
    expectInvalid(on, await transfer(id, 5, 'Front', 'Van'), 'quantity');
    expectInvalid(on, await transfer(id, 11, 'Van', 'Front'), 'quantity');
    expect(await stockOf(tenant, id)).toBe(10);
  });

  it('a sale takes what lies nowhere first, then from the fullest location', async () => {
    const { id } = await newProduct(tenant, { current_stock: 10 });
    await transfer(id, 2, 'x', 'Front');
    await transfer(id, 5, 'x', 'Store');
    await sell(tenant, one(id, 3));
    expect(await changesOf(id)).toEqual([]);
    await sell(tenant, one(id, 6));
    expect(await changesOf(id)).toEqual([
      { location: 'Store', quantity_changed: -5, balance: 0 },
      { location: 'Front', quantity_changed: -1, balance: 1 },
    ]);
    expect((await readProduct(tenant, id)).current_stock).toBe(1);
    expectInvalid(on, await transfer(id, 1, 'Store', 'Van'), 'quantity');
    expect((await transfer(id, 1, 'Front', 'Van')).status).toBe(200);
  });

  it('what is corrected or taken leaves in the same order, and what comes lies nowhere', async () => {
    const { id } = await newProduct(tenant, { current_stock: 4 });
    await transfer(id, 4, 'x', 'Front');
    await change(id, { current_stock: 3 });
    expect(await changesOf(id)).toEqual([{ location: 'Front', quantity_changed: -1, balance: 3 }]);
    await updateStock(id, { quantity: 2 });
    expect(await changesOf(id)).toEqual([]);
    await on.post('/retail/inventory/adjust', { product_id: id, quantity: -3 }, token);
    expect(await changesOf(id)).toEqual([{ location: 'Front', quantity_changed: -1, balance: 2 }]);
  });

  it('of what is not tracked nothing can be moved', async () => {
    const { id } = await newProduct(tenant);
    expectInvalid(on, await transfer(id, 1, 'Store', 'Front'), 'quantity');
  });
});
