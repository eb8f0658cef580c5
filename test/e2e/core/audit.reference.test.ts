import { contract, reference, type Json } from '../../support/client.js';
import { everyRole, UNKNOWN_ID, referenceSurface as on, roles } from '../../support/core-surfaces.js';
import {
  expectConflict,
  expectInvalid,
  expectKeys,
  expectRefusal,
  INSTANT,
  shapes,
  UUID,
} from '../../support/core-shapes.js';
import { newTenant, newUser, operator, PASSWORD, signIn, unique, type TestTenant } from '../../support/people.js';

const trail = async (tenant: TestTenant, query = ''): Promise<Json[]> => {
  const answer = await on.get(`/audit?page_size=100${query}`, tenant.admin.token);
  expect(answer.status).toBe(200);
  return answer.body.data;
};
const newest = async (tenant: TestTenant): Promise<Json> => (await trail(tenant))[0];
const withheld = { withheld: true };

describe('GET /api/v1/audit/', () => {
  it('answers entries of exactly these keys, newest first, and pagination', async () => {
    const tenant = await newTenant();
    await newUser(tenant, 'staff');
    const answer = await on.get('/audit', tenant.admin.token);
    expectKeys(answer.body, ['success', 'data', 'pagination']);
    expect(answer.body.pagination).toEqual({ page: 1, page_size: 20, total: 3, pages: 1 });
    for (const entry of answer.body.data) {
      expectKeys(entry, shapes.reference.entry);
      expect([entry.id, entry.record_id, entry.actor_id]).toEqual(
        Array.from({ length: 3 }, () => expect.stringMatching(UUID)),
      );
      expect(entry.at).toMatch(INSTANT);
    }
    const what = answer.body.data.map(({ action, record_type }: Json) => `${action} ${record_type}`);
    expect(what[0]).toBe('create user');
    expect(what.slice(1).sort()).toEqual(['create tenant', 'take_tenant user']);
  });

  it('says who created what, and of personal fields only that they were given', async () => {
    const tenant = await newTenant();
    const user = await newUser(tenant, 'staff', { ic_number: '870707-07-7777', phone_number: '+60177777777' });
    const entry = await newest(tenant);
    expect(entry).toMatchObject({
      actor_id: tenant.admin.id,
      action: 'create',
      record_type: 'user',
      record_id: user.id,
    });
    expect(entry.changes.role).toEqual({ before: null, after: 'staff' });
    expect(entry.changes.status).toEqual({ before: null, after: 'active' });
    for (const field of ['username', 'email', 'first_name', 'last_name', 'phone', 'ic_number', 'password_hash']) {
      expect(entry.changes[field]).toEqual(withheld);
    }
  });

  it('says before and after of a change, and nothing of what did not change', async () => {
    const tenant = await newTenant();
    const user = await newUser(tenant, 'staff');
    const changes = { role: 'manager', phone_number: '019', permissions: ['a'], first_name: 'Mei Ling' };
    await reference.put(`/users/${user.id}/`, changes, { token: tenant.admin.token });
    const entry = await newest(tenant);
    expect(entry).toMatchObject({
      action: 'update',
      record_type: 'user',
      record_id: user.id,
      actor_id: tenant.admin.id,
    });
    expect(entry.changes).toEqual({
      role: { before: 'staff', after: 'manager' },
      permissions: { before: [], after: ['a'] },
      phone: withheld,
    });
  });

  it('knows of a change on the contract surface as of one on this', async () => {
    const tenant = await newTenant();
    const { id } = tenant.admin;
    await contract.put(`/tenants/${tenant.id}`, { name: 'Baru', phone: '03' }, { token: tenant.admin.token });
    const entry = await newest(tenant);
    expect(entry).toMatchObject({ action: 'update', record_type: 'tenant', record_id: tenant.id, actor_id: id });
    expect(entry.changes).toEqual({ name: { before: tenant.name, after: 'Baru' }, phone: withheld });
  });

  it('names the user who changed the own account', async () => {
    const tenant = await newTenant();
    const user = await newUser(tenant, 'user');
    await contract.put(`/users/${user.id}`, { first_name: 'Own' }, { token: user.token });
    expect(await newest(tenant)).toMatchObject({
      actor_id: user.id,
      record_id: user.id,
      changes: { first_name: withheld },
    });
  });

  it('names a change of password, deactivation and deletion, and no secret', async () => {
    const tenant = await newTenant();
    const { token } = tenant.admin;
    const user = await newUser(tenant, 'staff');
    const body = { current_password: PASSWORD, new_password: 'N3xtPass!word' };
    await reference.post(`/users/${user.id}/change-password/`, body, { token: user.token });
    expect(await newest(tenant)).toMatchObject({
      action: 'change_password',
      actor_id: user.id,
      changes: { password_hash: withheld },
    });
    await reference.put(`/users/${user.id}/`, { password: 'An0therPass!' }, { token });
    // Another person knows the password now, and the account's power over tenants that it created has ended.
    expect((await newest(tenant)).changes).toEqual({
      password_hash: withheld,
      password_is_own: { before: true, after: false },
      power_ended_in: { before: null, after: expect.any(Number) },
      proof_email: withheld,
    });
    await reference.put(`/users/${user.id}/`, { is_active: false }, { token });
    expect((await newest(tenant)).changes).toEqual({ status: { before: 'active', after: 'inactive' } });
    await reference.delete(`/users/${user.id}/`, { token });
    expect(await newest(tenant)).toMatchObject({ action: 'delete', record_type: 'user', record_id: user.id });
  });

  it('holds no personal value and no secret anywhere', async () => {
    const tenant = await newTenant({ phone: '+60311112222', address: { street: 'Jalan Rahsia' } });
    const { token } = tenant.admin;
    const user = await newUser(tenant, 'staff', { ic_number: '860606-06-6666', phone_number: '+60166666666' });
    await reference.put(`/users/${user.id}/`, { ic_number: '850505-05-5555', last_name: 'Rahsiawati' }, { token });
    await contract.put(`/tenants/${tenant.id}`, { settings: { owner: 'Rahsiawan' } }, { token });
    const { text } = await on.get('/audit?page_size=100', token);
    const personal = [user.email, user.username, tenant.admin.email, 'Mei Ling', '860606', '850505', '6666', 'Rahsia'];
    for (const value of [...personal, '60311112222', 'hello@example.com', PASSWORD, '$argon2']) {
      expect(text).not.toContain(value);
    }
  });

  it('is silent of sign-ins, of what changes nothing, and of what was refused', async () => {
    const tenant = await newTenant();
    const { id, token } = tenant.admin;
    const user = await newUser(tenant, 'staff');
    const before = await trail(tenant);
    await signIn(user.username, PASSWORD, tenant.id);
    await on.put(`/users/${user.id}`, {}, token);
    await on.put(`/users/${user.id}`, { role: 'staff', permissions: [] }, token);
    expectConflict(on, await on.put(`/users/${id}`, { first_name: 'Never', role: 'staff' }, token), 'role');
    expectConflict(
      on,
      await on.put(`/users/${user.id}`, { role: 'manager', email: tenant.admin.email }, token),
      'email',
    );
    expectRefusal(on, await on.put(`/users/${id}`, { first_name: 'Never' }, user.token), 403);
    expect(await trail(tenant)).toEqual(before);
  });

  it('is written by none but the changes themselves', async () => {
    const { token } = (await newTenant()).admin;
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const answer = await on.send(method, '/audit', { token, body: {} });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, expect.not.stringMatching(/POST|PUT|DELETE/)]);
    }
  });
});

