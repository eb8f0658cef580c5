import { contract, reference } from '../../support/client.js';
import { contractSurface, referenceSurface, surfaces } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, expectRefusal, shapes, UUID } from '../../support/core-shapes.js';
import { newAccount, newTenant, newUser, PASSWORD, unique, type TestTenant } from '../../support/people.js';

/** One person in two tenants, with the same password in both. */
async function memberOfTwo(password = PASSWORD) {
  const [older, younger] = [await newTenant(), await newTenant()];
  const name = unique('both');
  const extra = { username: name, email: `${name}@example.com`, password };
  const there = await newUser(older, 'staff', extra);
  const here = await newUser(younger, 'manager', extra);
  return { older, younger, ...extra, ids: [there.id, here.id] };
}

describe.each(surfaces)('sign-in on the $name surface', (on) => {
  it('signs in to the oldest membership when no tenant is named (A-35)', async () => {
    const { older, email, password, ids } = await memberOfTwo();
    const signedIn = on.data(await on.login(email, password));
    expect(signedIn.user).toMatchObject({ tenant_id: older.id, role: on.role('STAFF') });
    const users = on.rows(await on.get('/users', signedIn.access_token), 'users').map((user) => user.id);
    expect(users).toContain(ids[0]);
    expect(users).not.toContain(ids[1]);
  });

  it('signs in to the tenant that is named by slug or by id (A-35)', async () => {
    const { older, younger, email, password, ids } = await memberOfTwo();
    for (const named of [younger.slug, younger.id, younger.id.toUpperCase()]) {
      const { user, access_token } = on.data(await on.login(email, password, named));
      expect(user).toMatchObject({ tenant_id: younger.id, role: on.role('MANAGER') });
      expectRefusal(on, await on.get(`/users/${ids[0]}`, access_token), 404);
      expectRefusal(on, await on.get(`/tenants/${older.id}`, access_token), 404);
    }
  });

  it('signs in to the membership whose password fits, when no tenant is named (A-35)', async () => {
    const { younger, email, ids } = await memberOfTwo();
    await reference.put(`/users/${ids[1]}/`, { password: 'An0therPass!' }, { token: younger.admin.token });
    expect(on.data(await on.login(email, 'An0therPass!')).user.tenant_id).toBe(younger.id);
  });

  it('passes over a membership that is not active, when no tenant is named (A-35)', async () => {
    const { older, younger, email, password, ids } = await memberOfTwo();
    await reference.put(`/users/${ids[0]}/`, { is_active: false }, { token: older.admin.token });
    expect(on.data(await on.login(email, password)).user.tenant_id).toBe(younger.id);
  });

  it('passes over a tenant that is not active, when none is named (A-35, A-58)', async () => {
    const { older, younger, email, password } = await memberOfTwo();
    await reference.delete(`/tenants/${older.id}/`, { token: older.admin.token });
    expect(on.data(await on.login(email, password)).user.tenant_id).toBe(younger.id);
  });

  const planted = async (name: string, password: string) => {
    const tenant = await newTenant();
    const body = {
      username: name,
      email: `${name}@example.com`,
      password,
      first_name: 'A',
      last_name: 'B',
      role: 'staff',
    };
    expect((await reference.post('/users/', body, { token: tenant.admin.token })).status).toBe(201);
    return tenant;
  };

  it('looks at five memberships when no tenant is named, the latest first, and those signed in to from here before others (A-35, A-393)', async () => {
    const name = unique('many');
    const email = `${name}@example.com`;
    const home = await planted(name, PASSWORD);
    for (let i = 0; i < 5; i += 1) await planted(name, 'Str4ngers!');
    // Made by others since, they are all that is looked at, until its owner names the tenant once.
    expectRefusal(on, await on.login(email, PASSWORD), 401);
    expect((await on.login(email, PASSWORD, home.slug)).status).toBe(200);
    expect(on.data(await on.login(email, PASSWORD)).user.tenant_id).toBe(home.id);
  });

  it("finds one's own registration behind five memberships that others made and signed in to first (A-393)", async () => {
    const name = unique('planted');
    const email = `${name}@example.com`;
    for (let i = 0; i < 5; i += 1) {
      const { slug } = await planted(name, 'Str4ngers!');
      expect((await on.login(email, 'Str4ngers!', slug)).status).toBe(200);
    }
    const account = { username: name, email, password: PASSWORD };
    expect((await reference.post('/auth/register/', account)).status).toBe(201);
    const signedIn = (await reference.post('/auth/login/', account)).body.data;
    const tenant = await reference.post(
      '/tenants/',
      { ...tenantBody(), business_type: 'retail' },
      { token: signedIn.access_token },
    );
    expect(tenant.status).toBe(201);
    for (let i = 0; i < 5; i += 1) {
      const { slug } = await planted(name, 'Str4ngers!');
      expect((await on.login(email, 'Str4ngers!', slug)).status).toBe(200);
    }
    expect(on.data(await on.login(email, PASSWORD)).user.tenant_id).toBe(tenant.body.data.id);
  });

  it('takes an empty tenant and null as none named (A-35)', async () => {
    const { admin, id } = await newTenant();
    const identity = on === contractSurface ? { email: admin.email } : { username: admin.username };
    for (const tenant of ['', null]) {
      const body = { ...identity, password: PASSWORD, tenant_slug: tenant, tenant_id: tenant };
      const answer = await on.post('/auth/login', body);
      expect(on.data(answer).user.tenant_id).toBe(id);
    }
  });

  it('tells an unknown tenant from a wrong password and a stranger, before the password is looked at (A-36)', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    const { email } = tenant.admin;
    for (const unknown of [
      unique('no-such'),
      '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a',
      '-',
      `${tenant.slug.slice(0, -3)}%`,
    ]) {
      expectRefusal(on, await on.login(email, PASSWORD, unknown), 404);
      expectRefusal(on, await on.login(email, 'Wr0ngPass!', unknown), 404);
    }
    expectRefusal(on, await on.login(email, 'Wr0ngPass!', tenant.slug), 401);
    expectRefusal(on, await on.login(email, PASSWORD, other.slug), 401);
    expect((await on.login(email, PASSWORD, tenant.slug)).status).toBe(200);
  });

  it('knows the reserved tenant of accounts without one under no name (A-33, A-36)', async () => {
    const account = await newAccount();
    for (const reserved of ['00000000-0000-0000-0000-000000000000', '-']) {
      expectRefusal(on, await on.login(account.email, PASSWORD, reserved), 404);
    }
  });

  it('says 404 of a terminated tenant and 401 of a suspended one (A-36)', async () => {
    const [owner, terminated] = [await newTenant(), await newTenant()];
    const suspended = on.data(
      await on.post('/tenants', { ...tenantBody(), business_type: on.businessType('RETAIL') }, owner.admin.token),
    );
    await reference.put(`/tenants/${suspended.id}/`, { is_active: false }, { token: owner.admin.token });
    await reference.delete(`/tenants/${terminated.id}/`, { token: terminated.admin.token });
    expectRefusal(on, await on.login(owner.admin.email, PASSWORD, suspended.id), 401);
    expectRefusal(on, await on.login(terminated.admin.email, PASSWORD, terminated.slug), 404);
    expectRefusal(on, await on.login(terminated.admin.email, PASSWORD), 401);
  });
  const tenantBody = () => ({ name: unique('Kedai'), email: 'hello@example.com' });

  it('names a missing or wrong field in a 400 (A-37)', async () => {
    const identity = on === contractSurface ? 'email' : 'username';
    const right = { [identity]: 'unknown@example.com', password: PASSWORD };
    const empty = await on.post('/auth/login', {});
    for (const field of [identity, 'password']) expectInvalid(on, empty, field);
    for (const value of [5, true, {}, [], null, '']) {
      expectInvalid(on, await on.post('/auth/login', { ...right, [identity]: value }), identity);
      expectInvalid(on, await on.post('/auth/login', { ...right, password: value }), 'password');
    }
    for (const value of [5, true, {}, []]) {
      const tenant = on === contractSurface ? 'tenant_slug' : 'tenant_id';
      expectInvalid(on, await on.post('/auth/login', { ...right, [tenant]: value }), tenant);
    }
  });

  it('takes the e-mail in any case, and not with white space (A-40)', async () => {
    const { admin } = await newTenant();
    expect((await on.login(admin.email.toUpperCase(), PASSWORD)).status).toBe(200);
    expect([400, 401]).toContain((await on.login(` ${admin.email}`, PASSWORD)).status);
    expectRefusal(on, await on.login(admin.email, PASSWORD.toLowerCase()), 401);
    expectRefusal(on, await on.login(admin.email, `${PASSWORD} `), 401);
  });
});

