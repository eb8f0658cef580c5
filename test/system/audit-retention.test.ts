import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import type { Json } from '../support/client.js';
import { CommandLine, type Ended } from '../support/command-line.js';
import { testSecrets } from '../support/servers.js';
import { clonedDatabase, dropDatabases, plantTenant, sql, type OwnDatabase } from '../support/system-database.js';
import { eventually } from '../support/system-service.js';

jest.setTimeout(120_000);

/** Entries of the audit trail past their retention: counted, written to files, deleted; nothing is lost or doubled by a crash. */

const cliFile = resolve(__dirname, '../../apps/api/bundle/cli.js');
const commandLine = new CommandLine();
const thisYear = Number(new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 4));
/** The last year of which entries are past seven years. */
const LAST = thisYear - 8;
let folder: string;
let to: string;
let database: OwnDatabase;
let environment: Record<string, string>;
let tenant: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'usaha-audit-'));
  chmodSync(folder, 0o711);
});
beforeEach(async () => {
  database = await clonedDatabase();
  environment = { DATABASE_URL: database.appUrl, MIGRATION_DATABASE_URL: database.ownerUrl, ...testSecrets };
  tenant = await plantTenant(database.ownerUrl);
  to = mkdtempSync(join(folder, 'to-'));
});
afterEach(() => dropDatabases());
afterAll(() => {
  commandLine.close();
  rmSync(folder, { recursive: true, force: true });
});

const owner = <R extends object = Json>(text: string, values: unknown[] = []): Promise<R[]> =>
  sql<R>(database.ownerUrl, text, values);
const retention = (...args: string[]): Promise<Ended> =>
  commandLine.run(['audit:retention', ...args], environment, folder);
const apply = (): Promise<Ended> => retention('--apply', '--to', to);

/** Entries from an instant on, a minute apart, in the short form. */
async function plant(
  tenant_id: string,
  from: string,
  entries: number,
  changes: Json = { name: 'Kopi' },
): Promise<void> {
  await owner(
    `insert into kernel.audit_entries (tenant_id, id, at, actor_id, action, record_type, record_id, changes)
     select $1, uuidv7(a.at - clock_timestamp()), a.at, gen_random_uuid(), 'update', 'product', gen_random_uuid(), $4
       from generate_series(0, $3::int - 1) n, lateral (select date_trunc('milliseconds', $2::timestamptz + n * interval '1 minute') as at) a`,
    [tenant_id, from, entries, JSON.stringify(changes)],
  );
}
const idsOf = async (tenant_id: string): Promise<string[]> =>
  (await owner('select id from kernel.audit_entries where tenant_id = $1 order by id', [tenant_id])).map(
    ({ id }) => id,
  );
/** The lines of all files of a tenant, in the order of their names. */
const written = (tenant_id: string): Json[] =>
  namesOf(tenant_id)
    .filter((name) => name.endsWith('.gz'))
    .flatMap((name) =>
      gunzipSync(readFileSync(join(to, tenant_id, name)))
        .toString()
        .split('\n')
        .slice(0, -1),
    )
    .map((line) => JSON.parse(line));
const writtenIds = (tenant_id: string): string[] =>
  written(tenant_id)
    .map(({ id }) => id)
    .sort();
const namesOf = (tenant_id: string): string[] => readdirSync(join(to, tenant_id)).sort();
const manifestOf = (tenant_id: string): Json => JSON.parse(readFileSync(join(to, tenant_id, 'manifest.json'), 'utf8'));
const lengthen = (years: unknown): Promise<Json[]> =>
  owner(
    `insert into core.tenant_modules (tenant_id, id, created_at, updated_at, module, status, configuration)
     values ($1, gen_random_uuid(), now(), now(), 'retail', 'enabled', $2)`,
    [tenant, JSON.stringify({ audit_retention_years: years, retail: {} })],
  );

