import { contract, reference } from '../../support/client.js';
import { everyRole, referenceSurface as on, surfaces } from '../../support/core-surfaces.js';
import { expectConflict, expectInvalid, expectKeys, expectRefusal } from '../../support/core-shapes.js';
import { enrol } from '../../support/second-factor.js';
import { newAccount, newTenant, newUser, unique, type TestTenant } from '../../support/people.js';

/** What a tenant asks of the accounts of its users. */

const PATH = '/account-policy';
const USUAL = {
  mfa: 'optional',
  password_min_length: 8,
  refuse_common_passwords: false,
  invite_new_users: false,
  link_urls: [],
};
const PAGE = 'https://shop.example/welcome?token={token}';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await newTenant();
});

const policy = async (token: string) => on.data(await on.get(PATH, token));

describe('the account policy (A-413)', () => {
  it('is the usual one until it is set; PUT merges, and both show the same five keys', async () => {
    const { token } = tenant.admin;
    expect(await policy(token)).toEqual(USUAL);
    const set = await on.put(PATH, { password_min_length: 10, link_urls: [PAGE] }, token);
    expect(set.status).toBe(200);
    expectKeys(on.data(set), Object.keys(USUAL));
    expect(on.data(set)).toEqual({ ...USUAL, password_min_length: 10, link_urls: [PAGE] });
    expect(on.data(await on.put(PATH, { refuse_common_passwords: true }, token))).toEqual({
      ...USUAL,
      password_min_length: 10,
      refuse_common_passwords: true,
      link_urls: [PAGE],
    });
    const back = await on.put(PATH, USUAL, token);
    expect(on.data(back)).toEqual(USUAL);
    expect(await policy(token)).toEqual(USUAL);
    expect(on.data(await on.put(PATH, {}, token))).toEqual(USUAL);
  });

  it('is for administrators with a tenant alone', async () => {
    const people = await everyRole(tenant);
    for (const role of ['MANAGER', 'STAFF', 'VIEWER'] as const) {
      expectRefusal(on, await on.get(PATH, people[role].token), 403);
      expectRefusal(on, await on.put(PATH, { invite_new_users: true }, people[role].token), 403);
    }
    const account = await newAccount();
    expectRefusal(on, await on.get(PATH, account.token), 403, 'TENANT_REQUIRED');
    expectRefusal(on, await on.get(PATH), 401);
    expect((await contract.get(PATH, { token: tenant.admin.token })).status).toBe(404);
  });

  it('is a tenant’s own', async () => {
    const [one, other] = [await newTenant(), await newTenant()];
    await on.put(PATH, { password_min_length: 30 }, one.admin.token);
    expect(await policy(other.admin.token)).toEqual(USUAL);
  });

  it.each<[string, unknown]>([
    ['mfa', 'always'],
    ['mfa', null],
    ['password_min_length', 7],
    ['password_min_length', 65],
    ['password_min_length', 12.5],
    ['password_min_length', '12'],
    ['password_min_length', null],
    ['refuse_common_passwords', 'yes'],
    ['refuse_common_passwords', null],
    ['invite_new_users', 1],
    ['link_urls', PAGE],
    ['link_urls', [5]],
    ['link_urls', ['http://shop.example/?t={token}']],
    ['link_urls', ['https://user:secret@shop.example/?t={token}']],
    ['link_urls', [PAGE, 'https://shop.example/{token}']],
    ['link_urls', ['https://shop.example/?t={token}\r\nBcc: a@evil.example']],
    ['link_urls', [`https://shop.example/?t={token}&a=${'a'.repeat(480)}`]],
    ['link_urls', Array.from({ length: 11 }, (_, i) => `https://shop.example/${i}?t={token}`)],
  ])('refuses %s: %j by its name, and changes nothing', async (field, value) => {
    const { token } = tenant.admin;
    const before = await policy(token);
    expectInvalid(on, await on.put(PATH, { [field]: value }, token), field);
    expect(await policy(token)).toEqual(before);
  });

  it('asks no others for a second factor before the caller has one: 409 MFA_ENROL_FIRST (A-428)', async () => {
    const { token } = tenant.admin;
    for (const mfa of ['administrators', 'everyone']) {
      const answer = await on.put(PATH, { mfa }, token);
      expectRefusal(on, answer, 409, 'MFA_ENROL_FIRST');
      expect(on.error(answer).code).toBe('MFA_ENROL_FIRST');
      expectConflict(on, answer, 'mfa');
    }
    expect((await policy(token)).mfa).toBe('optional');
    expect((await on.put(PATH, { mfa: 'optional' }, token)).status).toBe(200);
  });

  it('asks others for a second factor once the caller has one', async () => {
    const { admin } = await newTenant();
    await enrol(admin);
    for (const mfa of ['administrators', 'everyone', 'optional']) {
      const answer = await on.put(PATH, { mfa }, admin.token);
      expect([answer.status, on.data(answer)]).toEqual([200, { ...USUAL, mfa }]);
    }
  });

  it('is not changed over what another request has changed meanwhile', async () => {
    const { admin } = await newTenant();
    const tag = async () => (await on.send('GET', PATH, { token: admin.token })).headers.get('etag') as string;
    const before = await tag();
    const put = (body: object, ifMatch: string) =>
      on.send('PUT', PATH, { body, token: admin.token, headers: { 'if-match': ifMatch } });
    expect((await put({ password_min_length: 9 }, before)).status).toBe(200);
    expect((await put({ password_min_length: 10 }, before)).status).toBe(412);
    expect((await put({ password_min_length: 11 }, await tag())).status).toBe(200);
  });

  it('keeps each of the first changes that come at once', async () => {
    const { admin } = await newTenant();
    const changes = [
      { password_min_length: 9 },
      { refuse_common_passwords: true },
      { invite_new_users: true },
      { link_urls: [PAGE] },
    ];
    const answers = await Promise.all(changes.map((change) => on.put(PATH, change, admin.token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await policy(admin.token)).toEqual(Object.assign({}, USUAL, ...changes));
  });

  it('stands on the audit trail', async () => {
    const { admin } = await newTenant();
    await on.put(PATH, { password_min_length: 14 }, admin.token);
    const entries = on.data(await reference.get('/audit/?record_type=account%20policy', { token: admin.token }));
    expect(entries[0]).toMatchObject({
      action: 'update',
      changes: { password_min_length: { before: 8, after: 14 } },
    });
  });
});

describe('users without a password (A-411)', () => {
  it.each(surfaces)('are not made active without one: 409 naming is_active ($name)', async ({ name }) => {
    const { token } = tenant.admin;
    const email = `${unique(name)}@example.com`;
    const body = { email, first_name: 'Siti', last_name: 'Ali', role: 'ADMIN' };
    const { id } = (await contract.post('/users', body, { token })).body;
    expectConflict(on, await on.put(`/users/${id}`, { is_active: true }, token), 'is_active');
    expectConflict(on, await on.put(`/users/${id}`, { is_active: true, first_name: 'Nur' }, token), 'is_active');
    const shown = on.data(await on.get(`/users/${id}`, token));
    expect(shown).toMatchObject({ is_active: false, first_name: 'Siti' });
    expect(on.data(await on.put(`/users/${id}`, { is_active: false }, token)).is_active).toBe(false);
    const active = await on.put(`/users/${id}`, { is_active: true, password: 'An0therPass!' }, token);
    expect(on.data(active).is_active).toBe(true);
  });

  it('do not count as the last administrator, who can be neither demoted nor deactivated', async () => {
    const own = await newTenant();
    const { id, token } = own.admin;
    const pending = { email: `${unique('p')}@example.com`, first_name: 'Siti', last_name: 'Ali', role: 'ADMIN' };
    const made = (await contract.post('/users', pending, { token })).body;
    expect(made.status).toBe('PENDING');
    for (const surface of surfaces)
      expectConflict(surface, await surface.put(`/users/${id}`, { role: surface.role('STAFF') }, token), 'role');
    expectConflict(on, await on.put(`/users/${id}`, { is_active: false }, token), 'is_active');
    expect((await on.put(`/users/${made.id}`, { password: 'An0therPass!' }, token)).status).toBe(200);
    expect((await on.put(`/users/${id}`, { role: 'staff' }, token)).status).toBe(200);
  });

  it('become active with a password alone, and stay inactive where they were', async () => {
    const user = await newUser(tenant, 'staff');
    const { token } = tenant.admin;
    await on.put(`/users/${user.id}`, { is_active: false }, token);
    expect(on.data(await on.put(`/users/${user.id}`, { password: 'An0therPass!' }, token)).is_active).toBe(false);
    expect(on.data(await on.put(`/users/${user.id}`, { is_active: true }, token)).is_active).toBe(true);
  });
});
