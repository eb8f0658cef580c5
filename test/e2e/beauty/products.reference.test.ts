import type { Json } from '../../support/client.js';
import { beautyShapes as shapes, configureBeauty, newBeautyProduct, stockMovementsOf } from '../../support/beauty.js';
import { everyRole, UNKNOWN_ID, referenceSurface as on, type Role } from '../../support/core-surfaces.js';
import {
  expectConflict,
  expectInvalid,
  expectKeys,
  expectRefusal,
  INSTANT,
  not,
  UUID,
} from '../../support/core-shapes.js';
import { must } from '../../support/healthcare.js';
import { newTenant, unique, type Person, type TestTenant } from '../../support/people.js';
import { newProduct } from '../../support/retail.js';

const PATH = '/beauty/products';

let tenant: TestTenant;
let people: Record<Role, Person>;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  people = await everyRole(tenant);
  ({ token } = tenant.admin);
});

const create = (body: unknown, by = token) => on.post(PATH, body, by);
const change = (id: string, body: unknown, by = token) => on.put(`${PATH}/${id}`, body, by);
const remove = (id: string) => on.send('DELETE', `${PATH}/${id}`, { token });
const found = async (of: TestTenant, query: string): Promise<string[]> =>
  must(await on.get(`${PATH}?${query}`, of.admin.token), 200).map((row: Json) => row.name);
/** Kinds, changes and balances of a product's movements, the first one first. */
const ledger = async (id: string): Promise<unknown[]> =>
  (await stockMovementsOf(tenant, id)).reverse().map((m) => [m.kind, m.quantity_changed, m.balance]);

const whole = {
  name: 'Serum Vitamin C',
  brand: 'Seri Ayu',
  description: 'Brightening serum',
  category: 'Serum',
  subcategory: 'Brightening',
  barcode: '9556000000010',
  volume_ml: 30,
  price: 45.9,
  tax_rate: 6,
  stock_quantity: 12,
  minimum_stock: 5,
  ingredients: ['ascorbic acid'],
  skin_types: ['dry', 'normal'],
  age_groups: ['25-40'],
  expiry_date: '2020-06-30',
  batch_number: 'B-14',
  supplier: 'Seri Ayu Sdn Bhd',
  ministry_approved: true,
  ministry_notification_number: 'NOT123',
  halal_certified: true,
  halal_certification_number: 'MS 2634',
  cruelty_free: true,
  vegan: true,
  organic: true,
  is_active: false,
};
const clearable = [
  ...['brand', 'description', 'category', 'subcategory', 'sku', 'barcode', 'volume_ml', 'expiry_date'],
  ...['batch_number', 'supplier', 'ministry_notification_number', 'halal_certification_number'],
];
const lists = ['ingredients', 'skin_types', 'age_groups'];
const flags = ['ministry_approved', 'halal_certified', 'cruelty_free', 'vegan', 'organic'];

