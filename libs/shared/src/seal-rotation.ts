import type { Context } from './context.js';
import type { Database } from './database.js';
import type { StoredRecord } from './tenant-record.js';
import { Table, type EntityClass } from './table.js';

/** Few enough to be held at once where what is sealed are pictures. */
const BATCH = 100;

/**
 * Seals again, with the current key, what was sealed with an older one, in one table and the tenant of the context.
 * It may be run while the service serves and may be broken off: whatever is done stays done.
 * @param counted told after each batch how many values of it were sealed
 * @returns how many values were sealed anew.
 */
export async function rotateSeals<T extends StoredRecord>(
  database: Database,
  ctx: Context,
  entity: EntityClass<T>,
  counted: (values: number) => void = () => undefined,
): Promise<number> {
  const table = Table.of(entity, database.dataSource);
  let rotated = 0;
  for (const column of table.columns.filter((c) => c.kind === 'sealed')) {
    for (;;) {
      const rows = await ctx.db.query(
        `select r.id, r.${column.name} from ${table.path} r
         where r.tenant_id = $1 and r.${column.name} is not null and not starts_with(r.${column.name}, $2)
         order by r.id limit ${BATCH} for update`,
        [ctx.tenant_id, `${database.keyring.current}.`],
      );
      let changed = 0;
      for (const [id, sealed] of rows as [string, string][]) {
        const place = table.place(column, { tenant_id: ctx.tenant_id, id });
        const anew = database.keyring.seal(database.keyring.open(sealed, place), place);
        changed += await ctx.db.change(
          // What was changed meanwhile is sealed with the current key already.
          `update ${table.path} r set ${column.name} = $3 where r.tenant_id = $1 and r.id = $2 and r.${column.name} = $4`,
          [ctx.tenant_id, id, anew, sealed],
        );
      }
      await ctx.db.settle();
      counted(changed);
      rotated += changed;
      if (rows.length < BATCH) break;
    }
  }
  return rotated;
}
