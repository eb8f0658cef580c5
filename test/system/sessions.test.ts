import { Session } from '@usaha/core';
import { NO_TENANT } from '@usaha/shared';
import { createDataSource, rotateSeals } from '@usaha/shared/operation';
import { SessionClients1764980420000 } from '../../libs/core/dist/migrations/1764980420000-session-clients.js';
import { openDatabase, testKeys } from '../support/opened-database.js';
import { PASSWORD, unique } from '../support/people.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  eventually,
  newMemberAt,
  newTenantAt,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

// Several starts of the service, on a machine that may be busy.
jest.setTimeout(180_000);

const AGENT = 'Kaunter-Satu/7.3';

let database: OwnDatabase;
let service: OwnService;
let tenant: OwnTenant;
beforeAll(async () => {
  database = await clonedDatabase();
  service = await startOwnService(database);
  tenant = await newTenantAt(service);
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

interface Row {
  id: string;
  user_agent: string | null;
  created_at: Date;
  last_seen_at: Date | null;
}
const rowsOf = (user_id: string) =>
  sql<Row>(
    database.ownerUrl,
    'select id, user_agent, created_at, last_seen_at from core.sessions where user_id = $1 order by id',
    [user_id],
  );

const listed = async (on: OwnService, token: string) => (await at(on).get('/api/v1/auth/sessions/', token)).body.data;

/** An account without a tenant that signed in with a user agent. */
async function newAccountAt(on: OwnService) {
  const name = unique('akaun');
  const body = { username: name, email: `${name}@example.com`, password: PASSWORD };
  const made = await at(on).post('/api/v1/auth/register/', body);
  const signedIn = await at(on).send('POST', '/api/v1/auth/login/', { body, headers: { 'user-agent': AGENT } });
  return { id: made.body.data.id as string, token: signedIn.body.data.access_token as string };
}

describe('A-430: the user agent of a session', () => {
  it('lies sealed, and is read in the tenant that its account took', async () => {
    const account = await newAccountAt(service);
    const [before] = await rowsOf(account.id);
    expect(before?.user_agent).toMatch(/^test\./);
    expect(before?.user_agent).not.toContain('Kaunter');
    const made = await at(service).post(
      '/api/v1/tenants/',
      { name: unique('Kedai'), business_type: 'retail' },
      account.token,
    );
    expect(made.status).toBe(201);
    const [after] = await rowsOf(account.id);
    expect([after?.id, after?.user_agent === before?.user_agent]).toEqual([before?.id, false]);
    expect((await listed(service, account.token))[0].user_agent).toBe(AGENT);
  });

  it('is sealed again by seal:rotate, so that the key before it can be taken away', async () => {
    const account = await newAccountAt(service);
    const next = Buffer.alloc(32, 9);
    const opened = await openDatabase(database.ownerUrl, [
      ['next', next],
      ['test', testKeys.seal],
    ]);
    try {
      const as = { tenant_id: NO_TENANT, actor: null, now: new Date() };
      expect(await opened.work(as, (ctx) => rotateSeals(opened, ctx, Session))).toBeGreaterThan(0);
    } finally {
      await opened.end();
    }
    expect((await rowsOf(account.id))[0]?.user_agent).toMatch(/^next\./);
  });
});

describe('A-430: when a session was last used', () => {
  it('is written by a job within a minute', async () => {
    const member = await newMemberAt(service, tenant, 'staff');
    expect((await rowsOf(member.id))[0]?.last_seen_at).toBeNull();
    const used = Date.now();
    expect((await at(service).get('/api/v1/users/', member.token)).status).toBe(200);
    const seen = await eventually(
      'the last use is written',
      async () => (await rowsOf(member.id))[0]?.last_seen_at?.getTime(),
      60,
    );
    expect(seen).toBeGreaterThanOrEqual(used);
    expect(seen).toBeLessThan(used + 5_000);
    const [{ last_seen_at }] = await listed(service, member.token);
    expect(Date.parse(last_seen_at)).toBe(seen);
  });

  it('is written before an instance stops, of tenants and accounts without one', async () => {
    const own = await startOwnService(database);
    const [member, account] = [await newMemberAt(own, tenant, 'staff'), await newAccountAt(own)];
    const used = Date.now();
    await at(own).get('/api/v1/users/', member.token);
    await at(own).get('/api/v1/auth/me/', account.token);
    expect(await own.stop()).toBe(0);
    for (const { id } of [member, account])
      expect((await rowsOf(id))[0]?.last_seen_at?.getTime()).toBeGreaterThanOrEqual(used);
  });
});

it('A-410: sessions from before the upgrade go on, without a client', async () => {
  const own = await clonedDatabase();
  const before = await startOwnService(own);
  const { admin } = await newTenantAt(before);
  await before.stop();
  const dataSource = await createDataSource({ url: own.ownerUrl, entities: [] }).initialize();
  const runner = dataSource.createQueryRunner();
  const upgrade = new SessionClients1764980420000();
  await upgrade.down(runner);
  await upgrade.up(runner);
  await runner.release();
  await dataSource.destroy();
  const after = await startOwnService(own);
  const [session] = await listed(after, admin.token);
  expect(session).toMatchObject({ address: null, user_agent: null, mfa_at: null, is_current: true });
  expect(session.last_seen_at).toBe(session.created_at);
});

describe('A-408: the confirmation of an e-mail', () => {
  it('is shown on the reference surface, and emptied by a PUT that changes the e-mail', async () => {
    const member = await newMemberAt(service, tenant, 'staff');
    const path = `/api/v1/users/${member.id}/`;
    const confirmed = async () => (await at(service).get(path, tenant.admin.token)).body.data.email_confirmed_at;
    await sql(database.ownerUrl, "update core.users set email_confirmed_at = '2026-03-10T08:30:00Z' where id = $1", [
      member.id,
    ]);
    await at(service).put(path, { first_name: 'Aina', email: member.email }, tenant.admin.token);
    expect(await confirmed()).toBe('2026-03-10T08:30:00.000Z');
    const changed = await at(service).put(path, { email: `${unique('baru')}@example.com` }, tenant.admin.token);
    expect([changed.status, await confirmed()]).toEqual([200, null]);
  });
});
