import { workerState } from './state.js';
import { sql } from './system-database.js';

/** Every row of every table that could be a tenant's, as a dump has them, by `schema.table`. */
export async function dump(): Promise<Map<string, string>> {
  const owner = workerState().ownerUrl as string;
  const tables = await sql<{ path: string }>(
    owner,
    `select n.nspname || '.' || c.relname as path from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`,
  );
  const dumped = new Map<string, string>();
  // One after the other: each has a separate connection, and there are more tables than connections.
  for (const { path } of tables) {
    const rows = await sql<{ row: string }>(owner, `select r::text as row from ${path} r`);
    dumped.set(path, rows.map(({ row }) => row).join('\n'));
  }
  return dumped;
}
