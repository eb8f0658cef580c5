import { Injectable } from '@nestjs/common';
import { Database, ALL_SHARDS, NO_TENANT, ShardScope, grouped } from '@usaha/shared';
import { TenantRepository } from './tenant.repository.js';

/**
 * Where a tenant's rows stand on Citus: all its tables are distributed alike, so that one of them tells. The shard is found before
 * the join (`offset 0`), once for each tenant: within its condition it was for each tenant and placement (5,000 tenants: 4.4 s).
 */
const MACHINES = `
  select p.groupid, v.id from (
    select v.id, get_shard_id_for_distribution_column('core.users'::regclass, v.id) as shard
    from unnest($1::uuid[]) as v (id) offset 0
  ) v join pg_dist_placement p on p.shardid = v.shard
  order by p.groupid`;

/**
 * The machines of a sharded database, by the tenants whose rows they hold. What concerns all tenants (a sign-in without one,
 * jobs that look for work) asks each machine separately: one that is down stops its tenants only.
 */
@Injectable()
export class ShardNodes {
  constructor(
    private readonly database: Database,
    private readonly tenants: TenantRepository,
  ) {}

  /** Whether there may be more than one: then each is asked by itself. */
  get areSeveral(): boolean {
    return this.database.isSharded;
  }

  /** By what stands on every machine itself: none of them is asked. On a single one that is no question at all. */
  async list(now: Date): Promise<readonly ShardScope[]> {
    if (!this.areSeveral) return [ALL_SHARDS];
    return this.database.job({ tenant_id: NO_TENANT, actor: null, now }, async (ctx) => {
      const distributed = await ctx.db.read(
        "select 1 from pg_dist_partition p where p.logicalrelid = 'core.users'::regclass and p.partmethod = 'h'",
      );
      if (distributed.length === 0) return [ALL_SHARDS];
      const rows = await ctx.db.read(MACHINES, [await this.tenants.everyId(ctx)]);
      const nodes = grouped(rows as [number, string][], ([node]) => node);
      return [...nodes.values()].map((some) => new ShardScope(some.map(([, id]) => id)));
    });
  }

  /**
   * Tenants by the machine that they are on, for jobs that go from tenant to tenant: side by side, so that one that is slow to
   * answer, or never does, keeps none of another's waiting.
   */
  async perNode(now: Date, tenant_ids: readonly string[]): Promise<string[][]> {
    const nodes = await this.list(now);
    return [...grouped(tenant_ids, (id) => nodes.find((node) => node.has(id))).values()];
  }
}
