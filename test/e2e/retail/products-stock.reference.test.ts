import type { Json } from '../../support/client.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, expectRefusal, INSTANT } from '../../support/core-shapes.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { ledgerOf, movementsOf, newProduct, readProduct, retailShapes } from '../../support/retail.js';

let tenant: TestTenant;
let token: string;
let product: Json;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  product = await newProduct(tenant, { current_stock: 10 });
});

const path = '/retail/products';
const updateStock = (id: string, body: unknown, by?: string) =>
  on.post(`${path}/${id}/update-stock`, body, by ?? token);

describe('POST /api/v1/retail/products/{product_id}/update-stock/', () => {
  it('A-98: 10 and add 5 is 15, and says so', async () => {
    const { id } = await newProduct(tenant, { current_stock: 10 });
    const answer = await updateStock(id, { quantity: 5, operation: 'add', reason: 'Delivery', reference: 'DO-1' });
    expect(answer.status).toBe(200);
    expectKeys(answer.body.data, retailShapes.stock);
    expect(answer.body.data).toEqual({
      product_id: id,
      previous_stock: 10,
      quantity_changed: 5,
      new_stock: 15,
      operation: 'add',
      timestamp: expect.stringMatching(INSTANT),
    });
    expect((await movementsOf(tenant, id))[0]).toMatchObject({ reason: 'Delivery', reference: 'DO-1', notes: null });
  });

  it.each([
    [undefined, 5, 15, 5],
    [null, 5, 15, 5],
    ['subtract', 3, 7, -3],
    ['remove', 3, 7, -3],
    ['reduce', 10, 0, -10],
    ['deduct', 1, 9, -1],
    ['set', 4, 4, -6],
    ['set', 0, 0, -10],
    ['set', 25, 25, 15],
  ])('A-98: 10 and %s %i is %i', async (operation, quantity, new_stock, quantity_changed) => {
    const { id } = await newProduct(tenant, { current_stock: 10 });
    const { data } = (await updateStock(id, { quantity, operation })).body;
    expect(data).toMatchObject({ previous_stock: 10, quantity_changed, new_stock, operation: operation ?? 'add' });
    expect(await ledgerOf(tenant, id)).toEqual([
      ['opening', 10, 10],
      ['update', quantity_changed, new_stock],
    ]);
  });

  it('A-98: refuses to go below 0 or beyond 32 bits, and leaves the stock', async () => {
    const { id } = await newProduct(tenant, { current_stock: 10 });
    for (const operation of ['subtract', 'remove', 'reduce', 'deduct'])
      expectInvalid(on, await updateStock(id, { quantity: 11, operation }), 'quantity');
    expectInvalid(on, await updateStock(id, { quantity: 2 ** 31 - 1 }), 'quantity');
    expect((await readProduct(tenant, id)).current_stock).toBe(10);
    expect(await movementsOf(tenant, id)).toHaveLength(1);
  });

  it.each([
    ['as it is', { quantity: 0 }],
    ['to subtract', { quantity: 0, operation: 'subtract' }],
  ])('A-98: refuses quantity 0 %s', async (_, body) => {
    expectInvalid(on, await updateStock(product.id, body), 'quantity');
  });

  it('A-15, A-51: says 404 before 400 where the record is not there', async () => {
    const foreign = await newProduct(await newTenant(), { current_stock: 4 });
    for (const id of [UNKNOWN_ID, foreign.id, 'not-a-uuid'])
      for (const body of [{ quantity: 1 }, { quantity: 'x' }]) expectRefusal(on, await updateStock(id, body), 404);
  });
});

describe('GET /api/v1/retail/products/{product_id}/movements/', () => {
  it('lists the ledger, newest first, in pages', async () => {
    const { id } = await newProduct(tenant, { current_stock: 1 });
    for (const quantity of [2, 3, 4, 5]) await updateStock(id, { quantity });
    const answer = await on.get(`${path}/${id}/movements`, token);
    expect(answer.status).toBe(200);
    expect(answer.body.pagination).toEqual({ page: 1, page_size: 20, total: 5, pages: 1 });
    expect(answer.body.data.map((row: Json) => row.balance)).toEqual([15, 10, 6, 3, 1]);
    expectKeys(answer.body.data[0], retailShapes.movement);
    expect(answer.body.data[0]).toMatchObject({
      product_id: id,
      kind: 'update',
      quantity_changed: 5,
      location_changes: [],
      sale_id: null,
      actor_id: tenant.admin.id,
      created_at: expect.stringMatching(INSTANT),
    });
    expect(await movementsOf(tenant, id, 2)).toEqual(answer.body.data);
  });

  it('A-51: is there for the tenant’s own products only', async () => {
    const foreign = await newProduct(await newTenant(), { current_stock: 4 });
    for (const id of [UNKNOWN_ID, foreign.id, 'not-a-uuid'])
      expectRefusal(on, await on.get(`${path}/${id}/movements`, token), 404);
  });
});

it('says 401 without a token', async () => {
  expectRefusal(on, await on.post(`${path}/${product.id}/update-stock`, {}), 401);
  expectRefusal(on, await on.get(`${path}/${product.id}/movements`), 401);
});
