import { call, contract, reference } from '../../support/client.js';
import { contractSurface, referenceSurface, surfaces } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, expectRefusal, expectSameRefusal, shapes } from '../../support/core-shapes.js';
import { newAccount, newTenant, newUser, PASSWORD, signIn, unique, type TestTenant } from '../../support/people.js';

const NEXT = 'N3xtPass!word';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await newTenant();
});

const change = (id: string | number, body: object, token: string) =>
  reference.post(`/users/${id}/change-password/`, body, { token });
const asAdmin = () => ({ token: tenant.admin.token });

describe('users without a password (A-41)', () => {
  const made = async (extra: object = {}) =>
    contract.post(
      '/users',
      { email: `${unique('made')}@example.com`, first_name: 'A', last_name: 'B', role: 'STAFF', ...extra },
      asAdmin(),
    );

  it('are PENDING on the contract surface, and cannot sign in until an administrator sets a password', async () => {
    const { status, body } = await made();
    expect(status).toBe(201);
    expectKeys(body, shapes.contract.user);
    expect(body.status).toBe('PENDING');
    expectRefusal(contractSurface, await contractSurface.login(body.email, PASSWORD, tenant.slug), 401);
    const shown = await reference.get(`/users/${body.id}/`, asAdmin());
    expect(shown.body.data).toMatchObject({ is_active: false, username: body.email });

    const set = await reference.put(`/users/${body.id}/`, { password: NEXT }, asAdmin());
    expect(set.body.data.is_active).toBe(true);
    for (const on of surfaces) expect((await on.login(body.email, NEXT, tenant.slug)).status).toBe(200);
    expect((await contract.get(`/users/${body.id}`, asAdmin())).body.status).toBe('ACTIVE');
  });

  it('are ACTIVE at once where the contract surface was given a password in addition to its fields', async () => {
    const { body } = await made({ password: PASSWORD });
    expectKeys(body, shapes.contract.user);
    expect(body.status).toBe('ACTIVE');
    expect((await contractSurface.login(body.email, PASSWORD)).body.tenant.id).toBe(tenant.id);
  });

  it('are PENDING with a password of null, and refused with one that is too short', async () => {
    expect((await made({ password: null })).body.status).toBe('PENDING');
    expectInvalid(contractSurface, await made({ password: 'short' }), 'password');
  });
});

