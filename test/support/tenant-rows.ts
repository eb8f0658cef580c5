import { sql } from './system-database.js';

/** Tables of a database that say whose their rows are. */
const tablesOfTenants = async (url: string): Promise<string[]> => {
  const rows = await sql<{ path: string }>(
    url,
    `select n.nspname || '.' || c.relname as path
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not like 'pg\\_%'
       and a.attname = 'tenant_id' and not a.attisdropped order by path`,
  );
  return rows.map(({ path }) => path);
};

/** How many rows a tenant has in each table that has some, the tenant itself among them. @param url the owner's */
export async function rowsOf(url: string, tenant_id: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const look = async (path: string, column: string): Promise<void> => {
    const [row] = await sql<{ rows: number }>(url, `select count(*)::int as rows from ${path} where ${column} = $1`, [
      tenant_id,
    ]);
    if (row?.rows) counts[path] = row.rows;
  };
  for (const path of await tablesOfTenants(url)) await look(path, 'tenant_id');
  await look('core.tenants', 'id');
  return counts;
}

/** A fingerprint of the rows of all other tenants, by table. */
export async function othersThan(url: string, tenant_ids: readonly string[]): Promise<Record<string, string>> {
  const prints: Record<string, string> = {};
  const look = async (path: string, column: string): Promise<void> => {
    const [row] = await sql<{ print: string }>(
      url,
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(r::text), '' order by md5(r::text))), '') as print
       from ${path} r where ${column} <> all ($1::uuid[])`,
      [tenant_ids],
    );
    prints[path] = row?.print ?? '';
  };
  for (const path of await tablesOfTenants(url)) await look(path, 'tenant_id');
  await look('core.tenants', 'id');
  return prints;
}
