import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, readlinkSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runningEmbeddedPostgres } from '@usaha/embedded-postgres';
import { CommandLine } from '../../support/command-line.js';
import { unique } from '../../support/people.js';
import { startServer, type ServerProcess } from '../../support/servers.js';
import { sql } from '../../support/system-database.js';
import { at, eventually, newMemberAt, newTenantAt, signInAt, type OwnTenant } from '../../support/system-service.js';
import { cleanUp, closedFolder, openFolder, serverPid } from './starter.js';

// Several starts of the service, on a machine that may be busy.
jest.setTimeout(180_000);

/** The service on the database that it brings along: told to stop while it starts, left alone by its server, backed up, restored. */

const folder = openFolder();
const dir = join(folder, 'data');
const commandLine = new CommandLine();
const main = resolve(__dirname, '../../../apps/api/bundle/main.js');
const dieWithParent = resolve(__dirname, '../../support/die-with-parent.mjs');

let service: ServerProcess;
const started: ServerProcess[] = [];
const children = new Set<ChildProcess>();
async function serve(environment: Record<string, string>): Promise<ServerProcess> {
  const log = join(folder, `server-${started.length}.log`);
  const server = await startServer({ SEED_DEMO: 'false', ...environment }, log);
  started.push(server);
  return server;
}

afterAll(async () => {
  commandLine.close();
  for (const child of children) child.kill('SIGKILL');
  for (const server of started) await server.stop('SIGKILL');
  await cleanUp();
});

const cli = (args: string[], environment: Record<string, string> = { DATA_DIR: dir }) =>
  commandLine.run(args, environment, folder);
const outputOf = (server: ServerProcess): string =>
  readFileSync(join(folder, `server-${started.indexOf(server)}.log`), 'utf8');

