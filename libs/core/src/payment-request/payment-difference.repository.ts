import { Injectable } from '@nestjs/common';
import { Database, Repository, declareReferences, equals, type Context, type Filters } from '@usaha/shared';
import { nouns } from '../messages.js';
import { PaymentDifference, type DifferenceStatus } from './payment-difference.entity.js';
import { paymentDifferenceEvents } from './payment-difference.events.js';

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

  /** Enqueues the INSERT of a difference. */
  open(ctx: Context, difference: PaymentDifference): void {
    this.insert(ctx, difference, 'open');
  }
}
