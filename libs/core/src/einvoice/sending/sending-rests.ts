import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';
import { EinvoiceCommits } from './einvoice-commits.js';
import type { RestReason } from './sending-rest.entity.js';

/** How long a tenant's sending rests whose credentials were refused, unless its settings change before. */
const REST_MS = 3_600_000;
/** How often a tenant whose sending rests is looked at: its settings may have changed. */
export const RESTING_MS = 60_000;

/** The rest of a tenant's sending. */
export interface Resting {
  /** Of the settings that were refused. */
  settings_version: number;
  reason: RestReason;
}

/** Which tenants' sending rests, for all instances (A-521). */
@Injectable()
export class SendingRests {
  constructor(private readonly commits: EinvoiceCommits) {}

  /** The rest of the context's tenant that is not over; it counts for settings of its version alone. */
  async find(ctx: Context): Promise<Resting | null> {
    const [row] = await ctx.db.read(
      `select r.settings_version, r.reason from einvoice.sending_rests r where r.tenant_id = $1 and r.rests_until > $2
        order by r.rests_until desc limit 1`,
      [ctx.tenant_id, ctx.now],
    );
    if (!row) return null;
    const [settings_version, reason] = row as [number, RestReason];
    return { settings_version, reason };
  }

  /** Enqueues that the sending rests for an hour. */
  begin(ctx: Context, { settings_version, reason }: Resting): void {
    ctx.db.enqueue(
      `insert into einvoice.sending_rests as r (tenant_id, settings_version, reason, rests_until) values ($1, $2, $3, $4)
       on conflict (tenant_id, reason) do update
         set settings_version = excluded.settings_version, rests_until = excluded.rests_until`,
      [ctx.tenant_id, settings_version, reason, new Date(ctx.now.getTime() + REST_MS)],
    );
  }

  /** Enqueues that a rest ends: what waited for its end goes on after the commit. */
  end(ctx: Context): void {
    ctx.db.enqueue('delete from einvoice.sending_rests r where r.tenant_id = $1', [ctx.tenant_id]);
    ctx.db.enqueue(
      `update einvoice.documents r set due_at = $2, updated_at = $2, version = r.version + 1
        where r.tenant_id = $1 and r.status = 'queued' and r.due_at > $2 and r.due_at <= $3`,
      [ctx.tenant_id, ctx.now, new Date(ctx.now.getTime() + RESTING_MS)],
    );
    this.commits.wakeAfterCommit(ctx);
  }
}
