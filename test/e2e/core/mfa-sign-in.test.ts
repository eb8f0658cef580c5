import { call, reference, type Answer } from '../../support/client.js';
import { contractSurface, referenceSurface, surfaces, type Surface } from '../../support/core-surfaces.js';
import { expectKeys, expectRefusal } from '../../support/core-shapes.js';
import { dump } from '../../support/dump.js';
import { newAccount, newTenant, newUser, PASSWORD, unique, type TestTenant } from '../../support/people.js';
import { challenge, enrol, mfa, tokenIn, verify, type Enrolled } from '../../support/second-factor.js';
import { logLines } from '../../support/secrets.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';

/** Sign-in of users with a second factor. */

jest.setTimeout(60_000);

const WRONG = 'Wr0ngPass!';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await newTenant();
});

const enrolled = async (role: 'staff' | 'admin' = 'staff'): Promise<Enrolled> => enrol(await newUser(tenant, role));
const lastLogin = async ({ id }: { id: string }) =>
  (await reference.get(`/users/${id}/`, { token: tenant.admin.token })).body.data.last_login;

const loginBody = (on: Surface, { email }: { email: string }, where: string | undefined = tenant.slug) =>
  on === contractSurface
    ? { email, password: PASSWORD, ...(where && { tenant_slug: where }) }
    : { username: email, password: PASSWORD, ...(where && { tenant_id: where }) };
const withCode = (on: Surface, user: { email: string }, code: string, where?: string): Promise<Answer> =>
  on.send('POST', '/auth/login', { body: loginBody(on, user, where), headers: { 'mfa-code': code } });

function expectCode(answer: Answer, code: string): void {
  expectRefusal(referenceSurface, answer, 401, code);
}

