import { Injectable } from '@nestjs/common';
import {
  DomainError,
  Page,
  conflict,
  fieldMessages,
  inTenant,
  invalid,
  type Context,
  type PageRequest,
} from '@usaha/shared';
import type { Subscription } from '../subscription/subscription.entity.js';
import { SubscriptionService } from '../subscription/subscription.service.js';
import { RecordReach } from '../tenant/record-reach.js';
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
  /** Whether the payer is to be waited for; absent: as the gateway needs. */
  wait?: boolean | null;
};

/** The amount to give back: all that remains unless an amount is given. */
export interface NewRefund {
  amount?: number | null;
  reason?: string | null;
}

/** What a list of payments is asked by. */
export interface PaymentQuery extends PaymentFilters {
  /** Of one that the actor may not reach nothing is found. */
  tenant_id?: string;
}

/** A payment and the refund that was just made of it. */
export interface Refunded {
  payment: Payment;
  refund: Refund;
}

/** An attempt that has its outcome, and why it was refused where it was. */
interface Answered<T> {
  result: T;
  attempt_id: string;
  reason: string | null;
}

/**
 * Payments of the context's tenant, of those that the actor created, and for the operator's administrator of every tenant
 * and their refunds. Each settles in two transactions: the first leaves a pending attempt, which claims the
 * request's Idempotency-Key; then the gateway is asked, with no transaction open; the second writes down what came of it. A
 * request that repeats one that was never answered finishes what that began.
 */
@Injectable()
export class PaymentService {
  constructor(
    private readonly payments: PaymentRepository,
    private readonly refunds: RefundRepository,
    private readonly methods: PaymentMethodService,
    private readonly subscriptions: SubscriptionService,
    private readonly settlement: Settlement,
    private readonly reach: RecordReach,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<Payment> {
    return this.where(ctx, id, async (there) => {
      const payment = await this.payments.get(there, id);
      await this.refunds.load(there, [payment]);
      return payment;
    });
  }

  async list(ctx: Context, { tenant_id, ...query }: PaymentQuery, page: PageRequest): Promise<Page<Payment>> {
    if (ctx.actor?.is_operator && tenant_id === undefined) {
      const found = await this.payments.listEverywhere(ctx, query, page);
      await this.refunds.loadEverywhere(ctx, found.rows);
      return found;
    }
    const place = await this.reach.named(ctx, tenant_id);
    if (place === null) return new Page<Payment>([], 0, page);
    return inTenant(ctx, place, async (there) => {
      const found = await this.payments.list(there, query, page);
      await this.refunds.load(there, found.rows);
      return found;
    });
  }

  /**
   * Takes money, in the tenant of the subscription that is paid for.
   * @throws invalid for what refers to nothing, conflict for a cancelled subscription, payment_failed when it was
   * refused: then the failed payment is kept; unavailable when the gateway does not answer
   */
  async create(ctx: Context, data: NewPayment): Promise<Payment> {
    const { result, attempt_id, reason } = await this.pay(ctx, ctx, data).catch(async (error: unknown) => {
      const place = await this.placeBeyond(ctx, data, error);
      if (place === null) throw error;
      return inTenant(ctx, place, (there) => this.pay(there, ctx, data));
    });
    if (reason !== null) throw refused(attempt_id, reason);
    return result;
  }

  /**
   * Gives money back.
   * @throws not_found, conflict unless the payment is completed and not all given back, invalid for an amount of 0 or
   * more than remains; payment_failed, unavailable as above
   */
  async refund(ctx: Context, id: string, data: NewRefund): Promise<Refunded> {
    const { result, attempt_id, reason } = await this.where(ctx, id, (there) => this.giveBack(there, id, data));
    if (reason !== null) throw refused(attempt_id, reason);
    return result;
  }

  private async pay(there: Context, payer: Context, data: NewPayment): Promise<Answered<Payment>> {
    const begun = there.claim?.unanswered ? await this.payments.findByRequest(there, there.claim.id) : null;
    const payment = await this.settlement.charge(
      there,
      begun ?? (await this.begin(there, payer, data)),
      data.wait === true,
    );
    await this.refunds.load(there, [payment]);
    return { result: payment, attempt_id: payment.transaction_id, reason: payment.failure_reason };
  }

  private async giveBack(there: Context, id: string, data: NewRefund): Promise<Answered<Refunded>> {
    const begun = there.claim?.unanswered ? await this.refunds.findByRequest(there, there.claim.id) : null;
    const refund = await this.settlement.refund(there, begun ?? (await this.reserve(there, id, data)));
    const payment = await this.payments.get(there, refund.payment_id);
    await this.refunds.load(there, [payment]);
    return { result: { payment, refund }, attempt_id: refund.id, reason: refund.failure_reason };
  }

  /** The tenant of a subscription that the own tenant does not have, where the actor may pay for it. */
  private async placeBeyond(ctx: Context, data: NewPayment, error: unknown): Promise<string | null> {
    const fields = error instanceof DomainError && error.kind === 'invalid' ? (error.errors ?? []) : [];
    if (!fields.some(({ field }) => REFERENCES.has(field))) return null;
    const id = data.subscription_id ?? textIn(data.metadata, 'subscription_id');
    return id === null ? null : this.subscriptions.placeBeyond(ctx, id);
  }

  /** The first half of a payment. */
  private async begin(there: Context, payer: Context, data: NewPayment): Promise<Payment> {
    const payment = Payment.of(data, there.claim?.id ?? null).giveId(there.now);
    payment.chargeAt(this.settlement.gateway);
    payment.payFor(await this.subscriptionOf(there, payment, data));
    await this.payWith(there, payer, payment, data);
    return this.payments.insert(there, payment);
  }

  /** With a text, or a stored method of the payer's tenant or of the one that is paid for. */
  private async payWith(there: Context, payer: Context, payment: Payment, data: NewPayment): Promise<void> {
    const { payment_method, payment_method_id } = data;
    if (payment_method_id === undefined) {
      if (!payment_method?.trim())
        throw invalid('payment_method', fieldMessages.mustNotBeEmpty({ field: 'payment_method' }));
      payment.payWith(payment_method);
      return;
    }
    const foreign =
      there.tenant_id === payer.tenant_id
        ? null
        : await inTenant(there, payer.tenant_id, (home) => this.methods.find(home, payment_method_id));
    if (foreign) payment.payFrom(payer.tenant_id, foreign);
    else payment.payWith(await this.methods.payable(there, payment_method_id));
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

  private where<T>(ctx: Context, id: string, work: (there: Context) => Promise<T>): Promise<T> {
    return this.reach.at(ctx, (among) => this.payments.tenantOf(ctx, id, among), work);
  }

  /** The first half of a refund: from here on no other gives the same money back. */
  private async reserve(ctx: Context, id: string, { amount, reason }: NewRefund): Promise<Refund> {
    const payment = await this.payments.lock(ctx, id);
    const refund = Refund.of(payment.id, payment.reserve(amount), reason ?? null, ctx.claim?.id ?? null);
    this.payments.save(ctx, payment, 'reserve');
    return this.refunds.insert(ctx, refund);
  }
}

/** Fields that name what is paid for. */
const REFERENCES = new Set(['subscription_id', 'metadata.subscription_id', 'metadata.tenant_id']);

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