describe('what is past its retention', () => {
  it('is counted without --apply, and nothing is changed', async () => {
    await plant(tenant, `${LAST}-03-10T08:30:00+08`, 3);
    await plant(tenant, `${LAST + 1}-01-01T00:00:00+08`, 2);
    const before = await idsOf(tenant);
    const { code, out, err } = await retention();
    expect([code, err]).toEqual([0, '']);
    expect(out).toBe(
      `Tenant ${tenant}\n  kept for 7 years, from before ${LAST + 1}-01-01 (UTC+8): 3\n` +
        'Nothing was changed; npm run cli -- audit:retention --apply --to <folder> writes them to files and deletes them\n',
    );
    expect(await idsOf(tenant)).toEqual(before);
    expect(readdirSync(to)).toEqual([]);
  });

  it('is what is older than seven whole years, as years are in Malaysia, in a file for each month', async () => {
    await plant(tenant, `${LAST}-11-30T23:59:00+08`, 2);
    await plant(tenant, `${LAST}-12-31T23:57:00+08`, 3);
    await plant(tenant, `${LAST + 1}-01-01T00:00:00+08`, 2);
    const all = await owner(
      `select tenant_id, id, at, actor_id, action, record_type, record_id from kernel.audit_entries where tenant_id = $1 order by id`,
      [tenant],
    );
    const { code, out } = await apply();
    expect([code, out]).toEqual([
      0,
      `Tenant ${tenant}\n  kept for 7 years, from before ${LAST + 1}-01-01 (UTC+8): 5\n  written to files and deleted: 5\n`,
    ]);
    const shown = { changes: { name: { after: 'Kopi', before: null } } };
    const expected = all.map((entry) => JSON.parse(JSON.stringify({ ...entry, ...shown })));
    expect(written(tenant)).toEqual(expected.slice(0, 5));
    expect(await idsOf(tenant)).toEqual(all.slice(5).map(({ id }) => id));
    const names = [`${LAST}-11.jsonl.gz`, `${LAST}-12.jsonl.gz`, 'manifest.json'];
    expect(namesOf(tenant)).toEqual(names);
    const { tenant_id, files } = manifestOf(tenant);
    expect(tenant_id).toBe(tenant);
    expect(files).toEqual(
      [1, 4].map((entries, i) => {
        const bytes = readFileSync(join(to, tenant, names[i] as string));
        const ids = i === 0 ? all.slice(0, 1) : all.slice(1, 5);
        return {
          file: names[i],
          month: names[i]?.slice(0, 7),
          entries,
          first_id: ids.at(0)?.id,
          last_id: ids.at(-1)?.id,
          bytes: bytes.length,
          sha256: createHash('sha256').update(bytes).digest('hex'),
        };
      }),
    );
    for (const name of names) expect(statSync(join(to, tenant, name)).mode & 0o777).toBe(0o600);
    expect(statSync(join(to, tenant)).mode & 0o777).toBe(0o700);
    expect(await apply()).toEqual({ code: 0, out: 'No entries are past their retention\n', err: '' });
  });

  it('is less for a tenant that keeps its trail longer, and no more for one that says fewer than seven years', async () => {
    const other = await plantTenant(database.ownerUrl);
    for (const id of [tenant, other]) {
      await plant(id, `${LAST}-03-10T08:30:00+08`, 2);
      await plant(id, `${LAST + 1}-03-10T08:30:00+08`, 2);
    }
    await lengthen(8);
    const [mine, theirs] = [await idsOf(tenant), await idsOf(other)];
    expect((await apply()).out).not.toContain(tenant);
    expect(await idsOf(tenant)).toEqual(mine);
    expect(await idsOf(other)).toEqual(theirs.slice(2));
    expect(readdirSync(to)).toEqual([other]);
    await owner(`update core.tenant_modules set configuration = '{"audit_retention_years": 1}' where tenant_id = $1`, [
      tenant,
    ]);
    expect((await apply()).code).toBe(0);
    expect(await idsOf(tenant)).toEqual(mine.slice(2));
  });

  it('is of deleted tenants too, and never an entry of another instant than its id’s', async () => {
    await owner('update core.tenants set deleted_at = now() where id = $1', [tenant]);
    await plant(tenant, `${LAST}-03-10T08:30:00+08`, 2);
    const [kept] = await idsOf(tenant);
    await owner('update kernel.audit_entries set at = now() where id = $1', [kept]);
    expect((await apply()).out).toContain('written to files and deleted: 1\n');
    expect(await idsOf(tenant)).toEqual([kept]);
  });

  it('is shown in the files as it was, in the form of any release', async () => {
    const earlier = { role: { before: 'staff', after: 'manager' }, phone: { withheld: true } };
    await plant(tenant, `${LAST}-03-10T08:30:00+08`, 1, earlier);
    await plant(tenant, `${LAST}-03-11T08:30:00+08`, 1, { role: ['staff', 'manager'], phone: null });
    await apply();
    expect(written(tenant).map(({ changes }) => changes)).toEqual([earlier, earlier]);
  });
});

