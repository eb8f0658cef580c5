import type { Context } from '../transaction/context.js';
import { runAcrossTenants } from '../transaction/privileged-access.js';
import { ALL_SHARDS } from '../transaction/shard-scope.js';

const KEPT_MS = 7 * 86_400_000;

/** Throws away events that were handled more than a week ago. @param there of whose tenants; of all unless told */
export function forgetHandled(ctx: Context, there = ALL_SHARDS): Promise<number> {
  const values: unknown[] = [new Date(ctx.now.getTime() - KEPT_MS)];
  const isTheirs = there.where('r.tenant_id', values);
  return runAcrossTenants(ctx, () =>
    ctx.db.change(`delete from kernel.outbox r where r.handled_at < $1 and ${isTheirs}`, values),
  );
}
