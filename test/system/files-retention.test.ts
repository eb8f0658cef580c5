import type { INestApplicationContext } from '@nestjs/common';
import { FileLimits, FileQuota, FileRetention, FileService, FileUploads, type FileArrival } from '@usaha/core';
import { ALL_SHARDS, type Context, type Database } from '@usaha/shared';
import { openContexts } from '../support/contexts.js';
import { openDatabase } from '../support/opened-database.js';
import { clonedDatabase, dropDatabases, plantTenant, sql, type OwnDatabase } from '../support/system-database.js';

/** Files that no record has, uploads that were cut short, and quotas. */

jest.setTimeout(120_000);

const HOUR = 3_600_000;
const NOW = new Date('2026-11-28T00:00:00Z');
const before = (hours: number): Date => new Date(NOW.getTime() - hours * HOUR);

let database: OwnDatabase;
let opened: Database;
let app: INestApplicationContext;
let tenant_id: string;
const query = <R extends object>(text: string, values?: unknown[]) => sql<R>(database.ownerUrl, text, values);

beforeAll(async () => {
  database = await clonedDatabase();
  opened = await openDatabase(database.appUrl);
  app = await openContexts(opened);
});
beforeEach(async () => {
  tenant_id = await plantTenant(database.ownerUrl);
});
afterAll(async () => {
  await app?.close();
  await opened?.end();
  await dropDatabases();
});

const as = <T>(now: Date, work: (ctx: Context) => Promise<T>) => opened.work({ tenant_id, actor: null, now }, work);
const errors: unknown[] = [];
const run = () => app.get(FileRetention).run(() => NOW, ALL_SHARDS, { failed: (error) => errors.push(error) });

async function arriving(now: Date, text = 'x'.repeat(600_000)): Promise<FileArrival> {
  const arrival = await app.get(FileUploads).begin({ tenant_id, actor: null, now }, 1_000_000);
  await arrival.write(Buffer.from(text));
  return arrival;
}

async function stored(now: Date): Promise<string> {
  const arrival = await arriving(now, 'Hello');
  await arrival.end();
  const facts = { name: null, purpose: 'document', media_type: 'text/plain', width: null, height: null } as const;
  const { id } = await as(now, (ctx) => app.get(FileService).complete(ctx, arrival, facts));
  return id;
}

async function there(): Promise<{ files: number; chunks: number; used: number; counted: number }> {
  const [row] = await query<{ files: number; chunks: number; used: number; counted: number }>(
    `select (select count(*)::integer from core.files where tenant_id = $1 and deleted_at is null) as files,
            (select count(*)::integer from core.file_chunks where tenant_id = $1) as chunks,
            coalesce((select used_bytes::integer from core.file_usage where tenant_id = $1), 0) as used,
            coalesce((select sum(counted_bytes)::integer from core.files where tenant_id = $1), 0) as counted`,
    [tenant_id],
  );
  return row as { files: number; chunks: number; used: number; counted: number };
}

it('A-485: an upload that a crash cut short counts until it is removed after an hour, and is no file', async () => {
  const arrival = await arriving(before(2));
  expect(await there()).toEqual({ files: 1, chunks: 2, used: 1_000_000, counted: 1_000_000 });
  await expect(as(NOW, (ctx) => app.get(FileService).get(ctx, arrival.id))).rejects.toMatchObject({
    kind: 'not_found',
  });
  await run();
  expect(await there()).toEqual({ files: 0, chunks: 0, used: 0, counted: 0 });
  expect(errors).toEqual([]);
});

it('A-485: an upload under way stays', async () => {
  await arriving(before(0.5));
  const held = await there();
  await run();
  expect(await there()).toEqual(held);
});

