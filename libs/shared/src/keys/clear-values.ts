import type { ColumnFacts } from '../schema/column.js';
import type { Context } from '../transaction/context.js';
import type { Database } from '../database/database.js';
import { Table, type EntityClass } from '../schema/table.js';

/** Lists of which one text each belongs into a seal. */
const listsOf = (table: Table<object>, { name }: ColumnFacts): ColumnFacts[] =>
  table.columns.filter(({ sealedKey }) => sealedKey?.whole === name);

const quoted = (text: string): string => JSON.stringify(text).replaceAll("'", "''");

/**
 * SQL: whether something lies in clear in a row `r` that belongs into a seal, as it does in rows of before the column was
 * sealed. Words that an erasure left do not count. null where nothing of a column ever lay in clear.
 */
export function clearCondition(table: Table<object>, column: ColumnFacts): string | null {
  const columns = (column.formerlyClear ?? []).map((name) => `r.${name} is not null`);
  const lists = listsOf(table, column).map(({ name, sealedKey }) => {
    const [key, erased] = [quoted(sealedKey?.key ?? ''), quoted(sealedKey?.erased ?? '')];
    return `r.${name} @? '$[*] ? (exists(@.${key}) && @.${key} != ${erased})'`;
  });
  const all = [...columns, ...lists];
  return all.length === 0 ? null : `(${all.join(' or ')})`;
}

/** What a batch did: how many values it sealed, and the id of its last row. */
export interface SealedBatch {
  sealed: number;
  rows: number;
  last: string | undefined;
}

/** Rows of one batch: those that a condition is true of, with a higher id than one. */
interface Batch {
  condition: string;
  after: string;
  most: number;
}

/**
 * Seals what lies in clear in rows of one table and empties its columns. No version changes, since no reader sees a difference.
 * Writers of a row wait until the transaction ends.
 */
export async function sealClear<T extends { id: string }>(
  ctx: Context,
  table: Table<T>,
  column: ColumnFacts,
  { condition, after, most }: Batch,
): Promise<SealedBatch> {
  const found = await ctx.db.lock(
    `select ${table.selected} from ${table.path} r where r.tenant_id = $1 and r.id > $2 and ${condition}
     order by r.id limit ${most} for update`,
    [ctx.tenant_id, after],
  );
  const written = [column, ...listsOf(table, column)];
  const sets = [
    ...table.namesOf(written).map((name, i) => `${name} = $${i + 3}`),
    ...(column.formerlyClear ?? []).map((name) => `${name} = null`),
  ].join(', ');
  let [sealed, last]: [number, string | undefined] = [0, undefined];
  for (const row of found) {
    const record = table.hydrate(row, ctx.db.keyring);
    last = record.id;
    sealed += await ctx.db.change(
      `update ${table.path} r set ${sets} where r.tenant_id = $1 and r.id = $2 and ${condition}`,
      [ctx.tenant_id, record.id, ...table.row(record, written, ctx.db.keyring).values],
    );
  }
  return { sealed, rows: found.length, last };
}

/** How many rows of the context's tenant hold something in clear that belongs into a seal; one statement for all entities. */
export async function countClear(
  database: Database,
  ctx: Context,
  entities: readonly EntityClass<object>[],
): Promise<number> {
  const counts = entities.flatMap((entity) => {
    const table = database.table(entity);
    const conditions = table.columns.map((column) => clearCondition(table, column));
    const count = (condition: string): string =>
      `(select count(*) from ${table.path} r where r.tenant_id = $1 and ${condition})`;
    return conditions.filter((condition) => condition !== null).map(count);
  });
  if (counts.length === 0) return 0;
  const [row] = await ctx.db.read(`select ${counts.join(' + ')}`, [ctx.tenant_id]);
  return row?.[0] as number;
}
