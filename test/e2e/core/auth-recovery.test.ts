import { baseUrl, contract, reference } from '../../support/client.js';
import { expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { letterTo, lettersTo, tokenTo, tokensIn } from '../../support/letters.js';
import { PASSWORD, newAccount, newTenant, newUser, unique } from '../../support/people.js';
import { pause } from '../../support/system-service.js';

/** New passwords by letter (A-402 … A-405), through GET /dev/letters. */

const NEW = 'Baharu-Sekali-9';
const forgot = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  reference.post('/auth/forgot-password/', body, { headers });
const reset = (token: string, new_password = NEW) => reference.post('/auth/reset-password/', { token, new_password });

/** Long enough that a letter would have come. */
const NO_LETTER_MS = 1_500;

async function asked(email: string, tenant_id?: string): Promise<string> {
  const before = (await lettersTo(email)).length;
  expect((await forgot({ email, tenant_id })).status).toBe(200);
  return tokenTo(email, before);
}

describe('a forgotten password', () => {
  it('is set by the link of a letter: old password and tokens 401, the new one 200 on both surfaces (A-404, A-405)', async () => {
    const tenant = await newTenant();
    const user = await newUser(tenant, 'staff');
    const begun = Date.now();
    const token = await asked(user.email.toUpperCase(), tenant.slug);
    expect(Date.now() - begun).toBeLessThan(2_000);
    const answer = await reset(token);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      email: user.email,
      tenant: { id: tenant.id, name: tenant.name, slug: tenant.slug },
    });
    expectRefusal(on, await reference.get('/users/', { token: user.token }), 401);
    expectRefusal(on, await reference.post('/auth/refresh/', { refresh_token: user.refresh_token }), 401);
    expectRefusal(on, await on.login(user.email, PASSWORD, tenant.id), 401);
    expect((await on.login(user.email, NEW, tenant.id)).status).toBe(200);
    const there = { email: user.email, password: NEW, tenant_slug: tenant.slug };
    expect((await contract.post('/auth/login', there)).status).toBe(200);
    const shown = await reference.get(`/users/${user.id}/`, { token: tenant.admin.token });
    expect(shown.body.data.email_confirmed_at).not.toBeNull();
    expect((await letterTo(user.email, 1)).subject).toContain('Your password was changed');
  });

  it('is answered with the same bytes for names that are known, pending, and unknown; only the known gets a letter', async () => {
    const tenant = await newTenant();
    const user = await newUser(tenant, 'staff');
    const pending = `${unique('belum')}@example.com`;
    const body = { email: pending, first_name: 'Siti', last_name: 'Nur', role: 'STAFF' };
    expect((await contract.post('/users', body, { token: tenant.admin.token })).status).toBe(201);
    const inactive = await newUser(tenant, 'staff');
    await reference.put(`/users/${inactive.id}/`, { is_active: false }, { token: tenant.admin.token });
    const names = [user.email, pending, inactive.email, `${unique('tiada')}@example.com`];
    const answers = [];
    for (const email of names) answers.push(await forgot({ email, tenant_id: tenant.slug }));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(new Set(answers.map(({ headers }) => [...headers.keys()].join())).size).toBe(1);
    await letterTo(user.email);
    await pause(NO_LETTER_MS);
    const counts = [];
    for (const email of names) counts.push((await lettersTo(email)).length);
    expect(counts).toEqual([1, 0, 0, 0]);
  });

  it('of several tenants is one letter with a link for each account; each sets that account’s password alone', async () => {
    const [one, other] = [await newTenant(), await newTenant()];
    const email = `${unique('dua')}@example.com`;
    for (const tenant of [one, other]) await newUser(tenant, 'staff', { email, username: email });
    expect((await forgot({ email })).status).toBe(200);
    const letter = await letterTo(email);
    const tokens = tokensIn(letter);
    expect(tokens).toHaveLength(2);
    for (const { name } of [one, other]) expect(letter.text).toContain(name);
    await pause(NO_LETTER_MS);
    expect(await lettersTo(email)).toHaveLength(1);
    const { body } = await reset(tokens[0] as string);
    const [changed, kept] = body.data.tenant.id === one.id ? [one, other] : [other, one];
    expect((await on.login(email, NEW, changed.id)).status).toBe(200);
    expectRefusal(on, await on.login(email, NEW, kept.id), 401);
  });

  it('by a username that two persons have goes to each at the own address, with the own link', async () => {
    const username = unique('sama');
    const emails = [];
    for (const tenant of [await newTenant(), await newTenant()])
      emails.push((await newUser(tenant, 'staff', { username, email: `${unique('lain')}@example.com` })).email);
    await forgot({ email: username });
    for (const email of emails) expect(tokensIn(await letterTo(email))).toHaveLength(1);
  });

  it('of an account without a tenant is set likewise', async () => {
    const account = await newAccount();
    const answer = await reset(await asked(account.email));
    expect([answer.status, answer.body.data]).toEqual([200, { email: account.email, tenant: null }]);
    expect((await on.login(account.email, NEW)).status).toBe(200);
  });

  it('needs a name and a tenant that is there: 400, 404; a token that is sent is not read', async () => {
    expectInvalid(on, await forgot({}), 'email');
    expectRefusal(on, await forgot({ email: 'a@b.example', tenant_id: unique('tiada') }), 404);
    const body = { email: `${unique('a')}@example.com` };
    expect((await forgot(body, { authorization: 'Bearer nonsense' })).status).toBe(200);
  });

  it('is asked for five times in 15 minutes for one name from one address, in all tenants together; then 429 (A-404)', async () => {
    const tenant = await newTenant();
    const email = `${unique('kerap')}@example.com`;
    const bodies = [1, 2, 3, 4, 5].map((i) => (i % 2 === 0 ? { email } : { email, tenant_id: tenant.slug }));
    for (const body of bodies) expect((await forgot(body)).status).toBe(200);
    const refused = await forgot({ email: email.toUpperCase() });
    expectRefusal(on, refused, 429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
    expect((await forgot({ email: `${unique('lain')}@example.com` })).status).toBe(200);
  });

  it('writes to a user three times an hour at most, under all names together (A-404)', async () => {
    const tenant = await newTenant();
    const user = await newUser(tenant, 'staff', { username: unique('pengguna') });
    const names = [user.email, user.username, user.email, user.username, user.email, user.username];
    for (const [i, email] of names.entries()) {
      expect((await forgot({ email, tenant_id: tenant.id })).status).toBe(200);
      if (i < 3) await letterTo(user.email, i);
    }
    await pause(NO_LETTER_MS);
    const letters = await lettersTo(user.email);
    expect(letters).toHaveLength(3);
    expect((await reset(tokensIn(letters[0] as { text: string })[0] as string)).status).toBe(200);
  });

  it('leads to the service itself, and to no host that a request names (A-403)', async () => {
    const account = await newAccount();
    await forgot({ email: account.email }, { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' });
    const { text } = await letterTo(account.email);
    expect(text).not.toContain('evil.example');
    expect(text).toContain(`http://127.0.0.1:${new URL(baseUrl()).port}/account/`);
  });

  it('leads to a page of the consumer that the tenant has listed, and to no other (A-403)', async () => {
    const tenant = await newTenant();
    const page = 'https://app.example/kata-laluan#token={token}';
    const listed = await reference.put('/account-policy/', { link_urls: [page] }, { token: tenant.admin.token });
    expect(listed.status).toBe(200);
    const { email } = tenant.admin;
    await forgot({ email, tenant_id: tenant.id, link_url: page });
    const { text } = await letterTo(email);
    expect(text).toMatch(/https:\/\/app\.example\/kata-laluan#token=[\w-]{88}(?=\s)/);
    expect(text).not.toContain('/account/');
    const evil = 'https://evil.example/#token={token}';
    for (const link_url of [evil, `${page}x`, page.replace('app', 'APP'), 'javascript:alert(1)', ''])
      expectInvalid(on, await forgot({ email, tenant_id: tenant.id, link_url }), 'link_url');
    // Without a tenant the operator's list alone counts.
    expectInvalid(on, await forgot({ email, link_url: page }), 'link_url');
    expectInvalid(on, await forgot({ email, tenant_id: (await newTenant()).id, link_url: page }), 'link_url');
  });
});

describe('a link', () => {
  it('works once: of ten uses at once one is answered 200, the others 400 naming token (A-402)', async () => {
    const account = await newAccount();
    const token = await asked(account.email);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => reset(token, `${NEW}-${i}`)));
    const right = answers.findIndex(({ status }) => status === 200);
    for (const answer of answers.filter((_, i) => i !== right)) expectInvalid(on, answer, 'token');
    expect((await on.login(account.email, `${NEW}-${right}`)).status).toBe(200);
  });

  it('that is forged, cut, or another’s in part is answered like one that was used (A-402)', async () => {
    const [account, other] = [await newAccount(), await newAccount()];
    const [token, others] = [await asked(account.email), await asked(other.email)];
    const flipped = (i: number) => `${token.slice(0, i)}${token[i] === 'A' ? 'B' : 'A'}${token.slice(i + 1)}`;
    const wrong = [
      ...[0, 21, 30, 43, 60, 87].map(flipped),
      token.slice(0, 87),
      `${token}A`,
      ` ${token}`,
      `${token.slice(0, 43)}${others.slice(43)}`,
      `${others.slice(0, 43)}${token.slice(43)}`,
      'A'.repeat(88),
      'x',
    ];
    const texts = new Set<string>();
    for (const one of wrong) {
      const answer = await reset(one);
      expectInvalid(on, answer, 'token');
      texts.add(JSON.stringify(answer.body.error.errors));
    }
    expect((await reset(token)).status).toBe(200);
    const used = await reset(token);
    expectInvalid(on, used, 'token');
    texts.add(JSON.stringify(used.body.error.errors));
    expect(texts.size).toBe(1);
  });

  it('stays valid where the password is refused: too short, one of the worst, a common one, the own name (A-405, A-412)', async () => {
    const account = await newAccount();
    const token = await asked(account.email);
    for (const refused of ['pendek', '12345678', 'password123', `${account.username}1234`])
      expectInvalid(on, await reset(token, refused), 'new_password');
    expectInvalid(on, await reference.post('/auth/reset-password/', { token }), 'new_password');
    expect((await on.login(account.email, PASSWORD)).status).toBe(200);
    expect((await reset(token)).status).toBe(200);
  });

  it('ends with a newer one', async () => {
    const account = await newAccount();
    const [first, second] = [await asked(account.email), await asked(account.email)];
    expectInvalid(on, await reset(first), 'token');
    expect((await reset(second)).status).toBe(200);
  });

  it('ends with a new password, another e-mail, deactivation, deletion and suspension (A-402)', async () => {
    const tenant = await newTenant();
    const { token } = tenant.admin;
    const put = (id: string, body: Record<string, unknown>) => reference.put(`/users/${id}/`, body, { token });
    const endings: Record<string, (user: { id: string; token: string }) => Promise<{ status: number }>> = {
      password: ({ id }) => put(id, { password: 'Lain-Sekali-8' }),
      email: ({ id }) => put(id, { email: `${unique('pindah')}@example.com` }),
      deactivated: ({ id }) => put(id, { is_active: false }),
      deleted: ({ id }) => reference.delete(`/users/${id}/`, { token }),
      changed: (user) =>
        reference.post(
          `/users/${user.id}/change-password/`,
          { current_password: PASSWORD, new_password: 'Lain-Sekali-8' },
          { token: user.token },
        ),
    };
    for (const end of Object.values(endings)) {
      const user = await newUser(tenant, 'staff');
      const link = await asked(user.email, tenant.id);
      expect((await end(user)).status).toBe(200);
      expectInvalid(on, await reset(link), 'token');
    }
    const user = await newUser(tenant, 'staff');
    const link = await asked(user.email, tenant.id);
    expect((await reference.put(`/tenants/${tenant.id}/`, { is_active: false }, { token })).status).toBe(200);
    expectInvalid(on, await reset(link), 'token');
  });

  it('forgets wrong sign-ins of its account (A-28, A-405)', async () => {
    const tenant = await newTenant();
    const user = await newUser(tenant, 'staff');
    const link = await asked(user.email, tenant.id);
    for (let i = 0; i < 20; i += 1) expectRefusal(on, await on.login(user.email, 'Salah-Sama-Sekali', tenant.id), 401);
    expectRefusal(on, await on.login(user.email, PASSWORD, tenant.id), 429);
    expect((await reset(link)).status).toBe(200);
    expect((await on.login(user.email, NEW, tenant.id)).status).toBe(200);
  });

  it('is on the trail as the reset of a password, without the password', async () => {
    const tenant = await newTenant();
    const user = await newUser(tenant, 'staff');
    await reset(await asked(user.email, tenant.id));
    const trail = await reference.get(`/audit/?record_id=${user.id}`, { token: tenant.admin.token });
    expect(trail.body.data[0]).toMatchObject({ action: 'reset_password', actor_id: null, record_type: 'user' });
    expect(trail.text).not.toContain(NEW);
  });
});

describe('the letters of development', () => {
  const get = (headers: Record<string, string> = {}) => fetch(`${baseUrl()}/dev/letters`, { headers });

  it('are listed newest first, and to no other site or proxy (A-401)', async () => {
    const answer = await get();
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const { letters } = (await answer.json()) as { letters: { sent_at: string }[] };
    const times = letters.map(({ sent_at }) => sent_at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(Object.keys(letters[0] as object).sort()).toEqual(['id', 'sent_at', 'subject', 'text', 'to']);
    for (const headers of [
      { 'x-forwarded-for': '127.0.0.1' },
      { forwarded: 'for=127.0.0.1' },
      { 'x-forwarded-proto': 'https' },
      { via: '1.1 proxy' },
      { origin: 'https://evil.example' },
    ])
      expect((await get(headers as unknown as Record<string, string>)).status).toBe(404);
  });
});