describe.each(surfaces)('A-423: the password of a user with a factor, on the $name surface', (on) => {
  it('opens no session: 401 with a token for the second step in the header', async () => {
    const user = await enrolled();
    const before = await lastLogin(user);
    const answer = await on.login(user.email, PASSWORD, tenant.slug);
    expectRefusal(on, answer, 401, on === contractSurface ? 'UNAUTHORIZED' : 'MFA_REQUIRED');
    const token = tokenIn(answer);
    expect(token).toMatch(/^[\w-]{88}$/);
    if (on === referenceSurface)
      expect(answer.body.error.details).toEqual({
        mfa_token: token,
        expires_in: 300,
        methods: ['totp', 'recovery_code'],
      });
    else expectKeys(answer.body, ['code', 'message', 'timestamp']);
    expect(await lastLogin(user)).toBe(before);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('with a right code in the header gives the stated answer in one step', async () => {
    const user = await enrolled();
    const plain = await newUser(tenant, 'staff');
    const answer = await withCode(on, user, user.phone.code());
    expect(answer.status).toBe(200);
    const stated = await on.login(plain.email, PASSWORD, tenant.slug);
    expectKeys(on.data(answer), Object.keys(on.data(stated)));
    expect(answer.headers.get('www-authenticate')).toBeNull();
    expect((await on.get('/users', on.data(answer).access_token)).status).toBe(200);
    const again = await withCode(on, user, user.phone.code());
    expectRefusal(on, again, 401, on === contractSurface ? 'UNAUTHORIZED' : 'MFA_CODE_INVALID');
    expect(tokenIn(again)).toBeNull();
    expect((await withCode(on, user, user.recovery())).status).toBe(200);
  });

  it('that is wrong is answered as stated, with or without a code', async () => {
    const user = await enrolled();
    const plain = await newUser(tenant, 'staff');
    const timeless = ({ text }: Answer) => text.replace(/"timestamp":"[^"]*"/, '');
    const stated = await on.login(plain.email, WRONG, tenant.slug);
    for (const headers of [{}, { 'mfa-code': user.phone.code() }]) {
      const body = { ...loginBody(on, user), password: WRONG };
      const answer = await on.send('POST', '/auth/login', { body, headers: headers as Record<string, string> });
      expect([answer.status, timeless(answer)]).toEqual([stated.status, timeless(stated)]);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="usaha"');
    }
  });

  it('of a user without a factor needs no code: a header is ignored', async () => {
    const user = await newUser(tenant, 'staff');
    for (const code of ['000000', 'x'.repeat(4_000)]) expect((await withCode(on, user, code)).status).toBe(200);
  });

  it('chooses the membership where no tenant is named: that one’s factor is asked for', async () => {
    const other = await newTenant();
    const name = unique('both');
    const extra = { username: name, email: `${name}@example.com` };
    const plain = await newUser(tenant, 'staff', { ...extra, password: 'An0therPass!' });
    const user = await enrol(await newUser(other, 'staff', extra));
    expect(plain.email).toBe(user.email);
    expectRefusal(
      on,
      await on.login(user.email, PASSWORD),
      401,
      on === contractSurface ? 'UNAUTHORIZED' : 'MFA_REQUIRED',
    );
    expect((await on.login(user.email, 'An0therPass!')).status).toBe(200);
    expect(
      (
        await on.send('POST', '/auth/login', {
          body: loginBody(on, user, ''),
          headers: { 'mfa-code': user.phone.code() },
        })
      ).status,
    ).toBe(200);
  });
});

describe('A-423: auth/mfa/verify/', () => {
  it.each(surfaces)('finishes a sign-in that was begun on the $name surface, with tokens for both', async (on) => {
    const user = await enrolled();
    const before = await lastLogin(user);
    const answer = await verify(await challenge(user, tenant.slug, on), user.phone.code());
    expect(answer.status).toBe(200);
    expectKeys(answer.body.data, ['access_token', 'refresh_token', 'user']);
    expect(answer.body.data.user).toMatchObject({ id: user.number, email: user.email, tenant_id: tenant.id });
    const { access_token, refresh_token } = answer.body.data;
    for (const surface of surfaces) {
      expect((await surface.get('/users', access_token)).status).toBe(200);
      expect((await surface.post('/auth/refresh', { refresh_token })).status).toBe(200);
    }
    expect(await lastLogin(user)).not.toBe(before);
    const [login] = referenceSurface.rows(
      await referenceSurface.get(`/audit?action=login&record_id=${user.id}`, tenant.admin.token),
      'audit',
    );
    expect(login.changes.way.after).toBe('code');
  });

  it('takes a recovery code, once', async () => {
    const user = await enrolled();
    const code = user.recovery();
    expect((await verify(await challenge(user), code.toLowerCase())).status).toBe(200);
    expectCode(await verify(await challenge(user), code), 'MFA_CODE_INVALID');
  });

  it('of twenty at once answers one with 200; token and code are used then', async () => {
    const user = await enrolled();
    const token = await challenge(user);
    const code = user.phone.code();
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(token, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) expectCode(answer, 'MFA_TOKEN_INVALID');
    expectCode(await verify(token, user.phone.code(1)), 'MFA_TOKEN_INVALID');
    expectCode(await verify(await challenge(user), code), 'MFA_CODE_INVALID');
    expect((await verify(await challenge(user), user.phone.code(1))).status).toBe(200);
  });

  it('of twenty tokens with one code at once answers one with 200', async () => {
    const user = await enrolled();
    const tokens: string[] = [];
    for (let i = 0; i < 9; i += 1) tokens.push(await challenge(user));
    const code = user.phone.code();
    const answers = await Promise.all(tokens.map((token) => verify(token, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('ends the token after five wrong codes, also where they come at once', async () => {
    for (const atOnce of [false, true]) {
      const user = await enrolled();
      const token = await challenge(user);
      const answers: Answer[] = [];
      if (atOnce)
        answers.push(...(await Promise.all(Array.from({ length: 9 }, () => verify(token, user.phone.wrong())))));
      else for (let i = 0; i < 6; i += 1) answers.push(await verify(token, user.phone.wrong()));
      const codes = answers.map(({ body }) => body.error.code as string);
      expect(codes.filter((code) => code === 'MFA_CODE_INVALID')).toHaveLength(5);
      expect(codes.filter((code) => code === 'MFA_TOKEN_INVALID')).toHaveLength(codes.length - 5);
      expectCode(await verify(token, user.phone.code()), 'MFA_TOKEN_INVALID');
      expect((await verify(await challenge(user), user.phone.code())).status).toBe(200);
    }
  });

  it('refuses forged, cut and changed tokens, and those of another kind', async () => {
    const user = await enrolled();
    const token = await challenge(user);
    const changed = (at: number) => `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
    const forged = ['', 'x', token.slice(0, 87), `${token}A`, changed(0), changed(30), changed(60), changed(87)];
    for (const text of forged.filter(Boolean)) expectCode(await verify(text, user.phone.code()), 'MFA_TOKEN_INVALID');
    expectCode(await verify(user.token.slice(-88).replace('.', 'A'), user.phone.code()), 'MFA_TOKEN_INVALID');
    expect((await verify(token, user.phone.code())).status).toBe(200);
  });

  it('looks at user and tenant again: both may be shut out meanwhile, and the password or factor changed', async () => {
    const own = await newTenant();
    const shutOuts: ((user: Enrolled) => Promise<Answer>)[] = [
      ({ id }) => reference.put(`/users/${id}/`, { is_active: false }, { token: own.admin.token }),
      ({ id }) => reference.delete(`/users/${id}/`, { token: own.admin.token }),
      ({ id }) => reference.put(`/users/${id}/`, { password: 'N3xtPass!word' }, { token: own.admin.token }),
      (user) => mfa('/totp/disable', { code: user.recovery() }, user.token),
      () => reference.put(`/tenants/${own.id}/`, { is_active: false }, { token: own.admin.token }),
    ];
    for (const shutOut of shutOuts) {
      const user = await enrol(await newUser(own, 'staff'));
      const token = await challenge(user, own.slug);
      expect((await shutOut(user)).status).toBe(200);
      expectCode(await verify(token, user.phone.code()), 'MFA_TOKEN_INVALID');
    }
  });

  it('waits with A-28’s reset: tries of the password are forgotten after the code alone', async () => {
    const user = await enrolled();
    for (let i = 0; i < 18; i += 1)
      expect((await contractSurface.login(user.email, WRONG, tenant.slug)).status).toBe(401);
    // The two sign-ins count as tries until their codes are right.
    const token = await challenge(user, tenant.slug);
    await challenge(user, tenant.slug);
    expect((await contractSurface.login(user.email, PASSWORD, tenant.slug)).status).toBe(429);
    expect((await verify(token, user.phone.code())).status).toBe(200);
    for (let i = 0; i < 19; i += 1)
      expect((await contractSurface.login(user.email, WRONG, tenant.slug)).status).toBe(401);
  });

  it('signs accounts without a tenant in too, and needs no token of a session', async () => {
    const account = await enrol(await newAccount());
    const token = await challenge(account);
    const answer = await reference.post(
      '/auth/mfa/verify/',
      { mfa_token: token, code: account.phone.code() },
      { token: 'x' },
    );
    expect(answer.status).toBe(200);
    expect(answer.body.data.user.tenant_id).toBeNull();
    expect((await contractSurface.login(account.email, PASSWORD)).status).toBe(404);
  });
});

describe('A-424: guesses', () => {
  it('of fifty connections at once, at all places, ten are looked at; then 429, for the right code too', async () => {
    const user = await enrolled();
    const tokens = [await challenge(user), await challenge(user), await challenge(user)];
    const wrong = user.phone.wrong();
    const places = [
      () => verify(tokens[0] as string, wrong),
      () => verify(tokens[1] as string, wrong),
      () => mfa('/recovery-codes', { code: wrong }, user.token),
      () => mfa('/totp/disable', { code: wrong }, user.token),
    ];
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => places[i % 4]?.() as Promise<Answer>));
    const looked = answers.filter(
      ({ status, body }) => status === 400 || (status === 401 && body.error.code === 'MFA_CODE_INVALID'),
    );
    expect(looked).toHaveLength(10);
    const refused = await verify(tokens[2] as string, user.phone.code());
    expectRefusal(referenceSurface, refused, 429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
    for (const on of surfaces) {
      const answer = await withCode(on, user, user.recovery());
      expectRefusal(on, answer, 429);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3_500);
    }
    // Other users, and the user's own session, are spared.
    expect((await referenceSurface.get('/users', user.token)).status).toBe(200);
    const other = await enrolled();
    expect((await verify(await challenge(other), other.phone.code())).status).toBe(200);
  });
});

it('no row and no line of the log holds a token of a second step', async () => {
  const user = await enrolled();
  const token = await challenge(user);
  await verify(token, user.phone.wrong());
  expect((await verify(token, user.phone.code())).status).toBe(200);
  const secret = Buffer.from(token, 'base64url').subarray(32);
  const texts = [token, token.slice(-40), secret.toString('hex'), secret.toString('base64url')];
  const rows = [...(await dump()).values()].join('\n');
  const log = logLines().join('\n');
  for (const text of texts) expect([rows.includes(text), log.includes(text)]).toEqual([false, false]);
});

it('A-429: letters tell the user of a factor, of recovery codes that were used, and once of guesses', async () => {
  const user = await enrolled();
  const token = await challenge(user);
  expect((await verify(token, user.recovery())).status).toBe(200);
  for (let i = 0; i < 12; i += 1) await mfa('/recovery-codes', { code: user.phone.wrong() }, user.token);
  const other = await enrolled();
  expect((await mfa('/totp/disable', { code: other.phone.code() }, other.token)).status).toBe(200);
  const kindsOf = async ({ id }: Enrolled) => {
    const text = 'select kind from core.account_letters where user_id = $1 order by id';
    return (await sql<{ kind: string }>(workerState().ownerUrl as string, text, [id])).map(({ kind }) => kind);
  };
  expect(await kindsOf(user)).toEqual(['factor_added', 'recovery_code_used', 'codes_guessed']);
  expect(await kindsOf(other)).toEqual(['factor_added', 'factor_removed']);
});

it('A-429: codes are counted by outcome', async () => {
  const counted = async () => {
    const { text } = await call('GET', '/metrics');
    return ['right', 'recovery_code', 'wrong', 'refused'].map((outcome) =>
      Number(new RegExp(`^mfa_codes_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(text)?.[1]),
    );
  };
  const before = await counted();
  const user = await enrolled();
  await mfa('/recovery-codes', { code: user.recovery() }, user.token);
  for (let i = 0; i < 11; i += 1) await mfa('/recovery-codes', { code: user.phone.wrong() }, user.token);
  const after = await counted();
  // Other files may ask the same service.
  [1, 1, 10, 1].forEach((least, i) => expect((after[i] ?? 0) - (before[i] ?? 0)).toBeGreaterThanOrEqual(least));
});
