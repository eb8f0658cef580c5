import type { Json } from '../../support/client.js';
import { everyRole, UNKNOWN_ID, referenceSurface as on, type Role } from '../../support/core-surfaces.js';
import {
  expectConflict,
  expectKeys,
  expectRefusal,
  expectSameRefusal,
  INSTANT,
  UUID,
} from '../../support/core-shapes.js';
import { newTenant, unique, type Person, type TestTenant } from '../../support/people.js';
import { disableRetail, movementsOf, newProduct, readProduct, retailShapes } from '../../support/retail.js';

let tenant: TestTenant;
let people: Record<Role, Person>;
let token: string;
let product: Json;
beforeAll(async () => {
  tenant = await newTenant();
  people = await everyRole(tenant);
  ({ token } = tenant.admin);
  product = await newProduct(tenant, { current_stock: 10 });
});

const path = '/retail/products';
const create = (body: unknown, by?: string) => on.post(path, body, by);
const change = (id: string, body: unknown, by = token) => on.put(`${path}/${id}`, body, by);
const remove = (id: string, by = token) => on.send('DELETE', `${path}/${id}`, { token: by });
const updateStock = (id: string, body: unknown, by = token) => on.post(`${path}/${id}/update-stock`, body, by);
const smallest = () => ({ name: 'Kopi', sku: unique('SKU'), selling_price: 9.9 });
const optional =
  'purchase_price description category brand barcode unit current_stock minimum_stock maximum_stock tax_rate is_active attributes'.split(
    ' ',
  );

describe('POST /api/v1/retail/products/', () => {
  it('A-02, A-20: answers 201 and the whole record', async () => {
    const body = {
      ...smallest(),
      description: 'Coffee powder',
      category: 'Beverages',
      brand: 'Cap Gajah',
      barcode: '9556000000010',
      unit: 'packet',
      current_stock: 40,
      minimum_stock: 10,
      maximum_stock: 200,
      purchase_price: 6.505,
      selling_price: 9.904,
      tax_rate: 8,
      is_active: false,
      attributes: { color: ['red'], halal_certified: true },
    };
    const answer = await create(body, token);
    expect(answer.status).toBe(201);
    expectKeys(answer.body, ['success', 'data']);
    expectKeys(answer.body.data, retailShapes.product);
    expect(answer.body.data).toEqual({
      ...body,
      id: expect.stringMatching(UUID),
      purchase_price: 6.51,
      selling_price: 9.9,
      barcode_valid: true,
      picture_ids: [],
      picture_urls: [],
      created_at: expect.stringMatching(INSTANT),
      updated_at: answer.body.data.created_at,
    });
    expect(await readProduct(tenant, answer.body.data.id)).toEqual(answer.body.data);
  });

  it('A-20: takes the smallest body, and null for what may be left out', async () => {
    const unset = Object.fromEntries(optional.map((name) => [name, null]));
    for (const body of [smallest(), { ...smallest(), ...unset }]) {
      const answer = await create(body, token);
      expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
      expect(answer.body.data).toMatchObject({
        description: null,
        category: null,
        brand: null,
        barcode: null,
        barcode_valid: null,
        unit: null,
        current_stock: 0,
        minimum_stock: 0,
        maximum_stock: null,
        purchase_price: null,
        tax_rate: 6,
        is_active: true,
        attributes: {},
      });
    }
  });

  it('reports a wrong check digit, and refuses none', async () => {
    expect((await newProduct(tenant, { barcode: '9556000000011' })).barcode_valid).toBe(false);
    expect((await newProduct(tenant, { barcode: 'SHELF-7' })).barcode_valid).toBeNull();
  });

  it('A-09: ignores what it does not know, and what only the service says', async () => {
    const other = await newTenant();
    const extra = { id: UNKNOWN_ID, tenant_id: other.id, barcode_valid: false, created_at: '2020-01-01', color: 'red' };
    const made = await newProduct(tenant, extra);
    expect(made.id).not.toBe(UNKNOWN_ID);
    expect(made.created_at).not.toMatch(/^2020/);
    expect(on.total(await on.get(path, other.admin.token))).toBe(0);
  });

  it('A-15: says 401 to rubbish without a token, and 403 to rubbish by a viewer', async () => {
    expectRefusal(on, await create({}), 401);
    expectRefusal(on, await create({}, people.VIEWER.token), 403);
  });
});

