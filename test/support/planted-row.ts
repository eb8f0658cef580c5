import { sql } from './system-database.js';

export type Row = Record<string, unknown>;

/** What a column that must not be null holds where a test does not say it. */
const usual: Record<string, unknown> = {
  text: 'x',
  boolean: false,
  integer: 0,
  bigint: 0,
  numeric: 0,
  date: '2026-01-05',
  'timestamp with time zone': '2026-01-05T02:00:00.000Z',
  jsonb: '{}',
  ARRAY: '{}',
};

/** A row of a table, with the usual in the columns that need something. */
export async function plant(url: string, table: string, given: Row): Promise<void> {
  const [schema, name] = table.split('.');
  const needed = await sql<{ name: string; type: string }>(
    url,
    `select column_name as name, data_type as type from information_schema.columns
      where table_schema = $1 and table_name = $2 and is_nullable = 'NO' and column_default is null
        and is_generated = 'NEVER' and is_identity = 'NO'`,
    [schema, name],
  );
  const row: Row = { ...Object.fromEntries(needed.map(({ name: column, type }) => [column, usual[type]])), ...given };
  const columns = Object.keys(row);
  await sql(
    url,
    `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, i) => `$${i + 1}`).join(', ')})`,
    Object.values(row),
  );
}
