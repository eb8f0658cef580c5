import { reference, type Json } from '../../support/client.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { INSTANT, UUID, expectKeys } from '../../support/core-shapes.js';
import { newAccount, newTenant, newUser, signIn, type Person, type TestTenant } from '../../support/people.js';

const SESSION = 'id created_at last_seen_at expires_at address user_agent mfa_at is_current'.split(' ');

let tenant: TestTenant;
let member: Person;
beforeEach(async () => {
  tenant = await newTenant();
  member = await newUser(tenant, 'staff');
});

const again = (person: Person) => signIn(person.username, person.password, tenant.id);
const listed = async (token: string) => on.data(await on.get('/auth/sessions', token));
const end = (id: string, token: string) => on.send('DELETE', `/auth/sessions/${id}`, { token });
/** What both tokens of a session are answered. */
const works = async ({ token, refresh_token }: { token: string; refresh_token: string }) => [
  (await on.get('/users', token)).status,
  (await on.post('/auth/refresh', { refresh_token })).status,
];

describe('A-410: GET auth/sessions/', () => {
  it('lists the own live sessions, newest first, with the client that signed in', async () => {
    const headers = { 'User-Agent': `Till/1.0 ${'x'.repeat(300)}` };
    const body = { username: member.username, password: member.password, tenant_id: tenant.id };
    const { data } = (await reference.post('/auth/login/', body, { headers })).body;
    const sessions = await listed(data.access_token);
    expect(sessions).toHaveLength(2);
    expectKeys(sessions[0], SESSION);
    expect(sessions[0]).toEqual({
      id: expect.stringMatching(UUID),
      created_at: expect.stringMatching(INSTANT),
      last_seen_at: expect.stringMatching(INSTANT),
      expires_at: expect.stringMatching(INSTANT),
      address: expect.stringMatching(/^127\.0\.0\.1$|^::1$/),
      user_agent: `Till/1.0 ${'x'.repeat(191)}`,
      mfa_at: null,
      is_current: true,
    });
    expect([sessions[1].is_current, sessions[1].created_at <= sessions[0].created_at]).toEqual([false, true]);
    expect(Date.parse(sessions[0].expires_at) - Date.parse(sessions[0].created_at)).toBe(30 * 86_400_000);
  });

  it('lists none of another user, and none that ended', async () => {
    const { token } = await again(member);
    await on.post('/auth/logout', undefined, token);
    expect(await listed(member.token)).toHaveLength(1);
    expect(await listed(tenant.admin.token)).toHaveLength(1);
  });

  it('is there for accounts without a tenant, and goes with the account into its tenant', async () => {
    const account = await newAccount();
    const second = await signIn(account.username, account.password);
    const before = await listed(account.token);
    expect(before).toHaveLength(2);
    const made = await on.post('/tenants', { name: account.username, business_type: 'retail' }, account.token);
    expect(made.status).toBe(201);
    const after = await listed(second.token);
    // A job may have written the last use meanwhile.
    const moved = before.map((one: Json, i: number) => ({
      ...one,
      is_current: i === 0,
      last_seen_at: expect.any(String),
    }));
    expect(after).toEqual(moved);
  });
});

describe('A-410: DELETE auth/sessions/{session_id}/', () => {
  it('ends one of three: both its tokens are refused, those of the others work', async () => {
    const [second, third] = [await again(member), await again(member)];
    const id = (await listed(second.token)).find((one: { is_current: boolean }) => one.is_current).id;
    const answer = await end(id, third.token);
    expect([answer.status, on.data(answer)]).toEqual([200, { id, deleted: true }]);
    expect(await works(second)).toEqual([401, 401]);
    for (const alive of [member, third]) expect(await works(alive)).toEqual([200, 200]);
    expect((await end(id, third.token)).status).toBe(404);
  });

  it('answers two requests at once with 200 and 404', async () => {
    const { token } = await again(member);
    const [{ id }] = await listed(token);
    const answers = await Promise.all([1, 2].map(() => end(id, member.token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it('finds no session of another user, also for an administrator', async () => {
    const [{ id }] = await listed(member.token);
    for (const token of [tenant.admin.token, (await newTenant()).admin.token])
      expect((await end(id, token)).status).toBe(404);
    for (const unknown of [UNKNOWN_ID, 'none']) expect((await end(unknown, member.token)).status).toBe(404);
    expect(await works(member)).toEqual([200, 200]);
  });

  it('ends the session of the request, too', async () => {
    const [{ id }] = await listed(member.token);
    expect((await end(id.toUpperCase(), member.token)).status).toBe(200);
    expect(await works(member)).toEqual([401, 401]);
  });
});

describe('A-410: POST auth/sessions/end-others/', () => {
  it('ends all sessions of the user but that of the request', async () => {
    const [second, third] = [await again(member), await again(member)];
    const answer = await on.post('/auth/sessions/end-others', undefined, second.token);
    expect([answer.status, on.data(answer)]).toEqual([200, { ended: 2 }]);
    for (const ended of [member, third]) expect(await works(ended)).toEqual([401, 401]);
    expect(await works(second)).toEqual([200, 200]);
    expect((await on.get('/users', tenant.admin.token)).status).toBe(200);
    expect(on.data(await on.post('/auth/sessions/end-others', undefined, second.token))).toEqual({ ended: 0 });
  });
});

describe('A-410: POST users/{user_id}/end-sessions/', () => {
  const endAll = (id: string | number, token: string) => on.post(`/users/${id}/end-sessions`, undefined, token);

  it('lets administrators end all sessions of a user, who may sign in again', async () => {
    const second = await again(member);
    const answer = await endAll(member.number, tenant.admin.token);
    expect([answer.status, on.data(answer)]).toEqual([200, { ended: 2 }]);
    for (const ended of [member, second]) expect(await works(ended)).toEqual([401, 401]);
    expect(await works(await again(member))).toEqual([200, 200]);
  });

  it('is refused to other roles, and finds no user of another tenant', async () => {
    const manager = await newUser(tenant, 'manager');
    expect((await endAll(member.id, manager.token)).status).toBe(403);
    expect((await endAll(manager.id, manager.token)).status).toBe(403);
    expect((await endAll(member.id, (await newTenant()).admin.token)).status).toBe(404);
    expect((await endAll(UNKNOWN_ID, tenant.admin.token)).status).toBe(404);
    expect(await works(member)).toEqual([200, 200]);
  });

  it('A-429: is on the audit trail with the number of sessions, as are the others', async () => {
    const second = await again(member);
    await on.post('/auth/sessions/end-others', undefined, second.token);
    await endAll(member.id, tenant.admin.token);
    const entries = on.rows(await on.get(`/audit?action=end_sessions&record_id=${member.id}`, tenant.admin.token), '');
    expect(entries.map(({ actor_id, changes }) => [actor_id, changes])).toEqual([
      [tenant.admin.id, { sessions_ended: { before: null, after: 1 } }],
      [member.id, { sessions_ended: { before: null, after: 1 } }],
    ]);
  });
});
