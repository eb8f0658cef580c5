import { Database, NO_TENANT, inPlatform } from '@usaha/shared';
import { FAILURES_COUNT_MS } from './sign-in-limiter.js';

const DAY_MS = 86_400_000;

/**
 * Throws away what no longer counts: sessions a day after they expired or ended, and wrong sign-ins after 15 minutes.
 * It may run on any number of instances at once.
 */
export async function keepHouse(database: Database, now: Date): Promise<void> {
  await database.job({ tenant_id: NO_TENANT, actor: null, now }, (ctx) =>
    inPlatform(ctx, async () => {
      const dayAgo = new Date(now.getTime() - DAY_MS);
      await ctx.db.change('delete from core.sessions r where r.expires_at < $1', [dayAgo]);
      await ctx.db.change('delete from core.sessions r where r.ended_at < $1', [dayAgo]);
      const uncounted = new Date(now.getTime() - FAILURES_COUNT_MS);
      await ctx.db.change('delete from core.sign_in_counts r where r.last_at < $1', [uncounted]);
    }),
  );
}
