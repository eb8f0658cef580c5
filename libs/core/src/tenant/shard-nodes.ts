import { Injectable } from '@nestjs/common';
import { Database, ALL_SHARDS, NO_TENANT, ShardScope, grouped, type Context } from '@usaha/shared';
import { oldestTenants } from './tenant-ids.js';
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

/** So long after a failure each machine is asked separately: a statement for all of them would fail again. */
const DOUBTED_MS = 5 * 60_000;
/** So long it is taken for known which tenants a machine has. */
const KNOWN_MS = 60_000;
/** Of how many tenants the machine is known. */
const MOST_PLACED = 20_000;
/** How many tenants are looked at to find one on each machine. */
const SAMPLED = 1_000;

/**
 * The machines of a sharded database, by the tenants whose rows they hold. What concerns all tenants (a sign-in without one, jobs that
 * look for work) is one statement, which names no tenant. After a failure each machine is asked separately, by the ids of its tenants:
 * one that is down stops its tenants only.
 */
@Injectable()
export class ShardNodes {
  private doubtedUntil = -Infinity;
  private listed: { at: number; nodes: readonly ShardScope[] } = { at: -Infinity, nodes: [] };
  /** The machine of a tenant, and until when that is taken for known. */
  private readonly placed = new Map<string, { node: number; until: number }>();

  constructor(
    private readonly database: Database,
    private readonly tenants: TenantRepository,
  ) {}

  /** Whether there may be more than one. */
  get areSeveral(): boolean {
    return this.database.isSharded;
  }

  /** Whether each of them is asked: one that does not answer is not. Until it is, none can be asked with all others. */
  get areAsked(): boolean {
    return this.database.areNodesAsked;
  }

  /** @throws unavailable while the tenant's machine does not answer */
  require(tenant_id: string): void {
    this.database.requireNode(tenant_id);
  }

  /** What to ask now that something across all tenants has failed: each machine, for five minutes from now on. */
  doubted(now: Date): Promise<readonly ShardScope[]> {
    this.doubtedUntil = performance.now() + DOUBTED_MS;
    return this.list(now);
  }

  /** What to ask: all machines at once, or each after a failure. On a single one that is no question at all. */
  async list(now: Date): Promise<readonly ShardScope[]> {
    const areDoubted = performance.now() < this.doubtedUntil || !this.areAsked;
    return this.areSeveral && areDoubted ? this.each(now) : [ALL_SHARDS];
  }

  /** Each machine, with its tenants' ids: by what stands on every machine itself, so that none of them is asked. */
  private async each(now: Date): Promise<readonly ShardScope[]> {
    if (!this.areSeveral) return [ALL_SHARDS];
    if (performance.now() - this.listed.at < KNOWN_MS) return this.listed.nodes;
    const nodes = await this.work(now, async (ctx) => {
      if (!(await isDistributed(ctx))) return [ALL_SHARDS];
      const found = grouped(await placesOf(ctx, await this.tenants.everyId(ctx)), ([node]) => node);
      return [...found.values()].map((some) => {
        const ids = some.map(([, id]) => id);
        return new ShardScope(ids, () => this.require(ids[0] as string));
      });
    });
    this.listed = { at: performance.now(), nodes };
    return nodes;
  }

  /**
   * Asks for something across all tenants, in one statement; where that fails, each machine for its own.
   * @returns what came of it, for each that was asked
   */
  async ask<T>(now: Date, question: (there: ShardScope) => Promise<T>): Promise<PromiseSettledResult<T>[]> {
    // A machine that is not asked refuses at once, before there is a promise.
    const answersOf = (nodes: readonly ShardScope[]) => Promise.allSettled(nodes.map(async (node) => question(node)));
    const nodes = await this.list(now);
    const answers = await answersOf(nodes);
    if (!this.areSeveral || answers.every(isAnswered)) return answers;
    const doubted = await this.doubted(now);
    return nodes.includes(ALL_SHARDS) ? answersOf(doubted) : answers;
  }

  /**
   * Tenants by the machine that they are on, for jobs that go from tenant to tenant: side by side, so that one that is slow to
   * answer, or never does, keeps none of another's waiting.
   */
  async perNode(now: Date, tenant_ids: readonly string[]): Promise<string[][]> {
    const nodes = this.areSeveral ? await this.place(now, tenant_ids) : new Map<string, number>();
    return [...grouped(tenant_ids, (id) => nodes.get(id)).values()];
  }

  /** The number of the machine that holds a tenant's rows, where `perNode` was told of the tenant in the last minute. */
  nodeOf(tenant_id: string): number | undefined {
    const known = this.placed.get(tenant_id);
    return known && performance.now() < known.until ? known.node : undefined;
  }

  /** A tenant of each machine that has any of the oldest. */
  async probes(now: Date): Promise<string[]> {
    const places = await this.work(now, async (ctx) =>
      (await isDistributed(ctx)) ? placesOf(ctx, await oldestTenants(ctx, SAMPLED)) : [],
    );
    return [...new Map(places).values()];
  }

  private async place(now: Date, tenant_ids: readonly string[]): Promise<Map<string, number>> {
    const nodes = new Map<string, number>();
    const unknown = tenant_ids.filter((id) => {
      const node = this.nodeOf(id);
      if (node !== undefined) nodes.set(id, node);
      return node === undefined;
    });
    if (unknown.length === 0) return nodes;
    const places = await this.work(now, async (ctx) => ((await isDistributed(ctx)) ? placesOf(ctx, unknown) : []));
    const until = performance.now() + KNOWN_MS;
    if (this.placed.size + places.length > MOST_PLACED) this.placed.clear();
    for (const [node, id] of places) nodes.set(id, node);
    for (const [node, id] of places.slice(0, MOST_PLACED)) this.placed.set(id, { node, until });
    return nodes;
  }

  private work<T>(now: Date, work: (ctx: Context) => Promise<T>): Promise<T> {
    return this.database.job({ tenant_id: NO_TENANT, actor: null, now }, work);
  }
}

async function isDistributed({ db }: Context): Promise<boolean> {
  const found = await db.read(
    "select 1 from pg_dist_partition p where p.logicalrelid = 'core.users'::regclass and p.partmethod = 'h'",
  );
  return found.length > 0;
}

async function placesOf({ db }: Context, ids: readonly string[]): Promise<[node: number, id: string][]> {
  return (await db.read(MACHINES, [ids])) as [number, string][];
}

const isAnswered = <T>(answer: PromiseSettledResult<T>): answer is PromiseFulfilledResult<T> =>
  answer.status === 'fulfilled';
