import type { Context } from '../transaction/context.js';
import { runAcrossTenants } from '../transaction/privileged-access.js';

/** An event that was parked, and why. */
export interface ParkedEvent {
  tenant_id: string;
  id: string;
  name: string;
  parked_at: Date;
  error: string | null;
}

/** All parked events, oldest first: for the operator's command line. */
export async function parkedEvents(ctx: Context): Promise<ParkedEvent[]> {
  const rows = await runAcrossTenants(ctx, () =>
    ctx.db.read(
      'select r.tenant_id, r.id, r.name, r.parked_at, r.error from kernel.outbox r where r.parked_at is not null order by r.parked_at',
    ),
  );
  return rows.map(
    ([tenant_id, id, name, parked_at, error]) => ({ tenant_id, id, name, parked_at, error }) as ParkedEvent,
  );
}

/** Lets parked events be tried again from now on. @returns how many */
export const retryParked = (ctx: Context): Promise<number> =>
  runAcrossTenants(ctx, () =>
    ctx.db.change(
      'update kernel.outbox r set parked_at = null, attempts = 0, available_at = $1 where r.parked_at is not null',
      [ctx.now],
    ),
  );
