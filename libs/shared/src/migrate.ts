import type { DataSource } from 'typeorm';

/** Two instances starting at once take this advisory lock in turn; the number is arbitrary and must stay. */
const MIGRATION_LOCK = 7_283_641_905;

/**
 * Brings the schema up to date, as its owner. Migrations are plain SQL in order of their time stamps, each in a
 * transaction of its own; those of all contexts run in one line.
 * @returns the names of the migrations that were run.
 */
export async function migrate(owner: DataSource): Promise<string[]> {
  const runner = owner.createQueryRunner();
  try {
    await runner.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
    const run = await owner.runMigrations({ transaction: 'each' });
    return run.map((migration) => migration.name);
  } finally {
    await runner.query(`select pg_advisory_unlock(${MIGRATION_LOCK})`);
    await runner.release();
  }
}

/** The migrations that this code knows and the database has not run yet; names only. Reads, needs no owner. */
export async function pendingMigrations(dataSource: DataSource, known: readonly { name: string }[]): Promise<string[]> {
  const rows = await dataSource.query<{ name: string }[]>('select name from usaha_migrations');
  const done = new Set(rows.map((row) => row.name));
  return known.map((migration) => migration.name).filter((name) => !done.has(name));
}
