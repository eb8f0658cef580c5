import { runAcrossTenants, type Context, type ShardScope } from '@usaha/shared';

/** More are not counted. */
const MOST = 10_000;

/** How many differences of payment requests are open, on some machines; at most 10,000. */
export async function openDifferences(ctx: Context, there: ShardScope): Promise<number> {
  const values: unknown[] = [];
  const isTheirs = there.where('r.tenant_id', values);
  const select = `select count(*)::integer from (
    select from core.payment_differences r where r.status = 'open' and ${isTheirs} limit ${MOST}) o`;
  const [row] = await runAcrossTenants(ctx, () => ctx.db.read(select, values));
  return row?.[0] as number;
}
