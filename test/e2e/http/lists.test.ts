import { reference, type Json } from '../../support/client.js';
import { contractSurface, surfaces, type Surface } from '../../support/core-surfaces.js';
import { expectError, expectWrong, pendingUsers } from '../../support/http-shapes.js';
import { newTenant, type TestTenant } from '../../support/people.js';

const keysOf = (record: Json) => Object.keys(record).sort();
const idsOf = (rows: Json[]) => rows.map((row) => row.id as string);
const listsOf = (on: Surface): [path: string, name: string][] => [
  ['/users', 'users'],
  ['/tenants', 'tenants'],
  ...(on === contractSurface ? [] : ([['/audit', 'entries']] as [string, string][])),
];

describe.each(surfaces)('lists on the $name surface', (on) => {
  let five: TestTenant;

  beforeAll(async () => {
    five = await newTenant();
    await pendingUsers(five, 4);
  });

  const page = (query: string, token = five.admin.token) => on.get(`/users${query}`, token);

  it('answers the rows as an array, with exactly four whole numbers of the page next to it (A-04, A-05)', async () => {
    for (const [path, name] of listsOf(on)) {
      const { status, body } = await on.get(path, five.admin.token);
      expect([path, status]).toEqual([path, 200]);
      expect(keysOf(body)).toEqual(
        on === contractSurface ? ['pagination', name].sort() : ['data', 'pagination', 'success'],
      );
      if (on !== contractSurface) expect(body.success).toBe(true);
      const rows = on === contractSurface ? body[name] : body.data;
      expect(Array.isArray(rows)).toBe(true);
      expect(keysOf(body.pagination)).toEqual(['page', 'pages', 'total', on.size].sort());
      for (const value of Object.values(body.pagination)) expect(Number.isInteger(value)).toBe(true);
      expect(body.pagination.total).toBe(rows.length);
    }
  });

  it('begins with page 1 and twenty rows unless asked otherwise (A-05)', async () => {
    const { body } = await page('');
    expect(body.pagination).toEqual({ page: 1, [on.size]: 20, total: 5, pages: 1 });
    expect((await page(`?page=&${on.size}=`)).body).toEqual(body);
  });

  it('counts pages upwards, and past the end is empty with the true total (A-05)', async () => {
    const expected: [number, number][] = [
      [1, 2],
      [3, 1],
      [4, 0],
    ];
    for (const [number, length] of expected) {
      const answer = await page(`?page=${number}&${on.size}=2`);
      expect(answer.status).toBe(200);
      expect(on.rows(answer, 'users')).toHaveLength(length);
      expect(answer.body.pagination).toEqual({ page: number, [on.size]: 2, total: 5, pages: 3 });
    }
  });

  it('has no pages where there are no rows (A-05)', async () => {
    const answer = await page(`?role=${on.role('MANAGER')}`);
    expect(on.rows(answer, 'users')).toEqual([]);
    expect(answer.body.pagination).toEqual({ page: 1, [on.size]: 20, total: 0, pages: 0 });
  });

  it('refuses a page or a size that is no whole number from 1 (A-06)', async () => {
    const wrong = ['0', '-1', 'abc', '1.5', '1e3', '0x10', '%20', 'NaN', 'Infinity', '1,000', '٣', 'null', '%00'];
    for (const name of ['page', on.size])
      for (const value of wrong) expectWrong(on, await page(`?${name}=${value}`), name);
    for (const [path] of listsOf(on)) expectWrong(on, await on.get(`${path}?page=abc`, five.admin.token), 'page');
  });

  it('answers an enormous page with no rows and the true total (A-06)', async () => {
    for (const number of ['1000000000000', '9007199254740993', '18446744073709551616', '9'.repeat(400)])
      for (const [path, name] of listsOf(on)) {
        const answer = await on.get(`${path}?page=${number}`, five.admin.token);
        expect([number.slice(0, 30), answer.status]).toEqual([number.slice(0, 30), 200]);
        expect(on.rows(answer, name)).toEqual([]);
        expect(on.total(answer)).toBeGreaterThan(0);
        expect(Number.isInteger(answer.body.pagination.page)).toBe(true);
      }
  });

  it('answers an enormous size with what there is, and says which size it took (A-06, A-07)', async () => {
    for (const size of ['1000000000000', '9'.repeat(400)]) {
      const answer = await page(`?${on.size}=${size}`);
      expect(on.rows(answer, 'users')).toHaveLength(5);
      expect(answer.body.pagination[on.size]).toBe(on === contractSurface ? 1_000 : 100);
      expectError(on, await page(`?${on.size}=${size}&page=-1`), 400);
      expect((await page(`?${on.size}=${size}&page=${size}`)).status).toBe(200);
    }
  });

  it('ignores query parameters that it does not know (A-08)', async () => {
    const plain = (await page('')).body;
    const unknown = [
      'foo=bar',
      '_=1700000000',
      'utm_source=x&utm_source=y',
      'order_by=-id',
      'filter[a][b]=c',
      '=',
      '&&',
      '?',
    ];
    for (const query of [
      ...unknown,
      '__proto__=x',
      'constructor=x',
      'toString=x',
      'hasOwnProperty=1',
      '%zz=%zz',
      '%00=%00',
    ])
      expect([query, (await page(`?${query}`)).body]).toEqual([query, plain]);
  });

  it('lists newest first, and page by page every row exactly once (A-26)', async () => {
    const all = on.rows(await page(''), 'users');
    const times = all.map((user) => user.created_at as string);
    expect(times).toEqual([...times].sort().reverse());
    const walked: string[] = [];
    for (let number = 1; number <= 3; number += 1)
      walked.push(...idsOf(on.rows(await page(`?page=${number}&${on.size}=2`), 'users')));
    expect(walked).toEqual(idsOf(all));
    expect(new Set(walked).size).toBe(5);
  });
});

describe('how long a page may be', () => {
  let many: TestTenant;

  beforeAll(async () => {
    many = await newTenant();
    await pendingUsers(many, 101);
  });

  it('honours the size on the contract surface as it is sent, up to a protective thousand (A-07)', async () => {
    const asked = async (limit: number) => {
      const { body } = await contractSurface.get(`/users?limit=${limit}`, many.admin.token);
      return [body.users.length, body.pagination];
    };
    expect(await asked(101)).toEqual([101, { page: 1, limit: 101, total: 102, pages: 2 }]);
    expect(await asked(5_000)).toEqual([102, { page: 1, limit: 1_000, total: 102, pages: 1 }]);
  });

  it('takes a size above 100 as 100 on the reference surface, and says so (A-07)', async () => {
    for (const size of [100, 101, 500]) {
      const { body } = await reference.get(`/users/?page_size=${size}`, { token: many.admin.token });
      expect(body.data).toHaveLength(100);
      expect(body.pagination).toEqual({ page: 1, page_size: 100, total: 102, pages: 2 });
    }
  });

  it('walks a long list in steps of either surface without losing or repeating a row (A-26)', async () => {
    for (const on of surfaces) {
      const walked: string[] = [];
      for (let page = 1; page <= 6; page += 1)
        walked.push(...idsOf(on.rows(await on.get(`/users?page=${page}`, many.admin.token), 'users')));
      expect(walked).toHaveLength(102);
      expect(new Set(walked).size).toBe(102);
    }
  });
});
