import { Injectable } from '@nestjs/common';
import { Database, NO_TENANT, runAcrossTenants, type Context, type ShardScope } from '@usaha/shared';
import { ShardNodes } from './shard-nodes.js';
import { notDeleted } from './tenant-ids.js';

/** A look across tenants: ids of those of some machines that have work. Each may be named several times. */
export type LookForWork = (ctx: Context, there: ShardScope) => Promise<readonly string[]>;

/** Finds the tenants that a job has to visit: those without work cost it nothing, however many there are. */
@Injectable()
export class TenantsWithWork {
  constructor(
    private readonly database: Database,
    private readonly nodes: ShardNodes,
  ) {}

  /**
   * Tenants with work that are not deleted, by the machine that they are on. One statement looks for all machines; where it fails, one
   * for each. @param failed told of machines that could not be asked
   */
  async find(now: Date, look: LookForWork, failed: (error: unknown) => void): Promise<string[][]> {
    const found = await this.idsOf(now, look, failed);
    const live = await this.work(now, (ctx) => notDeleted(ctx, [...found]));
    return this.nodes.perNode(now, live);
  }

  /** The same with those that are deleted. */
  async findEver(now: Date, look: LookForWork, failed: (error: unknown) => void): Promise<string[][]> {
    const found = await this.idsOf(now, look, failed);
    return this.nodes.perNode(now, [...found].sort());
  }

  /**
   * Within a look: those that have rows in any of some tables, due or not. Where each machine is asked separately, these are all of its
   * tenants. A look of `dueFunction` finds fewer. @param paths tables with their schema
   */
  async rowsIn(ctx: Context, paths: readonly string[], there: ShardScope): Promise<readonly string[]> {
    if (there.ids) return there.ids;
    const found = await runAcrossTenants(ctx, () =>
      Promise.all(
        paths.map((path) => ctx.db.read('select t.id from kernel.tenants_having($1::regclass) as t (id)', [path])),
      ),
    );
    return found.flat().map(([id]) => id as string);
  }

  private async idsOf(now: Date, look: LookForWork, failed: (error: unknown) => void): Promise<Set<string>> {
    const answers = await this.nodes.ask(now, (there) => this.work(now, (ctx) => look(ctx, there)));
    const found = new Set<string>();
    for (const answer of answers)
      if (answer.status === 'fulfilled') for (const id of answer.value) found.add(id);
      else failed(answer.reason);
    return found;
  }

  private work<T>(now: Date, work: (ctx: Context) => Promise<T>): Promise<T> {
    return this.database.job({ tenant_id: NO_TENANT, actor: null, now }, work);
  }
}