describe('POST /api/v1/beauty/products/', () => {
  it('A-113, A-27: answers 201 with what was sent: a price with sen, numbers of certificates as texts', async () => {
    const sent = { ...whole, sku: unique('SER') };
    const product = must(await create(sent), 201);
    expectKeys(product, shapes.product);
    expect(product).toEqual({
      ...sent,
      barcode_valid: true,
      picture_ids: [],
      picture_urls: [],
      id: expect.stringMatching(UUID),
      tenant_id: tenant.id,
      created_at: expect.stringMatching(INSTANT),
      updated_at: product.created_at,
    });
    expect(must(await on.get(`${PATH}/${product.id}`, token), 200)).toEqual(product);
  });

  it('A-257, A-258, A-259: needs name and price alone; everything else is null, empty, false, 0', async () => {
    const nulls = [...clearable, ...lists, 'stock_quantity', 'minimum_stock', 'tax_rate'];
    for (const body of [{}, Object.fromEntries(nulls.map((name) => [name, null]))]) {
      const product = must(await create({ name: 'Masker', price: 0, ...body }), 201);
      expect(product).toMatchObject({ price: 0, tax_rate: 0, stock_quantity: 0, minimum_stock: 0, is_active: true });
      for (const name of [...clearable, 'barcode_valid']) expect([name, product[name]]).toEqual([name, null]);
      for (const name of lists) expect([name, product[name]]).toEqual([name, []]);
      for (const name of flags) expect([name, product[name]]).toEqual([name, false]);
      expect(await ledger(product.id)).toEqual([]);
    }
  });

  it('A-257: the rate is the tenant’s default unless one is sent', async () => {
    const spa = await newTenant();
    await configureBeauty(spa, { default_tax_rate: 8 });
    expect((await newBeautyProduct(spa)).tax_rate).toBe(8);
    expect((await newBeautyProduct(spa, { tax_rate: 0 })).tax_rate).toBe(0);
  });

  it.each<[string, unknown[]]>([
    ['name', ['', ' ', null, ...not.text]],
    ['price', ['45.90', -1, null]],
    ['tax_rate', [100.01, '6']],
    ['stock_quantity', [-1, 1.5, '3', 2 ** 31]],
    ['minimum_stock', [-1, 0.5, '3']],
    ['volume_ml', [-1, 30.5, '30']],
    ['expiry_date', ['2030-02-30', '30/06/2030', 20300630]],
    ['ministry_notification_number', [true, 118]],
    ['halal_certification_number', [false]],
    ['vegan', ['yes', 1, null]],
    ['ingredients', ['water', [1]]],
    ['sku', [5]],
  ])('§14, A-22: refuses a wrong %s, and names it', async (name, values) => {
    for (const value of values) expectInvalid(on, await create({ name: 'x', price: 1, [name]: value }), name);
  });

  it('A-53: is not for those who only read', async () =>
    expectRefusal(on, await create(whole, people.VIEWER.token), 403));
});

describe('A-261: sku and barcode', () => {
  it('a sku is taken once among beauty’s products, apart from retail’s, and free again after a deletion', async () => {
    const sku = unique('SKU');
    await newProduct(tenant, { sku });
    const { id } = await newBeautyProduct(tenant, { sku });
    expectConflict(on, await create({ name: 'x', price: 1, sku }), 'sku');
    const second = await newBeautyProduct(tenant);
    expectConflict(on, await change(second.id, { sku }), 'sku');
    expect((await newBeautyProduct(await newTenant(), { sku })).sku).toBe(sku);
    await remove(id);
    expect(must(await change(second.id, { sku }), 200).sku).toBe(sku);
  });

  it('two may be without one, and with a blank one', async () => {
    for (const sku of [undefined, null, '', ' '])
      for (let i = 0; i < 2; i += 1) expect((await create({ name: 'x', price: 1, sku })).status).toBe(201);
  });

  it('a barcode is any text, as often as one likes; its check digit is reported', async () => {
    const made = ['9556000000011', '9556000000011', 'SHELF-7'].map((barcode) => newBeautyProduct(tenant, { barcode }));
    expect((await Promise.all(made)).map(({ barcode_valid }) => barcode_valid)).toEqual([false, false, null]);
  });
});

describe('A-259: the stock', () => {
  it('set by POST and PUT is a movement each time that it changes, and their sum', async () => {
    const { id } = await newBeautyProduct(tenant, { stock_quantity: 10 });
    for (const stock_quantity of [7, 7, 0, 0, 4]) must(await change(id, { stock_quantity }), 200);
    expect(must(await change(id, { stock_quantity: null, name: 'Toner' }), 200).stock_quantity).toBe(4);
    expect(await ledger(id)).toEqual([
      ['opening', 10, 10],
      ['correction', -3, 7],
      ['correction', -7, 0],
      ['correction', 4, 4],
    ]);
    const [last] = await stockMovementsOf(tenant, id);
    expectKeys(last, shapes.movement);
    expect(last).toMatchObject({ product_id: id, shortage: 0, appointment_id: null, actor_id: tenant.admin.id });
  });

  it('never stated is not tracked: 0, and never low; stated as 0 it is', async () => {
    const salon = await newTenant();
    await newBeautyProduct(salon, { name: 'never' });
    await newBeautyProduct(salon, { name: 'none', stock_quantity: 0 });
    await newBeautyProduct(salon, { name: 'at the minimum', stock_quantity: 3, minimum_stock: 3 });
    await newBeautyProduct(salon, { name: 'enough', stock_quantity: 4, minimum_stock: 3 });
    expect(await found(salon, 'low_stock=true')).toEqual(['at the minimum', 'none']);
    expect(await found(salon, 'low_stock=false')).toEqual(['enough', 'never']);
  });
});