describe('a run that was broken off', () => {
  const ROWS = 2_500;
  let ids: string[];
  beforeEach(async () => {
    await plant(tenant, `${LAST}-03-10T08:30:00+08`, ROWS);
    ids = await idsOf(tenant);
  });

  /** Holds one of the entries, so that the command waits before it deletes that one. */
  async function holding<T>(id: string, work: () => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: database.ownerUrl });
    await client.connect();
    try {
      await client.query('begin');
      await client.query('select 1 from kernel.audit_entries where tenant_id = $1 and id = $2 for update', [
        tenant,
        id,
      ]);
      return await work();
    } finally {
      await client.end();
    }
  }
  const started = (): ChildProcess =>
    spawn(process.execPath, [cliFile, 'audit:retention', '--apply', '--to', to], {
      env: { PATH: process.env.PATH, ...environment },
      cwd: folder,
      stdio: 'ignore',
    });
  const waiting = () =>
    eventually('the command waits for the entry', async () => {
      const [row] = await owner(
        `select count(*)::int as n from pg_stat_activity where application_name = 'usaha cli' and wait_event_type = 'Lock'`,
      );
      return row?.n === 1;
    });
  /** Kills the command where it is about to delete an entry. */
  const killedAt = (id: string | undefined): Promise<void> =>
    holding(id ?? '', async () => {
      const child = started();
      await waiting();
      const ended = new Promise((done) => child.on('exit', done));
      child.kill('SIGKILL');
      await ended;
    });
  /** Until the connection of the killed command is gone with its lock. */
  const gone = () =>
    eventually('the connection of the killed command ends', async () => {
      const [row] = await owner(`select count(*)::int as n from pg_locks where locktype = 'advisory'`);
      return row?.n === 0;
    });

  it.each([
    ['between writing and deleting', 0, 0],
    ['between two batches', 2_300, 2_000],
  ])('%s loses nothing and doubles nothing', async (_, place, deleted) => {
    await killedAt(ids[place]);
    await gone();
    expect(await idsOf(tenant)).toEqual(ids.slice(deleted));
    const names = namesOf(tenant);
    expect(names).toEqual([`${LAST}-03.jsonl.gz`, 'manifest.json']);
    expect(await apply()).toMatchObject({
      code: 0,
      out: expect.stringContaining(`written to files and deleted: ${ROWS - deleted}\n`),
    });
    expect(await idsOf(tenant)).toEqual([]);
    expect(namesOf(tenant)).toEqual(names);
    expect(writtenIds(tenant)).toEqual(ids);
    expect(manifestOf(tenant).files).toMatchObject([{ entries: ROWS }]);
  });

  it('before the manifest was written, or the file was finished, goes on', async () => {
    await killedAt(ids[0]);
    await gone();
    rmSync(join(to, tenant, 'manifest.json'));
    writeFileSync(join(to, tenant, `${LAST}-03.2.jsonl.gz.tmp`), 'cut off');
    await plant(tenant, `${LAST}-03-10T08:30:00+08`, 5);
    const all = await idsOf(tenant);
    expect((await apply()).code).toBe(0);
    expect(await idsOf(tenant)).toEqual([]);
    expect(writtenIds(tenant)).toEqual(all);
    expect(namesOf(tenant)).toEqual([`${LAST}-03.2.jsonl.gz`, `${LAST}-03.jsonl.gz`, 'manifest.json']);
    expect(manifestOf(tenant).files).toMatchObject([{ entries: 5 }, { entries: ROWS }]);
  });

  it('deletes nothing that its file does not have as it is', async () => {
    await killedAt(ids[0]);
    await gone();
    await owner(`update kernel.audit_entries set changes = '{"name": "Teh"}' where id = $1`, [ids[1_500]]);
    const { code, out } = await apply();
    expect(code).toBe(1);
    expect(out).toContain(`Entry ${ids[1_500]} is not as ${join(to, tenant, `${LAST}-03.jsonl.gz`)} has it`);
    expect(await idsOf(tenant)).toEqual(ids.slice(1_000));
  });

  it.each<[string, (path: string) => void]>([
    ['cut off', (path) => writeFileSync(path, readFileSync(path).subarray(0, -100))],
    ['another', (path) => writeFileSync(path, Buffer.concat([readFileSync(path), readFileSync(path)]))],
  ])('takes no file that is %s, and says which', async (_, damage) => {
    await killedAt(ids[0]);
    await gone();
    const path = join(to, tenant, `${LAST}-03.jsonl.gz`);
    damage(path);
    const { code, out } = await apply();
    expect(code).toBe(1);
    expect(out).toMatch(
      new RegExp(`^Tenant ${tenant} could not be finished: ${path} is .*: move it away, and run this again$`, 'm'),
    );
    expect(await idsOf(tenant)).toEqual(ids);
    rmSync(path);
    expect((await apply()).code).toBe(0);
    expect(await idsOf(tenant)).toEqual([]);
    expect(writtenIds(tenant)).toEqual(ids);
  });

  it('is not disturbed by a second run at the same time', async () => {
    const { ended } = await holding(ids[0] ?? '', async () => {
      const child = started();
      const exit = new Promise<number | null>((done) => child.on('exit', done));
      await waiting();
      expect(await apply()).toEqual({
        code: 1,
        out: '',
        err: 'Another audit:retention --apply is running on this database; try again\n',
      });
      // Counting needs no turn.
      expect((await retention()).out).toContain(`: ${ROWS}\n`);
      return { ended: exit };
    });
    expect(await ended).toBe(0);
    expect(await idsOf(tenant)).toEqual([]);
    expect(writtenIds(tenant)).toEqual(ids);
  });
});

