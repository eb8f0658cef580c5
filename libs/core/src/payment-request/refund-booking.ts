import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';
import type { RefundOutcome } from '../payment/outcome.js';
import { PayableSources, type ReturnEntry } from './payable-source.js';
import type { PaymentAttempt } from './payment-attempt.entity.js';
import { PaymentAttemptRepository } from './payment-attempt.repository.js';
import { PaymentDifference } from './payment-difference.entity.js';
import { PaymentDifferenceRepository } from './payment-difference.repository.js';
import type { PaymentRequest } from './payment-request.entity.js';
import { PaymentRequestNotices } from './payment-request-notices.js';
import type { PaymentRequestRefund } from './payment-request-refund.entity.js';
import { PaymentRequestRefundRepository } from './payment-request-refund.repository.js';
import { PaymentRequestRepository } from './payment-request.repository.js';

/** What a refund ended with, once: it has its final state then. */
export type EndedRefund = Exclude<RefundOutcome, { status: 'pending' }>;

/** A locked pending refund with the records that it moves. */
export interface HeldRefund {
  refund: PaymentRequestRefund;
  request: PaymentRequest;
  /** Null of a transfer. */
  attempt: PaymentAttempt | null;
}

/**
 * Writes down what came of refunds, each once: unapplied money goes back first, the rest is an entry of the document's ledger, and
 * owed again.
 */
@Injectable()
export class RefundBooking {
  constructor(
    private readonly refunds: PaymentRequestRefundRepository,
    private readonly requests: PaymentRequestRepository,
    private readonly attempts: PaymentAttemptRepository,
    private readonly sources: PayableSources,
    private readonly differences: PaymentDifferenceRepository,
    private readonly notices: PaymentRequestNotices,
  ) {}

  /** Locks the subject, then request, attempt and refund. It may be told the same several times. */
  async settle(ctx: Context, id: string, outcome: EndedRefund): Promise<PaymentRequestRefund> {
    const found = await this.refunds.get(ctx, id);
    if (found.status !== 'pending') return found;
    const { subject_type, subject_id } = await this.requests.get(ctx, found.request_id);
    await this.sources.of(subject_type).open(ctx, subject_id);
    const [request, attempt, refund] = await Promise.all([
      this.requests.lock(ctx, found.request_id),
      found.attempt_id === null ? null : this.attempts.lock(ctx, found.attempt_id),
      this.refunds.lock(ctx, id),
    ]);
    if (refund.status !== 'pending') return refund;
    return outcome.status === 'refused'
      ? this.fail(ctx, { refund, request, attempt }, outcome.reason)
      : this.complete(ctx, { refund, request, attempt }, outcome.reference);
  }

  /** The money of a locked refund, whose subject is locked too, has gone back. */
  async complete(
    ctx: Context,
    { refund, request, attempt }: HeldRefund,
    reference: string | null,
  ): Promise<PaymentRequestRefund> {
    const { amount } = refund;
    const rest = request.giveBack(amount);
    const entry = rest > 0 ? await this.enter(ctx, { refund, request, attempt }, rest, reference) : null;
    refund.complete(reference, entry?.entry_id ?? null);
    this.refunds.save(ctx, refund, 'complete');
    if (attempt) {
      attempt.giveBack(amount);
      this.attempts.save(ctx, attempt, 'refund');
    }
    this.requests.save(ctx, request, 'refund');
    await this.notices.refunded(ctx, request);
    await this.differences.followUnapplied(ctx, request);
    return refund;
  }

  private async fail(
    ctx: Context,
    { refund, request, attempt }: HeldRefund,
    reason: string,
  ): Promise<PaymentRequestRefund> {
    refund.fail(reason);
    this.refunds.save(ctx, refund, 'fail');
    request.release(refund.amount);
    this.requests.save(ctx, request, 'release');
    if (attempt) {
      attempt.release(refund.amount);
      this.attempts.save(ctx, attempt, 'release');
    }
    await this.differences.followUnapplied(ctx, request);
    return refund;
  }

  /** What the ledger holds no more was given back twice: a person looks at it. */
  private async enter(
    ctx: Context,
    { refund: { reason }, request, attempt }: HeldRefund,
    amount: number,
    reference: string | null,
  ): Promise<ReturnEntry | null> {
    const { id: payment_request_id, subject_type, subject_id, means } = request;
    const source = this.sources.returningOf(subject_type);
    if (source === null) throw new Error(`Money of ${subject_type} does not go back by its requests`);
    const entry = await source.giveBack(ctx, subject_id, {
      amount,
      means: attempt?.method ?? means ?? '',
      reference,
      payment_request_id,
      reason: reason ?? '',
    });
    const entered = entry?.amount ?? 0;
    if (entered < amount)
      this.differences.open(
        ctx,
        PaymentDifference.of(payment_request_id, { kind: 'refund_differs', amount, expected: entered }),
      );
    return entry;
  }
}
