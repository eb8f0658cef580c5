import fc from 'fast-check';
import type { Json } from '../../support/client.js';
import { expectInvalid, expectKeys } from '../../support/core-shapes.js';
import { contractSurface, referenceSurface as on } from '../../support/core-surfaces.js';
import { newTenant, newUser, type TestTenant } from '../../support/people.js';
import { allRows, atOnce, newCustomer, newProduct, sell } from '../../support/retail.js';

/** Lists in another order, and with some of their fields. */

let tenant: TestTenant;
let token: string;
beforeEach(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const namesBy = async (query: string): Promise<string[]> =>
  (await on.get(`/retail/products?${query}`, token)).body.data.map(({ name }: Json) => name);

describe('A-504: a list is sorted', () => {
  it('by texts in lower case by code point, by figures, by instants, both ways', async () => {
    const products = [
      { name: 'beras', selling_price: 9, current_stock: 3 },
      { name: 'Ayam', selling_price: 30, current_stock: 0 },
      { name: 'Éclair', selling_price: 4.5, current_stock: 12 },
      { name: 'ZAITUN', selling_price: 100, current_stock: 7 },
    ];
    for (const product of products) await newProduct(tenant, product);
    expect(await namesBy('sort=name')).toEqual(['Ayam', 'beras', 'ZAITUN', 'Éclair']);
    expect(await namesBy('sort=-name')).toEqual(['Éclair', 'ZAITUN', 'beras', 'Ayam']);
    expect(await namesBy('sort=selling_price')).toEqual(['Éclair', 'beras', 'Ayam', 'ZAITUN']);
    expect(await namesBy('sort=-current_stock')).toEqual(['Éclair', 'ZAITUN', 'beras', 'Ayam']);
    expect(await namesBy('sort=created_at')).toEqual(products.map(({ name }) => name));
    expect(await namesBy('sort=-created_at')).toEqual(await namesBy(''));
  });

  it('by the latest change', async () => {
    const [first, second] = [
      await newProduct(tenant, { name: 'a' }),
      await newProduct(tenant, { name: 'b', current_stock: 5 }),
    ];
    await on.put(`/retail/products/${first.id}`, { unit: 'box' }, token);
    expect(await namesBy('sort=-updated_at')).toEqual(['a', 'b']);
    await sell(tenant, [{ product_id: second.id, quantity: 1 }]);
    expect(await namesBy('sort=-updated_at')).toEqual(['b', 'a']);
    expect(await namesBy('sort=updated_at')).toEqual(['a', 'b']);
  });

  it('with null last both ways', async () => {
    const users = [await newUser(tenant, 'staff'), await newUser(tenant, 'staff')];
    const ids = async (sort: string) =>
      (await on.get(`/users?sort=${sort}`, token)).body.data.map(({ last_login }: Json) => last_login !== null);
    expect(users).toHaveLength(2);
    for (const sort of ['last_login', '-last_login']) {
      const has = await ids(sort);
      expect(has).toEqual([...has].sort((a: boolean, b: boolean) => Number(b) - Number(a)));
    }
  });

  it('page after page, with filters and with a search, each row once, ties by id', async () => {
    await atOnce(7, (i) => newProduct(tenant, { name: `kopi ${i % 2}`, category: i < 5 ? 'Minuman' : 'Lain' }));
    const expected = (rows: Json[], way: 1 | -1) =>
      [...rows].sort((a, b) => way * (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? -1 : 1));
    for (const filter of ['', 'category=minuman&', 'search=kopi&', 'search=kopi&category=minuman&']) {
      const all = (await on.get(`/retail/products?${filter}`, token)).body.data;
      for (const [sort, way] of [
        ['name', 1],
        ['-name', -1],
      ] as const) {
        const pages = await allRows(`/retail/products?${filter}sort=${sort}`, token, 2);
        expect([filter, pages.map(({ id }) => id)]).toEqual([filter, expected(all, way).map(({ id }) => id)]);
      }
    }
  });

  it('by any texts (property)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ minLength: 1, maxLength: 6, unit: fc.constantFrom('a', 'B', 'ß', 'é', '1', '-', '字') }), {
          minLength: 2,
          maxLength: 6,
        }),
        async (names) => {
          const fresh = await newTenant();
          await atOnce(names.length, (i) => newCustomer(fresh, { first_name: 'x', last_name: names[i] }));
          const rows = (await on.get('/retail/customers?sort=last_name', fresh.admin.token)).body.data as Json[];
          const points = (text: string) =>
            [...text.toLowerCase()].map((c) => (c.codePointAt(0) as number).toString(16).padStart(6, '0')).join('');
          const keys = rows.map(({ last_name }) => points(last_name));
          expect(keys).toEqual([...keys].sort());
        },
      ),
      { numRuns: 5 },
    );
  });

  it('by one field of those named, otherwise 400; empty is no sort; the contract surface has none', async () => {
    await newProduct(tenant);
    for (const sort of ['price', 'name,sku', 'id', '-', '--name', 'name desc', 'name;drop', 'NAME '])
      expectInvalid(on, await on.get(`/retail/products?sort=${encodeURIComponent(sort)}`, token), 'sort');
    const refused = await on.get('/retail/products?sort=price', token);
    expect(on.error(refused).message).toContain('name, -name');
    expectInvalid(on, await on.get('/retail/inventory/alerts?sort=name', token), 'sort');
    expect((await on.get('/retail/products?sort=', token)).status).toBe(200);
    expect((await contractSurface.get('/retail/products?sort=price', token)).status).toBe(200);
  });

  it('and its links keep the order', async () => {
    await atOnce(3, () => newProduct(tenant));
    const { headers } = await on.get('/retail/products?sort=-name&page_size=2', token);
    expect(headers.get('link')).toContain('sort=-name');
  });
});

describe('A-507: a list shows the fields that are asked for', () => {
  it('and id, in their order, on every page', async () => {
    await newProduct(tenant, { name: 'kopi' });
    const { body } = await on.get('/retail/products?fields=name,%20current_stock', token);
    expectKeys(body.data[0], ['id', 'name', 'current_stock']);
    const { created_at } = (await on.get('/retail/products?fields=created_at', token)).body.data[0];
    expect(created_at).toMatch(/^\d{4}-.*Z$/);
  });

  it('or names what is no field', async () => {
    const refused = await on.get('/retail/products?fields=name,gone', token);
    expectInvalid(on, refused, 'fields');
    expect(on.error(refused).message).toContain('selling_price');
    for (const fields of ['attributes.color', 'name,,sku', '__proto__', 'tenant_id'])
      expectInvalid(on, await on.get(`/retail/products?fields=${fields}`, token), 'fields');
  });
});