describe('change-password (A-45)', () => {
  it('changes the password and ends all other sessions', async () => {
    const user = await newUser(tenant, 'user');
    const other = await signIn(user.username, user.password, tenant.id);
    const answer = await change(user.id, { current_password: PASSWORD, new_password: NEXT }, user.token);
    expect(answer.status).toBe(200);
    expectRefusal(referenceSurface, await referenceSurface.login(user.username, PASSWORD, tenant.id), 401);
    expectRefusal(contractSurface, await contractSurface.login(user.email, PASSWORD, tenant.id), 401);
    expect((await referenceSurface.login(user.username, NEXT, tenant.id)).status).toBe(200);
    expect((await contractSurface.login(user.email, NEXT, tenant.id)).status).toBe(200);
    expect((await contract.get('/users', { token: user.token })).status).toBe(200);
    expectRefusal(contractSurface, await contractSurface.get('/users', other.token), 401);
    const refresh = await referenceSurface.post('/auth/refresh', { refresh_token: other.refresh_token });
    expectRefusal(referenceSurface, refresh, 401);
    const own = await referenceSurface.post('/auth/refresh', { refresh_token: user.refresh_token });
    expect(own.status).toBe(200);
  });

  it('takes the integer of the login as well (A-39)', async () => {
    const user = await newUser(tenant, 'staff');
    const answer = await change(user.number, { current_password: PASSWORD, new_password: NEXT }, user.token);
    expect(answer.status).toBe(200);
    expect(answer.body.data.id).toBe(user.id);
  });

  it('says 400, not 401, to a wrong current password, and changes nothing', async () => {
    const user = await newUser(tenant, 'staff');
    const wrong = await change(user.id, { current_password: 'Wr0ngPass!', new_password: NEXT }, user.token);
    expectInvalid(referenceSurface, wrong, 'current_password');
    expect((await referenceSurface.login(user.username, PASSWORD, tenant.id)).status).toBe(200);
    expect((await reference.get('/users/', { token: user.token })).status).toBe(200);
  });

  it('is for the account itself only, not for its administrator', async () => {
    const user = await newUser(tenant, 'staff');
    const body = { current_password: PASSWORD, new_password: NEXT };
    expectRefusal(referenceSurface, await change(user.id, body, tenant.admin.token), 403);
    expectRefusal(referenceSurface, await change(tenant.admin.id, body, user.token), 403);
    expect((await referenceSurface.login(user.username, PASSWORD, tenant.id)).status).toBe(200);
    expect((await referenceSurface.login(tenant.admin.username, PASSWORD, tenant.id)).status).toBe(200);
  });

  it("knows no user of another tenant, and no one that isn't", async () => {
    const stranger = await newTenant();
    const body = { current_password: PASSWORD, new_password: NEXT };
    const foreign = await change(stranger.admin.id, body, tenant.admin.token);
    const missing = await change('0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a', body, tenant.admin.token);
    expectRefusal(referenceSurface, missing, 404);
    expectSameRefusal(missing, foreign);
    expectSameRefusal(missing, await change(stranger.admin.number, body, tenant.admin.token));
    expectSameRefusal(missing, await change(stranger.admin.id, {}, tenant.admin.token));
  });

  it('asks of the new password what creation asks of it (A-46)', async () => {
    const user = await newUser(tenant, 'staff');
    for (const new_password of ['', 'short', '1234567', 5, null, 'x'.repeat(1_001)]) {
      const answer = await change(user.id, { current_password: PASSWORD, new_password }, user.token);
      expectInvalid(referenceSurface, answer, 'new_password');
    }
    for (const field of ['current_password', 'new_password'])
      expectInvalid(referenceSurface, await change(user.id, {}, user.token), field);
  });

  it('is open to an account without a tenant', async () => {
    const account = await newAccount();
    const answer = await change(account.id, { current_password: PASSWORD, new_password: NEXT }, account.token);
    expect(answer.status).toBe(200);
    expect((await referenceSurface.login(account.username, NEXT)).status).toBe(200);
  });

  it('lets one of two that change it at once win', async () => {
    const user = await newUser(tenant, 'staff');
    const nexts = ['F1rstPass!word', 'S3condPass!word'];
    const answers = await Promise.all(
      nexts.map((new_password) => change(user.id, { current_password: PASSWORD, new_password }, user.token)),
    );
    const won = answers.findIndex(({ status }) => status === 200);
    expect(answers.map(({ status }) => status).sort()[0]).toBe(200);
    expect([400, 409]).toContain(answers[1 - won]?.status);
    expect((await referenceSurface.login(user.username, nexts[won] ?? '', tenant.id)).status).toBe(200);
    expectRefusal(referenceSurface, await referenceSurface.login(user.username, nexts[1 - won] ?? '', tenant.id), 401);
  });
});

describe("an administrator's reset (A-45)", () => {
  it("ends all of the user's sessions", async () => {
    const user = await newUser(tenant, 'staff');
    const set = await reference.put(`/users/${user.id}/`, { password: NEXT }, asAdmin());
    expect(set.status).toBe(200);
    expectRefusal(contractSurface, await contractSurface.get('/users', user.token), 401);
    const refresh = await contractSurface.post('/auth/refresh', { refresh_token: user.refresh_token });
    expectRefusal(contractSurface, refresh, 401);
    expect((await contractSurface.login(user.email, NEXT, tenant.slug)).status).toBe(200);
  });

  it('is refused to every other user, on the own account too', async () => {
    for (const role of ['manager', 'staff', 'user'] as const) {
      const user = await newUser(tenant, role);
      const answer = await reference.put(`/users/${user.id}/`, { password: NEXT }, { token: user.token });
      expectRefusal(referenceSurface, answer, 403);
      expect((await referenceSurface.login(user.username, PASSWORD, tenant.id)).status).toBe(200);
    }
  });
});

