import { Injectable } from '@nestjs/common';
import { Database, NO_TENANT, eachTenant, grouped, runAcrossTenants } from '@usaha/shared';
import { ShardNodes } from '../tenant/shard-nodes.js';
import { RightsCache } from './rights-cache.js';
import type { Seen } from './seen-sessions.js';

type Used = readonly [session_id: string, Seen];
type Failed = (error: unknown, tenant_id: string) => void;

/** How many sessions one statement writes. */
const AT_ONCE = 1_000;

const LATER = 'r.ended_at is null and (r.last_seen_at is null or r.last_seen_at < v.at)';

const WRITE = `
  update core.sessions r set last_seen_at = v.at
    from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as v (tenant_id, id, at)
   where r.tenant_id = any($1) and r.tenant_id = v.tenant_id and r.id = v.id and ${LATER}`;

/** The same of one tenant: it names a single shard. */
const WRITE_WITHIN = `
  update core.sessions r set last_seen_at = v.at
    from unnest($2::uuid[], $3::timestamptz[]) as v (id, at)
   where r.tenant_id = $1 and r.id = v.id and ${LATER}`;

/** Writes when sessions were last used, as each instance noted it of those that it served. */
@Injectable()
export class LastSeen {
  constructor(
    private readonly database: Database,
    private readonly nodes: ShardNodes,
    private readonly rights: RightsCache,
  ) {}

  /**
   * Writes all that was noted on this instance since the round before: one statement for a thousand sessions, on a sharded
   * database one for each tenant. What fails is reported, and written with the next round.
   */
  async write(now: Date, failed: Failed): Promise<void> {
    // In one order everywhere, so that instances which write the same sessions do not wait for each other in a circle.
    const used = [...this.rights.seen.take()].toSorted(([one], [other]) => (one < other ? -1 : 1));
    if (used.length === 0) return;
    if (!this.nodes.areSeveral) return this.writeAll(used, failed, (some) => this.across(now, some));
    const tenants = grouped(used, ([, { tenant_id }]) => tenant_id);
    const perNode = await this.nodes.perNode(now, [...tenants.keys()]);
    const write = (tenant_id: string): Promise<void> =>
      this.writeAll(tenants.get(tenant_id) ?? [], failed, (some) => this.within(now, tenant_id, some));
    await Promise.all(perNode.map((some) => eachTenant(some, write, { failed })));
  }

  private async writeAll(used: readonly Used[], failed: Failed, write: (some: readonly Used[]) => Promise<void>) {
    for (let at = 0; at < used.length; at += AT_ONCE) {
      const some = used.slice(at, at + AT_ONCE);
      await write(some).catch((error: unknown) => {
        this.rights.seen.putBack(some);
        failed(error, some[0]?.[1].tenant_id ?? NO_TENANT);
      });
    }
  }

  private across(now: Date, some: readonly Used[]): Promise<void> {
    const tenants = some.map(([, { tenant_id }]) => tenant_id);
    return this.database.job({ tenant_id: NO_TENANT, actor: null, now }, (ctx) =>
      runAcrossTenants(ctx, async () => void (await ctx.db.change(WRITE, [tenants, ...columnsOf(some)]))),
    );
  }

  private within(now: Date, tenant_id: string, some: readonly Used[]): Promise<void> {
    return this.database.job(
      { tenant_id, actor: null, now },
      async (ctx) => void (await ctx.db.change(WRITE_WITHIN, [tenant_id, ...columnsOf(some)])),
    );
  }
}

const columnsOf = (some: readonly Used[]): [ids: string[], at: Date[]] => [
  some.map(([id]) => id),
  some.map(([, { at }]) => new Date(at)),
];
