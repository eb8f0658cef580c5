import pg from 'pg';
import { useServer, type Answer } from '../support/client.js';
import { CommandLine, refused } from '../support/command-line.js';
import { newAccount, newTenant, newUser, PASSWORD, type TestTenant } from '../support/people.js';
import { testSecrets } from '../support/servers.js';
import { challenge, enrol, mfa, verify, type Enrolled } from '../support/second-factor.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import { TwoMachines } from '../support/two-machines.js';
import { at, eventually, startOwnService, stopOwnServices, type OwnService } from '../support/system-service.js';

/** Second factors where the database is lost, on two instances at once, and from the command line. */

jest.setTimeout(120_000);

let database: OwnDatabase;
let service: OwnService;
let other: OwnService;
let tenant: TestTenant;
beforeAll(async () => {
  database = await clonedDatabase();
  [service, other] = await Promise.all([startOwnService(database), startOwnService(database)]);
  useServer(service.baseUrl);
  tenant = await newTenant();
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

const enrolled = async (): Promise<Enrolled> => enrol(await newUser(tenant, 'staff'));
const verifyAt = (where: OwnService, mfa_token: string, code: string): Promise<Answer> =>
  at(where).post('/api/v1/auth/mfa/verify/', { mfa_token, code });

/** Holds rows until it is released, and tells the backends that wait for them. */
async function holding(text: string, values: unknown[]) {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  await client.query('begin');
  const { rowCount } = await client.query(text, values);
  if (!rowCount) throw new Error(`Nothing to hold: ${text}`);
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const waiting = () =>
    sql<{ pid: number }>(database.ownerUrl, 'select pid from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [
      rows[0]?.pid,
    ]);
  return {
    /** Ends the connections that wait, as a lost database does. */
    async cut(): Promise<void> {
      await eventually('a request waits for the row', async () => (await waiting()).length > 0);
      for (const { pid } of await waiting()) await sql(database.ownerUrl, 'select pg_terminate_backend($1)', [pid]);
    },
    isAwaited: (): Promise<true> => eventually('a request waits for the row', async () => (await waiting()).length > 0),
    /** Lets go of the rows, and keeps what was done to them. */
    async commit(): Promise<void> {
      await client.query('commit');
      await client.end();
    },
    async release(): Promise<void> {
      await client.query('rollback');
      await client.end();
    },
  };
}

describe('A-423: a second step', () => {
  it.each([
    ['while the factor is locked', 'select 1 from core.mfa_factors where id = $1 for update'],
    ['at COMMIT', "select 1 from core.sign_in_counts where account = $1 and address = '' for update"],
  ])('changes nothing where the database is lost %s: token and code are good afterwards', async (_when, text) => {
    const user = await enrolled();
    const token = await challenge(user, tenant.slug);
    const code = user.phone.code();
    const facts = () =>
      sql(
        database.ownerUrl,
        `select f.last_step, u.last_login, (select count(*) from core.sessions s where s.user_id = u.id) as sessions
           from core.mfa_factors f join core.users u on u.id = f.id where f.id = $1`,
        [user.id],
      );
    const before = await facts();
    const held = await holding(text, [user.id]);
    const lost = verify(token, code);
    await held.cut();
    expect((await lost).status).toBe(503);
    await held.release();
    expect(await facts()).toEqual(before);
    expect((await verify(token, code)).status).toBe(200);
    expect((await verify(token, code)).body.error.code).toBe('MFA_TOKEN_INVALID');
  });

  it('is answered once with 200 by two instances that are asked twenty times at once', async () => {
    const user = await enrolled();
    const token = await challenge(user, tenant.slug);
    const code = user.phone.code();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => verifyAt(i % 2 ? service : other, token, code)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(19);
  });

  it('A-424: is guessed ten times in an hour on two instances together', async () => {
    const user = await enrolled();
    const tokens = await Promise.all(Array.from({ length: 4 }, () => challenge(user, tenant.slug)));
    const wrong = user.phone.wrong();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => verifyAt(i % 2 ? service : other, tokens[i % 4] as string, wrong)),
    );
    const looked = answers.filter(({ body }) => body.error.code === 'MFA_CODE_INVALID');
    expect(looked).toHaveLength(10);
  });
});

