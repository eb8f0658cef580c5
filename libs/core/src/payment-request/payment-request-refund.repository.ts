import { Injectable } from '@nestjs/common';
import {
  Database,
  Repository,
  declareReferences,
  equalsId,
  type Context,
  type Filters,
  type Page,
  type PageRequest,
} from '@usaha/shared';
import { nouns } from '../messages.js';
import { lookBy } from '../tenant/due-tenants.js';
import { PaymentRequestRefund } from './payment-request-refund.entity.js';

interface RefundConditions {
  request_id?: string;
}

const filters: Filters<RefundConditions> = { request_id: equalsId('request_id') };

declareReferences({
  payment_request_refunds_request: 'payment_request_id',
  payment_request_refunds_attempt: 'payment_request_id',
});

/** The refunds of a tenant's payment requests. */
@Injectable()
export class PaymentRequestRefundRepository extends Repository<PaymentRequestRefund, RefundConditions> {
  /** Tenants on some machines with refunds that the job looks after now. */
  readonly tenantsWithDue = lookBy('core.tenants_with_refunds_due', (now) => [now]);

  constructor(database: Database) {
    super(database, PaymentRequestRefund, { noun: nouns.payment_request_refund, filters });
  }

  /** Those of a request, newest first. */
  of(ctx: Context, request_id: string, page: PageRequest): Promise<Page<PaymentRequestRefund>> {
    return this.list(ctx, { request_id }, page);
  }

  /** What an earlier request with the same Idempotency-Key began. */
  findByRequest(ctx: Context, request_key: string): Promise<PaymentRequestRefund | null> {
    return this.first(ctx, `${this.mine} and r.request_key = $2`, [ctx.tenant_id, request_key]);
  }

  /** The last one of a request that was given back; null where none was. */
  lastCompleted(ctx: Context, request_id: string): Promise<PaymentRequestRefund | null> {
    const condition = `${this.mine} and r.request_id = $2 and r.status = 'completed' order by r.id desc limit 1`;
    return this.first(ctx, condition, [ctx.tenant_id, request_id]);
  }

  /** Ids of those of the tenant that the job looks after now, in the order in which they were made. @param most that are read */
  async due(ctx: Context, most: number): Promise<string[]> {
    const rows = await ctx.db.read(
      `select r.id from ${this.table.path} r where ${this.mine} and r.ask_at <= $2 order by r.id limit ${most}`,
      [ctx.tenant_id, ctx.now],
    );
    return rows.map(([id]) => id as string);
  }

  /** Whether no earlier refund of its locked attempt is pending. */
  async isInTurn(ctx: Context, { id, attempt_id }: PaymentRequestRefund): Promise<boolean> {
    const rows = await ctx.db.read(
      `select 1 from ${this.table.path} r
        where ${this.mine} and r.attempt_id = $2 and r.status = 'pending' and r.id < $3 limit 1`,
      [ctx.tenant_id, attempt_id, id],
    );
    return rows.length === 0;
  }

  /** Writes that the gateway is being asked to carry out a locked one, and when it is asked about it: no change of the refund. */
  markBegun(ctx: Context, { id }: PaymentRequestRefund, ask_at: Date): void {
    ctx.db.enqueue(`update ${this.table.path} r set begun_at = $3, ask_at = $4 where r.tenant_id = $1 and r.id = $2`, [
      ctx.tenant_id,
      id,
      ctx.now,
      ask_at,
    ]);
  }

  /** Writes when a pending one that was begun is looked after next. */
  askLater(ctx: Context, id: string, ask_at: Date): void {
    ctx.db.enqueue(
      `update ${this.table.path} r set ask_at = $3
        where r.tenant_id = $1 and r.id = $2 and r.ask_at <= $4 and r.begun_at is not null`,
      [ctx.tenant_id, id, ask_at, ctx.now],
    );
  }
}
