import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import {
  expectInvalid,
  expectKeys,
  expectRefusal,
  expectSameRefusal,
  INSTANT,
  wrongBodies,
} from '../../support/core-shapes.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { disableRetail, ledgerOf, movementsOf, newProduct, retailShapes, stockOf } from '../../support/retail.js';

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const adjust = (body: unknown, by?: string) => on.post('/retail/inventory/adjust', body, by);
const transfer = (body: unknown, by?: string) => on.post('/retail/inventory/transfer', body, by);
const alerts = (query: string, by?: string) => on.get(`/retail/inventory/alerts?${query}`, by);
const stocked = async (current_stock: number): Promise<string> => (await newProduct(tenant, { current_stock })).id;

describe('POST /api/v1/retail/inventory/adjust/', () => {
  it('A-99: 10 less 3 is 7, and says so', async () => {
    const product_id = await stocked(10);
    const why = { reason: 'Broken', reference: 'COUNT-1', notes: 'Fell' };
    const answer = await adjust({ product_id, quantity: -3, ...why }, token);
    expect(answer.status).toBe(200);
    expectKeys(answer.body.data, retailShapes.stock);
    expect(answer.body.data).toEqual({
      product_id,
      previous_stock: 10,
      quantity_changed: -3,
      new_stock: 7,
      operation: 'adjust',
      timestamp: expect.stringMatching(INSTANT),
    });
    expect((await movementsOf(tenant, product_id))[0]).toMatchObject({
      kind: 'adjustment',
      quantity_changed: -3,
      balance: 7,
      ...why,
      actor_id: tenant.admin.id,
    });
  });

  it('A-99: 10 less 3 and then less 8 is refused and still 7; 0 is refused', async () => {
    const product_id = await stocked(10);
    await adjust({ product_id, quantity: -3 }, token);
    expectInvalid(on, await adjust({ product_id, quantity: -8 }, token), 'quantity');
    expectInvalid(on, await adjust({ product_id, quantity: 0 }, token), 'quantity');
    expectInvalid(on, await adjust({ product_id, quantity: 2 ** 31 - 1 }, token), 'quantity');
    expect(await stockOf(tenant, product_id)).toBe(7);
    expect((await adjust({ product_id: product_id.toUpperCase(), quantity: 4 }, token)).body.data.new_stock).toBe(11);
    expect(await ledgerOf(tenant, product_id)).toEqual([
      ['opening', 10, 10],
      ['adjustment', -3, 7],
      ['adjustment', 4, 11],
    ]);
  });

  it.each(
    wrongBodies({ product_id: 'own', quantity: 1 }, [], {
      product_id: [UNKNOWN_ID, 'abc'],
    }),
  )('A-52: refuses %s', async (_, field, body) => {
    const own = body.product_id === 'own' ? { ...body, product_id: await stocked(5) } : body;
    expectInvalid(on, await adjust(own, token), field);
  });

  it('A-52: another tenant’s product is as unknown as one that does not exist, and stays as it is', async () => {
    const other = await newTenant();
    const { id: product_id } = await newProduct(other, { current_stock: 5 });
    const unknown = await adjust({ product_id: UNKNOWN_ID, quantity: 1 }, token);
    expectSameRefusal(unknown, await adjust({ product_id, quantity: 1 }, token));
    expect(await stockOf(other, product_id)).toBe(5);
  });
});

describe('POST /api/v1/retail/inventory/transfer/', () => {
  it('A-100: moves 4 of 10, and the stock is 10 still', async () => {
    const product_id = await stocked(10);
    const move = { quantity: 4, from_location: 'Store room', to_location: 'Shop floor' };
    const answer = await transfer({ product_id, ...move, reference: 'TR-1', notes: 'Weekend' }, token);
    expect(answer.status).toBe(200);
    expectKeys(answer.body.data, retailShapes.transfer);
    expect(answer.body.data).toEqual({
      product_id,
      previous_stock: 10,
      quantity_changed: 0,
      new_stock: 10,
      operation: 'transfer',
      ...move,
      timestamp: expect.stringMatching(INSTANT),
    });
    expect(await stockOf(tenant, product_id)).toBe(10);
    expect((await movementsOf(tenant, product_id))[0]).toMatchObject({
      kind: 'transfer',
      quantity_changed: 0,
      balance: 10,
      location_changes: [{ location: 'Shop floor', quantity_changed: 4, balance: 4 }],
      reference: 'TR-1',
      notes: 'Weekend',
    });
  });

  it('takes locations without the white space around them', async () => {
    const product_id = await stocked(10);
    const move = { product_id, quantity: 4 };
    expect((await transfer({ ...move, from_location: ' A ', to_location: ' B' }, token)).body.data).toMatchObject({
      from_location: 'A',
      to_location: 'B',
    });
    expectInvalid(on, await transfer({ ...move, from_location: 'A', to_location: ' A ' }, token), 'to_location');
  });

  it.each(
    wrongBodies({ product_id: 'own', quantity: 1, from_location: 'A', to_location: 'B' }, [], {
      product_id: [UNKNOWN_ID, 'abc'],
      quantity: [6],
      to_location: ['A'],
    }),
  )('A-100: refuses %s', async (_, field, body) => {
    const own = body.product_id === 'own' ? { ...body, product_id: await stocked(5) } : body;
    expectInvalid(on, await transfer(own, token), field);
  });

  it('A-52: another tenant’s product is as unknown as one that does not exist', async () => {
    const { id } = await newProduct(await newTenant(), { current_stock: 5 });
    const of = (product_id: string) =>
      transfer({ product_id, quantity: 1, from_location: 'A', to_location: 'B' }, token);
    expectSameRefusal(await of(UNKNOWN_ID), await of(id));
  });
});

it('says 401 to rubbish without a token', async () => {
  for (const answer of [await adjust({}), await transfer({}), await alerts('type=x')]) expectRefusal(on, answer, 401);
});

it('A-60: nothing of it is served while the module is disabled', async () => {
  const other = await newTenant();
  await disableRetail(other);
  const by = other.admin.token;
  for (const answer of [await adjust({}, by), await transfer({}, by), await alerts('', by)])
    expectRefusal(on, answer, 403, 'MODULE_DISABLED');
});
