import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, NO_TENANT, type Context } from '@usaha/shared';
import { RateWindowStore, RateWindows, type RatedKey, type TakenSlice } from '../../api-key/rate-windows.js';
import type { EinvoiceCall } from '../client/call-outcome.js';

/** How often a client id may make a call (SDK, "Rate Limit" of each page). */
export interface CallLimit {
  most: number;
  seconds: number;
}

/** A search may come once in 5 seconds, which is 12 a minute. */
export const callLimits: Readonly<Record<EinvoiceCall, CallLimit>> = {
  token: { most: 12, seconds: 60 },
  taxpayer: { most: 60, seconds: 60 },
  submit: { most: 100, seconds: 60 },
  submission: { most: 300, seconds: 60 },
  details: { most: 125, seconds: 60 },
  cancel: { most: 12, seconds: 60 },
  search: { most: 1, seconds: 5 },
};

/**
 * The clock of the database says which window it is. `taken_at` brings the instant back: RETURNING may have no function of the clock
 * on Citus. There is one row for each client and call: the next window takes the place of one that is over.
 */
export const takeOf = (seconds: number): string => `
  insert into einvoice.client_rates as r (tenant_id, client, call, started_at, taken, taken_at)
  values ($1, $2, $3, date_bin('${seconds} seconds', now(), timestamptz '1970-01-01 00:00:00+00'), $4, now())
  on conflict (tenant_id, client, call) do update
    set taken = case when r.started_at < excluded.started_at then excluded.taken else least(r.taken + excluded.taken, 10000) end,
        started_at = greatest(r.started_at, excluded.started_at), taken_at = excluded.taken_at
  returning r.taken, (extract(epoch from r.taken_at - r.started_at) * 1000)::integer`;

/** A day after its last call nothing of a client id counts: the longest window is a minute. */
const KEPT_MS = 86_400_000;

/** Counts calls in the database, so that all instances count together: rows of the nil tenant, by SHA-256 of the client id. */
@Injectable()
export class ClientRateTable extends RateWindowStore {
  constructor(private readonly database: Database) {
    super();
  }

  /** @param key its id is the client's fingerprint, a space, and the call */
  async take({ id, now }: RatedKey, slice: number): Promise<TakenSlice> {
    const [client, call] = id.split(' ') as [string, EinvoiceCall];
    const { seconds } = callLimits[call];
    return this.database.job({ tenant_id: NO_TENANT, actor: null, now }, async (ctx) => {
      const [row] = await ctx.db.write(takeOf(seconds), [NO_TENANT, client, call, slice]);
      const [taken, elapsed_ms] = row as [taken: number, elapsed_ms: number];
      return { taken, remaining_ms: seconds * 1000 - elapsed_ms };
    });
  }

  /** Deletes rows of client ids that have not called for a day: those that no tenant has any more among them. @param ctx of the nil tenant */
  async forget(ctx: Context): Promise<void> {
    await ctx.db.change('delete from einvoice.client_rates r where r.tenant_id = $1 and r.taken_at < $2', [
      ctx.tenant_id,
      new Date(ctx.now.getTime() - KEPT_MS),
    ]);
  }
}

/** How often clients may call MyInvois, over all instances. */
@Injectable()
export class ClientRates {
  private readonly windows: RateWindows;

  constructor(table: ClientRateTable) {
    this.windows = new RateWindows(table);
  }

  /** Takes one call. @returns milliseconds until it may be asked again; null: it is granted */
  async take(client_id: string, call: EinvoiceCall, now: Date): Promise<number | null> {
    const client = createHash('sha256').update(client_id).digest('hex');
    const key = { tenant_id: NO_TENANT, id: `${client} ${call}`, now };
    const { isAllowed, reset_seconds } = await this.windows.spend(key, callLimits[call].most);
    return isAllowed ? null : reset_seconds * 1000;
  }
}
