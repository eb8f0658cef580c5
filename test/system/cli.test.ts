import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ACCOUNT_EVENTS, awaitEvents } from '../support/awaited-events.js';
import { CommandLine, execute, oneLine, refused, type Ended } from '../support/command-line.js';
import { demoDatabase } from '../support/demo-database.js';
import { PASSWORD } from '../support/people.js';
import { testSecrets } from '../support/servers.js';
import { clonedDatabase, dropDatabases, emptyDatabase, sql, type OwnDatabase } from '../support/system-database.js';
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

/** The command line: what it does, and one clear line with exit code 1 where it does not. */

const root = resolve(__dirname, '../..');
const cliFile = join(root, 'apps/api/bundle/cli.js');
const mainFile = join(root, 'apps/api/bundle/main.js');

const commandLine = new CommandLine();
let folder: string;
let database: OwnDatabase;
let environment: Record<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'usaha-cli-'));
  // As root the embedded database runs under another account, which has to pass through.
  chmodSync(folder, 0o711);
  database = await clonedDatabase();
  environment = { DATABASE_URL: database.appUrl, MIGRATION_DATABASE_URL: database.ownerUrl, ...testSecrets };
});
afterAll(async () => {
  commandLine.close();
  await stopOwnServices();
  await dropDatabases();
  rmSync(folder, { recursive: true, force: true });
});

const cli = (args: string[], extra: Record<string, string> = {}): Promise<Ended> =>
  commandLine.run(args, { ...environment, ...extra }, folder);
/** In a separate process, as production calls it: it has to end by itself, with the right code. */
const cliProcess = (args: string[], extra: Record<string, string> = {}): Promise<Ended> =>
  execute(cliFile, args, { ...environment, ...extra }, folder);
const start = (extra: Record<string, string>): Promise<Ended> =>
  execute(mainFile, [], { PORT: '0', DATA_DIR: join(folder, 'unused'), ...extra }, folder);

