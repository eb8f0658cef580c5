import { clearCondition, sealClear, type SealedBatch } from './clear-values.js';
import type { ColumnFacts } from '../schema/column.js';
import type { Context } from '../transaction/context.js';
import type { Database } from '../database/database.js';
import type { EntityClass, Table } from '../schema/table.js';

/** Few enough to be in memory at once where pictures are sealed. */
const BATCH = 100;

/** Below every id of a record. */
const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Seals with the current key what an older one sealed, and what lies in clear since before its column was sealed, in one
 * table and the tenant of the context. It may run while the service serves and may be broken off: every batch is committed.
 * @param counted told after each batch how many values it sealed
 * @returns how many values were sealed
 */
export async function rotateSeals<T extends { id: string }>(
  database: Database,
  ctx: Context,
  entity: EntityClass<T>,
  counted: (values: number) => void = () => undefined,
): Promise<number> {
  const table = database.table(entity);
  let rotated = 0;
  /** @param batch seals rows whose ids are higher than one */
  const inBatches = async (batch: (after: string) => Promise<SealedBatch>): Promise<void> => {
    for (let after = FIRST; ;) {
      const { sealed, rows, last } = await batch(after);
      await ctx.db.commitAndContinue();
      counted(sealed);
      rotated += sealed;
      if (rows < BATCH || last === undefined) return;
      after = last;
    }
  };
  for (const column of table.columns.filter(({ kind }) => kind === 'sealed')) {
    await inBatches((after) => rotateBatch(database, ctx, table, column, after));
    const condition = clearCondition(table, column);
    if (condition !== null)
      await inBatches((after) => sealClear(ctx, table, column, { condition, after, most: BATCH }));
  }
  return rotated;
}

async function rotateBatch<T extends { id: string }>(
  { keyring }: Database,
  ctx: Context,
  table: Table<T>,
  column: ColumnFacts,
  after: string,
): Promise<SealedBatch> {
  const rows = await ctx.db.lock(
    `select r.id, r.${column.name} from ${table.path} r
     where r.tenant_id = $1 and r.id > $3 and r.${column.name} is not null and not starts_with(r.${column.name}, $2)
     order by r.id limit ${BATCH} for update`,
    [ctx.tenant_id, `${keyring.current}.`, after],
  );
  let sealed = 0;
  for (const [id, stale] of rows as [string, string][]) {
    const place = table.place(column, { tenant_id: ctx.tenant_id, id });
    sealed += await ctx.db.change(
      // A value that was changed meanwhile is sealed with the current key already.
      `update ${table.path} r set ${column.name} = $3 where r.tenant_id = $1 and r.id = $2 and r.${column.name} = $4`,
      [ctx.tenant_id, id, keyring.seal(keyring.open(stale, place), place), stale],
    );
  }
  return { sealed, rows: rows.length, last: rows.at(-1)?.[0] as string | undefined };
}
