import { readSheet } from 'read-excel-file/node';
import { baseUrl } from '../../support/client.js';
import { expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { tables } from '../../support/data-tables.js';
import { newTenant, newUser, type TestTenant } from '../../support/people.js';

/** templates of files that can be imported. */

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await newTenant();
});

const template = (resource: string, query = '', headers: Record<string, string> = {}) =>
  on.send('GET', `/imports/templates/${resource}${query}`, { token: tenant.admin.token, headers });

it.each(tables)('A-496: $resource has a header of labels in CSV, in both languages', async ({ resource, match_on }) => {
  const english = await template(resource);
  expect([english.status, english.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(english.headers.get('content-disposition')).toBe(`attachment; filename="${resource.replace('.', '-')}.csv"`);
  const malay = await template(resource, '', { 'Accept-Language': 'ms' });
  const columns = (text: string) =>
    text
      .replace(/^\uFEFF/, '')
      .trim()
      .split(',');
  expect(columns(malay.text)).toHaveLength(columns(english.text).length);
  expect(columns(english.text).length).toBeGreaterThan(match_on.length);
  expect(columns(english.text)[0]).toBe('ID');
  expect(malay.text).not.toBe(english.text);
});

it('A-496: XLSX explains each column on a second sheet', async () => {
  const answer = await fetch(`${baseUrl()}${on.url('/imports/templates/retail.products?format=xlsx')}`, {
    headers: { authorization: `Bearer ${tenant.admin.token}` },
  });
  expect(answer.status).toBe(200);
  const book = Buffer.from(await answer.arrayBuffer());
  const [header = []] = await readSheet(book);
  const rows = await readSheet(book, 2);
  expect(header).toEqual(rows.slice(1).map(([label]) => label));
  expect(rows).toContainEqual(['Selling price (RM)', 'selling_price', 'yes', 'number: 1,234.50', '9.9']);
});

it('A-496: is for administrators and managers, and for modules that are enabled', async () => {
  const [manager, staff] = await Promise.all([newUser(tenant, 'manager'), newUser(tenant, 'staff')]);
  expect((await on.get('/imports/templates/retail.products', manager.token)).status).toBe(200);
  expectRefusal(on, await on.get('/imports/templates/retail.products', staff.token), 403);
  expectRefusal(on, await template('retail.sales'), 404);
  expectInvalid(on, await template('retail.products', '?format=ods'), 'format');
  await on.post('/modules/beauty/disable', {}, tenant.admin.token);
  expectRefusal(on, await template('beauty.clients'), 403, 'MODULE_DISABLED');
});
