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
  const rows = tables.map(async ({ path }): Promise<[string, string]> => {
    const dumped = await sql<{ row: string }>(owner, `select r::text as row from ${path} r`);
    return [path, dumped.map(({ row }) => row).join('\n')];
  });
  return new Map(await Promise.all(rows));
}