describe('A-402: a challenge of a sign-in', () => {
  it('is not given for a password that was changed while it was looked at', async () => {
    const user = await enrolled();
    const changing = await holding("update core.users set password_hash = password_hash || 'x' where id = $1", [
      user.id,
    ]);
    const signingIn = at(service).post('/api/v1/auth/login/', {
      username: user.email,
      password: PASSWORD,
      tenant_id: tenant.slug,
    });
    const first = await Promise.race([signingIn, changing.isAwaited()]);
    await changing.commit();
    expect(first).toBe(true);
    const { status, body, headers } = await signingIn;
    const wrong = await at(service).post('/api/v1/auth/login/', { username: user.email, password: 'Wr0ngPass!' });
    expect([status, body.error.code, body.error.message]).toEqual([
      401,
      wrong.body.error.code,
      wrong.body.error.message,
    ]);
    expect(headers.get('www-authenticate')).toBe('Bearer realm="usaha"');
  });
});

describe('user:reset-mfa (A-426)', () => {
  const commandLine = new CommandLine();
  afterAll(() => commandLine.close());
  const cli = (...args: string[]) =>
    commandLine.run(args, {
      DATABASE_URL: database.appUrl,
      MIGRATION_DATABASE_URL: database.ownerUrl,
      ...testSecrets,
    });

  it('ends a factor and all sessions on every instance, and is on the audit trail', async () => {
    const user = await enrolled();
    const { code, out } = await cli('user:reset-mfa', tenant.slug, user.email);
    expect([code, out]).toEqual([0, expect.stringContaining(`The second factor of ${user.email} has ended`)]);
    for (const instance of [service, other])
      await eventually(
        'the current token is refused',
        async () => (await at(instance).get('/v1/users', user.token)).status === 401,
        5,
      );
    const body = { email: user.email, password: PASSWORD, tenant_slug: tenant.slug };
    expect((await at(service).post('/v1/auth/login', body)).status).toBe(200);
    const trail = await at(service).get('/api/v1/audit/?action=reset_mfa&record_type=user', tenant.admin.token);
    expect(trail.body.data[0]).toMatchObject({ actor_id: null, record_id: user.id });
    expect(await cli('user:reset-mfa', tenant.slug, user.email)).toEqual(refused('This user has no second factor'));
  });

  it('refuses unknown tenants and users', async () => {
    expect(await cli('user:reset-mfa', 'no-such-tenant', 'x')).toEqual(refused('There is no tenant no-such-tenant'));
    expect(await cli('user:reset-mfa', tenant.slug, 'x@example.com')).toEqual(refused('User not found'));
  });
});

describe('on a database of several machines', () => {
  it('an account enrols, takes a tenant with its factor, signs in with both codes, and has it reset', async () => {
    const own = await clonedDatabase();
    await TwoMachines.over(own.ownerUrl);
    const sharded = await startOwnService(own);
    useServer(sharded.baseUrl);
    const account = await enrol(await newAccount());
    const body = { name: 'Kedai Baharu', email: 'a@example.com', business_type: 'RETAIL' };
    const taken = await at(sharded).post('/v1/tenants', body, account.token);
    expect([taken.status, taken.text]).toEqual([201, expect.any(String)]);
    const { id, slug, name } = taken.body;
    const shop: TestTenant = { id, slug, name, admin: account };
    expect((await verify(await challenge(account, slug), account.phone.code())).status).toBe(200);
    expect((await verify(await challenge(account, slug), account.recovery())).status).toBe(200);
    expect((await verify(await challenge(account, slug), account.phone.wrong())).status).toBe(401);
    const user = await enrol(await newUser(shop, 'staff'));
    expect((await mfa('/step-up', { code: user.phone.code() }, user.token)).status).toBe(200);
    expect((await mfa('/recovery-codes', { code: user.recovery() }, user.token)).status).toBe(200);
    const reset = await at(sharded).post(`/api/v1/users/${user.id}/reset-mfa/`, {}, account.token);
    expect([reset.status, reset.text]).toEqual([200, expect.any(String)]);
    expect((await mfa('/totp/disable', { code: account.phone.code(1) }, account.token)).status).toBe(200);
  });
});
