import type { Json } from '../../support/client.js';
import { contractSurface, UNKNOWN_ID, referenceSurface as on, surfaces } from '../../support/core-surfaces.js';
import { expectConflict, expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { newTenant, unique, type TestTenant } from '../../support/people.js';
import {
  disableRetail,
  giveBack,
  newCustomer,
  newProduct,
  readProduct,
  readSale,
  retailShapes,
  sell,
} from '../../support/retail.js';

let tenant: TestTenant;
let token: string;
beforeEach(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const one = (product_id: string, quantity = 1) => [{ product_id, quantity }];
const contractProduct = async (extra: Record<string, unknown> = {}): Promise<Json> => {
  const body = { name: 'Kopi', sku: unique('SKU'), price: 9.9, cost: 6.5, ...extra };
  const answer = await contractSurface.post('/retail/products', body, token);
  expect(answer.status).toBe(201);
  return answer.body;
};
const contractList = async (): Promise<Json[]> => (await contractSurface.get('/retail/products', token)).body.products;
const change = (id: string, body: unknown) => on.put(`/retail/products/${id}`, body, token);

describe('A-62: one product, two views', () => {
  it('made on the contract surface is read and listed on the reference surface', async () => {
    const made = await contractProduct({
      description: 'd',
      category: 'c',
      stock_quantity: 40,
      reorder_point: 10,
      supplier_id: UNKNOWN_ID,
    });
    const shown = await readProduct(tenant, made.id);
    expect(shown).toEqual({
      id: made.id,
      sku: made.sku,
      name: 'Kopi',
      description: 'd',
      category: 'c',
      brand: null,
      barcode: null,
      barcode_valid: null,
      unit: null,
      current_stock: 40,
      minimum_stock: 10,
      maximum_stock: null,
      purchase_price: 6.5,
      selling_price: 9.9,
      tax_rate: 6,
      is_active: true,
      attributes: {},
      picture_ids: [],
      picture_urls: [],
      created_at: made.created_at,
      updated_at: made.updated_at,
    });
    expect((await on.get('/retail/products', token)).body.data).toEqual([shown]);
    expect(await contractList()).toEqual([made]);
  });

  it('made on the reference surface is listed on the contract surface, and changed on both', async () => {
    const made = await newProduct(tenant, { purchase_price: null, current_stock: 3, minimum_stock: 1 });
    const [listed] = await contractList();
    expect(listed).toEqual({
      id: made.id,
      tenant_id: tenant.id,
      name: made.name,
      sku: made.sku,
      description: null,
      category: null,
      price: 10,
      cost: null,
      stock_quantity: 3,
      reorder_point: 1,
      supplier_id: null,
      status: 'ACTIVE',
      created_at: made.created_at,
      updated_at: made.updated_at,
    });
    await change(made.id, { selling_price: 12, name: 'Teh' });
    await sell(tenant, one(made.id, 2));
    expect((await contractList())[0]).toMatchObject({ price: 12, name: 'Teh', stock_quantity: 1 });
  });

  it('deleted on the one is gone on both, and its sku is free on both (A-03, A-105)', async () => {
    const made = await contractProduct();
    expectConflict(on, await on.post('/retail/products', { name: 'x', sku: made.sku, selling_price: 1 }, token), 'sku');
    expect((await on.send('DELETE', `/retail/products/${made.id}`, { token })).status).toBe(200);
    expectRefusal(on, await on.get(`/retail/products/${made.id}`, token), 404);
    expect(await contractList()).toEqual([]);
    expect((await contractProduct({ sku: made.sku })).id).not.toBe(made.id);
  });

  it('A-105: a sku that one surface took is taken on the other', async () => {
    const { sku } = await newProduct(tenant);
    const body = { name: 'x', sku, price: 1, cost: 1 };
    expectConflict(contractSurface, await contractSurface.post('/retail/products', body, token), 'sku');
  });
});

it('A-63: is_active false is INACTIVE on the contract surface, which lists every status; true is ACTIVE', async () => {
  const { id } = await contractProduct();
  expect((await change(id, { is_active: false })).body.data.is_active).toBe(false);
  expect((await contractList()).map(({ status }) => status)).toEqual(['INACTIVE']);
  expect((await change(id, { name: 'Teh' })).body.data.is_active).toBe(false);
  await change(id, { is_active: true });
  expect((await contractList()).map(({ status }) => status)).toEqual(['ACTIVE']);
});

describe('A-62, A-160: one sale, two views', () => {
  it('made on the contract surface is read, listed and in the customer’s history on the reference surface', async () => {
    const { id: customer_id } = await newCustomer(tenant);
    const { id: product_id } = await newProduct(tenant);
    const body = { customer_id, items: one(product_id, 2), payment_method: 'cash' };
    const { body: made } = await contractSurface.post('/retail/sales', body, token);
    const shown = await readSale(tenant, made.id);
    expect(Object.keys(shown).sort()).toEqual([...retailShapes.sale].sort());
    expect(shown).toMatchObject({
      id: made.id,
      invoice_number: made.invoice_number,
      customer_id,
      subtotal: made.subtotal,
      tax_amount: made.tax,
      total: made.total,
      payment_method: 'cash',
      payment_details: null,
      payment_status: 'completed',
      status: 'completed',
      discount_amount: 0,
      notes: null,
      created_at: made.created_at,
    });
    for (const path of ['/retail/sales', `/retail/customers/${customer_id}/purchase-history`])
      expect((await on.get(path, token)).body.data).toEqual([shown]);
    expect(on.total(await on.get(`/retail/sales?customer_id=${customer_id}`, token))).toBe(1);
  });

  it('A-92: keeps an unknown customer, as it was sent', async () => {
    const body = { customer_id: UNKNOWN_ID.toUpperCase(), items: one((await newProduct(tenant)).id) };
    const { body: made } = await contractSurface.post('/retail/sales', body, token);
    expect([made.customer_id, (await readSale(tenant, made.id)).customer_id]).toEqual([UNKNOWN_ID, UNKNOWN_ID]);
    expect(on.total(await on.get(`/retail/sales?customer_id=${UNKNOWN_ID}`, token))).toBe(1);
    expectRefusal(on, await on.get(`/retail/customers/${UNKNOWN_ID}/purchase-history`, token), 404);
  });

  it('A-17, A-92: takes every text in the format of a uuid, of no version too', async () => {
    const items = one((await newProduct(tenant)).id);
    for (const customer_id of ['11111111-1111-1111-1111-111111111111', 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee']) {
      const { status, body } = await contractSurface.post('/retail/sales', { customer_id, items }, token);
      expect([status, body.customer_id]).toEqual([201, customer_id]);
    }
    for (const customer_id of ['11111111-1111-1111-1111-11111111111', '11111111111111111111111111111111', 'x'])
      expect((await contractSurface.post('/retail/sales', { customer_id, items }, token)).status).toBe(400);
  });

  it('A-92: links the customer regardless of the case of the id', async () => {
    const { id } = await newCustomer(tenant);
    const body = { customer_id: id.toUpperCase(), items: one((await newProduct(tenant)).id) };
    for (const surface of surfaces) expect((await surface.post('/retail/sales', body, token)).status).toBe(201);
    expect(on.total(await on.get(`/retail/customers/${id}/purchase-history`, token))).toBe(2);
  });
});

it('A-03: an old sale of a deleted product reads as it did, and is refunded', async () => {
  const { id } = await newProduct(tenant, { current_stock: 5 });
  const sale = await sell(tenant, one(id, 2));
  await on.send('DELETE', `/retail/products/${id}`, { token });
  expect(await readSale(tenant, sale.id)).toEqual(sale);
  expect((await giveBack(tenant, sale.id, { items: one(id) })).body.data.refund_amount).toBe(10.6);
});

it('A-03: an old sale of a changed product reads as it did', async () => {
  const { id } = await newProduct(tenant);
  const sale = await sell(tenant, one(id));
  await change(id, { name: 'Teh', selling_price: 99, tax_rate: 0, sku: unique('NEW') });
  expect(await readSale(tenant, sale.id)).toEqual(sale);
});

it('A-106: attributes are kept as sent, unknown keys too, and replaced as a whole', async () => {
  const attributes = { color: ['red'], x: { y: 1, z: [null, { 'ключ 键': '值' }] }, halal_certified: false, empty: {} };
  const { id } = await newProduct(tenant, { attributes });
  expect((await readProduct(tenant, id)).attributes).toEqual(attributes);
  await change(id, { name: 'Teh' });
  expect((await readProduct(tenant, id)).attributes).toEqual(attributes);
  await change(id, { attributes: { size: 'L' } });
  expect((await readProduct(tenant, id)).attributes).toEqual({ size: 'L' });
});

it('A-51, A-52: nothing of another tenant is there to read, change, sell, move or give back', async () => {
  const other = await newTenant();
  const theirs = await newProduct(other, { current_stock: 5 });
  const sale = await sell(other, one(theirs.id));
  const customer = await newCustomer(other);
  for (const path of [`/retail/products/${theirs.id}`, `/retail/sales/${sale.id}`])
    expectRefusal(on, await on.get(path, token), 404);
  expectRefusal(on, await on.get(`/retail/customers/${customer.id}/purchase-history`, token), 404);
  const items = one(theirs.id);
  const body = { customer_id: UNKNOWN_ID, items };
  expectInvalid(contractSurface, await contractSurface.post('/retail/sales', body, token), 'items.0.product_id');
  expectInvalid(on, await on.post('/retail/sales', { items }, token), 'items.0.product_id');
  const own = one((await newProduct(tenant)).id);
  const foreign = await on.post('/retail/sales', { items: own, customer_id: customer.id }, token);
  expectInvalid(on, foreign, 'customer_id');
  const moved = await on.post('/retail/inventory/adjust', { product_id: theirs.id, quantity: -1 }, token);
  expectInvalid(on, moved, 'product_id');
  expectRefusal(on, await giveBack(tenant, sale.id), 404);
  expect((await readProduct(other, theirs.id)).current_stock).toBe(4);
  expect(await readSale(other, sale.id)).toEqual(sale);
  expect([await contractList(), on.total(await on.get('/retail/sales', token))]).toEqual([
    [expect.objectContaining({ id: own[0]?.product_id })],
    0,
  ]);
});

describe('A-60: the module', () => {
  it.each(['HEALTHCARE', 'BEAUTY'])('may be used by a tenant of %s that never enabled it', async (business_type) => {
    const clinic = await newTenant({ business_type });
    const { id } = await newProduct(clinic);
    expect((await sell(clinic, one(id))).status).toBe('completed');
  });

  it('once disabled answers 403 on both surfaces until it is enabled, and nothing is lost; others are served', async () => {
    const { id } = await newProduct(tenant);
    const other = await newTenant();
    await disableRetail(tenant);
    for (const surface of surfaces)
      expectRefusal(surface, await surface.get('/retail/products', token), 403, 'MODULE_DISABLED');
    expect((await newProduct(other)).is_active).toBe(true);
    expect((await on.post('/modules/retail/enable', {}, token)).status).toBe(200);
    expect((await contractList()).map((product) => product.id)).toEqual([id]);
  });
});

describe('a product’s ETag', () => {
  const tagOf = async (id: string) => (await on.get(`/retail/products/${id}`, token)).headers.get('etag') as string;

  it('moves with its fields and with its stock, for every mover', async () => {
    const { id } = await newProduct(tenant, { current_stock: 5 });
    const tags = [await tagOf(id)];
    await sell(tenant, one(id));
    tags.push(await tagOf(id));
    await on.post('/retail/inventory/adjust', { product_id: id, quantity: 1 }, token);
    tags.push(await tagOf(id));
    await change(id, { name: 'Teh' });
    tags.push(await tagOf(id));
    expect(new Set(tags).size).toBe(4);
    await change(id, { name: 'Teh' });
    expect(await tagOf(id)).toBe(tags[3]);
  });

  it('guards a change of what has been sold meanwhile', async () => {
    const { id } = await newProduct(tenant, { current_stock: 5 });
    const headers = { 'if-match': await tagOf(id) };
    await sell(tenant, one(id));
    const body = { current_stock: 5 };
    expectRefusal(on, await on.send('PUT', `/retail/products/${id}`, { token, headers, body }), 412);
    expect((await readProduct(tenant, id)).current_stock).toBe(4);
  });
});
