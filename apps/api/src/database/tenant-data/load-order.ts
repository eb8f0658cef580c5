import type { Database, Table } from '@usaha/shared';
import { APP_ROLE, type Queryable } from '@usaha/shared/operation';
import { parentsFirst } from '../distribution/distribution.js';
import { readStoredSchema, type ForeignKey } from '../distribution/stored-schema.js';
import { exportedTables } from './exported-tables.js';

/** A table whose rows an export brings. */
export interface LoadedTable {
  table: Table<object>;
  /** A column that names another row of the same table; null: none does. */
  self: string | null;
}

const selfColumn = (path: string, keys: readonly ForeignKey[]): string | null => {
  const own = keys.find(({ table, target }) => table === path && target === path);
  return own ? (/^FOREIGN KEY \(tenant_id, (\w+)\)/.exec(own.definition)?.[1] ?? null) : null;
};

/** All tables that exports have, save for the tenants, in an order in which each comes behind those that it points to. */
export async function loadedTables(source: Queryable, database: Database): Promise<LoadedTable[]> {
  const schemas = [...new Set(database.entities.map(({ schema }) => schema))];
  const { keys } = await readStoredSchema(source, schemas, APP_ROLE);
  const exported = new Map(
    exportedTables(database).flatMap(({ table, scope }) => (scope === 'id' ? [] : [[table.path, table] as const])),
  );
  return parentsFirst([...exported.keys()], keys).flatMap((path) => {
    const table = exported.get(path);
    return table ? [{ table, self: selfColumn(path, keys) }] : [];
  });
}