describe('GET /api/v1/retail/products/{product_id}/', () => {
  it('A-16, A-51: another tenant’s, an unknown and an impossible id are not there, each the same', async () => {
    const foreign = await newProduct(await newTenant());
    const unknown = await on.get(`${path}/${UNKNOWN_ID}`, token);
    expectRefusal(on, unknown, 404);
    for (const id of [foreign.id, '1', 'not-a-uuid', '%00'])
      expectSameRefusal(unknown, await on.get(`${path}/${id}`, token));
  });

  it('says 401 without a token', async () => expectRefusal(on, await on.get(`${path}/${product.id}`), 401));
});

describe('PUT /api/v1/retail/products/{product_id}/', () => {
  it('A-18: changes what is sent, and leaves the rest', async () => {
    const made = await newProduct(tenant, {
      current_stock: 5,
      category: 'Tea',
      tax_rate: 8,
      minimum_stock: 2,
      purchase_price: 3,
      is_active: false,
      attributes: { size: 'L' },
    });
    const answer = await change(made.id, { name: 'Teh' });
    expect(answer.status).toBe(200);
    expect(on.data(answer)).toEqual({ ...made, name: 'Teh', updated_at: expect.stringMatching(INSTANT) });
    expect(await readProduct(tenant, made.id)).toEqual(on.data(answer));
  });

  it('A-18: takes an empty body, and changes nothing', async () => {
    const answer = await change(product.id, {});
    expect([answer.status, on.data(answer)]).toEqual([200, product]);
  });

  it('A-09: takes back what it gave, and changes nothing', async () => {
    const made = await newProduct(tenant, { current_stock: 5, barcode: '9556000000010', attributes: { a: [1] } });
    const { updated_at: _, ...before } = made;
    const answer = await change(made.id, made);
    expect([answer.status, on.data(answer)]).toEqual([200, { ...before, updated_at: expect.anything() }]);
    expect(await movementsOf(tenant, made.id)).toHaveLength(1);
  });

  it('A-18: null clears what may be unset', async () => {
    const full = { description: 'd', category: 'c', brand: 'b', barcode: '1', unit: 'u', maximum_stock: 9 };
    const made = await newProduct(tenant, { ...full, purchase_price: 5, attributes: { a: 1 }, minimum_stock: 4 });
    const unset = Object.fromEntries([...Object.keys(full), 'purchase_price'].map((name) => [name, null]));
    const answer = await change(made.id, { ...unset, attributes: null, minimum_stock: null });
    expect(on.data(answer)).toMatchObject({ ...unset, attributes: {}, minimum_stock: 0 });
  });

  it('A-15, A-51: says 404 before 400 where the record is not there', async () => {
    const foreign = await newProduct(await newTenant());
    for (const id of [UNKNOWN_ID, foreign.id, 'not-a-uuid'])
      expectRefusal(on, await change(id, { selling_price: 'x' }), 404);
  });
});

describe('DELETE /api/v1/retail/products/{product_id}/', () => {
  it('A-03: answers what was deleted; from then on it is not there', async () => {
    const { id } = await newProduct(tenant, { current_stock: 3 });
    const answer = await remove(id);
    expect([answer.status, answer.body]).toEqual([200, { success: true, data: { id, deleted: true } }]);
    for (const gone of [
      await on.get(`${path}/${id}`, token),
      await change(id, { name: 'x' }),
      await remove(id),
      await updateStock(id, { quantity: 1 }),
      await on.get(`${path}/${id}/movements`, token),
    ])
      expectRefusal(on, gone, 404);
  });

  it('A-51: leaves another tenant’s alone', async () => {
    const other = await newTenant();
    const { id } = await newProduct(other);
    expectRefusal(on, await remove(id), 404);
    expect((await readProduct(other, id)).id).toBe(id);
  });
});

it('A-105: a sku is taken once among the tenant’s products, and free again after a deletion', async () => {
  const { id, sku } = await newProduct(tenant);
  expectConflict(on, await create({ ...smallest(), sku }, token), 'sku');
  const { id: second } = await newProduct(tenant);
  expectConflict(on, await change(second, { sku }), 'sku');
  expect((await newProduct(await newTenant(), { sku })).sku).toBe(sku);
  await remove(id);
  expect((await change(second, { sku })).status).toBe(200);
});

it('A-60: nothing of products is served while the module is disabled', async () => {
  const other = await newTenant();
  const { id } = await newProduct(other);
  await disableRetail(other);
  const by = other.admin.token;
  for (const answer of [
    await on.get(path, by),
    await create(smallest(), by),
    await on.get(`${path}/${id}`, by),
    await change(id, {}, by),
    await remove(id, by),
    await updateStock(id, { quantity: 1 }, by),
    await on.get(`${path}/${id}/movements`, by),
  ])
    expectRefusal(on, answer, 403, 'MODULE_DISABLED');
  await on.post('/modules/retail/enable', {}, by);
  expect((await readProduct(other, id)).id).toBe(id);
});