describe('PUT, DELETE /api/v1/beauty/products/{product_id}/', () => {
  it('A-18: takes back what it gave, and changes nothing; null clears', async () => {
    const product = must(await create({ ...whole, sku: unique('SER') }), 201);
    const { updated_at: _, ...before } = product;
    const same = must(await change(product.id, product, people.STAFF.token), 200);
    expect(same).toEqual({ ...before, updated_at: expect.anything() });
    expect(await ledger(product.id)).toEqual([['opening', 12, 12]]);
    const unset = Object.fromEntries([...clearable, 'minimum_stock', 'tax_rate'].map((name) => [name, null]));
    const changed = must(await change(product.id, { ...unset, ingredients: null }), 200);
    expect(changed).toMatchObject({ ...unset, minimum_stock: 0, tax_rate: 0, ingredients: [], stock_quantity: 12 });
  });

  it('A-03: what is deleted is not there, and neither are its movements', async () => {
    const { id } = await newBeautyProduct(tenant, { stock_quantity: 3 });
    expect((await remove(id)).body).toEqual({ success: true, data: { id, deleted: true } });
    expectRefusal(on, await on.get(`${PATH}/${id}`, token), 404);
    expectRefusal(on, await on.get(`${PATH}/${id}/movements`, token), 404);
    expectRefusal(on, await change(id, { price: 'x' }), 404);
  });

  it('A-51, A-265: another tenant’s, and retail’s, are not there', async () => {
    const foreign = await newBeautyProduct(await newTenant());
    const retails = await newProduct(tenant);
    for (const id of [foreign.id, retails.id, UNKNOWN_ID]) {
      expectRefusal(on, await on.get(`${PATH}/${id}`, token), 404);
      expectRefusal(on, await on.get(`${PATH}/${id}/movements`, token), 404);
    }
  });
});

describe('GET /api/v1/beauty/products/', () => {
  let salon: TestTenant;
  beforeAll(async () => {
    salon = await newTenant();
    const serum = { category: 'Serum', subcategory: 'Face', brand: 'Seri Ayu' };
    await newBeautyProduct(salon, { name: 'A', price: 20, ...serum, barcode: '9556000000010', is_active: false });
    await newBeautyProduct(salon, { name: 'B', price: 45.9, ...serum, brand: ' SERI AYU', halal_certified: true });
    await newBeautyProduct(salon, { name: 'C', price: 80, category: 'mask', subcategory: 'face ' });
  });

  it.each([
    ['', ['C', 'B', 'A']],
    ['category=serum', ['B', 'A']],
    ['subcategory=FACE', ['C', 'B', 'A']],
    ['brand=seri%20ayu', ['B', 'A']],
    ['barcode=9556000000010', ['A']],
    ['barcode=955', []],
    ['min_price=45.9', ['C', 'B']],
    ['max_price=45.9', ['B', 'A']],
    ['halal_certified=true', ['B']],
    ['halal_certified=false', ['C', 'A']],
    ['low_stock=true', []],
  ])('A-173, A-258: ?%s finds %j', async (query, names) => expect(await found(salon, query)).toEqual(names));

  it('A-10: refuses what is no amount or flag, and names it', async () => {
    for (const name of ['min_price', 'max_price', 'halal_certified', 'low_stock'])
      expectInvalid(on, await on.get(`${PATH}?${name}=x`, salon.admin.token), name);
  });
});