/** Servers and their children work in the data directory itself. */
const processesIn = (path: string): string[] =>
  (process.platform === 'linux' ? readdirSync('/proc') : []).filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`).startsWith(path);
    } catch {
      return false;
    }
  });

/** A start that is sent a signal `later` milliseconds after a condition holds. */
async function toldToStop(
  isSo: (said: string) => boolean | Promise<boolean>,
  later: number,
  signal: NodeJS.Signals,
): Promise<{ code: number | null; said: string; left: string[]; processes: string[] }> {
  const env = { PATH: process.env.PATH, DATA_DIR: dir, PORT: '0', SEED_DEMO: 'true', LOG_PRETTY: 'false' };
  const child = spawn(process.execPath, ['--import', dieWithParent, main], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const closed = once(child, 'close');
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  children.add(child);
  await eventually('the moment has come', async () => child.exitCode !== null || (await isSo(said)));
  setTimeout(() => child.kill(signal), later);
  const [code] = (await closed) as [number | null];
  children.delete(child);
  const left = readdirSync(dir).filter((name) => /lock|unfinished/.test(name));
  if (existsSync(join(dir, 'postgres', 'postmaster.pid'))) left.push('postmaster.pid');
  return { code, said, left, processes: processesIn(dir) };
}

describe('a start that is told to stop', () => {
  const begun = () => existsSync(join(dir, 'usaha.lock.json'));
  const launched = () => existsSync(join(dir, 'postgres', 'postmaster.pid'));
  const answers = async () => (await runningEmbeddedPostgres(dir).catch(() => undefined)) !== undefined;
  const seeds = async () => {
    const url = (await runningEmbeddedPostgres(dir).catch(() => undefined))?.url('usaha', 'usaha');
    const rows = await sql(url ?? '', `select 1 from core.tenants where slug like 'demo-%'`).catch(() => []);
    return rows.length > 0;
  };
  const hasSaid = (text: string) => (said: string) => said.includes(text);

  it.each<[string, (said: string) => boolean | Promise<boolean>, number, NodeJS.Signals]>([
    ['while it makes the database', hasSaid('making a PostgreSQL'), 100, 'SIGTERM'],
    ['while the server starts', launched, 0, 'SIGTERM'],
    ['while it migrates', answers, 200, 'SIGINT'],
    ['while it seeds', seeds, 0, 'SIGTERM'],
    ['at some moment', begun, 700 * Math.random(), 'SIGINT'],
    ['at some moment', begun, 2_500 * Math.random(), 'SIGTERM'],
  ])('%s ends with 0, its PostgreSQL stopped and no lock left', async (_, isSo, later, signal) => {
    const ended = await toldToStop(isSo, later, signal);
    expect(ended).toEqual({ code: 0, said: expect.any(String), left: [], processes: [] });
    expect(ended.said).toMatch(/^SIG\w+: (the start was broken off|finishing requests)[^\n]*\n$/m);
  });
});

/** Writes of several callers at once, until they are stopped; what was answered with 201, by id. */
class Load {
  readonly acknowledged: string[] = [];
  readonly refused = new Set<number>();
  private stopped = false;
  private readonly callers: Promise<unknown>;

  constructor(
    private readonly baseUrl: string,
    private readonly token: string,
    count: number,
  ) {
    this.callers = Promise.all(Array.from({ length: count }, () => this.call()));
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.callers;
  }

  private async call(): Promise<void> {
    while (!this.stopped) {
      const email = `${unique('load')}@example.com`;
      // Not through the tests' client: of what is refused here no more than its status is looked at.
      const response = await fetch(`${this.baseUrl}/v1/users`, {
        method: 'POST',
        headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ email, first_name: 'Siti', last_name: 'Nur', role: 'STAFF' }),
      });
      const body = (await response.json()) as { id: string };
      if (response.status === 201) this.acknowledged.push(body.id);
      else this.refused.add(response.status);
    }
  }
}

const ready = async (server: ServerProcess): Promise<number> => (await at(server).get('/health/ready')).status;

/** Users of the load without their entry on the audit trail, or entries without their user: one transaction wrote both. */
const halves = async (path: string, tenant: OwnTenant): Promise<unknown[]> =>
  sql(
    (await runningEmbeddedPostgres(path))?.url('usaha', 'usaha') ?? '',
    `select u.id as user_id, a.id as entry
     from (select * from core.users where tenant_id = $1) u
     full join (select * from kernel.audit_entries where tenant_id = $1 and record_type = 'user' and action = 'create') a
       on a.record_id = u.id
     where (u.id is null or a.id is null) and u.id is distinct from $2`,
    [tenant.id, tenant.admin.id],
  );

const missing = async (path: string, ids: readonly string[]): Promise<unknown[]> =>
  sql(
    (await runningEmbeddedPostgres(path))?.url('usaha', 'usaha') ?? '',
    'select id from unnest($1::uuid[]) as id where not exists (select from core.users u where u.id = id.id)',
    [ids],
  );

/** The faults that PostgreSQL's own check finds in tables and their indexes. */
async function damaged(path: string): Promise<unknown[]> {
  const url = (await runningEmbeddedPostgres(path))?.url('usaha', 'usaha') ?? '';
  await sql(url, 'create extension amcheck');
  // It fails where an index does not agree with its table.
  await sql(
    url,
    `select bt_index_check(c.oid, true) from pg_class c join pg_am a on a.oid = c.relam and a.amname = 'btree'
     where c.relkind = 'i' and c.relpersistence = 'p'`,
  );
  return sql(url, `select c.relname, v.* from pg_class c, verify_heapam(c.oid) v where c.relkind = 'r'`);
}

describe('a running service', () => {
  // A folder that no other account can pass through: as root, PostgreSQL's own user cannot either.
  const restored = join(closedFolder(), 'data');
  let other: ServerProcess;
  let tenant: OwnTenant;
  beforeAll(async () => {
    service = await serve({ DATA_DIR: dir });
    tenant = await newTenantAt(service);
  });

  it.each<NodeJS.Signals>(['SIGKILL', 'SIGQUIT'])(
    'whose PostgreSQL ends by %s starts it again, is not ready meanwhile, and has lost nothing that it acknowledged',
    async (signal) => {
      const load = new Load(service.baseUrl, tenant.admin.token, 2);
      await eventually('the load is under way', () => load.acknowledged.length > 5);
      const pid = serverPid(dir);
      process.kill(pid, signal);
      await eventually('it is not ready', async () => (await ready(service)) === 503);
      await eventually('it is ready again', async () => (await ready(service)) === 200);
      const before = load.acknowledged.length;
      await eventually('the load goes on', () => load.acknowledged.length > before + 5);
      await load.stop();
      expect(serverPid(dir)).not.toBe(pid);
      expect([...load.refused]).toEqual([503]);
      expect(await missing(dir, load.acknowledged)).toEqual([]);
      expect(await halves(dir, tenant)).toEqual([]);
      expect(outputOf(service)).toMatch(new RegExp(`PostgreSQL \\(process ${pid}\\) has ended unexpectedly`));
    },
  );

  it('is backed up under a load of writes: restored, it has all that was acknowledged until then, and no session', async () => {
    const ic_number = '870615-10-6127';
    const sealed = await newMemberAt(service, tenant, 'staff', { ic_number });
    const backup = join(folder, 'backup');
    const load = new Load(service.baseUrl, tenant.admin.token, 2);
    await eventually('the load is under way', () => load.acknowledged.length > 5);
    const before = [...load.acknowledged];
    const made = await cli(['backup', backup]);
    await load.stop();
    expect(made).toMatchObject({ code: 0, err: '' });
    // On a slow machine it says in between how far it is.
    expect(made.out).toMatch(
      /^PostgreSQL has begun the backup at [^\n]*\n( +copied so far: [^\n]*\n)*PostgreSQL has ended the backup/m,
    );
    expect(made.out).toMatch(/^The backup in \S+ is complete: \d+ files, \d+ MB$/m);
    expect(made.out).toMatch(/^It has no keys that open its sealed fields\./m);
    expect(readdirSync(backup).sort()).toEqual(['postgres', 'usaha-backup.json']);
    for (const name of ['', 'usaha-backup.json', 'postgres/backup_label'])
      expect(statSync(join(backup, name)).mode & 0o077).toBe(0);
    expect(load.acknowledged.length).toBeGreaterThan(before.length);

    expect(await cli(['restore', backup], { DATA_DIR: restored })).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(/^The backup in \S+ holds no keys that open its sealed fields; give [^\n]*\n$/),
    });
    const keys = join(folder, 'keys.json');
    expect(await cli(['backup:keys', keys])).toMatchObject({ code: 0, err: '' });
    expect(Object.keys(JSON.parse(readFileSync(keys, 'utf8')))).toEqual(['seal_keys', 'search_key']);
    const done = await cli(['restore', backup, '--seal-keys', keys], { DATA_DIR: restored });
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(done.out).toMatch(/^All sessions of the backup are over, and new keys sign tokens from here on$/m);
    expect(statSync(join(restored, 'secrets.json')).mode & 0o777).toBe(0o600);
    // Letters of the original may have been sent since.
    const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'surat@usaha.example' };
    const doctor = await cli(['doctor'], { DATA_DIR: restored, ...mail });
    expect(doctor.out).toMatch(/✗ Letters +held, since this copy was restored/);
    other = await serve({ DATA_DIR: restored, DATABASE_RESTART_SECONDS: '2', ...mail });
    expect(outputOf(other)).toContain('Letters are held, since this copy was restored');
    const release = () => cli(['letters:send'], { DATA_DIR: restored });
    expect((await release()).out).toMatch(/held no more/);
    expect((await release()).out).toMatch(/^No letters are held/);
    expect(await missing(restored, before)).toEqual([]);
    expect(await halves(restored, tenant)).toEqual([]);
    // A token signed before, and a field sealed before.
    const users = `/api/v1/users/${sealed.id}/`;
    expect((await at(other).get(users, tenant.admin.token)).status).toBe(401);
    const shown = await at(other).get(users, (await signInAt(other, tenant.admin.email)).token);
    expect(shown).toMatchObject({ status: 200, body: { data: { ic_number } } });
    expect(await damaged(restored)).toEqual([]);
  });

  it('refuses in one line a backup or a restore that would harm what is there', async () => {
    const line = (text: string) => ({
      code: 1,
      out: '',
      err: expect.stringMatching(new RegExp(`^[^\\n]*${text}[^\\n]*\\n$`)),
    });
    const backup = join(folder, 'backup');
    const keys = ['--seal-keys', join(folder, 'keys.json')];
    expect(await cli(['backup', backup])).toEqual(line('is not empty \\(postgres\\)'));
    expect(await cli(['backup', join(dir, 'inside')])).toEqual(line('must lie outside'));
    expect(await cli(['backup', join(folder, 'of-nothing')], { DATA_DIR: join(folder, 'nothing') })).toEqual(
      line('There is no database in \\S+ to back up'),
    );
    expect(await cli(['restore', backup, ...keys])).toEqual(
      line(`is in use by process ${service.child.pid}; stop it first`),
    );
    expect(await cli(['restore', folder], { DATA_DIR: join(folder, 'new') })).toEqual(
      line('There is no complete backup in'),
    );
    const full = openFolder();
    writeFileSync(join(full, 'letter.txt'), 'mine');
    expect(await cli(['restore', backup, ...keys], { DATA_DIR: full })).toEqual(line('is not empty \\(letter.txt\\)'));
    expect(readdirSync(full)).toEqual(['letter.txt']);
    // A byte that another disk has lost; nothing of it is left behind.
    const path = join(backup, 'postgres', 'PG_VERSION');
    writeFileSync(path, '17\n');
    const harmed = await cli(['restore', backup, ...keys], { DATA_DIR: join(folder, 'new') });
    expect({ ...harmed, out: '' }).toEqual(line('The backup is damaged: PG_VERSION is not as it was written'));
    expect(existsSync(join(folder, 'new'))).toBe(false);
  });

  it('ends with 1 and one line that says why when its PostgreSQL cannot be started again', async () => {
    const [server] = await sql<{ place: string; pid: number }>(
      (await runningEmbeddedPostgres(restored))?.url('usaha', 'usaha') ?? '',
      `select current_setting('data_directory') as place, split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`,
    );
    renameSync(join(server?.place ?? '', 'global', 'pg_control'), join(server?.place ?? '', 'control-away'));
    const ended = once(other.child, 'exit');
    process.kill(server?.pid ?? 0, 'SIGKILL');
    expect(await ended).toEqual([1, null]);
    const last = outputOf(other).trimEnd().split('\n').at(-1);
    expect(last).toMatch(
      /^PostgreSQL ended unexpectedly and could not be started again within 2 s \([^\n]+\); giving up$/,
    );
    expect(readdirSync(restored).filter((name) => name.includes('lock'))).toEqual([]);
  });
});
