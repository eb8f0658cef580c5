import { referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, expectRefusal, INSTANT, JWT, shapes, UUID } from '../../support/core-shapes.js';
import { newTenant, PASSWORD, unique, type TestTenant } from '../../support/people.js';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await newTenant();
});

describe('POST /api/v1/auth/login/', () => {
  const login = (body: unknown) => on.post('/auth/login', body);

  it('answers tokens and a summary of the user', async () => {
    const { username, email, number } = tenant.admin;
    const answer = await login({ username, password: PASSWORD, tenant_id: tenant.id });
    expect(answer.status).toBe(200);
    expectKeys(answer.body, ['success', 'data']);
    expectKeys(answer.body.data, shapes.reference.login);
    expect(answer.body.data.access_token).toMatch(JWT);
    expect(answer.body.data.refresh_token).toMatch(JWT);
    expect(answer.body.data.user).toEqual({ id: number, username, email, role: 'admin', tenant_id: tenant.id });
  });

  it('takes the smallest body, the e-mail as username, and slug and schema name as tenant', async () => {
    const { username, email } = tenant.admin;
    expect((await login({ username, password: PASSWORD })).status).toBe(200);
    expect((await login({ username: email, password: PASSWORD })).status).toBe(200);
    for (const tenant_id of [tenant.slug, tenant.slug.replaceAll('-', '_')]) {
      expect((await login({ username, password: PASSWORD, tenant_id })).status).toBe(200);
    }
  });

  it('says 401 of wrong credentials and 404 of an unknown tenant', async () => {
    const { username } = tenant.admin;
    expectRefusal(on, await login({ username, password: 'Wr0ngPass!' }), 401);
    expectRefusal(on, await login({ username, password: PASSWORD, tenant_id: 'no-such-tenant' }), 404);
  });
});

describe('POST /api/v1/auth/register/', () => {
  const register = (body: unknown) => on.post('/auth/register', body);
  const smallest = () => {
    const username = unique('account');
    return { username, email: `${username}@example.com`, password: PASSWORD };
  };

  it('answers the account', async () => {
    const { password, ...body } = {
      ...smallest(),
      first_name: 'Aina',
      last_name: 'Rosli',
      phone_number: '+60165550102',
      ic_number: '900101-14-5678',
    };
    const answer = await register({ ...body, password });
    expect(answer.status).toBe(201);
    expectKeys(answer.body, ['success', 'data']);
    expectKeys(answer.body.data, shapes.reference.registered);
    expect(answer.body.data).toEqual({
      ...body,
      id: expect.stringMatching(UUID),
      role: 'user',
      tenant_id: null,
      is_active: true,
      created_at: expect.stringMatching(INSTANT),
    });
  });

  it('takes the smallest body, and null for what may be left out', async () => {
    const unset = { first_name: null, last_name: null, phone_number: null, ic_number: null };
    expect((await register(smallest())).body.data).toMatchObject(unset);
    expect((await register({ ...smallest(), ...unset })).body.data).toMatchObject(unset);
  });

  it('refuses a password that is too short (A-45)', async () => {
    expectInvalid(on, await register({ ...smallest(), password: 'short' }), 'password');
  });
});

describe('POST /api/v1/auth/refresh/', () => {
  const refresh = (body: unknown) => on.post('/auth/refresh', body);

  it('answers exactly an access token', async () => {
    const answer = await refresh({ refresh_token: tenant.admin.refresh_token });
    expect(answer.status).toBe(200);
    expectKeys(answer.body, ['success', 'data']);
    expectKeys(answer.body.data, ['access_token']);
  });

  it('says 401 of what is no refresh token', async () => {
    for (const refresh_token of ['x', 'a.b.c', tenant.admin.token]) {
      expectRefusal(on, await refresh({ refresh_token }), 401);
    }
  });
});

describe('POST /api/v1/auth/logout/', () => {
  it('answers a message', async () => {
    const { access_token } = (await on.login(tenant.admin.email, PASSWORD)).body.data;
    const answer = await on.post('/auth/logout', undefined, access_token);
    expect(answer.status).toBe(200);
    expectKeys(answer.body, ['success', 'data']);
    expectKeys(answer.body.data, ['message']);
  });

  it('says 401 without a token', async () => {
    expectRefusal(on, await on.post('/auth/logout', undefined), 401);
  });
});
