import pg from 'pg';
import { rowWithoutJobs, tablesOfJobs } from './written-by-jobs.js';

/** A table with rows of tenants, and the column that names the tenant. */
interface TenantTable {
  path: string;
  column: string;
}

/** Asks one question of every table that says whose its rows are, on one connection. @param url the owner's @returns by table */
async function ofEveryTable<T>(
  url: string,
  question: (table: TenantTable) => string,
  value: unknown,
): Promise<[path: string, answer: T][]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ path: string }>(
      `select n.nspname || '.' || c.relname as path
       from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
       where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not like 'pg\\_%'
         and a.attname = 'tenant_id' and not a.attisdropped order by path`,
    );
    const tables = [...rows.map(({ path }) => ({ path, column: 'tenant_id' })), { path: 'core.tenants', column: 'id' }];
    const answers: [string, T][] = [];
    for (const table of tables) {
      const [row] = (await client.query<{ answer: T }>(question(table), [value])).rows;
      answers.push([table.path, row?.answer as T]);
    }
    return answers;
  } finally {
    await client.end();
  }
}

/** How many rows a tenant has in each table that has some, the tenant itself among them. @param url the owner's */
export async function rowsOf(url: string, tenant_id: string): Promise<Record<string, number>> {
  const counts = await ofEveryTable<number>(
    url,
    ({ path, column }) => `select count(*)::int as answer from ${path} where ${column} = $1`,
    tenant_id,
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** A fingerprint of the rows of all other tenants, by table, without what jobs write. */
export async function othersThan(url: string, tenant_ids: readonly string[]): Promise<Record<string, string>> {
  const prints = await ofEveryTable<string>(
    url,
    ({ path, column }) =>
      `select count(*) || ' ' || coalesce(sum(hashtextextended(${rowWithoutJobs(path, 'r')}, 0)), 0) as answer
       from ${path} r where ${column} <> all ($1::uuid[])`,
    tenant_ids,
  );
  return Object.fromEntries(prints.filter(([path]) => !tablesOfJobs.includes(path)));
}
