import { call } from '../../support/client.js';
import { referenceSurface as on, surfaces } from '../../support/core-surfaces.js';
import { expectInvalid } from '../../support/core-shapes.js';
import { newAccount, newTenant, newUser, PASSWORD, unique, type TestTenant } from '../../support/people.js';

/** What new passwords have to be: the two lists, and what a tenant asks. */

const WORST = ['12345678', '87654321', '1234567890', 'aaaaaaaa', '        ', 'password', 'qwertyui', '11223344'];
const ORDINARY = ['password123', 'Password', 'Str0ngPass!', 'demo-password', 'iloveyou1', 'usaha2026'];

/** Not as a body: answers may hold what is remembered as a secret, since these passwords are words. */
const send = (method: string, path: string, body: object, token?: string, language = 'en') =>
  call(method, path, {
    token,
    raw: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'accept-language': language },
  });

const register = (password: string, language?: string) => {
  const username = unique('new');
  const body = { username, email: `${username}@example.com`, password };
  return send('POST', '/api/v1/auth/register/', body, undefined, language);
};

/** On each surface: creating a user, and what else sets a password of another. */
const create = {
  contract: (tenant: TestTenant, password: string) =>
    send(
      'POST',
      '/v1/users',
      { email: `${unique('c')}@example.com`, first_name: 'Mei', last_name: 'Tan', role: 'STAFF', password },
      tenant.admin.token,
    ),
  reference: (tenant: TestTenant, password: string) => {
    const name = unique('r');
    const body = { username: name, email: `${name}@example.com`, password };
    return send('POST', '/api/v1/users/', body, tenant.admin.token);
  },
};

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await newTenant();
});

const change = (id: string, new_password: string, token: string, current_password = PASSWORD) =>
  send('POST', `/api/v1/users/${id}/change-password/`, { current_password, new_password }, token);

const put = (id: string, body: object, token: string) => send('PUT', `/api/v1/users/${id}/`, body, token);

describe('the worst passwords (A-412)', () => {
  it('are refused at registration, ordinary ones of tests are not', async () => {
    for (const password of WORST) {
      const answer = await register(password);
      // White space alone is refused as empty.
      expectInvalid(on, answer, 'password');
    }
    for (const password of ORDINARY) expect((await register(password)).status).toBe(201);
  });

  it.each(surfaces)('are refused of new users on the $name surface', async ({ name }) => {
    const [surface] = surfaces.filter((one) => one.name === name);
    for (const password of WORST.slice(0, 3)) expectInvalid(surface!, await create[name](tenant, password), 'password');
    expect((await create[name](tenant, 'password123')).status).toBe(201);
  });

  it('are refused of changes, and leave the old one', async () => {
    const user = await newUser(tenant, 'staff');
    expectInvalid(on, await put(user.id, { password: '12345678' }, tenant.admin.token), 'password');
    expectInvalid(on, await change(user.id, '12345678', user.token), 'new_password');
    expect((await on.login(user.username, PASSWORD, tenant.id)).status).toBe(200);
    expect((await change(user.id, 'password123', user.token)).status).toBe(200);
  });

  it('say in Malay, too, what is wrong, without the password', async () => {
    const answer = await register('qwertyuiop', 'ms');
    expect(answer.body.error.errors[0].message).toContain('mula-mula diteka');
    expect(answer.text).not.toContain('qwertyuiop');
  });
});

describe('what a tenant asks of passwords (A-413)', () => {
  it('is a length, on both surfaces and for all that sets one', async () => {
    const own = await newTenant();
    const { token } = own.admin;
    const user = await newUser(own, 'staff');
    expect((await on.put('/account-policy', { password_min_length: 12 }, token)).status).toBe(200);
    for (const surface of surfaces) {
      expectInvalid(surface, await create[surface.name](own, 'elevenChars'), 'password');
      expect((await create[surface.name](own, 'twelveChars!')).status).toBe(201);
    }
    expectInvalid(on, await put(user.id, { password: 'elevenChars' }, token), 'password');
    expectInvalid(on, await change(user.id, 'elevenChars', user.token), 'new_password');
    expect((await change(user.id, 'twelveChars!', user.token)).status).toBe(200);
    // Passwords that are set already stay, and others' businesses ask for eight.
    expect((await on.login(own.admin.username, PASSWORD, own.id)).status).toBe(200);
    expect((await create.contract(tenant, 'elevenChars')).status).toBe(201);
    const account = await newAccount();
    expect((await change(account.id, 'elevenChars', account.token)).status).toBe(200);
  });

  it('is that common ones are refused, in any case, and what the user is known by', async () => {
    const own = await newTenant();
    const { token } = own.admin;
    const user = await newUser(own, 'staff', { first_name: 'Nurul Huda', last_name: 'Rahman' });
    await on.put('/account-policy', { refuse_common_passwords: true }, token);
    const common = [
      'Password123',
      'SUNSHINE',
      'Usaha2026',
      'nurulhuda2026',
      'Nurul Huda Rahman',
      user.username,
      `${user.email}1`.toUpperCase(),
      own.name,
      `${own.name.toUpperCase()}24`,
      '12345678',
    ];
    for (const password of common) {
      expectInvalid(on, await put(user.id, { password }, token), 'password');
      expectInvalid(on, await change(user.id, password, user.token), 'new_password');
    }
    // With the names of the same change.
    const both = { password: 'Siti Aminah 1', first_name: 'Siti', last_name: 'Aminah' };
    expect((await put(user.id, both, token)).status).toBe(200);
    const again = { password: 'SitiBinti9', first_name: 'Siti', last_name: 'Binti' };
    expectInvalid(on, await put(user.id, again, token), 'password');
    for (const surface of surfaces) {
      expectInvalid(surface, await create[surface.name](own, 'password123'), 'password');
      expect((await create[surface.name](own, PASSWORD)).status).toBe(201);
    }
    expect((await change(own.admin.id, 'kuda hijau di atas awan', token)).status).toBe(200);
  });

  it('holds from the next request on', async () => {
    const own = await newTenant();
    const { token } = own.admin;
    for (let round = 0; round < 5; round += 1) {
      await on.put('/account-policy', { password_min_length: 20 }, token);
      expectInvalid(on, await create.reference(own, 'nineteen-characters'), 'password');
      await on.put('/account-policy', { password_min_length: 8 }, token);
      expect((await create.reference(own, 'nineteen-characters')).status).toBe(201);
    }
  });
});
