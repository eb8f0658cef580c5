import type { Context } from '../context.js';
import { inPlatform } from '../doors.js';

/** More than this are not counted: that there are so many is all that anybody needs to know, and the answer stays quick. */
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

/** Each part reads an index that holds nothing else: what was handled costs nothing. */
export async function outboxBacklog(ctx: Context): Promise<Backlog> {
  const [[due], [oldest], [parked]] = await inPlatform(ctx, () =>
    Promise.all([
      ctx.db.query(
        `select count(*)::integer from (select r.available_at from kernel.outbox r where ${PENDING} limit ${MOST}) d`,
        [ctx.now],
      ),
      ctx.db.query(`select r.available_at from kernel.outbox r where ${PENDING} order by r.available_at limit 1`, [
        ctx.now,
      ]),
      ctx.db.query(
        `select count(*)::integer
           from (select r.parked_at from kernel.outbox r where r.parked_at is not null limit ${MOST}) p`,
      ),
    ]),
  );
  return { due: due?.[0] as number, due_since: (oldest?.[0] ?? null) as Date | null, parked: parked?.[0] as number };
}
