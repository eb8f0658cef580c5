import { referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { bodyOf, resultsOf, tableOf, tables, writeMany } from '../../support/data-tables.js';
import { newTenant, newUser, unique, type TestTenant } from '../../support/people.js';
import { newProduct } from '../../support/retail.js';
import { newPatient } from '../../support/healthcare.js';

/** many records of one resource in a request, as single requests would write them. */

let tenant: TestTenant;
let other: TestTenant;
beforeAll(async () => {
  [tenant, other] = await Promise.all([newTenant(), newTenant()]);
});

const products = tableOf('retail.products');
const trailOf = async (record_id: string, { admin } = tenant) =>
  on.rows(await on.get(`/audit?record_id=${record_id}`, admin.token), 'entries');

describe.each(tables)('$resource', (table) => {
  const { path, key, text, match_on } = table;

  it('A-499: are created, found by a key, changed and left as they are', async () => {
    const items = [bodyOf(table), bodyOf(table), bodyOf(table)];
    const created = await writeMany(tenant, table, { match_on: key, items });
    expect(created).toEqual(
      items.map((_, index) => ({ index, id: expect.any(String), result: 'created', errors: [] })),
    );
    items[1] = { ...items[1], [text]: 'Lain' };
    const again = await writeMany(tenant, table, { match_on: key, items });
    expect(resultsOf(again)).toEqual(['unchanged', 'updated', 'unchanged']);
    expect(again.map(({ id }) => id)).toEqual(created.map(({ id }) => id));
    const read = on.data(await on.get(`${path}/${created[1]?.id}`, tenant.admin.token));
    expect(read[text]).toBe('Lain');
  });

  it('A-499: are unchanged by what a GET shows of them', async () => {
    const [created] = await writeMany(tenant, table, { mode: 'create', items: [bodyOf(table)] });
    const shown = on.data(await on.get(`${path}/${created?.id}`, tenant.admin.token));
    const outcomes = await writeMany(tenant, table, { mode: 'update', match_on: 'id', items: [shown] });
    expect(outcomes).toEqual([{ index: 0, id: created?.id, result: 'unchanged', errors: [] }]);
  });

  it.each(match_on)('A-495: are found by %s, and by no text that none has', async (by) => {
    const body = bodyOf(table);
    const [{ id } = { id: '' }] = await writeMany(tenant, table, { mode: 'create', items: [body] });
    const shown = on.data(await on.get(`${path}/${id}`, tenant.admin.token));
    const one = { [by]: shown[by], [text]: 'Lain' };
    const none = { [by]: by === 'id' ? tenant.id : 'MRN-1', [text]: 'Lain' };
    const outcomes = await writeMany(tenant, table, { mode: 'update', match_on: by, items: [one, none] });
    expect(outcomes).toMatchObject([
      { id, result: 'updated' },
      { id: null, result: 'failed', errors: [{ field: by }] },
    ]);
  });

  it('A-51: of another tenant are not found', async () => {
    const [{ id } = { id: '' }] = await writeMany(other, table, { mode: 'create', items: [bodyOf(table)] });
    const outcomes = await writeMany(tenant, table, { match_on: 'id', items: [{ id, [text]: 'Curi' }] });
    expect(outcomes).toMatchObject([{ id: null, result: 'failed', errors: [{ field: 'id' }] }]);
    expect(on.data(await on.get(`${path}/${id}`, other.admin.token))[text]).not.toBe('Curi');
  });

  it('A-499: need a key unless all are created', async () => {
    const answer = await on.post(`${path}/bulk`, { items: [bodyOf(table)] }, tenant.admin.token);
    if (table.default === null) expectInvalid(on, answer, 'match_on');
    else expect(answer.status).toBe(200);
    const wrong = await on.post(`${path}/bulk`, { match_on: 'notes', items: [bodyOf(table)] }, tenant.admin.token);
    expectInvalid(on, wrong, 'match_on');
  });

  it('A-53: are written by staff, not by users who may only read', async () => {
    const [staff, user] = await Promise.all([newUser(tenant, 'staff'), newUser(tenant, 'user')]);
    const body = { mode: 'create', items: [bodyOf(table)] };
    expectRefusal(on, await on.post(`${path}/bulk`, body, user.token), 403);
    expect(resultsOf(on.data(await on.post(`${path}/bulk`, body, staff.token)))).toEqual(['created']);
  });
});

describe('wrong items', () => {
  const good = () => ({ sku: unique('SKU'), name: 'Kopi', selling_price: 9.9 });

  it('A-499: are passed over, each with its fields, and all others are written', async () => {
    const taken = await newProduct(tenant, { sku: unique('SKU') });
    const first = good();
    const items = [
      first,
      { sku: unique('SKU'), name: 'Kopi', selling_price: 'sepuluh' },
      { ...good(), name: undefined },
      { ...first, name: 'Sekali lagi' },
      good(),
    ];
    const outcomes = await writeMany(tenant, products, { items });
    expect(outcomes).toMatchObject([
      { result: 'created' },
      { id: null, result: 'failed', errors: [{ field: 'selling_price' }] },
      { id: null, result: 'failed', errors: [{ field: 'name' }] },
      { id: null, result: 'failed', errors: [{ field: 'sku' }] },
      { result: 'created' },
    ]);
    const mixed = await writeMany(tenant, products, {
      mode: 'create',
      items: [good(), { ...good(), sku: taken.sku }, good()],
    });
    expect(resultsOf(mixed)).toEqual(['created', 'failed', 'created']);
    expect(mixed[1]?.errors).toMatchObject([{ field: 'sku' }]);
  });

  it('A-499: refuse all with abort, by name, and nothing is stored', async () => {
    const [first, last] = [good(), { ...good(), selling_price: -1 }];
    const answer = await on.post(
      `${products.path}/bulk`,
      { on_error: 'abort', items: [first, last] },
      tenant.admin.token,
    );
    expectInvalid(on, answer, 'items.1.selling_price');
    const taken = await newProduct(tenant, { sku: unique('SKU') });
    const conflict = { mode: 'create', on_error: 'abort', items: [first, { ...good(), sku: taken.sku }] };
    expectInvalid(on, await on.post(`${products.path}/bulk`, conflict, tenant.admin.token), 'items.1.sku');
    const found = await on.get(`${products.path}?search=${first.sku}`, tenant.admin.token);
    expect(on.total(found)).toBe(0);
  });

  it('A-499: are told in the language of the request, without the values of persons', async () => {
    const customers = tableOf('retail.customers');
    const body = { match_on: 'email', items: [{ email: 'tiada@example.com', first_name: 'Siti' }] };
    const answer = await on.send('POST', `${customers.path}/bulk`, {
      token: tenant.admin.token,
      body: { ...body, mode: 'update' },
      headers: { 'Accept-Language': 'ms' },
    });
    expect(answer.headers.get('content-language')).toBe('ms');
    expect(on.data(answer)[0].errors).toEqual([{ field: 'email', message: 'Tiada rekod dengan email ini' }]);
  });

  it('A-499: a list of none, of 501 or of other things is refused whole', async () => {
    for (const items of [[], Array(501).fill(good()), ['x'], 'x', undefined])
      expectInvalid(on, await on.post(`${products.path}/bulk`, { items }, tenant.admin.token), 'items');
  });

  it('A-499: a key that several records have is not guessed', async () => {
    const vehicles = tableOf('logistics.vehicles');
    const body = bodyOf(vehicles);
    await writeMany(tenant, vehicles, { mode: 'create', items: [body, body] });
    const outcomes = await writeMany(tenant, vehicles, { match_on: 'registration_number', items: [body] });
    expect(outcomes).toMatchObject([{ result: 'failed', errors: [{ field: 'registration_number' }] }]);
  });
});

describe('what is written', () => {
  it('A-499: is only tried in a dry run', async () => {
    const items = [{ sku: unique('SKU'), name: 'Kopi', selling_price: 9.9 }];
    expect(await writeMany(tenant, products, { dry_run: true, items })).toEqual([
      { index: 0, id: null, result: 'created', errors: [] },
    ]);
    expect(resultsOf(await writeMany(tenant, products, { items }))).toEqual(['created']);
  });

  it('A-499: draws the numbers that single requests would, without gaps', async () => {
    const own = await newTenant();
    const patients = tableOf('healthcare.patients');
    const items = Array.from({ length: 5 }, (_, i) => ({ first_name: `P${i}`, last_name: 'Nur' }));
    await writeMany(own, patients, { mode: 'create', dry_run: true, items });
    const outcomes = await writeMany(own, patients, { mode: 'create', items });
    const numbers = await Promise.all(
      outcomes.map(async ({ id }) =>
        Number(on.data(await on.get(`${patients.path}/${id}`, own.admin.token)).medical_record_number.slice(-6)),
      ),
    );
    expect(numbers).toEqual([1, 2, 3, 4, 5]);
    expect((await newPatient(own)).medical_record_number.slice(-6)).toBe('000006');
  });

  it('A-499: stands on the audit trail as single requests do', async () => {
    const sku = unique('SKU');
    const [{ id } = { id: '' }] = await writeMany(tenant, products, {
      items: [{ sku, name: 'Kopi', selling_price: 9.9 }],
    });
    await writeMany(tenant, products, { items: [{ sku, name: 'Kopi O' }] });
    await writeMany(tenant, products, { items: [{ sku, name: 'Kopi O' }] });
    const entries = await trailOf(id);
    expect(entries.map(({ action, record_type }) => `${record_type} ${action}`)).toEqual([
      'product update',
      'product create',
    ]);
    expect(entries[0]?.changes).toEqual({ name: { before: 'Kopi', after: 'Kopi O' } });
  });

  it('A-167: sets balances as PUT does', async () => {
    const { id, sku } = await newProduct(tenant, { current_stock: 10 });
    await writeMany(tenant, products, { items: [{ sku, current_stock: 4 }] });
    const movements = on.rows(await on.get(`${products.path}/${id}/movements`, tenant.admin.token), 'movements');
    expect(movements[0]).toMatchObject({ kind: 'correction', quantity_changed: -6, balance: 4 });
  });

  it('A-495: is found by a telephone number however it is written', async () => {
    const customers = tableOf('retail.customers');
    const body = { ...bodyOf(customers), phone_number: '+60198765432' };
    await writeMany(tenant, customers, { mode: 'create', items: [body] });
    const items = [{ phone_number: '019-876 5432', notes: 'VIP' }];
    expect(resultsOf(await writeMany(tenant, customers, { match_on: 'phone_number', items }))).toEqual(['updated']);
  });

  it('A-499: is there once when the same comes ten times at once', async () => {
    const items = Array.from({ length: 20 }, (_, i) => ({
      sku: `${unique('SKU')}-${i}`,
      name: 'Kopi',
      selling_price: 1,
    }));
    const body = (i: number) => ({ items: i % 2 === 0 ? items : [...items].reverse() });
    const all = await Promise.all(Array.from({ length: 10 }, (_, i) => writeMany(tenant, products, body(i))));
    const created = all.flat().filter(({ result }) => result === 'created');
    expect(new Set(created.map(({ id }) => id)).size).toBe(20);
    expect(created).toHaveLength(20);
    const rest = all.flat().filter(({ result }) => result !== 'created');
    expect(rest.every(({ result, errors }) => result === 'unchanged' || errors[0]?.field === 'sku')).toBe(true);
  });

  it('A-48: is repeated for an Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': unique('key') };
    const body = { mode: 'create', items: [{ first_name: 'Siti', last_name: 'Nur' }] };
    const send = () => on.send('POST', '/retail/customers/bulk', { token: tenant.admin.token, body, headers });
    const [first, again] = [await send(), await send()];
    expect(on.data(again)).toEqual(on.data(first));
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it('A-60: is refused where the module is disabled', async () => {
    const own = await newTenant();
    await on.post('/modules/retail/disable', {}, own.admin.token);
    const answer = await on.post(`${products.path}/bulk`, { items: [bodyOf(products)] }, own.admin.token);
    expectRefusal(on, answer, 403, 'MODULE_DISABLED');
  });
});
