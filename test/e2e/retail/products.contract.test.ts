import type { Json } from '../../support/client.js';
import { contractSurface as on, everyRole, UNKNOWN_ID, type Role } from '../../support/core-surfaces.js';
import { expectConflict, expectKeys, expectRefusal, INSTANT, UUID } from '../../support/core-shapes.js';
import { newTenant, unique, type Person, type TestTenant } from '../../support/people.js';
import { disableRetail, newProduct, retailShapes } from '../../support/retail.js';

let tenant: TestTenant;
let people: Record<Role, Person>;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  people = await everyRole(tenant);
  ({ token } = tenant.admin);
});

const path = '/retail/products';
const create = (body: unknown, by?: string) => on.post(path, body, by);
const list = (query: string, by?: string) => on.get(`${path}?${query}`, by);
const smallest = () => ({ name: 'Kopi', sku: unique('SKU'), price: 9.9, cost: 6.5 });

describe('POST /v1/retail/products', () => {
  it('answers 201 and exactly the record', async () => {
    const body = {
      ...smallest(),
      price: 9.904,
      cost: 6.505,
      description: 'Coffee powder',
      category: 'Beverages',
      stock_quantity: 40,
      reorder_point: 10,
      supplier_id: UNKNOWN_ID,
    };
    const answer = await create(body, token);
    expect(answer.status).toBe(201);
    expectKeys(answer.body, retailShapes.contract.product);
    expect(answer.body).toEqual({
      ...body,
      id: expect.stringMatching(UUID),
      tenant_id: tenant.id,
      price: 9.9,
      cost: 6.51,
      status: 'ACTIVE',
      created_at: expect.stringMatching(INSTANT),
      updated_at: answer.body.created_at,
    });
  });

  it('A-20: takes the smallest body, and null for what may be left out: all 14 keys are there', async () => {
    const unset = { description: null, category: null, stock_quantity: null, reorder_point: null, supplier_id: null };
    for (const body of [smallest(), { ...smallest(), ...unset }]) {
      const answer = await create(body, token);
      expect(answer.status).toBe(201);
      expect(Object.keys(answer.body)).toHaveLength(14);
      expect(answer.body).toMatchObject({ ...unset, stock_quantity: 0, reorder_point: 0, status: 'ACTIVE' });
    }
  });

  it('A-12, A-105: says 400 to a sku that is taken, and names it', async () => {
    const body = smallest();
    expect((await create(body, token)).status).toBe(201);
    expectConflict(on, await create(body, token), 'sku');
    expect((await create(body, (await newTenant()).admin.token)).status).toBe(201);
  });

  it('A-09: ignores what it does not know, and what only the service says', async () => {
    const other = await newTenant();
    const extra = { id: UNKNOWN_ID, tenant_id: other.id, status: 'DISCONTINUED', tax_rate: 'x', current_stock: 'x' };
    const { body } = await create({ ...smallest(), ...extra }, token);
    expect(body).toMatchObject({ tenant_id: tenant.id, status: 'ACTIVE' });
    expect(body.id).not.toBe(UNKNOWN_ID);
    expect(on.total(await list('', other.admin.token))).toBe(0);
  });

  it('A-15: says 401 to rubbish without a token, and 403 to rubbish by a viewer', async () => {
    expectRefusal(on, await create({}), 401);
    expectRefusal(on, await create({}, people.VIEWER.token), 403);
  });
});

describe('GET /v1/retail/products', () => {
  let shop: TestTenant;
  let skus: string[];
  beforeAll(async () => {
    shop = await newTenant();
    skus = [];
    for (const category of ['Minuman', 'minuman ', 'Snek', null, 'Minuman Panas'])
      skus.unshift((await newProduct(shop, { category })).sku);
  });
  const found = async (query: string) => {
    const answer = await list(query, shop.admin.token);
    expect([query, answer.status]).toEqual([query, 200]);
    return answer.body.products.map((row: Json) => row.sku);
  };

  it('A-05: answers the named list and its pagination, newest first', async () => {
    const answer = await list('', shop.admin.token);
    expect(answer.status).toBe(200);
    expectKeys(answer.body, ['products', 'pagination']);
    expect(answer.body.pagination).toEqual({ page: 1, limit: 20, total: 5, pages: 1 });
    expect(answer.body.products.map((row: Json) => row.sku)).toEqual(skus);
    for (const row of answer.body.products) expectKeys(row, retailShapes.contract.product);
  });

  it('A-05, A-26: five products by two are three pages, and every product once', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`page=${page}&limit=2`, shop.admin.token)));
    expect(pages.flatMap(({ body }) => body.products.map((row: Json) => row.sku))).toEqual(skus);
    expect(pages.map(({ body }) => [body.products.length, body.pagination])).toEqual(
      [2, 2, 1, 0].map((rows, i) => [rows, { page: i + 1, limit: 2, total: 5, pages: 3 }]),
    );
  });

  it('A-05: no products are no pages', async () => {
    const { body } = await list('', (await newTenant()).admin.token);
    expect(body).toEqual({ products: [], pagination: { page: 1, limit: 20, total: 0, pages: 0 } });
  });

  it('A-173: is narrowed by category, regardless of case; an unknown one finds nothing', async () => {
    expect(await found('category=MINUMAN')).toEqual([skus[3], skus[4]]);
    expect(await found('category=%20snek%20')).toEqual([skus[2]]);
    expect(await found('category=nothing')).toEqual([]);
    expect(await found('category=')).toEqual(skus);
    expect(await found('category=%25')).toEqual([]);
  });

  it('A-08: ignores parameters that it does not know', async () => {
    expect(await found('foo=bar&is_active=maybe&min_price=x')).toEqual(skus);
  });

  it('says 401 without a token', async () => expectRefusal(on, await list(''), 401));
});

it('A-60: nothing of products is served while the module is disabled', async () => {
  const other = await newTenant();
  await disableRetail(other);
  expectRefusal(on, await list('', other.admin.token), 403, 'MODULE_DISABLED');
  expectRefusal(on, await create(smallest(), other.admin.token), 403, 'MODULE_DISABLED');
});
