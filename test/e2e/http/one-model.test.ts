import { contract, reference, type Json } from '../../support/client.js';
import { contractSurface, referenceSurface, surfaces } from '../../support/core-surfaces.js';
import { expectError, pendingUsers } from '../../support/http-shapes.js';
import { newTenant, newUser, PASSWORD, unique, type TestTenant } from '../../support/people.js';

const address = { street: '1', city: 'Ipoh', state: 'Perak', postal_code: '30000', country: 'Malaysia' };
const roles = { ADMIN: 'admin', MANAGER: 'manager', STAFF: 'staff', VIEWER: 'user' } as const;

/** What the reference surface has to show of a user of the contract surface, by the mapping. */
const mappedUser = (user: Json) => ({
  id: user.id,
  tenant_id: user.tenant_id,
  email: user.email,
  first_name: user.first_name,
  last_name: user.last_name,
  phone_number: user.phone,
  role: roles[user.role as keyof typeof roles],
  is_active: user.status === 'ACTIVE',
  last_login: user.last_login,
  mfa_enabled: user.mfa_enabled,
  created_at: user.created_at,
  updated_at: user.updated_at,
});

/** The same of a tenant. */
const mappedTenant = (tenant: Json) => ({
  id: tenant.id,
  name: tenant.name,
  contact_email: tenant.email,
  contact_phone: tenant.phone,
  business_address: tenant.address,
  business_type: tenant.business_type.toLowerCase(),
  is_active: tenant.status === 'ACTIVE',
  created_at: tenant.created_at,
  updated_at: tenant.updated_at,
});

describe('two surfaces, one model (A-62)', () => {
  let tenant: TestTenant;
  let token: string;

  beforeAll(async () => {
    tenant = await newTenant();
    token = tenant.admin.token;
  });

  const both = async (path: string) => {
    const [c, r] = await Promise.all([contract.get(path, { token }), reference.get(`${path}/`, { token })]);
    expect([path, c.status, r.status]).toEqual([path, 200, 200]);
    return [c.body, r.body.data];
  };

  it('shows on the reference surface a user of every role made on the contract surface (A-62)', async () => {
    for (const role of ['ADMIN', 'MANAGER', 'STAFF', 'VIEWER']) {
      const [made] = await pendingUsers(tenant, 1, role);
      const [, shown] = await both(`/users/${made?.id}`);
      expect(shown).toMatchObject(mappedUser(made));
      expect(shown.username).toBe(made?.email);
    }
  });

  it('shows on the contract surface a user of every role made on the reference surface (A-62)', async () => {
    for (const role of Object.values(roles)) {
      const { id } = await newUser(tenant, role, { phone_number: '03-1', ic_number: '900101-14-5678' });
      const [c, r] = await both(`/users/${id}`);
      expect(r).toMatchObject(mappedUser(c));
      expect(c).toMatchObject({ id, status: 'ACTIVE', phone: '03-1', tenant_id: tenant.id });
    }
  });

  it('shows each surface’s tenants on the other, under the same id (A-62)', async () => {
    const made = { name: unique('Kedai'), email: 'c@example.com', business_type: 'BEAUTY', phone: '03-2', address };
    const c = (await contract.post('/tenants', made, { token })).body;
    const [, shown] = await both(`/tenants/${c.id}`);
    expect(shown).toMatchObject(mappedTenant(c));
    expect(shown.schema_name).toBe(c.slug.replaceAll('-', '_'));
    const contact = { contact_email: 'r@example.com', contact_phone: '03-3', business_address: address };
    const body = { name: unique('Kedai'), business_type: 'education', ...contact };
    const r = (await reference.post('/tenants/', body, { token })).body.data;
    const [there] = await both(`/tenants/${r.id}`);
    expect(r).toMatchObject(mappedTenant(there));
    expect(there).toMatchObject({ status: 'ACTIVE', subscription_plan: 'STARTER', business_type: 'EDUCATION' });
  });

  it('lists the same records in the same order on both (A-62)', async () => {
    for (const [path, map] of [['/users', mappedUser] as const, ['/tenants', mappedTenant] as const]) {
      const c = contractSurface.rows(await contractSurface.get(path, token), path.slice(1));
      const r = referenceSurface.rows(await referenceSurface.get(path, token), path.slice(1));
      expect(r.length).toBeGreaterThan(1);
      expect(r).toEqual(c.map((record) => expect.objectContaining(map(record))));
    }
  });

  it('shows a change made on either surface at once on the other (A-62)', async () => {
    const { id } = await newUser(tenant, 'staff');
    await contract.put(`/users/${id}`, { first_name: 'Devi', phone: '03-9', permissions: ['x'] }, { token });
    const [c, r] = await both(`/users/${id}`);
    expect(r).toMatchObject({ ...mappedUser(c), first_name: 'Devi', phone_number: '03-9', permissions: ['x'] });
    const email = `${unique('new')}@example.com`;
    await reference.put(`/users/${id}/`, { email, role: 'manager', is_active: false }, { token });
    const [after, there] = await both(`/users/${id}`);
    expect(after).toMatchObject({ email, role: 'MANAGER', status: 'INACTIVE', first_name: 'Devi' });
    expect(there).toMatchObject(mappedUser(after));
  });

  it('takes what one surface deletes from the other, too (A-62)', async () => {
    const { id, email } = await newUser(tenant, 'staff');
    expect((await reference.delete(`/users/${id}/`, { token })).status).toBe(200);
    for (const on of surfaces) {
      expectError(on, await on.get(`/users/${id}`, token), 404);
      expectError(on, await on.login(email, PASSWORD, tenant.id), 401);
      const listed = on.rows(await on.get('/users?limit=100&page_size=100', token), 'users');
      expect(listed.map((user) => user.id)).not.toContain(id);
    }
  });

  it('takes a username and e-mail of one surface for taken on the other (A-34, A-62)', async () => {
    const [made] = await pendingUsers(tenant, 1);
    const again = { username: unique('other'), email: made?.email.toUpperCase(), password: PASSWORD };
    expectError(referenceSurface, await reference.post('/users/', again, { token }), 409);
    const person = await newUser(tenant, 'user');
    const body = { email: person.email, first_name: 'A', last_name: 'B', role: 'STAFF' };
    expectError(contractSurface, await contract.post('/users', body, { token }), 400);
  });

  it('names the e-mail on the contract surface where it is another user’s username (A-12, A-40)', async () => {
    const username = `${unique('mail')}@example.com`;
    await newUser(tenant, 'user', { username, email: `${unique('another')}@example.com` });
    const body = { email: username, first_name: 'A', last_name: 'B', role: 'STAFF' };
    const refused = await contract.post('/users', body, { token });
    expectError(contractSurface, refused, 400);
    expect(refused.body.errors).toMatchObject([{ field: 'email', message: expect.stringMatching(/\S/) }]);
  });
});
