import { Database, NO_TENANT, inPlatform } from '@usaha/shared';

const DAY_MS = 86_400_000;
const ATTEMPT_MS = 15 * 60_000;

/**
 * Throws away what no longer counts: sessions a day after they expired or ended, and wrong sign-ins after 15 minutes.
 * It may run on any number of instances at once.
 */
export async function keepHouse(database: Database, now: Date): Promise<void> {
  await database.work({ tenant_id: NO_TENANT, actor: null, now }, (ctx) =>
    inPlatform(ctx, async () => {
      const dayAgo = new Date(now.getTime() - DAY_MS);
      await ctx.db.change('delete from core.sessions r where r.expires_at < $1', [dayAgo]);
      await ctx.db.change('delete from core.sessions r where r.ended_at < $1', [dayAgo]);
      await ctx.db.change('delete from core.login_attempts r where r.at < $1', [new Date(now.getTime() - ATTEMPT_MS)]);
    }),
  );
}
