import { contract, reference } from '../../support/client.js';
import { UNKNOWN_ID, everyRole, referenceSurface, surfaces, type Surface } from '../../support/core-surfaces.js';
import { expectKeys, expectRefusal, expectSameRefusal, shapes } from '../../support/core-shapes.js';
import { newTenant, newUser, operator, PASSWORD, unique, type TestTenant } from '../../support/people.js';

const body = (on: Surface, name = unique('Kedai')) => ({
  name,
  email: 'hello@example.com',
  business_type: on.businessType('RETAIL'),
});
const ids = (on: Surface, answer: Parameters<Surface['rows']>[0]) => on.rows(answer, 'tenants').map(({ id }) => id);

describe.each(surfaces)('which tenants an administrator sees on the $name surface', (on) => {
  it('lists the own tenant and those that the user created, and counts the same (A-49)', async () => {
    const [own, stranger] = [await newTenant(), await newTenant()];
    const made = on.data(await on.post('/tenants', body(on), own.admin.token));
    const list = await on.get('/tenants', own.admin.token);
    expect(list.status).toBe(200);
    expect(ids(on, list)).toEqual([made.id, own.id]);
    expect(on.total(list)).toBe(2);
    expect(ids(on, await on.get('/tenants', stranger.admin.token))).toEqual([stranger.id]);
  });

  it('shows and changes one that the user created, from the own tenant (A-49, A-51)', async () => {
    const own = await newTenant();
    const made = on.data(await on.post('/tenants', body(on), own.admin.token));
    expect(on.data(await on.get(`/tenants/${made.id}`, own.admin.token)).id).toBe(made.id);
    const changed = await on.put(`/tenants/${made.id}`, { name: 'Renamed' }, own.admin.token);
    expect(on.data(changed).name).toBe('Renamed');
    // Its users are the new tenant's, not the old one's.
    const users = on.rows(await on.get('/users', own.admin.token), 'users');
    expect(users.map(({ id }) => id)).toEqual([own.admin.id]);
  });

  it('refuses the list to every other role (A-49, A-50)', async () => {
    const { MANAGER, STAFF, VIEWER } = await everyRole(await newTenant());
    for (const { token } of [MANAGER, STAFF, VIEWER]) expectRefusal(on, await on.get('/tenants', token), 403);
  });

  it("does not know another's tenant, by any method, right body or wrong (A-51)", async () => {
    const [own, stranger] = [await newTenant(), await newTenant()];
    const { token } = own.admin;
    const missing = await on.get(`/tenants/${UNKNOWN_ID}`, token);
    expectRefusal(on, missing, 404);
    for (const id of [
      stranger.id,
      stranger.slug,
      own.slug,
      'not-a-uuid',
      '1',
      '%00',
      "'",
      '00000000-0000-0000-0000-000000000000',
    ]) {
      expectSameRefusal(missing, await on.get(`/tenants/${id}`, token));
      expectSameRefusal(missing, await on.put(`/tenants/${id}`, { name: 'Taken over' }, token));
      expectSameRefusal(missing, await on.put(`/tenants/${id}`, { name: 5 }, token));
    }
    expect(on.data(await on.get(`/tenants/${stranger.id}`, stranger.admin.token)).name).toBe(stranger.name);
  });

  it("does not know another tenant's users, by any method, right body or wrong (A-51)", async () => {
    const [own, stranger] = [await newTenant(), await newTenant()];
    const { token } = own.admin;
    const missing = await on.get(`/users/${UNKNOWN_ID}`, token);
    expectRefusal(on, missing, 404);
    for (const id of [stranger.admin.id, stranger.admin.number, 'not-a-uuid', '2147483648', '-1', '0', '%00', 'me']) {
      expectSameRefusal(missing, await on.get(`/users/${id}`, token));
      expectSameRefusal(missing, await on.put(`/users/${id}`, { first_name: 'X' }, token));
      expectSameRefusal(missing, await on.put(`/users/${id}`, { role: 'KING' }, token));
    }
    const { first_name } = on.data(await on.get(`/users/${stranger.admin.id}`, stranger.admin.token));
    expect(first_name).toBe('Aina');
  });

  it('moves no row into another tenant, for any tenant_id in a body (A-09, A-52)', async () => {
    const [own, stranger] = [await newTenant(), await newTenant()];
    const name = unique('u');
    const user = {
      username: name,
      email: `${name}@example.com`,
      password: PASSWORD,
      first_name: 'A',
      last_name: 'B',
      role: on.role('STAFF'),
      tenant_id: stranger.id,
      tenant: { id: stranger.id },
      id: UNKNOWN_ID,
    };
    const made = on.data(await on.post('/users', user, own.admin.token));
    expect(made.tenant_id).toBe(own.id);
    expect(made.id).not.toBe(UNKNOWN_ID);
    const moved = await on.put(`/users/${made.id}`, { tenant_id: stranger.id, first_name: 'C' }, own.admin.token);
    expect(on.data(moved)).toMatchObject({ tenant_id: own.id, first_name: 'C' });
    expect(on.total(await on.get('/users', stranger.admin.token))).toBe(1);
    expect(on.total(await on.get(`/users?tenant_id=${stranger.id}`, own.admin.token))).toBe(2);
  });
});

