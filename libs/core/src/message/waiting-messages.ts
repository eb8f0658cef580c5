import { runAcrossTenants, type Context, type ShardScope } from '@usaha/shared';

/** More than these are not counted: a larger number tells an operator nothing more. */
const MOST_COUNTED = 10_000;

/** How many messages are due and not sent yet, on some machines; at most 10,000. Those that wait for an hour are not due. */
export async function messagesWaiting(ctx: Context, there: ShardScope): Promise<number> {
  const values: unknown[] = [ctx.now];
  const isTheirs = there.where('r.tenant_id', values);
  const [row] = await runAcrossTenants(ctx, () =>
    ctx.db.read(
      `select count(*)::integer
         from (select 1 from core.messages r
                where r.status = 'waiting' and r.due_at <= $1 and ${isTheirs} limit ${MOST_COUNTED}) w`,
      values,
    ),
  );
  return row?.[0] as number;
}
