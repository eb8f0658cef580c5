import { contractSurface as on } from '../../support/core-surfaces.js';
import { expectKeys, expectRefusal, JWT, shapes } from '../../support/core-shapes.js';
import { newTenant, PASSWORD, type TestTenant } from '../../support/people.js';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await newTenant();
});

describe('POST /v1/auth/login', () => {
  const login = (body: unknown) => on.post('/auth/login', body);

  it('answers tokens, the whole user and the whole tenant', async () => {
    const answer = await login({ email: tenant.admin.email, password: PASSWORD, tenant_slug: tenant.slug });
    expect(answer.status).toBe(200);
    expectKeys(answer.body, shapes.contract.login);
    expectKeys(answer.body.user, shapes.contract.user);
    expectKeys(answer.body.tenant, shapes.contract.tenant);
    expect(answer.body.access_token).toMatch(JWT);
    expect(answer.body.refresh_token).toMatch(JWT);
    expect(answer.body.user).toMatchObject({
      id: tenant.admin.id,
      tenant_id: tenant.id,
      role: 'ADMIN',
      status: 'ACTIVE',
    });
    expect(answer.body.tenant).toMatchObject({ id: tenant.id, slug: tenant.slug, status: 'ACTIVE' });
  });

  it('takes the smallest body', async () => {
    expect((await login({ email: tenant.admin.email, password: PASSWORD })).status).toBe(200);
  });

  it('ignores what it does not know', async () => {
    const body = { email: tenant.admin.email, password: PASSWORD, remember: true, username: 'x', tenant_id: 5 };
    expect((await login(body)).status).toBe(200);
  });

  it('says 401 of wrong credentials and 404 of an unknown tenant', async () => {
    expectRefusal(on, await login({ email: tenant.admin.email, password: 'Wr0ngPass!' }), 401);
    expectRefusal(
      on,
      await login({ email: tenant.admin.email, password: PASSWORD, tenant_slug: 'no-such-tenant' }),
      404,
    );
  });

  it('is POST only', async () => {
    const answer = await on.get('/auth/login');
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

describe('POST /v1/auth/refresh', () => {
  const refresh = (body: unknown) => on.post('/auth/refresh', body);

  it('answers exactly an access token', async () => {
    const answer = await refresh({ refresh_token: tenant.admin.refresh_token });
    expect(answer.status).toBe(200);
    expectKeys(answer.body, ['access_token']);
    expect(answer.body.access_token).toMatch(JWT);
  });

  it('says 401 of what is no refresh token', async () => {
    for (const refresh_token of ['x', 'a.b.c', tenant.admin.token]) {
      expectRefusal(on, await refresh({ refresh_token }), 401);
    }
  });
});

describe('POST /v1/auth/logout', () => {
  it('answers a message', async () => {
    const { access_token } = (await on.login(tenant.admin.email, PASSWORD)).body;
    const answer = await on.post('/auth/logout', undefined, access_token);
    expect(answer.status).toBe(200);
    expectKeys(answer.body, ['message']);
  });

  it('says 401 without a token', async () => {
    expectRefusal(on, await on.post('/auth/logout', undefined), 401);
  });
});
