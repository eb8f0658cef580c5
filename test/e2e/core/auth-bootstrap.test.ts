import { contract, reference } from '../../support/client.js';
import { contractSurface, UNKNOWN_ID, referenceSurface, surfaces } from '../../support/core-surfaces.js';
import { expectConflict, expectInvalid, expectKeys, expectRefusal, shapes, UUID } from '../../support/core-shapes.js';
import { newAccount, newTenant, newUser, operator, PASSWORD, unique } from '../../support/people.js';

const newBody = (prefix = 'account') => {
  const username = unique(prefix);
  return { username, email: `${username}@example.com`, password: PASSWORD };
};

describe('which operations need a token (A-31)', () => {
  const calls: [method: string, path: string][] = [
    ['POST', '/v1/auth/logout'],
    ['GET', '/v1/tenants'],
    ['POST', '/v1/tenants'],
    ['GET', `/v1/tenants/${UNKNOWN_ID}`],
    ['PUT', `/v1/tenants/${UNKNOWN_ID}`],
    ['GET', '/v1/users'],
    ['POST', '/v1/users'],
    ['GET', `/v1/users/${UNKNOWN_ID}`],
    ['PUT', `/v1/users/${UNKNOWN_ID}`],
    ['POST', '/api/v1/auth/logout/'],
    ['GET', '/api/v1/tenants/'],
    ['POST', '/api/v1/tenants/'],
    ['GET', `/api/v1/tenants/${UNKNOWN_ID}/`],
    ['PUT', `/api/v1/tenants/${UNKNOWN_ID}/`],
    ['DELETE', `/api/v1/tenants/${UNKNOWN_ID}/`],
    ['GET', '/api/v1/users/'],
    ['POST', '/api/v1/users/'],
    ['GET', `/api/v1/users/${UNKNOWN_ID}/`],
    ['PUT', `/api/v1/users/${UNKNOWN_ID}/`],
    ['DELETE', `/api/v1/users/${UNKNOWN_ID}/`],
    ['POST', `/api/v1/users/${UNKNOWN_ID}/change-password/`],
    ['GET', '/api/v1/audit/'],
  ];

  it.each(calls)('refuses %s %s without a token, and with one that is none (A-31)', async (method, path) => {
    const on = path.startsWith('/v1') ? contractSurface : referenceSurface;
    const within = path.slice(on.url('').replace(/\/$/, '').length).replace(/\/$/, '');
    const body = method === 'GET' ? undefined : { nonsense: true };
    expectRefusal(on, await on.send(method, within, { body }), 401);
    expectRefusal(on, await on.send(method, within, { body, token: 'nonsense' }), 401);
  });

  it('ignores an invalid Authorization header at login, refresh and register (A-31)', async () => {
    const { admin } = await newTenant();
    for (const authorization of ['Bearer nonsense', 'nonsense', `Bearer ${admin.refresh_token}`]) {
      const options = { headers: { authorization } };
      const login = await contract.post('/auth/login', { email: admin.email, password: PASSWORD }, options);
      expect(login.status).toBe(200);
      const signIn = { username: admin.username, password: PASSWORD };
      expect((await reference.post('/auth/login/', signIn, options)).status).toBe(200);
      const refresh = { refresh_token: admin.refresh_token };
      expect((await contract.post('/auth/refresh', refresh, options)).status).toBe(200);
      expect((await reference.post('/auth/refresh/', refresh, options)).status).toBe(200);
      expect((await reference.post('/auth/register/', newBody(), options)).status).toBe(201);
    }
  });
});

