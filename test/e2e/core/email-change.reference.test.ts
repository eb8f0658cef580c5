import { baseUrl, call, reference } from '../../support/client.js';
import { referenceSurface as on, surfaces } from '../../support/core-surfaces.js';
import { expectConflict, expectInvalid, expectKeys, expectRefusal } from '../../support/core-shapes.js';
import { letterTo, lettersTo, tokenTo } from '../../support/letters.js';
import {
  PASSWORD,
  newAccount,
  newTenant,
  newUser,
  unique,
  type Person,
  type TestTenant,
} from '../../support/people.js';
import { pause } from '../../support/system-service.js';

/** Changes of the own e-mail by letter, through GET /dev/letters. */

/** Long enough that a letter would have come. */
const NO_LETTER_MS = 1_500;

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await newTenant();
});

const newEmail = () => `${unique('baharu')}@example.com`;
const ask = ({ token }: Pick<Person, 'token'>, email: unknown, extra: object = {}) =>
  reference.post('/auth/me/email/', { email, current_password: PASSWORD, ...extra }, { token });
const confirm = (token: string) => reference.post('/auth/confirm-email/', { token });
const shown = async ({ id }: Pick<Person, 'id'>, by = tenant) => on.data(await on.get(`/users/${id}`, by.admin.token));
const signsIn = async (name: string) =>
  Promise.all(surfaces.map(async (surface) => (await surface.login(name, PASSWORD, tenant.slug)).status));

