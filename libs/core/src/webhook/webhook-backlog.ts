import { runAcrossTenants, type Context, type ShardScope } from '@usaha/shared';

/** More than these are not counted: a larger number tells an operator nothing more. */
const MOST = 10_000;

/** How far the sending of webhooks is behind, over all tenants. */
export interface WebhookBacklog {
  /** Deliveries that are pending, due or not; at most 10,000. */
  pending: number;
  /** Since when the oldest is due of those that nothing keeps waiting; null where none is. */
  due_since: Date | null;
}

/**
 * Reads how far the sending is behind. Endpoints that fail, those in strict order, and suspended tenants have deliveries that wait
 * as they should: they do not count for `due_since`.
 * @param there of whose tenants
 */
export async function webhookBacklog(ctx: Context, there: ShardScope): Promise<WebhookBacklog> {
  const counted: unknown[] = [];
  const isCounted = there.where('r.tenant_id', counted);
  const values: unknown[] = [ctx.now];
  const isTheirs = there.where('e.tenant_id', values);
  const [[pending], [oldest]] = await runAcrossTenants(ctx, () =>
    Promise.all([
      ctx.db.read(
        `select count(*)::integer
           from (select 1 from core.webhook_deliveries r where r.status = 'pending' and ${isCounted} limit ${MOST}) p`,
        counted,
      ),
      ctx.db.read(
        `select min(o.at)
           from (select (select min(d.next_attempt_at) from core.webhook_deliveries d
                          where d.tenant_id = e.tenant_id and d.webhook_id = e.id and d.status = 'pending' and not d.is_manual) as at
                   from core.webhook_endpoints e
                  where e.status = 'active' and e.deleted_at is null and e.ordering = 'none' and e.failures_in_row = 0
                    and exists (select 1 from core.tenants t where t.id = e.tenant_id and t.status = 'active' and t.deleted_at is null)
                    and ${isTheirs}) o
          where o.at <= $1`,
        values,
      ),
    ]),
  );
  return { pending: pending?.[0] as number, due_since: (oldest?.[0] ?? null) as Date | null };
}

/** Those of several machines as one. */
export function togetherBehind(backlogs: readonly WebhookBacklog[]): WebhookBacklog {
  const pending = backlogs.reduce((all, one) => all + one.pending, 0);
  const [due_since = null] = backlogs.flatMap((one) => one.due_since ?? []).toSorted((a, b) => +a - +b);
  return { pending: Math.min(pending, MOST), due_since };
}
