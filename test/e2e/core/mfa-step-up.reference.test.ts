import { ACCOUNT_EVENTS, awaitEvents } from '../../support/awaited-events.js';
import { reference, type Answer } from '../../support/client.js';
import { contractSurface, referenceSurface as on, surfaces } from '../../support/core-surfaces.js';
import { expectConflict, expectRefusal } from '../../support/core-shapes.js';
import { newPatient } from '../../support/healthcare.js';
import { newTenant, newUser, PASSWORD, signIn, type Person, type TestTenant } from '../../support/people.js';
import { begin, challenge, enrol, mfa, verify } from '../../support/second-factor.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';

/** What rests on a second factor of a session: step-up, reset and enforcement. */

jest.setTimeout(60_000);

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await newTenant();
  await awaitEvents(tenant.id, ACCOUNT_EVENTS);
});

const policy = (own: TestTenant, body: object, token = own.admin.token) =>
  reference.put('/account-policy/', body, { token });
const reset = (id: string | number, token: string) => on.post(`/users/${id}/reset-mfa`, {}, token);

/** Moves the moment of the factor in all sessions of a user; the service keeps rights for a second at most. */
async function age(person: Person, seconds: number): Promise<void> {
  const url = workerState().ownerUrl as string;
  const text = 'select id, mfa_at from core.sessions where user_id = $1 and mfa_at is not null';
  // Citus takes no instant less an interval in an UPDATE.
  for (const { id, mfa_at } of await sql<{ id: string; mfa_at: Date }>(url, text, [person.id]))
    await sql(url, 'update core.sessions set mfa_at = $3 where user_id = $1 and id = $2', [
      person.id,
      id,
      new Date(mfa_at.getTime() - seconds * 1_000),
    ]);
  await new Promise((done) => setTimeout(done, 1_100));
}

function expectStepUp(answer: Answer): void {
  expectRefusal(on, answer, 401, 'STEP_UP_REQUIRED');
  expect(answer.headers.get('www-authenticate')).toBe(
    'Bearer error="insufficient_user_authentication", acr_values="mfa", max_age="600"',
  );
}

describe('A-427: operations that need a recent code', () => {
  it('ask a user with a factor again after ten minutes, and not before; other operations do not', async () => {
    const own = await newTenant();
    const admin = await enrol(own.admin);
    const patient = await newPatient(own);
    const [staff, other] = [await enrol(await newUser(own, 'staff')), await enrol(await newUser(own, 'staff'))];
    const needing = [
      () => on.get(`/healthcare/patients/${patient.id}/export`, admin.token),
      () => policy(own, { mfa: 'optional' }, admin.token),
      () => reset(staff.id, admin.token),
    ];
    await age(admin, 590);
    for (const send of needing) expect((await send()).status).toBe(200);
    await age(admin, 20);
    const erase = () => on.post(`/healthcare/patients/${patient.id}/erase`, { reason: 'asked' }, admin.token);
    for (const send of [...needing, erase]) expectStepUp(await send());
    for (const surface of surfaces) expect((await surface.get('/users', admin.token)).status).toBe(200);
    expect((await on.get('/account-policy', admin.token)).status).toBe(200);

    const stepped = await mfa('/step-up', { code: admin.phone.code() }, admin.token);
    expect(stepped.status).toBe(200);
    const { mfa_at, expires_at } = stepped.body.data;
    expect(Date.parse(expires_at) - Date.parse(mfa_at)).toBe(600_000);
    expect(Math.abs(Date.parse(mfa_at) - Date.now())).toBeLessThan(10_000);
    expect((await on.get(`/healthcare/patients/${patient.id}/export`, admin.token)).status).toBe(200);
    expect((await reset(other.id, admin.token)).status).toBe(200);
  });

  it('do not ask users without a factor', async () => {
    const patient = await newPatient(tenant);
    expect((await on.get(`/healthcare/patients/${patient.id}/export`, tenant.admin.token)).status).toBe(200);
    expect((await policy(tenant, { password_min_length: 8 })).status).toBe(200);
  });

  it('refuse a role before they ask for a code', async () => {
    const staff = await enrol(await newUser(tenant, 'staff'));
    await age(staff, 900);
    expectRefusal(on, await policy(tenant, { mfa: 'optional' }, staff.token), 403);
  });

  it('take the code of a sign-in, of one step or two, for the session that it began alone', async () => {
    const own = await newTenant();
    const admin = await enrol(own.admin);
    const verified = await verify(await challenge(admin, own.slug), admin.phone.code());
    const oneStep = await on.send('POST', '/auth/login', {
      body: { username: admin.email, password: PASSWORD },
      headers: { 'mfa-code': admin.recovery() },
    });
    await sql(
      workerState().ownerUrl as string,
      'update core.sessions set mfa_at = null where user_id = $1 and created_at = (select min(created_at) from core.sessions where user_id = $1)',
      [admin.id],
    );
    await new Promise((done) => setTimeout(done, 1_100));
    for (const answer of [verified, oneStep])
      expect((await policy(own, { mfa: 'optional' }, answer.body.data.access_token)).status).toBe(200);
    expectStepUp(await policy(own, { mfa: 'optional' }, admin.token));
  });

  it('need a factor and a right code to be stepped up to', async () => {
    const user = await newUser(tenant, 'staff');
    expectConflict(on, await mfa('/step-up', { code: '123456' }, user.token), 'code');
    const enrolled = await enrol(user);
    expect((await mfa('/step-up', { code: enrolled.phone.wrong() }, user.token)).status).toBe(400);
  });
});