describe('a change of the own e-mail (A-408)', () => {
  it('waits for the link in the letter to the new one; then the old one is refused, and told', async () => {
    const user = await newUser(tenant, 'staff');
    const email = newEmail();
    const answer = await ask(user, email);
    expect(answer.status).toBe(200);
    const data = on.data(answer);
    expectKeys(data, ['email', 'pending_email', 'expires_at']);
    expect(data).toMatchObject({ email: user.email, pending_email: email });
    expect(Date.parse(data.expires_at) - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
    const token = await tokenTo(email);
    expect(await lettersTo(user.email)).toEqual([]);
    expect(await signsIn(email)).toEqual([401, 401]);
    expect(await signsIn(user.email)).toEqual([200, 200]);
    const confirmed = await confirm(token);
    expect(confirmed.status).toBe(200);
    expect(on.data(confirmed)).toEqual({ email });
    expect(await signsIn(email)).toEqual([200, 200]);
    expect(await signsIn(user.email)).toEqual([401, 401]);
    // A username of one's own stays.
    expect(await shown(user)).toMatchObject({ email, username: user.username, email_confirmed_at: expect.any(String) });
    expect((await letterTo(user.email)).text).not.toContain(email);
    expect((await on.get('/users', user.token)).status).toBe(200);
    expectInvalid(on, await confirm(token), 'token');
  });

  it('is asked for ten times in an hour: the next is refused, and sends nothing', async () => {
    const user = await newUser(tenant, 'staff');
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(user, newEmail())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    const email = newEmail();
    const refused = await ask(user, email);
    expectRefusal(on, refused, 429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await pause(NO_LETTER_MS);
    expect(await lettersTo(email)).toEqual([]);
  });

  it('takes a username along that was the old e-mail', async () => {
    const old = newEmail();
    const user = await newUser(tenant, 'staff', { username: old, email: old });
    const email = newEmail();
    await ask(user, email);
    await confirm(await tokenTo(email));
    expect(await shown(user)).toMatchObject({ email, username: email });
  });

  it('confirms the present e-mail, and tells no other', async () => {
    const user = await newUser(tenant, 'staff');
    expect((await ask(user, user.email)).status).toBe(200);
    const token = await tokenTo(user.email);
    expect((await confirm(token)).status).toBe(200);
    expect(await shown(user)).toMatchObject({ email: user.email, email_confirmed_at: expect.any(String) });
    await pause(NO_LETTER_MS);
    expect(await lettersTo(user.email)).toHaveLength(1);
    const put = await on.put(`/users/${user.id}`, { email: newEmail() }, tenant.admin.token);
    expect(on.data(put).email_confirmed_at).toBeNull();
  });

  it('is there for accounts without a tenant, and for administrators', async () => {
    const account = await newAccount();
    const email = newEmail();
    expect((await ask(account, email)).status).toBe(200);
    expect((await confirm(await tokenTo(email))).status).toBe(200);
    expect((await on.login(email, PASSWORD)).status).toBe(200);
    const own = await newTenant();
    const other = newEmail();
    expect((await ask(own.admin, other)).status).toBe(200);
    expect((await confirm(await tokenTo(other))).status).toBe(200);
    expect(await shown(own.admin, own)).toMatchObject({ email: other });
  });

  it('needs the current password: 400, and no letter', async () => {
    const user = await newUser(tenant, 'staff');
    const email = newEmail();
    expectInvalid(on, await ask(user, email, { current_password: 'Wr0ngPass!' }), 'current_password');
    await pause(NO_LETTER_MS);
    expect(await lettersTo(email)).toEqual([]);
    expect((await shown(user)).email).toBe(user.email);
    expectRefusal(on, await reference.post('/auth/me/email/', { email, current_password: PASSWORD }), 401);
  });

  it.each<[string, object]>([
    ['email', { email: 'no address' }],
    ['email', { email: null }],
    ['email', { email: 'a@example.com\r\nBcc: victim@evil.example' }],
    ['current_password', { current_password: null }],
    ['link_url', { link_url: 'https://evil.example/?t={token}' }],
  ])('without a right %s is refused by its name', async (field, wrong) => {
    const user = await newUser(tenant, 'staff');
    expectInvalid(on, await ask(user, newEmail(), wrong), field);
  });

  it('to an e-mail, or a username, of another is 409', async () => {
    const [user, other] = [await newUser(tenant, 'staff'), await newUser(tenant, 'staff')];
    expectConflict(on, await ask(user, other.email.toUpperCase()), 'email');
    const named = newEmail();
    await newUser(tenant, 'staff', { username: named });
    const mine = newEmail();
    const follows = await newUser(tenant, 'staff', { username: mine, email: mine });
    expectConflict(on, await ask(follows, named), 'email');
    // The user's own username stays as it is: there is nothing that would collide.
    expect((await ask(user, named)).status).toBe(200);
    // In another business the e-mail is free.
    const elsewhere = await newTenant();
    expect((await ask(elsewhere.admin, other.email)).status).toBe(200);
  });

  it('of what another has taken meanwhile is 409, and changes nothing', async () => {
    const user = await newUser(tenant, 'staff');
    const email = newEmail();
    await ask(user, email);
    const token = await tokenTo(email);
    const other = await newUser(tenant, 'staff', { email });
    expectConflict(on, await confirm(token), 'email');
    expect((await shown(user)).email).toBe(user.email);
    expect(await lettersTo(user.email)).toEqual([]);
    await reference.delete(`/users/${other.id}/`, { token: tenant.admin.token });
    expect((await confirm(token)).status).toBe(200);
  });

  it('goes to one of two who confirm the same e-mail at once', async () => {
    const [a, b] = [await newUser(tenant, 'staff'), await newUser(tenant, 'staff')];
    const email = newEmail();
    await ask(a, email);
    const first = await tokenTo(email);
    await ask(b, email);
    const second = await tokenTo(email, 1);
    const answers = await Promise.all([confirm(first), confirm(second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const emails = [(await shown(a)).email, (await shown(b)).email];
    expect(emails.filter((one) => one === email)).toHaveLength(1);
  });

  it('is confirmed once, also by ten at once', async () => {
    const user = await newUser(tenant, 'staff');
    const email = newEmail();
    await ask(user, email);
    const token = await tokenTo(email);
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 400)]);
    await letterTo(user.email);
    await pause(NO_LETTER_MS);
    expect(await lettersTo(user.email)).toHaveLength(1);
  });

  it('ends an earlier one: after a second letter the first link is 400', async () => {
    const user = await newUser(tenant, 'staff');
    const [one, other] = [newEmail(), newEmail()];
    await ask(user, one);
    const first = await tokenTo(one);
    await ask(user, other);
    const second = await tokenTo(other);
    expectInvalid(on, await confirm(first), 'token');
    expect((await confirm(second)).status).toBe(200);
    expect((await shown(user)).email).toBe(other);
  });

  it('ends with a new password, with deactivation, and with one character of its token changed', async () => {
    const user = await newUser(tenant, 'staff');
    const email = newEmail();
    await ask(user, email);
    const token = await tokenTo(email);
    const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    expectInvalid(on, await confirm(forged), 'token');
    for (const wrong of ['', 'x', `${token}A`, '../..']) expectInvalid(on, await confirm(wrong), 'token');
    expect((await on.put(`/users/${user.id}`, { password: 'An0therPass!' }, tenant.admin.token)).status).toBe(200);
    expectInvalid(on, await confirm(token), 'token');
    const inactive = await newUser(tenant, 'staff');
    const wanted = newEmail();
    await ask(inactive, wanted);
    const late = await tokenTo(wanted);
    await on.put(`/users/${inactive.id}`, { is_active: false }, tenant.admin.token);
    expectInvalid(on, await confirm(late), 'token');
  });

  it('by an administrator is told to the old e-mail, where letters went to until then; and is not confirmed', async () => {
    const user = await newUser(tenant, 'staff');
    const email = newEmail();
    const put = await on.put(`/users/${user.id}`, { email }, tenant.admin.token);
    expect(on.data(put)).toMatchObject({ email, email_confirmed_at: null });
    expect((await letterTo(user.email)).text).not.toContain(email);
    expect((await on.put(`/users/${user.id}`, { email: email.toUpperCase() }, tenant.admin.token)).status).toBe(200);
    await pause(NO_LETTER_MS);
    expect(await lettersTo(email)).toEqual([]);
  });

  it('is confirmed by the page of its link, which asks for no password', async () => {
    const user = await newUser(tenant, 'staff');
    const email = newEmail();
    await ask(user, email);
    const url = `${baseUrl()}/account/${await tokenTo(email)}`;
    const page = await fetch(url, { headers: { 'accept-language': 'ms' } });
    expect(page.status).toBe(200);
    const text = await page.text();
    expect(text).toContain('Sahkan alamat e-mel anda');
    expect(text).not.toContain('type="password"');
    const said = await fetch(url, { headers: { accept: 'application/json' } });
    expect(await said.json()).toMatchObject({ purpose: 'email', email, business: tenant.name });
    const post = () => fetch(url, { method: 'POST', body: new URLSearchParams() });
    expect((await post()).status).toBe(200);
    expect((await post()).status).toBe(404);
    expect((await shown(user)).email).toBe(email);
  });

  it('is refused to an e-mail of another by the page too: 409', async () => {
    const user = await newUser(tenant, 'staff');
    const email = newEmail();
    await ask(user, email);
    const url = `${baseUrl()}/account/${await tokenTo(email)}`;
    await newUser(tenant, 'staff', { email });
    expect((await fetch(url, { method: 'POST', body: new URLSearchParams() })).status).toBe(409);
  });

  it('stands on the trail without an address', async () => {
    const own = await newTenant();
    const user = await newUser(own, 'staff');
    const email = newEmail();
    await ask(user, email);
    await confirm(await tokenTo(email));
    const answer = await call('GET', `/api/v1/audit/?record_id=${user.id}`, { token: own.admin.token });
    expect(answer.body.data.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['ask_email', 'confirm_email']),
    );
    expect(answer.text).not.toContain(email);
    expect(answer.text).not.toContain(user.email);
  });
});
