import { Injectable } from '@nestjs/common';
import { Database, declareReferences, insertMany, newId, type Context, type Table } from '@usaha/shared';
import { SimulatorSubmission } from './simulator-submission.entity.js';

declareReferences({ simulator_submissions_tenant: 'tenant_id' });

/** The submissions that the simulator has received from a tenant. */
@Injectable()
export class SimulatorSubmissions {
  private readonly table: Table<SimulatorSubmission>;

  constructor(database: Database) {
    this.table = database.table(SimulatorSubmission);
  }

  /** Enqueues its INSERT. */
  add(ctx: Context, told: Pick<SimulatorSubmission, 'uid' | 'sha256' | 'polls_left'>): void {
    const submission = Object.assign(new SimulatorSubmission(), told);
    Object.assign(submission, { id: newId(ctx.now), created_at: ctx.now, updated_at: ctx.now });
    insertMany(ctx, this.table, [submission]);
  }

  async find(ctx: Context, uid: string): Promise<SimulatorSubmission | null> {
    const [row] = await ctx.db.read(
      `select ${this.table.selected} from ${this.table.path} r where r.tenant_id = $1 and r.uid = $2`,
      [ctx.tenant_id, uid],
    );
    return row ? this.table.hydrate(row, ctx.db.keyring) : null;
  }

  /** When the same payload last came since an instant; null where it has not. */
  async receivedAt(ctx: Context, sha256: string, since: Date): Promise<Date | null> {
    const [row] = await ctx.db.read(
      `select max(r.created_at) from ${this.table.path} r
        where r.tenant_id = $1 and r.sha256 = $2 and r.created_at > $3`,
      [ctx.tenant_id, sha256, since],
    );
    return (row?.[0] as Date | null | undefined) ?? null;
  }

  /** Enqueues that it was asked for once more while it was in progress. */
  poll(ctx: Context, { id, polls_left }: SimulatorSubmission): void {
    ctx.db.enqueue(
      `update ${this.table.path} r set polls_left = $3, updated_at = $4, version = r.version + 1
        where r.tenant_id = $1 and r.id = $2`,
      [ctx.tenant_id, id, polls_left - 1, ctx.now],
    );
  }
}
