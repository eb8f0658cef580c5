import { ACCOUNT_EVENTS, awaitEvents } from '../support/awaited-events.js';
import { baseUrl, call, contract, reference, useServer } from '../support/client.js';
import { contractSurface, everyRole, referenceSurface as on, surfaces } from '../support/core-surfaces.js';
import { expectConflict, expectInvalid, expectKeys, expectRefusal, shapes } from '../support/core-shapes.js';
import { letterTo, lettersTo, tokenTo } from '../support/letters.js';
import { PASSWORD, newTenant, newUser, unique, type TestTenant } from '../support/people.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import { pause, startOwnService, stopOwnServices } from '../support/system-service.js';

/**
 * Invitations of users by letter, through GET /dev/letters. The service is a separate one: that of the other tests sends no
 * invitations of tenants that are younger than a day.
 */

jest.setTimeout(60_000);

const CHOSEN = 'Kuda-Hijau-Terbang-7';
/** Long enough that a letter would have come. */
const NO_LETTER_MS = 1_500;

let database: OwnDatabase;
let tenant: TestTenant;
beforeAll(async () => {
  database = await clonedDatabase();
  useServer((await startOwnService(database)).baseUrl);
  tenant = await newTenant();
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

const newEmail = () => `${unique('jemput')}@example.com`;
const invite = (body: Record<string, unknown>, by = tenant, language = 'en') =>
  reference.post('/users/invitations/', body, {
    token: by.admin.token,
    headers: { 'accept-language': language },
  });
const again = (id: string, body: object = {}, by = tenant) =>
  reference.post(`/users/${id}/invitation/`, body, { token: by.admin.token });
const stateOf = async (id: string, by = tenant) =>
  on.data(await reference.get(`/users/${id}/invitation/`, { token: by.admin.token }));
const choose = (token: string, new_password = CHOSEN) =>
  reference.post('/auth/reset-password/', { token, new_password });

describe('an invitation (A-407)', () => {
  it('makes a pending user, whose link leads to a password and a sign-in on the contract surface', async () => {
    const email = newEmail();
    const answer = await invite({
      email,
      role: 'manager',
      first_name: 'Mei Ling',
      last_name: 'Tan',
      phone_number: '+60165550102',
      permissions: ['reports.view'],
    });
    expect(answer.status).toBe(201);
    const user = on.data(answer);
    expectKeys(user, [...shapes.reference.user, 'invitation']);
    expect(user).toMatchObject({ email, username: email, role: 'manager', is_active: false, email_confirmed_at: null });
    expectKeys(user.invitation, ['state', 'sent_at', 'expires_at']);
    expect(user.invitation).toMatchObject({ state: 'waiting', sent_at: null });
    expect(Date.parse(user.invitation.expires_at) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);

    const token = await tokenTo(email);
    expect(answer.text).not.toContain(token);
    expect(await stateOf(user.id)).toMatchObject({ state: 'sent', sent_at: expect.any(String) });
    expectRefusal(contractSurface, await contractSurface.login(email, CHOSEN, tenant.slug), 401);
    const chosen = await choose(token);
    expect(on.data(chosen)).toEqual({ email, tenant: { id: tenant.id, name: tenant.name, slug: tenant.slug } });
    for (const surface of surfaces) expect((await surface.login(email, CHOSEN, tenant.slug)).status).toBe(200);
    const shown = on.data(await on.get(`/users/${user.id}`, tenant.admin.token));
    expect(shown).toMatchObject({ is_active: true, role: 'manager', email_confirmed_at: expect.any(String) });
    expect((await stateOf(user.id)).state).toBe('ended');
    expectInvalid(on, await choose(token), 'token');
    expectConflict(on, await again(user.id), 'user_id');
  });

  it('is replaced by the next: the first link is 400, the second 200', async () => {
    const email = newEmail();
    const { id } = on.data(await invite({ email }));
    const first = await tokenTo(email);
    const renewed = await again(id);
    expect(renewed.status).toBe(200);
    expectKeys(on.data(renewed), ['state', 'sent_at', 'expires_at']);
    const second = await tokenTo(email, 1);
    expect(second).not.toBe(first);
    expectInvalid(on, await choose(first), 'token');
    expect((await choose(second)).status).toBe(200);
  });

  it('is of use once, also to ten at once', async () => {
    const email = newEmail();
    await invite({ email });
    const token = await tokenTo(email);
    const answers = await Promise.all(Array.from({ length: 10 }, () => choose(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 400)]);
  });

  it('refuses a common password, and stays of use', async () => {
    const email = newEmail();
    await invite({ email, first_name: 'Nurul', last_name: 'Huda' });
    const token = await tokenTo(email);
    for (const new_password of ['password123', '12345678', 'NurulHuda2026'])
      expectInvalid(
        on,
        await call('POST', '/api/v1/auth/reset-password/', {
          raw: JSON.stringify({ token, new_password }),
          headers: { 'content-type': 'application/json' },
        }),
        'new_password',
      );
    expect((await choose(token)).status).toBe(200);
  });

  it('is opened by the page of its link, in Malay too', async () => {
    const email = newEmail();
    const { id } = on.data(await invite({ email }, tenant, 'ms'));
    const { text, subject } = await letterTo(email);
    expect(subject).toContain('Anda dijemput');
    const token = await tokenTo(email);
    const url = `${baseUrl()}/account/${token}`;
    expect(text).toContain(`/account/${token}`);
    for (let round = 0; round < 2; round += 1) {
      const page = await fetch(url, { headers: { 'accept-language': 'ms' } });
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('Selamat datang!');
    }
    const said = await fetch(url, { headers: { accept: 'application/json' } });
    expect(await said.json()).toMatchObject({ purpose: 'invitation', email, business: tenant.name });
    const form = (password: string, password_again = password) =>
      fetch(url, { method: 'POST', body: new URLSearchParams({ password, password_again }) });
    expect((await form('password123')).status).toBe(400);
    expect((await form(CHOSEN, `${CHOSEN}!`)).status).toBe(400);
    expect((await form(CHOSEN)).status).toBe(200);
    expect((await form(CHOSEN)).status).toBe(404);
    expect(on.data(await on.get(`/users/${id}`, tenant.admin.token)).is_active).toBe(true);
    expect((await on.login(email, CHOSEN, tenant.id)).status).toBe(200);
  });

  it('of a taken e-mail is 409 and no letter; of two at once one is made', async () => {
    const user = await newUser(tenant, 'staff');
    expectConflict(on, await invite({ email: user.email.toUpperCase() }), 'email');
    const email = newEmail();
    const answers = await Promise.all([invite({ email }), invite({ email: email.toUpperCase() })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    await letterTo(answers.find(({ status }) => status === 201)?.body.data.email);
    await pause(NO_LETTER_MS);
    expect(await lettersTo(user.email)).toEqual([]);
    const letters = [...(await lettersTo(email)), ...(await lettersTo(email.toUpperCase()))];
    expect(new Set(letters.map(({ id }) => id)).size).toBe(1);
  });

  it('is for administrators alone, and of users of the own tenant', async () => {
    const people = await everyRole(tenant);
    const { id } = on.data(await invite({ email: newEmail() }));
    for (const role of ['MANAGER', 'STAFF', 'VIEWER'] as const) {
      const { token } = people[role];
      expectRefusal(on, await on.post('/users/invitations', { email: newEmail() }, token), 403);
      expectRefusal(on, await on.post(`/users/${id}/invitation`, {}, token), 403);
      expectRefusal(on, await on.get(`/users/${id}/invitation`, token), 403);
    }
    const other = await newTenant();
    expectRefusal(on, await again(id, {}, other), 404);
    expectRefusal(on, await on.get(`/users/${id}/invitation`, other.admin.token), 404);
    expectConflict(on, await again(tenant.admin.id), 'user_id');
    expectRefusal(on, await on.get(`/users/${tenant.admin.id}/invitation`, tenant.admin.token), 404);
  });

  it.each<[string, Record<string, unknown>]>([
    ['email', {}],
    ['email', { email: 'no address' }],
    ['email', { email: 'a@example.com\r\nBcc: victim@evil.example' }],
    ['email', { email: 'a@example.com, b@example.com' }],
    ['role', { email: 'a@example.com', role: 'owner' }],
    ['username', { email: 'a@example.com', username: 5 }],
    ['permissions', { email: 'a@example.com', permissions: 'all' }],
    ['link_url', { email: 'a@example.com', link_url: 'https://evil.example/?t={token}' }],
    ['link_url', { email: 'a@example.com', link_url: 5 }],
  ])('without a right %s is refused by its name', async (field, body) => {
    const told = body.email === 'a@example.com' ? { ...body, email: newEmail() } : body;
    expectInvalid(on, await invite(told), field);
  });

  it('leads to a page of the tenant’s own where it is listed, and never to the host of the request', async () => {
    const own = await newTenant();
    const page = 'https://shop.example/welcome#token={token}';
    const email = newEmail();
    expectInvalid(on, await invite({ email, link_url: page }, own), 'link_url');
    await on.put('/account-policy', { link_urls: [page] }, own.admin.token);
    const answer = await reference.post(
      '/users/invitations/',
      { email, link_url: page },
      { token: own.admin.token, headers: { 'x-forwarded-host': 'evil.example' } },
    );
    expect(answer.status).toBe(201);
    const { text } = await letterTo(email);
    expect(text).toMatch(/https:\/\/shop\.example\/welcome#token=[\w-]{88}\s/);
    expect(text).not.toContain('evil.example');
    const other = await newTenant();
    expectInvalid(on, await invite({ email: newEmail(), link_url: page }, other), 'link_url');
  });

  it('has no header and no link from the names of its user and its business', async () => {
    const own = await newTenant({ name: `Kedai\r\nBcc: victim@evil.example ${unique('x')}` });
    const email = newEmail();
    const answer = await invite(
      {
        email,
        first_name: 'Eve\r\nBcc: victim@evil.example\r\n\r\nhttps://evil.example/now',
        last_name: '<script>alert(1)</script>',
      },
      own,
    );
    expect(answer.status).toBe(201);
    const { to, subject, text } = await letterTo(email);
    expect(to).toBe(email);
    expect(subject).not.toMatch(/[\r\n]/);
    expect(text).not.toContain('https://evil.example');
    expect(text.split('\n').filter((line) => /^Bcc:/i.test(line))).toEqual([]);
    expect(await lettersTo('victim@evil.example')).toEqual([]);
    const page = await (await fetch(`${baseUrl()}/account/${await tokenTo(email)}`)).text();
    expect(page).not.toContain('<script>alert');
  });

  it('ends with a password that an administrator sets, and with the user', async () => {
    const [one, other] = [newEmail(), newEmail()];
    const set = on.data(await invite({ email: one }));
    const gone = on.data(await invite({ email: other }));
    const [first, second] = [await tokenTo(one), await tokenTo(other)];
    expect((await on.put(`/users/${set.id}`, { password: PASSWORD }, tenant.admin.token)).status).toBe(200);
    expect((await reference.delete(`/users/${gone.id}/`, { token: tenant.admin.token })).status).toBe(200);
    for (const token of [first, second]) expectInvalid(on, await choose(token), 'token');
    expect((await on.login(one, PASSWORD, tenant.id)).status).toBe(200);
  });
});

describe('the policy invite_new_users (A-407, A-413)', () => {
  it('invites every user who is created without a password, on both surfaces, and no other', async () => {
    const own = await newTenant();
    const { token } = own.admin;
    const create = (email: string, extra: object = {}) =>
      contract.post('/users', { email, first_name: 'A', last_name: 'B', role: 'STAFF', ...extra }, { token });
    const before = newEmail();
    await create(before);
    await on.put('/account-policy', { invite_new_users: true }, token);
    const [invited, withPassword, asked] = [newEmail(), newEmail(), newEmail()];
    const answer = await create(invited);
    expect(answer.status).toBe(201);
    expectKeys(answer.body, shapes.contract.user);
    expect(answer.body.status).toBe('PENDING');
    expect((await create(withPassword, { password: PASSWORD })).body.status).toBe('ACTIVE');
    expect((await invite({ email: asked }, own)).status).toBe(201);
    expect((await choose(await tokenTo(invited))).status).toBe(200);
    await letterTo(asked);
    await pause(NO_LETTER_MS);
    const counts = await Promise.all(
      [before, invited, withPassword, asked].map(async (one) => (await lettersTo(one)).length),
    );
    expect(counts).toEqual([0, 1, 0, 1]);
  });
});

describe('events of accounts (A-429)', () => {
  it('name the user alone: invited, activated, with another e-mail', async () => {
    const own = await newTenant();
    await awaitEvents(own.id, ACCOUNT_EVENTS, database.ownerUrl);
    const { token } = own.admin;
    const [email, other] = [newEmail(), newEmail()];
    const { id } = on.data(await invite({ email }, own));
    await letterTo(email);
    await again(id, {}, own);
    await choose(await tokenTo(email, 1));
    await on.put(`/users/${id}`, { email: other }, token);
    const body = { email: newEmail(), first_name: 'A', last_name: 'B', role: 'STAFF' };
    const made = (await contract.post('/users', body, { token })).body;
    await on.put(`/users/${made.id}`, { password: PASSWORD }, token);
    const events = await sql(
      database.ownerUrl,
      `select name, coalesce(payload ->> 'user_id', payload #>> '{data,id}') as user_id from kernel.outbox
        where tenant_id = $1 and name like 'core.user.%' order by at, id`,
      [own.id],
    );
    expect(events).toEqual([
      { name: 'core.user.invited', user_id: id },
      { name: 'core.user.invited', user_id: id },
      { name: 'core.user.activated', user_id: id },
      { name: 'core.user.email_changed', user_id: id },
      { name: 'core.user.activated', user_id: made.id },
    ]);
  });
});

describe('in production without a mail server (A-403)', () => {
  it('letters are refused before anything is made: 409 LETTERS_UNAVAILABLE', async () => {
    const own = await newTenant();
    const { token } = own.admin;
    const PRODUCTION = { NODE_ENV: 'production', HOST: '127.0.0.1', OPERATOR_PASSWORD: 'a password of production' };
    const there = await startOwnService(database, PRODUCTION);
    const email = newEmail();
    const pending = { email: newEmail(), first_name: 'A', last_name: 'B', role: 'STAFF' };
    const { id } = (await contract.post('/users', pending, { token })).body;
    const asked: [string, string, object][] = [
      ['POST', '/api/v1/users/invitations/', { email }],
      ['POST', `/api/v1/users/${id}/invitation/`, {}],
      ['POST', '/api/v1/auth/me/email/', { email, current_password: PASSWORD }],
      ['PUT', '/api/v1/account-policy/', { invite_new_users: true }],
    ];
    for (const [method, path, body] of asked) {
      const answer = await call(method, path, { token, body }, there.baseUrl);
      expect([path, answer.status, answer.body.error.code]).toEqual([path, 409, 'LETTERS_UNAVAILABLE']);
    }
    expect(on.data(await on.get('/account-policy', token)).invite_new_users).toBe(false);
    expect(on.total(await on.get('/users', token))).toBe(2);
  });
});