describe('password rules (A-46)', () => {
  const attempts = (password: unknown) => {
    const username = unique('rules');
    const body = { username, email: `${username}@example.com`, password, first_name: 'A', last_name: 'B' };
    return [
      () => reference.post('/auth/register/', body),
      () => reference.post('/users/', body, asAdmin()),
      () => contract.post('/users', { ...body, email: `c-${body.email}`, role: 'STAFF' }, asAdmin()),
    ];
  };

  it('take 8 characters of any kind', async () => {
    for (const password of [
      PASSWORD,
      'aaaaaaab',
      '12345679',
      'kata laluan saya',
      '密码密码密码密码',
      '🔑🔑🔑🔑🔑🔑🔑🔒',
    ]) {
      for (const attempt of attempts(password)) expect((await attempt()).status).toBe(201);
    }
  });

  it('refuse an empty, a short and an endless one with 400', async () => {
    for (const password of ['', '1234567', 'x'.repeat(1_001), '       ']) {
      for (const attempt of attempts(password)) expect((await attempt()).status).toBe(400);
    }
  });
});

describe('passwords are per membership (A-172)', () => {
  it('leaves the password in one tenant alone when that in another is changed', async () => {
    const [a, b] = [await newTenant(), await newTenant()];
    const name = unique('both');
    const extra = { username: name, email: `${name}@example.com` };
    await newUser(a, 'staff', extra);
    const inB = await newUser(b, 'staff', extra);
    await reference.put(`/users/${inB.id}/`, { password: NEXT }, { token: b.admin.token });
    for (const on of surfaces) {
      expect((await on.login(extra.email, PASSWORD, a.slug)).status).toBe(200);
      expectRefusal(on, await on.login(extra.email, NEXT, a.slug), 401);
      expectRefusal(on, await on.login(extra.email, PASSWORD, b.slug), 401);
      expect((await on.login(extra.email, NEXT, b.slug)).status).toBe(200);
    }
  });

  it('holds for a creator of a second tenant, whose new seat an administrator there resets', async () => {
    const home = await newTenant();
    const body = { name: unique('Cawangan'), email: 'b@example.com', business_type: 'RETAIL' };
    const branch = (await contract.post('/tenants', body, { token: home.admin.token })).body;
    const seat = (await contractSurface.login(home.admin.email, PASSWORD, branch.slug)).body;
    await change(seat.user.id, { current_password: PASSWORD, new_password: NEXT }, seat.access_token);
    expect((await contractSurface.login(home.admin.email, PASSWORD, home.slug)).status).toBe(200);
    expectRefusal(contractSurface, await contractSurface.login(home.admin.email, NEXT, home.slug), 401);
    expect((await contractSurface.login(home.admin.email, NEXT, branch.slug)).status).toBe(200);
    expect((await contract.get('/users', { token: home.admin.token })).status).toBe(200);
  });
});

describe('secrets in answers (A-48)', () => {
  it('shows no password, hash or token in any answer of users, tenants and the trail', async () => {
    const user = await newUser(tenant, 'staff', { password: 'V3ryS3cretIndeed' });
    await reference.put(`/users/${user.id}/`, { password: 'An0therS3cretIndeed' }, asAdmin());
    const paths = ['/v1/users', `/v1/users/${user.id}`, '/v1/tenants', '/api/v1/users/', '/api/v1/audit/'];
    for (const path of paths) {
      const { status, text } = await call('GET', path, asAdmin());
      expect(status).toBe(200);
      expect(text).not.toMatch(/V3ryS3cretIndeed|An0therS3cretIndeed|\$argon|\$2[aby]\$|eyJ/);
      expect(text).not.toMatch(/"password_hash":"/);
    }
  });
});