describe('A-426: a lost factor', () => {
  it('is reset by another administrator: sessions end, codes are worth nothing, and the password alone signs in', async () => {
    const user = await enrol(await newUser(tenant, 'staff'));
    const token = await challenge(user, tenant.slug);
    const answer = await reset(user.number, tenant.admin.token);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ id: user.id, mfa_enabled: false });
    expectRefusal(on, await on.get('/users', user.token), 401);
    expectRefusal(on, await verify(token, user.phone.code()), 401, 'MFA_TOKEN_INVALID');
    for (const surface of surfaces) expect((await surface.login(user.email, PASSWORD, tenant.slug)).status).toBe(200);
    const [entry] = on.rows(
      await on.get(`/audit?record_type=user&record_id=${user.id}&action=reset_mfa`, tenant.admin.token),
      'audit',
    );
    expect(entry).toMatchObject({
      actor_id: tenant.admin.id,
      changes: { mfa_enabled: { before: true, after: false } },
    });
    const text = 'select kind from core.account_letters where user_id = $1 order by id desc limit 1';
    expect(await sql(workerState().ownerUrl as string, text, [user.id])).toEqual([{ kind: 'factor_reset' }]);
    const names =
      "select name from kernel.outbox where payload::text like $1 and name like 'core.user.mfa%' order by at";
    const events = await sql<{ name: string }>(workerState().ownerUrl as string, names, [`%${user.id}%`]);
    expect(events.map(({ name }) => name)).toEqual(['core.user.mfa_enabled', 'core.user.mfa_disabled']);
  });

  it('of oneself, of a user without one, and of another tenant is not reset', async () => {
    const own = await newTenant();
    const admin = await enrol(own.admin);
    expectConflict(on, await reset(admin.id, admin.token), 'user_id');
    const plain = await newUser(own, 'staff');
    expectConflict(on, await reset(plain.id, admin.token), 'user_id');
    const begun = await newUser(own, 'staff');
    await begin(begun);
    expectConflict(on, await reset(begun.id, admin.token), 'user_id');
    const foreign = await enrol(await newUser(tenant, 'staff'));
    expectRefusal(on, await reset(foreign.id, admin.token), 404);
    const manager = await newUser(tenant, 'manager');
    expectRefusal(on, await reset(foreign.id, manager.token), 403);
    expect((await on.get('/users', foreign.token)).status).toBe(200);
  });

  it('is reset once of ten at once', async () => {
    const user = await enrol(await newUser(tenant, 'staff'));
    const answers = await Promise.all(Array.from({ length: 10 }, () => reset(user.id, tenant.admin.token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
  });
});

describe('A-428: a factor that the policy asks for', () => {
  const required = async (own: TestTenant, demand: string) => {
    const admin = await enrol(own.admin);
    expect((await policy(own, { mfa: demand }, admin.token)).status).toBe(200);
    return admin;
  };

  it('of everyone: without one, users reach auth/ and change-password only, on both surfaces', async () => {
    const own = await newTenant();
    const before = await newUser(own, 'staff');
    const admin = await required(own, 'everyone');
    const after = await signIn((await newUser(own, 'user')).username, PASSWORD, own.id);
    for (const token of [before.token, after.token]) {
      expectRefusal(contractSurface, await contractSurface.get('/users', token), 403);
      expectRefusal(on, await on.get('/users', token), 403, 'MFA_ENROLMENT_REQUIRED');
      expectRefusal(on, await on.get('/retail/products', token), 403, 'MFA_ENROLMENT_REQUIRED');
      expect(on.data(await on.get('/auth/mfa', token))).toMatchObject({ enabled: false, required: true });
    }
    const refused = await contractSurface.get('/users', before.token);
    expect(refused.body).toMatchObject({ code: 'FORBIDDEN', details: { reason: 'mfa_enrolment_required' } });
    const { refresh_token } = before;
    for (const surface of surfaces) expect((await surface.post('/auth/refresh', { refresh_token })).status).toBe(200);
    const body = { current_password: PASSWORD, new_password: 'N3xtPass!word' };
    expect((await on.post(`/users/${before.id}/change-password`, body, before.token)).status).toBe(200);
    expect((await on.get('/users', admin.token)).status).toBe(200);

    const enrolled = await enrol({ ...before, password: 'N3xtPass!word' });
    for (const surface of surfaces) expect((await surface.get('/users', enrolled.token)).status).toBe(200);
    const kept = await mfa('/totp/disable', { code: enrolled.phone.code() }, enrolled.token);
    expectRefusal(on, kept, 409, 'MFA_ENFORCED');
    // The code was not used, and another secret may take the place of the present one.
    expect((await begin({ ...enrolled }, enrolled.phone.code())).data.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect((await policy(own, { mfa: 'optional' }, admin.token)).status).toBe(200);
    expect((await mfa('/totp/disable', { code: enrolled.recovery() }, enrolled.token)).status).toBe(200);
    expect((await contractSurface.post('/auth/logout', {}, after.token)).status).toBe(200);
  });

  it('of administrators: other roles need none', async () => {
    const own = await newTenant();
    await required(own, 'administrators');
    const [manager, second] = [await newUser(own, 'manager'), await newUser(own, 'admin')];
    expect((await on.get('/users', manager.token)).status).toBe(200);
    expectRefusal(on, await on.get('/users', second.token), 403, 'MFA_ENROLMENT_REQUIRED');
    const promoted = await reference.put(`/users/${manager.id}/`, { role: 'admin' }, { token: own.admin.token });
    expect(promoted.status).toBe(200);
    expectRefusal(on, await on.get('/users', manager.token), 403, 'MFA_ENROLMENT_REQUIRED');
  });
});
