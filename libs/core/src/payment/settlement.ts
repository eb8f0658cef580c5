import { Injectable } from '@nestjs/common';
import { Database, DomainError, eachTenant, inTenant, unavailable, type Context } from '@usaha/shared';
import { PaymentRules } from '../payment-account/payment-account.service.js';
import { TenantRepository } from '../tenant/tenant.repository.js';
import { TenantsWithWork, type LookForWork } from '../tenant/tenants-with-work.js';
import { PAYMENT_ATTEMPT_MS } from './asking-schedule.js';
import { CallbackAddresses } from './callback-addresses.js';
import type { GatewayName } from './gateway-account.js';
import type { Attempt, Means, RefundRequest, WaitingTerms } from './gateway.js';
import { payMethodOf, type Outcome, type RefundOutcome } from './outcome.js';
import { PaymentBooking } from './payment-booking.js';
import { PLATFORM_NAME, PaymentGateways } from './payment-gateways.js';
import type { PaymentMethod } from './payment-method.entity.js';
import { PaymentMethodRepository } from './payment-method.repository.js';
import type { Payment } from './payment.entity.js';
import { PaymentRepository } from './payment.repository.js';
import type { Refund } from './refund.entity.js';
import { RefundRepository, type PendingRefund } from './refund.repository.js';
import { messages } from './payment.messages.js';

/** An attempt of which the gateway knows nothing after this number of milliseconds is given up: no request waits for it any more. */
export const GIVE_UP_MS = 60_000;

export interface PendingOptions {
  now: () => Date;
  /** Called with what could not be settled; it stays pending, and is tried again the next time. */
  failed: (error: unknown) => void;
  /** Whether it should come to an end: what is left is found again the next time. */
  isStopping?: () => boolean;
  /** Whether a tenant is this instance's; all are unless told. */
  isMine?: (tenant_id: string) => boolean;
}

/** An attempt without an outcome, and how it gets one. */
interface Pending {
  created_at: Date;
  /** What the gateway knows of it. */
  find: () => Promise<Outcome | RefundOutcome | 'unknown'>;
  abandon: () => Promise<Outcome | RefundOutcome>;
  settle: (ctx: Context, outcome: Outcome | RefundOutcome) => Promise<unknown>;
}

/**
 * The second half of payments and refunds. The first transaction has left a pending attempt: it is committed, the gateway
 * asked, and a second transaction writes down what came of it, once, for the first that asks: the request itself, one repeated with
 * its Idempotency-Key, or the job that looks for attempts that a crash has left behind. A payment that waits for its payer is
 * none of these: `WaitingPayments` asks about it.
 */
@Injectable()
export class Settlement {
  constructor(
    private readonly database: Database,
    private readonly gateways: PaymentGateways,
    private readonly callbacks: CallbackAddresses,
    private readonly work: TenantsWithWork,
    private readonly payments: PaymentRepository,
    private readonly refunds: RefundRepository,
    private readonly methods: PaymentMethodRepository,
    private readonly booking: PaymentBooking,
    private readonly tenants: TenantRepository,
    private readonly rules: PaymentRules,
  ) {}

  /** Where new payments are charged: the platform's account, which is their payee. */
  get gateway(): GatewayName {
    return this.gateways.platform.gateway;
  }

  /**
   * Ends the context's transaction, and begins another.
   * @param wait whether the payer is to be waited for, as a gateway without a token does anyway
   * @throws unavailable when the gateway cannot answer
   */
  async charge(ctx: Context, payment: Payment, wait = false): Promise<Payment> {
    if (payment.status !== 'pending' || payment.is_waiting) return payment;
    const { id, amount, currency, created_at } = payment;
    const method = await this.meansOf(ctx, payment);
    const email = await this.emailOf(ctx, payment);
    await ctx.db.commitAndContinue();
    const waiting =
      wait || (payment.gateway !== 'sandbox' && method.token === null) ? this.termsOf(payment, email) : null;
    const request = { ...this.attemptOf(payment), amount, currency, method, waiting, email, at: created_at };
    const gateway = this.gateways.of(payment);
    let outcome = await answered(() => gateway.charge(request));
    if (waiting === null && outcome.status === 'waiting' && !outcome.is_processing) {
      // Where the gateway has no idempotency key, a kept card pays once the gateway's id of the payment is written down.
      const { gateway_id } = outcome;
      const begun = await this.booking.charged(ctx, id, outcome);
      if (begun.status !== 'pending') return begun;
      await ctx.db.commitAndContinue();
      outcome = await answered(() => gateway.charge({ ...request, gateway_id }));
    }
    return this.booking.charged(ctx, id, outcome);
  }

  /** The same for money that is given back. */
  async refund(ctx: Context, refund: Refund): Promise<Refund> {
    if (refund.status !== 'pending') return refund;
    const payment = await this.payments.get(ctx, refund.payment_id);
    await ctx.db.commitAndContinue();
    const outcome = await answered(() =>
      this.gateways.of(payment).refund(this.refundOf(ctx.tenant_id, refund, payment)),
    );
    return this.booking.refunded(ctx, refund.id, outcome);
  }