describe('the command line', () => {
  it('lists its commands', async () => {
    for (const { code, out } of await Promise.all([cliProcess([]), cli(['help']), cli(['--help'])])) {
      expect(code).toBe(0);
      for (const name of ['migrate', 'seed:demo', 'user:reset-password <tenant>', 'seal:rotate', 'routes', 'doctor'])
        expect(out).toContain(`  ${name}`);
    }
  });

  it('names its version and commit', async () => {
    const [whole, short] = [await cliProcess(['--version'], { USAHA_COMMIT: 'c0ffee1234567' }), await cli(['version'])];
    expect(whole).toMatchObject({ code: 0, err: '' });
    expect(whole.out).toMatch(/^Usaha \d+\.\d+\.\d+ \(commit c0ffee1234567\)\n$/);
    expect(short.out).toMatch(/^Usaha \d+\.\d+\.\d+ \(commit (?:[0-9a-f]{7,40}|unknown)\)\n$/);
  });

  it('says in one line what is wrong with a call, and ends with 1', async () => {
    expect(await cliProcess(['nonsense'])).toEqual(
      refused('There is no command nonsense; npm run cli -- help lists them'),
    );
    expect(await cliProcess(['migrate', 'now'])).toEqual(refused('This command is called: npm run cli -- migrate'));
  });

  it('prints the operations of both surfaces, without a database', async () => {
    const { code, out } = await cli(['routes'], { DATABASE_URL: '' });
    expect(code).toBe(0);
    expect(out).toMatch(/^ {2}POST {3}\/v1\/auth\/login$/m);
    expect(out).toMatch(/^ {2}GET {4}\/api\/v1\/users\/:user_id$/m);
  });

  it('migrates an empty database, once', async () => {
    const { ownerUrl } = await emptyDatabase();
    const urls = { DATABASE_URL: ownerUrl, MIGRATION_DATABASE_URL: '' };
    expect(await cli(['seed:demo'], urls)).toEqual(
      refused(oneLine('The database lacks \\d+ migrations of this version; run npm run cli -- migrate first')),
    );
    const first = await cliProcess(['migrate'], urls);
    expect(first).toMatchObject({ code: 0, out: expect.stringMatching(/^Migrated: Kernel\d+, Core\d+/) });
    expect(await cli(['migrate'], urls)).toEqual({ code: 0, out: 'The schema is up to date already\n', err: '' });
  });

  it('makes the demo businesses, once, and never in production', async () => {
    const { said, ownerUrl, appUrl } = await demoDatabase();
    const again = { DATABASE_URL: appUrl, MIGRATION_DATABASE_URL: ownerUrl };
    const count = () => sql(ownerUrl, `select count(*) from core.users where email like '%@pakdin.example'`);
    expect(said).toContain('din@pakdin.example, tenant demo-kedai-pak-din, password ');
    const people = await count();
    expect(people).not.toEqual([{ count: '0' }]);
    expect(await cli(['seed:demo'], again)).toMatchObject({ code: 0, out: said });
    expect(await count()).toEqual(people);
    const production = { NODE_ENV: 'production', OPERATOR_PASSWORD: 'a long operator password' };
    expect(await cli(['seed:demo'], production)).toEqual(refused(oneLine('not made in production')));
  });

  it('says that no event is parked, and lets none be tried again, where there is none', async () => {
    expect(await cli(['outbox'])).toEqual({ code: 0, out: 'No event is parked\n', err: '' });
    expect(await cli(['outbox', 'retry'])).toEqual({ code: 0, out: 'Events that will be tried again: 0\n', err: '' });
  });

  it('A-479: shows the messages of development, the newest last, and none that has to be looked after', async () => {
    const dir = mkdtempSync(join(folder, 'outbox-'));
    expect(await cli(['messages'], { DATA_DIR: dir })).toMatchObject({
      code: 0,
      out: 'No message lies in the outbox\n',
    });
    mkdirSync(join(dir, 'outbox-messages'));
    const lay = (at: string, way: string, to: string): void =>
      writeFileSync(
        join(dir, 'outbox-messages', `${at}-${way}.json`),
        JSON.stringify({ id: at, way, to, template: 'test', language: 'en', subject: null, text: `By ${way}.`, at }),
      );
    lay('2026-03-10T08', 'sms', '+60123450101');
    lay('2026-03-10T09', 'email', 'siti@example.com');
    lay('2026-03-10T10', 'sms', '+60123450102');
    const heads = async (...args: string[]): Promise<string[]> =>
      (await cli(['messages', ...args], { DATA_DIR: dir })).out.split('\n').filter((line) => line.startsWith('2026'));
    expect(await heads('--last', '2')).toEqual([
      '2026-03-10T09 email to siti@example.com: test (en)',
      '2026-03-10T10 sms to +60123450102: test (en)',
    ]);
    expect(await heads('--to', 'Siti@example.com')).toHaveLength(1);
    expect(await heads('--way', 'sms')).toHaveLength(2);
    expect(await cli(['messages', '--way', 'fax'], { DATA_DIR: dir })).toEqual(
      refused('--way must be whatsapp, sms, email'),
    );
    expect(await cli(['messages', 'open'])).toMatchObject({ code: 0, out: 'No message waits, failed or is unknown\n' });
  });

  it.each(['migrate', 'seal:rotate'])('says in one line that %s cannot reach its database', async (name) => {
    const { code, err } = await cli([name], {
      DATABASE_URL: 'postgresql://app:geheim@localhost:1/usaha',
      MIGRATION_DATABASE_URL: '',
    });
    expect(code).toBe(1);
    expect(err).toMatch(oneLine('The database at localhost:1/usaha cannot be used: connect ECONNREFUSED'));
    expect(err).not.toContain('geheim');
  });
});

