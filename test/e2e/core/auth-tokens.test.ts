import { surfaces, contractSurface, referenceSurface } from '../../support/core-surfaces.js';
import { expectKeys, expectRefusal, JWT } from '../../support/core-shapes.js';
import { openToken, signed, signingSecret, unsigned } from '../../support/core-tokens.js';
import { newAccount, newTenant, newUser, signIn, type TestTenant } from '../../support/people.js';

describe.each(surfaces)('tokens on the $name surface', (on) => {
  let tenant: TestTenant;
  beforeAll(async () => {
    tenant = await newTenant();
  });
  const withToken = (token: string) => on.get('/users', token);
  const refreshed = (refresh_token: unknown) => on.post('/auth/refresh', { refresh_token });

  it('refreshes twice with the same token, and each new access token works and differs (A-42)', async () => {
    const { refresh_token, token } = tenant.admin;
    const [first, second] = [await refreshed(refresh_token), await refreshed(refresh_token)];
    for (const answer of [first, second]) {
      expect(answer.status).toBe(200);
      expectKeys(on.data(answer), ['access_token']);
      expect((await withToken(on.data(answer).access_token)).status).toBe(200);
    }
    expect(new Set([token, on.data(first).access_token, on.data(second).access_token]).size).toBe(3);
  });

  it('ends one session at logout, refresh token included, and no other (A-43)', async () => {
    const user = await newUser(tenant, 'staff');
    const other = await signIn(user.username, user.password, tenant.id);
    const out = await on.post('/auth/logout', undefined, user.token);
    expect(out.status).toBe(200);
    expectRefusal(on, await withToken(user.token), 401);
    expectRefusal(on, await on.post('/auth/logout', undefined, user.token), 401);
    expectRefusal(on, await refreshed(user.refresh_token), 401);
    expect((await withToken(other.token)).status).toBe(200);
    expect((await refreshed(other.refresh_token)).status).toBe(200);
  });

  it('ends with a session the access tokens refreshed from it, too (A-43)', async () => {
    const user = await newUser(tenant, 'staff');
    const fresh = on.data(await refreshed(user.refresh_token)).access_token;
    expect((await on.post('/auth/logout', undefined, fresh)).status).toBe(200);
    expectRefusal(on, await withToken(user.token), 401);
  });

  it('takes no body, a body and an empty one at logout (A-43)', async () => {
    for (const options of [{}, { body: { anything: 1 } }, { headers: { 'content-type': 'application/json' } }]) {
      const { token } = await signIn(tenant.admin.username, tenant.admin.password);
      expect((await on.send('POST', '/auth/logout', { token, ...options })).status).toBe(200);
    }
  });

  it('takes parallel logouts of one session, and is signed out afterwards (A-43)', async () => {
    const { token, refresh_token } = await signIn(tenant.admin.username, tenant.admin.password);
    const answers = await Promise.all(Array.from({ length: 8 }, () => on.post('/auth/logout', undefined, token)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses.filter((status) => status !== 200 && status !== 401)).toEqual([]);
    expectRefusal(on, await withToken(token), 401);
    expectRefusal(on, await refreshed(refresh_token), 401);
  });

  it('signs out an account that has no tenant (A-43)', async () => {
    const account = await newAccount();
    expect((await on.post('/auth/logout', undefined, account.token)).status).toBe(200);
    expectRefusal(on, await on.post('/auth/logout', undefined, account.token), 401);
    expectRefusal(on, await refreshed(account.refresh_token), 401);
  });

  it('signs out an account whose token is older than its tenant (A-43)', async () => {
    const { admin } = await newTenant();
    expect((await on.post('/auth/logout', undefined, admin.token)).status).toBe(200);
    expectRefusal(on, await withToken(admin.token), 401);
    expectRefusal(on, await refreshed(admin.refresh_token), 401);
  });

  it('takes no refresh token for an access token, and no access token for a refresh token (A-44)', async () => {
    expectRefusal(on, await withToken(tenant.admin.refresh_token), 401);
    expectRefusal(on, await refreshed(tenant.admin.token), 401);
  });

  it('hands out three-part tokens with an expiry and one pinned algorithm (A-44)', async () => {
    for (const token of [tenant.admin.token, tenant.admin.refresh_token]) {
      expect(token).toMatch(JWT);
      const { header, claims } = openToken(token);
      expect(header.alg).toBe('HS256');
      expect(claims.exp).toBeGreaterThan(Date.now() / 1_000);
    }
  });

  it('takes the scheme in any case (A-44)', async () => {
    for (const scheme of ['bearer', 'BEARER', 'Bearer', 'bEaReR']) {
      const headers = { authorization: `${scheme} ${tenant.admin.token}` };
      expect((await on.send('GET', '/users', { headers })).status).toBe(200);
    }
  });

  it('refuses headers that hold no token (A-44)', async () => {
    const { token } = tenant.admin;
    for (const authorization of ['', 'Bearer', 'Bearer ', `Basic ${token}`, token, 'Bearer a.b.c']) {
      expectRefusal(on, await on.send('GET', '/users', { headers: { authorization } }), 401);
    }
  });

  it('refuses a token that was tampered with (A-44)', async () => {
    const { header, claims, signature } = openToken(tenant.admin.token);
    const stranger = await newTenant();
    const theirs = openToken(stranger.admin.token).claims;
    const forged = (changed: object) => unsigned(header, { ...claims, ...changed }) + signature;
    const attempts = [
      forged({ sub: theirs.sub }),
      forged({ tid: stranger.id }),
      forged({ tid: stranger.id, sub: theirs.sub, sid: theirs.sid }),
      forged({ sid: theirs.sid }),
      forged({ exp: claims.exp + 1 }),
      forged({ typ: 'refresh' }),
      unsigned(header, claims),
      `${unsigned(header, claims)}${[...signature].reverse().join('')}`,
    ];
    for (const token of attempts) {
      expectRefusal(on, await withToken(token), 401);
      expectRefusal(on, await refreshed(token), 401);
    }
  });

  it('refuses a token without a signature, for any algorithm it names (A-44)', async () => {
    for (const source of [tenant.admin.token, tenant.admin.refresh_token]) {
      const { header, claims } = openToken(source);
      for (const alg of ['none', 'None', 'NONE', 'HS256', 'RS256', '', null, undefined]) {
        for (const kid of [header.kid, undefined, 'unknown', null, {}, 5]) {
          const token = unsigned({ ...header, alg, kid }, claims);
          expectRefusal(on, await withToken(token), 401);
          expectRefusal(on, await refreshed(token), 401);
        }
      }
    }
  });

  it('refuses a token of another key (A-44)', async () => {
    for (const source of [tenant.admin.token, tenant.admin.refresh_token]) {
      const { header, claims } = openToken(source);
      for (const kid of [header.kid, 'other', undefined]) {
        const token = signed({ ...header, kid }, claims, 'another secret, of the same length as any');
        expectRefusal(on, await withToken(token), 401);
        expectRefusal(on, await refreshed(token), 401);
      }
    }
  });

  it('refuses what looks like a token and is none, without failing (A-44)', async () => {
    const b64 = (text: string) => Buffer.from(text).toString('base64url');
    const { header } = openToken(tenant.admin.token);
    const heads = [
      b64(JSON.stringify(header)),
      b64('{"alg":"HS256","typ":"JWT"}'),
      b64('null'),
      b64('[]'),
      b64('{'),
      '%',
    ];
    const bodies = [b64('not json'), b64('null'), b64('5'), b64('[]'), b64('{"sub":5}'), b64('"x"')];
    for (const head of heads) {
      for (const body of bodies) {
        for (const token of [`${head}.${body}.`, `${head}.${body}.c2ln`, `${head}.${body}`]) {
          expectRefusal(on, await withToken(token), 401);
          expectRefusal(on, await refreshed(token), 401);
        }
      }
    }
  });

  const secret = signingSecret();
  (secret === null ? it.skip : it)(
    'refuses an expired token, and other signatures by the right key (A-44)',
    async () => {
      for (const [source, accepted] of [
        [tenant.admin.token, async (token: string) => (await withToken(token)).status],
        [tenant.admin.refresh_token, async (token: string) => (await refreshed(token)).status],
      ] as const) {
        const { header, claims } = openToken(source);
        const now = Math.floor(Date.now() / 1_000);
        const made = (changes: object, head: object = {}, hash = 'sha256') =>
          signed({ ...header, ...head }, { ...claims, ...changes }, secret ?? '', hash);
        expect(await accepted(made({}))).toBe(200);
        expect(await accepted(made({ exp: now - 1 }))).toBe(401);
        expect(await accepted(made({ exp: now - 100_000, iat: now - 200_000 }))).toBe(401);
        expect(await accepted(made({ nbf: now + 1_000 }))).toBe(401);
        expect(await accepted(made({ iss: 'another' }))).toBe(401);
        expect(await accepted(made({ typ: undefined }))).toBe(401);
        expect(await accepted(made({ sub: undefined }))).toBe(401);
        expect(await accepted(made({ sid: 'x' }))).toBe(401);
        expect(await accepted(made({ tid: "' or 1=1" }))).toBe(401);
        expect(await accepted(made({}, { alg: 'HS512' }, 'sha512'))).toBe(401);
        expect(await accepted(made({}, { alg: 'HS384' }, 'sha384'))).toBe(401);
      }
    },
  );

  it('refuses the tokens of a deleted and of a deactivated user (A-44, A-55)', async () => {
    const [gone, inactive] = [await newUser(tenant, 'staff'), await newUser(tenant, 'staff')];
    await referenceSurface.send('DELETE', `/users/${gone.id}`, { token: tenant.admin.token });
    await referenceSurface.put(`/users/${inactive.id}`, { is_active: false }, tenant.admin.token);
    for (const { token, refresh_token } of [gone, inactive]) {
      expectRefusal(on, await withToken(token), 401);
      expectRefusal(on, await refreshed(refresh_token), 401);
    }
  });

  it('says in WWW-Authenticate how to come in (A-44)', async () => {
    expect((await on.get('/users')).headers.get('www-authenticate')).toMatch(/^Bearer/);
    expect((await withToken('a.b.c')).headers.get('www-authenticate')).toMatch(/^Bearer.*invalid_token/);
  });
});

describe('one session on both surfaces (A-31)', () => {
  it('takes a token of one surface on the other, and ends it on both', async () => {
    const { admin } = await newTenant();
    const onContract = (await contractSurface.login(admin.email, admin.password)).body;
    const onReference = (await referenceSurface.login(admin.username, admin.password)).body.data;
    expect((await referenceSurface.get('/users', onContract.access_token)).status).toBe(200);
    expect((await contractSurface.get('/users', onReference.access_token)).status).toBe(200);
    const crossed = await referenceSurface.post('/auth/refresh', { refresh_token: onContract.refresh_token });
    expect((await contractSurface.get('/users', crossed.body.data.access_token)).status).toBe(200);
    expect((await referenceSurface.post('/auth/logout', undefined, onContract.access_token)).status).toBe(200);
    expect((await contractSurface.get('/users', onContract.access_token)).status).toBe(401);
    expect((await contractSurface.get('/users', crossed.body.data.access_token)).status).toBe(401);
    expect((await contractSurface.get('/users', onReference.access_token)).status).toBe(200);
  });
});
