import { Injectable } from '@nestjs/common';
import { Database, Repository, declareReferences, type Context } from '@usaha/shared';
import { nouns } from '../messages.js';
import type { GatewayName } from '../payment/gateway-account.js';
import { PaymentAccount } from './payment-account.entity.js';

declareReferences({ payment_accounts_tenant: 'tenant_id' });

/** Former accounts that a callback is tried with: more than a business changes within the life of an attempt. */
const MOST_FORMER = 5;

/** The accounts of a tenant at payment gateways: one is current, those before are deleted. */
@Injectable()
export class PaymentAccountRepository extends Repository<PaymentAccount> {
  constructor(database: Database) {
    super(database, PaymentAccount, { noun: nouns.payment_account });
  }

  /** null where the tenant has set none. */
  current(ctx: Context): Promise<PaymentAccount | null> {
    return this.first(ctx, this.mine, [ctx.tenant_id]);
  }

  async lockCurrent(ctx: Context): Promise<PaymentAccount | null> {
    const [found] = await this.lockWhere(ctx, 'true', []);
    return found ?? null;
  }

  /** The current and former ones at a gateway, the newest first. */
  async ofGateway(ctx: Context, gateway: GatewayName): Promise<PaymentAccount[]> {
    const condition = `r.tenant_id = $1 and r.gateway = $2 order by r.id desc limit ${MOST_FORMER}`;
    const rows = await ctx.db.read(this.selectWhere(condition), [ctx.tenant_id, gateway]);
    return rows.map((row) => this.hydrate(ctx, row));
  }
}
