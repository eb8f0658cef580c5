import type { Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys } from '../../support/core-shapes.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { allRows, atOnce, newProduct, retailShapes } from '../../support/retail.js';

let tenant: TestTenant;
let token: string;
beforeEach(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const list = (query: string, by?: string) => on.get(`/retail/products?${query}`, by);

/** The names that a query finds, in their order; `total` must be as many. */
async function found(query: string): Promise<string[]> {
  const answer = await list(query, token);
  expect([query, answer.status]).toEqual([query, 200]);
  expect([query, on.total(answer)]).toEqual([query, answer.body.data.length]);
  return answer.body.data.map((row: Json) => row.name);
}

async function stocked(...products: Record<string, unknown>[]): Promise<void> {
  for (const product of products) await newProduct(tenant, product);
}

it('A-04: answers an array of records, newest first, and its pagination', async () => {
  await stocked({ name: 'satu' }, { name: 'dua' });
  const answer = await list('', token);
  expect(answer.status).toBe(200);
  expectKeys(answer.body, ['success', 'data', 'pagination']);
  expect(answer.body.pagination).toEqual({ page: 1, page_size: 20, total: 2, pages: 1 });
  expect(answer.body.data.map((row: Json) => row.name)).toEqual(['dua', 'satu']);
  for (const row of answer.body.data) expectKeys(row, retailShapes.product);
});

it('A-26: shows every product once, page after page', async () => {
  for (let i = 0; i < 5; i += 1) await newProduct(tenant, { name: String(i) });
  const rows = await allRows('/retail/products', token, 2);
  expect(rows.map((row) => row.name)).toEqual(['4', '3', '2', '1', '0']);
  const past = await list('page=4&page_size=2', token);
  expect([past.body.data, past.body.pagination]).toEqual([[], { page: 4, page_size: 2, total: 5, pages: 3 }]);
});

it('A-06, A-07: refuses a page that is none, and shows a hundred rows at most', async () => {
  await atOnce(101, () => newProduct(tenant));
  for (const parameter of ['page', 'page_size'])
    for (const value of ['0', '-1', 'abc', '1.5'])
      expectInvalid(on, await list(`${parameter}=${value}`, token), parameter);
  const { body } = await list('page_size=500', token);
  expect([body.data.length, body.pagination]).toEqual([100, { page: 1, page_size: 100, total: 101, pages: 2 }]);
  const beyond = await list('page=1000000000000', token);
  expect([beyond.status, beyond.body.data, on.total(beyond)]).toEqual([200, [], 101]);
});

it('A-173: narrows by category and brand, regardless of case, white space aside; by nothing that is like them', async () => {
  await stocked(
    { name: 'teh', category: 'Minuman', brand: 'BOH' },
    { name: 'kopi', category: ' minuman ', brand: 'Cap Gajah' },
    { name: 'kek', category: 'Minuman Petang', brand: null },
  );
  expect(await found('category=MINUMAN')).toEqual(['kopi', 'teh']);
  expect(await found('brand=%20boh')).toEqual(['teh']);
  expect(await found('category=minuman&brand=cap%20gajah')).toEqual(['kopi']);
  expect(await found('category=%25')).toEqual([]);
  expect(await found('category=&brand=')).toHaveLength(3);
});

it('A-173: finds by the barcode, alone and with other filters, in its present form, and not what was deleted', async () => {
  await stocked(
    { name: 'susu', barcode: '9556000000010', category: 'Minuman' },
    { name: 'susu lama', barcode: ' 9556000000010', category: 'Lama' },
    { name: 'roti', barcode: 'RAK-7' },
    { name: 'gula', barcode: null },
  );
  expect(await found('barcode=9556000000010')).toEqual(['susu lama', 'susu']);
  expect(await found('barcode=9556000000010&category=minuman')).toEqual(['susu']);
  expect(await found('barcode=955600000001')).toEqual([]);
  expect(await found('barcode=%20rak-7')).toEqual(['roti']);
  const [{ id }] = (await list('barcode=rak-7', token)).body.data;
  await on.put(`/retail/products/${id}`, { barcode: '9556000000027' }, token);
  expect([await found('barcode=rak-7'), await found('barcode=9556000000027')]).toEqual([[], ['roti']]);
  await on.send('DELETE', `/retail/products/${id}`, { token });
  expect(await found('barcode=9556000000027')).toEqual([]);
});

it('A-10: narrows by is_active and low_stock, in any spelling of true and false, and finds the rest by the other', async () => {
  await stocked(
    { name: 'off', is_active: false },
    { name: 'low', current_stock: 3, minimum_stock: 3 },
    { name: 'out', current_stock: 0 },
    { name: 'full', current_stock: 4, minimum_stock: 3 },
    { name: 'untracked', minimum_stock: 3 },
  );
  for (const yes of ['true', 'TRUE', '1']) {
    expect(await found(`is_active=${yes}`)).toEqual(['untracked', 'full', 'out', 'low']);
    expect(await found(`low_stock=${yes}`)).toEqual(['out', 'low']);
  }
  for (const no of ['false', 'False', '0']) {
    expect(await found(`is_active=${no}`)).toEqual(['off']);
    expect(await found(`low_stock=${no}`)).toEqual(['untracked', 'full', 'off']);
  }
  expect(await found('low_stock=&is_active=')).toHaveLength(5);
  for (const parameter of ['is_active', 'low_stock'])
    for (const value of ['maybe', '2', 'yes']) expectInvalid(on, await list(`${parameter}=${value}`, token), parameter);
});

it('A-102: of 10, 20 and 30 finds two from 10 to 20: both ends are included', async () => {
  await stocked(
    { name: '10', selling_price: 10 },
    { name: '20', selling_price: 20 },
    { name: '30', selling_price: 30 },
    { name: '0', selling_price: 0 },
  );
  expect(await found('min_price=10&max_price=20')).toEqual(['20', '10']);
  expect(await found('min_price=20.01')).toEqual(['30']);
  expect(await found('max_price=9.99')).toEqual(['0']);
  expect(await found('max_price=0')).toEqual(['0']);
  expect(await found('min_price=20&max_price=10')).toEqual([]);
  for (const parameter of ['min_price', 'max_price'])
    for (const value of ['abc', '-1', '1e400', 'NaN'])
      expectInvalid(on, await list(`${parameter}=${value}`, token), parameter);
});

it('A-25: searches name, description and sku for a part, regardless of case; % and _ are themselves', async () => {
  const mark = `z${Date.now()}`;
  await stocked(
    { name: 'Kopi O KAU', description: '100% Arabica', sku: `${mark}-A_1` },
    { name: 'Teh Tarik', description: 'kopi? tidak', sku: `${mark}-AB1` },
    { name: 'ÉCLAIR', description: null, sku: `${mark}-C\\D` },
  );
  expect(await found('search=kopi')).toEqual(['Teh Tarik', 'Kopi O KAU']);
  expect(await found('search=pi%20o%20ka')).toEqual(['Kopi O KAU']);
  expect(await found('search=%25')).toEqual(['Kopi O KAU']);
  expect(await found('search=a_1')).toEqual(['Kopi O KAU']);
  expect(await found('search=c%5Cd')).toEqual(['ÉCLAIR']);
  expect(await found(`search=${encodeURIComponent('éclair')}`)).toEqual(['ÉCLAIR']);
  expect(await found(`search=${mark.toUpperCase()}`)).toHaveLength(3);
  expect(await found('search=')).toHaveLength(3);
  expect(await found('search=nothing')).toEqual([]);
  expect(await found('search=kopi&max_price=1')).toEqual([]);
  expectInvalid(on, await list('search=%00', token), 'search');
});

it('A-03, A-25: finds nothing that was deleted, and a new name at once', async () => {
  const { id } = await newProduct(tenant, { name: 'Kopi' });
  await on.put(`/retail/products/${id}`, { name: 'Teh' }, token);
  expect([await found('search=kopi'), await found('search=teh')]).toEqual([[], ['Teh']]);
  await on.send('DELETE', `/retail/products/${id}`, { token });
  expect([await found('search=teh'), await found('')]).toEqual([[], []]);
});

it('A-51: shows nothing of another tenant, for any query', async () => {
  const other = await newTenant();
  await newProduct(other, { name: 'Kopi', category: 'c', current_stock: 0 });
  for (const query of ['', 'search=kopi', 'category=c', 'low_stock=true', `tenant_id=${other.id}`])
    expect(await found(query)).toEqual([]);
});

it('A-08: ignores parameters that it does not know', async () => {
  await stocked({ name: 'kopi' });
  expect(await found('foo=bar&_=1')).toEqual(['kopi']);
});
