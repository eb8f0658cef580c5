import { Injectable } from '@nestjs/common';
import { DomainError, conflict, invalid, money, type Context, type Page, type PageRequest } from '@usaha/shared';
import { PaymentAccountService } from '../payment-account/payment-account.service.js';
import { messages as paymentMessages, wordsOfRefusal } from '../payment/payment.messages.js';
import { PayableSources } from './payable-source.js';
import type { PaymentAttempt } from './payment-attempt.entity.js';
import { PaymentAttemptRepository } from './payment-attempt.repository.js';
import type { PaymentRequest } from './payment-request.entity.js';
import { messages } from './payment-request.messages.js';
import { PaymentRequestRefund, type RefundWay } from './payment-request-refund.entity.js';
import { PaymentRequestRefundRepository } from './payment-request-refund.repository.js';
import { PaymentRequestRepository } from './payment-request.repository.js';
import { RefundBooking } from './refund-booking.js';
import { RefundCarrying } from './refund-carrying.js';

/** What a refund of a payment request is asked with. */
export interface NewRequestRefund {
  /** MYR; all that remains unless given. */
  amount?: number | null;
  reason: string;
  /** By the gateway unless given. */
  by?: RefundWay | null;
  /** Of the bank; needed of a transfer. */
  reference?: string | null;
}

/** A payment request with the refund that was made of it. */
export interface RefundedRequest {
  request: PaymentRequest;
  refund: PaymentRequestRefund;
}

/** The reason of gateways that cannot give back: of accounts and of single payments. */
const NOT_AVAILABLE = 'refund_not_available';

/**
 * Refunds of the payment requests of the context's tenant. As with A-80, two transactions make one: the first reserves the amount;
 * the gateway is called with no transaction open; the second books what came of it.
 */
@Injectable()
export class PaymentRequestRefundService {
  constructor(
    private readonly requests: PaymentRequestRepository,
    private readonly refunds: PaymentRequestRefundRepository,
    private readonly attempts: PaymentAttemptRepository,
    private readonly accounts: PaymentAccountService,
    private readonly sources: PayableSources,
    private readonly booking: RefundBooking,
    private readonly carrying: RefundCarrying,
  ) {}

  /** Those of a request, newest first. @throws not_found */
  async list(ctx: Context, request_id: string, page: PageRequest): Promise<Page<PaymentRequestRefund>> {
    const { id } = await this.requests.get(ctx, request_id);
    return this.refunds.of(ctx, id, page);
  }

  /**
   * Gives back a part of what came by a request, or all that remains of it. A refund by the gateway ends the transaction.
   * @throws not_found; conflict where nothing remains, or with the code REFUND_NOT_SUPPORTED; invalid for more than remains, and for a
   * transfer without a reference; payment_failed where the gateway refused it; unavailable where the gateway is silent: it is pending then
   */
  async create(ctx: Context, request_id: string, told: NewRequestRefund): Promise<RefundedRequest> {
    const begun = ctx.claim?.unanswered ? await this.refunds.findByRequest(ctx, ctx.claim.id) : null;
    const made = begun ?? (await this.make(ctx, request_id, told));
    const refund = made.status === 'pending' ? await this.carry(ctx, made) : made;
    if (refund.status === 'failed') throw refused(refund);
    return { request: await this.requests.get(ctx, request_id), refund };
  }

  private async make(ctx: Context, request_id: string, told: NewRequestRefund): Promise<PaymentRequestRefund> {
    const { by, reference } = told;
    if (by === 'transfer' && !reference?.trim()) throw invalid('reference', messages.transferNeedsReference());
    const { subject_type, subject_id } = await this.requests.get(ctx, request_id);
    const source = this.sources.returningOf(subject_type);
    if (source === null) throw notSupported();
    const payable = await source.open(without(ctx), subject_id);
    const request = await this.requests.lock(ctx, request_id);
    if (request.paid_amount === 0) throw conflict('status', messages.nothingCame());
    // Unapplied money, and money that the ledger of the document still holds.
    const paid = payable ? await source.held(without(ctx), subject_id) : 0;
    const held = money.add(request.unapplied_amount, paid, -request.reserved_amount);
    const most = Math.max(0, Math.min(request.refundable, held));
    return by === 'transfer' ? this.transfer(ctx, request, most, told) : this.reserve(ctx, request, most, told);
  }