describe('what a sign-in answers (A-38)', () => {
  let tenant: TestTenant;
  beforeAll(async () => {
    tenant = await newTenant();
  });

  it.each(['no tenant', 'its tenant'])(
    'shows the whole user, last_login already moved, and the whole tenant on the contract surface to who names %s',
    async (named) => {
      const before = Date.now() - 5_000;
      const slug = named === 'its tenant' ? tenant.slug : undefined;
      const { status, body } = await contractSurface.login(tenant.admin.email, PASSWORD, slug);
      expect(status).toBe(200);
      expectKeys(body, shapes.contract.login);
      expectKeys(body.user, shapes.contract.user);
      expectKeys(body.tenant, shapes.contract.tenant);
      expect(new Date(body.user.last_login).getTime()).toBeGreaterThan(before);
      const read = await contract.get(`/users/${tenant.admin.id}`, { token: body.access_token });
      expect(read.body).toEqual(body.user);
      expect((await contract.get(`/tenants/${tenant.id}`, { token: body.access_token })).body).toEqual(body.tenant);
    },
  );

  it.each(['admin', 'manager', 'staff', 'user'] as const)(
    'shows a summary of five fields with an integer id to the role %s on the reference surface',
    async (role) => {
      const person = role === 'admin' ? tenant.admin : await newUser(tenant, role);
      const { status, body } = await referenceSurface.login(person.username, PASSWORD, tenant.id);
      expect(status).toBe(200);
      expectKeys(body.data, shapes.reference.login);
      expectKeys(body.data.user, shapes.reference.loginUser);
      const { username, email } = person;
      expect(body.data.user).toEqual({ id: expect.any(Number), username, email, role, tenant_id: tenant.id });
      expect(Number.isInteger(body.data.user.id)).toBe(true);
    },
  );

  it('moves last_login without counting as a change of the user', async () => {
    const user = await newUser(tenant, 'staff');
    const read = () => contract.get(`/users/${user.id}`, { token: tenant.admin.token });
    const before = (await read()).body;
    await contractSurface.login(user.email, PASSWORD, tenant.id);
    const after = (await read()).body;
    expect(after.last_login > before.last_login).toBe(true);
    expect({ ...after, last_login: null }).toEqual({ ...before, last_login: null });
  });

  it('is never to be stored by a cache', async () => {
    for (const on of surfaces) {
      const answer = await on.login(tenant.admin.email, PASSWORD);
      expect(answer.headers.get('cache-control')).toContain('no-store');
    }
  });
});

describe('identities of users made on the contract surface (A-40)', () => {
  it('takes the e-mail as username on the reference surface, in the same tenant', async () => {
    const tenant = await newTenant();
    const email = `${unique('made')}@example.com`;
    const body = { email, first_name: 'A', last_name: 'B', role: 'STAFF', password: PASSWORD };
    const made = await contract.post('/users', body, { token: tenant.admin.token });
    expect(made.body.id).toMatch(UUID);
    const { user } = (await referenceSurface.login(email, PASSWORD)).body.data;
    expect(user).toMatchObject({ username: email, email, tenant_id: tenant.id, role: 'staff' });
  });

  it('takes username and e-mail alike on the reference surface', async () => {
    const tenant = await newTenant();
    const user = await newUser(tenant, 'staff');
    for (const name of [user.username, user.email, user.username.toUpperCase()]) {
      expect((await referenceSurface.login(name, PASSWORD, tenant.id)).body.data.user.id).toBe(user.number);
    }
  });
});
