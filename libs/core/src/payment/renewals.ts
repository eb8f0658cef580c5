import { Injectable } from '@nestjs/common';
import { Database, eachTenant, type Context } from '@usaha/shared';
import { SubscriptionService } from '../subscription/subscription.service.js';
import { TenantsWithWork, type LookForWork } from '../tenant/tenants-with-work.js';
import { Payment } from './payment.entity.js';
import { PaymentRepository } from './payment.repository.js';
import { Settlement, type PendingOptions } from './settlement.js';

/** Charges the next term of subscriptions that a stored method renews. */
@Injectable()
export class Renewals {
  constructor(
    private readonly database: Database,
    private readonly work: TenantsWithWork,
    private readonly subscriptions: SubscriptionService,
    private readonly payments: PaymentRepository,
    private readonly settlement: Settlement,
  ) {}

  /**
   * Charges, tenant by tenant, what is due. A charge is claimed in the first of its two transactions, so any number of instances may
   * run at once; one that a crash leaves behind is settled as every payment is. @returns how many charges have got an outcome
   */
  async run({ now, failed, isStopping = () => false, isMine }: PendingOptions): Promise<number> {
    const { database } = this;
    const as = (tenant_id: string) => ({ tenant_id, actor: null, now: now() });
    let charged = 0;
    const chargeIn = async (tenant_id: string): Promise<void> => {
      for (const id of await database.job(as(tenant_id), (ctx) => this.subscriptions.chargesDue(ctx))) {
        if (isStopping()) return;
        try {
          if (await database.job(as(tenant_id), (ctx) => this.charge(ctx, id))) charged += 1;
        } catch (error) {
          failed(error);
        }
      }
    };
    const due: LookForWork = (ctx, there) => this.subscriptions.tenantsWithChargesDue(ctx, there);
    const lanes = await this.work.find(now(), due, failed);
    await Promise.all(lanes.map((some) => eachTenant(some, chargeIn, { failed, isStopping, isMine })));
    return charged;
  }

  private async charge(ctx: Context, id: string): Promise<boolean> {
    const payment = await this.subscriptions.claimCharge(ctx, id, (subscription, method) => {
      const price = { amount: subscription.chargeAmount(ctx.now), currency: subscription.currency };
      const renewal = Payment.renewalOf(id, price, method);
      renewal.chargeAt(this.settlement.gateway);
      return this.payments.insert(ctx, renewal);
    });
    if (!payment) return false;
    await this.settlement.charge(ctx, payment);
    return true;
  }
}