describe('filters of the trail', () => {
  let tenant: TestTenant;
  let second: { id: string; token: string };
  let staff: { id: string };
  beforeAll(async () => {
    tenant = await newTenant();
    second = await newUser(tenant, 'admin');
    staff = await newUser(tenant, 'staff');
    await on.put(`/users/${staff.id}`, { role: 'user' }, second.token);
    await on.put(`/tenants/${tenant.id}`, { name: unique('Baru') }, second.token);
  });
  const what = async (query: string) =>
    (await trail(tenant, `&${query}`)).map(({ action, record_type }) => `${action} ${record_type}`);

  it('record_type, record_id, actor_id and action, alone and together', async () => {
    expect(await what('record_type=tenant')).toEqual(['update tenant', 'create tenant']);
    expect(await what(`record_id=${staff.id}`)).toEqual(['update user', 'create user']);
    expect(await what(`actor_id=${second.id}`)).toEqual(['update tenant', 'update user']);
    expect(await what('action=create&record_type=user')).toEqual(['create user', 'create user']);
    expect(await what(`action=update&actor_id=${second.id}&record_id=${staff.id}`)).toEqual(['update user']);
  });

  it('find nothing for an unknown user and an unknown record', async () => {
    for (const query of [
      `record_id=${UNKNOWN_ID}`,
      'record_id=x',
      `actor_id=${UNKNOWN_ID}`,
      'actor_id=x',
      'action=x',
      'record_type=x',
    ]) {
      expect(await what(query)).toEqual([]);
    }
  });

  it('date_from and date_to are days in UTC+8, both included (A-24)', async () => {
    const all = await trail(tenant);
    const dayOf = (at: string, shift = 0) =>
      new Date(new Date(at).getTime() + 8 * 3_600_000 + shift * 86_400_000).toISOString().slice(0, 10);
    const [first, last] = [dayOf(all.at(-1).at), dayOf(all[0].at)];
    const total = async (query: string) => (await trail(tenant, `&${query}`)).length;
    expect(await total(`date_from=${first}&date_to=${last}`)).toBe(all.length);
    expect(await total(`date_from=${first}`)).toBe(all.length);
    expect(await total(`date_to=${last}`)).toBe(all.length);
    expect(await total(`date_from=${dayOf(all[0].at, 1)}`)).toBe(0);
    expect(await total(`date_to=${dayOf(all.at(-1).at, -1)}`)).toBe(0);
    expect(await total('date_from=2030-01-02&date_to=2030-01-01')).toBe(0);
  });

  it('refuse a day that is none', async () => {
    for (const parameter of ['date_from', 'date_to']) {
      for (const value of ['2025-02-30', '2025-13-01', 'today', '01/02/2025']) {
        expectInvalid(on, await on.get(`/audit?${parameter}=${value}`, tenant.admin.token), parameter);
      }
    }
  });

  it('leave paging as it is: every entry once', async () => {
    const all = await trail(tenant);
    const seen: Json[] = [];
    for (const page of [1, 2, 3, 4]) {
      const { body } = await on.get(`/audit?page=${page}&page_size=2`, tenant.admin.token);
      expect(body.pagination).toEqual({ page, page_size: 2, total: 6, pages: 3 });
      seen.push(...body.data);
    }
    expect(seen).toEqual(all);
    expectInvalid(on, await on.get('/audit?page=0', tenant.admin.token), 'page');
  });
});

