import { Injectable } from '@nestjs/common';
import { DomainError, Page, conflict, fieldMessages, invalid, type Context, type PageRequest } from '@usaha/shared';
import type { Subscription } from '../subscription/subscription.entity.js';
import { SubscriptionService } from '../subscription/subscription.service.js';
import { Payment, type PaymentTold } from './payment.entity.js';
import { PaymentMethodService } from './payment-method.service.js';
import { PaymentRepository, type PaymentFilters } from './payment.repository.js';
import { Refund } from './refund.entity.js';
import { RefundRepository } from './refund.repository.js';
import { Settlement } from './settlement.js';
import { messages as core } from '../messages.js';
import { messages, wordsOfRefusal } from './payment.messages.js';

/**
 * What a payment is made from: with a stored method, or with a text that says how. An amount of more than two decimals is
 * rounded half-up; the currency is three letters in any case, MYR unless given; of the metadata, which is kept as sent,
 * `subscription_id` and `tenant_id` are looked at.
 */
export type NewPayment = PaymentTold & {
  subscription_id?: string | null;
  payment_method?: string;
  payment_method_id?: string;
};

/** The amount to give back: all that remains unless an amount is given. */
export interface NewRefund {
  amount?: number | null;
  reason?: string | null;
}

/** What a list of payments is asked by. */
export interface PaymentQuery extends PaymentFilters {
  /** Another's finds nothing. */
  tenant_id?: string;
}

/** A payment and the refund that was just made of it. */
export interface Refunded {
  payment: Payment;
  refund: Refund;
}

/**
 * Payments of the context's tenant, and their refunds. Each settles in two transactions: the first leaves a pending
 * attempt, which claims the request's Idempotency-Key; then the gateway is asked, with no transaction open; the second
 * writes down what came of it. A request that repeats one that was never answered finishes what that began.
 */
@Injectable()
export class PaymentService {
  constructor(
    private readonly payments: PaymentRepository,
    private readonly refunds: RefundRepository,
    private readonly methods: PaymentMethodService,
    private readonly subscriptions: SubscriptionService,
    private readonly settlement: Settlement,
  ) {}

  /** @throws not_found */
  async get(ctx: Context, id: string): Promise<Payment> {
    const payment = await this.payments.get(ctx, id);
    await this.refunds.load(ctx, [payment]);
    return payment;
  }

  async list(ctx: Context, { tenant_id, ...query }: PaymentQuery, page: PageRequest): Promise<Page<Payment>> {
    if (tenant_id !== undefined && tenant_id.toLowerCase() !== ctx.tenant_id) return new Page<Payment>([], 0, page);
    const found = await this.payments.list(ctx, query, page);
    await this.refunds.load(ctx, found.rows);
    return found;
  }

  /**
   * Takes money.
   * @throws invalid for what refers to nothing, conflict for a cancelled subscription, payment_failed when it was
   * refused: then the failed payment is kept; unavailable when the gateway does not answer
   */
  async create(ctx: Context, data: NewPayment): Promise<Payment> {
    const begun = ctx.claim?.unanswered ? await this.payments.findByRequest(ctx, ctx.claim.id) : null;
    const payment = await this.settlement.charge(ctx, begun ?? (await this.begin(ctx, data)));
    if (payment.failure_reason !== null) throw refused(payment.transaction_id, payment.failure_reason);
    await this.refunds.load(ctx, [payment]);
    return payment;
  }

  /**
   * Gives money back.
   * @throws not_found, conflict unless the payment is completed and not all given back, invalid for an amount of 0 or
   * more than remains; payment_failed, unavailable as above
   */
  async refund(ctx: Context, id: string, data: NewRefund): Promise<Refunded> {
    const begun = ctx.claim?.unanswered ? await this.refunds.findByRequest(ctx, ctx.claim.id) : null;
    const refund = await this.settlement.refund(ctx, begun ?? (await this.reserve(ctx, id, data)));
    if (refund.failure_reason !== null) throw refused(refund.id, refund.failure_reason);
    return { payment: await this.get(ctx, refund.payment_id), refund };
  }

  /** The first half of a payment. */
  private async begin(ctx: Context, data: NewPayment): Promise<Payment> {
    const payment = Payment.of(data, ctx.claim?.id ?? null).giveId(ctx.now);
    await this.payWith(ctx, payment, data);
    payment.payFor(await this.subscriptionOf(ctx, payment, data));
    return this.payments.insert(ctx, payment);
  }

  private async payWith(ctx: Context, payment: Payment, data: NewPayment): Promise<void> {
    if (data.payment_method_id === undefined) {
      if (!data.payment_method?.trim())
        throw invalid('payment_method', fieldMessages.mustNotBeEmpty({ field: 'payment_method' }));
      payment.payWith(data.payment_method);
      return;
    }
    payment.payWith(await this.methods.payable(ctx, data.payment_method_id));
  }

  /** The subscription that is paid for, named in the body or in the metadata, where its tenant may be named too. */
  private async subscriptionOf(ctx: Context, { currency }: Payment, told: NewPayment): Promise<string | null> {
    const { subscription_id, metadata } = told;
    if (typeof subscription_id === 'string') return (await this.payable(ctx, subscription_id, currency)).id;
    const named = textIn(metadata, 'subscription_id');
    const tenant_id = textIn(metadata, 'tenant_id');
    if (tenant_id !== null && tenant_id.toLowerCase() !== ctx.tenant_id)
      throw invalid('metadata.tenant_id', core.notYourBusiness({ field: 'metadata.tenant_id' }));
    if (named === null) return null;
    return (await within('metadata', 'subscription_id', () => this.payable(ctx, named, currency))).id;
  }

  /** Also refuses what payments on their way pay already, where nothing is paid beyond the price. */
  private async payable(ctx: Context, id: string, currency: string): Promise<Subscription> {
    const subscription = await this.subscriptions.payable(ctx, id, currency);
    if (subscription.billing_cycle !== 'one_time') return subscription;
    const pending = await this.payments.pendingFor(ctx, subscription.id, currency);
    if (pending > 0 && pending >= subscription.outstandingAt(ctx.now))
      throw conflict('subscription_id', messages.paymentOnItsWay());
    return subscription;
  }

  /** The first half of a refund: from here on no other gives the same money back. */
  private async reserve(ctx: Context, id: string, { amount, reason }: NewRefund): Promise<Refund> {
    const payment = await this.payments.lock(ctx, id);
    const refund = Refund.of(payment.id, payment.reserve(amount), reason ?? null, ctx.claim?.id ?? null);
    this.payments.save(ctx, payment, 'reserve');
    return this.refunds.insert(ctx, refund);
  }
}

function textIn(metadata: NewPayment['metadata'], name: string): string | null {
  const value = metadata?.[name] ?? null;
  if (value !== null && typeof value !== 'string')
    throw invalid(`metadata.${name}`, fieldMessages.mustBeString({ field: `metadata.${name}` }));
  return value;
}

/** Names a wrong field as it was sent: within an object. */
async function within<T>(parent: string, name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError) || !error.errors) throw error;
    const errors = error.errors.map(({ field, message }) => ({
      field: field === name ? `${parent}.${field}` : field,
      message,
    }));
    throw new DomainError(error.kind, error.words, { errors });
  }
}

const refused = (transaction_id: string, reason: string): DomainError =>
  new DomainError('payment_failed', messages.failed({ reason: wordsOfRefusal(reason) }), {
    details: { transaction_id, reason },
  });
