import { Injectable } from '@nestjs/common';
import { Database, Repository, declareReferences, equals, type Context, type Filters } from '@usaha/shared';
import { nouns } from '../messages.js';
import { lookBy } from '../tenant/due-tenants.js';
import { PaymentDifference, type DifferenceKind, type DifferenceStatus } from './payment-difference.entity.js';
import { paymentDifferenceEvents } from './payment-difference.events.js';
import type { PaymentRequest } from './payment-request.entity.js';
import { messages } from './payment-request.messages.js';

/** Filters of a list of differences. */
export interface PaymentDifferenceQuery {
  status?: DifferenceStatus;
}

const filters: Filters<PaymentDifferenceQuery> = { status: equals('status') };

const DAY_MS = 86_400_000;
/** No letter goes out of a difference that is older. */
const TOLD_DAYS = 10;

/** A difference, as a letter tells of it. */
export interface OldDifference {
  kind: DifferenceKind;
  amount: number;
  document_number: string;
}

declareReferences({ payment_differences_request: 'payment_request_id' });

/** The differences of a tenant's payment requests. */
@Injectable()
export class PaymentDifferenceRepository extends Repository<PaymentDifference, PaymentDifferenceQuery> {
  constructor(database: Database) {
    super(database, PaymentDifference, { noun: nouns.payment_difference, filters, events: paymentDifferenceEvents });
  }

  /** Tenants on some machines with differences that have been open for a day, and of which a letter may still go out. */
  readonly tenantsWithOld = lookBy('core.tenants_with_differences', (now) => [
    new Date(now.getTime() - TOLD_DAYS * DAY_MS),
    new Date(now.getTime() - DAY_MS),
  ]);

  /**
   * Keeps the differences of a request in step with its unapplied money, once a refund has ended: without any left they are resolved, and
   * money that nothing gives back has one.
   */
  async followUnapplied(
    ctx: Context,
    { id, unapplied_amount, reserved_amount }: Pick<PaymentRequest, 'id' | 'unapplied_amount' | 'reserved_amount'>,
  ): Promise<void> {
    const open = await this.lockWhere(ctx, `r.payment_request_id = $2 and r.kind = 'unapplied' and r.status = 'open'`, [
      id,
    ]);
    if (unapplied_amount === 0)
      for (const difference of open) {
        difference.resolve(messages.unappliedRefunded().in(ctx.language ?? 'en'), ctx.now);
        this.save(ctx, difference, 'resolve');
      }
    else if (open.length === 0 && reserved_amount === 0)
      this.open(ctx, PaymentDifference.of(id, { kind: 'unapplied', amount: unapplied_amount, expected: null }));
  }

  /** Enqueues the INSERT of a difference. */
  open(ctx: Context, difference: PaymentDifference): void {
    this.insert(ctx, difference, 'open');
  }

  /** The same of a locked attempt, which has one of each kind: one that was resolved is not opened again. */
  async openOnce(ctx: Context, difference: PaymentDifference): Promise<void> {
    const { attempt_id, kind } = difference;
    const known = await ctx.db.read(
      `select 1 from ${this.table.path} r where r.tenant_id = $1 and r.attempt_id = $2 and r.kind = $3`,
      [ctx.tenant_id, attempt_id, kind],
    );
    if (known.length === 0) this.open(ctx, difference);
  }

  /** When the newest of those was opened that are open and were opened before an instant; null where there are none. */
  async newestOpen(ctx: Context, before: Date): Promise<Date | null> {
    const rows = await ctx.db.read(
      `select max(r.created_at) from ${this.table.path} r where ${this.mine} and r.status = 'open' and r.created_at <= $2`,
      [ctx.tenant_id, before],
    );
    return (rows[0]?.[0] as Date | null | undefined) ?? null;
  }

  /** Those, oldest first, and how many these are. @param most that are read */
  async openBefore(ctx: Context, before: Date, most: number): Promise<{ listed: OldDifference[]; count: number }> {
    const rows = await ctx.db.read(
      `select r.kind, r.amount, q.subject_number, count(*) over ()
         from ${this.table.path} r
         join core.payment_requests q on q.tenant_id = $1 and q.id = r.payment_request_id
        where ${this.mine} and r.status = 'open' and r.created_at <= $2 order by r.id limit $3`,
      [ctx.tenant_id, before, most],
    );
    const listed = (rows as [DifferenceKind, string, string, string][]).map(([kind, amount, document_number]) => ({
      kind,
      amount: Number(amount),
      document_number,
    }));
    return { listed, count: Number(rows[0]?.[3] ?? 0) };
  }
}