describe('who reads which trail', () => {
  it('administrators only (A-53), and no caller without a token', async () => {
    const people = await everyRole(await newTenant());
    const seen = [];
    for (const role of roles) seen.push((await on.get('/audit', people[role].token)).status);
    expect(seen).toEqual([200, 403, 403, 403]);
    expectRefusal(on, await on.get('/audit', people.STAFF.token), 403);
    expectRefusal(on, await on.get('/audit'), 401);
  });

  it("their own tenant's, by any filter (A-51)", async () => {
    const [own, stranger] = [await newTenant(), await newTenant()];
    const user = await newUser(stranger, 'staff');
    expect(await trail(own, `&record_id=${user.id}`)).toEqual([]);
    expect(await trail(own, `&actor_id=${stranger.admin.id}`)).toEqual([]);
    expect(await trail(own, `&tenant_id=${stranger.id}`)).toHaveLength(2);
  });

  it("the operator's change of a tenant stands in that tenant's trail, and not in the operator's (A-156)", async () => {
    const tenant = await newTenant();
    const { token } = await operator();
    await reference.put(`/tenants/${tenant.id}/`, { registration_number: '202101012345' }, { token });
    const entry = await newest(tenant);
    expect(entry).toMatchObject({ action: 'update', record_type: 'tenant', record_id: tenant.id });
    expect(entry.actor_id).not.toBe(tenant.admin.id);
    const ofOperator = await on.get(`/audit?record_id=${tenant.id}`, token);
    expect(ofOperator.body.data).toEqual([]);
    const operators = await contract.get('/users?limit=1000', { token });
    expect(operators.body.users.map(({ id }: Json) => id)).toContain(entry.actor_id);
  });

  it("a creator's change from another tenant stands in the created one's trail", async () => {
    const home = await newTenant();
    const body = { name: unique('Cawangan'), email: 'b@example.com', business_type: 'RETAIL' };
    const branch = (await contract.post('/tenants', body, { token: home.admin.token })).body;
    await contract.put(`/tenants/${branch.id}`, { name: 'Dari jauh' }, { token: home.admin.token });
    const { token } = await signIn(home.admin.username, PASSWORD, branch.id);
    const there = await trail({ ...home, admin: { ...home.admin, token } });
    const expected = ['update tenant', 'create tenant', 'create user'];
    expect(there.map(({ action, record_type }) => `${action} ${record_type}`).sort()).toEqual(expected.sort());
    expect(there.map(({ actor_id }) => actor_id)).toEqual([home.admin.id, home.admin.id, home.admin.id]);
    expect(await trail(home, `&record_id=${branch.id}`)).toEqual([]);
  });
});
