import type { Client } from 'pg';
import { StartError } from '@usaha/embedded-postgres/start-error';
import type { Progress } from '../../start/progress.js';
import type { PurgedTable } from './purged-tables.js';

/** Rows that one transaction deletes: it holds their locks, and its time, for no longer than that takes. */
const BATCH = 5_000;

/** The second pass removes rows that a running handler has written meanwhile. */
const MOST_PASSES = 5;

/** @throws StartError where the role may not delete, or row level security would hide rows from it */
export async function requirePurgeRights(client: Client, tables: readonly PurgedTable[]): Promise<void> {
  const { rows } = await client.query<{ role: string; path: string }>(
    `select current_user as role, t.path from unnest($1::text[]) t (path)
     where not has_table_privilege(t.path, 'DELETE') or row_security_active(t.path::regclass) limit 1`,
    [[...tables.map(({ path }) => path), 'core.tenants', 'core.sign_in_names']],
  );
  const [refused] = rows;
  if (refused)
    throw new StartError(
      `The role ${refused.role} may not delete all rows of ${refused.path}: name the owner of the tables in MIGRATION_DATABASE_URL`,
    );
}

/**
 * Deletes all rows of a tenant, in many short transactions, and blanks the tenant itself last. A call that was
 * broken off is finished by the next. The tenant was ended before, so no session or job writes to it.
 * @returns how many rows were deleted
 */
export async function purgeRows(
  client: Client,
  tables: readonly PurgedTable[],
  tenant_id: string,
  progress: Progress,
): Promise<number> {
  let deleted = 0;
  for (let pass = 1; pass <= MOST_PASSES; pass += 1) {
    const before = deleted;
    for (const [i, table] of tables.entries()) {
      const tell = (): void =>
        progress.at(`${table.path}, ${deleted} rows (table ${i + 1} of ${tables.length}, pass ${pass})`);
      tell();
      for await (const rows of deletions(client, table, tenant_id)) {
        deleted += rows;
        tell();
      }
    }
    if (deleted > before) continue;
    await blankTenant(client, tenant_id);
    return deleted;
  }
  throw new StartError('Rows of the tenant are still being written; call the purge again');
}

/** Each goes on behind the rows that the one before has deleted. Yields how many rows a transaction deleted. */
async function* deletions(client: Client, { path, keys }: PurgedTable, tenant_id: string): AsyncGenerator<number> {
  const named = keys.map((name) => `r.${name}`).join(', ');
  const texts = keys.map((name) => `r.${name}::text`).join(', ');
  const placesFrom = (first: number): string => keys.map((_, i) => `$${first + i}`).join(', ');
  const behind = (place: string): string => ` and (${named}) > (${place})`;
  for (let after: string[] | null = null; ;) {
    const values: string[] = [tenant_id, ...(after ?? [])];
    const from = `from ${path} r where r.tenant_id = $1${after ? behind(placesFrom(2)) : ''}`;
    const last: { rows: string[][] } = await client.query<string[]>({
      text: `select ${texts} ${from} order by ${named} offset ${BATCH - 1} limit 1`,
      values,
      rowMode: 'array',
    });
    const until = last.rows[0];
    const upTo = until ? ` and (${named}) <= (${placesFrom(values.length + 1)})` : '';
    const { rowCount } = await client.query(`delete ${from}${upTo}`, [...values, ...(until ?? [])]);
    if (rowCount) yield rowCount;
    if (!until) return;
    after = until;
  }
}

/** Of the tenant itself the id and the slug stay: see `leftByPurge`. */
async function blankTenant(client: Client, tenant_id: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query(
      'delete from core.sign_in_names n using core.tenants t where n.tenant_id = $1 and t.id = n.tenant_id and n.name <> lower(t.slug)',
      [tenant_id],
    );
    await client.query(
      `update core.tenants r
          set name = r.slug, schema_name = r.slug, domain = null, registration_number = null, email = null, phone = null,
              address = null, logo_url = null, logo_file_id = null, settings = '{}', plan_steps = '[]', created_by = null, creator_member_id = null,
              account_id = null, updated_at = $2, version = r.version + 1
        where r.id = $1`,
      [tenant_id, new Date()],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
