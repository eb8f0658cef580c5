import { citusUrl } from './citus.js';
import { workerState } from './state.js';
import { sql } from './system-database.js';

/** Resolves once so many statements wait for a lock in the database of the tests. */
export async function waitingForLocks(count: number): Promise<void> {
  // On a cluster who waits is seen where the row lies.
  const activity = citusUrl === null ? 'pg_stat_activity' : 'citus_stat_activity';
  const text = `select 1 from ${activity} where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await sql(workerState().ownerUrl as string, text)).length < count)
    await new Promise((done) => setTimeout(done, 20));
}
