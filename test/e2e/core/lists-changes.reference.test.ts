import type { Json } from '../../support/client.js';
import { expectInvalid, expectKeys } from '../../support/core-shapes.js';
import { contractSurface, referenceSurface as on } from '../../support/core-surfaces.js';
import { newPatient } from '../../support/healthcare.js';
import { newTenant, newUser, operator, signIn, PASSWORD, type TestTenant } from '../../support/people.js';
import { atOnce, newCustomer, newProduct, sell } from '../../support/retail.js';

/** Copies of lists that go by what was changed since. */

let tenant: TestTenant;
let token: string;
beforeEach(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const EPOCH = '1970-01-01T00:00:00Z';
/** A request takes a minute at most, and a minute is added. */
const MARGIN_MS = 120_000;

const ask = (path: string, query: string) => on.get(`${path}?${query}`, token);
const since = (instant: string, more = '') => `updated_since=${encodeURIComponent(instant)}${more}`;
const ids = ({ body }: { body: Json }): string[] => body.data.map(({ id }: Json) => id);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('A-505: a list tells what was changed since', () => {
  it('the oldest change first, deleted records as tombstones, and from where to go on', async () => {
    const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((name) => newProduct(tenant, { name, current_stock: 5 })));
    await on.put(`/retail/products/${a.id}`, { unit: 'box' }, token);
    await sell(tenant, [{ product_id: c.id, quantity: 1 }]);
    await on.send('DELETE', `/retail/products/${b.id}`, { token });
    const before = Date.now();
    const answer = await ask('/retail/products', since(EPOCH));
    expectKeys(answer.body, ['success', 'data', 'pagination', 'sync']);
    expect(ids(answer)).toEqual([a.id, c.id, b.id]);
    const [first, second, third] = answer.body.data;
    expect([first.unit, second.current_stock]).toEqual(['box', 4]);
    expect(third).toEqual({ id: b.id, deleted: true, deleted_at: third.updated_at, updated_at: expect.any(String) });
    expect(answer.body.pagination).toEqual({ page_size: 20, has_more: false, next_cursor: null });
    const next = Date.parse(answer.body.sync.next_updated_since) + MARGIN_MS;
    expect(next).toBeGreaterThanOrEqual(before);
    expect(next).toBeLessThanOrEqual(Date.now());
    // At or after: the instant of a change itself finds it.
    expect(ids(await ask('/retail/products', since(second.updated_at)))).toEqual([c.id, b.id]);
    const later = new Date(Date.parse(third.updated_at) + 1).toISOString();
    expect(ids(await ask('/retail/products', since(later)))).toEqual([]);
    expect(ids(await ask('/retail/products', 'fields=id'))).toEqual([c.id, a.id]);
  });

  it('by pages of a cursor, each with its Link, and sync with the last alone', async () => {
    const made = await atOnce(5, (i) => newCustomer(tenant, { first_name: 'x', last_name: `m${i}` }));
    await on.send('DELETE', `/retail/customers/${made[2]?.id}`, { token });
    const whole = await ask('/retail/customers', since(EPOCH));
    const rows: Json[] = [];
    let begun = Infinity;
    for (let cursor: string | null = '*'; cursor !== null;) {
      const page = await ask('/retail/customers', since(EPOCH, `&page_size=2&cursor=${encodeURIComponent(cursor)}`));
      begun = Math.min(begun, Date.now());
      rows.push(...page.body.data);
      cursor = page.body.pagination.next_cursor;
      expect(page.body.sync === undefined).toBe(cursor !== null);
      if (cursor !== null) {
        expect(page.headers.get('link')).toContain(`cursor=${encodeURIComponent(cursor)}`);
        await pause(40);
      }
      // Of the whole reading, not of its last page: what is committed behind the cursor meanwhile comes with the next one.
      else expect(Date.parse(page.body.sync.next_updated_since) + MARGIN_MS).toBeLessThanOrEqual(begun);
    }
    expect(rows).toEqual(whole.body.data);
  });

  it('with some fields of live rows, and tombstones whole', async () => {
    const [kept, gone] = [await newProduct(tenant), await newProduct(tenant)];
    await on.send('DELETE', `/retail/products/${gone.id}`, { token });
    const { body } = await ask('/retail/products', since(EPOCH, '&fields=name'));
    expect(body.data).toEqual([
      { id: kept.id, name: kept.name },
      { id: gone.id, deleted: true, deleted_at: expect.any(String), updated_at: expect.any(String) },
    ]);
  });

  it('erased persons too, of whom nothing else is told', async () => {
    const { id } = await newPatient(tenant, { first_name: 'Siti' });
    const erased = await on.post(`/healthcare/patients/${id}/erase`, { reason: 'Asked for' }, token);
    expect([erased.status, erased.text]).toEqual([200, expect.any(String)]);
    const { body } = await ask('/healthcare/patients', since(EPOCH));
    expect(body.data).toEqual([{ id, deleted: true, deleted_at: expect.any(String), updated_at: expect.any(String) }]);
    expect(JSON.stringify(body)).not.toContain('Siti');
  });

  it('a change that waits for another one is in the next reading, whichever instant it has', async () => {
    const [slow, quick] = [await newProduct(tenant, { name: 'slow' }), await newProduct(tenant, { name: 'quick' })];
    const { sync } = (await ask('/retail/products', since(EPOCH))).body;
    // All lock one product: those that wait have earlier instants than those that are committed before them.
    await Promise.all([
      ...Array.from({ length: 12 }, (_, i) => on.put(`/retail/products/${slow.id}`, { unit: `u${i}` }, token)),
      on.put(`/retail/products/${quick.id}`, { unit: 'q' }, token),
    ]);
    const { data } = (await ask('/retail/products', since(sync.next_updated_since))).body;
    const now = (await on.get(`/retail/products/${slow.id}`, token)).body.data;
    expect(data.find(({ id }: Json) => id === slow.id)).toEqual(now);
  });

  it('a sign-in moves nothing', async () => {
    const user = await newUser(tenant, 'staff');
    const before = (await ask('/users', since(EPOCH))).body.data.find(({ id }: Json) => id === user.id);
    await pause(10);
    await signIn(user.email, PASSWORD, tenant.id);
    const after = (await ask('/users', since(EPOCH))).body.data.find(({ id }: Json) => id === user.id);
    expect(after.last_login).not.toBe(before.last_login);
    expect(after.updated_at).toBe(before.updated_at);
  });

  it('of this tenant, and its cursor is of one instant', async () => {
    await atOnce(2, () => newProduct(tenant));
    const first = await ask('/retail/products', since(EPOCH, '&page_size=1'));
    const cursor = encodeURIComponent(first.body.pagination.next_cursor);
    for (const query of [`cursor=${cursor}`, since('1971-01-01T00:00:00Z', `&cursor=${cursor}`)])
      expectInvalid(on, await ask('/retail/products', query), 'cursor');
    const plain = encodeURIComponent(
      (await ask('/retail/products', 'cursor=*&page_size=1')).body.pagination.next_cursor,
    );
    expectInvalid(on, await ask('/retail/products', since(EPOCH, `&cursor=${plain}`)), 'cursor');
    const other = await newTenant();
    expect((await on.get(`/retail/products?${since(EPOCH)}`, other.admin.token)).body.data).toEqual([]);
  });

  it('reads an instant with any offset, without one in UTC+8, and refuses what is none', async () => {
    const { id, updated_at } = await newProduct(tenant);
    const there = new Date(Date.parse(updated_at) + 8 * 3_600_000).toISOString().replace('Z', '');
    for (const instant of [`${there}+08:00`, there, updated_at])
      expect([instant, ids(await ask('/retail/products', since(instant)))]).toEqual([instant, [id]]);
    for (const instant of ['2026-03-10', 'yesterday', '1773131400000', '2026-02-30T00:00:00Z', '*'])
      expectInvalid(on, await ask('/retail/products', since(instant)), 'updated_since');
    expect((await ask('/retail/products', 'updated_since=')).body.pagination.total).toBe(1);
    const future = await ask('/retail/products', since('2999-01-01T00:00:00Z'));
    expect([future.body.data, Date.parse(future.body.sync.next_updated_since) < Date.now()]).toEqual([[], true]);
  });

  it('with page_size, cursor and fields alone', async () => {
    for (const more of ['page=1', 'sort=name', 'sort=updated_at', 'search=kopi', 'is_active=true', 'category=x'])
      expectInvalid(on, await ask('/retail/products', since(EPOCH, `&${more}`)), 'updated_since');
    // Parameters that the list lacks are passed over.
    expect((await ask('/retail/products', since(EPOCH, '&colour=red'))).status).toBe(200);
    for (const path of ['/retail/inventory/alerts', '/exports/retail.products'])
      expectInvalid(on, await ask(path, since(EPOCH)), 'updated_since');
    const contract = await contractSurface.get(`/retail/products?${since(EPOCH)}`, token);
    expect([contract.status, contract.body.sync]).toEqual([200, undefined]);
  });

  it('to callers who see the whole list of a tenant', async () => {
    const staff = await newUser(tenant, 'staff');
    for (const [path, by] of [
      ['/files', staff.token],
      ['/tenants', token],
      ['/payments', (await operator()).token],
      ['/subscriptions', (await operator()).token],
    ] as const)
      expectInvalid(on, await on.get(`${path}?${since(EPOCH)}`, by), 'updated_since');
    const of = await on.get(`/tenants?${since(new Date(Date.now() - 60_000).toISOString())}`, (await operator()).token);
    expect([of.status, of.body.data.length]).toEqual([200, expect.any(Number)]);
  });
});
