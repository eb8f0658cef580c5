import { Injectable } from '@nestjs/common';
import { ALL_SHARDS, Database, runAcrossTenants, type Context } from '@usaha/shared';
import { RATE_LIMITS, RateWindowStore, WINDOW_SECONDS, type RatedKey, type TakenSlice } from './rate-windows.js';

/** How long the rows of past minutes stay. */
const KEPT_MS = 10 * 60_000;

/** Beyond every limit and its slice: a spent window is counted no further. */
const MOST_TAKEN = 2 * RATE_LIMITS.most;

/**
 * The clock of the database says which minute it is: clocks of instances may differ. Rows of earlier minutes stay as they are, so a
 * clock that goes back opens no window again. `taken_at` brings the instant back: RETURNING may have no function of the clock on Citus.
 */
const TAKE = `
  insert into core.rate_windows as r (tenant_id, started_at, api_key_id, taken, taken_at)
  values ($1, date_bin('${WINDOW_SECONDS} seconds', now(), timestamptz '1970-01-01 00:00:00+00'), $2, $3, now())
  on conflict (tenant_id, started_at, api_key_id) do update
    set taken = least(r.taken + excluded.taken, ${MOST_TAKEN}), taken_at = excluded.taken_at
  returning r.taken, (extract(epoch from r.taken_at - r.started_at) * 1000)::integer`;

/** Counts in the database, so that all instances count together. */
@Injectable()
export class RateWindowTable extends RateWindowStore {
  constructor(private readonly database: Database) {
    super();
  }

  async take({ tenant_id, id, now }: RatedKey, slice: number): Promise<TakenSlice> {
    return this.database.work({ tenant_id, actor: null, now }, async (ctx) => {
      // COMMIT is in its packet.
      const [granted] = await Promise.all([this.takeWithin(ctx, id, slice), ctx.db.commitAndContinue()]);
      return granted;
    });
  }

  /** Counts in the context's transaction: what is rolled back counts nothing, and others of the same id wait until it ends. */
  async takeWithin({ tenant_id, db }: Context, id: string, slice: number): Promise<TakenSlice> {
    const [row] = await db.write(TAKE, [tenant_id, id, slice]);
    const [taken, elapsed_ms] = row as [taken: number, elapsed_ms: number];
    return { taken, remaining_ms: WINDOW_SECONDS * 1_000 - elapsed_ms };
  }

  /** Deletes past minutes. @param there of whose tenants; of all unless told */
  forget(ctx: Context, there = ALL_SHARDS): Promise<number> {
    const values: unknown[] = [new Date(ctx.now.getTime() - KEPT_MS)];
    const isTheirs = there.where('r.tenant_id', values);
    return runAcrossTenants(ctx, () =>
      ctx.db.change(`delete from core.rate_windows r where r.started_at < $1 and ${isTheirs}`, values),
    );
  }
}
