import type { Context } from '@usaha/shared';
import { heldByLaw } from './held-by-law.js';
import type { PurgedTable } from './purged-tables.js';

/** Records of a tenant that a law may ask for, where there are any. */
export interface HeldRows {
  what: string;
  rule: string;
  rows: number;
  /** When the newest of them was made. */
  newest: Date;
}

/** How many rows the context's tenant has in each table, without those that are empty. */
export async function countRows(
  ctx: Context,
  tables: readonly PurgedTable[],
  begin: (path: string) => void,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { path } of tables) {
    begin(path);
    const [row] = await ctx.db.read(`select count(*) from ${path} r where r.tenant_id = $1`, [ctx.tenant_id]);
    if (row?.[0]) counts[path] = row[0] as number;
  }
  return counts;
}

/** @param counts of `countRows`, for the same context */
export async function heldRows(ctx: Context, counts: Readonly<Record<string, number>>): Promise<HeldRows[]> {
  const held: HeldRows[] = [];
  for (const { what, rule, tables } of heldByLaw) {
    const filled = tables.filter((path) => path in counts);
    const newest: Date[] = [];
    for (const path of filled) {
      const [row] = await ctx.db.read(`select max(r.created_at) from ${path} r where r.tenant_id = $1`, [
        ctx.tenant_id,
      ]);
      if (row?.[0]) newest.push(row[0] as Date);
    }
    const rows = filled.reduce((sum, path) => sum + (counts[path] ?? 0), 0);
    const last = newest.sort((a, b) => b.getTime() - a.getTime())[0];
    if (last) held.push({ what, rule, rows, newest: last });
  }
  return held;
}
