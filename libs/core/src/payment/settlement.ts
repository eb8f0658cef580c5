import { announce, unavailable, DomainError, type Context, type Database } from '@usaha/shared';
import type { SubscriptionService } from '../subscription/subscription.service.js';
import type { TenantRepository } from '../tenant/tenant.repository.js';
import type { Attempt, Means, Outcome, PaymentGateway } from './gateway.js';
import type { Payment } from './payment.entity.js';
import type { PaymentMethodRepository } from './payment-method.repository.js';
import type { PaymentRepository } from './payment.repository.js';
import type { Refund } from './refund.entity.js';
import type { RefundRepository } from './refund.repository.js';

/** An attempt of which the gateway knows nothing after so many milliseconds is given up: nobody waits for it any more. */
export const GIVE_UP_MS = 60_000;

interface Parts {
  database: Database;
  gateway: PaymentGateway;
  tenants: TenantRepository;
  payments: PaymentRepository;
  refunds: RefundRepository;
  methods: PaymentMethodRepository;
  subscriptions: SubscriptionService;
}

export interface PendingOptions {
  now: () => Date;
  /** Told of what could not be settled; it stays pending and is tried again the next time. */
  failed: (error: unknown) => void;
}

/**
 * The second half of payments and refunds. The first transaction has left a PENDING attempt; it is committed, the gateway
 * asked, and the second transaction writes down what came of it, once, whoever asks: the request itself, one repeated
 * with its Idempotency-Key, or the job that looks for attempts left behind by a crash.
 */
export class Settlement {
  constructor(private readonly parts: Parts) {}

  /** Ends the context's transaction and begins another. @throws unavailable when the gateway cannot answer */
  async charge(ctx: Context, payment: Payment): Promise<Payment> {
    if (payment.status !== 'PENDING') return payment;
    const { tenant_id, id, amount, currency, created_at } = payment;
    const method = await this.meansOf(ctx, payment);
    await ctx.db.settle();
    const outcome = await asked(() =>
      this.parts.gateway.charge({ tenant_id, attempt_id: id, amount, currency, method, at: created_at }),
    );
    return this.settleCharge(ctx, id, outcome);
  }

  /** The same for money that is given back. */
  async refund(ctx: Context, refund: Refund): Promise<Refund> {
    if (refund.status !== 'PENDING') return refund;
    const { tenant_id, id, payment_id, amount, created_at } = refund;
    const { currency } = await this.parts.payments.get(ctx, payment_id);
    await ctx.db.settle();
    const outcome = await asked(() =>
      this.parts.gateway.refund({
        tenant_id,
        attempt_id: id,
        charge_id: payment_id,
        amount,
        currency,
        at: created_at,
      }),
    );
    return this.settleRefund(ctx, id, outcome);
  }

  /**
   * Settles, tenant by tenant, what a crash has left without an outcome, by what the gateway knows of it. What it does
   * not know is given up after a minute and never carried out later: without the client no money is moved. It may run
   * on any number of instances at once. @returns how many attempts were settled
   */
  async settlePending({ now, failed }: PendingOptions): Promise<number> {
    const { database, tenants } = this.parts;
    const inTransaction = <T>(tenant_id: string, work: (ctx: Context) => Promise<T>): Promise<T> =>
      database.work({ tenant_id, actor: null, now: now() }, work);
    let settled = 0;
    const attempt = async (tenant_id: string, work: (ctx: Context) => Promise<boolean>): Promise<void> => {
      try {
        if (await inTransaction(tenant_id, work)) settled += 1;
      } catch (error) {
        failed(error);
      }
    };
    for (const tenant_id of await inTransaction(NOBODY, (ctx) => tenants.ids(ctx))) {
      await attempt(tenant_id, async (ctx) => {
        const { charges, refunds } = await this.pending(ctx);
        // Each in a transaction of its own, so that one that cannot be settled is in no other's way.
        for (const { id, created_at } of charges)
          await attempt(tenant_id, (own) => this.byGateway(own, id, created_at, this.settleCharge));
        for (const { id, created_at } of refunds)
          await attempt(tenant_id, (own) => this.byGateway(own, id, created_at, this.settleRefund));
        return false;
      });
    }
    return settled;
  }
}
