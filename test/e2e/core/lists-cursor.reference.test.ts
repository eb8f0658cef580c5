import type { Json } from '../../support/client.js';
import { expectInvalid, expectKeys } from '../../support/core-shapes.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { newTenant, newUser, type TestTenant } from '../../support/people.js';
import { atOnce, newCustomer, newProduct } from '../../support/retail.js';

/** Lists that are followed by a cursor. */

let tenant: TestTenant;
let token: string;
beforeEach(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const ask = (path: string, query: string) => on.get(`${path}?${query}`, token);

/** All rows of a list by its cursors. @param between what happens after each answer */
async function followed(path: string, query: string, between = async (_seen: Json[]): Promise<void> => undefined) {
  const rows: Json[] = [];
  for (let cursor: string | null = '*'; cursor !== null;) {
    const answer = await ask(path, `${query}&cursor=${encodeURIComponent(cursor)}`);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    expectKeys(answer.body.pagination, ['page_size', 'has_more', 'next_cursor']);
    rows.push(...answer.body.data);
    await between(rows);
    cursor = answer.body.pagination.next_cursor;
  }
  return rows;
}

describe('A-506: a list is followed by a cursor', () => {
  it.each([
    '',
    'sort=name&',
    'sort=-name&',
    'sort=selling_price&',
    'sort=-current_stock&',
    'sort=updated_at&',
    'sort=-created_at&',
  ])('in the order of its pages (%s)', async (sort) => {
    await atOnce(9, (i) =>
      newProduct(tenant, { name: `Kopi ${i % 3}`, selling_price: 1 + (i % 4), current_stock: i % 2 }),
    );
    for (const filter of ['', 'search=kopi 1&', 'min_price=2&']) {
      const all = (await ask('/retail/products', `${filter}${sort}`)).body.data.map(({ id }: Json) => id);
      const rows = await followed('/retail/products', `${filter}${sort}page_size=2`);
      expect([filter, rows.map(({ id }) => id)]).toEqual([filter, all]);
    }
  });

  it('with what is null last, both ways', async () => {
    await Promise.all([newUser(tenant, 'staff'), newUser(tenant, 'staff')]);
    await on.post(
      '/users',
      {
        username: 'never',
        email: 'never@example.com',
        password: 'Str0ngPass!',
        first_name: 'a',
        last_name: 'b',
        role: 'staff',
      },
      token,
    );
    for (const sort of ['last_login', '-last_login']) {
      const all = (await ask('/users', `sort=${sort}`)).body.data.map(({ id }: Json) => id);
      const rows = await followed('/users', `sort=${sort}&page_size=1`);
      expect(rows.map(({ id }) => id)).toEqual(all);
    }
  });

  it('has each row that stays once, regardless of rows that come and go', async () => {
    const stay = await atOnce(10, (i) => newCustomer(tenant, { first_name: 'x', last_name: `m${i}` }));
    const go = await atOnce(6, (i) => newCustomer(tenant, { first_name: 'x', last_name: `k${i}` }));
    let n = 0;
    for (const sort of ['', 'sort=last_name&', 'sort=-last_name&']) {
      const rows = await followed('/retail/customers', `${sort}page_size=3`, async () => {
        await newCustomer(tenant, { first_name: 'x', last_name: ['a', 'l', 'z'][(n += 1) % 3] });
        const gone = go.pop();
        if (gone) await on.send('DELETE', `/retail/customers/${gone.id}`, { token });
      });
      const ids = rows.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toEqual(expect.arrayContaining(stay.map(({ id }) => id)));
    }
  });

  it('shows nothing of a value, and is of one list, its filters, its order and its tenant', async () => {
    await atOnce(3, (i) => newCustomer(tenant, { first_name: 'x', last_name: `Rahsia ${i}` }));
    const first = await ask('/retail/customers', 'sort=last_name&page_size=1&cursor=*');
    const { next_cursor } = first.body.pagination;
    expect(Buffer.from(next_cursor.split('.').at(-1), 'base64url').toString('latin1')).not.toContain('rahsia');
    expect(first.headers.get('link')).toContain(`cursor=${encodeURIComponent(next_cursor)}`);
    const cursor = encodeURIComponent(next_cursor);
    expect((await ask('/retail/customers', `sort=last_name&page_size=2&fields=id&cursor=${cursor}`)).status).toBe(200);
    const changed = next_cursor.slice(0, -2) + (next_cursor.endsWith('AA') ? 'BB' : 'AA');
    for (const [path, query] of [
      ['/retail/customers', `cursor=${cursor}`],
      ['/retail/customers', `sort=-last_name&cursor=${cursor}`],
      ['/retail/customers', `sort=last_name&loyalty_tier=gold&cursor=${cursor}`],
      ['/retail/products', `cursor=${cursor}`],
      ['/retail/customers', `sort=last_name&cursor=${encodeURIComponent(changed)}`],
      ['/retail/customers', 'sort=last_name&cursor=x'],
      ['/retail/customers', `sort=last_name&page=1&cursor=*`],
      ['/retail/inventory/alerts', 'cursor=*'],
    ] as const)
      expectInvalid(on, await ask(path, query), 'cursor');
    const other = await newTenant();
    expectInvalid(on, await on.get(`/retail/customers?sort=last_name&cursor=${cursor}`, other.admin.token), 'cursor');
  });

  it('of an empty list has no more', async () => {
    const { body } = await ask('/retail/customers', 'cursor=*');
    expect([body.data, body.pagination]).toEqual([[], { page_size: 20, has_more: false, next_cursor: null }]);
  });
});
