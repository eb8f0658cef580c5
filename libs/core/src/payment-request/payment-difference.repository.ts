import { Injectable } from '@nestjs/common';
import { Database, Repository, declareReferences, equals, type Context, type Filters } from '@usaha/shared';
import { nouns } from '../messages.js';
import { PaymentDifference, type DifferenceStatus } from './payment-difference.entity.js';
import { paymentDifferenceEvents } from './payment-difference.events.js';
import type { PaymentRequest } from './payment-request.entity.js';
import { messages } from './payment-request.messages.js';

/** Filters of a list of differences. */
export interface PaymentDifferenceQuery {
  status?: DifferenceStatus;
}

const filters: Filters<PaymentDifferenceQuery> = { status: equals('status') };

declareReferences({ payment_differences_request: 'payment_request_id' });

/** The differences of a tenant's payment requests. */
@Injectable()
export class PaymentDifferenceRepository extends Repository<PaymentDifference, PaymentDifferenceQuery> {
  constructor(database: Database) {
    super(database, PaymentDifference, { noun: nouns.payment_difference, filters, events: paymentDifferenceEvents });
  }

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
}