describe.each(surfaces)('the first tenant and administrator, on the $name surface', (on) => {
  const tenantBody = () => ({
    name: unique('Klinik'),
    email: 'hello@example.com',
    business_type: on.businessType('HEALTHCARE'),
  });

  it('moves an account into the tenant it creates, and the current token works there at once (A-32)', async () => {
    const account = await newAccount();
    expectRefusal(on, await on.get('/users', account.token), 403, 'TENANT_REQUIRED');
    const created = await on.post('/tenants', tenantBody(), account.token);
    expect(created.status).toBe(201);
    const { id } = on.data(created);
    const users = await on.get('/users', account.token);
    expect(on.rows(users, 'users').map((user) => [user.id, user.tenant_id, user.role])).toEqual([
      [account.id, id, on.role('ADMIN')],
    ]);
    const colleague = {
      ...newBody('colleague'),
      first_name: 'Siti',
      last_name: 'Nur',
      role: on.role('STAFF'),
    };
    expect((await on.post('/users', colleague, account.token)).status).toBe(201);
    expect((await on.get(`/tenants/${id}`, account.token)).status).toBe(200);
    expect((await on.login(account.email, account.password, id)).status).toBe(200);
    expect((await on.login(account.email, account.password)).status).toBe(200);
  });

  it('lets the current refresh token follow its account into the tenant (A-32)', async () => {
    const account = await newAccount();
    const second = on.data(await referenceLogin(account.username));
    await on.post('/tenants', tenantBody(), account.token);
    for (const refresh_token of [account.refresh_token, second.refresh_token]) {
      const fresh = on.data(await on.post('/auth/refresh', { refresh_token })).access_token;
      expect((await on.get('/users', fresh)).status).toBe(200);
    }
  });

  // Only the reference surface signs in an account without a tenant.
  const referenceLogin = async (username: string) => {
    const answer = await referenceSurface.login(username, PASSWORD);
    return on === contractSurface ? { ...answer, body: answer.body.data } : answer;
  };

  it('gives a member of a tenant a second membership, and leaves the first as it was (A-32)', async () => {
    const home = await newTenant();
    const created = on.data(await on.post('/tenants', tenantBody(), home.admin.token));
    const still = on.data(await on.get(`/users/${home.admin.id}`, home.admin.token));
    expect(still.tenant_id).toBe(home.id);
    const there = on.data(await on.login(home.admin.email, home.admin.password, created.id));
    expect(there.user).toMatchObject({ role: on.role('ADMIN'), tenant_id: created.id });
    const [seat, ...others] = on.rows(await on.get('/users', there.access_token), 'users');
    expect(others).toEqual([]);
    expect(seat).toMatchObject({ email: home.admin.email, first_name: 'Aina', tenant_id: created.id });
    expect(seat.id).not.toBe(home.admin.id);
  });

  it("lets the operator's administrator create a tenant and sign in to it (A-32)", async () => {
    const { token, email, password } = await operator();
    const created = on.data(await on.post('/tenants', tenantBody(), token));
    const signedIn = await on.login(email, password, created.slug ?? created.schema_name);
    expect(signedIn.status).toBe(200);
    expect(on.data(signedIn).user).toMatchObject({ role: on.role('ADMIN'), tenant_id: created.id });
  });

  it('refuses an account without a tenant everything that belongs to one (A-33)', async () => {
    const { token, id } = await newAccount();
    for (const path of ['/users', `/users/${id}`, '/tenants', `/tenants/${UNKNOWN_ID}`]) {
      expectRefusal(on, await on.get(path, token), 403, 'TENANT_REQUIRED');
    }
    expectRefusal(on, await on.post('/users', newBody(), token), 403, 'TENANT_REQUIRED');
    expectRefusal(on, await on.put(`/users/${id}`, { first_name: 'X' }, token), 403, 'TENANT_REQUIRED');
  });
});

