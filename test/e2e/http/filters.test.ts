import { contract, reference, type Answer } from '../../support/client.js';
import { contractSurface, UNKNOWN_ID, referenceSurface, surfaces } from '../../support/core-surfaces.js';
import { expectWrong, pendingUsers } from '../../support/http-shapes.js';
import { newTenant, newUser, unique, type TestTenant } from '../../support/people.js';

const idsOf = (answer: Answer): string[] => answer.body.data.map((row: { id: string }) => row.id).sort();

describe('yes and no in queries (A-10)', () => {
  let tenant: TestTenant;
  let active: string[];
  let inactive: string[];

  beforeAll(async () => {
    tenant = await newTenant();
    active = [tenant.admin.id];
    inactive = (await pendingUsers(tenant, 2)).map((user) => user.id as string).sort();
  });

  const users = (query: string) => reference.get(`/users/${query}`, { token: tenant.admin.token });

  it('takes true and 1, false and 0, regardless of case, and they are complements (A-10)', async () => {
    for (const yes of ['true', '1', 'TRUE', 'True']) expect(idsOf(await users(`?is_active=${yes}`))).toEqual(active);
    for (const no of ['false', '0', 'FALSE', 'False']) {
      const answer = await users(`?is_active=${no}`);
      expect(idsOf(answer)).toEqual(inactive);
      expect(answer.body.pagination.total).toBe(2);
    }
  });

  it('takes an empty one as not given, and refuses anything else (A-10)', async () => {
    expect(idsOf(await users('?is_active='))).toEqual([...active, ...inactive].sort());
    for (const value of ['yes', 'no', '2', '-1', 'null', 'truefalse', '%20true', '%00'])
      expectWrong(referenceSurface, await users(`?is_active=${value}`), 'is_active');
  });

  it('narrows tenants, too (A-10)', async () => {
    const body = { name: unique('Kedai'), business_type: 'retail' };
    const { data } = (await reference.post('/tenants/', body, { token: tenant.admin.token })).body;
    await reference.put(`/tenants/${data.id}/`, { is_active: false }, { token: tenant.admin.token });
    const tenants = (query: string) => reference.get(`/tenants/${query}`, { token: tenant.admin.token });
    expect(idsOf(await tenants('?is_active=false'))).toEqual([data.id]);
    expect(idsOf(await tenants('?is_active=true'))).toEqual([tenant.id]);
  });
});

describe('enumerated filters (A-11, A-70)', () => {
  let tenant: TestTenant;

  beforeAll(async () => {
    tenant = await newTenant();
    await newUser(tenant, 'staff');
    await newUser(tenant, 'user');
  });

  it('finds no user on the contract surface by a role that does not exist (A-11)', async () => {
    for (const role of ['NOSUCH', 'ADMIN,STAFF', '%25', "'", 'user']) {
      const { status, body } = await contract.get(`/users?role=${role}`, { token: tenant.admin.token });
      expect([role, status, body.users, body.pagination.total]).toEqual([role, 200, [], 0]);
    }
  });

  it('refuses on the reference surface a value outside of the list (A-11)', async () => {
    const { token } = tenant.admin;
    expectWrong(referenceSurface, await reference.get('/users/?role=NOSUCH', { token }), 'role');
    expectWrong(referenceSurface, await reference.get('/users/?role=viewer', { token }), 'role');
    expectWrong(referenceSurface, await reference.get('/tenants/?business_type=bakery', { token }), 'business_type');
  });

  it('takes filters in the case of either surface, and an empty one as not given (A-11, A-70)', async () => {
    for (const on of surfaces) {
      const staff = on.role('STAFF');
      for (const role of [staff, staff.toUpperCase(), staff.toLowerCase(), 'Staff']) {
        const answer = await on.get(`/users?role=${role}`, tenant.admin.token);
        expect(on.rows(answer, 'users').map((user) => user.role)).toEqual([staff]);
      }
      expect(on.total(await on.get('/users?role=', tenant.admin.token))).toBe(3);
    }
    for (const type of ['retail', 'RETAIL', 'Retail', '']) {
      const answer = await reference.get(`/tenants/?business_type=${type}`, { token: tenant.admin.token });
      expect(idsOf(answer)).toEqual([tenant.id]);
    }
    expect(idsOf(await reference.get('/tenants/?business_type=beauty', { token: tenant.admin.token }))).toEqual([]);
  });

  it('takes the last of a parameter that is sent more than once, and ignores lists in brackets (A-08)', async () => {
    const { token } = tenant.admin;
    for (const on of surfaces) {
      const twice = await on.get(`/users?role=${on.role('ADMIN')}&role=${on.role('STAFF')}&page=9&page=1`, token);
      expect(on.rows(twice, 'users').map((user) => user.role)).toEqual([on.role('STAFF')]);
      for (const query of ['role[]=x', 'role[a]=x', 'role%5B%5D=x', 'page[]=x', 'page[gte]=x'])
        expect([query, on.total(await on.get(`/users?${query}`, token))]).toEqual([query, 3]);
    }
  });
});