  /**
   * Settles, tenant by tenant, what has no outcome, by what the gateway knows of it. What it does not know is given up
   * after a minute and never carried out later: without the client no money is moved. It may run on any number of
   * instances at once. @returns how many attempts have got an outcome
   */
  async settlePending({ now, failed, isStopping = () => false, isMine }: PendingOptions): Promise<number> {
    const { database } = this;
    const as = (tenant_id: string) => ({ tenant_id, actor: null, now: now() });
    let settled = 0;
    const settleOf = async (tenant_id: string): Promise<void> => {
      for (const pending of await database.job(as(tenant_id), (ctx) => this.pending(ctx))) {
        if (isStopping()) return;
        try {
          // No transaction is open while the gateway is asked, and each attempt has its own: one is in no other's way.
          const outcome = await this.judge(pending, now());
          if (!outcome || outcome.status === 'pending') continue;
          await database.job(as(tenant_id), (ctx) => pending.settle(ctx, outcome));
          settled += 1;
        } catch (error) {
          failed(error);
        }
      }
    };
    const pending: LookForWork = async (ctx, there) => [
      ...(await this.payments.tenantsWithPending(ctx, there)),
      ...(await this.refunds.tenantsWithPending(ctx, there)),
    ];
    const tenantsPerNode = await this.work.find(now(), pending, failed);
    await Promise.all(tenantsPerNode.map((some) => eachTenant(some, settleOf, { failed, isStopping, isMine })));
    return settled;
  }

  private async pending(ctx: Context): Promise<Pending[]> {
    const { tenant_id } = ctx;
    const [payments, refunds] = await Promise.all([this.payments.pending(ctx), this.refunds.pending(ctx)]);
    return [
      ...payments.map((payment): Pending => {
        const attempt = this.attemptOf({ ...payment, tenant_id, gateway_id: null });
        const gateway = this.gateways.of(payment);
        return {
          created_at: payment.created_at,
          find: () => gateway.find(attempt),
          abandon: () => gateway.abandon(attempt),
          settle: (there, outcome) => this.booking.charged(there, payment.id, outcome as Outcome),
        };
      }),
      ...refunds.map(({ refund, payment }): Pending => {
        const request = this.refundOf(tenant_id, refund, payment);
        const gateway = this.gateways.of(payment);
        return {
          created_at: refund.created_at,
          find: () => gateway.findRefund(request),
          abandon: () => gateway.abandonRefund(request),
          settle: (there, outcome) => this.booking.refunded(there, refund.id, outcome as RefundOutcome),
        };
      }),
    ];
  }

  /** The gateway's word on an attempt, or null while a request may still be about to ask for it. */
  private async judge({ created_at, find, abandon }: Pending, now: Date): Promise<Outcome | RefundOutcome | null> {
    const known = await find();
    if (known !== 'unknown') return known;
    return now.getTime() - created_at.getTime() < GIVE_UP_MS ? null : abandon();
  }

  private attemptOf({
    tenant_id,
    id: attempt_id,
    gateway,
    gateway_id,
  }: Pick<Payment, 'tenant_id' | 'id' | 'gateway' | 'gateway_id'>): Attempt {
    return { tenant_id, attempt_id, account: this.gateways.platformAt(gateway), gateway_id };
  }

  private refundOf(
    tenant_id: string,
    refund: PendingRefund['refund'],
    { id: charge_id, amount, refunded_amount, currency, gateway, gateway_id }: PendingRefund['payment'],
  ): RefundRequest {
    return {
      ...this.attemptOf({ tenant_id, id: refund.id, gateway, gateway_id }),
      charge_id,
      amount: refund.amount,
      currency,
      charged_amount: amount,
      refunded_amount,
      at: refund.created_at,
    };
  }

  /** The payee of stated payments is the platform, and the payer a business. */
  private termsOf({ tenant_id, id, payment_method, gateway, created_at }: Payment, email: string | null): WaitingTerms {
    return {
      method: payMethodOf(payment_method),
      expires_at: new Date(created_at.getTime() + PAYMENT_ATTEMPT_MS),
      description: `Usaha ${id}`,
      business: PLATFORM_NAME,
      email,
      return_url: null,
      callback_url: this.callbacks.urlOf(tenant_id, gateway),
      keep_card: false,
    };
  }

  /** The payer is the business; the sandbox asks for no address. */
  private async emailOf(ctx: Context, { tenant_id, gateway }: Payment): Promise<string | null> {
    if (gateway === 'sandbox') return null;
    return (await this.tenants.find(ctx, tenant_id))?.email ?? this.rules.email;
  }

  private async meansOf(ctx: Context, payment: Payment): Promise<Means> {
    const stored = await this.methodOf(ctx, payment);
    return { text: payment.payment_method, token: stored?.gateway_token ?? null, expiry: stored?.expiry ?? null };
  }

  /** The stored method that pays, of this tenant or of the one whose administrator pays for it. */
  private methodOf(ctx: Context, payment: Payment): Promise<PaymentMethod | null> {
    const { payment_method_id, payer_tenant_id, payer_method_id } = payment;
    if (payer_tenant_id !== null && payer_method_id !== null)
      return inTenant(ctx, payer_tenant_id, (there) => this.methods.findEver(there, payer_method_id));
    return payment_method_id === null ? Promise.resolve(null) : this.methods.findEver(ctx, payment_method_id);
  }
}

async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw unavailable(messages.gatewaySilent(), error);
  }
}
