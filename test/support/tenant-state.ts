import { workerState } from './state.js';
import { sql } from './system-database.js';
import { rowWithoutJobs, tablesOfJobs } from './written-by-jobs.js';

/** Everything that a tenant has, as one hash per table. The tables of sign-ins are left out, and what jobs write. */
export async function stateOf(
  tenant_id: string,
  url = workerState().ownerUrl as string,
): Promise<Record<string, unknown>> {
  const found = await sql<{ path: string }>(
    url,
    `select format('%I.%I', n.nspname, c.relname) as path from pg_attribute a join pg_class c on c.oid = a.attrelid
     join pg_namespace n on n.oid = c.relnamespace
     where a.attname = 'tenant_id' and c.relkind in ('r', 'p') and c.relname not in ('sessions', 'sign_in_counts')`,
  );
  const tables = found.filter(({ path }) => !tablesOfJobs.includes(path));
  const [hashes] = await sql(
    url,
    `select ${tables
      .map(
        ({ path }, i) =>
          `(select md5(string_agg(v, '' order by v)) from (select ${rowWithoutJobs(path, 't')} as v from ${path} t where tenant_id = $1) r) as "${i}"`,
      )
      .join(', ')}`,
    [tenant_id],
  );
  return Object.fromEntries(tables.map(({ path }, i) => [path, hashes?.[i]]));
}