describe('searches and filters of tenants', () => {
  it("find nothing of another's (A-49)", async () => {
    const [own, stranger] = [await newTenant(), await newTenant()];
    const search = async (text: string) =>
      (await contract.get(`/tenants?search=${encodeURIComponent(text)}`, { token: own.admin.token })).body;
    expect(await search(stranger.name)).toMatchObject({ tenants: [], pagination: { total: 0, pages: 0 } });
    expect((await search(own.name.slice(3).toUpperCase())).tenants.map(({ id }: { id: string }) => id)).toEqual([
      own.id,
    ]);
    expect((await search(own.slug)).pagination.total).toBe(1);
    expect((await search('hello@EXAMPLE')).pagination.total).toBe(1);
    expect((await search('%')).pagination.total).toBe(0);
    expect((await search('')).pagination.total).toBe(1);
  });

  it('find by business type and by whether it is active on the reference surface', async () => {
    const own = await newTenant();
    const { token } = own.admin;
    const made = (
      await contract.post('/tenants', { ...body(surfaces[0] as Surface), business_type: 'BEAUTY' }, { token })
    ).body;
    await reference.put(`/tenants/${made.id}/`, { is_active: false }, { token });
    const found = async (query: string) => ids(referenceSurface, await reference.get(`/tenants/?${query}`, { token }));
    expect(await found('business_type=beauty')).toEqual([made.id]);
    expect(await found('business_type=BEAUTY')).toEqual([made.id]);
    expect(await found('business_type=retail')).toEqual([own.id]);
    expect(await found('is_active=false')).toEqual([made.id]);
    expect(await found('is_active=true')).toEqual([own.id]);
    expect(await found('is_active=')).toEqual([made.id, own.id]);
    for (const query of ['business_type=bakery', 'is_active=maybe']) {
      expectRefusal(referenceSurface, await reference.get(`/tenants/?${query}`, { token }), 400);
    }
  });
});

describe.each(surfaces)("what the operator's administrator may do on the $name surface (A-156)", (on) => {
  let tenant: TestTenant;
  let token: string;
  beforeAll(async () => {
    tenant = await newTenant();
    ({ token } = await operator());
  });

  it('lists, reads and changes every tenant', async () => {
    const list = await on.get(`/tenants?${on.size}=100`, token);
    expect(ids(on, list)).toContain(tenant.id);
    expect(on.total(list)).toBeGreaterThanOrEqual(2);
    expect(on.data(await on.get(`/tenants/${tenant.id}`, token)).name).toBe(tenant.name);
    const changed = on.data(await on.put(`/tenants/${tenant.id}`, { name: `${tenant.name} Baru` }, token));
    expect(changed.name).toBe(`${tenant.name} Baru`);
    expect(on.data(await on.get(`/tenants/${tenant.id}`, tenant.admin.token)).name).toBe(changed.name);
  });

  it('shows the reserved tenant of accounts without one to no user, the operator included', async () => {
    expectRefusal(on, await on.get('/tenants/00000000-0000-0000-0000-000000000000', token), 404);
    const reserved = await on.put('/tenants/00000000-0000-0000-0000-000000000000', { name: 'X' }, token);
    expectRefusal(on, reserved, 404);
  });

  it("does not show the operator another tenant's users", async () => {
    expectRefusal(on, await on.get(`/users/${tenant.admin.id}`, token), 404);
    expectRefusal(on, await on.put(`/users/${tenant.admin.id}`, { first_name: 'X' }, token), 404);
    const users = on.rows(await on.get(`/users?${on.size}=100`, token), 'users');
    expect(users.map(({ id }) => id)).not.toContain(tenant.admin.id);
  });

  it('suspends, makes usable again and deletes a tenant', async () => {
    const victim = await newTenant();
    const put = (is_active: boolean) => reference.put(`/tenants/${victim.id}/`, { is_active }, { token });
    expect((await put(false)).body.data.is_active).toBe(false);
    expectRefusal(on, await on.get('/users', victim.admin.token), 401);
    expect((await put(true)).body.data.is_active).toBe(true);
    // Earlier sessions are over; a new sign-in is granted.
    expectRefusal(on, await on.get('/users', victim.admin.token), 401);
    const { access_token } = on.data(await on.login(victim.admin.email, PASSWORD, victim.id));
    expect((await on.get('/users', access_token)).status).toBe(200);
    expect((await reference.delete(`/tenants/${victim.id}/`, { token })).status).toBe(200);
    expectRefusal(on, await on.get('/users', access_token), 401);
  });

  it('never suspends or deletes the own tenant', async () => {
    const { user } = on.data(await on.login((await operator()).email, (await operator()).password, 'platform'));
    const suspended = await reference.put(`/tenants/${user.tenant_id}/`, { is_active: false }, { token });
    expectRefusal(referenceSurface, suspended, 409);
    expectRefusal(referenceSurface, await reference.delete(`/tenants/${user.tenant_id}/`, { token }), 409);
    expect((await on.get('/users', token)).status).toBe(200);
  });
});

describe('a role of the operator below administrator (A-156)', () => {
  it('sees the own tenant only', async () => {
    const { token } = await operator();
    const own = (await contract.get('/users?limit=1', { token })).body.users[0].tenant_id;
    const platform = { id: own, slug: 'platform', name: 'Platform', admin: { token } } as TestTenant;
    const stranger = await newTenant();
    for (const role of ['manager', 'staff', 'user'] as const) {
      const helper = await newUser(platform, role);
      expectRefusal(referenceSurface, await referenceSurface.get('/tenants', helper.token), 403);
      expectRefusal(referenceSurface, await referenceSurface.get(`/tenants/${stranger.id}`, helper.token), 404);
      const shown = await referenceSurface.get(`/tenants/${own}`, helper.token);
      expectKeys(shown.body.data, shapes.reference.tenant);
      await reference.delete(`/users/${helper.id}/`, { token });
    }
  });
});