  /** Records what was given back by hand. */
  private async transfer(
    ctx: Context,
    request: PaymentRequest,
    most: number,
    { amount: sent, reason, reference = null }: NewRequestRefund,
  ): Promise<PaymentRequestRefund> {
    const amount = amountOf(sent, most);
    request.reserve(amount);
    const refund = this.insert(ctx, request, { attempt_id: null, amount, by: 'transfer', reason });
    const [held] = await this.refunds.lockAll(ctx, [refund.id]);
    return this.booking.complete(
      without(ctx),
      { refund: held as PaymentRequestRefund, request, attempt: null },
      reference,
    );
  }

  /** The first half of a refund by the gateway: from here on no other gives the same money back. */
  private async reserve(
    ctx: Context,
    request: PaymentRequest,
    most: number,
    { amount: sent, reason }: NewRequestRefund,
  ): Promise<PaymentRequestRefund> {
    const paid = await this.attempts.lockPaid(ctx, request.id);
    const mostFrom = (attempt: PaymentAttempt): number => Math.min(most, attempt.refundable);
    const mostAtOnce = Math.max(0, ...paid.map(mostFrom));
    if (paid.length === 0) throw notSupported();
    const amount = amountOf(sent, mostAtOnce);
    const attempt = paid.find((one) => mostFrom(one) >= amount) as PaymentAttempt;
    const ability = await this.accounts.refundsOf(ctx, attempt.account_id);
    if (ability === 'none' || (ability === 'full' && amount !== attempt.paid_amount)) throw notSupported();
    request.reserve(amount);
    attempt.reserve(amount);
    this.requests.save(ctx, request, 'reserve');
    this.attempts.save(ctx, attempt, 'reserve');
    return this.insert(ctx, request, { attempt_id: attempt.id, amount, by: 'gateway', reason });
  }

  private insert(
    ctx: Context,
    { id: request_id }: PaymentRequest,
    told: Pick<PaymentRequestRefund, 'attempt_id' | 'amount' | 'by'> & { reason: string },
  ): PaymentRequestRefund {
    const made = { ...told, request_id, created_by: ctx.actor?.user_id ?? null, request_key: ctx.claim?.id ?? null };
    return this.refunds.insert(ctx, PaymentRequestRefund.of(made, ctx.now).giveId(ctx.now));
  }

  private async carry(ctx: Context, { id }: PaymentRequestRefund): Promise<PaymentRequestRefund> {
    await ctx.db.commitAndContinue();
    try {
      return await this.carrying.carry(ctx.tenant_id, id, ctx.now);
    } catch (error) {
      if (error instanceof DomainError) throw error;
      throw new DomainError('unavailable', messages.gatewaySilent(), {
        code: 'GATEWAY_SILENT',
        retry_after: 1,
        cause: error,
      });
    }
  }
}

/** The version that the caller names is that of the request. */
const without = (ctx: Context): Context => ({ ...ctx, expected_versions: undefined });

/** @throws conflict where nothing remains and no amount was sent; invalid for more than remains */
function amountOf(sent: number | null | undefined, most: number): number {
  if (typeof sent !== 'number') {
    if (most === 0) throw conflict('amount', messages.nothingToRefund());
    return most;
  }
  const amount = money.round(sent);
  if (amount > most) throw invalid('amount', messages.refundBeyond({ amount, most }));
  return amount;
}

const notSupported = (): DomainError =>
  new DomainError('conflict', messages.refundNotSupported(), {
    code: 'REFUND_NOT_SUPPORTED',
    errors: [{ field: 'by', message: messages.refundNotSupported() }],
  });

function refused({ id, failure_reason }: PaymentRequestRefund): DomainError {
  const reason = failure_reason ?? '';
  if (reason === NOT_AVAILABLE) return notSupported();
  return new DomainError('payment_failed', paymentMessages.failed({ reason: wordsOfRefusal(reason) }), {
    details: { transaction_id: id, reason },
  });
}
