import type { Context } from '../transaction/context.js';
import { runAcrossTenants } from '../transaction/privileged-access.js';
import { ALL_SHARDS } from '../transaction/shard-scope.js';

/** More than this are not counted: a larger number tells an operator nothing more, and the answer stays quick. */
const MOST = 10_000;

/** How far the dispatchers are behind, over all tenants. */
export interface Backlog {
  /** Events that could be handled now; at most 10,000. */
  due: number;
  /** Since when the oldest of them could be; null where none is due. */
  due_since: Date | null;
  /** Events whose handlers kept failing; at most 10,000. */
  parked: number;
}

const PENDING = 'r.handled_at is null and r.parked_at is null and r.available_at <= $1';

/**
 * Each part reads an index that holds nothing else: what was handled costs nothing.
 * @param there of whose tenants; of all unless told
 */
export async function outboxBacklog(ctx: Context, there = ALL_SHARDS): Promise<Backlog> {
  const narrowed = (...values: unknown[]): [isTheirs: string, values: unknown[]] => {
    const isTheirs = there.where('r.tenant_id', values);
    return [isTheirs, values];
  };
  const [theirsNow, now] = narrowed(ctx.now);
  const [theirs, none] = narrowed();
  const [[due], [oldest], [parked]] = await runAcrossTenants(ctx, () =>
    Promise.all([
      ctx.db.read(
        `select count(*)::integer
           from (select r.available_at from kernel.outbox r where ${PENDING} and ${theirsNow} limit ${MOST}) d`,
        now,
      ),
      ctx.db.read(
        `select r.available_at from kernel.outbox r where ${PENDING} and ${theirsNow} order by r.available_at limit 1`,
        now,
      ),
      ctx.db.read(
        `select count(*)::integer
           from (select r.parked_at from kernel.outbox r where r.parked_at is not null and ${theirs} limit ${MOST}) p`,
        none,
      ),
    ]),
  );
  return { due: due?.[0] as number, due_since: (oldest?.[0] ?? null) as Date | null, parked: parked?.[0] as number };
}

/** Those of several machines as one. */
export function together(backlogs: readonly Backlog[]): Backlog {
  const sum = (of: 'due' | 'parked'): number => backlogs.reduce((all, backlog) => all + backlog[of], 0);
  const [due_since = null] = backlogs.flatMap((backlog) => backlog.due_since ?? []).toSorted((a, b) => +a - +b);
  return { due: Math.min(sum('due'), MOST), due_since, parked: Math.min(sum('parked'), MOST) };
}
