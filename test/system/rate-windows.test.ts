import { RateWindowTable, RateWindows } from '@usaha/core';
import type { Database } from '@usaha/shared';
import { openDatabase } from '../support/opened-database.js';
import { clonedDatabase, dropDatabases, plantTenant, sql, type OwnDatabase } from '../support/system-database.js';

/** the table that counts requests of API keys, under instances that take from it at once. */

const WINDOW_MS = 60_000;

let owned: OwnDatabase;
const databases: Database[] = [];
beforeAll(async () => {
  owned = await clonedDatabase();
  databases.push(await openDatabase(owned.appUrl), await openDatabase(owned.appUrl));
});
afterAll(async () => {
  await Promise.all(databases.map((database) => database.end()));
  await dropDatabases();
});

const key = (tenant_id: string, n: number) => ({
  tenant_id,
  id: `0198f3a2-6b1c-7c3e-9d2a-0000000000${String(n).padStart(2, '0')}`,
  now: new Date(),
});
const tables = (): RateWindowTable[] => databases.map((database) => new RateWindowTable(database));
const times = <T>(n: number, make: () => T): T[] => Array.from({ length: n }, make);

/** Waits for the next minute where less of this one is left. */
async function haveTime(ms: number): Promise<void> {
  const [{ left }] = (await sql<{ left: number }>(
    owned.ownerUrl,
    'select 60000 - (extract(epoch from now()) * 1000)::bigint % 60000 as left',
  )) as [{ left: number }];
  if (Number(left) < ms) await new Promise((done) => setTimeout(done, Number(left) + 50));
}

it('instances that take at once are answered no more than the limit together', async () => {
  const tenant = await plantTenant(owned.ownerUrl);
  await haveTime(20_000);
  const instances = tables().map((table) => new RateWindows(table));
  const states = await Promise.all(
    instances.flatMap((windows) => times(500, async () => windows.spend(key(tenant, 1), 100))),
  );
  expect(states.filter(({ isAllowed }) => isAllowed)).toHaveLength(100);
  const rows = await sql(owned.ownerUrl, 'select taken from core.rate_windows where tenant_id = $1', [tenant]);
  expect(rows).toHaveLength(1);
});

it('each slice is granted once, in one row of a minute on the clock of the database', async () => {
  const tenant = await plantTenant(owned.ownerUrl);
  await haveTime(20_000);
  const taken = await Promise.all(tables().flatMap((table) => times(20, () => table.take(key(tenant, 2), 3))));
  expect(taken.map((slice) => slice.taken).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 40 }, (_, i) => (i + 1) * 3),
  );
  for (const { remaining_ms } of taken) expect([remaining_ms > 0, remaining_ms <= WINDOW_MS]).toEqual([true, true]);
  const [row] = await sql<{ whole: boolean }>(
    owned.ownerUrl,
    `select extract(epoch from started_at)::bigint % 60 = 0 as whole from core.rate_windows where tenant_id = $1`,
    [tenant],
  );
  expect(row?.whole).toBe(true);
});

it('a spent window is counted up to a bound', async () => {
  const tenant = await plantTenant(owned.ownerUrl);
  await haveTime(20_000);
  const [table] = tables() as [RateWindowTable];
  for (let i = 0; i < 45; i += 1) await table.take(key(tenant, 3), 5_000);
  expect(await table.take(key(tenant, 3), 5_000)).toMatchObject({ taken: 200_000 });
});

it('rows of past minutes are deleted, of every tenant, and those of the last ten stay', async () => {
  const [mine, other] = [await plantTenant(owned.ownerUrl), await plantTenant(owned.ownerUrl)];
  const now = new Date();
  for (const tenant of [mine, other])
    for (const minutes of [0, 9, 11, 600])
      await sql(
        owned.ownerUrl,
        `insert into core.rate_windows (tenant_id, started_at, api_key_id, taken, taken_at)
         values ($1, $2, gen_random_uuid(), $3, $2)`,
        [tenant, new Date(now.getTime() - minutes * WINDOW_MS), minutes + 1],
      );
  const [table] = tables() as [RateWindowTable];
  await (databases[0] as Database).work({ tenant_id: mine, actor: null, now }, (ctx) => table.forget(ctx));
  const left = async (tenant: string): Promise<number[]> =>
    (
      await sql<{ taken: number }>(
        owned.ownerUrl,
        'select taken from core.rate_windows where tenant_id = $1 order by taken',
        [tenant],
      )
    ).map(({ taken }) => taken);
  expect(await left(mine)).toEqual([1, 10]);
  expect(await left(other)).toEqual([1, 10]);
});

it('of another tenant nothing is taken', async () => {
  const [mine, other] = [await plantTenant(owned.ownerUrl), await plantTenant(owned.ownerUrl)];
  await haveTime(20_000);
  const [table] = tables() as [RateWindowTable];
  await table.take(key(mine, 4), 1);
  expect(await table.take(key(other, 4), 1)).toMatchObject({ taken: 1 });
});
