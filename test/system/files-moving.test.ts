import { randomBytes } from 'node:crypto';
import { filesElsewhere } from '../../apps/api/dist/cli/files/counted-files.js';
import { CommandLine, type Ended } from '../support/command-line.js';
import { startFakeS3, type FakeS3 } from '../support/fake-s3.js';
import { contentOf } from '../support/files.js';
import { testSecrets } from '../support/servers.js';
import { dropDatabases, emptyDatabase, sql, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  newTenantAt,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

jest.setTimeout(180_000);

/** files move between stores, are checked and counted. */

const PATH = '/api/v1/files/';
/** A chunk less one, a chunk, and more, of both stores. */
const SIZES = [1, 262_143, 262_144, 262_145, 1_048_560, 1_048_561, 2_500_000];

const commandLine = new CommandLine();
let s3: FakeS3;
let database: OwnDatabase;
let service: OwnService;
let tenants: OwnTenant[];
let files: { id: string; of: OwnTenant; content: Buffer }[];

const text = (bytes: number): Buffer => Buffer.from(randomBytes(bytes).toString('hex').slice(0, bytes));
const cli = (args: string[], extra: Record<string, string> = s3.environment): Promise<Ended> =>
  commandLine.run(args, {
    DATABASE_URL: database.appUrl,
    MIGRATION_DATABASE_URL: database.ownerUrl,
    ...testSecrets,
    ...extra,
  });

async function upload(of: OwnTenant, content: Buffer): Promise<string> {
  const { status, body } = await at(service).send('POST', `${PATH}?name=a.txt`, {
    token: of.admin.token,
    raw: content,
    headers: { 'content-type': 'text/plain' },
  });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.data.id;
}

async function expectReadable(): Promise<void> {
  for (const { id, of, content } of files) {
    const { status, bytes } = await contentOf(service.baseUrl, of.admin, id);
    expect([id, status, bytes.equals(content)]).toEqual([id, 200, true]);
  }
}

async function stored(): Promise<{ stores: string[]; chunks: number; objects: number }> {
  const rows = await sql<{ store: string }>(
    database.ownerUrl,
    'select distinct store from core.files where deleted_at is null',
  );
  const [row] = await sql<{ chunks: number }>(
    database.ownerUrl,
    'select count(*)::integer as chunks from core.file_chunks',
  );
  return { stores: rows.map(({ store }) => store), chunks: row?.chunks ?? -1, objects: s3.objects.size };
}

const chunksOf = (length: number): number =>
  SIZES.reduce((sum, bytes) => sum + Math.ceil(bytes / length), 0) * tenants.length;

beforeAll(async () => {
  s3 = await startFakeS3();
  database = await emptyDatabase();
  service = await startOwnService(database);
  tenants = [await newTenantAt(service), await newTenantAt(service)];
  files = [];
  for (const of of tenants)
    for (const bytes of SIZES) {
      const content = text(bytes);
      files.push({ id: await upload(of, content), of, content });
    }
});
afterAll(async () => {
  commandLine.close();
  await stopOwnServices();
  await dropDatabases();
  await s3.stop();
});

it('A-484: files move to a store while the service runs, byte for byte, with other keys, and leave no piece behind', async () => {
  await service.stop();
  service = await startOwnService(database, s3.environment);
  await expectReadable();
  const keys = () => sql<{ id: string; key: string }>(database.ownerUrl, 'select id, key from core.files order by id');
  const before = await keys();
  expect(await cli(['files:move', 's3'])).toMatchObject({ code: 0, out: `Files moved to s3: ${files.length}\n` });
  expect(await stored()).toEqual({ stores: ['s3'], chunks: 0, objects: chunksOf(1_048_560) });
  await expectReadable();
  const after = await keys();
  for (const [i, { key }] of before.entries()) expect(after[i]?.key).not.toBe(key);
  expect(await cli(['files:move', 's3'])).toMatchObject({ code: 0, out: 'No file had to be moved to s3\n' });
  expect(await filesElsewhere(database.ownerUrl)).toEqual({
    files: files.length,
    bytes: 2 * SIZES.reduce((sum, bytes) => sum + bytes, 0),
  });
});

it('A-484: files:check reads all of them, and names what is damaged, lost or counted wrongly', async () => {
  const fine = await cli(['files:check']);
  expect(fine).toMatchObject({ code: 0, out: expect.stringMatching(/^Files that were read: 14 \(.*\); faults: 0\n$/) });
  const [key, object] = [...s3.objects][0] as [string, Buffer];
  const [, tenant_id, id] = key.split('/');
  s3.objects.set(key, Buffer.concat([object.subarray(1), object.subarray(0, 1)]));
  await sql(database.ownerUrl, 'update core.file_usage set used_bytes = used_bytes + 1 where tenant_id = $1', [
    tenants[1]?.id,
  ]);
  const { code, out } = await cli(['files:check']);
  expect(code).toBe(1);
  expect(out).toContain(`File ${id} of tenant ${tenant_id} cannot be read`);
  expect(out).toContain(`Tenant ${tenants[1]?.id} is told to use 7 files`);
  expect(out).toContain('faults: 2');
  s3.objects.set(key, object);
  await sql(database.ownerUrl, 'update core.file_usage set used_bytes = used_bytes - 1 where tenant_id = $1', [
    tenants[1]?.id,
  ]);
  const without = await cli(['files:check'], {});
  expect(without.code).toBe(1);
  expect(without.out).toContain('lies in a store that FILE_STORE does not name');
});

it('A-484: doctor counts files, and says what it cannot reach', async () => {
  const fine = await cli(['doctor']);
  expect(fine.out).toMatch(/✓ Files +14 in the store of FILE_STORE \(10\.8 MB\)/);
  expect(fine.out).toMatch(/✓ Files +the store of FILE_STORE answers/);
  expect(fine.out).toMatch(/– Virus scanner +none/);
  const lost = await cli(['doctor'], {});
  expect(lost.out).toMatch(/✗ Files +14 lie in a store like S3, and FILE_STORE does not name it/);
  const denied = await cli(['doctor'], { ...s3.environment, FILE_STORE_SECRET: 'wrong' });
  expect(denied.out).toMatch(/✗ Files +the store of FILE_STORE: The store answers 403/);
});

it('A-484: a move that the store refuses changes nothing, and says which file stays', async () => {
  const before = await stored();
  s3.faults.push({ status: 403, code: 'AccessDenied' });
  const { code, out } = await cli(['files:move', 'database'], s3.environment);
  expect(code).toBe(1);
  expect(out).toContain('Files that could not be moved: 1');
  expect(out).toContain(`Files moved to database: ${files.length - 1}`);
  expect(before.stores).toEqual(['s3']);
  await expectReadable();
});

it('A-484: two moves at once move each file once, back into the database, and leave no object', async () => {
  const ended = await Promise.all([cli(['files:move', 'database']), cli(['files:move', 'database'])]);
  for (const { code, err } of ended)
    if (code !== 0) expect(err).toContain('Another files:move is running on this database');
  expect(ended.some(({ code }) => code === 0)).toBe(true);
  expect(await stored()).toEqual({ stores: ['database'], chunks: chunksOf(262_144), objects: 0 });
  await expectReadable();
});

it('A-484: a move into a store that is not configured is refused in one line', async () => {
  const { code, err } = await cli(['files:move', 's3'], {});
  expect([code, err]).toEqual([1, expect.stringContaining('FILE_STORE does not name the store s3')]);
  expect((await cli(['files:move', 'tape'])).err).toContain('A store is database or s3, not "tape"');
});

it('A-481, A-484: metrics count uploads by outcome, and time the stores', async () => {
  const [of] = tenants as [OwnTenant];
  const send = (query: string, raw: Buffer) =>
    at(service).send('POST', `${PATH}${query}`, {
      token: of.admin.token,
      raw,
      headers: { 'content-type': 'text/plain' },
    });
  const before = await counted();
  expect((await send('?name=a.txt', text(10))).status).toBe(201);
  expect((await send('?name=a.txt', Buffer.from('<html>'))).status).toBe(400);
  expect((await send('?purpose=logo', Buffer.alloc(1_100_000))).status).toBe(413);
  s3.faults.push({ status: 403, code: 'AccessDenied' });
  expect((await send('?name=a.txt', text(10))).status).toBe(503);
  const after = await counted();
  const risen = Object.fromEntries(Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)]));
  expect(risen).toEqual({ stored: 1, refused: 1, too_large: 1, over_quota: 0, cut: 0, discarded: 0, failed: 1 });
  const metrics = await metricsText();
  expect(metrics).toMatch(/^file_store_seconds_count\{store="s3",operation="put"\} [1-9]/m);
  expect(metrics).toMatch(/^file_store_seconds_count\{store="database",operation="get"\} [1-9]/m);
});

const metricsText = async (): Promise<string> => (await fetch(`${service.baseUrl}/metrics`)).text();

async function counted(): Promise<Record<string, number>> {
  // A rendering is kept for five seconds.
  await new Promise((done) => setTimeout(done, 5_100));
  const found = (await metricsText()).matchAll(/^files_uploaded_total\{outcome="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...found].map(([, outcome, count]) => [outcome, Number(count)]));
}
