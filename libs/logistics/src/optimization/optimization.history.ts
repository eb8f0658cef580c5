import { Injectable } from '@nestjs/common';
import { Database, Table, insertMany, newId, type Context } from '@usaha/shared';
import { Optimization } from './optimization.entity.js';

/** What a run came to, as it is noted. */
export type RunFigures = Omit<Optimization, 'id' | 'tenant_id' | 'created_at' | 'actor_id'>;

/** What a tenant's optimisations came to. */
@Injectable()
export class OptimizationHistory {
  private readonly table: Table<Optimization>;

  constructor(database: Database) {
    this.table = database.table(Optimization);
  }

  /** Notes a run: once, however often its request was repeated while it was worked on. */
  note(ctx: Context, figures: RunFigures): void {
    const id = ctx.claim?.id ?? newId(ctx.now);
    const run = { ...figures, id, created_at: ctx.now, actor_id: ctx.actor?.user_id ?? null };
    insertMany(ctx, this.table, [run], { spare: true });
  }
}
