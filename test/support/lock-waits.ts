import type pg from 'pg';
import { citusUrl } from './citus.js';
import { workerState } from './state.js';
import { sql } from './system-database.js';

/** The backends that wait for $1, or for one that does. */
const WAITING = `with recursive waiting(pid) as (
  select $1::int union
  select a.pid from pg_stat_activity a join waiting w on w.pid = any(pg_blocking_pids(a.pid))
  where a.wait_event_type = 'Lock'
) select pid from waiting where pid <> $1`;

/**
 * Resolves once that many statements wait for locks of the client's transaction, directly or behind each other. Those of other
 * suites in the same database do not count, except on a cluster, where a wait is seen on the node of the row.
 */
export async function waitingForLocks(client: pg.Client, count: number): Promise<void> {
  const [own] = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows;
  const waits = (): Promise<object[]> =>
    citusUrl === null
      ? sql(workerState().ownerUrl as string, WAITING, [own?.pid])
      : sql(
          workerState().ownerUrl as string,
          "select 1 from citus_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
  while ((await waits()).length < count) await new Promise((done) => setTimeout(done, 20));
}
