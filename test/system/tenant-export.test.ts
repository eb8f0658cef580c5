import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandLine, type Ended } from '../support/command-line.js';
import { demoDatabase } from '../support/demo-database.js';
import { testSecrets } from '../support/servers.js';
import { dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import { eventually } from '../support/system-service.js';
import { unpack, type Unpacked } from '../support/tenant-exports.js';
import { rowsOf } from '../support/tenant-rows.js';
import { leftOut } from '../../apps/api/dist/database/tenant-data/exported-tables.js';
import pg from 'pg';

/** tenant:export writes a whole tenant, of one moment, with sealed fields opened and without secrets. */

jest.setTimeout(180_000);

const CLINIC = 'demo-klinik-sentosa';

interface Manifest {
  format: string;
  tenant: { id: string; slug: string };
  as_of: string;
  counts: Record<string, number>;
  entries: { path: string; table: string; rows: number; bytes: number; sha256: string }[];
}

type Line = Record<string, unknown> & { id: string };

const commandLine = new CommandLine();
let folder: string;
let database: OwnDatabase;

const cli = (args: string[], extra: Record<string, string> = {}): Promise<Ended> => {
  const urls = { DATABASE_URL: database.appUrl, MIGRATION_DATABASE_URL: database.ownerUrl };
  return commandLine.run(args, { ...urls, ...testSecrets, ...extra }, folder);
};

const tenantOf = async (slug: string): Promise<string> =>
  (await sql<{ id: string }>(database.ownerUrl, 'select id from core.tenants where slug = $1', [slug]))[0]?.id ?? '';

const manifestIn = (name: string): Manifest =>
  JSON.parse(readFileSync(join(folder, name, 'manifest.json'), 'utf8')) as Manifest;

const linesIn = (name: string, table: string): Line[] =>
  readFileSync(join(folder, name, 'data', `${table}.ndjson`), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'usaha-export-'));
  database = await demoDatabase();
});
afterAll(async () => {
  commandLine.close();
  await dropDatabases();
  rmSync(folder, { recursive: true, force: true });
});

