import { call, contract, reference } from '../../support/client.js';
import { contractSurface, referenceSurface as on, surfaces } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, expectRefusal } from '../../support/core-shapes.js';
import { dump } from '../../support/dump.js';
import { newAccount, newTenant, newUser, PASSWORD, signIn, type TestTenant } from '../../support/people.js';
import { begin, enrol, mfa, Phone } from '../../support/second-factor.js';
import { logLines } from '../../support/secrets.js';

/** Enrolment of a second factor over HTTP. */

jest.setTimeout(60_000);

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await newTenant();
});

const state = async (token: string) => on.data(await on.get('/auth/mfa', token));
const shownIn = async (id: string) => [
  (await contract.get(`/users/${id}`, { token: tenant.admin.token })).body.mfa_enabled,
  (await reference.get(`/users/${id}/`, { token: tenant.admin.token })).body.data.mfa_enabled,
];

describe('A-422: a second factor', () => {
  it('is begun with the password, and confirmed with the first code; then it is shown on both surfaces', async () => {
    const user = await newUser(tenant, 'user');
    expect(await state(user.token)).toMatchObject({ enabled: false, confirmed_at: null, recovery_codes_left: 0 });
    const before = Date.now();
    const { phone, data } = await begin(user);
    expectKeys(data, ['secret', 'otpauth_uri', 'qr_svg', 'expires_at']);
    expect(data.secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(data.otpauth_uri);
    expect([uri.protocol, uri.host, uri.searchParams.get('secret')]).toEqual(['otpauth:', 'totp', data.secret]);
    expect(decodeURIComponent(uri.pathname)).toContain(user.email.slice(0, 30));
    expect(data.qr_svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 \d+ \d+"/);
    expect(Date.parse(data.expires_at) - before).toBeGreaterThan(14.9 * 60_000);
    expect(Date.parse(data.expires_at) - Date.now()).toBeLessThanOrEqual(15 * 60_000);
    expect(await shownIn(user.id)).toEqual([false, false]);

    const confirmed = await mfa('/totp/confirm', { code: phone.code() }, user.token);
    expect(confirmed.status).toBe(200);
    const { enabled, recovery_codes } = on.data(confirmed);
    expect(enabled).toBe(true);
    expect(new Set(recovery_codes).size).toBe(10);
    for (const code of recovery_codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    expect(await state(user.token)).toMatchObject({
      enabled: true,
      confirmed_at: expect.any(String),
      recovery_codes_left: 10,
    });
    expect(await shownIn(user.id)).toEqual([true, true]);
  });

  it('ends all other sessions when it is confirmed', async () => {
    const user = await newUser(tenant, 'staff');
    const other = await signIn(user.username, PASSWORD, tenant.id);
    const { token } = await enrol(user);
    expectRefusal(on, await on.get('/users', other.token), 401);
    expectRefusal(on, await on.post('/auth/refresh', { refresh_token: other.refresh_token }), 401);
    expect((await on.get('/users', token)).status).toBe(200);
  });

  it('needs the right password and the right code: 400 names the field, and nothing changes', async () => {
    const user = await newUser(tenant, 'staff');
    expectInvalid(on, await mfa('/totp', { password: 'Wr0ngPass!' }, user.token), 'password');
    expectInvalid(on, await mfa('/totp', {}, user.token), 'password');
    expect((await mfa('/totp/confirm', { code: '123456' }, user.token)).status).toBe(409);
    const { phone } = await begin(user);
    for (const code of [phone.wrong(), phone.code(-3), phone.code(3), 'x', 'ABCDE-FGHJK'])
      expectInvalid(on, await mfa('/totp/confirm', { code }, user.token), 'code');
    expectInvalid(on, await mfa('/totp/confirm', {}, user.token), 'code');
    expect((await state(user.token)).enabled).toBe(false);
    const spaced = phone.code().replace(/(...)/, '$1 ');
    expect((await mfa('/totp/confirm', { code: spaced }, user.token)).status).toBe(200);
  });

  it('holds until a new one is confirmed, and a code of it is asked for before', async () => {
    const user = await enrol(await newUser(tenant, 'staff'));
    expectInvalid(on, await mfa('/totp', { password: PASSWORD }, user.token), 'code');
    expectInvalid(on, await mfa('/totp', { password: PASSWORD, code: user.phone.wrong() }, user.token), 'code');
    const { phone } = await begin(user, user.phone.code());
    // The old secret still answers for the user.
    const old = user.recovery();
    expect((await mfa('/recovery-codes', { code: user.phone.code(1) }, user.token)).status).toBe(200);
    expectInvalid(on, await mfa('/recovery-codes', { code: phone.code() }, user.token), 'code');
    expectInvalid(on, await mfa('/recovery-codes', { code: old }, user.token), 'code');
    const confirmed = await mfa('/totp/confirm', { code: phone.code() }, user.token);
    expect(confirmed.status).toBe(200);
    expectInvalid(on, await mfa('/totp/disable', { code: user.phone.code(1) }, user.token), 'code');
    const [code] = on.data(confirmed).recovery_codes;
    expect((await mfa('/totp/disable', { code }, user.token)).status).toBe(200);
  });

  it('is ended with a code; then its codes are worth nothing and there is none to ask for', async () => {
    const user = await enrol(await newUser(tenant, 'staff'));
    const ended = await mfa('/totp/disable', { code: user.phone.code() }, user.token);
    expect(on.data(ended)).toEqual({ enabled: false });
    expect(await state(user.token)).toMatchObject({ enabled: false, confirmed_at: null, recovery_codes_left: 0 });
    expect(await shownIn(user.id)).toEqual([false, false]);
    for (const path of ['/totp/disable', '/recovery-codes', '/totp/confirm'])
      expect((await mfa(path, { code: user.recovery() }, user.token)).status).toBe(409);
    for (const surface of surfaces) expect((await surface.login(user.email, PASSWORD, tenant.id)).status).toBe(200);
  });

  it('belongs to the membership: an account without a tenant has one too, and keeps it in the tenant that it takes (A-421, A-32)', async () => {
    const account = await enrol(await newAccount());
    expect(await state(account.token)).toMatchObject({ enabled: true, recovery_codes_left: 10 });
    const taken = await contract.post(
      '/tenants',
      { name: 'Kedai Baharu', email: 'a@example.com', business_type: 'RETAIL' },
      { token: account.token },
    );
    expect(taken.status).toBe(201);
    expect(await state(account.token)).toMatchObject({ enabled: true, recovery_codes_left: 10 });
    expect((await on.get(`/users/${account.id}`, account.token)).body.data.mfa_enabled).toBe(true);
    const renewed = await mfa('/recovery-codes', { code: account.phone.code() }, account.token);
    expect(renewed.status).toBe(200);
    // A second tenant is a second membership, without a factor.
    const second = await contract.post(
      '/tenants',
      { name: 'Kedai Kedua', email: 'a@example.com', business_type: 'RETAIL' },
      { token: account.token },
    );
    expect(second.status).toBe(201);
    expect((await contractSurface.login(account.email, PASSWORD, second.body.slug)).body.user.mfa_enabled).toBe(false);
  });

  it('that was begun only is forgotten when its account takes a tenant', async () => {
    const account = await newAccount();
    const { phone } = await begin(account);
    const body = { name: 'Kedai Awal', email: 'a@example.com', business_type: 'RETAIL' };
    expect((await contract.post('/tenants', body, { token: account.token })).status).toBe(201);
    expect((await mfa('/totp/confirm', { code: phone.code() }, account.token)).status).toBe(409);
  });

  it('is confirmed once of ten at once; of secrets that are made at once the last one alone is confirmed', async () => {
    const user = await newUser(tenant, 'staff');
    const { phone } = await begin(user);
    const code = phone.code();
    const answers = await Promise.all(Array.from({ length: 10 }, () => mfa('/totp/confirm', { code }, user.token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
    const codes = answers.find(({ status }) => status === 200)?.body.data.recovery_codes as string[];
    const begun = await Promise.all(
      codes.slice(0, 3).map((recovery) => mfa('/totp', { password: PASSWORD, code: recovery }, user.token)),
    );
    expect(begun.map(({ status }) => status)).toEqual([200, 200, 200]);
    const confirmed = [];
    for (const { body } of begun)
      confirmed.push((await mfa('/totp/confirm', { code: new Phone(body.data.secret).code() }, user.token)).status);
    expect(confirmed.sort()).toEqual([200, expect.any(Number), expect.any(Number)]);
    expect(confirmed.filter((status) => status === 200)).toHaveLength(1);
  });

  it('counts wrong passwords as every place does that asks for one (A-393)', async () => {
    const user = await newUser(tenant, 'staff');
    for (let i = 0; i < 20; i += 1)
      expectInvalid(on, await mfa('/totp', { password: 'Wr0ngPass!' }, user.token), 'password');
    const refused = await mfa('/totp', { password: PASSWORD }, user.token);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // Sign-ins are counted apart.
    expect((await contractSurface.login(user.email, PASSWORD, tenant.slug)).status).toBe(200);
  });

  it('asks for a token', async () => {
    expectRefusal(on, await on.get('/auth/mfa'), 401);
    for (const path of ['/totp', '/totp/confirm', '/totp/disable', '/recovery-codes'])
      expectRefusal(on, await mfa(path, { code: '123456', password: PASSWORD }), 401);
  });
});

describe('A-421: a code', () => {
  it('is of one step before or after, and never of a used step or an earlier one', async () => {
    const user = await newUser(tenant, 'staff');
    const { phone } = await begin(user);
    expectInvalid(on, await mfa('/totp/confirm', { code: phone.code(2) }, user.token), 'code');
    expectInvalid(on, await mfa('/totp/confirm', { code: phone.code(-2) }, user.token), 'code');
    const code = phone.code();
    expect((await mfa('/totp/confirm', { code }, user.token)).status).toBe(200);
    expectInvalid(on, await mfa('/recovery-codes', { code }, user.token), 'code');
    expectInvalid(on, await mfa('/recovery-codes', { code: phone.code(-1) }, user.token), 'code');
    expect((await mfa('/recovery-codes', { code: phone.code(1) }, user.token)).status).toBe(200);
  });

  it('is accepted once of twenty at once', async () => {
    const user = await enrol(await newUser(tenant, 'staff'));
    const code = user.phone.code();
    const answers = await Promise.all(Array.from({ length: 20 }, () => mfa('/recovery-codes', { code }, user.token)));
    const counts = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect(counts(200)).toBe(1);
    // Ten wrong ones are looked at, the rest is refused.
    expect([counts(400), counts(429)]).toEqual([10, 9]);
  });
});

describe('A-424: wrong codes', () => {
  it('of a user are ten in an hour in all places together, of fifty at once; then 429 says when', async () => {
    const user = await enrol(await newUser(tenant, 'staff'));
    const paths = ['/totp/disable', '/recovery-codes'];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => mfa(paths[i % 2] as string, { code: user.phone.wrong() }, user.token)),
    );
    const counts = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([counts(400), counts(429)]).toEqual([10, 40]);
    const refused = await mfa('/totp/disable', { code: user.phone.code() }, user.token);
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(3_500);
    expect(seconds).toBeLessThanOrEqual(3_600);
    expect((await mfa('/totp', { password: PASSWORD, code: user.recovery() }, user.token)).status).toBe(429);
    expect((await state(user.token)).enabled).toBe(true);
  });

  it('no longer count after a right one', async () => {
    const user = await enrol(await newUser(tenant, 'staff'));
    for (let round = 0; round < 2; round += 1) {
      for (let i = 0; i < 9; i += 1)
        expectInvalid(on, await mfa('/recovery-codes', { code: user.phone.wrong() }, user.token), 'code');
      expect((await mfa('/recovery-codes', { code: user.phone.code(round) }, user.token)).status).toBe(200);
    }
  });

  it('stand among the failed sign-ins, with their way (A-397)', async () => {
    const user = await enrol(await newUser(tenant, 'staff'));
    await mfa('/recovery-codes', { code: user.phone.wrong() }, user.token);
    const listed = await on.get(`/audit?action=login_failed&record_id=${user.id}`, tenant.admin.token);
    expect(on.rows(listed, 'audit')[0].changes.way.after).toBe('code');
  });
});

describe('A-425: recovery codes', () => {
  it('stand in for a code once each, in any case and without hyphen, until new ones are made', async () => {
    const user = await enrol(await newUser(tenant, 'staff'));
    const [first, second, third] = [user.recovery(), user.recovery(), user.recovery()];
    const { phone } = await begin(user, first.toLowerCase().replace('-', ''));
    expect((await state(user.token)).recovery_codes_left).toBe(9);
    expectInvalid(on, await mfa('/totp', { password: PASSWORD, code: first }, user.token), 'code');
    const renewed = await mfa('/recovery-codes', { code: ` ${second} ` }, user.token);
    expect(on.data(renewed).recovery_codes).toHaveLength(10);
    expectInvalid(on, await mfa('/recovery-codes', { code: third }, user.token), 'code');
    expect((await state(user.token)).recovery_codes_left).toBe(10);
    // They confirm no new secret.
    const [code] = on.data(renewed).recovery_codes;
    expectInvalid(on, await mfa('/totp/confirm', { code }, user.token), 'code');
    expect((await mfa('/totp/confirm', { code: phone.code() }, user.token)).status).toBe(200);
  });

  it('are accepted once of ten at once', async () => {
    const user = await enrol(await newUser(tenant, 'staff'));
    const code = user.recovery();
    const answers = await Promise.all(Array.from({ length: 10 }, () => mfa('/recovery-codes', { code }, user.token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('of another user are worth nothing', async () => {
    const [one, other] = [await enrol(await newUser(tenant, 'staff')), await enrol(await newUser(tenant, 'staff'))];
    expectInvalid(on, await mfa('/totp/disable', { code: one.recovery() }, other.token), 'code');
  });
});

it('A-429: every write is on the trail, and neither rows, trail nor log hold a secret or a code', async () => {
  const user = await newUser(tenant, 'staff');
  const { phone, data } = await begin(user);
  const confirmed = on.data(await mfa('/totp/confirm', { code: phone.code() }, user.token));
  const renewed = on.data(await mfa('/recovery-codes', { code: confirmed.recovery_codes[0] }, user.token));
  const used = renewed.recovery_codes[0] as string;
  expect((await mfa('/totp/disable', { code: used }, user.token)).status).toBe(200);
  const actionsOf = async (type: string) => {
    const listed = await on.get(
      `/audit?record_type=${encodeURIComponent(type)}&record_id=${user.id}&page_size=100`,
      tenant.admin.token,
    );
    return on.rows(listed, 'audit').map(({ action }) => action as string);
  };
  expect(await actionsOf('mfa factor')).toEqual([
    'disable_mfa',
    'use_recovery_code',
    'renew_recovery_codes',
    'use_recovery_code',
    'enable_mfa',
    'begin_mfa',
  ]);
  expect((await actionsOf('user')).slice(0, 2)).toEqual(['disable_mfa', 'enable_mfa']);
  const secrets = [data.secret, ...confirmed.recovery_codes, ...renewed.recovery_codes] as string[];
  const texts = secrets.flatMap((text) => [text, text.replace('-', '')]);
  const rows = [...(await dump()).values()].join('\n');
  const log = logLines().join('\n');
  for (const text of texts) expect([rows.includes(text), log.includes(text)]).toEqual([false, false]);
  expect(log).not.toContain('otpauth:');
  expect(new Phone(data.secret).code()).toMatch(/^\d{6}$/);
});

it('a factor that was begun for one account confirms no other', async () => {
  const [one, other] = [await newUser(tenant, 'staff'), await newUser(tenant, 'staff')];
  const { phone } = await begin(one);
  await begin(other);
  expectInvalid(on, await mfa('/totp/confirm', { code: phone.code() }, other.token), 'code');
  expect((await call('GET', '/api/v1/auth/mfa/', { token: other.token })).body.data.enabled).toBe(false);
});