describe('while the service runs', () => {
  let service: OwnService;
  let tenant: OwnTenant;
  beforeAll(async () => {
    service = await startOwnService(database);
    tenant = await newTenantAt(service);
  });

  const signIn = (email: string, password: string) =>
    at(service).post('/v1/auth/login', { email, password, tenant_slug: tenant.slug });

  it('user:reset-password ends all sessions, sets what it prints, and is on the audit trail (A-178)', async () => {
    const { admin } = tenant;
    const { code, out } = await cliProcess(['user:reset-password', tenant.slug, admin.email]);
    expect(code).toBe(0);
    const [, password = ''] = /^New password of [^:]+: (\S+)$/m.exec(out) ?? [];
    expect(password).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/);

    await eventually(
      'the current token is refused',
      async () => (await at(service).get('/v1/users', admin.token)).status === 401,
      5,
    );
    const { refresh_token } = admin;
    expect((await at(service).post('/v1/auth/refresh', { refresh_token })).status).toBe(401);
    expect((await signIn(admin.email, PASSWORD)).status).toBe(401);
    const again = await signIn(admin.email, password);
    expect(again.status).toBe(200);

    const trail = await at(service).get('/api/v1/audit/?action=reset_password', again.body.access_token);
    expect(trail.body.data).toEqual([
      expect.objectContaining({ actor_id: null, record_type: 'user', record_id: admin.id, action: 'reset_password' }),
    ]);
    expect(trail.text).not.toContain(password);
    expect(service.output()).not.toContain(password);
  });

  it('user:reset-password is told to the user by letter, and to handlers of events, who learn of a pending user’s activation too (A-429)', async () => {
    const own = await newTenantAt(service);
    const email = `pending-${own.slug}@example.com`;
    const body = { email, first_name: 'Siti', last_name: 'Nur', role: 'STAFF' };
    const pending = (await at(service).post('/v1/users', body, own.admin.token)).body;
    await awaitEvents(own.id, ACCOUNT_EVENTS, database.ownerUrl);
    for (const name of [own.admin.email, email])
      expect((await cli(['user:reset-password', own.slug, name])).code).toBe(0);
    const of = [own.id, [own.admin.id, pending.id]];
    const letters = await sql(
      database.ownerUrl,
      'select kind, user_id from core.account_letters where tenant_id = $1 and user_id = any($2::uuid[]) order by id',
      of,
    );
    expect(letters).toEqual([
      { kind: 'password_was_reset', user_id: own.admin.id },
      { kind: 'password_was_reset', user_id: pending.id },
    ]);
    const events = await sql(
      database.ownerUrl,
      `select name, payload from kernel.outbox where tenant_id = $1 order by at, name desc`,
      [own.id],
    );
    expect(events).toEqual([
      { name: 'core.user.password_reset', payload: { user_id: own.admin.id } },
      { name: 'core.user.password_reset', payload: { user_id: pending.id } },
      {
        name: 'core.user.activated',
        payload: { actor_id: null, data: expect.objectContaining({ id: pending.id, role: 'staff', status: 'active' }) },
      },
    ]);
  });

  it('user:reset-password ends the power over tenants that the user created, and a new one waits for a new password (A-391)', async () => {
    const owner = await newTenantAt(service);
    const branch = { name: 'Cawangan', email: 'b@example.com', business_type: 'RETAIL' };
    const made = await at(service).post('/v1/tenants', branch, owner.admin.token);
    expect(made.status).toBe(201);
    const { out } = await cliProcess(['user:reset-password', owner.slug, owner.admin.email]);
    const [, password = ''] = /^New password of [^:]+: (\S+)$/m.exec(out) ?? [];
    const body = { email: owner.admin.email, password, tenant_slug: owner.slug };
    const { access_token } = (await at(service).post('/v1/auth/login', body)).body;
    expect((await at(service).get(`/v1/tenants/${owner.id}`, access_token)).status).toBe(200);
    expect((await at(service).get(`/v1/tenants/${made.body.id}`, access_token)).status).toBe(404);
    expect((await at(service).post('/v1/tenants', branch, access_token)).status).toBe(403);
  });

  it('tenant:suspend shuts a tenant out until the operator lets it back in, and tenant:list says so (A-391)', async () => {
    const other = await newTenantAt(service);
    const listed = async () =>
      (await cli(['tenant:list'])).out.split('\n').find((line) => line.startsWith(`${other.slug}\t`));
    expect(await listed()).toContain('\tactive\t');
    expect((await cli(['tenant:suspend', other.slug])).code).toBe(0);
    expect(await listed()).toContain('\tsuspended by the operator\t');
    await eventually(
      'the current token is refused',
      async () => (await at(service).get('/v1/users', other.admin.token)).status === 401,
      5,
    );
    const credentials = { email: other.admin.email, password: PASSWORD, tenant_slug: other.slug };
    expect((await at(service).post('/v1/auth/login', credentials)).status).toBe(401);
    expect((await cli(['tenant:suspend', other.slug, '--lift'])).out).toContain('is active again');
    expect((await at(service).post('/v1/auth/login', credentials)).status).toBe(200);
    expect(await cli(['tenant:suspend', 'platform'])).toMatchObject({ code: 1 });
    expect(await cli(['tenant:suspend', 'no-such-tenant'])).toEqual(refused('There is no tenant no-such-tenant'));
  });

  it.each([
    ['no-such-tenant', 'unknown', 'There is no tenant no-such-tenant'],
    ['platform', 'unknown@example.com', 'User not found'],
    ['platform', '2147483647', 'User not found'],
  ])('user:reset-password %s %s: %s', async (tenantName, user, message) => {
    expect(await cli(['user:reset-password', tenantName, user])).toEqual(refused(message));
  });

  it('seal:rotate seals again what an older key sealed, in every tenant and outside them', async () => {
    const old = testSecrets.SEAL_KEYS;
    const body = { username: `sealed-${Date.now()}`, email: `sealed-${Date.now()}@example.com`, password: PASSWORD };
    const account = await at(service).post('/api/v1/auth/register/', { ...body, ic_number: '870615-10-6127' });
    expect(account.status).toBe(201);
    const { token } = await newMemberAt(service, await newTenantAt(service), 'staff', { ic_number: '010203-04-0506' });
    expect(token).toBeTruthy();

    const both = { SEAL_KEYS: `new:${Buffer.alloc(32, 3).toString('base64')},${old}` };
    expect(await cli(['seal:rotate'], { SEAL_KEYS: both.SEAL_KEYS.split(',')[0] ?? '' })).toEqual(
      refused(/^Tenant [0-9a-f-]{36}: A sealed field cannot be opened: key "test" is not configured\n$/),
    );
    const rotated = await cli(['seal:rotate'], both);
    expect(rotated.code).toBe(0);
    // These two, and what the demo businesses have.
    expect(Number(/^Sealed again with key "new": (\d+)\n$/.exec(rotated.out)?.[1])).toBeGreaterThanOrEqual(2);
    expect((await cli(['seal:rotate'], both)).out).toBe('Everything is sealed with key "new" already\n');
    const left = await sql(
      database.ownerUrl,
      `select 1 from core.users where ic_number like 'test.%'
       union all select 1 from healthcare.patients where ic_number like 'test.%' or allergies like 'test.%'
       union all select 1 from healthcare.medical_records where findings like 'test.%'`,
    );
    expect(left).toEqual([]);
  });
});