describe('a call that is refused', () => {
  beforeEach(() => plant(tenant, `${LAST}-03-10T08:30:00+08`, 2));

  it('names the role that only adds to the trail, in one line', async () => {
    const before = await idsOf(tenant);
    environment.MIGRATION_DATABASE_URL = '';
    expect(await apply()).toEqual({
      code: 1,
      out: '',
      err: 'usaha_app may not delete entries of the audit trail: give the owner of the tables in MIGRATION_DATABASE_URL\n',
    });
    expect(await idsOf(tenant)).toEqual(before);
    expect((await retention()).out).toContain(`kept for 7 years, from before ${LAST + 1}-01-01 (UTC+8): 2\n`);
  });

  it.each([['--apply'], ['--to', 'somewhere']])('is told that --apply and --to go together (%s)', async (...args) => {
    expect(await retention(...args)).toEqual({
      code: 1,
      out: '',
      err: 'This command is called: npm run cli -- audit:retention [--apply --to <folder>]\n',
    });
  });

  it('names a folder that cannot be made, and deletes nothing', async () => {
    const before = await idsOf(tenant);
    writeFileSync(join(to, 'file'), '');
    const { code, out } = await retention('--apply', '--to', join(to, 'file'));
    expect(code).toBe(1);
    expect(out).toContain(
      `${join(to, 'file', tenant)} cannot be used (a part of that path is a file), and nothing was deleted`,
    );
    expect(await idsOf(tenant)).toEqual(before);
  });
});

it('is named by doctor where a tenant is old enough to have such entries', async () => {
  await plant(tenant, `${LAST}-03-10T08:30:00+08`, 1);
  const doctor = async () => (await commandLine.run(['doctor'], environment, folder)).out;
  expect(await doctor()).toMatch(/^✓ Audit trail +no entries are past their retention$/m);
  await owner(`update core.tenants set created_at = '${LAST}-03-01' where id = $1`, [tenant]);
  expect(await doctor()).toMatch(
    /^– Audit trail +has entries past their retention, of 1 tenants at least: see audit:retention$/m,
  );
  expect(existsSync(join(to, tenant))).toBe(false);
});
