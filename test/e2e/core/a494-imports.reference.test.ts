import writeXlsxFile from 'write-excel-file/node';
import { expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { importFile, newImportFile, runImport, settled } from '../../support/imports.js';
import { newTenant, newUser, unique, type TestTenant } from '../../support/people.js';
import { newProduct } from '../../support/retail.js';

/** A-494 to A-498: files that are read into the records of a resource. */

jest.setTimeout(60_000);

let tenant: TestTenant;
let other: TestTenant;
beforeAll(async () => {
  [tenant, other] = await Promise.all([newTenant(), newTenant()]);
});

const resource = 'retail.products';
const skus = (count: number): string[] => Array.from({ length: count }, () => unique('SKU'));
const totals = (given: object) => ({ rows: 0, created: 0, updated: 0, unchanged: 0, failed: 0, ...given });
const found = async (sku: string) => on.total(await on.get(`/retail/products?search=${sku}`, tenant.admin.token));

it('A-494: three good and two bad rows are checked, run, and unchanged when they come again', async () => {
  const [a, b, c, d, e] = skus(5) as [string, string, string, string, string];
  const file = `SKU,Name,selling_price,created_at\r\n${a},Kopi,"RM 1,234.50",x\r\n${b},Teh,9.90,\r\n${d},Milo,sepuluh,\r\n${c},Susu,8,\r\n${e},,5,\r\n`;
  const checked = await importFile(tenant, file, { resource });
  expect(checked).toMatchObject({
    status: 'checked',
    reason: null,
    match_on: 'sku',
    totals: totals({ rows: 5, created: 3, failed: 2 }),
    errors: [
      { row: 4, field: 'selling_price', value: 'sepuluh' },
      { row: 6, field: 'name', value: null },
    ],
  });
  expect(await found(a)).toBe(0);
  const done = await runImport(tenant, checked.id);
  expect(done).toMatchObject({ status: 'done', totals: totals({ rows: 5, created: 3, failed: 2 }) });
  expect(await Promise.all([a, b, c, d].map(found))).toEqual([1, 1, 1, 0]);
  const again = await importFile(tenant, file, { resource, dry_run: false });
  expect(again).toMatchObject({ status: 'done', totals: totals({ rows: 5, unchanged: 3, failed: 2 }) });
  expectRefusal(on, await on.post(`/imports/${done.id}/run`, {}, tenant.admin.token), 409);

  const errors = await on.get(`/imports/${done.id}/errors`, tenant.admin.token);
  expect(errors.text.split('\r\n')[0]).toBe('SKU,Name,selling_price,created_at,error');
  const better = errors.text.replace('sepuluh', '10').replace(`${e},,`, `${e},Roti,`);
  expect(await importFile(tenant, better, { resource, dry_run: false })).toMatchObject({
    totals: totals({ rows: 2, created: 2 }),
  });
});

it('A-494: one wrong row and nothing is written, with abort', async () => {
  const [a, b] = skus(2) as [string, string];
  const file = `sku,name,selling_price\n${a},Kopi,1\n${b},Teh,x\n`;
  const failed = await importFile(tenant, file, { resource, dry_run: false, on_error: 'abort' });
  expect(failed).toMatchObject({ status: 'failed', reason: 'Nothing is written: 1 rows are wrong' });
  expect(await found(a)).toBe(0);
  const good = await importFile(tenant, file.replace(',x', ',2'), { resource, dry_run: false, on_error: 'abort' });
  expect(good).toMatchObject({ status: 'done', totals: totals({ rows: 2, created: 2 }) });
});

it('A-495: a header with unknown columns, with a field twice or without the key is invalid', async () => {
  const of = (header: string) => importFile(tenant, `${header}\nx,1,2\n`, { resource });
  expect(await of('sku,warna,bau')).toMatchObject({ status: 'invalid', unknown_columns: ['warna', 'bau'] });
  expect(await of('sku,name,Name')).toMatchObject({
    status: 'invalid',
    reason: 'Several columns hold the same field: name',
  });
  expect(await of('barcode,name,unit')).toMatchObject({ status: 'invalid' });
});

it('A-495: keys that come again, and balances of yesterday', async () => {
  const { sku, id } = await newProduct(tenant, { current_stock: 7 });
  const file = `sku,current_stock,brand\n${sku},3,Cap A\n${sku},4,Cap B\n`;
  expect(await importFile(tenant, file, { resource, dry_run: false })).toMatchObject({
    totals: totals({ rows: 2, updated: 1, failed: 1 }),
    errors: [{ row: 3, field: 'sku', value: sku }],
  });
  const read = async () => on.data(await on.get(`/retail/products/${id}`, tenant.admin.token));
  expect(await read()).toMatchObject({ current_stock: 7, brand: 'Cap A' });
  await importFile(tenant, `sku,current_stock\n${sku},3\n`, { resource, dry_run: false, set_balances: true });
  expect(await read()).toMatchObject({ current_stock: 3 });
});

it('A-496: XLSX is read with its types', async () => {
  const [a] = skus(1) as [string];
  const book = await writeXlsxFile([
    [{ value: 'SKU' }, { value: 'Barcode' }, { value: 'Name' }, { value: 'Selling price (RM)' }, { value: 'Active' }],
    [
      { value: a },
      { value: 9556000000010, type: Number },
      { value: "'=1+1" },
      { value: 9.9, type: Number },
      { value: 'ya' },
    ],
  ]).toBuffer();
  const done = await importFile(tenant, book, { resource, dry_run: false }, 'list.xlsx');
  expect(done).toMatchObject({ status: 'done', totals: totals({ rows: 1, created: 1 }) });
  const [product] = on.rows(await on.get(`/retail/products?search=${a}`, tenant.admin.token), 'products');
  expect(product).toMatchObject({ barcode: '9556000000010', name: "'=1+1", selling_price: 9.9, is_active: true });
});

it('A-497: errors are in the language of the starter, and hold no personal value', async () => {
  const file_id = await newImportFile(tenant, 'ic_number,first_name,last_name,date_of_birth\n123,Siti,Nur,esok\n');
  const answer = await on.send('POST', '/imports', {
    token: tenant.admin.token,
    body: { resource: 'healthcare.patients', file_id, mode: 'create' },
    headers: { 'Accept-Language': 'ms' },
  });
  const { errors } = await settled(tenant, on.data(answer).id);
  expect(errors).toEqual([
    { row: 2, field: 'date_of_birth', value: null, message: expect.stringMatching(/mestilah|tarikh/i) },
  ]);
});

it('A-498: many rows are written in batches, and each row once', async () => {
  const list = skus(350);
  const file = `sku,name,selling_price\n${list.map((sku, i) => `${sku},P${i},${i % 10 === 0 ? 'x' : 1}`).join('\n')}\n`;
  const done = await importFile(tenant, file, { resource, dry_run: false });
  expect(done).toMatchObject({ status: 'done', totals: totals({ rows: 350, created: 315, failed: 35 }) });
});

it('A-494: is of managers and of its tenant, and asks for a file of purpose import', async () => {
  const file_id = await newImportFile(tenant, 'sku,name,selling_price\n');
  const staff = await newUser(tenant, 'staff');
  expectRefusal(on, await on.post('/imports', { resource, file_id }, staff.token), 403);
  expectInvalid(on, await on.post('/imports', { resource, file_id }, other.admin.token), 'file_id');
  expectInvalid(on, await on.post('/imports', { resource: 'retail.sales', file_id }, tenant.admin.token), 'resource');
  expectInvalid(
    on,
    await on.post('/imports', { resource: 'retail.customers', file_id }, tenant.admin.token),
    'match_on',
  );
  const started = on.data(await on.post('/imports', { resource, file_id }, tenant.admin.token));
  expectRefusal(on, await on.get(`/imports/${started.id}`, other.admin.token), 404);
  expect(await settled(tenant, started.id)).toMatchObject({ status: 'checked', totals: totals({}) });
  expect(on.data(await on.post(`/imports/${started.id}/cancel`, {}, tenant.admin.token)).status).toBe('cancelled');
  expectRefusal(on, await on.post(`/imports/${started.id}/cancel`, {}, tenant.admin.token), 409);
});
