import { readSheet } from 'read-excel-file/node';
import { baseUrl } from '../../support/client.js';
import { expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { tableOf, writeMany } from '../../support/data-tables.js';
import { csvHeader, csvRows, exported, exportedBytes } from '../../support/exports.js';
import { newTenant, newUser, unique, type TestTenant } from '../../support/people.js';
import { atOnce, newCustomer, newProduct, sell } from '../../support/retail.js';

/** lists as files. */

let tenant: TestTenant;
beforeEach(async () => {
  tenant = await newTenant();
});

const products = tableOf('retail.products');
const ids = (rows: readonly Record<string, string>[]) => rows.map(({ id }) => id);

/** What the trail of the tenant says of exports, the last first. */
async function trail() {
  const rows = on.rows(await on.get('/audit?action=export', tenant.admin.token), 'entries');
  return rows.map(({ record_type, record_id, actor_id, changes }) => ({
    record_type,
    record_id,
    actor_id,
    ...Object.fromEntries(
      Object.entries(changes).map(([name, change]) => [name, (change as { after: unknown }).after]),
    ),
  }));
}

describe('A-500: a list as CSV', () => {
  it('has all its rows in its order, and all fields, as the caller sees them', async () => {
    const items = Array.from({ length: 1_203 }, (_, i) => ({
      sku: unique('SKU'),
      name: `Kopi ${i}`,
      selling_price: 1.5 + i,
    }));
    for (let at = 0; at < items.length; at += 500)
      await writeMany(tenant, products, { mode: 'create', items: items.slice(at, at + 500) });
    const answer = await exported('retail.products', tenant.admin);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="retail-products.csv"');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const rows = csvRows(answer);
    expect(rows).toHaveLength(1_203);
    expect(new Set(ids(rows)).size).toBe(1_203);
    const listed = await on.get('/retail/products?page_size=100', tenant.admin.token);
    expect(ids(rows).slice(0, 100)).toEqual(on.rows(listed, 'products').map(({ id }) => id));
    const [first] = on.rows(listed, 'products');
    expect(rows[0]).toMatchObject({
      id: first.id,
      sku: first.sku,
      name: first.name,
      selling_price: String(first.selling_price),
      current_stock: '0',
      is_active: 'true',
      created_at: first.created_at,
      description: '',
    });
    expect(csvHeader(answer).slice(0, 3)).toEqual(['id', 'sku', 'name']);
    expect(await trail()).toEqual([
      {
        record_type: 'list',
        record_id: tenant.id,
        actor_id: tenant.admin.id,
        resource: 'retail.products',
        format: 'csv',
        filters: [],
        rows: 1_203,
      },
    ]);
  });

  it('has a header alone where there is no row', async () => {
    const answer = await exported('retail.customers', tenant.admin);
    expect([csvRows(answer), csvHeader(answer)[0]]).toEqual([[], 'id']);
    expect(await trail()).toMatchObject([{ resource: 'retail.customers', rows: 0 }]);
  });

  it('has what filters, sort and fields leave, and the trail names the filters', async () => {
    await Promise.all([
      newProduct(tenant, { name: 'Teh', brand: 'Gajah', selling_price: 3 }),
      newProduct(tenant, { name: 'Kopi', brand: 'Gajah', selling_price: 5 }),
      newProduct(tenant, { name: 'Susu', brand: 'Lembu', selling_price: 4 }),
    ]);
    const query = '?brand=gajah&min_price=1&sort=name&fields=name,brand';
    const answer = await exported('retail.products', tenant.admin, query);
    expect(csvHeader(answer)).toEqual(['id', 'name', 'brand']);
    expect(csvRows(answer).map(({ name }) => name)).toEqual(['Kopi', 'Teh']);
    expect(await trail()).toMatchObject([{ filters: ['brand', 'min_price'], rows: 2 }]);
    expect(JSON.stringify(await trail())).not.toContain('gajah');
  });

  it('is refused by the name of what is wrong, before anything is read', async () => {
    const refused = async (resource: string, query: string, field: string) =>
      expectInvalid(on, await exported(resource, tenant.admin, query), field);
    await refused('retail.products', '?min_price=dear', 'min_price');
    await refused('retail.products', '?sort=brand', 'sort');
    await refused('retail.products', '?fields=colour', 'fields');
    await refused('retail.products', '?format=pdf', 'format');
    await refused('audit', '?sort=at', 'sort');
    for (const name of ['page', 'page_size', 'cursor']) await refused('retail.products', `?${name}=1`, name);
    for (const resource of [
      'retail',
      'retail.nothing',
      'retail.products.movements',
      'exports',
      '.',
      'retail..products',
    ])
      expectRefusal(on, await exported(resource, tenant.admin), 404);
    expect(await trail()).toEqual([]);
  });

  it('is also of what a record has', async () => {
    const product = await newProduct(tenant, { current_stock: 10 });
    await sell(tenant, [{ product_id: product.id, quantity: 2 }]);
    const answer = await exported(`retail.products.${product.id}.movements`, tenant.admin);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="retail-products-movements.csv"');
    expect(csvRows(answer)).toMatchObject([
      { kind: 'sale', quantity_changed: '-2', balance: '8' },
      { quantity_changed: '10', balance: '10' },
    ]);
    const other = await newProduct(await newTenant());
    for (const id of [other.id, UNKNOWN_ID, 'x'])
      expectRefusal(on, await exported(`retail.products.${id}.movements`, tenant.admin), 404);
  });

  it('A-501: holds no formula, regardless of its texts', async () => {
    await newCustomer(tenant, { first_name: '=1+1', last_name: "'+2", notes: 'a;=1\r\n"b",c' });
    const answer = await exported('retail.customers', tenant.admin);
    expect(csvRows(answer)).toMatchObject([{ first_name: "'=1+1", last_name: "''+2", notes: 'a;\'=1\r\n"b",c' }]);
  });

  it('takes no row twice and leaves none out while others come', async () => {
    await atOnce(9, () => newProduct(tenant));
    const before = ids(csvRows(await exported('retail.products', tenant.admin)));
    const [answer] = await Promise.all([
      exported('retail.products', tenant.admin),
      ...Array.from({ length: 20 }, () => newProduct(tenant)),
    ]);
    const rows = ids(csvRows(answer));
    expect(new Set(rows).size).toBe(rows.length);
    expect(rows.filter((id) => before.includes(id))).toEqual(before);
  });

  it('answers HEAD without reading a row', async () => {
    const head = await on.send('HEAD', '/exports/retail.products', { token: tenant.admin.token });
    expect([head.status, head.text, head.headers.get('content-type')]).toEqual([200, '', 'text/csv; charset=utf-8']);
    expect(await trail()).toEqual([]);
  });
});

describe('A-500: a list as XLSX', () => {
  it('has typed cells, and no formula', async () => {
    const texts = ['=1+1', "'@x", ' 9.55E+12', '_x0041_', 'a\r\nb', 'a\u0007b', '陳 😀', '007'];
    const items = texts.map((description, i) => ({
      sku: unique('SKU'),
      name: `Kopi ${i}`,
      description,
      selling_price: 1.5 + i,
      is_active: i % 2 === 0,
      attributes: { color: ['red'] },
    }));
    await writeMany(tenant, products, { mode: 'create', items });
    const book = await exportedBytes('retail.products', tenant.admin, '?format=xlsx&sort=name');
    const [header = [], ...rows] = await readSheet(book, { trim: false });
    const place = (name: string) => header.indexOf(name);
    expect(header[0]).toBe('id');
    expect(rows.map((row) => row[place('description')])).toEqual(texts);
    expect(rows.map((row) => row[place('selling_price')])).toEqual(items.map(({ selling_price }) => selling_price));
    expect(rows.map((row) => row[place('is_active')])).toEqual(items.map(({ is_active }) => is_active));
    expect(rows[0]?.[place('attributes.color')] ?? rows[0]?.[place('attributes')]).toContain('red');
    expect(await trail()).toMatchObject([{ resource: 'retail.products', format: 'xlsx', rows: 8 }]);
  });

  it('is refused where a text is longer than a cell, which CSV has whole', async () => {
    const note = 'x'.repeat(33_000);
    await newProduct(tenant, { attributes: { note } });
    const answer = await exported('retail.products', tenant.admin, '?format=xlsx');
    expectInvalid(on, answer, 'format');
    expect(await trail()).toEqual([]);
    expect((await exported('retail.products', tenant.admin)).text).toContain(note);
  });
});

describe('A-500: who may', () => {
  it('is for administrators and managers, and asked of the list as well', async () => {
    const [manager, staff, user] = await Promise.all([
      newUser(tenant, 'manager'),
      newUser(tenant, 'staff'),
      newUser(tenant, 'user'),
    ]);
    expect((await exported('retail.products', manager)).status).toBe(200);
    expectRefusal(on, await exported('retail.products', staff), 403);
    expectRefusal(on, await exported('retail.products', user), 403);
    expectRefusal(on, await exported('audit', manager), 403);
    expectRefusal(on, await exported('api-keys', manager), 403);
    expect(csvHeader(await exported('audit', tenant.admin))).toContain('record_type');
    await on.post('/modules/beauty/disable', {}, tenant.admin.token);
    expectRefusal(on, await exported('beauty.clients', tenant.admin), 403, 'MODULE_DISABLED');
    expect((await fetch(`${baseUrl()}${on.url('/exports/retail.products')}`)).status).toBe(401);
  });

  it('shows of a field what the list shows', async () => {
    await newProduct(tenant, { sku: unique('SKU') });
    const user = await newUser(tenant, 'manager');
    const [asAdmin] = csvRows(await exported('users', tenant.admin, '?fields=email'));
    expect(asAdmin?.email).toContain('@');
    const listed = on.rows(await on.get('/users', user.token), 'users');
    const rows = csvRows(await exported('users', user));
    expect(rows.map(({ id, email }) => [id, email])).toEqual(listed.map(({ id, email }) => [id, email ?? '']));
  });

  it('of an API key needs the scope of exports and that of the list', async () => {
    const keyWith = async (...scopes: string[]) => {
      const made = on.data(
        await on.post('/api-keys', { name: unique('key'), role: 'manager', scopes }, tenant.admin.token),
      );
      return { token: made.key as string };
    };
    expect((await exported('retail.products', await keyWith('exports:read', 'retail:read'))).status).toBe(200);
    expect((await exported('retail.products', await keyWith('*:read'))).status).toBe(200);
    for (const scopes of [['exports:read'], ['retail:read'], ['exports:read', 'retail:write']])
      expectRefusal(on, await exported('retail.products', await keyWith(...scopes)), 403, 'SCOPE_MISSING');
    expectRefusal(on, await exported('api-keys', await keyWith('*:read')), 403, 'SESSION_REQUIRED');
  });
});
