import { Injectable } from '@nestjs/common';
import { money, type Context } from '@usaha/shared';
import { PaymentAccountService } from '../payment-account/payment-account.service.js';
import { PaymentAttemptRepository } from './payment-attempt.repository.js';
import { PaymentDifferenceRepository } from './payment-difference.repository.js';
import type { PaymentRequest } from './payment-request.entity.js';
import { PaymentRequestNotices } from './payment-request-notices.js';
import { PaymentRequestRefund } from './payment-request-refund.entity.js';
import { PaymentRequestRefundRepository } from './payment-request-refund.repository.js';
import { PaymentRequestRepository } from './payment-request.repository.js';

/** Money that a document's ledger has paid out, and the requests by which money of that kind came. */
export interface PaidOut {
  payment_request_ids: readonly string[];
  /** MYR. */
  amount: number;
}

/** Why the ledger paid it out, and under which number. */
export interface PaidOutFor {
  reason: string;
  reference: string;
}

/**
 * Gives back what voids and refunds of documents have paid out of their ledgers, the way it came. It is unapplied money of its
 * request from then on: so where a gateway refuses it, a difference shows it. The gateway is asked after the commit, or by the job.
 */
@Injectable()
export class PaymentRequestReturns {
  /** Told of each refund that waits for its gateway, after the commit. */
  reserved: (tenant_id: string, refund_id: string) => void = () => undefined;

  constructor(
    private readonly requests: PaymentRequestRepository,
    private readonly refunds: PaymentRequestRefundRepository,
    private readonly attempts: PaymentAttemptRepository,
    private readonly accounts: PaymentAccountService,
    private readonly differences: PaymentDifferenceRepository,
    private readonly notices: PaymentRequestNotices,
  ) {}

  /** The document is locked. What did not come by the requests, or was given back before, is passed over. */
  async paidOut(ctx: Context, parts: readonly PaidOut[], told: PaidOutFor): Promise<void> {
    const ids = [...new Set(parts.flatMap(({ payment_request_ids }) => payment_request_ids))];
    if (ids.length === 0) return;
    const there = { ...ctx, expected_versions: undefined };
    const requests = await this.requests.lockAll(there, ids);
    for (const { payment_request_ids, amount } of parts) {
      let open = amount;
      for (const request of requests.filter(({ id }) => payment_request_ids.includes(id))) {
        const part = Math.min(open, Math.max(0, request.held_by_document));
        open = money.add(open, -part);
        if (part > 0) await this.giveBack(there, request, part, told);
      }
    }
  }

  private async giveBack(ctx: Context, request: PaymentRequest, amount: number, told: PaidOutFor): Promise<void> {
    request.unapply(amount);
    const paid = await this.attempts.lockPaid(ctx, request.id);
    // A part may be reserved already by a refund that is pending: it takes this money then.
    let rest = Math.min(amount, request.refundable);
    const byHand = paid.length === 0 ? rest : 0;
    for (const attempt of paid) {
      const part = Math.min(rest, attempt.refundable);
      if (part <= 0 || (await this.accounts.refundsOf(ctx, attempt.account_id)) !== 'partial') continue;
      rest = money.add(rest, -part);
      request.reserve(part);
      attempt.reserve(part);
      this.attempts.save(ctx, attempt, 'reserve');
      const { id } = this.insert(ctx, request, { attempt_id: attempt.id, amount: part, by: 'gateway' }, told);
      ctx.db.afterCommit(() => this.reserved(ctx.tenant_id, id));
    }
    // Money that came to the bank goes back by hand, as the document's refund says.
    if (byHand > 0) {
      request.reserve(byHand);
      request.giveBack(byHand);
      this.insert(ctx, request, { attempt_id: null, amount: byHand, by: 'transfer' }, told);
    }
    this.requests.save(ctx, request, byHand > 0 ? 'refund' : 'reserve');
    if (byHand > 0) await this.notices.refunded(ctx, request);
    await this.differences.followUnapplied(ctx, request);
  }

  private insert(
    ctx: Context,
    { id: request_id }: PaymentRequest,
    told: Pick<PaymentRequestRefund, 'attempt_id' | 'amount' | 'by'>,
    { reason, reference }: PaidOutFor,
  ): PaymentRequestRefund {
    const made = { ...told, request_id, reason: reason.slice(0, MOST_REASON), created_by: ctx.actor?.user_id ?? null };
    const refund = PaymentRequestRefund.of(made, ctx.now).giveId(ctx.now);
    if (refund.by === 'transfer') refund.complete(reference, null);
    return this.refunds.insert(ctx, refund);
  }
}

/** Characters of the reason of a refund. */
const MOST_REASON = 200;