describe('search (A-25)', () => {
  it('finds a part of name, slug or e-mail, regardless of case, and takes % and _ as themselves (A-25)', async () => {
    const { admin } = await newTenant();
    const names = ['Diskaun 100% Mart', 'Diskaun_100 Mart', 'Restoran Siti Nur', 'C:\\Kedai'];
    const ids: Record<string, string> = {};
    for (const [i, name] of names.entries()) {
      const body = { name, email: `mail${i}.box@example.my`, business_type: 'RETAIL' };
      ids[name] = (await contract.post('/tenants', body, { token: admin.token })).body.id;
    }
    const found = async (search: string) => {
      const path = `/tenants?search=${encodeURIComponent(search)}`;
      const { body } = await contract.get(path, { token: admin.token });
      expect(body.pagination.total).toBe(body.tenants.length);
      return body.tenants.map((tenant: { name: string }) => tenant.name).sort();
    };
    expect(await found('%')).toEqual(['Diskaun 100% Mart']);
    expect(await found('_')).toEqual(['Diskaun_100 Mart']);
    expect(await found('\\')).toEqual(['C:\\Kedai']);
    expect(await found('siti nur')).toEqual(['Restoran Siti Nur']);
    expect(await found('SITI NUR')).toEqual(['Restoran Siti Nur']);
    expect(await found('diskaun-100-mart')).toEqual(expect.arrayContaining(['Diskaun 100% Mart', 'Diskaun_100 Mart']));
    expect(await found('MAIL2.box@')).toEqual(['Restoran Siti Nur']);
    expect(await found("' or 1=1 --")).toEqual([]);
    expect(await found('')).toHaveLength(5);
    expect(Object.keys(ids)).toHaveLength(4);
  });

  it("cannot find a stranger's tenant (A-25, A-49)", async () => {
    const [mine, stranger] = [await newTenant(), await newTenant()];
    const { body } = await contract.get(`/tenants?search=${stranger.slug}`, { token: mine.admin.token });
    expect([body.tenants, body.pagination.total]).toEqual([[], 0]);
  });

  it('refuses a search that no name can hold, and never fails for one (A-22, A-25)', async () => {
    const { admin } = await newTenant();
    const search = (text: string) => contract.get(`/tenants?search=${text}`, { token: admin.token });
    expectWrong(contractSurface, await search('%00'), 'search');
    expectWrong(contractSurface, await search('x'.repeat(501)), 'search');
    for (const text of ['%ff', '%ed%a0%80', '%zz', '%', '%F0%9F%8D%9C', '(', '*', '[', '^', '$1', '%5C', '%25%5C'])
      expect([text, (await search(text)).status]).toEqual([text, 200]);
  });
});

describe('dates and texts that the audit trail is asked by (A-24, A-173)', () => {
  let tenant: TestTenant;
  const audit = (query: string) => reference.get(`/audit/?${query}`, { token: tenant.admin.token });
  const total = async (query: string): Promise<number> => {
    const answer = await audit(query);
    expect([query, answer.status]).toEqual([query, 200]);
    return answer.body.pagination.total;
  };

  beforeAll(async () => {
    tenant = await newTenant();
    await pendingUsers(tenant, 1);
  });

  /** The day it is now in Malaysia, and days before and after it. */
  const day = (shift: number): string =>
    new Date(Date.now() + 8 * 3_600_000 + shift * 86_400_000).toISOString().slice(0, 10);

  it('takes both days as included, in UTC+8, and either of them alone (A-24)', async () => {
    // A day may end between these lines.
    const [yesterday, today, tomorrow] = [day(-1), day(0), day(1)];
    const all = await total('');
    expect(all).toBeGreaterThan(0);
    const untilNow = day(0);
    expect(await total(`date_from=${today}&date_to=${untilNow}`)).toBe(all);
    expect(await total(`date_from=${today}`)).toBe(all);
    expect(await total(`date_to=${untilNow}`)).toBe(all);
    expect(await total(`date_to=${yesterday}`)).toBe(0);
    expect(await total(`date_from=${day(1)}`)).toBe(0);
    expect(await total(`date_from=${tomorrow}&date_to=${yesterday}`)).toBe(0);
    expect(await total('date_from=&date_to=')).toBe(all);
  });

  it('refuses dates that do not exist or are written otherwise (A-23, A-24)', async () => {
    const wrong = ['2025-02-30', '2025-13-01', '2025-00-10', '2025-2-3', '03-02-2025', 'today', '2025-02-03T00:00:00Z'];
    for (const name of ['date_from', 'date_to'])
      for (const value of [...wrong, '2023-02-29', '0000-01-01', '20250203', '٢٠٢٥-٠١-٠١'])
        expectWrong(referenceSurface, await audit(`${name}=${encodeURIComponent(value)}`), name);
  });

  it('takes every date that exists, the first and the last ones too (A-23, A-24)', async () => {
    const all = await total('');
    expect(await total('date_from=2024-02-29')).toBe(all);
    expect(await total('date_from=0001-01-01')).toBe(all);
    expect(await total('date_to=9999-12-31')).toBe(all);
    expect(await total('date_to=0001-01-01')).toBe(0);
    expect(await total('date_from=9999-12-31')).toBe(0);
    expect(await total('date_from=0099-12-31&date_to=9999-12-31')).toBe(all);
  });

  it('compares free texts regardless of case and the white space around them (A-173)', async () => {
    const created = await total('record_type=user&action=create');
    expect(created).toBeGreaterThan(0);
    expect(await total('record_type=USER&action=Create')).toBe(created);
    expect(await total('record_type=%20user%20&action=create%20')).toBe(created);
    expect(await total('record_type=use')).toBe(0);
    expect(await total('action=%25')).toBe(0);
  });

  it('finds nothing by an id that is none or that no record has (A-16)', async () => {
    for (const name of ['record_id', 'actor_id'])
      for (const id of ['not-a-uuid', '1', UNKNOWN_ID, "'", '0']) expect(await total(`${name}=${id}`)).toBe(0);
    expect(await total(`actor_id=${tenant.admin.id.toUpperCase()}`)).toBe(await total(`actor_id=${tenant.admin.id}`));
    expectWrong(referenceSurface, await audit('record_id=%00'), 'record_id');
  });
});
