import { runAcrossTenants, type Context, type ShardScope } from '@usaha/shared';

/** More than these are not counted: a larger number tells an operator nothing more. */
const MOST_COUNTED = 10_000;

/** How far the sending of e-invoices is behind. */
export interface EinvoiceBacklog {
  /** Documents that are queued, due or to be sent again later; at most 10,000. */
  waiting: number;
  /** When the longest waiting of them was queued, in milliseconds since 1970; null where none is. */
  since: number | null;
  /** Documents of which it is not known whether MyInvois has received them; at most 10,000. */
  unsure: number;
}

/** The backlog of some machines. */
export async function einvoiceBacklog(ctx: Context, there: ShardScope): Promise<EinvoiceBacklog> {
  const call = 'select w.waiting, w.since, w.unsure from einvoice.backlog($1, $2, $3) as w';
  const [row] = await runAcrossTenants(ctx, () => ctx.db.read(call, [there.asked(), ctx.now, MOST_COUNTED]));
  const [waiting, since, unsure] = row as [number, Date | null, number];
  return { waiting, since: since?.getTime() ?? null, unsure };
}

/** The backlogs of several machines as one. */
export function einvoicesTogether(some: readonly EinvoiceBacklog[]): EinvoiceBacklog {
  const since = some.flatMap((one) => one.since ?? []);
  return {
    waiting: Math.min(
      some.reduce((all, one) => all + one.waiting, 0),
      MOST_COUNTED,
    ),
    since: since.length === 0 ? null : Math.min(...since),
    unsure: Math.min(
      some.reduce((all, one) => all + one.unsure, 0),
      MOST_COUNTED,
    ),
  };
}
