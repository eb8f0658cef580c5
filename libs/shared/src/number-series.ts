import type { NumberSeries } from './column.js';
import type { Context } from './context.js';
import { malaysianDay } from './day.js';

/**
 * So many numbers of a series at once, in their order, without gaps: for documents that are made together. As with one,
 * they are given back when the transaction is rolled back, and others wait until it ends: draw them last.
 */
export async function drawNumbers(ctx: Context, { name, prefix }: NumberSeries, count: number): Promise<string[]> {
  const year = Number(malaysianDay(ctx.now).slice(0, 4));
  const [row] = await ctx.db.write('select kernel.draw_numbers($1, $2, $3, $4)', [ctx.tenant_id, name, year, count]);
  const last = row?.[0] as number;
  return Array.from({ length: count }, (_, i) => numberOf(prefix, year, last - count + 1 + i));
}

/** As kernel.draw_number writes it: at least six digits. */
const numberOf = (prefix: string, year: number, n: number): string => `${prefix}-${year}-${String(n).padStart(6, '0')}`;