describe('a database whose migrations were run otherwise than this code would', () => {
  const changed = /^The migration Retail1763700600000 has been changed since it was run on this database; [^\n]*\n$/;
  let urls: Record<string, string>;
  let ownerUrl: string;
  beforeAll(async () => {
    const own = await clonedDatabase();
    ownerUrl = own.ownerUrl;
    urls = { DATABASE_URL: own.appUrl, MIGRATION_DATABASE_URL: ownerUrl };
  });
  const checksums = () =>
    sql<{ name: string; checksum: string | null }>(
      ownerUrl,
      'select name, checksum from usaha_migrations order by name',
    );

  it('is refused in one line by migrate and by a start, and doctor says so', async () => {
    const name = "name = 'Retail1763700600000'";
    const [kept] = await sql<{ checksum: string }>(ownerUrl, `select checksum from usaha_migrations where ${name}`);
    await sql(ownerUrl, `update usaha_migrations set checksum = 'another' where ${name}`);
    expect(await cli(['migrate'], urls)).toEqual(refused(changed));
    expect(await start({ ...environment, ...urls })).toEqual(refused(changed));
    const { code, out } = await cli(['doctor'], { ...urls, PORT: '0' });
    expect(code).toBe(1);
    expect(out).toMatch(/^✗ Migrations +The migration Retail1763700600000 has been changed/m);
    // Put right, it is accepted: see below.
    await sql(ownerUrl, `update usaha_migrations set checksum = '${kept?.checksum}' where ${name}`);
  });

  it('of which some were run by a later release, is served all the same, and doctor names them', async () => {
    const later = "insert into usaha_migrations (timestamp, name) values (1999999999999, 'Later1999999999999')";
    await sql(ownerUrl, later);
    const { code, out } = await cli(['doctor'], { ...urls, PORT: '0' });
    await sql(ownerUrl, `delete from usaha_migrations where name = 'Later1999999999999'`);
    expect(out).toMatch(/^– Migrations +run by another release, [^\n]*: Later1999999999999$/m);
    expect(code).toBe(0);
  });

  it('and has other tables than it works with: doctor names each', async () => {
    await sql(ownerUrl, 'create table retail.strange (id int); alter table core.users add odd text');
    await sql(ownerUrl, 'alter table retail.customers alter first_name drop not null');
    const { code, out } = await cli(['doctor'], { ...urls, PORT: '0' });
    await sql(ownerUrl, 'drop table retail.strange; alter table core.users drop odd');
    await sql(ownerUrl, 'alter table retail.customers alter first_name set not null');
    expect(code).toBe(1);
    expect(out).toMatch(/^✗ Schema +the column core\.users\.odd is unknown to this version$/m);
    expect(out).toMatch(/^✗ Schema +the column retail\.customers\.first_name is "text" instead of "text not null"$/m);
    expect(out).toMatch(/^✗ Schema +the table retail\.strange is unknown to this version$/m);
    expect(out).toMatch(/Not well: 3 of these\.\n$/);
  });

  it('is believed where it kept no checksums, and keeps them from then on', async () => {
    const before = await checksums();
    await sql(ownerUrl, 'alter table usaha_migrations drop column checksum');
    expect((await cli(['doctor'], { ...urls, PORT: '0' })).out).toMatch(/^✓ Migrations +all done$/m);
    expect((await cli(['migrate'], urls)).code).toBe(0);
    expect(await checksums()).toEqual(before);
    expect(before.every(({ checksum }) => /^[0-9a-f]{16}$/.test(checksum ?? ''))).toBe(true);
  });
});

