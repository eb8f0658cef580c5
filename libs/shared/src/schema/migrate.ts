import { MigrationExecutor, type DataSource } from 'typeorm';
import { sendAsCitusTakes } from './citus-runner.js';
import { MigrationChanged, checksumsOf, type MigrationClass } from './migration-checksums.js';
import { ReleaseTooOld, compareReleases, type Release } from './release.js';

/** Two instances starting at once take this advisory lock in turn; the number is arbitrary and must stay. */
const MIGRATION_LOCK = 7_283_641_905;

/** What answers statements with rows: a DataSource, or less. */
export type Queryable = Pick<DataSource, 'query'>;

/**
 * Brings the schema up to date, as its owner. Migrations are plain SQL in order of their time stamps, each in a
 * separate transaction; those of all contexts run in one line. The checksum of each that was run is stored; one
 * that was run before checksums were kept gets that of the code at hand.
 * @param release of this code: a database that needs a later one is refused; unless told, none is
 * @param afterwards what is done behind the last migration, before another instance may begin
 * @returns the names of the migrations that were run.
 * @throws MigrationChanged or ReleaseTooOld, before anything is run
 */
export async function migrate(
  owner: DataSource,
  release?: Release,
  afterwards?: (owner: Queryable) => Promise<void>,
): Promise<string[]> {
  const runner = owner.createQueryRunner();
  try {
    await runner.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
    const known = owner.migrations.map((migration) => migration.constructor as MigrationClass);
    const checksums = await checksumsOf(known);
    const before = await recorded(owner);
    refuseTooOld(before, release);
    refuseChanged(before, checksums);
    const run = await runPending(owner);
    await recordChecksums(owner, checksums);
    await recordOldestReleases(owner, known);
    await afterwards?.(runner as Queryable);
    return run.map((migration) => migration.name);
  } finally {
    // With its connection the lock is gone, too, and what went wrong before is what is to be heard.
    if (!runner.isReleased) {
      await runner.query(`select pg_advisory_unlock(${MIGRATION_LOCK})`);
      await runner.release();
    }
  }
}

async function runPending(owner: DataSource): Promise<{ name: string }[]> {
  const runner = owner.createQueryRunner();
  try {
    const [citus] = (await runner.query(`select 1 from pg_extension where extname = 'citus'`)) as unknown[];
    if (citus) await sendAsCitusTakes(runner);
    const executor = new MigrationExecutor(owner, runner);
    executor.transaction = 'each';
    return await executor.executePendingMigrations();
  } finally {
    await runner.release();
  }
}

/** The migrations that this code knows and the database has not run yet; names only. Reads, needs no owner. */
export async function pendingMigrations(database: Queryable, known: readonly { name: string }[]): Promise<string[]> {
  const rows = await database.query<{ name: string }[]>('select name from usaha_migrations');
  const done = new Set(rows.map((row) => row.name));
  return known.map((migration) => migration.name).filter((name) => !done.has(name));
}

/**
 * Compares what was run on a database with the code. Reads, needs no owner.
 * @throws MigrationChanged, naming the first that is another now; ReleaseTooOld
 */
export async function checkMigrations(
  database: Queryable,
  known: readonly MigrationClass[],
  release?: Release,
): Promise<void> {
  const run = await recorded(database);
  refuseTooOld(run, release);
  refuseChanged(run, await checksumsOf(known));
}

/** The checksum that is stored with a migration; null where none was kept. */
interface Recorded {
  checksum: string | null;
  oldest_release: string | null;
}

/** By the names of migrations that were run. Empty where there is no schema yet. */
async function recorded(database: Queryable): Promise<Map<string, Recorded>> {
  // Whole rows as JSON: the columns are not there before the first migrating that keeps them.
  const [table] = await database.query<{ is_there: boolean }[]>(
    `select to_regclass('usaha_migrations') is not null as is_there`,
  );
  if (!table?.is_there) return new Map();
  const rows = await database.query<({ name: string } & Recorded)[]>(
    `select m.name, to_jsonb(m) ->> 'checksum' as checksum, to_jsonb(m) ->> 'oldest_release' as oldest_release
       from usaha_migrations m order by m.timestamp`,
  );
  return new Map(rows.map(({ name, ...row }) => [name, row]));
}

function refuseTooOld(run: ReadonlyMap<string, Recorded>, release: Release | undefined): void {
  if (release === undefined) return;
  for (const [name, { oldest_release }] of run)
    if (oldest_release !== null && compareReleases(release, oldest_release) < 0)
      throw new ReleaseTooOld(release, oldest_release, name);
}

function refuseChanged(run: ReadonlyMap<string, Recorded>, checksums: ReadonlyMap<string, string>): void {
  for (const [name, { checksum }] of run) {
    const now = checksums.get(name);
    // A later release ran the migrations that this code does not know: an earlier one may serve together with it while it is rolled out.
    if (checksum !== null && now !== undefined && checksum !== now) throw new MigrationChanged(name);
  }
}

async function recordOldestReleases(owner: DataSource, known: readonly MigrationClass[]): Promise<void> {
  const run = await recorded(owner);
  const missing = known.filter(
    ({ name, oldest_release }) => oldest_release !== undefined && run.get(name)?.oldest_release !== oldest_release,
  );
  if (missing.length === 0) return;
  await owner.query('alter table usaha_migrations add column if not exists oldest_release text');
  for (const { name, oldest_release } of missing)
    await owner.query('update usaha_migrations set oldest_release = $1 where name = $2', [oldest_release, name]);
}

async function recordChecksums(owner: DataSource, checksums: ReadonlyMap<string, string>): Promise<void> {
  const run = await recorded(owner);
  const missing = [...run]
    .filter(([name, { checksum }]) => checksum === null && checksums.has(name))
    .map(([name]) => name);
  if (missing.length === 0) return;
  await owner.query('alter table usaha_migrations add column if not exists checksum text');
  for (const name of missing)
    await owner.query('update usaha_migrations set checksum = $1 where name = $2', [checksums.get(name), name]);
}