it('A-485: a file that no record has stays a day, and 30 after an import of it began', async () => {
  const [fresh, old, imported, over] = [
    await stored(before(23)),
    await stored(before(25)),
    await stored(before(48)),
    await stored(before(900)),
  ];
  await as(before(47), (ctx) => app.get(FileService).markImported(ctx, imported));
  await as(before(800), (ctx) => app.get(FileService).markImported(ctx, over));
  await run();
  const left = await query<{ id: string }>('select id from core.files where tenant_id = $1 and deleted_at is null', [
    tenant_id,
  ]);
  expect(left.map(({ id }) => id).sort()).toEqual([fresh, imported].sort());
  expect(await there()).toEqual({ files: 2, chunks: 2, used: 10, counted: 10 });
  const gone = await query<{ key: string | null; name: string | null }>(
    'select key, name from core.files where id = any($1)',
    [[old, over]],
  );
  expect(gone).toEqual([
    { key: null, name: null },
    { key: null, name: null },
  ]);
});

it('A-485: a file of a deleted tenant stays until a purge', async () => {
  await stored(before(200));
  const held = await there();
  await query('update core.tenants set deleted_at = now() where id = $1', [tenant_id]);
  await run();
  expect(await there()).toEqual(held);
  await query('update core.tenants set deleted_at = null where id = $1', [tenant_id]);
  await run();
  expect((await there()).files).toBe(0);
});

it('A-485: files that are thrown away together correct the usage once', async () => {
  const ids = [await stored(NOW), await stored(NOW), await stored(NOW)];
  expect(await there()).toMatchObject({ files: 3, used: 15, counted: 15 });
  const corrected = jest.spyOn(app.get(FileQuota), 'correct');
  await as(NOW, (ctx) => app.get(FileService).throwAwayAll(ctx, ids.slice(1)));
  expect(corrected.mock.calls.map(([, ...change]) => change)).toEqual([[-10, -2]]);
  corrected.mockRestore();
  expect(await there()).toMatchObject({ files: 1, used: 5, counted: 5 });
});

it('A-485: uploads at once never pass the quota, in bytes or number', async () => {
  const quota = new FileQuota(new FileLimits(1_000, { bytes: 1_000, files: 7 }));
  const reserve = (bytes: number) => as(NOW, (ctx) => quota.reserve(ctx, bytes));
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => reserve(200)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  const [refused] = outcomes.filter((one) => one.status === 'rejected');
  expect(refused?.reason).toMatchObject({ kind: 'conflict', code: 'QUOTA_EXCEEDED' });
  const small = await Promise.allSettled(Array.from({ length: 10 }, () => reserve(0)));
  expect(small.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
});

it('A-484: bytes lie encrypted, are read by jobs in order, and refused where a chunk is another', async () => {
  const arrival = await arriving(NOW, 'Nasi lemak. '.repeat(60_000));
  await arrival.end();
  const facts = { name: 'a.txt', purpose: 'import', media_type: 'text/plain', width: null, height: null } as const;
  const { id } = await as(NOW, (ctx) => app.get(FileService).complete(ctx, arrival, facts));
  const [{ found } = { found: -1 }] = await query<{ found: number }>(
    `select count(*)::integer as found from core.file_chunks where tenant_id = $1 and position('Nasi'::bytea in bytes) > 0`,
    [tenant_id],
  );
  expect(found).toBe(0);
  const read = () =>
    as(NOW, async (ctx) => {
      const parts: Buffer[] = [];
      for await (const part of app.get(FileService).open(ctx, id)) parts.push(part);
      return Buffer.concat(parts).toString();
    });
  expect(await read()).toBe('Nasi lemak. '.repeat(60_000));
  await query(
    `update core.file_chunks c set bytes = (select o.bytes from core.file_chunks o where o.tenant_id = $1 and o.file_id = $2 and o.n = 0)
      where c.tenant_id = $1 and c.file_id = $2 and c.n = 1`,
    [tenant_id, id],
  );
  await expect(read()).rejects.toMatchObject({ kind: 'unavailable' });
});
