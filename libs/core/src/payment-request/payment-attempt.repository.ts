import { Injectable } from '@nestjs/common';
import {
  Database,
  Repository,
  declareReferences,
  declareUnique,
  runAcrossTenants,
  type Context,
  type Filters,
  type Page,
  type PageRequest,
  type ShardScope,
} from '@usaha/shared';
import { equalsId } from '@usaha/shared';
import { nouns } from '../messages.js';
import { lookBy } from '../tenant/due-tenants.js';
import { PaymentAttempt } from './payment-attempt.entity.js';

interface AttemptConditions {
  request_id?: string;
}

const filters: Filters<AttemptConditions> = { request_id: equalsId('request_id') };

declareReferences({ payment_attempts_request: 'payment_request_id' });
declareUnique({ payment_attempts_open: 'method' });

const OPEN = `r.status in ('waiting', 'processing')`;
const HOUR_MS = 3_600_000;

/** The attempts to pay a tenant's requests. */
@Injectable()
export class PaymentAttemptRepository extends Repository<PaymentAttempt, AttemptConditions> {
  constructor(database: Database) {
    super(database, PaymentAttempt, { noun: nouns.payment_attempt, filters });
  }

  /** Those of a request, newest first. */
  of(ctx: Context, request_id: string, page: PageRequest): Promise<Page<PaymentAttempt>> {
    return this.list(ctx, { request_id }, page);
  }

  /** The one that the payer of a locked request may still carry out. */
  async lockOpen(ctx: Context, request_id: string): Promise<PaymentAttempt | null> {
    const [attempt] = await this.lockWhere(ctx, `r.request_id = $2 and ${OPEN}`, [request_id]);
    return attempt ?? null;
  }

  /** Those of a locked request that took money, locked, the newest first. */
  async lockPaid(ctx: Context, request_id: string): Promise<PaymentAttempt[]> {
    const paid = await this.lockWhere(ctx, 'r.request_id = $2 and r.paid_amount > 0', [request_id]);
    return paid.reverse();
  }

  /** How many were begun of a request within the last hour. */
  async recent(ctx: Context, request_id: string): Promise<number> {
    const rows = await ctx.db.read(
      `select count(*)::integer from ${this.table.path} r where ${this.mine} and r.request_id = $2 and r.created_at > $3`,
      [ctx.tenant_id, request_id, new Date(ctx.now.getTime() - HOUR_MS)],
    );
    return rows[0]?.[0] as number;
  }

  /** Ids of those of a request that the gateway is asked about, newest first. @param most that are read */
  async unsettled(ctx: Context, request_id: string, most: number): Promise<string[]> {
    const rows = await ctx.db.read(
      `select r.id from ${this.table.path} r
        where ${this.mine} and r.request_id = $2 and r.ask_at is not null order by r.id desc limit ${most}`,
      [ctx.tenant_id, request_id],
    );
    return rows.map(([id]) => id as string);
  }

  /** Makes the job ask about the open one of a request now. */
  askNow(ctx: Context, request_id: string): void {
    ctx.db.enqueue(
      `update ${this.table.path} r set ask_at = $3 where r.tenant_id = $1 and r.request_id = $2 and ${OPEN}`,
      [ctx.tenant_id, request_id, ctx.now],
    );
  }

  /** Writes when the gateway is asked about a locked attempt next: no change of the attempt. */
  askLater(ctx: Context, { id }: PaymentAttempt, ask_at: Date | null): void {
    ctx.db.enqueue(`update ${this.table.path} r set ask_at = $3 where r.tenant_id = $1 and r.id = $2`, [
      ctx.tenant_id,
      id,
      ask_at,
    ]);
  }

  /** Tenants on some machines with attempts that are to be asked about in this night. */
  readonly tenantsToReconcile = lookBy('core.tenants_to_reconcile', (now) => [now]);

  /** Those of the tenant, the longest due first. @param most that are read */
  async toReconcile(ctx: Context, most: number): Promise<PaymentAttempt[]> {
    const condition = `${this.mine} and r.reconcile_at <= $2 order by r.reconcile_at, r.id limit ${most}`;
    const rows = await ctx.db.read(this.selectWhere(condition), [ctx.tenant_id, ctx.now]);
    return rows.map((row) => this.hydrate(ctx, row));
  }

  /** Writes in which night the gateway is asked again: no change of the attempt. */
  reconcileLater(ctx: Context, { id }: Pick<PaymentAttempt, 'id'>, reconcile_at: Date | null): void {
    ctx.db.enqueue(`update ${this.table.path} r set reconcile_at = $3 where r.tenant_id = $1 and r.id = $2`, [
      ctx.tenant_id,
      id,
      reconcile_at,
    ]);
  }

  /** Takes the right to ask about the open one of a request: it is given once in an interval. @returns its id; null where it is not given */
  async takeAsking(ctx: Context, request_id: string, everyMs: number): Promise<string | null> {
    const before = new Date(ctx.now.getTime() - everyMs);
    const rows = await ctx.db.write(
      `update ${this.table.path} r set asked_at = $3 where r.tenant_id = $1 and r.request_id = $2 and ${OPEN}
          and coalesce(r.asked_at, r.created_at) <= $4 returning r.id`,
      [ctx.tenant_id, request_id, ctx.now, before],
    );
    return (rows[0]?.[0] as string | undefined) ?? null;
  }

  /** Tenants on some machines with attempts about which the gateway is to be asked now. */
  async tenantsWithDue(ctx: Context, there: ShardScope): Promise<string[]> {
    const values: unknown[] = [ctx.now];
    const isTheirs = there.where('r.tenant_id', values);
    const select = `select distinct r.tenant_id from ${this.table.path} r where r.ask_at <= $1 and ${isTheirs}`;
    const rows = await runAcrossTenants(ctx, () => ctx.db.read(select, values));
    return rows.map(([id]) => id as string);
  }

  /** Those of the tenant, the longest due first. @param most that are read */
  async due(ctx: Context, most: number): Promise<PaymentAttempt[]> {
    const condition = `${this.mine} and r.ask_at <= $2 order by r.ask_at, r.id limit ${most}`;
    const rows = await ctx.db.read(this.selectWhere(condition), [ctx.tenant_id, ctx.now]);
    return rows.map((row) => this.hydrate(ctx, row));
  }
}