describe('registration (A-33)', () => {
  it('makes an account without a tenant, and hands out no token (A-33)', async () => {
    const body = {
      ...newBody(),
      first_name: 'Aina',
      last_name: 'Rosli',
      phone_number: '012',
      ic_number: '900101145678',
    };
    const { status, body: answer } = await reference.post('/auth/register/', body);
    expect(status).toBe(201);
    expectKeys(answer.data, shapes.reference.registered);
    const { password: _, ...shown } = body;
    expect(answer.data).toMatchObject({ ...shown, role: 'user', tenant_id: null, is_active: true });
    expect(answer.data.id).toMatch(UUID);
  });

  it('joins no tenant, takes no role and no state, for any body (A-33)', async () => {
    const tenant = await newTenant();
    const body = {
      ...newBody(),
      tenant_id: tenant.id,
      tenant: tenant.id,
      role: 'admin',
      is_active: false,
      id: UNKNOWN_ID,
    };
    const registered = await reference.post('/auth/register/', body);
    expect(registered.body.data).toMatchObject({ tenant_id: null, role: 'user', is_active: true });
    expect(registered.body.data.id).not.toBe(UNKNOWN_ID);
    expect((await referenceSurface.login(body.username, PASSWORD, tenant.id)).status).toBe(401);
    const { access_token, user } = (await referenceSurface.login(body.username, PASSWORD)).body.data;
    expect(user).toMatchObject({ role: 'user', tenant_id: null });
    expectRefusal(referenceSurface, await referenceSurface.get('/users', access_token), 403, 'TENANT_REQUIRED');
    const users = await referenceSurface.get('/users', tenant.admin.token);
    expect(referenceSurface.total(users)).toBe(1);
  });

  it('cannot sign in on the contract surface before it has a tenant: 404 (A-33)', async () => {
    const account = await newAccount();
    expectRefusal(contractSurface, await contractSurface.login(account.email, account.password), 404);
    expectRefusal(contractSurface, await contractSurface.login(account.email, 'Wr0ngPass!'), 401);
  });

  it('refuses a second account of the same username or e-mail, regardless of case (A-34)', async () => {
    const taken = newBody();
    expect((await reference.post('/auth/register/', taken)).status).toBe(201);
    for (const [field, value] of [
      ['username', taken.username],
      ['username', taken.username.toUpperCase()],
      ['email', taken.email],
      ['email', taken.email.toUpperCase()],
    ] as const) {
      const again = await reference.post('/auth/register/', { ...newBody(), [field]: value });
      expectConflict(referenceSurface, again, field);
    }
  });

  it.each(surfaces)(
    'refuses a second user of the same e-mail within a tenant on the $name surface (A-34)',
    async (on) => {
      const tenant = await newTenant();
      const user = await newUser(tenant, 'staff');
      const body = { ...newBody(), first_name: 'A', last_name: 'B', role: on.role('STAFF') };
      for (const email of [user.email, user.email.toUpperCase(), tenant.admin.email]) {
        expectConflict(on, await on.post('/users', { ...body, email }, tenant.admin.token), 'email');
      }
      const moved = await referenceSurface.put(`/users/${user.id}`, { email: tenant.admin.email }, tenant.admin.token);
      expectConflict(referenceSurface, moved, 'email');
      expect(on.total(await on.get('/users', tenant.admin.token))).toBe(2);
    },
  );

  it.each(surfaces)(
    'takes the same e-mail in two tenants, and as an account without one, on the $name surface (A-34)',
    async (on) => {
      const [a, b] = [await newTenant(), await newTenant()];
      const body = { ...newBody(), first_name: 'A', last_name: 'B', role: on.role('STAFF') };
      for (const tenant of [a, b]) expect((await on.post('/users', body, tenant.admin.token)).status).toBe(201);
      expect((await reference.post('/auth/register/', body)).status).toBe(201);
    },
  );

  it('takes the e-mail of a deleted user again (A-34)', async () => {
    const tenant = await newTenant();
    const user = await newUser(tenant, 'staff');
    await reference.delete(`/users/${user.id}/`, { token: tenant.admin.token });
    const again = await newUser(tenant, 'staff', { email: user.email, username: user.username });
    expect(again.id).not.toBe(user.id);
  });

  it('registers one of ten that ask for the same name at once (A-34)', async () => {
    const body = newBody();
    const answers = await Promise.all(Array.from({ length: 10 }, () => reference.post('/auth/register/', body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
  });

  it('wants an e-mail that is one (A-154)', async () => {
    const answer = await reference.post('/auth/register/', { ...newBody(), email: 'unknown' });
    expectInvalid(referenceSurface, answer, 'email');
  });
});