describe('the export of a tenant', () => {
  let told: Ended;
  let manifest: Manifest;
  beforeAll(async () => {
    const patient = `(select id from healthcare.patients where tenant_id = $1 order by id limit 1)`;
    const deleted = `update healthcare.patients set deleted_at = now() where tenant_id = $1 and id = ${patient}`;
    await sql(database.ownerUrl, deleted, [await tenantOf(CLINIC)]);
    told = await cli(['tenant:export', CLINIC, '--to', 'clinic']);
    manifest = manifestIn('clinic');
  });

  it('says what was written, and that it is personal', () => {
    expect(told.code).toBe(0);
    expect(told.out).toMatch(
      /^The export of demo-klinik-sentosa in \S+clinic is complete: \d+ rows of \d+ tables, 0 files, [\d.]+ MB, as of \S+Z\n/,
    );
    expect(told.out).toMatch(/personal data in clear[^\n]*\n$/);
  });

  it('has every row of every table that it does not leave out, deleted ones too', async () => {
    const all = Object.entries(await rowsOf(database.ownerUrl, manifest.tenant.id));
    const there = Object.fromEntries(all.filter(([path]) => !(path in leftOut)));
    const counted = Object.fromEntries(Object.entries(manifest.counts).filter(([, rows]) => rows > 0));
    expect(counted).toEqual(there);
    expect(there['healthcare.patients']).toBeGreaterThan(20);
    expect(linesIn('clinic', 'healthcare.patients').filter(({ deleted_at }) => deleted_at !== null)).toHaveLength(1);
  });

  it('is what the manifest says, file by file, for its owner alone', () => {
    expect(manifest).toMatchObject({ format: 'usaha-export-1', tenant: { slug: CLINIC } });
    const files = readdirSync(join(folder, 'clinic/data')).map((name) => `data/${name}`);
    expect(manifest.entries.map(({ path }) => path).sort()).toEqual(files.sort());
    for (const { path, table, rows, bytes, sha256 } of manifest.entries) {
      const content = readFileSync(join(folder, 'clinic', path));
      expect(content.length).toBe(bytes);
      expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
      expect(linesIn('clinic', table)).toHaveLength(rows);
    }
    for (const path of ['manifest.json', ...files])
      expect([path, statSync(join(folder, 'clinic', path)).mode & 0o777]).toEqual([path, 0o600]);
    for (const path of ['', 'data']) expect(statSync(join(folder, 'clinic', path)).mode & 0o777).toBe(0o700);
  });

  it('has sealed fields in clear, by their names, and none as it is stored', async () => {
    const [patient] = linesIn('clinic', 'healthcare.patients');
    expect(patient).toMatchObject({
      ic_number: expect.stringMatching(/^\d{6}-?\d{2}-?\d{4}$/),
      allergies: expect.any(Array),
    });
    const records = linesIn('clinic', 'healthcare.medical_records');
    expect(records.some(({ diagnosis }) => typeof diagnosis === 'string')).toBe(true);
    expect(records[0]).not.toHaveProperty('findings');
    for (const { path } of manifest.entries)
      expect(readFileSync(join(folder, 'clinic', path), 'utf8')).not.toMatch(/"test\.[\w-]{20,}/);
    const [{ ic = '' } = {}] = await sql<{ ic: string }>(
      database.ownerUrl,
      'select ic_number as ic from healthcare.patients where id = $1',
      [patient?.id],
    );
    expect(ic).toMatch(/^test\./);
  });

  it('has no password, hash or session, and nothing of another tenant', async () => {
    const everything = manifest.entries.map(({ path }) => readFileSync(join(folder, 'clinic', path), 'utf8')).join('');
    // The trail names a field that was changed, and withholds its value.
    const secret = /argon2|"(?:password_hash|gateway_token|sign_in_addresses)":(?!\{"withheld":true\})/;
    expect(secret.exec(everything)?.[0]).toBeUndefined();
    const others = await sql<{ id: string }>(
      database.ownerUrl,
      `select id from core.users where tenant_id <> $1 union select id from core.tenants where id <> $1 and slug <> '-'`,
      [manifest.tenant.id],
    );
    for (const { id } of others) expect(everything.includes(id)).toBe(false);
  });
});

it('is of one moment, without what is written meanwhile', async () => {
  const id = await tenantOf('demo-kedai-pak-din');
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  const before = await rowsOf(database.ownerUrl, id);
  // One of the first tables is shut: the export waits for it, and then reads what comes behind. It has no default, since
  // the check of the schema, which comes before the export, waits for a table of which it reads one.
  const [shut] = await sql<{ path: string }>(
    database.ownerUrl,
    `select c.oid::regclass::text as path from pg_class c
     where c.relkind = 'r' and c.relnamespace = 'beauty'::regnamespace
       and not exists (select from pg_attrdef d where d.adrelid = c.oid) order by path limit 1`,
  );
  await client.query(`begin; lock table ${shut?.path} in access exclusive mode`);
  const exporting = cli(['tenant:export', 'demo-kedai-pak-din', '--to', 'moment']);
  await eventually('the export waits', async () => {
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await sql(database.ownerUrl, waiting)).length > 0;
  });
  await sql(database.ownerUrl, `update core.users set first_name = 'Later' where tenant_id = $1`, [id]);
  await sql(
    database.ownerUrl,
    `insert into kernel.audit_entries (tenant_id, id, at, action, record_type, record_id, changes)
     select $1, gen_random_uuid(), now(), 'update', 'user', gen_random_uuid(), '{}' from generate_series(1, 5)`,
    [id],
  );
  await client.query('rollback');
  await client.end();
  expect((await exporting).code).toBe(0);
  expect(linesIn('moment', 'core.users').filter(({ first_name }) => first_name === 'Later')).toEqual([]);
  expect(manifestIn('moment').counts['kernel.audit_entries']).toBe(before['kernel.audit_entries']);
});

it('reads tables of more rows than it holds at once, each row once', async () => {
  expect((await cli(['tenant:export', 'demo-kurier-lembah', '--to', 'courier'])).code).toBe(0);
  const events = linesIn('courier', 'logistics.shipment_events');
  expect(events.length).toBeGreaterThan(2_000);
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
});

