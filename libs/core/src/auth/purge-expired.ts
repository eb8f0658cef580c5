import { ALL_SHARDS, firstId, runAcrossTenants, type Context } from '@usaha/shared';
import { ACCOUNT_COUNTS_MS, FAILURES_COUNT_MS } from './sign-in-limiter.js';

const DAY_MS = 86_400_000;
/** Sign-ins hold addresses, and are kept no longer than an administrator may look for one. */
const SIGN_INS_KEPT_MS = 90 * DAY_MS;

/**
 * Deletes what no longer counts: sessions a day after they expired or ended, sign-ins after 90 days, and
 * what counts wrong ones after an hour.
 * It may run on any number of instances at once.
 * @param there of whose tenants; of all unless told
 */
export async function purgeExpired(ctx: Context, there = ALL_SHARDS): Promise<void> {
  const dayAgo = new Date(ctx.now.getTime() - DAY_MS);
  const forgotten = new Date(ctx.now.getTime() - FAILURES_COUNT_MS);
  const uncounted = new Date(ctx.now.getTime() - ACCOUNT_COUNTS_MS);
  await runAcrossTenants(ctx, async () => {
    const forget = (table: string, since: string, until: Date | string, also = ''): Promise<number> => {
      const values: unknown[] = [until];
      return ctx.db.change(
        `delete from ${table} r where r.${since} < $1${also} and ${there.where('r.tenant_id', values)}`,
        values,
      );
    };
    await forget('core.sessions', 'expires_at', dayAgo);
    await forget('core.sessions', 'ended_at', dayAgo);
    await forget('core.sign_in_entries', 'id', firstId(new Date(ctx.now.getTime() - SIGN_INS_KEPT_MS)));
    await forget('core.sign_in_counts', 'last_at', uncounted);
    // Any client can have a name without an account counted: one try alone is kept no longer than it counts for its address.
    await forget('core.sign_in_counts', 'last_at', forgotten, ' and cardinality(r.attempts) < 2');
  });
}
