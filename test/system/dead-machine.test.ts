import { ShardNodes } from '@usaha/core';
import { NO_TENANT, OutboxDispatcher, announce, type Context } from '@usaha/shared';
import { forgetHandled, outboxBacklog } from '@usaha/shared/operation';
import { openContexts } from '../support/contexts.js';
import { openDatabase } from '../support/opened-database.js';
import { PASSWORD, unique } from '../support/people.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  newTenantAt,
  signInAt,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';
import { TwoMachines } from '../support/two-machines.js';

/** A machine of a sharded database that does not answer stops its own tenants, and no others. */

jest.setTimeout(120_000);

let own: OwnDatabase;
let machines: TwoMachines;
let service: OwnService;
let here: OwnTenant;
let there: OwnTenant;
beforeAll(async () => {
  own = await clonedDatabase();
  machines = await TwoMachines.over(own.ownerUrl);
  service = await startOwnService(own);
  here = await newTenantAt(service);
  there = await newTenantAt(service);
  await machines.onTheSecond(there.id);
  // An account without a tenant is on the first.
  await register(`${unique('new')}@example.com`);
});
afterEach(() => machines.startAll());
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

const signIn = (username: string, password: string, tenant?: string) =>
  at(service).post('/api/v1/auth/login/', { username, password, ...(tenant && { tenant_id: tenant }) });
const register = (email: string) =>
  at(service).post('/api/v1/auth/register/', { username: email, email, password: PASSWORD });
const users = (token: string) => at(service).get('/api/v1/users/', token);
const ready = () => at(service).get('/health/ready');
const tidOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString()) as { tid: string }).tid;

it('its tenants are 503 with Retry-After, all others are served, and readiness says that it is a part', async () => {
  expect((await ready()).body).toMatchObject({
    status: 'up',
    database: 'up',
    migrations: 'done',
    machines: { up: 2, down: 0 },
  });
  await machines.stop(2);
  expect((await users(here.admin.token)).status).toBe(200);
  const refused = await users(there.admin.token);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  const part = await ready();
  expect([part.status, part.body]).toMatchObject([
    200,
    { status: 'up', database: 'part', migrations: 'done', machines: { up: 1, down: 1 } },
  ]);
  await machines.stop(1);
  const down = await ready();
  expect([down.status, down.body]).toMatchObject([
    503,
    { status: 'down', database: 'down', migrations: 'done', machines: { up: 0, down: 2 } },
  ]);
  await machines.startAll();
  expect((await users(there.admin.token)).status).toBe(200);
  expect((await ready()).body.database).toBe('up');
});

describe('a sign-in', () => {
  it('without a tenant is answered by the machine that holds the account, else 503', async () => {
    await machines.stop(2);
    expect((await signIn(here.admin.email, PASSWORD)).status).toBe(200);
    const lost = await signIn(there.admin.email, PASSWORD);
    expect([lost.status, lost.headers.get('retry-after')]).toEqual([503, '1']);
    await machines.startAll();
    const member = {
      username: unique('member'),
      email: here.admin.email,
      password: 'the other password',
      role: 'staff',
    };
    expect((await at(service).post('/api/v1/users/', member, there.admin.token)).status).toBe(201);
    await machines.stop(2);
    expect((await signIn(here.admin.email, PASSWORD)).status).toBe(200);
    // It might be the password of the membership that cannot be looked at just now.
    expect((await signIn(here.admin.email, 'the other password')).status).toBe(503);
    await machines.startAll();
    expect((await signIn(here.admin.email, 'the other password')).status).toBe(200);
    expect((await signIn(there.admin.email, PASSWORD)).status).toBe(200);
    expect((await signIn(here.admin.email, 'another password')).status).toBe(401);
  });

  it('that names the tenant asks no other machine', async () => {
    await machines.stop(2);
    expect((await signIn(here.admin.email, PASSWORD, here.slug)).status).toBe(200);
    expect((await signIn(here.admin.email, 'another password', here.slug)).status).toBe(401);
    expect((await signIn(there.admin.email, PASSWORD, there.slug)).status).toBe(503);
  });
});