describe('A-502: an archive by the command', () => {
  const archiveIn = (name: string): Unpacked => unpack(readFileSync(join(folder, name)));

  it('is what the service makes, with the views of the reference surface, for its owner alone', async () => {
    const { code, out } = await cli(['tenant:export', CLINIC, '--archive', 'clinic.zip']);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^The archive of demo-klinik-sentosa in \S+clinic.zip is complete: \d+ records of \d+ resources, [\d.]+ MB, as of \S+Z\n/,
    );
    expect(out).toMatch(/personal data in clear[^\n]*\n$/);
    expect(statSync(join(folder, 'clinic.zip')).mode & 0o777).toBe(0o600);
    const { manifest, records } = archiveIn('clinic.zip');
    expect(manifest).toMatchObject({ format: 'usaha-export-1', tenant: { slug: CLINIC }, files: { count: 0 } });
    // The deleted one is left out.
    expect(records('healthcare.patients')).toHaveLength(linesIn('clinic', 'healthcare.patients').length - 1);
    const [patient] = records('healthcare.patients');
    expect(patient).toMatchObject({ ic_number: expect.stringMatching(/^\d{6}-?\d{2}-?\d{4}$/) });
    expect(patient).not.toHaveProperty('version');
    expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });

  it('is without files where none are wanted', async () => {
    expect((await cli(['tenant:export', CLINIC, '--archive', 'bare.zip', '--without-files'])).code).toBe(0);
    expect(archiveIn('bare.zip').manifest.files).toBeNull();
  });

  it('is written over nothing, and leaves nothing where it fails', async () => {
    writeFileSync(join(folder, 'mine.zip'), 'mine');
    const { code, err } = await cli(['tenant:export', CLINIC, '--archive', 'mine.zip']);
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/^The file \S+mine.zip is there already[^\n]*\n$/),
    });
    expect(readFileSync(join(folder, 'mine.zip'), 'utf8')).toBe('mine');
    const keys = { SEAL_KEYS: `another:${Buffer.alloc(32, 7).toString('base64')}` };
    const failed = await cli(['tenant:export', CLINIC, '--archive', 'sealed.zip'], keys);
    expect(failed).toMatchObject({ code: 1, out: '' });
    expect(failed.err).toMatch(
      /^The export failed, and its file was removed \([^\n]*key "test" is not configured\)\n$/,
    );
    expect(readdirSync(folder).filter((name) => name.startsWith('sealed'))).toEqual([]);
  });

  it('is refused of a deleted tenant, whose rows the folder has', async () => {
    const slug = 'demo-tuisyen-bijak';
    await sql(database.ownerUrl, 'update core.tenants set deleted_at = now() where slug = $1', [slug]);
    const { code, err } = await cli(['tenant:export', slug, '--archive', 'deleted.zip']);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/is deleted, and has no archive/) });
    expect((await cli(['tenant:export', slug, '--to', 'deleted'])).code).toBe(0);
  });
});

describe('an export is refused, and leaves nothing', () => {
  it.each([
    ['no-such-tenant', 'There is no tenant no-such-tenant'],
    ['-', 'There is no tenant -'],
    ['00000000-0000-0000-0000-000000000000', 'There is no tenant 00000000-0000-0000-0000-000000000000'],
  ])('for %s', async (named, message) => {
    expect(await cli(['tenant:export', named, '--to', 'none'])).toEqual({ code: 1, out: '', err: `${message}\n` });
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });

  it('into a folder that has something, which stays as it is', async () => {
    mkdirSync(join(folder, 'full'));
    writeFileSync(join(folder, 'full/note.txt'), 'mine');
    const { code, err } = await cli(['tenant:export', CLINIC, '--to', 'full']);
    expect(code).toBe(1);
    expect(err).toMatch(/^The folder \S+full is not empty \(note\.txt\)[^\n]*\n$/);
    expect(readdirSync(join(folder, 'full'))).toEqual(['note.txt']);
    expect((await cli(['tenant:export', CLINIC, '--to', 'clinic'])).code).toBe(1);
  });

  it('where a sealed field does not open, and names the key', async () => {
    const keys = { SEAL_KEYS: `another:${Buffer.alloc(32, 7).toString('base64')}` };
    const { code, out, err } = await cli(['tenant:export', CLINIC, '--to', 'sealed'], keys);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(
      /^The export failed, and its files were removed \(A sealed field[^\n]*key "test" is not configured\)\n$/,
    );
    expect(existsSync(join(folder, 'sealed'))).toBe(false);
  });
});