describe('doctor', () => {
  const secrets = [...Object.values(testSecrets), 'another-operator-password'].map((text) =>
    text.replace(/^test:/, ''),
  );

  it('finds a whole installation well, and tells no secret', async () => {
    const { code, out } = await cliProcess(['doctor'], { PORT: '0', OPERATOR_PASSWORD: 'another-operator-password' });
    expect(out).toMatch(/All is well\.\n$/);
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^✓ Node +${process.versions.node}$`, 'm'));
    expect(out).toMatch(/^✓ JWT_KEYS +from the environment: "test" of \d+ bytes$/m);
    expect(out).toMatch(/^✓ SEAL_KEYS +from the environment: "test" of 32 bytes$/m);
    expect(out).toMatch(/^✓ OPERATOR_PASSWORD +is set$/m);
    expect(out).toMatch(/^✓ Database +PostgreSQL \d+\.\d+.* answers at /m);
    expect(out).toMatch(/^✓ Database role +usaha_app; row level security binds it$/m);
    expect(out).toMatch(/^✓ Migrations +all done$/m);
    expect(out).toMatch(/^✓ Schema +tables and columns are as this version describes them$/m);
    expect(out).toMatch(/^✓ Open files +\d+ may be open at once$/m);
    for (const secret of secrets) expect(out).not.toContain(secret);
  });

  it('says which port is held by whom, and what to do', async () => {
    const holder = createServer().listen(0);
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const { code, out } = await cli(['doctor'], { PORT: String(port) });
    holder.close();
    expect(code).toBe(1);
    const who = process.platform === 'linux' ? `process ${process.pid} \\(.+\\)` : 'another process';
    expect(out).toMatch(new RegExp(`^✗ Port +${port} is held by ${who}; stop it, or set another PORT$`, 'm'));
    expect(out).toMatch(/Not well: 1 of these\.\n$/);
  });

  it('says that a database is behind, or cannot be reached', async () => {
    const { ownerUrl } = await emptyDatabase();
    const behind = await cli(['doctor'], { PORT: '0', DATABASE_URL: ownerUrl, MIGRATION_DATABASE_URL: '' });
    expect(behind.code).toBe(1);
    expect(behind.out).toMatch(/^✗ Migrations +pending: Kernel\d+, .*; the next start runs them/m);
    const gone = await cli(['doctor'], { PORT: '0', DATABASE_URL: 'postgresql://a:geheim@localhost:1/x' });
    expect(gone.code).toBe(1);
    expect(gone.out).toMatch(/^✗ Database +The database at localhost:1\/x cannot be used: .*; is it running there/m);
    expect(gone.out).not.toContain('geheim');
  });

  it('names everything that production lacks, each once', async () => {
    const { code, out } = await commandLine.run(
      ['doctor'],
      { NODE_ENV: 'production', PORT: '0', JWT_KEYS: 'k1:geheim' },
      folder,
    );
    expect(code).toBe(1);
    for (const name of ['JWT_KEYS', 'SEAL_KEYS', 'SEARCH_KEY', 'OPERATOR_PASSWORD'])
      expect(out.match(new RegExp(`✗.* ${name} must`, 'g'))).toHaveLength(1);
    expect(out).not.toContain('geheim');
  });
});