describe('a session of an account that takes a tenant', () => {
  it('moves with it: its tokens work on where those without a tenant cannot be reached, and end permanently', async () => {
    const email = `${unique('new')}@example.com`;
    expect((await register(email)).status).toBe(201);
    const [phone, desk] = [await signInAt(service, email), await signInAt(service, email)];
    const fields = { name: unique('Kedai'), email, business_type: 'RETAIL' };
    const tenant = (await at(service).post('/v1/tenants', fields, phone.token)).body;
    const rows = await sql<{ tenant_id: string }>(
      own.ownerUrl,
      'select s.tenant_id from core.sessions s join core.users u on u.id = s.user_id where u.email = $1',
      [email],
    );
    expect(rows.map(({ tenant_id }) => tenant_id)).toEqual([tenant.id, tenant.id]);

    await machines.onTheSecond(NO_TENANT);
    await machines.stop(2);
    expect((await users(phone.token)).status).toBe(200);
    const refreshed = await at(service).post('/api/v1/auth/refresh/', { refresh_token: phone.refresh_token });
    expect([tidOf(phone.refresh_token), tidOf(refreshed.body.data.access_token)]).toEqual([NO_TENANT, tenant.id]);
    expect((await users(refreshed.body.data.access_token)).status).toBe(200);
    expect((await at(service).post('/api/v1/auth/logout/', {}, phone.token)).status).toBe(200);
    const after = await Promise.all([phone.token, refreshed.body.data.access_token, desk.token].map(users));
    expect(after.map(({ status }) => status)).toEqual([401, 401, 200]);
  });
});

describe('events', () => {
  it('of others are handled, those of its tenants when it is back; what is counted and thrown away is of the rest', async () => {
    const database = await openDatabase(own.appUrl);
    const contexts = await openContexts(database);
    await service.stop();
    const as = <T>(tenant_id: string, work: (ctx: Context) => Promise<T>, now = new Date()): Promise<T> =>
      database.work({ tenant_id, actor: null, now }, work);
    const handled: string[] = [];
    database.events.on('dead.machine', 'note', (_, { tenant_id }) => Promise.resolve(void handled.push(tenant_id)));
    const failures: unknown[] = [];
    const dispatcher = new OutboxDispatcher(database, {
      now: () => new Date(),
      failed: (error) => void failures.push(error),
      nodes: (hasFailed) => contexts.get(ShardNodes)[hasFailed ? 'doubted' : 'list'](new Date()),
      perNode: (tenant_ids) => contexts.get(ShardNodes).perNode(new Date(), tenant_ids),
    });
    const stopped = (work: (ctx: Context) => Promise<unknown>) =>
      expect(as(NO_TENANT, work)).rejects.toMatchObject({ kind: 'unavailable' });
    try {
      await dispatcher.drain();
      for (const { id } of [here, there]) await as(id, async (ctx) => announce(ctx, 'dead.machine', {}));
      await machines.stop(2);
      await dispatcher.drain();
      expect(handled).toEqual([here.id]);
      // The look through all, and that on the machine itself.
      expect(failures).toMatchObject([{ kind: 'unavailable' }, { kind: 'unavailable' }]);
      // One statement for all cannot be answered; each machine by itself can be asked.
      await stopped((ctx) => outboxBacklog(ctx));
      const [one, two] = await contexts.get(ShardNodes).list(new Date());
      expect(await as(NO_TENANT, (ctx) => outboxBacklog(ctx, one))).toMatchObject({ due: 0 });
      await stopped((ctx) => outboxBacklog(ctx, two));
      const inTwoWeeks = new Date(Date.now() + 14 * 86_400_000);
      expect(await as(NO_TENANT, (ctx) => forgetHandled(ctx, one), inTwoWeeks)).toBeGreaterThan(0);
      await machines.startAll();
      await dispatcher.drain();
      expect(handled).toEqual([here.id, there.id]);
    } finally {
      await contexts.close();
      await database.end();
    }
  });
});
