import { workerState } from '../support/state.js';
import { sql } from '../support/system-database.js';
import { outputOf } from '../support/script-output.js';

/**
 * Entities and tables are two accounts of one thing: after the migrations neither says more than the other. Indexes,
 * checks, policies and foreign keys live in SQL alone.
 */

/** The migrations' own table, which no entity describes. */
const NOT_OURS = ['public.usaha_migrations'];

interface Column {
  type: string;
  nullable: boolean;
  default: string | null;
  generated: boolean;
}
type Table = { columns: Record<string, Column>; primary: string[] };

const ordered = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

interface Row extends Column {
  path: string;
  name: string;
  is_primary: boolean;
}

async function stored(): Promise<Record<string, Table>> {
  const rows = await sql<Row>(
    workerState().ownerUrl as string,
    `select n.nspname || '.' || c.relname as path, a.attname as name,
            format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable,
            nullif(pg_get_expr(d.adbin, d.adrelid), s.next) as default, s.next is not null as generated,
            coalesce(a.attnum = any (x.indkey), false) as is_primary
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
     left join lateral (select pg_get_expr(d.adbin, d.adrelid) as next where pg_get_expr(d.adbin, d.adrelid) like 'nextval(%') s on true
     left join pg_index x on x.indrelid = c.oid and x.indisprimary
     where c.relkind in ('r', 'p') and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
     order by path, name`,
  );
  const tables: Record<string, Table> = {};
  for (const { path, name, type, nullable, default: value, generated, is_primary } of rows) {
    const table = (tables[path] ??= { columns: {}, primary: [] });
    // 'x'::text and 'x' are one default.
    table.columns[name] = { type, nullable, default: value?.replace(/::[a-z ]+$/, '') ?? null, generated };
    if (is_primary) table.primary.push(name);
  }
  for (const table of Object.values(tables)) {
    table.columns = ordered(table.columns);
    table.primary.sort();
  }
  return tables;
}

describe('entities and tables', () => {
  let entityTables: Record<string, Table>;
  let databaseTables: Record<string, Table>;
  beforeAll(async () => {
    entityTables = await outputOf<Record<string, Table>>('entity-tables.mjs', workerState().ownerUrl as string);
    for (const table of Object.values(entityTables)) table.columns = ordered(table.columns);
    databaseTables = await stored();
  });

  it('are the same tables', () => {
    const tables = Object.keys(databaseTables).filter((path) => !NOT_OURS.includes(path));
    expect(Object.keys(entityTables).sort()).toEqual(tables.sort());
    expect(tables).not.toEqual([]);
  });

  it('have the same columns, types, precision, nullability, defaults and primary keys', () => {
    for (const [path, table] of Object.entries(entityTables)) {
      expect({ path, ...table }).toEqual({ path, ...databaseTables[path] });
    }
  });
});
