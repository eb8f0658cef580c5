import { newBeautyProduct } from '../../support/beauty.js';
import { call, type Answer, type Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys } from '../../support/core-shapes.js';
import { must } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { print } from '../../support/printed.js';
import { newProduct } from '../../support/retail.js';

let salon: TestTenant;
let ids: Record<string, string>;
beforeAll(async () => {
  salon = await newTenant();
  const bodies: Record<string, Record<string, unknown>> = {
    serum: { name: 'Serum', sku: 'B-2', price: 45.9, stock_quantity: 2, minimum_stock: 3, category: 'Skin' },
    mask: { name: '=Masker 面膜 முகம்', sku: 'A-1', price: 0.1, stock_quantity: 300, expiry_date: '2027-06-30' },
    unsaid: { name: 'Tisu', price: 5 },
    gone: { name: 'Lama', sku: 'A-0', price: 9, stock_quantity: 9 },
  };
  ids = {};
  for (const [name, body] of Object.entries(bodies)) ids[name] = (await newBeautyProduct(salon, body)).id;
  await newProduct(salon, { current_stock: 50 });
  must(await on.send('DELETE', `/beauty/products/${ids.gone}`, { token: salon.admin.token }), 200);
});

const ask = (query: Record<string, string> = {}, by = salon): Promise<Answer> =>
  call('GET', `/api/v1/beauty/reports/inventory/?${new URLSearchParams(query)}`, { token: by.admin.token });
const report = async (query: Record<string, string> = {}, by = salon): Promise<Json> => must(await ask(query, by), 200);
const groups = async (query: Record<string, string>): Promise<string[]> =>
  (await report(query)).rows.map(({ group }: Json) => group);

it('A-269: shows undeleted products by sku, with value and expiry; retail’s are absent', async () => {
  const data = await report();
  expectKeys(data, ['report', 'title', 'filters', 'rows', 'totals']);
  const row = (group: string | undefined, more: object) => ({
    ...{ group, sku: null, category: null, stock_quantity: 0, minimum_stock: 0, low_stock: false, expiry_date: null },
    ...more,
  });
  expect(data.rows).toEqual([
    row(ids.mask, {
      ...{ label: '=Masker 面膜 முகம்', sku: 'A-1', stock_quantity: 300, price: 0.1, value: 30 },
      expiry_date: '2027-06-30',
    }),
    row(ids.serum, {
      ...{ label: 'Serum', sku: 'B-2', category: 'Skin', stock_quantity: 2, minimum_stock: 3, low_stock: true },
      ...{ price: 45.9, value: 91.8 },
    }),
    row(ids.unsaid, { label: 'Tisu', price: 5, value: 0 }),
  ]);
  expect(data.totals).toEqual({ stock_quantity: 302, value: 121.8 });
  expect([data.report, data.filters]).toEqual(['inventory', { category: null, low_stock: null }]);
});

it('A-269: is narrowed as the list is', async () => {
  expect(await groups({ low_stock: 'true' })).toEqual([ids.serum]);
  expect(await groups({ low_stock: 'false' })).toEqual([ids.mask, ids.unsaid]);
  expect(await groups({ category: ' SKIN' })).toEqual([ids.serum]);
  expect(await groups({ category: 'skin', low_stock: '0' })).toEqual([]);
  expect((await report({ low_stock: '1' })).filters).toEqual({ category: null, low_stock: true });
  expectInvalid(on, await ask({ low_stock: 'maybe' }), 'low_stock');
});

it('A-150: as csv is the file itself, and holds no formula', async () => {
  const answer = await ask({ format: 'csv' });
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.text.replace(/^\uFEFF/, '').split('\r\n')).toEqual([
    'group,label,sku,category,stock_quantity,minimum_stock,low_stock,price,value,expiry_date',
    `${ids.mask},'=Masker 面膜 முகம்,A-1,,300,0,false,0.10,30.00,2027-06-30`,
    `${ids.serum},Serum,B-2,Skin,2,3,true,45.90,91.80,`,
    `${ids.unsaid},Tisu,,,0,0,false,5.00,0.00,`,
    '',
  ]);
});

it('A-150: as pdf is printed, in Malay for a caller that asks for it', async () => {
  const path = '/beauty/reports/inventory/?format=pdf&low_stock=false';
  const [english, malay] = [await print(path, salon.admin.token), await print(path, salon.admin.token, 'ms')];
  expect([english.isPdf, english.title, malay.title]).toEqual([true, 'Inventory report', 'Laporan inventori']);
  expectInvalid(on, await ask({ format: 'xlsx' }), 'format');
});

it('A-151, A-153: retail’s report has retail’s products, and both can be asked for over one connection', async () => {
  const retails = () => on.get('/retail/reports/inventory', salon.admin.token);
  for (let i = 0; i < 3; i += 1) {
    expect(must(await retails(), 200).rows).toHaveLength(1);
    expect((await report()).rows).toHaveLength(3);
  }
  expect(await report({}, await newTenant())).toMatchObject({ rows: [], totals: { stock_quantity: 0, value: 0 } });
});
